import { expect, type Page, test } from "@playwright/test";
import { expectNoHorizontalScroll } from "../accessibility";
import { type Labels, labelsOf, languages } from "../labels";
import { type Server, startServer } from "../server";
import { storeSession } from "../sign-in";

const KEYWORDS = encodeURIComponent("무선 이어폰\n노이즈 캔슬링 이어폰\n러닝화");
const THEMES = ["light", "dark"] as const;
const WIDTHS = [320, 768, 1440];
const HEIGHT = 900;
/** The pages that the README shows. */
const IN_README = ["overview", "models", "brand", "sources"];

let server: Server;

test.beforeAll(async () => {
  server = await startServer();
});

test.afterAll(async () => {
  await server?.stop();
});

for (const language of languages) {
  for (const theme of THEMES) {
    test(`${language}, ${theme}`, async ({ browser }) => {
      const labels = labelsOf[language];
      const context = await browser.newContext({
        baseURL: server.url,
        locale: labels.locale,
        colorScheme: theme,
        reducedMotion: "reduce",
      });
      const page = await context.newPage();
      const take = async (name: string) => {
        await settle(page, labels);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: HEIGHT });
          await expectNoHorizontalScroll(page, `${name} at ${width} px`);
          const path = `target/screenshots/${name}-${language}-${theme}-${width}.png`;
          await page.screenshot({ path, fullPage: true });
        }
        await page.setViewportSize({ width: 1440, height: HEIGHT });
      };
      await page.goto("/sign-in");
      await take("sign-in");
      await storeSession(page, server.key, server.url);
      for (const [name, address] of await pages()) {
        await page.goto(address);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await take(name);
        if (language === "en" && theme === "light" && IN_README.includes(name)) {
          await page.setViewportSize({ width: 1280, height: 860 });
          await settle(page, labels);
          await page.screenshot({ path: `docs/pictures/${name}.png` });
        }
      }
      await context.close();
    });
  }
}

/** The name and the address of each page that needs a session. */
async function pages(): Promise<[string, string][]> {
  const { answers } = await read<{ answers: { id: string; promptID: string; runID: string; status: string }[] }>("answers");
  const answer = answers.find(({ status }) => status === "SUCCESS");
  const { brands } = await read<{ brands: { id: string }[] }>("brands");
  return [
    ["overview", "/overview"],
    ["brands", "/brands"],
    ["brand", `/brands/${brands[0]?.id}`],
    ["sources", "/sources"],
    ["fan-outs", "/fan-outs"],
    ["words", "/words"],
    ["keywords", `/keywords?q=${KEYWORDS}`],
    ["keywords-of-both", `/keywords?provider=both&q=${KEYWORDS}`],
    ["site-keywords", "/site-keywords"],
    ["prompt-sets", "/prompt-sets"],
    ["prompts", "/prompts"],
    ["prompt", `/prompts/${answer?.promptID}`],
    ["models", `/prompts/${answer?.promptID}/models`],
    ["runs", "/runs"],
    ["new-run", "/runs/new"],
    ["run", `/runs/${answer?.runID}`],
    ["schedules", "/schedules"],
    ["new-schedule", "/schedules/new"],
    ["answers", "/answers"],
    ["search", `/answers?q=${encodeURIComponent("이어폰")}`],
    ["answer", `/answers/${answer?.id}`],
    ["alerts", "/alerts"],
    ["digests", "/digests"],
    ["settings", "/settings"],
    ["not-found", "/nowhere"],
  ];
}

async function read<T>(list: string): Promise<T> {
  const answer = await fetch(`${server.url}/api/v1/platform/${list}?limit=20`, { headers: { "API-Key": server.key } });
  return (await answer.json()) as T;
}

/** Waits until nothing on the page is being loaded. */
async function settle(page: Page, labels: Labels): Promise<void> {
  await page.waitForLoadState("networkidle");
  await expect(page.locator(".skeleton")).toHaveCount(0);
  await expect(page.getByText(labels.loading)).toHaveCount(0);
}
