import { rm } from "node:fs/promises";
import { startServer } from "../server";
import { createProject } from "./project";

/** Starts one server and installs the package once, for all tests. */
export default async function setUp(): Promise<() => Promise<void>> {
  const [server, project] = await Promise.all([startServer(), createProject()]);
  process.env.ANSWERDECK_URL = server.url;
  process.env.ANSWERDECK_KEY = server.key;
  process.env.ANSWERDECK_PROJECT = project;
  return async () => {
    await server.stop();
    await rm(project, { recursive: true, force: true });
  };
}
