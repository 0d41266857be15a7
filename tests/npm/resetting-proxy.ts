import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { constants, createSecureServer, type OutgoingHttpHeaders, type ServerHttp2Stream } from "node:http2";
import type { Socket } from "node:net";
import selfsigned from "selfsigned";
import { listen } from "../server";

/** How a connection ends instead of a response. */
export const RESETS = ["HTTP/1.1 FIN", "HTTP/1.1 RST", "HTTP/2 GOAWAY"] as const;
export type Reset = (typeof RESETS)[number];

/** A request, or a response. */
interface Message {
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Headers of a connection, which HTTP/2 forbids. */
const OF_A_CONNECTION = ["connection", "keep-alive", "transfer-encoding"];

/**
 * A proxy that passes requests on, and loses the first success of each change and of each refresh: when the platform has
 * answered, it ends the connection. It also wears out access tokens: each is good for one request.
 */
export class ResettingProxy {
  /** How many responses it has lost. */
  lost = 0;
  /** The address of the platform. */
  target = "";
  /** Replies to the requests of the test's own programs, by path. */
  readonly extras = new Map<string, (body: string) => Promise<string>>();
  readonly #seen = new Set<string>();
  readonly #tokens = new Set<string>();

  private constructor(
    readonly url: string,
    readonly stop: () => Promise<void>,
  ) {}

  static async start(reset: Reset): Promise<ResettingProxy> {
    return reset === "HTTP/2 GOAWAY" ? this.#startHttp2() : this.#startHttp1(reset);
  }

  static async #startHttp1(reset: Reset): Promise<ResettingProxy> {
    const server = createServer(async (received, response) => {
      const { method = "", url: path = "", headers } = received;
      const answer = await proxy.#answer(method, path, { headers, body: await bodyOf(received) });
      if (answer) response.writeHead(answer.status, answer.headers).end(answer.body);
      else if (reset === "HTTP/1.1 RST") received.socket.resetAndDestroy();
      else received.socket.destroySoon();
    });
    const proxy = new ResettingProxy(`http://127.0.0.1:${await listen(server)}`, async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    });
    return proxy;
  }

  static async #startHttp2(): Promise<ResettingProxy> {
    const { cert, private: key } = await selfsigned.generate([{ name: "commonName", value: "127.0.0.1" }], {
      algorithm: "sha256",
      extensions: [{ name: "subjectAltName", altNames: [{ type: 7, ip: "127.0.0.1" }] }],
    });
    const sockets = new Set<Socket>();
    const server = createSecureServer({ cert, key });
    server.on("secureConnection", (socket: Socket) => sockets.add(socket));
    server.on("stream", async (stream: ServerHttp2Stream, received: IncomingHttpHeaders) => {
      // A browser ends streams that it does not need any more.
      stream.on("error", () => undefined);
      const { ":method": method, ":path": path } = received as Record<string, string>;
      const headers = Object.fromEntries(Object.entries(received).filter(([name]) => !name.startsWith(":")));
      const answer = await proxy.#answer(method ?? "", path ?? "", { headers, body: await bodyOf(stream) });
      if (stream.destroyed) return;
      if (answer) {
        stream.respond({ ":status": answer.status, ...answer.headers });
        stream.end(answer.body);
        return;
      }
      // Says that the request was not processed, as a server does that restarts. For the first stream of a connection Node cannot
      // say it, and only the stream ends.
      stream.session?.goaway(constants.NGHTTP2_NO_ERROR, (stream.id ?? 0) - 2);
      stream.close(constants.NGHTTP2_INTERNAL_ERROR);
    });
    const proxy = new ResettingProxy(`https://127.0.0.1:${await listen(server)}`, async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, "close");
    });
    return proxy;
  }

  /** Returns the response. `undefined` when it is lost. */
  async #answer(method: string, path: string, sent: Message): Promise<{ status: number; headers: OutgoingHttpHeaders; body: Buffer } | undefined> {
    const extra = this.extras.get(path);
    if (extra) return { status: 200, headers: { "access-control-allow-origin": "*" }, body: Buffer.from(await extra(sent.body.toString())) };
    const token = sent.headers.authorization;
    if (token && this.#tokens.has(token)) {
      const body = JSON.stringify({ code: "COMMON_UNAUTHORIZED", message: "the token is worn out" });
      return { status: 401, headers: { "access-control-allow-origin": "*", "content-type": "application/json" }, body: Buffer.from(body) };
    }
    const { status, headers, body } = await this.#forward(method, path, sent);
    if (token) this.#tokens.add(token);
    const isChange = path.startsWith("/api/") ? !["GET", "OPTIONS"].includes(method) : sent.body.includes("grant_type=refresh_token");
    const isMade = status >= 200 && status < 300;
    const name = createHash("sha256").update(`${method} ${path}\n`).update(sent.body).digest("hex");
    if (!isChange || !isMade || this.#seen.has(name)) return { status, headers, body };
    this.#seen.add(name);
    this.lost += 1;
    return undefined;
  }

  async #forward(method: string, path: string, sent: Message): Promise<Message & { status: number }> {
    const headers = withoutConnection({ ...sent.headers, host: new URL(this.target).host });
    const forwarded = request(new URL(path, this.target), { method, headers: { ...headers, "content-length": sent.body.length } });
    forwarded.end(sent.body);
    const [response] = (await once(forwarded, "response")) as [IncomingMessage];
    return { status: response.statusCode ?? 502, headers: withoutConnection(response.headers), body: await bodyOf(response) };
  }
}

function withoutConnection(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_A_CONNECTION.includes(name)));
}

async function bodyOf(stream: IncomingMessage | ServerHttp2Stream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
