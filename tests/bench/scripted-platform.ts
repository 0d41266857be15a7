import { once } from "node:events";
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { createOrganization } from "../organization";
import { Platform } from "../platform";
import { startServer } from "../server";
import { writeAnswers, writtenBrands, type WrittenAnswers, type WrittenBrand } from "./written-answers";

const API = "/api/v1/platform";
/** A rate limit that does not slow reading down. */
const RATE_LIMIT = { "x-ratelimit-limit": "1000", "x-ratelimit-remaining": "1000" };
/** JavaScript that keeps the memory of the first WebAssembly program where it can be measured. */
export const KEEP_MEMORY = `
  for (const name of ["instantiate", "instantiateStreaming"]) {
    const original = WebAssembly[name];
    WebAssembly[name] = async (...all) => {
      const made = await original.apply(WebAssembly, all);
      globalThis.benchMemory ??= (made.instance ?? made).exports?.memory;
      return made;
    };
  }
`;

/** The real server, except that it lists written runs and answers. */
export interface ScriptedPlatform {
  readonly url: string;
  readonly key: string;
  readonly organization: string;
  readonly brands: (WrittenBrand & { id: string })[];
  /** The bytes of all listed answers as JSON. */
  readonly jsonBytes: number;
  /** The requests for lists of answers. */
  readonly answerLists: number;
  /** Lists the runs from now on. There are none before. */
  publish(): void;
  stop(): Promise<void>;
}

/** Starts the server in front of an organization with 20 brands, 100 prompts, and `runs` runs of 100 answers. */
export async function startScriptedPlatform(runs: number): Promise<ScriptedPlatform> {
  let answers: WrittenAnswers = { runs: [], ofRun: () => [] };
  let target = "";
  let jsonBytes = 0;
  let answerLists = 0;

  const proxy = createServer((incoming, response) => {
    const url = new URL(incoming.url ?? "/", "http://platform");
    const page = incoming.method === "GET" ? scripted(answers, url) : undefined;
    if (page === undefined) {
      forward(incoming, response, target);
      return;
    }
    const body = JSON.stringify(page);
    if (url.pathname === `${API}/answers`) answerLists += 1;
    if (url.searchParams.has("runID")) jsonBytes += Buffer.byteLength(body);
    response.writeHead(200, { "content-type": "application/json", "cache-control": "no-store", ...RATE_LIMIT }).end(body);
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const server = await startServer([], url);
  target = server.url;
  process.env.ANSWERDECK_DATABASE = server.database;
  const { id: organization, key } = await createOrganization("Bench", 0);
  const platform = new Platform(key, server.url);
  const brands: (WrittenBrand & { id: string })[] = [];
  for (const brand of writtenBrands()) {
    brands.push({ ...brand, id: (await platform.write<{ id: string }>("v1/platform/brands", brand)).id });
  }
  const prompts: string[] = [];
  for (let set = 0; set < 4; set += 1) {
    const id = await platform.createSet(`Set ${set}`, Array.from({ length: 25 }, (_, at) => `Question ${set}.${at}`));
    const list = await platform.read<{ prompts: { id: string }[] }>(`v1/platform/prompts?promptSetID=${id}&limit=100`);
    prompts.push(...list.prompts.map(({ id }) => id));
  }
  return {
    url,
    key,
    organization,
    brands,
    get jsonBytes() {
      return jsonBytes;
    },
    get answerLists() {
      return answerLists;
    },
    publish: () => (answers = writeAnswers(runs, prompts, brands)),
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
  const path = incoming.url ?? "/";
  const isWorker = /^\/analysis-[0-9a-f]+\.js$/.test(path);
  const headers = isWorker ? { ...incoming.headers, "accept-encoding": "identity" } : incoming.headers;
  const forwarded = request(target + path, { method: incoming.method, headers });
  forwarded.on("response", (answer) => void send(answer, response, isWorker));
  forwarded.on("error", () => response.destroy());
  incoming.pipe(forwarded);
}

async function send(answer: IncomingMessage, response: ServerResponse, isWorker: boolean): Promise<void> {
  Object.assign(answer.headers, "x-ratelimit-limit" in answer.headers ? RATE_LIMIT : {});
  const status = answer.statusCode ?? 502;
  if (!isWorker || status !== 200) {
    response.writeHead(status, answer.headers);
    answer.pipe(response);
    return;
  }
  const body = KEEP_MEMORY + (await text(answer));
  delete answer.headers["content-length"];
  response.writeHead(status, answer.headers).end(body);
}
