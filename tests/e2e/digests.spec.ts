import type { Locator, Page } from "@playwright/test";
import { expectFits, expectNoHorizontalScroll } from "../accessibility";
import { demoTest, expect, koreanDemoTest, koreanOrganizationTest } from "../fixtures";
import type { Labels } from "../labels";
import { expectFitsInBothLanguages, inBothLanguages } from "../language";
import { changeResponses, demo } from "../platform";
import { follow, visit } from "../sign-in";

const { platform } = demo();

interface Digest {
  id: string;
  findings: {
    from: string;
    to: string;
    brand: { mentionRate: { numerator: number } };
    sourceGap: { answers: number; rivals: { id: string; name: string }[] };
    sample: { answers: number };
  };
}

async function newest(): Promise<Digest> {
  const [digest] = (await platform.read<{ digests: Digest[] }>("v1beta/platform/digests")).digests;
  if (!digest) throw new Error("the demo has no digest");
  return digest;
}

const section = (page: Page, labels: Labels): Locator => page.getByRole("region", { name: labels.weeklyDigest, exact: true });
const lines = (page: Page): Locator => page.getByRole("main").locator(".digest-lines").getByRole("link");

koreanDemoTest("the newest digest is open, each line leads to its numbers, and a week without news says so", async ({ page, labels, step }) => {
  await step("the newest digest is open, each line leads to its numbers, and others are opened from the list", async () => {
    const digest = await newest();
    const { id, findings } = digest;
    const weekBefore = (time: string) => new Date(Date.parse(time) - 7 * 86_400_000).toISOString();
    const older = { ...digest, id: "Q".repeat(22), findings: { ...findings, from: weekBefore(findings.from), to: weekBefore(findings.to) } };
    await page.route("**/v1beta/platform/digests", (route) => route.fulfill({ json: { digests: [digest, older], nextCursor: null } }));
    await visit(page, labels, "/runs");
    await page.getByRole("heading", { level: 1 }).press("g");
    await page.keyboard.press("d");
    await expect(page.getByRole("heading", { level: 1, name: labels.digests, exact: true })).toBeFocused();
    await expect(lines(page)).toHaveCount(5);
    const numbers = ({ nOf }: Labels) => nOf(findings.brand.mentionRate.numerator, findings.sample.answers);
    await inBothLanguages(page, labels, async (labels) => {
      await expect(lines(page).first()).toContainText(numbers(labels));
      await expect(page.getByText(labels.standInsOfDigest)).toBeVisible();
    });
    await expectFits(page, "the newest digest", 1440);
    const week = await page.locator("#digest-week").innerText();
    const row = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: week, exact: true }) });
    await expect(row).toHaveAttribute("aria-current", "true");
    await row.getByRole("link").press("Enter");
    await expect(page).toHaveURL(`/digests/${id}`);
    await expect(lines(page)).toHaveCount(5);
    await page.reload();
    await expect(page.locator("#digest-week")).toHaveText(week);
    const gap = lines(page).nth(2);
    await expect(gap).toHaveAttribute("href", /^\/prompts\?from=[^&]+&to=[^&]+&route=\w+&sort=-gap$/);
    const prompts = await gap.innerText();
    await gap.click();
    await expect(page.getByRole("main").locator(".finding")).toContainText(prompts);
    await page.goBack();
    const sources = lines(page).nth(3);
    await expect(sources).toHaveAttribute("href", /^\/sources\?.*&domain=[^&]+&names=/);
    await sources.click();
    const behind = page.getByRole("region", { name: labels.answers, exact: true });
    await expect(behind.getByText(labels.answersAbout(findings.sourceGap.answers), { exact: true })).toBeVisible();
    await page.goBack();
    await lines(page).first().click();
    await expect(page).toHaveURL(
      ({ pathname, searchParams }) =>
        pathname === "/overview" && searchParams.get("from") === findings.from && searchParams.get("to") === findings.to,
    );
    await expect(page.getByRole("main").locator(".finding")).toContainText(numbers(labels));
  });
  await step("a week without news says so, and texts of others are shown as they are", async () => {
    const hostile = "<img src=x onerror=alert(1)>\u202Eevil";
    const { digests } = await platform.read<{ digests: Digest[] }>("v1beta/platform/digests");
    const [first] = digests;
    const quiet = { ...first?.findings, outcome: "NOTHING_MOVED", alertCount: 0, alerts: [], failedItemCount: 12, skippedDueTimeCount: 0 };
    const named = { ...quiet.brand, brand: { id: "B".repeat(22), name: hostile }, moved: undefined };
    const empty = { ...quiet, outcome: "NO_ANSWERS", sample: { answers: 0, prompts: 0, tier: "EXPLORATORY" }, brand: undefined, rival: undefined, promptGap: undefined, sourceGap: undefined, newPage: undefined };
    await page.route("**/v1beta/platform/digests", (route) =>
      route.fulfill({
        json: {
          digests: [
            { ...first, findings: { ...quiet, brand: named } },
            { ...first, id: "Q".repeat(22), findings: empty },
          ],
          nextCursor: null,
        },
      }),
    );
    await visit(page, labels, "/digests");
    await expect(page.getByRole("main").locator(".digest-finding")).toContainText("<img src=x onerror=alert(1)>");
    await expect(page.getByRole("main").locator("img")).toHaveCount(0);
    await inBothLanguages(page, labels, async (labels) => {
      await expect(page.getByRole("main").locator(".digest-finding")).toContainText(labels.nothingMoved);
      await expect(page.getByRole("cell", { name: labels.weekWithoutAnswers, exact: true })).toBeVisible();
    });
    const failed = lines(page).last();
    await expect(failed).toHaveAttribute("href", /^\/answers\?from=[^&]+&to=[^&]+&status=failed$/);
    await failed.click();
    await expect(page.getByRole("list", { name: labels.conditions })).toContainText(/상태\s*실패/);
    await expect(page.getByRole("checkbox")).toHaveCount(0);
  });
});

