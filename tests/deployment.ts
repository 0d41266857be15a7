import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A server in front of the platform, which can replace the console by another version. Browsers do not cache what it sends. */
export interface Deployment {
  /** Its base URL, without a trailing slash. */
  readonly url: string;
  /** The paths that were answered with 404. */
  readonly missing: string[];
  /** Replaces the console by a version in which every file has another name. */
  replaceConsole(): void;
  /** Replaces all of the console but the page that starts it. */
  replaceAllButIndex(): void;
  /** Answers the paths that match with 500. */
  break(paths: RegExp): void;
  /** Ends it. Requests then fail as without a network. */
  stop(): Promise<void>;
}

// The hash in the name of a file or of a version, as the build of the console writes it.
const HASH = /(?<=-)[0-9a-f]{16}(?=["'.])/g;
const INTEGRITY = /sha256-[\w+/]+=*/;

/** A name of the other version: its hash is reversed. */
function rename(names: string): string {
  return names.replace(HASH, (hash) => [...hash].reverse().join(""));
}

/** Starts a deployment of the platform at `platform`. */
export async function deploy(platform: string): Promise<Deployment> {
  let isReplaced = false;
  let keepsIndex = false;
  let broken: RegExp | undefined;
  const missing: string[] = [];

  async function send(path: string, answer: IncomingMessage, response: ServerResponse): Promise<void> {
    const status = answer.statusCode ?? 502;
    if (status === 404) missing.push(path);
    // Both versions of a page would have the same `ETag`.
    delete answer.headers.etag;
    // So that only the service worker keeps files.
    answer.headers["cache-control"] = "no-store";
    const isIndex = path === "/" && keepsIndex;
    if (!isReplaced || isIndex || !/html|javascript/.test(answer.headers["content-type"] ?? "")) {
      response.writeHead(status, answer.headers);
      answer.pipe(response);
      return;
    }
    delete answer.headers["content-length"];
    let body = rename(await text(answer));
    if (path === "/service-worker.js") {
      const index = rename(await (await fetch(platform)).text());
      body = body.replace(INTEGRITY, `sha256-${createHash("sha256").update(index).digest("base64")}`);
    }
    response.writeHead(status, answer.headers).end(body);
  }

  const server = createServer((incoming, response) => {
    const path = incoming.url ?? "/";
    if (broken?.test(path)) {
      response.writeHead(500).end("broken");
      return;
    }
    const headers = { ...incoming.headers, "accept-encoding": "identity" };
    delete headers["if-none-match"];
    const forwarded = request(platform + (isReplaced ? rename(path) : path), { method: incoming.method, headers });
    forwarded.on("response", (answer) => void send(path, answer, response));
    forwarded.on("error", () => response.destroy());
    incoming.pipe(forwarded);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    missing,
    replaceConsole: () => (isReplaced = true),
    replaceAllButIndex: () => (isReplaced = keepsIndex = true),
    break: (paths) => (broken = paths),
    async stop() {
      if (!server.listening) return;
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
