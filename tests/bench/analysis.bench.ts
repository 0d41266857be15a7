import { type Page, test } from "@playwright/test";
import { KEEP_MEMORY, type ScriptedPlatform, startScriptedPlatform } from "./scripted-platform";
import { signIn } from "./signed-in";

/** Runs of 100 answers of some 2 kB. */
const RUNS = Number(process.env["ANALYSIS_RUNS"] ?? 1_000);
const FILTER_CHANGES = 60;
const RELOADS = 7;

/** When the steps of a reload ended, in milliseconds. */
interface Steps {
  /** The page asked for the worker. */
  started?: number;
  /** Its program ran. */
  loaded?: number;
  /** The kept answers were open. */
  opened?: number;
  /** The first reply arrived. */
  counted?: number;
  /** The numbers were on the page. */
  shown?: number;
}

interface Task {
  /** Milliseconds. */
  duration: number;
}

/** JavaScript's memory, in bytes. */
interface HeapUsage {
  usedSize: number;
  backingStorageSize: number;
}

// As on later visits: the files of the console are on the device.
test.use({ serviceWorkers: "allow" });

// The console with its worker, in front of a platform whose lists of runs and answers are scripted.
test("100,000 answers in the console", async ({ page }) => {
  test.setTimeout(1_800_000);
  const platform = await startScriptedPlatform(RUNS);
  const [own] = platform.brands;
  await page.addInitScript({ content: KEEP_MEMORY });
  await page.addInitScript(([item, id]) => {
    localStorage.setItem(item, id);
    const tasks: Task[] = [];
    new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: "longtask", buffered: true });
    Object.assign(window, { tasks });
  }, [`answerdeck.own-brand.${platform.organization}`, own?.id ?? ""] as const);
  await signIn(page, platform);

  const pageBefore = await pageMemory(page, `${platform.url}/overview`);
  await page.goto("about:blank");
  platform.publish();
  const began = Date.now();
  await page.goto(`${platform.url}/settings`);
  await page.getByText("All answers of finished runs are here.").waitFor({ timeout: 1_500_000 });
  const answers = RUNS * 100;
  const kept = await page.evaluate(async () => {
    // Only Chromium reports what the storage is used for.
    const { usage, usageDetails } = (await navigator.storage.estimate()) as StorageEstimate & { usageDetails?: { indexedDB?: number } };
    return usageDetails?.indexedDB ?? usage ?? 0;
  });
  const size = await page.getByText(/^[\d.,]+ MB$/).innerText();
  console.log(`${answers} answers, ${megabytes(platform.jsonBytes)} of JSON, read in ${seconds(Date.now() - began)}`);
  print("disk, of the JSON", `${((kept / platform.jsonBytes) * 100).toFixed(0)} % (${megabytes(kept)}; records ${size})`, "50 %");
  print("worker memory after reading", await workerMemory(page), "80 MB");

  await reload(page, platform);
  print("worker memory after a reload", await workerMemory(page), "80 MB");
  const pageAfter = await pageMemory(page, `${platform.url}/overview`);
  print("page memory with the answers, more", megabytes(pageAfter - pageBefore), "10 MB");

  await changeFilters(page);
  await editBrand(page, platform);
  print("worker memory after a search", await workerMemory(page), "80 MB");
  await platform.stop();
});

