import type { ErrorCode, Operations } from "./platform.js";

export type * from "./platform.js";

declare global {
  // TypeScript declares it only with `lib: ["esnext.disposable"]`.
  interface SymbolConstructor {
    readonly asyncDispose: unique symbol;
  }
}

/** A type of the environment, such as that of a browser or of Node. `Otherwise` where it has none. */
type Global<Name extends string, Otherwise> = typeof globalThis extends { [name in Name]: { prototype: infer Type } } ? Type : Otherwise;

/** The part of an `AbortSignal` that this package uses. */
export interface Signal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: "abort", listener: () => void, options?: { once?: boolean }): void;
}

/** The headers of a response. */
export type ResponseHeaders = Global<"Headers", { get(name: string): string | null; forEach(callback: (value: string, name: string) => void): void }>;

/** Headers of requests: an object, a list of pairs, or `Headers`. */
export type RequestHeaders = Readonly<Record<string, string>> | Iterable<readonly [string, string]>;

/** An address: a text, a `URL`, or the `location` of a page. */
export type Address = string | { readonly href: string };

/** Limits of a call. */
export interface Limits {
  /** The time for one exchange with the platform in milliseconds, without the waits between exchanges. 30,000 by default. */
  timeout?: number | undefined;
  /**
   * How often the call may be sent again at most. By default as often as is safe and makes sense: seven times after a 429, three
   * times after a lost connection, once after a timeout.
   */
  maxRetries?: number | undefined;
  /**
   * How long the call may wait in total, in milliseconds, before it is sent again. A longer `Retry-After` fails at once. 60,000 by
   * default. The wait for its turn under the rate limit does not count. For a limit of everything, give
   * `AbortSignal.timeout(…)` as `signal`.
   */
  maxWait?: number | undefined;
}

/** Options of every call. */
export interface CallOptions extends Limits {
  /** Aborts the call: its request, and its waits for the rate limit and for retries. */
  signal?: Signal | undefined;
  /** Headers that are added to the requests. Those that the package sets itself take precedence. */
  headers?: RequestHeaders | undefined;
}

/** The result of a call, which can also be had with the response. */
export interface Call<Data> extends Promise<Data> {
  /** Returns the data with the status, the headers and the request id of the response. */
  withResponse(): Promise<CallResponse<Data>>;
}

/** The result of a call, with its response. */
export interface CallResponse<Data> {
  data: Data;
  /** The HTTP status, 200..299. */
  status: number;
  /** The headers. A browser only gives those that CORS exposes. */
  headers: ResponseHeaders;
  /** The id of the request in the platform's log. */
  requestID: string | undefined;
}

/** What `onEvent` gets: that a request is sent, what became of it, or that the call waits before it sends it again. */
export type ExchangeEvent = {
  /** The HTTP method. */
  method: string;
  /** The address. It has no secrets. */
  url: string;
  /** Which request of the call, the sign-in or the session it is, from 1. */
  attempt: number;
} & (
  | { type: "request" }
  | { type: "response"; status: number; requestID: string | undefined; /** In milliseconds. */ duration: number }
  | { type: "failure"; cause: unknown; /** In milliseconds. */ duration: number }
  | { type: "wait"; /** In milliseconds. */ duration: number }
);

/** Options of a change. */
export interface ChangeOptions extends CallOptions {
  /**
   * An idempotency key of your own: 1 to 255 visible ASCII characters. Every change has a random one by itself. Give one that
   * you have stored, to send the same change again later, such as after a restart or after an error with `outcomeUnknown`: the
   * platform makes the change once, and answers as it did before. Another change under the same key fails with
   * `IDEMPOTENCY_KEY_REUSED`. The platform forgets keys after 24 hours.
   */
  idempotencyKey?: string | undefined;
}

/** Options of watching. */
export interface WatchOptions extends CallOptions {
  /** The longest wait between two reads in milliseconds. 30,000 by default. */
  interval?: number | undefined;
  /** Called with each error after which watching continues, such as a lost connection. What it throws is reported as by `onEvent`. */
  onRetry?: ((error: AnswerdeckError) => void) | undefined;
}

