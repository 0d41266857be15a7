import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createServer, type Server as NetServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

/** A running platform with its own database. */
export interface Server {
  /** Its base URL, without a trailing slash. */
  readonly url: string;
  /** The demo organization's API key. */
  readonly key: string;
  /** Its database URL, as the command line takes it. */
  readonly database: string;
  /** Stops it and removes its database. */
  stop(): Promise<void>;
}

/**
 * Starts the built server with the demo organization and waits until `/health` succeeds. `publicUrl` is the address that it
 * names itself by: its own by default.
 */
export async function startServer(more: string[] = [], publicUrl?: string): Promise<Server> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { database, options, remove } = await newDatabase();
  const child = spawn(
    binary(),
    ["serve", "--demo", "--listen", `127.0.0.1:${port}`, "--database", database, "--public-url", publicUrl ?? url, ...options, ...more],
    { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, ANSWERDECK_LOG: process.env.ANSWERDECK_LOG ?? "warn" } },
  );
  const key = await printedKey(child);
  await untilHealthy(url, child);
  return {
    url,
    key,
    database,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill("SIGTERM");
        await once(child, "exit");
      }
      await remove();
    },
  };
}

/** A new database, the options of a server for it, and what removes it. */
interface Database {
  readonly database: string;
  readonly options: string[];
  remove(): Promise<void>;
}

/** Creates a database: on the PostgreSQL server of DATABASE_URL and the servers of ANSWERDECK_CLICKHOUSE, else with SQLite. */
async function newDatabase(): Promise<Database> {
  const { DATABASE_URL, ANSWERDECK_CLICKHOUSE, ANSWERDECK_DEMO } = process.env;
  if (!DATABASE_URL) {
    const folder = await mkdtemp(join(tmpdir(), "answerdeck-"));
    const file = join(folder, "answerdeck.db");
    if (ANSWERDECK_DEMO) await copyFile(ANSWERDECK_DEMO, file);
    return { database: `sqlite://${file}`, options: [], remove: () => rm(folder, { recursive: true, force: true }) };
  }
  const name = `answerdeck_${randomUUID().replaceAll("-", "")}`;
  const servers = ANSWERDECK_CLICKHOUSE?.split(",") ?? [];
  const onEach = async (statement: string): Promise<void> => {
    await promisify(execFile)("psql", [DATABASE_URL, "-c", statement]);
    for (const server of servers) await fetch(server, { method: "POST", body: statement });
  };
  await onEach(`CREATE DATABASE ${name}`);
  return {
    database: `${DATABASE_URL.slice(0, DATABASE_URL.lastIndexOf("/"))}/${name}`,
    options: servers.length ? ["--clickhouse", servers.map((server) => `${server}/${name}`).join(",")] : [],
    remove: () => onEach(`DROP DATABASE ${name}`),
  };
}

/** Lets every server that starts later begin with a copy of this one's database: to create the demo takes seconds. */
export async function shareDemo({ database }: Server): Promise<void> {
  if (process.env.DATABASE_URL) return;
  const file = `${database.slice("sqlite://".length)}.demo`;
  await command(database, "backup", file);
  process.env.ANSWERDECK_DEMO = file;
}

/** Runs a command of the server binary on a database, and returns its output lines. */
export async function command(database: string, ...args: string[]): Promise<string[]> {
  const { stdout } = await promisify(execFile)(binary(), [...args, "--database", database]);
  return stdout.trim().split("\n");
}

function binary(): string {
  const path = process.env.ANSWERDECK_BINARY;
  if (!path) throw new Error("ANSWERDECK_BINARY is not set; `cargo xtask test e2e` sets it");
  return path;
}

/** Returns a port that no program listens on. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  const port = await listen(probe);
  probe.close();
  await once(probe, "close");
  return port;
}

/** Lets a server listen on a free port, and returns the port. */
export async function listen(server: NetServer): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

function printedKey(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`the server ended with ${code} before it printed a key`)));
    if (!child.stdout) return reject(new Error("the server's output is not read"));
    createInterface(child.stdout).on("line", (line) => {
      const key = /API key: (adk_\S+)/.exec(line)?.[1];
      if (key) resolve(key);
    });
  });
}

async function untilHealthy(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const answer = await fetch(`${url}/health`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the server ended with ${child.exitCode} before it could serve`);
}
