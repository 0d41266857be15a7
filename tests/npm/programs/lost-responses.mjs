// Makes changes and renews a session through a proxy that loses responses. Runs in Node, Deno and a browser, and returns the
// errors of all calls.

/** Makes four changes for each of `count` prompts: it is created, asked, changed and deleted. */
export async function change({ Answerdeck }, { baseUrl, apiKey, promptSetID, count }) {
  const deck = await Answerdeck.connect({ baseUrl, apiKey });
  const errors = [];
  const attempt = (call) => call.catch((error) => void errors.push(`${error.code}: ${error.message}`));
  for (let number = 0; number < count; number += 1) {
    const created = await attempt(deck.prompts.create({ promptSetID, content: `Which wireless earbuds suit commuter number ${number}?` }));
    if (!created) continue;
    await attempt(deck.runs.submit({ promptIDs: [created.id], models: ["CHATGPT"] }));
    await attempt(deck.prompts.update(created.id, { content: `Which wireless earbuds suit runner number ${number}?` }));
    await attempt(deck.prompts.delete(created.id));
  }
  return errors;
}

/** Signs in, and reads `count` times. The proxy refuses the access token of each read at the next one. */
export async function renew({ Answerdeck, Session }, { baseUrl, count }) {
  const redirectUrl = "http://127.0.0.1/callback";
  const address = await Session.start({ baseUrl, redirectUrl, clientName: "Lost responses", storage: "memory" });
  const callback = await fetch(`${baseUrl}/consent-of-the-test`, { method: "POST", body: address });
  const session = await Session.resume(await callback.text());
  const deck = await Answerdeck.connect({ session });
  const errors = [];
  for (let number = 0; number <= count; number += 1) {
    await deck.models.list().catch((error) => errors.push(`${error.code}: ${error.message}`));
  }
  return errors;
}
