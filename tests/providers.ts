import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { listen } from "./server";

/** Scripted providers of answers, on one port. */
export interface Providers {
  /** Their address, without a trailing slash. */
  readonly url: string;
  /** Whether Perplexity's account can pay. It can at first. */
  canPay: boolean;
  /** The words with which Perplexity refuses every question. It answers without them. */
  refusal?: string;
  /** Holds the questions to Perplexity from now on, until the returned function is called. */
  hold(): () => void;
  stop(): Promise<void>;
}

/**
 * Starts a server of chat completions (`/v1`), SearXNG (`/searxng`) and Perplexity (`/perplexity`), with the fields that their
 * documents name.
 */
export async function startProviders(): Promise<Providers> {
  const server = createServer((request, response) => {
    answer(request, providers)
      .then((reply) => send(response, reply))
      .catch((error: unknown) => send(response, { status: 500, body: { error: String(error) } }));
  });
  const hold = (): (() => void) => {
    let release = (): void => {};
    providers.released = new Promise((resolve) => (release = resolve));
    return release;
  };
  const providers: Providers & { url: string; released: Promise<void> } = {
    url: "",
    canPay: true,
    released: Promise.resolve(),
    hold,
    stop: () => stop(server),
  };
  providers.url = `http://127.0.0.1:${await listen(server)}`;
  return providers;
}

interface Reply {
  status: number;
  body: unknown;
}

async function answer(request: IncomingMessage, providers: Providers & { released: Promise<void> }): Promise<Reply> {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://provider.example");
  const text = await bodyOf(request);
  if (pathname === "/v1/chat/completions") return { status: 200, body: completion(text) };
  if (pathname === "/searxng/search") return { status: 200, body: found(searchParams.get("q") ?? "") };
  if (pathname === "/perplexity/agent") {
    await providers.released;
    if (providers.refusal !== undefined) {
      return { status: 400, body: { error: { message: providers.refusal, type: "invalid_request", code: 400 } } };
    }
    if (providers.canPay) return { status: 200, body: { id: "resp_1", status: "queued", output: [] } };
    return { status: 402, body: { error: { message: "insufficient credits", type: "insufficient_quota", code: 402 } } };
  }
  if (pathname === "/perplexity/agent/resp_1") return { status: 200, body: COMPLETED };
  return { status: 404, body: {} };
}

/** A completion: search queries if the prompt asks for them, otherwise an answer. */
function completion(request: string): unknown {
  const { messages } = JSON.parse(request) as { messages: { role: string; content: string }[] };
  const isSearch = messages[0]?.content.startsWith("You search the web");
  const content = isSearch ? '{"queries": ["quiet cafe Seoul"]}' : "The scripted model recommends **Cafe Haru** [1].";
  return { choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content } }] };
}

function found(query: string): unknown {
  const results = [
    { url: "https://haru.example/menu?utm_source=searxng", title: "Cafe Haru", content: "A quiet cafe." },
    { url: "https://other.example/", title: "Others", content: "Louder ones." },
  ];
  return { query, results, unresponsive_engines: [] };
}

const COMPLETED = {
  id: "resp_1",
  status: "completed",
  output: [
    { type: "search_results", queries: ["cafe Seoul"], results: [{ id: 1, url: "https://cited.example/", title: "Cited" }] },
    {
      type: "message",
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text: "The scripted Perplexity cites a page.[1]", annotations: [] }],
    },
  ],
  usage: { cost: { currency: "USD", total_cost: 0.00525 } },
};

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}

function send(response: ServerResponse, { status, body }: Reply): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}

async function stop(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, "close");
}
