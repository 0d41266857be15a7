// What the types allow and forbid: `@ts-expect-error` fails where there is no error. It needs neither the types of a browser nor
// those of Node.
import {
  Answerdeck, AnswerdeckError, type Answer, type AnswerScope, type CallOptions, type List, type ModelCode, type Page, type PromptMetrics, type PromptMetricsList, type Run, type RunID, type RunSubmit, Session,
  type Signal,
} from "answerdeck";
import { verify, type WebhookEvent, WebhookVerificationError } from "answerdeck/webhooks";

type Equal<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;
const holds = <T extends true>(): T | undefined => undefined;
const ID = "aaaaaaaaaaaaaaaaaaaaaa";

export async function use(session: Session, signal: Signal | undefined): Promise<void> {
  const deck = await Answerdeck.connect({ session, language: "ko", timeout: 1_000, maxRetries: 2, maxWait: 5_000 });
  await Answerdeck.connect({ baseUrl: "https://platform.example", apiKey: "adk_key", headers: { "x-team": "search" }, signal });
  // @ts-expect-error There is one credential.
  await Answerdeck.connect({ baseUrl: "https://platform.example", apiKey: "adk_key", session });
  // @ts-expect-error There is a credential.
  await Answerdeck.connect({ baseUrl: "https://platform.example" });
  // @ts-expect-error There is no such option.
  await Answerdeck.connect({ session, singal: signal });
  // @ts-expect-error A client is made by `connect`.
  new Answerdeck();
  holds<Equal<typeof deck, Answerdeck>>();
  (deck instanceof Answerdeck) satisfies boolean;

  const list = deck.answers.list({ model: "CHATGPT", limit: 3, promptID: undefined }, { signal });
  holds<Equal<typeof list, List<Answer>>>();
  for await (const answer of list) {
    if (answer.status === "SUCCESS") answer.content satisfies string;
    // A newer platform may have further models and states.
    if (answer.model === ("A_NEW_MODEL" as ModelCode)) answer.model satisfies string;
    // @ts-expect-error It is "CHATGPT".
    if (answer.model === "CHATGTP") answer.content satisfies string;
    holds<Equal<typeof answer.createdAt, string | undefined>>();
    // @ts-expect-error There is no such field.
    answer.contents;
  }
  for await (const page of list.pages()) {
    holds<Equal<typeof page, Page<Answer>>>();
    deck.answers.list({ cursor: page.nextCursor, from: new Date() });
  }
  const scope: AnswerScope = { runID: ID, from: new Date() };
  const measured = deck.metrics.prompts({ ...scope, brandID: ID });
  holds<Equal<typeof measured, List<PromptMetrics, Omit<PromptMetricsList, "prompts">>>>();
  for await (const page of measured.pages()) {
    page.items[0]?.models[0]?.named satisfies number[] | undefined;
    page.brands[0]?.name satisfies string | undefined;
    // @ts-expect-error They are `items`.
    page.prompts;
  }
  holds<Equal<Awaited<ReturnType<typeof list.toArray>>, Answer[]>>();
  (await list.first())?.content satisfies string | undefined;
  for await (const run of deck.runs.watch(ID, { interval: 5_000, onRetry: (error) => error.code })) {
    holds<Equal<typeof run, Run>>();
  }
  const { id } = await deck.runs.submit({ promptSetID: ID, models: ["CHATGPT"], repeatCount: 2 });
  holds<Equal<typeof id, RunID>>();
  const { data, status, requestID } = await deck.runs.stop(id).withResponse();
  holds<Equal<typeof data.stoppedAt, string | undefined>>();
  status satisfies number;
  requestID satisfies string | undefined;
  await deck.runs.submit({ promptIDs: [ID], models: ["A_NEW_MODEL" as ModelCode] });
  // @ts-expect-error A run has models.
  await deck.runs.submit({ promptSetID: ID });
  // @ts-expect-error A run has prompts.
  await deck.runs.submit({ models: ["CHATGPT"] });
  // @ts-expect-error A run has either prompts or a prompt set.
  await deck.runs.submit({ promptSetID: ID, promptIDs: [ID], models: ["CHATGPT"] });
  // @ts-expect-error It is "CHATGPT".
  await deck.runs.submit({ promptSetID: ID, models: ["CHATGTP"] });
  const set = await deck.promptSets.get(ID);
  // @ts-expect-error The id of a prompt set is not that of a run.
  await deck.runs.get(set.id);
  // @ts-expect-error The filter has no such parameter.
  deck.prompts.list({ promptSetId: ID });
  await deck.brands.update(ID, { description: null, name: undefined });
  // @ts-expect-error Only a nullable field takes null.
  await deck.brands.update(ID, { name: null });
  await deck.brands.create({ name: "Nurio", synonyms: [], websites: null });
  await deck.answers.count({ searchTerms: ["shoe"] });
  await deck.answers.count({ searchTerms: "shoe", model: null });
  // @ts-expect-error A count has search terms.
  await deck.answers.count({});
  set.description satisfies string | null;
  (await deck.prompts.delete(ID)) satisfies void;
  await deck.prompts.delete(ID, { idempotencyKey: "key" });
  // @ts-expect-error Only a change has an idempotency key.
  await deck.prompts.get(ID, { idempotencyKey: "key" });
  await Session.resume({ href: "https://app.example/" }, { baseUrl: undefined, signal });
  session.addEventListener("signedout", () => undefined, { once: true });
}

/** Options and requests that a program builds. */
export const options = (signal?: Signal): CallOptions => ({ signal });
export const request = (promptSetID: string): RunSubmit => ({ promptSetID, models: ["CHATGPT"], region: undefined });

export function explain(error: unknown): string {
  if (!AnswerdeckError.is(error)) return "unknown";
  if (error.code === "INSUFFICIENT_CREDITS" || error.code === "OFFLINE") return error.message;
  // @ts-expect-error It is "INSUFFICIENT_CREDITS".
  if (error.code === "INSUFICIENT_CREDITS") return error.message;
  return error.retryAfter?.toFixed() ?? error.toJSON().details.join();
}

export async function receive(headers: { [name: string]: string | string[] | undefined }, body: Uint8Array): Promise<void> {
  const event = await verify(["whsec_new", "whsec_old"], headers, body);
  holds<Equal<typeof event, WebhookEvent>>();
  if (event.type === "run.finished") event.data.runID satisfies string;
  // @ts-expect-error A run has no keywords.
  if (event.type === "run.finished") event.data.keywordCount;
  // @ts-expect-error There is no such type of event.
  if (event.type === "run.started") event.timestamp satisfies string;
  // @ts-expect-error The body is not parsed.
  await verify("whsec_new", headers, {});
  // @ts-expect-error Only `verify` makes one.
  new WebhookVerificationError();
}
