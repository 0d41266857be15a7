import { type Page, type Request, test } from "@playwright/test";
import { labelsOf } from "../labels";
import { startServer } from "../server";
import { signIn } from "../sign-in";
import { pagePaths } from "./page-paths";

// Transferred bytes of a first visit to each page: compressed with Brotli, without API responses. The page shows its first content
// with html, css, js, program and page.
test("bytes of a first visit", async ({ page }) => {
  const server = await startServer();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
  const rows = [await visit(page, `${server.url}/sign-in`)];
  await signIn(page, labelsOf.en, server.key, server.url);
  for (const path of await pagePaths(server)) rows.push(await visit(page, server.url + path));
  print(rows);
  await server.stop();
});

/** Bytes by kind. */
type Visit = { path: string; kinds: Map<Kind, number> };
const KINDS = ["html", "css", "js", "program", "page", "parts", "other"] as const;
type Kind = (typeof KINDS)[number];

async function visit(page: Page, url: string): Promise<Visit> {
  // Requests of the previous page are not counted.
  await page.waitForLoadState("networkidle");
  const finished: Request[] = [];
  const record = (request: Request) => finished.push(request);
  page.on("requestfinished", record);
  await page.goto(url);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForLoadState("networkidle");
  page.off("requestfinished", record);
  const kinds = new Map<Kind, number>();
  for (const request of finished) {
    const path = new URL(request.url()).pathname;
    if (/^\/(api|oauth|\.well-known)\//.test(path)) continue;
    const kind = kindOf(path, request);
    const { responseBodySize } = await request.sizes();
    kinds.set(kind, (kinds.get(kind) ?? 0) + responseBodySize);
  }
  return { path: new URL(url).pathname, kinds };
}

function kindOf(path: string, request: Request): Kind {
  if (request.resourceType() === "document") return "html";
  if (path.endsWith(".css")) return "css";
  if (path.endsWith(".js")) return "js";
  if (/^\/app-[0-9a-f]+\.wasm$/.test(path)) return "program";
  if (/^\/(shared|\w+_page)-[0-9a-f]+\.wasm$/.test(path)) return "page";
  return path.endsWith(".wasm") ? "parts" : "other";
}

function print(rows: Visit[]): void {
  const cells = (path: string, values: (string | number)[]) =>
    console.log(path.padEnd(36) + values.map((value) => String(value).padStart(9)).join(""));
  cells("first visit, bytes", [...KINDS, "all"]);
  for (const { path, kinds } of rows) {
    const values = KINDS.map((kind) => kinds.get(kind) ?? 0);
    cells(path, [...values, values.reduce((sum, value) => sum + value, 0)]);
  }
}
