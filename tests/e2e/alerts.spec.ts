import type { Page } from "@playwright/test";
import { demoTest, expect, koreanDemoTest, koreanOrganizationTest, organizationTest } from "../fixtures";
import { holdRequests } from "../held-requests";
import type { Labels } from "../labels";
import { expectFitsInBothLanguages, inBothLanguages } from "../language";
import { choose } from "../menus";
import { demo } from "../platform";
import { visit } from "../sign-in";

const { platform } = demo();

interface Alert {
  id: string;
  state: string;
  finding: {
    kind: string;
    brand?: { id: string; name: string };
    fromBefore?: string;
    from: string;
    to: string;
    timeZone: string;
    movement?: { moved: number };
  };
}

const alertsOf = async (state = ""): Promise<Alert[]> =>
  (await platform.read<{ alerts: Alert[] }>(`v1beta/platform/alerts?limit=100${state}`)).alerts;

/** The days of a period in a time zone, as the browser writes them. */
const daysOf = (page: Page, { tag }: Labels, from: string, to: string, timeZone: string): Promise<string> =>
  page.evaluate(
    ({ tag, from, to, timeZone }) => new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeZone }).formatRange(new Date(from), new Date(Date.parse(to) - 1)),
    { tag, from, to, timeZone },
  );

const list = (page: Page, labels: Labels) => page.getByRole("region", { name: labels.alerts }).locator(".alerts > li");
const rules = (page: Page, labels: Labels) => page.getByRole("region", { name: labels.alertRules }).locator("tbody tr:visible");

/** What a phone draws after the name of the button "More". */
async function dotOnMore(page: Page, labels: Labels): Promise<string> {
  await page.setViewportSize({ width: 390, height: 844 });
  const more = page.getByRole("navigation").getByRole("button", { name: labels.more, exact: true });
  await expect(more).toBeVisible();
  const dot = await more.evaluate((button) => getComputedStyle(button, "::after").content);
  await page.setViewportSize({ width: 1280, height: 720 });
  return dot;
}

koreanDemoTest("alerts are accessible, fit a phone, and say what moved in words that the demo explains", async ({ page, labels }) => {
  const alerts = await alertsOf();
  expect(alerts.length).toBeGreaterThanOrEqual(2);
  await visit(page, labels, "/alerts");
  await inBothLanguages(page, labels, async (labels) => {
    await expect(list(page, labels)).toHaveCount(alerts.length);
    for (const [index, alert] of alerts.entries()) {
      const { brand, from, fromBefore = "", kind, timeZone, to } = alert.finding;
      const row = list(page, labels).nth(index);
      await expect(row).toContainText(await daysOf(page, labels, from, to, timeZone));
      await expect(row).toContainText(await daysOf(page, labels, fromBefore, from, timeZone));
      await expect(row.getByRole("link").first()).toContainText(brand?.name ?? "");
      await expect(row.getByRole("link").first()).toContainText("%".repeat(kind === "MOVED" ? 1 : 0));
    }
    await expect(list(page, labels).locator("details .number").filter({ hasText: /-\d/ })).toHaveCount(0);
  });
  await list(page, labels).first().getByText(labels.movedMost).click();
  await expectFitsInBothLanguages(page, labels, "alerts", 1440);
});

