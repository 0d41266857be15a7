import type { Answerdeck, WasmSource } from "./index.js";
import type { Coverage, Loss, Questions, Status } from "./questions.js";

export type * from "./questions.js";

/** Options of {@link Analysis.open}. */
export interface AnalysisOptions {
  /** Called with the state of the worker whenever it changes: how much is kept, and what the worker does. */
  onProgress?: (status: Status) => void;
  /** Called when kept answers were lost. They are read again. */
  onLoss?: (loss: Loss) => void;
  /** The source of `analysis.wasm`. By default, the file beside this module. */
  wasm?: WasmSource;
  /** The URL of `analysis-worker.js`, on the origin of the page. By default, the file beside this module. */
  worker?: string | URL;
}

/** Options of a question. */
export interface QuestionOptions {
  /** Aborts the wait for the reply. */
  signal?: AbortSignal;
}

/** The value of a question, and what it was counted from. */
export interface Reply<Value> {
  value: Value;
  /** All answers of the scope were counted if its `missingRuns` is 0. */
  coverage: Coverage;
}

/**
 * The answers of an organization, kept in the browser, and questions about them. A Web Worker reads new answers from the platform,
 * keeps them and counts them, so that the page never waits. Of several tabs with one session, one reads for all.
 *
 * With a session of the storage `tab` or `device`, answers are kept encrypted in IndexedDB, as long as the session. With an API key
 * or a session of the storage `memory`, they are kept in memory, and read again by the next page.
 *
 * A question can be asked at any time: its reply says how much was counted. While the worker searches answers for brands,
 * questions about brands wait.
 */
export declare class Analysis {
  private constructor();
  /**
   * Starts the worker. Needs a browser: in Node there is none. The worker sends its requests with the `fetch` of the browser, also
   * if `connect` got another one.
   *
   * @throws {AnswerdeckError} with `ANALYSIS_UNAVAILABLE`, `LOAD_FAILED`, `INVALID_ARGUMENT`, or `ABORTED` if the signal of the
   * client is aborted.
   */
  static open(deck: Answerdeck, options?: AnalysisOptions): Promise<Analysis>;
  /** The state of the worker. `undefined` until the worker first reports it. */
  readonly status: Status | undefined;
  /**
   * Waits until every answer of the platform that can be kept is kept and searched for brands. It waits as long as the page is
   * hidden or without a connection.
   *
   * @throws {AnswerdeckError} with `ABORTED`, or when the analysis ends.
   */
  kept(options?: QuestionOptions): Promise<Status>;
  /** Reads brands and new runs now. Otherwise the worker reads new runs every five minutes, and brands when it starts. */
  refresh(): void;
  /** Deletes everything that is kept for the session, in every tab, and ends the analysis. */
  forget(): Promise<void>;
  /** Ends the worker, and rejects pending questions with `ANALYSIS_CLOSED`. Kept answers stay. */
  close(): void;
}

export interface Analysis extends Questions {}

/**
 * The reasons of this module, beside `ABORTED`, `INVALID_ARGUMENT`, `LOAD_FAILED` and `SIGNED_OUT`:
 *
 * - `ANALYSIS_UNAVAILABLE`: there are no Web Workers, as in Node.
 * - `ANALYSIS_FAILED`: the worker has failed. Kept answers are intact: open the analysis again.
 * - `ANALYSIS_CLOSED`: the analysis was closed, or everything was forgotten.
 * - `UNKNOWN_PROMPT_SET`: some answers may belong to the prompt set of the scope, but only the platform knows.
 * - `NO_BRANDS`: the brands could not be read from the platform, and none were kept.
 * - `TOO_MANY_NAMES`: the names of all brands together are too long.
 * - `STORE_FAILED`: the kept answers cannot be read.
 */
export type AnalysisErrorCode =
  | "ANALYSIS_UNAVAILABLE"
  | "ANALYSIS_FAILED"
  | "ANALYSIS_CLOSED"
  | "UNKNOWN_PROMPT_SET"
  | "NO_BRANDS"
  | "TOO_MANY_NAMES"
  | "STORE_FAILED";