/** Reloads the overview, and prints when its numbers are there. */
async function reload(page: Page, platform: ScriptedPlatform): Promise<void> {
  await page.addInitScript(() => {
    const steps: Steps = {};
    window.Worker = class extends Worker {
      constructor(script: string | URL, options?: WorkerOptions) {
        super(script, options);
        steps.started = performance.now();
        this.addEventListener("message", ({ data }: MessageEvent<string>) => {
          const now = performance.now();
          if (data === '"ready"') steps.loaded = now;
          else if (data.startsWith('{"status"') && !data.includes('"opening"')) steps.opened ??= now;
          else if (data.startsWith('{"reply"')) steps.counted ??= now;
        });
      }
    };
    Object.assign(window, { steps });
    new MutationObserver((_, observer) => {
      if (!/\d/.test(document.querySelector(".stats .stat")?.textContent ?? "")) return;
      observer.disconnect();
      steps.shown = performance.now();
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  const lists = platform.answerLists;
  const reloads: Steps[] = [];
  for (let count = 0; count < RELOADS; count += 1) {
    await page.goto(`${platform.url}/overview`);
    await page.waitForFunction(() => (window as unknown as { steps: Steps }).steps.shown);
    reloads.push(await page.evaluate(() => (window as unknown as { steps: Steps }).steps));
    // Replies are kept for the next visit once nothing is asked any more.
    await page.waitForTimeout(1_000);
  }
  const median = (step: keyof Steps) => percentile(reloads.flatMap((steps) => steps[step] ?? []), 50);
  print("overview's numbers after a reload, median", milliseconds(median("shown")), "300 ms");
  const names = ["started", "loaded", "opened", "counted"] as const;
  // Kept replies are shown before the worker has opened its store.
  const times = names.map((name) => (reloads.some((steps) => steps[name]) ? milliseconds(median(name)) : "later"));
  print("of it, worker " + names.join(", "), times.join(", "), "");
  print("the same, slowest", milliseconds(Math.max(...reloads.map(({ shown }) => shown ?? Number.NaN))), "");
  print("requests for answers in these reloads", String(platform.answerLists - lists), "0");
}

/** Changes filters of the overview, and prints how long new numbers take. */
async function changeFilters(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Filters", exact: true }).click();
  await page.locator("#answers-model option[value=CHATGPT]").waitFor({ state: "attached" });
  await page.locator("#answers-set option").nth(4).waitFor({ state: "attached" });
  await page.locator("#answers-region option[value=JP]").waitFor({ state: "attached" });
  const { times, painted, tasks } = await page.evaluate(async (changes) => {
    const { tasks } = window as unknown as { tasks: Task[] };
    tasks.length = 0;
    const numbers = () => document.querySelector(".stats")?.textContent;
    const options: [string, (string | number)[]][] = [
      ["answers-model", ["CHATGPT", "CLAUDE", "PERPLEXITY", ""]],
      ["answers-set", [1, 2, 3, 4, 0]],
      ["answers-region", ["US", "JP", "KR", ""]],
    ];
    const change = async (at: number): Promise<[number, number]> => {
      const [id, values] = options[at % options.length] ?? ["", []];
      const select = document.getElementById(id) as HTMLSelectElement;
      const value = values[Math.floor(at / options.length) % values.length] ?? "";
      const before = numbers();
      const began = performance.now();
      if (typeof value === "number") select.selectedIndex = value;
      else select.value = value;
      const changed = new Promise<number>((resolve, reject) => {
        const observer = new MutationObserver(() => {
          if (numbers() === before) return;
          observer.disconnect();
          resolve(performance.now() - began);
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
        setTimeout(() => reject(new Error(`no new numbers for ${id} ${value}`)), 20_000);
      });
      select.dispatchEvent(new Event("change", { bubbles: true }));
      const inPage = await changed;
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      return [inPage, performance.now() - began];
    };
    const times: number[] = [];
    const painted: number[] = [];
    for (let at = 0; at < changes; at += 1) {
      const [inPage, shown] = await change(at);
      times.push(inPage);
      painted.push(shown);
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    return { times, painted, tasks: tasks.map(({ duration }) => duration) };
  }, FILTER_CHANGES);
  print("a changed filter to new numbers, median", milliseconds(percentile(times, 50)), "");
  print("a changed filter to new numbers, p95", milliseconds(percentile(times, 95)), "50 ms");
  print("the same with the frame that shows them, p95", milliseconds(percentile(painted, 95)), "");
  print("longest task of the page meanwhile", longest(tasks), "50 ms");
}

/** Adds a name to a brand, and prints how long the search through all answers takes. */
async function editBrand(page: Page, platform: ScriptedPlatform): Promise<void> {
  const [, brand] = platform.brands;
  if (!brand) return;
  await page.goto(`${platform.url}/brands`);
  const row = page.getByRole("row", { name: brand.name });
  await row.getByRole("link", { name: /of [\d,]+ answers/ }).waitFor();
  await row.getByRole("button", { name: `Edit “${brand.name}”` }).click();
  const form = page.getByRole("dialog");
  await form.getByRole("textbox", { name: "Other names" }).fill("battery");
  await page.evaluate((id) => {
    const numbers = () => document.querySelector(`tr:has(a[href*="${id}"]) td`)?.textContent;
    const state = { progress: new Set<string>(), began: 0, first: 0, took: 0 };
    (window as unknown as { tasks: Task[] }).tasks.length = 0;
    const before = numbers();
    const isCounted = (text?: string | null) => /of [\d,]+ answers/.test(text ?? "");
    document.addEventListener("submit", () => (state.began = performance.now()), { capture: true, once: true });
    new MutationObserver((_, observer) => {
      const shown = document.querySelector(".coverage progress")?.getAttribute("aria-valuetext");
      if (shown && state.began) {
        state.first ||= performance.now() - state.began;
        state.progress.add(shown);
      }
      const now = numbers();
      if (!isCounted(now) || now === before) return;
      observer.disconnect();
      state.took = performance.now() - state.began;
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    Object.assign(window, { search: state });
  }, brand.id);
  await form.getByRole("button", { name: "Save" }).click();
  type Search = { search: { progress: Set<string>; first: number; took: number } };
  await page.waitForFunction(() => (window as unknown as Search).search.took, undefined, { timeout: 60_000 });
  const { took, first, steps, tasks } = await page.evaluate(() => {
    const { search, tasks } = window as unknown as Search & { tasks: Task[] };
    return { ...search, steps: search.progress.size, tasks: tasks.map(({ duration }) => duration) };
  });
  print("a brand edited to all answers searched", seconds(took), "5 s");
  print("progress shown meanwhile", steps > 0 ? `${steps} times, first after ${milliseconds(first)}` : "never", "shown");
  print("longest task of the page meanwhile", longest(tasks), "50 ms");
}

/** The memory of the worker: of its program, which never shrinks, and of JavaScript. */
async function workerMemory(page: Page): Promise<string> {
  const [worker] = page.workers();
  if (!worker) throw new Error("the page has no worker");
  const program = await worker.evaluate(programMemory);
  return `${megabytes(program + (await workerHeap(page)))} (program ${megabytes(program)})`;
}

/**
 * The bytes of JavaScript in the worker, after two collections: the first one frees streams, the second one their buffers. Playwright
 * has no session for workers, so the messages pass through the page's.
 */
async function workerHeap(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  // The service worker is attached too.
  const attached = new Promise<{ sessionId: string }>((resolve) => {
    devtools.on("Target.attachedToTarget", (target) => target.targetInfo.type === "worker" && resolve(target));
  });
  await devtools.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  const { sessionId } = await attached;
  const methods = ["HeapProfiler.collectGarbage", "HeapProfiler.collectGarbage", "Runtime.getHeapUsage"];
  const reply = new Promise<HeapUsage>((resolve) => {
    devtools.on("Target.receivedMessageFromTarget", ({ message }) => {
      const { id, result } = JSON.parse(message) as { id?: number; result: HeapUsage };
      // Events of the worker have no id.
      if (id === methods.length) resolve(result);
    });
  });
  for (const [at, method] of methods.entries()) {
    await devtools.send("Target.sendMessageToTarget", { sessionId, message: JSON.stringify({ id: at + 1, method }) });
  }
  const { usedSize, backingStorageSize } = await reply;
  await devtools.detach();
  return usedSize + backingStorageSize;
}

/** The memory of the page at an address, in bytes: of its program and of JavaScript, after a collection. */
async function pageMemory(page: Page, address: string): Promise<number> {
  await page.goto(address);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForLoadState("networkidle");
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("HeapProfiler.collectGarbage");
  const { usedSize } = await devtools.send("Runtime.getHeapUsage");
  await devtools.detach();
  return usedSize + (await page.evaluate(programMemory));
}

/** The bytes of the program of a page or a worker. */
function programMemory(): number {
  return (globalThis as unknown as { benchMemory: WebAssembly.Memory }).benchMemory.buffer.byteLength;
}

/** The value that `percent` of the values do not exceed. */
function percentile(values: number[], percent: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? Number.NaN;
}

function longest(tasks: number[]): string {
  return tasks.length === 0 ? "under 50 ms" : `${milliseconds(Math.max(...tasks))} (${tasks.length} over 50 ms)`;
}

function print(name: string, value: string, aim: string): void {
  console.log(`  ${name.padEnd(46)}${value.padStart(34)}${aim && `  aim: ${aim}`}`);
}

const milliseconds = (value: number) => `${value.toFixed(0)} ms`;
const seconds = (value: number) => `${(value / 1_000).toFixed(1)} s`;
const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;