koreanOrganizationTest("a rule is tried on the past, created once, changed and deleted", async ({ page, labels, pageErrors }) => {
  pageErrors.expect(/status of 409/);
  await visit(page, labels, "/alerts");
  await expect(page.getByText(labels.noAlerts)).toBeVisible();
  await expect(rules(page, labels)).toHaveCount(2);
  await page.getByRole("button", { name: labels.newRule }).click();
  const form = page.getByRole("dialog", { name: labels.newRule });
  await expect(form.getByLabel(labels.ruleMetric)).toBeFocused();
  await form.getByLabel(labels.ruleMetric).selectOption({ label: labels.shareOfDomain });
  await expect(form.getByRole("button", { name: labels.tryOut })).toBeDisabled();
  await form.getByLabel(labels.domain, { exact: true }).fill("blog.example");
  await form.getByLabel(labels.ruleDirection).selectOption({ label: labels.itFalls });
  await form.getByRole("button", { name: labels.save }).click();
  await expect(rules(page, labels)).toHaveCount(3);
  // Every organization begins with this rule.
  await page.getByRole("button", { name: labels.newRule }).click();
  await form.getByRole("button", { name: labels.save }).click();
  await expect(form.getByText(labels.ruleExists)).toBeVisible();
  // That is not said of another rule.
  await form.getByLabel(labels.ruleMetric).selectOption({ label: labels.shareOfDomain });
  await expect(form.getByText(labels.ruleExists)).toBeHidden();
  await form.getByRole("button", { name: labels.cancel }).click();
  const row = rules(page, labels).filter({ hasText: labels.shareOf("blog.example") });
  await choose(row, labels, labels.shareOf("blog.example"), labels.edit);
  const edit = page.getByRole("dialog", { name: labels.editRule });
  await edit.getByLabel(labels.smallestChange).fill("0");
  await edit.getByRole("button", { name: labels.save }).click();
  await expect(edit.getByLabel(labels.smallestChange)).toHaveAttribute("aria-invalid", "true");
  await edit.getByLabel(labels.smallestChange).fill("25");
  await edit.getByRole("button", { name: labels.save }).click();
  await inBothLanguages(page, labels, (labels) =>
    expect(rules(page, labels).filter({ hasText: labels.shareOf("blog.example") })).toContainText("25"),
  );
  await choose(row, labels, labels.shareOf("blog.example"), labels.remove);
  await expect(page.getByText(labels.ruleDeleted)).toBeVisible();
  await expect(rules(page, labels)).toHaveCount(2);
  await page.getByRole("button", { name: labels.undo, exact: true }).click();
  await expect(row.getByRole("button")).toBeFocused();
  await choose(row, labels, labels.shareOf("blog.example"), labels.remove);
  await expect(rules(page, labels)).toHaveCount(2);
});

