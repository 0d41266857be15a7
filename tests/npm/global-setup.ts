import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { shareDemo, startServer } from "../server";
import { createSharedProject } from "./project";

/** Starts one server and installs the package once, for all tests. */
export default async function setUp(): Promise<() => Promise<void>> {
  const projects = await mkdtemp(join(tmpdir(), "answerdeck-npm-"));
  process.env.ANSWERDECK_PROJECTS = projects;
  process.env.ANSWERDECK_PROJECT = await createSharedProject();
  const server = await startServer();
  await shareDemo(server);
  process.env.ANSWERDECK_URL = server.url;
  process.env.ANSWERDECK_KEY = server.key;
  return async () => {
    await server.stop();
    await rm(projects, { recursive: true, force: true });
  };
}
