import { expect, type Locator, type Page, type Request } from "@playwright/test";
import type { Labels } from "./labels";
import { Platform } from "./platform";

/** Finishes runs of one prompt. Returns their ids. */
export async function finishRuns(key: string, count: number): Promise<string[]> {
  const platform = new Platform(key);
  const promptSetID = await platform.createSet("Kept", ["Which running shoes are light?"]);
  return submitAndFinish(platform, Array.from({ length: count }, () => ({ promptSetID, models: ["CHATGPT"] })));
}

/** Submits runs and waits until they are finished. Returns their ids. */
export async function submitAndFinish(platform: Platform, submissions: object[]): Promise<string[]> {
  const runs: string[] = [];
  for (const submission of submissions) {
    runs.push((await platform.write<{ id: string }>("v1/platform/runs", submission)).id);
  }
  for (const id of runs) {
    const status = async () => (await platform.read<{ status: string }>(`v1/platform/runs/${id}`)).status;
    await expect.poll(status, { timeout: 60_000 }).toBe("FINISHED");
  }
  return runs;
}

/** The requests of a page and its worker for lists of answers, without those that the rate limit refuses. */
export function recordAnswerLists(page: Page): string[] {
  const seen: string[] = [];
  const query = (request: Request): string | undefined => {
    const url = new URL(request.url());
    return url.pathname === "/api/v1/platform/answers" ? url.search : undefined;
  };
  page.on("request", (request) => {
    const search = query(request);
    if (search !== undefined) seen.push(search);
  });
  page.on("response", (response) => {
    const search = response.status() === 429 ? query(response.request()) : undefined;
    if (search !== undefined) seen.splice(seen.indexOf(search), 1);
  });
  return seen;
}

/** The section of the settings page about kept answers. */
export function keptAnswers(page: Page, labels: Labels): Locator {
  return page.getByRole("region", { name: labels.keptAnswers });
}

/** Opens the settings page and waits until all answers are kept. Returns the progress as text. */
export async function readAll(page: Page, labels: Labels): Promise<string> {
  await page.goto("/settings");
  return untilRead(page, labels);
}

/** Waits until all answers are kept. Returns the progress as text. */
export async function untilRead(page: Page, labels: Labels): Promise<string> {
  const section = keptAnswers(page, labels);
  await expect(section.getByText(labels.allRead)).toBeVisible({ timeout: 40_000 });
  return (await section.getByRole("progressbar").getAttribute("aria-valuetext")) ?? "";
}

/** The names of the console's databases in this browser. */
export async function databases(page: Page): Promise<string[]> {
  return page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ""));
}

/** Deletes the console's databases, as a browser does that needs space. */
export async function evict(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const { name = "" } of await indexedDB.databases()) {
      await new Promise<void>((resolve, reject) => {
        const request = indexedDB.deleteDatabase(name);
        request.onsuccess = () => resolve();
        request.onerror = () => reject(request.error);
      });
    }
  });
}

/** Makes a database, as another version of the console would. */
export async function createDatabase(page: Page, name: string): Promise<void> {
  await page.evaluate(
    (name) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result.close());
        request.onerror = () => reject(request.error);
      }),
    name,
  );
}

/** The bytes of a kept record, as they are stored on the device. */
export async function readRecord(page: Page, key: string): Promise<number[]> {
  return page.evaluate(async (key) => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const [{ name = "" } = {}] = await indexedDB.databases();
    const database = await settled(indexedDB.open(name));
    const record = (await settled(database.transaction("records").objectStore("records").get(key))) as ArrayBuffer;
    database.close();
    return [...new Uint8Array(record)];
  }, key);
}

/** Changes the kept records whose keys begin with `prefix`, as a failing device would. */
export async function damage(page: Page, prefix: string): Promise<number> {
  return page.evaluate(async (prefix) => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const [{ name = "" } = {}] = await indexedDB.databases();
    const database = await settled(indexedDB.open(name));
    const records = database.transaction("records", "readwrite").objectStore("records");
    const keys = (await settled(records.getAllKeys())).filter((key) => String(key).startsWith(prefix));
    for (const key of keys) {
      const record = new Uint8Array((await settled(records.get(key))) as ArrayBuffer);
      record[record.length >> 1] = (record[record.length >> 1] ?? 0) ^ 1;
      await settled(records.put(record, key));
    }
    database.close();
    return keys.length;
  }, prefix);
}