koreanOrganizationTest("the settings of digests are checked and saved, and without a digest the page says when the first is made or that they are off", async ({
  page,
  labels,
  platform,
  step,
}) => {
  await step("the settings offer the language of the console, and a phone has room for them", async () => {
    await visit(page, labels, "/settings");
    await page.setViewportSize({ width: 320, height: 640 });
    await inBothLanguages(page, labels, async (labels) => {
      await section(page, labels).getByRole("button", { name: labels.digestSettings }).click();
      const form = page.getByRole("dialog", { name: labels.digestSettings });
      await expect(form.getByLabel(labels.digestLanguage, { exact: true })).toHaveValue(labels.tag);
      await expectNoHorizontalScroll(page, `the form of the settings of digests in the language ${labels.tag}`);
      await form.getByRole("button", { name: labels.cancel }).click();
    });
  });
  await step("the settings offer the zone of the browser, mark addresses that are none, and are saved", async () => {
    await visit(page, labels, "/settings");
    const digests = section(page, labels);
    await expect(digests.getByText(labels.noEmail)).toBeVisible();
    await digests.getByRole("button", { name: labels.digestSettings }).click();
    const form = page.getByRole("dialog", { name: labels.digestSettings });
    await expect(form.getByLabel(labels.timeZone, { exact: true })).toHaveValue("Asia/Seoul");
    await form.getByLabel(labels.weekday, { exact: true }).selectOption("FRIDAY");
    await form.getByLabel(labels.scheduleTime, { exact: true }).fill("17:30");
    const recipients = form.getByRole("textbox", { name: labels.recipients });
    await recipients.fill("kim@nurio.example");
    await recipients.press("Enter");
    await recipients.fill("lee@");
    await form.getByRole("button", { name: labels.save }).click();
    await expect(form.getByText(labels.invalidRecipient, { exact: true })).toBeVisible();
    await expect(recipients).toBeFocused();
    await expect(form.locator(".chip[data-invalid]")).toHaveText(["lee@"]);
    await expectFits(page, "the form of the settings of digests", 1440);
    await form.getByRole("button", { name: labels.removeEntry("lee@") }).click();
    await form.getByRole("button", { name: labels.save }).click();
    await expect(digests.getByText("kim@nurio.example", { exact: true })).toBeVisible();
    await inBothLanguages(page, labels, async (labels) => {
      await expect(section(page, labels).getByText(labels.everyFriday)).toBeVisible();
    });
    expect(await platform.read("v1beta/platform/digest-settings")).toMatchObject({
      weekday: "FRIDAY",
      time: "17:30",
      timeZone: "Asia/Seoul",
      language: "ko",
      recipients: ["kim@nurio.example"],
    });
    await expectFits(page, "the settings of digests", 1440);
  });
  await step("without a digest, the page says when the first is made, or where to turn them on", async () => {
    await visit(page, labels, "/digests");
    await inBothLanguages(page, labels, async (labels) => {
      await expect(page.getByRole("heading", { name: labels.noDigests })).toBeVisible();
      await expect(page.getByText(labels.firstDigest)).toBeVisible();
    });
    await expectFitsInBothLanguages(page, labels, "no digest", 1440);
    await page.getByRole("main").getByRole("link", { name: labels.digestSettings, exact: true }).click();
    const form = page.getByRole("dialog", { name: labels.digestSettings });
    await form.getByRole("button", { name: labels.cancel }).click();
    const heading = section(page, labels).getByRole("heading", { name: labels.weeklyDigest, exact: true });
    await expect(heading).toBeFocused();
    await expect(heading).toBeInViewport();
    await section(page, labels).getByRole("button", { name: labels.digestSettings }).click();
    await form.getByRole("checkbox", { name: labels.makeDigests }).uncheck();
    await form.getByRole("button", { name: labels.save }).click();
    await expect(page.getByText(labels.digestSettingsSaved)).toBeVisible();
    expect(await platform.read("v1beta/platform/digest-settings")).toMatchObject({ enabled: false });
    await follow(page, "/digests");
    await expect(page.getByRole("heading", { name: labels.digestsAreOff })).toBeVisible();
  });
});

