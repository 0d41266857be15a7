import { demoTest, expect } from "../fixtures";
import { expectLanguage, inBothLanguages } from "../language";
import { demoAnswer, demoBrands } from "../platform";

demoTest("on a platform without metrics, each page that shows some says so once", async ({ page, labels, pageErrors }) => {
  pageErrors.expect(/status of 404/);
  const brands = await demoBrands();
  const { id } = await demoAnswer("SUCCESS");
  await page.route("**/api/v1beta/platform/metrics/**", (route) => route.fulfill({ status: 404, body: "404 page not found" }));
  for (const address of ["/overview", "/brands", `/brands/${brands[0].id}`, "/sources", "/fan-outs", `/answers/${id}`]) {
    await page.goto(address);
    const alert = page.getByRole("alert").filter({ hasText: labels.failed });
    await expect(alert.getByText(labels.noMetrics), address).toBeVisible();
    await page.waitForLoadState("networkidle");
    await expect(alert, address).toHaveCount(1);
    await expect(alert.getByRole("button")).toHaveCount(0);
  }
  // All pages say the same.
  await inBothLanguages(page, labels, async ({ failed, noMetrics, tag }) => {
    const alert = page.getByRole("alert").filter({ hasText: failed });
    await expect(alert.getByText(noMetrics)).toBeVisible();
    await expectLanguage(alert, tag);
  });
  // The others need none.
  for (const address of ["/runs", "/prompts"]) {
    await page.goto(address);
    await expect(page.getByRole("table")).toBeVisible();
    await page.waitForLoadState("networkidle");
    await expect(page.getByRole("alert"), address).toHaveCount(0);
  }
});
