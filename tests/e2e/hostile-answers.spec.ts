import type { Page } from "@playwright/test";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expectAccessible, expectNoHorizontalScroll } from "../accessibility";
import { expect, test } from "../fixtures";
import { Platform } from "../platform";
import { submitAndFinish } from "../runs";
import { type Server, startServer } from "../server";
import { storeSession, visit } from "../sign-in";
import type { Labels } from "../labels";

const FIXTURES = fileURLToPath(new URL("../../crates/server/tests/fixtures/hostile-corpus", import.meta.url));
/** Each prompt, and text that its answer shows inertly. */
const HOSTILE: Record<string, string | RegExp> = {
  "hostile script tags": "<script>window.hostile = true</script>",
  "hostile event handlers": "onerror=",
  "hostile javascript links": "javascript:window.hostile=true",
  "hostile data addresses": "data:text/html;base64,",
  "hostile direction overrides": /Hostile direction overrides/,
  "hostile nesting": /hostile nesting of/,
};
const HUGE = ["hostile megabyte", "hostile table"];

interface Answer {
  id: string;
  query: string;
  status: string;
}

test.describe.configure({ mode: "serial" });

let corpus: string;
let server: Server;
let answers: Map<string, string>;

test.beforeAll(async () => {
  corpus = await mkdtemp(join(tmpdir(), "answerdeck-hostile-"));
  await cp(FIXTURES, corpus, { recursive: true });
  await writeHuge(corpus);
  server = await startServer(["--corpus", corpus, "--item-pause", "0"]);
  const platform = new Platform(server.key, server.url);
  // The names of brands are as untrusted as the answers in which they are marked.
  await platform.write("v1/platform/brands", { name: "<b>Hos\u202etile</b>", synonyms: ["hostile"] });
  answers = await ask(platform, [...Object.keys(HOSTILE), ...HUGE]);
});

test.afterAll(async () => {
  await server?.stop();
  await rm(corpus, { recursive: true, force: true });
});

/** Writes a document of a megabyte and a table of fifty thousand cells. */
async function writeHuge(folder: string): Promise<void> {
  const head = (name: string) =>
    ["+++", `url = "https://${name}.example/"`, `title = "${name}"`, 'site = "blog"', 'language = "en"', "age_days = 1", "+++", ""]
      .join("\n");
  await writeFile(join(folder, "megabyte.md"), `${head("megabyte")}Hostile megabyte ${"word ".repeat(210_000)}.\n`);
  const row = `|${" hostile table |".repeat(50)}\n`;
  const table = `${row}|${"---|".repeat(50)}\n${row.repeat(1_000)}`;
  await writeFile(join(folder, "table.md"), `${head("table")}${table}`);
}

/** Runs prompts, and returns the answer id of each. */
async function ask(platform: Platform, prompts: string[]): Promise<Map<string, string>> {
  const promptSetID = await platform.createSet("Hostile", prompts);
  const [run] = await submitAndFinish(platform, [{ promptSetID, models: ["CHATGPT"] }]);
  const list = await platform.read<{ answers: Answer[] }>(`v1/platform/answers?runID=${run}&limit=100`);
  expect(list.answers.map(({ query, status }) => `${query}: ${status}`).sort()).toEqual(
    prompts.map((prompt) => `${prompt}: SUCCESS`).sort(),
  );
  return new Map(list.answers.map(({ query, id }) => [query, id]));
}

/** Asserts that the document produced only text and links to web pages. */
async function expectInert(page: Page): Promise<void> {
  const found = await page.evaluate(() => {
    const elements = [...document.querySelectorAll("*")];
    const links = [...document.body.querySelectorAll("[href], [src], [srcdoc], [action], [formaction]")];
    return {
      ran: "hostile" in window,
      handlers: elements.flatMap((element) =>
        element.getAttributeNames().filter((name) => name.startsWith("on")).map((name) => `${element.localName} ${name}`),
      ),
      addresses: links
        .flatMap((element) => ["href", "src", "action", "formaction"].map((name) => element.getAttribute(name)))
        .filter((address): address is string => address !== null)
        .filter((address) => !/^https?:$/.test(new URL(address, location.href).protocol)),
      elements: [...document.querySelectorAll("main :is(script, style, iframe, object, embed, img, form, base, meta, link)")]
        .map((element) => element.localName),
    };
  });
  expect(found).toEqual({ ran: false, handlers: [], addresses: [], elements: [] });
}

