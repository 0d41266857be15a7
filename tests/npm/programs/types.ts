// What the types allow and forbid: `@ts-expect-error` fails where there is no error.
import { Answerdeck, AnswerdeckError, type Answer, type List, type Page, type Run, Session } from "answerdeck";

type Equal<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;
const holds = <T extends true>(): T | undefined => undefined;

export async function use(session: Session): Promise<void> {
  const deck = await Answerdeck.connect({ session, language: "ko", timeout: 1_000 });
  await Answerdeck.connect({ baseUrl: "https://platform.example", apiKey: "adk_key" });
  // @ts-expect-error There is one credential.
  await Answerdeck.connect({ baseUrl: "https://platform.example", apiKey: "adk_key", session });
  // @ts-expect-error There is a credential.
  await Answerdeck.connect({ baseUrl: "https://platform.example" });
  // @ts-expect-error A client is made by `connect`.
  new Answerdeck();
  holds<Equal<typeof deck, Answerdeck>>();
  (deck instanceof Answerdeck) satisfies boolean;

  const list = deck.answers.list({ model: "CHATGPT", limit: 3 }, { signal: AbortSignal.timeout(1) });
  holds<Equal<typeof list, List<Answer>>>();
  for await (const answer of list) {
    // A newer platform may have further models and states, and the known ones are suggested.
    if (answer.status === "SUCCESS" || answer.model === "A_NEW_MODEL") answer.content satisfies string;
    holds<Equal<typeof answer.createdAt, string | undefined>>();
    // @ts-expect-error There is no such field.
    answer.contents;
  }
  for await (const page of list.pages()) holds<Equal<typeof page, Page<Answer>>>();
  for await (const run of deck.runs.watch("id", { interval: 5_000, onRetry: (error) => error.code })) {
    holds<Equal<typeof run, Run>>();
  }
  const { id } = await deck.runs.submit({ promptSetID: "id", models: ["CHATGPT"], repeatCount: 2 });
  id satisfies string;
  const { stoppedAt } = await deck.runs.stop(id);
  holds<Equal<typeof stoppedAt, string | undefined>>();
  // @ts-expect-error A run has models.
  await deck.runs.submit({ promptSetID: "id" });
  // @ts-expect-error The filter has no such parameter.
  deck.prompts.list({ promptSetId: "id" });
  await deck.brands.update("id", { description: null });
  // @ts-expect-error Only a nullable field takes null.
  await deck.brands.update("id", { name: null });
  await deck.answers.count({ searchTerms: ["shoe"] });
  // @ts-expect-error A count has search terms.
  await deck.answers.count({});
  (await deck.promptSets.get("id")).description satisfies string | null;
  (await deck.prompts.delete("id")) satisfies void;
  await deck.prompts.delete("id", { idempotencyKey: "key" });
  // @ts-expect-error Only a change has an idempotency key.
  await deck.prompts.get("id", { idempotencyKey: "key" });
}

export function explain(error: unknown): string {
  if (!(error instanceof AnswerdeckError)) return "unknown";
  if (error.code === "INSUFFICIENT_CREDITS" || error.code === "OFFLINE") return error.message;
  return error.retryAfter?.toFixed() ?? error.details.join();
}
