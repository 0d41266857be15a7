import type { Page } from "@playwright/test";

/**
 * The errors in the console of a page from now on, violations of its content security policy among them. Without requests
 * that exceeded the rate limit: all tests share one organization, and the package sends such a request again.
 */
export function consoleErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on("console", (message) => {
    const isRateLimited = message.text().includes("the server responded with a status of 429");
    if (message.type() === "error" && !isRateLimited) errors.push(message.text());
  });
  return errors;
}
