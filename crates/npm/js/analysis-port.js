// The connection to the analysis worker. Its messages are those of crates/analysis.
import { abortError } from "./abort.js";
import { AnswerdeckError, invalidArgument } from "./error.js";

/** Why a question has no value: a code and a sentence. For a code alone, the worker sends the sentence. */
const REFUSALS = {
  unknownPromptSet: ["UNKNOWN_PROMPT_SET", "not all answers of this prompt set are known here: ask the platform"],
  invalidTime: ["INVALID_ARGUMENT", "`from` and `to` of the scope must be times such as 2026-11-16T09:00:00Z"],
  tooManyNames: ["TOO_MANY_NAMES", "the names of all brands together are too long"],
  noBrands: ["NO_BRANDS", "the brands could not be read from the platform, and none were kept"],
  store: ["STORE_FAILED"],
  invalidQuestion: ["INVALID_ARGUMENT"],
};
/** A later question may succeed: the worker opens its store again, and reads brands again. */
const RETRYABLE = ["NO_BRANDS", "STORE_FAILED"];

/** A running worker. Its owner sets the functions for messages. */
export class AnalysisPort {
  #worker;
  #lastSlot = 0;
  /** The pending waits: `{ key, resolve, reject }`. The key is the slot of a question, or the name of a message. */
  #waiting = new Set();
  /** The error of every later question, once the worker has ended. */
  #reason;
  #ending = new AbortController();
  #isReady = false;

  constructor(script, program) {
    try {
      this.#worker = new Worker(trusted(script), { name: "answerdeck" });
    } catch (cause) {
      throw loadFailure(cause);
    }
    this.#worker.onmessage = ({ data }) => this.#receive(JSON.parse(data));
    this.#worker.onmessageerror = this.#worker.onerror = (event) => {
      this.end(this.#isReady ? failure(event) : loadFailure(event.error ?? event.message));
      this.terminate();
    };
    this.#worker.postMessage(program);
  }

  /** A signal that is aborted when the worker has ended. */
  get ended() {
    return this.#ending.signal;
  }

  send(message) {
    if (!this.#reason) this.#worker.postMessage(JSON.stringify(message));
  }

  /** Asks a question, and resolves to its reply. */
  async ask(question, signal) {
    this.#lastSlot += 1;
    const slot = this.#lastSlot;
    let text;
    try {
      text = JSON.stringify({ ask: { slot, number: 0, question: JSON.stringify(question) } });
    } catch (cause) {
      throw invalidArgument(`the question cannot be written as JSON: ${cause.message}`);
    }
    const reply = this.wait(slot, signal, () => this.send({ cancel: { slot } }));
    if (!this.#reason) this.#worker.postMessage(text);
    return reply;
  }

  /** Waits until `settle` is called with this key. */
  wait(key, signal, onAbort) {
    return new Promise((resolve, reject) => {
      if (this.#reason) return reject(this.#reason);
      const abort = () => {
        this.#waiting.delete(waiting);
        onAbort?.();
        reject(abortError(signal));
      };
      const done = (settle) => (value) => {
        this.#waiting.delete(waiting);
        signal?.removeEventListener("abort", abort);
        settle(value);
      };
      const waiting = { key, resolve: done(resolve), reject: done(reject) };
      if (signal?.aborted) return abort();
      signal?.addEventListener("abort", abort);
      this.#waiting.add(waiting);
    });
  }

  /** Ends the waits with this key, with a value or an error. */
  settle(key, value, error) {
    for (const waiting of [...this.#waiting].filter((waiting) => waiting.key === key)) {
      if (error) waiting.reject(error);
      else waiting.resolve(value);
    }
  }

  /** Rejects everything that waits, and every later question. */
  end(reason) {
    if (this.#reason) return;
    this.#reason = reason;
    for (const { reject } of [...this.#waiting]) reject(reason);
    this.#ending.abort();
  }

  terminate() {
    this.#worker.terminate();
  }

  #reply(slot, { Ok: reply, Err: refused }) {
    if (refused) this.settle(slot, undefined, refusal(refused));
    else this.settle(slot, { ...reply, value: JSON.parse(reply.value) });
  }

  #receive(message) {
    if (message === "ready") {
      this.#isReady = true;
      this.settle("ready");
    } else if (message === "forgotten") {
      this.onForgotten();
    } else if (!this.#reason) {
      const { reply, status, lost, needsAccessToken } = message;
      if (reply) this.#reply(reply.slot, reply.reply);
      if (status) this.onStatus(status);
      if (lost) this.onLost(lost);
      if (needsAccessToken) this.onNeedsAccessToken(needsAccessToken);
    }
  }
}

function refusal(refused) {
  const [[name, text]] = typeof refused === "string" ? [[refused]] : Object.entries(refused);
  const [code, message = text] = REFUSALS[name];
  return new AnswerdeckError({ code, message, isRetryable: RETRYABLE.includes(code) });
}

function failure(event) {
  const message = "the analysis worker has failed: open the analysis again";
  return new AnswerdeckError({ code: "ANALYSIS_FAILED", message, isRetryable: true }, { cause: event.error ?? event.message });
}

function loadFailure(cause) {
  const message = "analysis-worker.js cannot be loaded (see Bundlers in the README of answerdeck)";
  return new AnswerdeckError({ code: "LOAD_FAILED", message }, { cause });
}

let policy;

/** A content security policy may allow only such URLs for workers: `require-trusted-types-for 'script'`. */
function trusted(script) {
  if (!globalThis.trustedTypes) return script;
  policy ??= globalThis.trustedTypes.createPolicy("answerdeck", { createScriptURL: (url) => url });
  return policy.createScriptURL(String(script));
}