/** A page of a list. `More` is what the response says beside it, such as the `totalAnswers` of `metrics.answers`. */
export type Page<Item, More = unknown> = {
  /** The items, in the order of the list. */
  items: Item[];
  /** The `cursor` at which a list of the same filter continues. `null` on the last page. */
  nextCursor: string | null;
} & More;

/**
 * A list of the platform: `for await (const prompt of deck.prompts.list())`.
 *
 * Each iteration reads the list anew, one page at a time, and only as far as it is used. `break` aborts the request. A page has as
 * many items as the platform allows, or `limit` of the filter.
 */
export interface List<Item, More = unknown> extends AsyncIterable<Item> {
  /** Reads the list page by page. */
  pages(): Iteration<Page<Item, More>>;
  /** Returns the first items, at most `limit`, and reads no further ones. */
  toArray(options: { limit: number }): Promise<Item[]>;
  /** Returns the first item. `undefined` when the list is empty. */
  first(): Promise<Item | undefined>;
  [Symbol.asyncIterator](): Iteration<Item>;
}

/** An iteration. Leaving it with `break`, or with `await using`, aborts its request. */
export interface Iteration<Item> extends AsyncIterableIterator<Item> {
  [Symbol.asyncIterator](): Iteration<Item>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * The states of a resource: `for await (const run of deck.runs.watch(id))`. The last state is the one in which it has ended.
 *
 * Each iteration watches anew. `break` stops.
 */
export interface Watch<State> extends AsyncIterable<State> {
  [Symbol.asyncIterator](): Iteration<State>;
}

/** Where the WebAssembly of this package comes from: a URL, a response, bytes, or a compiled module. */
export type WasmSource =
  | string
  | ArrayBuffer
  | ArrayBufferView
  | Global<"URL", never>
  | Global<"Request", never>
  | Global<"Response", never>
  | (typeof globalThis extends { WebAssembly: { Module: { prototype: infer Module } } } ? Module : object);

/** How a client or a session sends its requests, and where its WebAssembly comes from. */
export interface SendOptions {
  /** Sends the requests in place of the `fetch` of the environment. */
  fetch?: ((request: Global<"Request", any>) => Promise<Global<"Response", any>>) | undefined;
  /** Headers that are added to the requests. Those that the package sets itself take precedence. */
  headers?: RequestHeaders | undefined;
  /**
   * Called with each request, response, failure and wait, such as to write a log. What it throws changes nothing for the call: it
   * is reported by `reportError` in a browser, and by `console.error` elsewhere.
   */
  onEvent?: ((event: ExchangeEvent) => void) | undefined;
  /** The source of the WebAssembly. By default, the file of the package. Only the first client or session of a page loads it. */
  wasm?: WasmSource | undefined;
}

/** The language of the platform's messages. */
export type Language = "ko" | "en";

/**
 * Options of a client, except its credential. `fetch`, `headers` and `onEvent` are for its calls: a session renews its token with
 * those that it was resumed with.
 */
interface ConnectOptionsWithoutCredential extends Limits, SendOptions {
  /** The language of the platform's messages. Korean by default. */
  language?: Language | undefined;
  /**
   * Whether each change has a random idempotency key, by which the platform recognizes it when it is sent again. `true` by
   * default. Give `false` for a platform whose CORS does not allow the header `Idempotency-Key`: a browser then refuses to send
   * the change.
   */
  idempotencyKeys?: boolean | undefined;
  /** Aborts every call of the client. */
  signal?: Signal | undefined;
}

/** Options of a client with an API key. */
export interface ApiKeyOptions extends ConnectOptionsWithoutCredential {
  /** The address of the platform. `/api` at its end makes no difference. */
  baseUrl: Address;
  /** The key of an organization. It grants full access: never put it into a page that others can read. */
  apiKey: string;
  session?: undefined;
}

/** Options of a client for a signed-in user. */
export interface SessionOptions extends ConnectOptionsWithoutCredential {
  /** The session of the user. */
  session: Session;
  baseUrl?: undefined;
  apiKey?: undefined;
}

/** Options of {@link Answerdeck.connect}. */
export type ConnectOptions = ApiKeyOptions | SessionOptions;

/**
 * A client of one platform, for one organization. It keeps under the rate limit, and retries where that is safe. Each change has
 * an idempotency key, so that the platform makes it once, however often it arrives.
 */
export declare class Answerdeck {
  private constructor();
  /**
   * Loads the WebAssembly and returns a client. Sends nothing to the platform.
   *
   * @throws {AnswerdeckError} with `INVALID_ARGUMENT` or `LOAD_FAILED`.
   */
  static connect(options: ConnectOptions): Promise<Answerdeck>;
  /** Sets the language of the platform's messages. */
  setLanguage(language: Language): void;
}

export interface Answerdeck extends Operations {}

/**
 * Where a session is kept, and so how long the user stays signed in. A malicious script in the page can read the kept
 * tokens: a strict content security policy prevents such scripts.
 *
 * - `memory`: until the user leaves or reloads the page.
 * - `tab`: in `sessionStorage`, until the user closes the tab.
 * - `device`, the default: in `localStorage`, for every tab, until the user signs out or 30 days after signing in.
 */
export type SessionStorage = "memory" | "tab" | "device";

/** Options of {@link Session.start}. Its requests find the authorization server and register the app. */
export interface StartOptions extends SendOptions {
  /** The address of the platform. `/api` at its end makes no difference. */
  baseUrl: Address;
  /** The absolute URL of the page that calls {@link Session.resume}. */
  redirectUrl: Address;
  /** The name of your app on the consent page. */
  clientName: string;
  /** The id of a registered client. By default, each sign-in registers a client. */
  clientId?: string | undefined;
  /** The language of the consent page. By default that of the browser. */
  language?: Language | undefined;
  /** Where the session will be kept. `device` by default. */
  storage?: SessionStorage | undefined;
  /** Aborts the start. */
  signal?: Signal | undefined;
}

/** Options of {@link Session.resume}. The session also renews its token and signs out with its `fetch`, `headers` and `onEvent`. */
export interface ResumeOptions extends SendOptions {
  /** The address of the platform. Without it, `resume` only finishes a sign-in, and finds no stored session. */
  baseUrl?: Address | undefined;
  /** Stops waiting for the session. The sign-in goes on: its code works once. */
  signal?: Signal | undefined;
}

/** A listener of `signedout`. */
export type SignedOutListener =
  | ((this: Session, event: Global<"Event", object>) => unknown)
  | { handleEvent(event: Global<"Event", object>): void };

/** Options of a listener. */
export interface SignedOutListenerOptions {
  capture?: boolean;
  once?: boolean;
  passive?: boolean;
  signal?: Global<"AbortSignal", never>;
}

/**
 * The session of a signed-in user. It renews its access token by itself.
 *
 * It has one event, `signedout`: the user signed out, here or in another tab, or the platform ended the session.
 */
export declare class Session {
  private constructor();
  /** The address of the platform. */
  readonly baseUrl: string;
  /** Where the session is kept. */
  readonly storage: SessionStorage;
  /**
   * Starts a sign-in (OAuth 2.1 with PKCE), and returns the URL of the consent page to send the browser to.
   *
   * @throws {AnswerdeckError} with `INVALID_ARGUMENT`, `SIGN_IN_FAILED`, or the error of a lost connection or a failing server.
   */
  static start(options: StartOptions): Promise<string>;
  /**
   * Finishes the sign-in when `location` is that of the callback, and otherwise returns the stored session, if any. A callback that
   * is not of this sign-in, such as one of another library, returns the stored session, and fails without one. Calls with the
   * same callback share one exchange and its result. Remove the query from the address bar afterwards, whether it succeeded or
   * failed: its code works once.
   *
   * @throws {AnswerdeckError} with `SIGN_IN_FAILED`, `INVALID_ARGUMENT`, or the error of a lost connection or a failing server.
   */
  static resume(location: Address, options?: ResumeOptions): Promise<Session | undefined>;
  /**
   * Removes the session from this device, in every tab, and revokes it.
   *
   * @throws {AnswerdeckError} when the platform could not be reached. The session is removed from the device all the same.
   */
  signOut(): Promise<void>;
  addEventListener(type: "signedout", listener: SignedOutListener | null, options?: boolean | SignedOutListenerOptions): void;
  removeEventListener(type: "signedout", listener: SignedOutListener | null, options?: boolean | { capture?: boolean }): void;
  dispatchEvent(event: Global<"Event", any>): boolean;
}

/**
 * The reasons of this package:
 *
 * - `INVALID_ARGUMENT`: an argument is wrong. Nothing was sent.
 * - `ABORTED`: a signal was aborted. `cause` is its reason.
 * - `OFFLINE`: no response arrived, and the device is offline.
 * - `CONNECTION_FAILED`: no connection came about, such as to an unknown host. Nothing was sent. A browser does not tell this from
 *   `CONNECTION_LOST`.
 * - `CONNECTION_LOST`, `TIMED_OUT`: no response arrived.
 * - `REDIRECTED`: the platform redirects to another address, which would get the credential. The message names it, except in a
 *   browser.
 * - `HTTP_ERROR`: an error without a code of the platform, such as that of a gateway.
 * - `UNREADABLE_RESPONSE`: the response does not have the documented shape. The message names its address and the field.
 * - `SIGN_IN_FAILED`: signing in, or renewing the session, failed.
 * - `SIGNED_OUT`: the session has ended. The user must sign in again.
 * - `LOAD_FAILED`: the WebAssembly cannot be loaded.
 * - `CRASHED`: the WebAssembly failed. Every call fails until the page is loaded again.
 */
export type ClientErrorCode =
  | "INVALID_ARGUMENT"
  | "ABORTED"
  | "OFFLINE"
  | "CONNECTION_FAILED"
  | "CONNECTION_LOST"
  | "REDIRECTED"
  | "TIMED_OUT"
  | "HTTP_ERROR"
  | "UNREADABLE_RESPONSE"
  | "SIGN_IN_FAILED"
  | "SIGNED_OUT"
  | "LOAD_FAILED"
  | "CRASHED";

/**
 * Why a call failed. `instanceof` also knows the errors of another copy of this package. `structuredClone` and `postMessage` keep
 * no fields of an error: send `error.toJSON()`, and make an error of it with `AnswerdeckError.fromJSON`.
 */
export declare class AnswerdeckError extends Error {
  private constructor();
  /** Returns whether a value is an error of this package, or of another copy of it. */
  static is(value: unknown): value is AnswerdeckError;
  /** Returns the error whose fields `toJSON` returned. */
  static fromJSON(fields: ErrorFields): AnswerdeckError;
  readonly name: "AnswerdeckError";
  /** The platform's code, or one of this package. */
  readonly code: ErrorCode | ClientErrorCode;
  /** The HTTP status. `undefined` when no error response arrived. */
  readonly status: number | undefined;
  /** Which fields the platform rejects, and why. Empty when it gives no details. */
  readonly details: string[];
  /** The id of the request in the platform's log. `undefined` when the platform did not answer. */
  readonly requestID: string | undefined;
  /** How long the platform asks to wait, in seconds. `undefined` when it does not say. */
  readonly retryAfter: number | undefined;
  /** Whether the same call may succeed a little later and is safe to send again. */
  readonly isRetryable: boolean;
  /**
   * Whether the platform may have made the change although its response was lost or cannot be read. If the platform honors
   * idempotency keys, the client has sent the change again already, in vain. Send it once more under the same `idempotencyKey`,
   * or read the resource first.
   */
  readonly outcomeUnknown: boolean;
  /** What failed: an error of the environment, or the reason of the signal. */
  readonly cause?: unknown;
  /** Returns the fields as a plain object, with the cause as a text. */
  toJSON(): ErrorFields;
}

/** The fields of an {@link AnswerdeckError} as a plain object. */
export interface ErrorFields
  extends Pick<
    AnswerdeckError,
    "name" | "message" | "code" | "status" | "details" | "requestID" | "retryAfter" | "isRetryable" | "outcomeUnknown"
  > {
  readonly cause?: string;
}