demoTest("a rule is tried on the past, and an alert leads to its answers, is acknowledged and new again", async ({ page, labels, step }) => {
  await step("a rule is tried on the past twelve weeks, and the link of an alert leads to its answers", async () => {
    await visit(page, labels, "/alerts");
    const trial = page.waitForResponse(/alert-rules\/trial/);
    await page.getByRole("button", { name: labels.newRule }).click();
    const form = page.getByRole("dialog", { name: labels.newRule });
    await form.getByRole("button", { name: labels.tryOut }).click();
    const { fired } = (await (await trial).json()) as { fired: unknown[] };
    await expect(form.getByText(/^It would (have|not have) fired/)).toBeVisible();
    await expect(form.getByRole("button", { name: labels.tryOut })).toBeFocused();
    await expect(form.getByRole("status").getByRole("listitem")).toHaveCount(fired.length);
    await page.keyboard.press("Escape");
    const finding = (await alertsOf())[0]?.finding;
    await list(page, labels).first().getByRole("link").first().click();
    await expect(page).toHaveURL(new RegExp(`from=${encodeURIComponent(finding?.from ?? "")}`));
  });
  await step("an alert about a brand leads to the two rates that it says", async () => {
    await visit(page, labels, "/alerts");
    // The oldest: the answers of other tests are newer.
    const alerts = await alertsOf();
    const at = alerts.map(({ finding }) => finding.kind === "MOVED" && finding.brand !== undefined).lastIndexOf(true);
    const moved = alerts[at]?.finding.movement?.moved ?? 0;
    const link = list(page, labels).nth(at).getByRole("link").first();
    const [, after = ""] = (await link.innerText()).match(/[\d.]+%/g) ?? [];
    await link.click();
    const rate = page.locator(".brand-stats > div").first();
    await expect(rate.locator(".stat")).toHaveText(after);
    await expect(rate.locator(".stat-change")).toContainText(`${moved > 0 ? "+" : "−"}${Math.round(100 * Math.abs(moved))} pts`);
  });
  await step("a prompt and a source that moved lead to their answers of the same time, with the same share", async () => {
    for (const at of [0, 1]) {
      await visit(page, labels, "/alerts");
      const row = list(page, labels).filter({ has: page.getByRole("link", { name: "saebyeok.example" }) });
      await row.getByText(labels.movedMost).click();
      const moved = row.locator(".alert-details ul").nth(at).getByRole("listitem").first();
      const [, share = ""] = (await moved.locator(".number").innerText()).split(" → ");
      await moved.getByRole("link").click();
      await expect(page).toHaveURL(/from=/);
      await expect(page.getByRole("main")).toContainText(`(${share})`);
    }
  });
  await step("an alert is acknowledged and new again, and the navigation counts the new ones", async () => {
    await visit(page, labels, "/alerts");
    const before = (await alertsOf("&state=NEW")).length;
    expect(before).toBeGreaterThan(0);
    const count = page.getByRole("navigation").getByRole("img", { name: labels.newAlerts(before), exact: true });
    await expect(count).toBeVisible();
    await expect(page.getByText(new RegExp(`^${before} new alerts?; the newest `))).toBeVisible();
    const row = list(page, labels).filter({ has: page.getByRole("button", { name: new RegExp(`^${labels.acknowledge}: `) }) }).first();
    const sentence = await row.getByRole("link").first().innerText();
    await row.getByRole("button", { name: `${labels.acknowledge}: ${sentence}` }).click();
    const undo = page.getByRole("button", { name: `${labels.markAsNew}: ${sentence}` });
    await expect(undo.first()).toBeFocused();
    await expect(count).toBeHidden();
    expect((await alertsOf("&state=NEW")).length).toBe(before - 1);
    await undo.first().click();
    await expect(count).toBeVisible();
    expect(await dotOnMore(page, labels)).toBe('""');
    await expect(page.locator(".nav-more-button")).toHaveAccessibleDescription(labels.newAlerts(before));
  });
  await step("two alerts change at the same time", async () => {
    await visit(page, labels, "/alerts");
    const toggle = new RegExp(`^(${labels.acknowledge}|${labels.markAsNew}): `);
    const buttons = [0, 1].map((at) => list(page, labels).nth(at).getByRole("button", { name: toggle }));
    const names = () => Promise.all(buttons.map((button) => button.getAttribute("aria-label")));
    const before = await names();
    const release = await holdRequests(page, /platform\/alerts\/[\w-]+$/);
    for (const button of buttons) await button.click();
    for (const button of buttons) await expect(button).toHaveAttribute("aria-busy", "true");
    release();
    await expect.poll(async () => (await names()).every((name, at) => name !== before[at])).toBe(true);
    for (const button of buttons) await button.click();
    await expect.poll(names).toEqual(before);
  });
});

organizationTest("before the first alert, a phone has no dot on More", async ({ page, labels }) => {
  await visit(page, labels, "/alerts");
  // The page says this once it knows the number of new alerts.
  await expect(page.getByText("Significant changes, too large to be chance.")).toBeVisible();
  expect(await dotOnMore(page, labels)).toBe("none");
});

organizationTest("a prompt to watch stays chosen when a search does not find it, and in a draft", async ({ page, labels, platform }) => {
  const others = Array.from({ length: 20 }, (_, at) => `Which case number ${at}?`);
  await platform.createSet("Commuters", ["Which earbuds are light?", ...others]);
  await visit(page, labels, "/alerts");
  await page.getByRole("button", { name: labels.newRule }).click();
  const form = page.getByRole("dialog", { name: labels.newRule });
  await form.getByLabel(labels.ruleMetric).selectOption("PROMPT_MENTION_RATE");
  const [search, prompt] = [form.getByLabel("Find a prompt"), form.getByLabel("Prompt", { exact: true })];
  // The oldest prompt is not among those that are offered first.
  await search.fill("earbuds");
  await prompt.selectOption({ label: "Which earbuds are light?" });
  await search.fill("case");
  await expect(prompt.getByRole("option")).toHaveCount(22);
  const chosen = prompt.locator("option:checked");
  await expect(chosen).toHaveText("Which earbuds are light?");
  await page.reload();
  await expect(prompt.getByRole("option")).toHaveCount(22);
  await expect(chosen).toHaveText("Which earbuds are light?");
});