/** Asserts that the page still scrolls, opens its details and returns to the top. */
async function expectUsable(page: Page, labels: Labels, title: string): Promise<void> {
  const body = page.getByRole("region", { name: labels.answerText });
  await expect(body).toBeVisible();
  // The text is drawn once more when its brands are known.
  await expect(body.getByText("Looking for brands.")).toHaveCount(0);
  const searches = page.getByRole("region", { name: labels.fanouts });
  await searches.scrollIntoViewIfNeeded();
  await searches.getByText("How is this counted?").click();
  await expect(searches.getByText("Every search that the model ran", { exact: false })).toBeVisible();
  await searches.getByText("How is this counted?").click();
  await expect(searches.getByText("Every search that the model ran", { exact: false })).toBeHidden();
  await page.keyboard.press("End");
  await expect.poll(() => page.evaluate(() => scrollY + innerHeight >= document.body.scrollHeight - 1)).toBe(true);
  await page.keyboard.press("Home");
  await expect(page.getByRole("heading", { level: 1, name: title, exact: true })).toBeInViewport();
  await expectNoHorizontalScroll(page, "the answer");
}

test("hostile answers are rendered as inert text", async ({ page, labels, step }) => {
  const open = (query: string) => visit(page, labels, `${server.url}/answers/${answers.get(query)}`);
  await storeSession(page, server.key, server.url);
  for (const [query, text] of Object.entries(HOSTILE)) {
    await step(query, async () => {
      await open(query);
      const body = page.getByRole("region", { name: labels.answerText });
      await expect(body).toContainText(text);
      await expect(body.locator(".prose mark").first()).toHaveAttribute("title", "<b>Hostile</b>");
      await expectInert(page);
      await expectUsable(page, labels, query);
      await expectAccessible(page, query);
    });
  }
  await step("the list of answers", async () => {
    await visit(page, labels, `${server.url}/answers`);
    for (const query of Object.keys(HOSTILE)) await expect(page.getByRole("table").getByRole("link", { name: query })).toBeVisible();
    await expectInert(page);
  });
  await step("a source with an unsafe URL is named but not linked", async () => {
    await open("hostile javascript links");
    const sources = page.getByRole("region", { name: labels.sources });
    await expect(sources.getByText("Links <b>pressed</b>", { exact: false })).toBeVisible();
    await expect(sources.getByRole("link", { name: "Links <b>pressed</b>" })).toHaveCount(0);
    await expect(sources.getByText("Unsafe address, not linked", { exact: false })).toBeVisible();
  });
  await step("direction overrides do not reorder text", async () => {
    await open("hostile direction overrides");
    await expect(page.getByRole("region", { name: labels.answerText })).toContainText("Hostile direction");
    const controls = /[\u202a-\u202e\u2066-\u2069]/;
    expect(await page.getByRole("main").innerText()).not.toMatch(controls);
  });
});

test("huge answers are shown in part and the page stays usable", async ({ page, labels, step }) => {
  await storeSession(page, server.key, server.url);
  for (const query of HUGE) {
    await step(query, async () => {
      await visit(page, labels, `${server.url}/answers/${answers.get(query)}`);
      await expectUsable(page, labels, query);
      await expectInert(page);
      const nodes = await page.evaluate(() => document.querySelectorAll("*").length);
      expect(nodes).toBeLessThan(20_000);
      const more = page.getByRole("region", { name: labels.answerText }).getByRole("button", { name: /^Show/ }).first();
      await more.click();
      await expectUsable(page, labels, query);
      await page.getByRole("main").getByRole("link", { name: labels.answers, exact: true }).click();
      await expect(page.getByRole("table").getByRole("link", { name: query })).toBeVisible();
    });
  }
});
