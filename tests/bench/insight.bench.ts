import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { type Page, test } from "@playwright/test";

const ORIGIN = "https://bench.example";
/** Runs of 100 answers. */
const RUNS = Number(process.env["INSIGHT_RUNS"] ?? 1_000);

/** What the worker sends: the lines of a measurement. */
type Message = { lines?: string[]; error?: string };

// The crates that find brands, and keep and count answers, in a worker of a browser.
test("mentions and metrics", async ({ page }) => {
  test.setTimeout(1_200_000);
  await serve(page);
  await page.goto(ORIGIN);
  await page.evaluate(() => {
    const worker = new Worker("/worker.js", { type: "module" });
    const next = () =>
      new Promise<Message>((resolve) => {
        worker.onerror = (event) => resolve({ error: event.message });
        worker.onmessage = (event: MessageEvent<Message>) => resolve(event.data);
      });
    const started = next();
    const measure = async (request: [string, number]) => {
      await started;
      const answer = next();
      worker.postMessage(request);
      return answer;
    };
    Object.assign(window, { measure });
  });
  for (const request of [["mentions", 0], ["keep", RUNS], ["search", 0], ["count", 0]] as [string, number][]) {
    const { lines, error } = await page.evaluate(
      (request) =>
        (window as unknown as { measure(request: [string, number]): Promise<Message> }).measure(request),
      request,
    );
    if (error) throw new Error(error);
    for (const line of lines ?? []) console.log(line);
  }
});

/** Answers the requests of the page with files. */
async function serve(page: Page): Promise<void> {
  const folder = process.env["INSIGHT_BENCH"];
  if (!folder) throw new Error("INSIGHT_BENCH names the folder of the compiled program");
  const require = createRequire(import.meta.url);
  // The package makes its class a property of `window`, which a worker does not have.
  const automaton = `const window = self;\n${await readFile(require.resolve("ahocorasick"), "utf8")}`;
  const files: Record<string, [string, string | Buffer]> = {
    "/": ["text/html", "<!doctype html><title>bench</title>"],
    "/worker.js": ["text/javascript", await readFile(join(import.meta.dirname, "insight.worker.js"))],
    "/ahocorasick.js": ["text/javascript", automaton],
    "/insight/insight_bench.js": ["text/javascript", await readFile(join(folder, "insight_bench.js"))],
    "/insight/insight_bench_bg.wasm": ["application/wasm", await readFile(join(folder, "insight_bench_bg.wasm"))],
  };
  await page.context().route(`${ORIGIN}/**`, async (route) => {
    const [contentType, body] = files[new URL(route.request().url()).pathname] ?? ["text/plain", ""];
    await route.fulfill({ contentType, body });
  });
}