demoTest("the only digest is open, one that does not exist says so, and so does a recipient that the mail server refused", async ({
  page,
  labels,
  step,
}) => {
  await step("the only digest is open, and not listed again", async () => {
    const digest = await newest();
    await page.route("**/v1beta/platform/digests", (route) => route.fulfill({ json: { digests: [digest], nextCursor: null } }));
    await visit(page, labels, "/digests");
    await expect(lines(page)).toHaveCount(5);
    await expect(page.getByText(/^Newest digest: /)).toBeVisible();
    await expect(page.getByRole("rowheader")).toHaveCount(0);
    await visit(page, labels, `/digests/${digest.id}`);
    await expect(lines(page)).toHaveCount(5);
    await expect(page.getByText(/^Newest digest: /)).toBeVisible();
    await expect(page.getByRole("rowheader")).toHaveCount(0);
  });
  await step("the gap of a source leads to its rivals, without one of a prompt, and to none that are deleted", async () => {
    const { findings, ...digest } = await newest();
    const { rivals } = findings.sourceGap;
    const deleted = { id: "B".repeat(22), name: "Kelvor" };
    const found = { ...findings, promptGap: undefined, sourceGap: { ...findings.sourceGap, rivals: [deleted, ...rivals] } };
    await page.route("**/v1beta/platform/digests", (route) => route.fulfill({ json: { digests: [{ ...digest, findings: found }], nextCursor: null } }));
    await visit(page, labels, "/digests");
    const names = rivals.map(({ id }) => `&names=${id}`).join("");
    await expect(lines(page).nth(2)).toHaveAttribute("href", new RegExp(`^/sources\\?.*&domain=[^&]+${names}$`));
  });
  await step("a digest that does not exist and a malformed address say so, beside the list", async () => {
    for (const id of ["short", "0".repeat(22)]) {
      await page.goto(`/digests/${id}`);
      await expect(page.locator(".state-panel").getByRole("link")).toHaveAttribute("href", "/digests");
      await expect(page.getByRole("rowheader").first()).toBeVisible();
    }
  }, /status of 404/);
  await step("a recipient that the mail server refused says why", async () => {
    const mailStatuses = [
      { address: "kim@nurio.example", sentAt: new Date(Date.now() - 3_600_000).toISOString() },
      { address: "lee@nurio.example", lastError: "550 no such user" },
    ];
    const recipients = mailStatuses.map(({ address }) => address);
    await changeResponses(page, "**/digest-settings", (settings) => ({ ...settings, emailAvailable: true, recipients, mailStatuses }));
    await visit(page, labels, "/settings");
    const digests = section(page, labels);
    await expect(digests.getByText("The newest digest was not sent: 550 no such user")).toBeVisible();
    await expect(digests.getByText("Sent 1 hour ago")).toBeVisible();
    await expect(digests.getByText(labels.noEmail)).toHaveCount(0);
  });
});
