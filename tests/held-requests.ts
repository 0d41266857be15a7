import type { Page, Route } from "@playwright/test";

/** Holds the requests to `url` until the returned function is called. Then `respond` answers them. */
export async function holdRequests(
  page: Page,
  url: Parameters<Page["route"]>[0],
  respond = (route: Route): Promise<void> => route.continue(),
): Promise<() => void> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(url, async (route) => {
    await released;
    await respond(route);
  });
  return release;
}
