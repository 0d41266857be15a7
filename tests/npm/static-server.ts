import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { extname, join, normalize } from "node:path";
import { listen } from "../server";

/** A strict policy: only scripts of this origin, no eval. WebAssembly needs its own keyword. */
export const STRICT_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src *; style-src 'self'; base-uri 'none'; " +
  "worker-src 'self'; require-trusted-types-for 'script'";

const TYPES: Record<string, string> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".wasm": "application/wasm",
};

/** Serves the files of a folder with a content security policy. Returns its URL, and a function that stops it. */
export async function serveFiles(folder: string, policy = STRICT_POLICY): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? "/", "http://host").pathname));
    const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
    const found = await stat(file).catch(() => undefined);
    if (!found?.isFile()) {
      response.writeHead(404).end();
      return;
    }
    const type = TYPES[extname(file)] ?? "application/octet-stream";
    response.writeHead(200, { "content-type": type, "content-security-policy": policy });
    createReadStream(file).pipe(response);
  });
  return { url: `http://127.0.0.1:${await listen(server)}`, stop: () => stop(server) };
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
