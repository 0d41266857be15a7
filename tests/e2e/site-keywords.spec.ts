import { passTimeUntil } from "../clock";
import { exportCsv } from "../csv";
import { expect, FAILURE, koreanOrganizationTest, organizationTest } from "../fixtures";
import { holdRequests } from "../held-requests";
import { expectFitsInBothLanguages, inBothLanguages } from "../language";
import { follow, goTo, visit } from "../sign-in";
import { ANALYSES, ANALYSIS, serveAnalysis } from "../site-analysis";

koreanOrganizationTest("a site is read, and its analysis is accessible, searched, and says why it failed or was not started", async ({
  page,
  labels,
  platform,
  step,
}) => {
  await platform.createSet("Earbuds", []);
  await step("a site is read, and its keywords lead to sentences, volumes and prompts", async () => {
    const site = `${process.env.ANSWERDECK_URL}/demo-sites/nurio.example/`;
    await visit(page, labels, "/site-keywords");
    await expect(page.getByText(labels.noAnalyses)).toBeVisible();
    await page.getByLabel(labels.siteAddress).fill(site);
    await page.getByLabel(labels.pagesToRead).fill("3");
    await page.getByRole("button", { name: labels.startAnalysis }).click();
    await expect(page).toHaveURL(/\/site-keywords\/\w{22}$/);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("nurio.example");
    await expect(page.getByText(labels.completed, { exact: true })).toBeVisible();
    await expect(page.getByRole("progressbar")).toHaveCount(0);

    const rows = page.getByRole("table").getByRole("row");
    await rows.nth(1).getByText(labels.sentences, { exact: true }).click();
    await expect(rows.nth(1).getByRole("blockquote").first()).not.toBeEmpty();
    await expect(rows.nth(1).getByRole("link", { name: labels.opens }).first()).toHaveAttribute("rel", /noopener/);
    const first = (await rows.nth(1).getByRole("checkbox").getAttribute("aria-label")) ?? "";
    await rows.nth(1).getByRole("checkbox").check();
    await rows.nth(2).getByRole("checkbox").check();
    await page.getByRole("button", { name: labels.makePrompts(2) }).click();
    await page.getByRole("dialog").getByRole("button", { name: labels.add(2), exact: true }).click();
    await expect(page.getByText(labels.added(2))).toBeVisible();
    expect((await platform.read<{ prompts: object[] }>("v1/platform/prompts")).prompts).toHaveLength(2);

    await rows.nth(1).getByRole("link", { name: "검색량" }).click();
    await expect(page.getByRole("heading", { level: 1, name: labels.keywords, exact: true })).toBeVisible();
    await expect(page.getByRole("checkbox", { name: first, exact: true })).toBeVisible();

    await goTo(page, labels, labels.siteKeywords);
    const started = page.getByRole("region", { name: labels.startedHere });
    const cells = started.getByRole("row").nth(1).getByRole("cell");
    await expect(cells.nth(0)).toHaveText(labels.completed);
    await expect(cells.nth(1)).toHaveText(/^[1-3]$/);
    const file = await exportCsv(page, labels, started);
    expect(file.rows.map(([address, state]) => [address, state])).toEqual([[site, labels.completed]]);
    await started.getByRole("link").click();
    await expect(page.getByText(labels.completed, { exact: true })).toBeVisible();
  });
  await step("the demo offers a site to analyze", async () => {
    await visit(page, labels, "/site-keywords");
    const offer = page.getByRole("button", { name: labels.useDemoSite });
    await offer.click();
    const site = new RegExp(`^${process.env.ANSWERDECK_URL}/demo-sites/[a-z.]+/$`);
    await expect(page.getByLabel(labels.siteAddress)).toHaveValue(site);
    await expect(offer).toBeHidden();
    await expect(page.getByLabel(labels.siteAddress)).toBeFocused();
    await page.getByRole("button", { name: labels.startAnalysis }).click();
    await expect(page.getByRole("region", { name: labels.startedHere })).toBeHidden();
    await expect(page.getByText(labels.completed, { exact: true })).toBeVisible();
  });
  await step("an analysis is accessible and fits a phone", async () => {
    const source = { url: "https://nurio.example/earbuds", contexts: ["These earbuds suit commuters."] };
    const keywords = [
      { keyword: "earbuds", sourceURLCount: 4, sources: [source] },
      { keyword: "noise cancelling earbuds for commuters", sourceURLCount: 1, sources: [] },
    ];
    await serveAnalysis(page, () => ({ status: "COMPLETED", totalPages: 4, processedPages: 4, keywords }));
    await visit(page, labels, `/site-keywords/${ANALYSIS}`);
    // Another browser started it.
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("https://nurio.example");
    await page.getByText(labels.sentences, { exact: true }).click();
    await inBothLanguages(page, labels, () => expect(page.getByRole("blockquote")).toBeVisible());
    await expectFitsInBothLanguages(page, labels, "an analysis");
  });
  await step("the search in an analysis is in the address, and typing adds no history entry", async () => {
    const keyword = (keyword: string) => ({ keyword, sourceURLCount: 1, sources: [] });
    const keywords = [keyword("earbuds"), keyword("running shoes"), keyword("wireless earbuds")];
    await serveAnalysis(page, () => ({ status: "COMPLETED", totalPages: 4, processedPages: 4, keywords }));
    await visit(page, labels, "/site-keywords");
    await follow(page, `/site-keywords/${ANALYSIS}?q=shoes&sort=-name`);
    const rows = page.getByRole("table").getByRole("rowheader");
    const search = page.getByLabel(labels.searchKeywords);
    await expect(rows).toHaveCount(1);
    await expect(search).toHaveValue("shoes");
    await search.fill("earbuds");
    await expect(rows).toHaveCount(2);
    await expect(page).toHaveURL(`/site-keywords/${ANALYSIS}?q=earbuds&sort=-name`);
    await page.getByRole("columnheader", { name: labels.keywordColumn, exact: true }).getByRole("button").click();
    await expect(page).toHaveURL(`/site-keywords/${ANALYSIS}?q=earbuds`);
    await page.goBack();
    await expect(page).toHaveURL(`/site-keywords/${ANALYSIS}?q=earbuds&sort=-name`);
    await page.goBack();
    await expect(page).toHaveURL("/site-keywords");
  });
  await step("the first 50 keywords are listed, and the others when they are asked for", async () => {
    const keywords = Array.from({ length: 60 }, (_, at) => ({ keyword: `keyword ${at}`, sourceURLCount: 1, sources: [] }));
    await serveAnalysis(page, () => ({ status: "COMPLETED", totalPages: 4, processedPages: 4, keywords }));
    await visit(page, labels, `/site-keywords/${ANALYSIS}`);
    const rows = page.getByRole("table").getByRole("rowheader");
    await expect(rows).toHaveCount(50);
    await page.getByRole("button", { name: labels.showMore(10) }).click();
    await expect(rows).toHaveCount(60);
  });
  await step("the keywords of an analysis that no prompt contains are listed alone", async () => {
    await platform.createSet("Shoes", ["Which running shoes?"]);
    const keywords = ["running shoes", "hiking boots"].map((keyword) => ({ keyword, sourceURLCount: 1, sources: [] }));
    await serveAnalysis(page, () => ({ status: "COMPLETED", totalPages: 4, processedPages: 4, keywords }));
    await visit(page, labels, `/site-keywords/${ANALYSIS}`);
    const make = page.getByRole("button", { name: labels.selectForPrompts });
    await page.getByRole("checkbox", { name: labels.selectKeyword("running shoes"), exact: true }).check();
    await expect(make).toHaveCount(0);
    await page.getByRole("checkbox", { name: labels.onlyWithoutPrompt(1) }).click();
    await expect(page).toHaveURL(`/site-keywords/${ANALYSIS}?prompts=none`);
    // A selected keyword that the filter hides is left alone.
    await expect(make).toBeDisabled();
    await expect(page.getByRole("table").getByRole("rowheader")).toHaveText(["hiking boots"]);
    await page.getByLabel(labels.searchKeywords).fill("shoes");
    await expect(page.getByRole("table")).toHaveCount(0);
    await page.goBack();
    await expect(page.getByRole("table").getByRole("rowheader")).toHaveCount(2);
  });
  await step("an analysis that fails says why", async () => {
    await serveAnalysis(page, () => ({ status: "FAILED", error: "The site does not respond." }));
    await visit(page, labels, `/site-keywords/${ANALYSIS}`);
    const alert = page.getByRole("alert").filter({ hasText: labels.analysisOfSiteFailed });
    await expect(alert).toContainText("The site does not respond.");
  });
  await step("bounds are checked before sending, and a failure keeps what was entered", async () => {
    const sent: string[] = [];
    page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
    await visit(page, labels, "/site-keywords");
    const [address, pages] = [page.getByLabel(labels.siteAddress), page.getByLabel(labels.pagesToRead)];
    const start = page.getByRole("button", { name: labels.startAnalysis });
    await start.click();
    await expect(address).toBeFocused();
    await address.fill("javascript:alert(1)");
    await expect(address).toHaveAttribute("aria-invalid", "true");
    await address.fill("nurio.example");
    await pages.fill("51");
    await start.click();
    await expect(pages).toBeFocused();
    expect(sent).toEqual([]);
    await pages.fill("50");
    // The server refuses it before any work.
    await address.fill("http://10.0.0.1/");
    await start.click();
    await expect(address).toBeFocused();
    await expect(address).toHaveAccessibleDescription(/(must be a public address|인터넷에 공개된 주소여야 해요)$/);
    await expect(page.locator(".form-error")).toHaveCount(0);
    await address.fill("nurio.example");
    for (const [status, code, message] of [
      // A write without a known code may have been carried out.
      [500, "", labels.unknownOutcome],
      [402, "INSUFFICIENT_CREDITS", /no credits/],
    ] as const) {
      await page.route(ANALYSES, (route) => route.fulfill({ status, json: { code, message: "no credits", requestID: "request-4711" } }));
      await start.click();
      const alert = page.getByRole("alert").filter({ hasText: "request-4711" });
      await expect(alert).toContainText(message);
      await expect(address).toHaveValue("nurio.example");
    }
  }, /status of (400|402|500)/);
});

