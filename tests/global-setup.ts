import { startServer } from "./server";

/** One server for all tests; a test that needs one of its own starts it. */
export default async function setUp(): Promise<() => Promise<void>> {
  const server = await startServer();
  process.env.ANSWERDECK_URL = server.url;
  process.env.ANSWERDECK_KEY = server.key;
  process.env.ANSWERDECK_DATABASE = server.database;
  return () => server.stop();
}
