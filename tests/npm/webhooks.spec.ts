import { execFile } from "node:child_process";
import { createServer, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { listen, type Server, startServer } from "../server";
import { project } from "./project";

const here = import.meta.dirname ?? new URL(".", import.meta.url).pathname;

/** A request that the receiver got. */
interface Delivery {
  headers: IncomingMessage["headers"];
  body: string;
}

/** Reads deliveries from standard input as `verify.mjs` does. */
const VERIFY_IN_PYTHON = `
import json, sys
from standardwebhooks import Webhook, WebhookVerificationError

deliveries = json.load(sys.stdin)["deliveries"]
for delivery in deliveries:
    webhook, body, headers = Webhook(delivery["secret"]), delivery["body"], delivery["headers"]
    assert webhook.verify(body, headers) == json.loads(body)
    try:
        webhook.verify(body + " ", headers)
        sys.exit("a changed body was verified")
    except WebhookVerificationError:
        pass
print(f"{len(deliveries)} verified")
`;

test("the libraries of Standard Webhooks for Node and Python, and the package, verify what the platform sends", async () => {
  const received: Delivery[] = [];
  const receiver = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) });
    response.writeHead(204).end();
  });
  const url = `http://127.0.0.1:${await listen(receiver)}/`;
  const server = await startServer(["--allow-private-sites"]);
  try {
    const created = await call(server, "POST", "webhooks", { url, eventTypes: ["run.finished"] });
    await call(server, "POST", `webhooks/${created.id}/test`);
    await expect.poll(() => received.length).toBe(1);
    const rotated = await call(server, "POST", `webhooks/${created.id}/secret`);
    await call(server, "POST", `webhooks/${created.id}/test`);
    await expect.poll(() => received.length).toBe(2);
    const [first, second] = received;
    // Both secrets sign the second one.
    const deliveries = [
      { ...first, secret: created.secret },
      { ...second, secret: created.secret },
      { ...second, secret: rotated.secret },
    ];
    const input = JSON.stringify({ deliveries, secrets: [created.secret, rotated.secret] });
    const library = join(here, "node_modules/standardwebhooks/dist/index.js");
    expect(await runWithInput("node", ["verify.mjs", library], input)).toBe("3 verified\n");
    const python = join(process.env.WEBHOOKS_PYTHON ?? "", "python");
    expect(await runWithInput(python, ["-c", VERIFY_IN_PYTHON], input)).toBe("3 verified\n");
    const deno = join(here, "node_modules/.bin/deno");
    expect(await runWithInput(deno, ["run", "--allow-all", "--no-lock", "verify.mjs", library], input)).toBe("3 verified\n");
  } finally {
    receiver.close();
    await server.stop();
  }
});

async function call(server: Server, method: string, path: string, body?: object): Promise<{ id: string; secret: string }> {
  const headers = { "API-Key": server.key, "Content-Type": "application/json" };
  const response = await fetch(`${server.url}/api/v1beta/platform/${path}`, { method, headers, body: body ? JSON.stringify(body) : null });
  expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true);
  return response.json();
}

/** Runs a program in the project with a text as its standard input, and returns what it prints. */
async function runWithInput(program: string, args: string[], input: string): Promise<string> {
  const running = promisify(execFile)(program, args, { cwd: project(), env: { ...process.env, NODE_OPTIONS: "" } });
  running.child.stdin?.end(input);
  return (await running).stdout;
}
