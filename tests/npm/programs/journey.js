/** Does what a user of the package does, and says how it went: reads pages, submits a run, watches it, and cancels a call. */
export async function journey(deck) {
  const pages = [];
  for await (const page of deck.prompts.list({ limit: 2 }).pages()) {
    pages.push(page.items.length);
    if (pages.length === 2) break;
  }
  let set;
  for await (set of deck.promptSets.list()) break;
  const { id } = await deck.runs.submit({ promptSetID: set.id, models: ["CHATGPT"] });
  let last;
  for await (const run of deck.runs.watch(id)) last = run;
  const controller = new AbortController();
  const canceled = deck.models.list({ signal: controller.signal }).catch((error) => error.code);
  controller.abort();
  return `pages of ${pages.join(" and ")}, ${last.status}, ${await canceled}`;
}
