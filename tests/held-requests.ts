import type { Page, Route } from "@playwright/test";

/** Holds the requests to `url`, or those that `isHeld` accepts, until the returned function is called. Then `respond` answers them. */
export async function holdRequests(
  page: Page,
  url: Parameters<Page["route"]>[0],
  respond = (route: Route): Promise<void> => route.continue(),
  isHeld: (route: Route) => boolean | Promise<boolean> = () => true,
): Promise<() => void> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(url, async (route) => {
    if (!(await isHeld(route))) return route.continue();
    await released;
    await respond(route);
  });
  return release;
}
