import { shareDemo, startServer } from "./server";

/** Starts one server for all tests. A test that needs another starts it itself. */
export default async function setUp(): Promise<() => Promise<void>> {
  // Many tests read the demo's organization at the same time, and many wait for runs.
  const server = await startServer(["--rate-limit", "1000", "--item-pause", "300"]);
  await shareDemo(server);
  process.env.ANSWERDECK_URL = server.url;
  process.env.ANSWERDECK_KEY = server.key;
  process.env.ANSWERDECK_DATABASE = server.database;
  return () => server.stop();
}
