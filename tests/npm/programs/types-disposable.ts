// What the types say about `await using`, which needs `lib: ["esnext.disposable"]`.
import type { Answerdeck, Page, Prompt, Run } from "answerdeck";

export async function use(deck: Answerdeck): Promise<void> {
  await using pages = deck.prompts.list().pages();
  for await (const page of pages) page satisfies Page<Prompt>;
  await using prompts = deck.prompts.list()[Symbol.asyncIterator]();
  for await (const prompt of prompts) prompt satisfies Prompt;
  await using states = deck.runs.watch("aaaaaaaaaaaaaaaaaaaaaa")[Symbol.asyncIterator]();
  for await (const state of states) state satisfies Run;
}
