import type { JSHandle, Page } from "@playwright/test";

/** A question to the analysis worker: its type, and the parameters that the platform's statistics have, too. */
export type Question = [type: string, parameters: Record<string, string | number>];

/** The analysis worker of the console, without a page of the console in front of it. */
export interface AnalysisWorker {
  /** Asks a question. Returns its value. */
  ask(question: Question): Promise<unknown>;
}

/**
 * Starts the console's analysis worker in a page of the console, and waits until it has read all answers. It keeps them in
 * memory.
 */
export async function startAnalysisWorker(page: Page, url: string, key: string): Promise<AnalysisWorker> {
  interface Asker {
    ask(question: [string, object]): Promise<unknown>;
  }
  const asker: JSHandle<Asker> = await page.evaluateHandle(
    async ([url, key]) => {
      const { analysisWorker } = window as unknown as { analysisWorker: { path: string } };
      const worker = new Worker(analysisWorker.path, { type: "module" });
      const send = (message: unknown) => worker.postMessage(JSON.stringify(message));
      const replies = new Map<number, (reply: unknown) => void>();
      await new Promise<void>((resolve, reject) => {
        worker.onerror = ({ message }) => reject(new Error(message));
        worker.onmessage = ({ data }: MessageEvent<string>) => {
          const message = JSON.parse(data);
          if (message === "ready") {
            send({ page: { isVisible: true, isOnline: true } });
            send({ open: { baseUrl: url, credential: { apiKey: key }, secret: null } });
          } else if (message.status?.phase === "done") {
            resolve();
          } else if (message.reply) {
            replies.get(message.reply.number)?.(message.reply.reply);
          }
        };
      });
      let number = 0;
      return {
        async ask([type, parameters]: [string, object]) {
          number += 1;
          const reply = new Promise<unknown>((resolve) => replies.set(number, resolve));
          send({ ask: { slot: 1, number, question: JSON.stringify({ [type]: parameters }) } });
          const { Ok, Err } = (await reply) as { Ok?: { value: string }; Err?: unknown };
          if (!Ok) throw new Error(`${type} ${JSON.stringify(parameters)}: ${JSON.stringify(Err)}`);
          return JSON.parse(Ok.value);
        },
      };
    },
    [url, key] as const,
  );
  return {
    ask: ([type, parameters]) =>
      asker.evaluate((asker, question) => asker.ask(question), [type, inMessage(parameters)] as [string, object]),
  };
}

/** The parameters as the messages of the worker have them. */
function inMessage({ domain, include, limit, ...scope }: Question[1]): object {
  return { scope, domain, include: include && String(include).split(","), limit };
}
