import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Builder, Capabilities, type WebDriver } from "selenium-webdriver";
import { freePort } from "../server";

/** A browser that is not built on Chromium. */
export interface Browser {
  readonly driver: WebDriver;
  /** Closes it, and ends its driver. */
  close(): Promise<void>;
}

interface Program {
  /** The variable with its path, which `cargo xtask browsers` sets. */
  readonly path: string;
  /** The command that starts its driver. */
  driver(port: number): string[];
  capabilities(path: string): object;
}

/** Firefox, and the browser of WebKitGTK, whose engine is that of Safari. */
const PROGRAMS: Record<string, Program> = {
  Firefox: {
    path: "FIREFOX",
    driver: (port) => [setting("GECKODRIVER"), "--port", String(port)],
    capabilities: (binary) => ({ browserName: "firefox", "moz:firefoxOptions": { binary, args: ["-headless"] } }),
  },
  WebKit: {
    path: "WEBKIT",
    // It has no headless mode: it needs a display and a session bus.
    driver: (port) => ["dbus-run-session", "--", "xvfb-run", "--auto-servernum", "WebKitWebDriver", `--port=${port}`],
    capabilities: (binary) => ({ browserName: "MiniBrowser", "webkitgtk:browserOptions": { binary, args: ["--automation"] } }),
  },
};

export const browsers = Object.keys(PROGRAMS);

/** Starts a browser. */
export async function open(name: string): Promise<Browser> {
  const program = PROGRAMS[name];
  if (!program) throw new Error(`there is no browser ${name}`);
  const port = await freePort();
  const [command = "", ...args] = program.driver(port);
  // A group of its own: the command starts the driver as a child.
  const child = spawn(command, args, { detached: true, stdio: "ignore", env: { ...process.env, ...SOFTWARE_RENDERING } });
  const failed = once(child, "exit").then(([code]) => Promise.reject(new Error(`the driver of ${name} ended with ${code}`)));
  try {
    const url = `http://127.0.0.1:${port}`;
    await Promise.race([untilReady(url), failed]);
    const capabilities = new Capabilities(program.capabilities(setting(program.path)));
    const driver = await Promise.race([new Builder().usingServer(url).withCapabilities(capabilities).build(), failed]);
    return {
      driver,
      async close() {
        await driver.quit();
        await end(child);
      },
    };
  } catch (error) {
    await end(child);
    throw error;
  } finally {
    failed.catch(() => undefined);
  }
}

/** What WebKitGTK needs on a machine without a graphics card, and as root. */
const SOFTWARE_RENDERING = {
  LIBGL_ALWAYS_SOFTWARE: "1",
  WEBKIT_DISABLE_DMABUF_RENDERER: "1",
  ...(process.getuid?.() === 0 ? { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" } : {}),
};

function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set; \`cargo xtask browsers\` sets it`);
  return value;
}

async function untilReady(url: string): Promise<void> {
  for (;;) {
    const status = await fetch(`${url}/status`).catch(() => undefined);
    if (status?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  process.kill(-child.pid);
  await ended;
}
