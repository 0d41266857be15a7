/**
 * Submits the consent page at `address` as a browser does, and returns the redirect to the client. The requests go to `server`.
 */
export async function consent(
  address: URL,
  key: string,
  decision: "allow" | "deny" = "allow",
  server: string = address.origin,
): Promise<URL> {
  const page = await fetch(new URL(address.pathname + address.search, server), { headers: { "accept-language": "en" } });
  const html = await page.text();
  const transaction = /name="transaction" value="([^"]+)"/.exec(html)?.[1];
  if (!transaction) throw new Error(`no consent page: ${page.status} ${html}`);
  const answer = await fetch(new URL("/oauth/consent", server), {
    method: "POST",
    headers: { origin: address.origin },
    body: new URLSearchParams({ transaction, api_key: key, decision }),
    redirect: "manual",
  });
  const location = answer.headers.get("location");
  if (answer.status !== 303 || !location) throw new Error(`no redirect: ${answer.status} ${await answer.text()}`);
  return new URL(location);
}
