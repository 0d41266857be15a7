import type { Page } from "@playwright/test";

export const ANALYSES = "**/api/v1beta/platform/siteKeywordAnalyses";
/** The id of an analysis of a site that only the test knows. */
export const ANALYSIS = "0123456789ABCDEFabcdef";

/** Answers requests for the analysis with the state that `state` has at the time of the request. */
export async function serveAnalysis(page: Page, state: () => object): Promise<void> {
  await page.route(`${ANALYSES}/${ANALYSIS}`, (route) =>
    route.fulfill({ json: { id: ANALYSIS, maxPages: 10, processedPages: 0, keywords: [], ...state() } }),
  );
}
