import { spawn } from "node:child_process";
import { once } from "node:events";
import { freePort } from "../server";

/** Runs a web server in a process as long as `use` takes. It gets a free port in `PORT`. */
export async function withServer(args: string[], folder: string, use: (address: string) => Promise<void>): Promise<void> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}/`;
  const environment = { PORT: `${port}`, HOST: "127.0.0.1", HOSTNAME: "127.0.0.1", NODE_OPTIONS: "" };
  const child = spawn("node", args, { cwd: folder, env: { ...process.env, ...environment }, stdio: ["ignore", "ignore", "inherit"] });
  try {
    while (!(await fetch(address).catch(() => undefined))) {
      if (child.exitCode !== null) throw new Error(`${args.join(" ")} ended with ${child.exitCode}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await use(address);
  } finally {
    if (child.kill()) await once(child, "exit");
  }
}