organizationTest("an analysis is missing or shows its progress, its hostile text stays text, and one that failed is started again", async ({
  page,
  labels,
  step,
}) => {
  await step("an analysis that does not exist, and one that cannot be loaded, look different", async () => {
    await visit(page, labels, `/site-keywords/${ANALYSIS}`);
    await expect(page.getByRole("heading", { name: "This item does not exist", exact: true })).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
    await page.route(`${ANALYSES}/*`, (route) => route.fulfill(FAILURE));
    await goTo(page, labels, labels.siteKeywords);
    // Both pages have the same heading.
    await expect(page.getByLabel(labels.siteAddress)).toBeVisible();
    await page.goBack();
    const alert = page.getByRole("alert").filter({ hasText: "request-4711" });
    await expect(alert).toBeVisible();
    await page.unroute(`${ANALYSES}/*`);
    await serveAnalysis(page, () => ({ status: "PENDING" }));
    await alert.getByRole("button", { name: labels.retry }).click();
    await expect(page.getByText("Searching for pages")).toBeVisible();
  }, /status of (404|500)/);
  await step("the progress has an end only when the pages are known", async () => {
    let state: object = { status: "PENDING", processedPages: 2 };
    await page.clock.install();
    await serveAnalysis(page, () => state);
    await visit(page, labels, `/site-keywords/${ANALYSIS}`);
    await expect(page.getByText("Searching for pages")).toBeVisible();
    await expect(page.getByText("2 pages", { exact: true })).toBeVisible();
    await expect(page.getByRole("progressbar")).toHaveCount(0);
    state = { status: "IN_PROGRESS", totalPages: 4, processedPages: 3 };
    const progress = page.getByRole("progressbar", { name: labels.pagesRead });
    await passTimeUntil(page, () => expect(progress).toHaveAttribute("aria-valuetext", "3 of 4 pages", { timeout: 1 }));
    state = { status: "COMPLETED", totalPages: 4, processedPages: 4, keywords: [{ keyword: "earbuds", sourceURLCount: 4 }] };
    await passTimeUntil(page, () => expect(page.getByRole("rowheader", { name: "earbuds" })).toBeVisible({ timeout: 1 }));
    await expect(progress).toHaveCount(0);
    await expect(page.getByText("4 of 4 pages", { exact: true })).toBeVisible();
  });
  await step("hostile text of a site stays text", async () => {
    const hostile = "<img src=x onerror=alert(1)>";
    const source = { url: "javascript:alert(1)", contexts: [`A ${hostile}\u202E sentence.`] };
    const keywords = [
      { keyword: hostile, sourceURLCount: 1, sources: [source] },
      { keyword: "earbuds", sourceURLCount: 2, sources: [] },
    ];
    await serveAnalysis(page, () => ({ status: "COMPLETED", totalPages: 1, processedPages: 1, keywords }));
    await visit(page, labels, `/site-keywords/${ANALYSIS}`);
    await page.getByText(labels.sentences, { exact: true }).click();
    await expect(page.getByRole("blockquote")).toHaveText(`A ${hostile}[U+202E] sentence.`);
    await expect(page.getByRole("table").locator("img, a[href^=javascript]")).toHaveCount(0);
    await page.getByLabel(labels.searchKeywords).fill("ear");
    await expect(page.getByRole("rowheader")).toHaveCount(1);
  });
  await step("on a small phone, no word of a row is broken", async () => {
    const source = { url: "https://nurio.example", contexts: ["A sentence."] };
    const keywords = [{ keyword: "earbuds", sourceURLCount: 12, sources: [source] }];
    await serveAnalysis(page, () => ({ status: "COMPLETED", totalPages: 1, processedPages: 1, keywords }));
    await page.setViewportSize({ width: 320, height: 640 });
    await visit(page, labels, `/site-keywords/${ANALYSIS}`);
    for (const word of ["earbuds", labels.sentences, "Look up"]) {
      const box = await page.getByRole("table").getByText(word, { exact: true }).boundingBox();
      expect(box?.height, `${word} is on one line`).toBeLessThan(30);
    }
  });
  await step("a failed analysis is started again with its address", async () => {
    await serveAnalysis(page, () => ({ status: "FAILED", error: "The site does not respond." }));
    await page.route(ANALYSES, (route) => route.fulfill({ json: { id: ANALYSIS } }));
    await visit(page, labels, "/site-keywords");
    await expect(page.getByText(labels.noAnalyses)).toBeVisible();
    await page.getByLabel(labels.siteAddress).fill("nurio.example/?a=b&c");
    await page.getByRole("button", { name: labels.startAnalysis }).click();
    await page.getByRole("link", { name: "Analyze again" }).click();
    await expect(page.getByLabel(labels.siteAddress)).toHaveValue("https://nurio.example/?a=b&c");
    await expect(page.getByText("Draft restored.")).toHaveCount(0);
  });
});

organizationTest("an analysis whose page was left before it started is in the list", async ({ page, labels, organization }) => {
  const start = await holdRequests(page, ANALYSES, (route) => route.fulfill({ json: { id: ANALYSIS } }));
  await visit(page, labels, "/site-keywords");
  await expect(page.getByText(labels.noAnalyses)).toBeVisible();
  await page.getByLabel(labels.siteAddress).fill("nurio.example");
  const asked = page.waitForRequest(ANALYSES);
  await page.getByRole("button", { name: labels.startAnalysis }).click();
  await asked;
  await goTo(page, labels, labels.prompts);
  const response = page.waitForResponse(ANALYSES);
  start();
  await response;
  const item = `answerdeck.organization.${organization.id}.site-analyses`;
  await expect.poll(() => page.evaluate((item) => localStorage.getItem(item), item)).toContain(ANALYSIS);
  await goTo(page, labels, labels.siteKeywords);
  const link = page.getByRole("region", { name: labels.startedHere }).getByRole("link", { name: "https://nurio.example" });
  await expect(link).toHaveAttribute("href", `/site-keywords/${ANALYSIS}`);
});
