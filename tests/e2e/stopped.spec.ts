import type { Page } from "@playwright/test";
import { passTimeUntil } from "../clock";
import { expect, organizationTest, test } from "../fixtures";
import { goTo, visit } from "../sign-in";

const RELOAD = "새로고침 · Reload";
const TRAPPED = /오류가 생겨 멈췄어요.*stopped because of an error\./s;
const MISSING = /파일을 불러오지 못했어요.*could not be loaded\./s;
/** The time, the build and the place. */
const REFERENCE = /\d{4}-\d\d-\d\dT[\d:.]+Z [0-9a-f]{16} \S+/;

function cover(page: Page) {
  return page.getByRole("dialog", { name: "Answerdeck" });
}

/** How a program stops: a trap in a timer, or an exception from JavaScript that the console's program does not expect. */
const ways: [name: string, stop: () => void][] = [
  [
    "a trap",
    () => {
      // A module with one function: `unreachable`.
      const code = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, 10, 5, 1, 3, 0, 0, 11];
      const { f } = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(code))).exports as { f: () => void };
      setTimeout(f);
    },
  ],
  [
    "an exception within the program",
    () => {
      Object.defineProperty(document, "title", {
        set() {
          throw new Error("no title");
        },
      });
    },
  ],
];

organizationTest("a program that stops covers the page with a reference and a button that reloads it", async ({ page, labels, step }) => {
  for (const [name, stop] of ways) {
    await step(name, async () => {
      await visit(page, labels, "/prompt-sets");
      await page.evaluate(stop);
      await page.getByRole("navigation", { name: labels.main }).getByRole("link", { name: labels.runs, exact: true }).evaluate((link: HTMLElement) => link.click());
      await expect(cover(page)).toContainText(TRAPPED);
      await expect(cover(page).locator("code")).toHaveText(new RegExp(`^${REFERENCE.source}$`));
      await expect(cover(page).locator("code")).toContainText("wasm-function");
      for (let press = 0; press < 3; press++) await page.keyboard.press("Escape");
      await expect(cover(page)).toBeVisible();
      await cover(page).getByRole("button", { name: RELOAD }).click();
      await expect(cover(page)).toHaveCount(0);
      await goTo(page, labels, labels.promptSets);
    }, /unreachable|no title/);
  }
});

test("a start without one of its files reloads the page once, then says that a file is missing", async ({ page, labels, step }) => {
  for (const file of ["start-*.js", "app-*.wasm", "app-*.css", "sign_in_page-*.wasm"]) {
    await step(`a start without ${file}`, async () => {
      let starts = 0;
      page.on("request", (request) => request.isNavigationRequest() && starts++);
      await page.route(`**/${file}`, (route) => route.fulfill({ status: 404 }));
      await page.goto("/").catch(() => undefined);
      await expect(cover(page)).toContainText(MISSING);
      await expect(cover(page).locator("code")).toHaveText(new RegExp(`^${REFERENCE.source}$`));
      expect(starts).toBe(2);

      // It is not reloaded again by itself.
      await cover(page).getByRole("button", { name: RELOAD }).click();
      await expect.poll(() => starts).toBe(3);
      await expect(cover(page)).toContainText(MISSING);
      expect(starts).toBe(3);
      await page.unroute(`**/${file}`);
      await cover(page).getByRole("button", { name: RELOAD }).click();
      await expect(page.getByRole("button", { name: labels.signIn, exact: true })).toBeVisible();
    }, /status of 404/, /wasm/);
  }
});

test("a start whose files fail for a while says so", async ({ page, pageErrors }) => {
  pageErrors.expect(/status of 503/);
  await page.route(/sign_in_page-\w+\.wasm/, (route) => route.fulfill({ status: 503 }));
  await page.clock.install();
  await page.goto("/");
  await passTimeUntil(page, () => expect(cover(page)).toContainText(MISSING, { timeout: 1 }));
});

test("a browser that stores nothing is not reloaded", async ({ page, pageErrors }) => {
  pageErrors.expect(/status of 404/);
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, "sessionStorage", {
      get() {
        throw new DOMException("blocked", "SecurityError");
      },
    });
  });
  let starts = 0;
  page.on("request", (request) => request.isNavigationRequest() && starts++);
  await page.route("**/sign_in_page-*.wasm", (route) => route.fulfill({ status: 404 }));
  await page.goto("/");
  await expect(cover(page)).toContainText(MISSING);
  expect(starts).toBe(1);
});
