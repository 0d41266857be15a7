import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import { createOrganization } from "../organization";
import { Platform } from "../platform";
import { listen, type Server, startServer } from "../server";
import { writeAnswers, writtenBrands, type WrittenAnswers } from "./written-answers";

const API = "/api/v1/platform";
/** A rate limit that does not slow reading down. */
const RATE_LIMIT = { "x-ratelimit-limit": "1000", "x-ratelimit-remaining": "1000" };

/**
 * Starts the real server with an organization of 20 brands and 100 prompts, except that it lists written runs and answers: `runs`
 * runs of 100 answers.
 */
export async function startScriptedPlatform(runs: number): Promise<Pick<Server, "url" | "key" | "stop">> {
  let answers: WrittenAnswers = { runs: [], ofRun: () => [] };
  let target = "";
  const proxy = createServer((incoming, response) => {
    const url = new URL(incoming.url ?? "/", "http://platform");
    const page = incoming.method === "GET" ? scripted(answers, url) : undefined;
    if (page === undefined) {
      forward(incoming, response, target);
      return;
    }
    const headers = { "content-type": "application/json", "cache-control": "no-store", ...RATE_LIMIT };
    response.writeHead(200, headers).end(JSON.stringify(page));
  });
  const url = `http://127.0.0.1:${await listen(proxy)}`;
  const server = await startServer([], url);
  target = server.url;
  const { key } = await createOrganization("Bench", 0, server.database);
  const platform = new Platform(key, server.url);
  const brands = writtenBrands();
  for (const brand of brands) await platform.write("v1/platform/brands", brand);
  const prompts: string[] = [];
  for (let set = 0; set < 4; set += 1) {
    const id = await platform.createSet(`Set ${set}`, Array.from({ length: 25 }, (_, at) => `Question ${set}.${at}`));
    const list = await platform.read<{ prompts: { id: string }[] }>(`v1/platform/prompts?promptSetID=${id}&limit=100`);
    prompts.push(...list.prompts.map(({ id }) => id));
  }
  answers = writeAnswers(runs, prompts, brands);
  return {
    url,
    key,
    async stop() {
      proxy.close();
      proxy.closeAllConnections();
      await server.stop();
    },
  };
}

/** A list of written runs or answers. `undefined` for any other request. */
function scripted(answers: WrittenAnswers, { pathname, searchParams }: URL): object | undefined {
  const start = Number(searchParams.get("cursor") ?? 0);
  if (pathname === `${API}/runs`) {
    const runs = answers.runs.slice(start, start + 10).map((run) => ({
      ...run,
      status: "FINISHED",
      totalCount: 100,
      finishedCount: 100,
      successCount: 100,
      failedCount: 0,
      runningCount: 0,
    }));
    return { runs, nextCursor: start + 10 < answers.runs.length ? String(start + 10) : null };
  }
  if (pathname !== `${API}/answers`) return undefined;
  const run = searchParams.get("runID");
  if (run) return { answers: answers.ofRun(run), nextCursor: null };
  // All answers have a run. A list from a time on finds no other.
  const next = answers.runs[start];
  if (searchParams.has("from") || !next) return { answers: [], nextCursor: null };
  return { answers: answers.ofRun(next.id), nextCursor: start + 1 < answers.runs.length ? String(start + 1) : null };
}

function forward(incoming: IncomingMessage, response: ServerResponse, target: string): void {
  const forwarded = request(target + (incoming.url ?? "/"), { method: incoming.method, headers: incoming.headers });
  forwarded.on("response", (answer) => {
    const limit = "x-ratelimit-limit" in answer.headers ? RATE_LIMIT : {};
    response.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...limit });
    answer.pipe(response);
  });
  forwarded.on("error", () => response.destroy());
  incoming.pipe(forwarded);
}
