import type { ErrorCode, Operations } from "./platform.js";

export type * from "./platform.js";

/** Options of every call. */
export interface CallOptions {
  /** Aborts the call: its request, and its waits for the rate limit and for retries. */
  signal?: AbortSignal;
  /**
   * The time for one exchange with the platform in milliseconds, without the waits between exchanges. 30,000 by default. For a
   * limit of the whole call, give `AbortSignal.timeout(…)` as `signal`.
   */
  timeout?: number;
}

/** Options of a change. */
export interface ChangeOptions extends CallOptions {
  /**
   * An idempotency key of your own: 1 to 255 visible ASCII characters. Every change has a random one by itself. Give one that
   * you have stored, to send the same change again later, such as after a restart or after an error with `outcomeUnknown`: the
   * platform makes the change once, and answers as it did before. Another change under the same key fails with
   * `IDEMPOTENCY_KEY_REUSED`. The platform forgets keys after 24 hours.
   */
  idempotencyKey?: string;
}

/** Options of watching. */
export interface WatchOptions extends CallOptions {
  /** The longest wait between two reads in milliseconds. 30,000 by default. */
  interval?: number;
  /** Called with each error after which watching continues, such as a lost connection. */
  onRetry?: (error: AnswerdeckError) => void;
}

/** A page of a list. */
export interface Page<Item> {
  /** The items, in the order of the list. */
  items: Item[];
  /** The `cursor` at which a list of the same filter continues. `null` on the last page. */
  nextCursor: string | null;
}

/**
 * A list of the platform: `for await (const prompt of deck.prompts.list())`.
 *
 * Each iteration reads the list anew, one page at a time, and only as far as it is used. `break` aborts the request.
 */
export interface List<Item> extends AsyncIterable<Item> {
  /** Reads the list page by page. */
  pages(): AsyncIterableIterator<Page<Item>>;
  [Symbol.asyncIterator](): AsyncIterableIterator<Item>;
}

/**
 * The states of a resource: `for await (const run of deck.runs.watch(id))`. The last state is the one in which it has ended.
 *
 * Each iteration watches anew. `break` stops.
 */
export interface Watch<State> extends AsyncIterable<State> {
  [Symbol.asyncIterator](): AsyncIterableIterator<State>;
}

/** Where the WebAssembly of this package comes from: a URL, a response, bytes, or a compiled module. */
export type WasmSource = string | URL | Request | Response | BufferSource | WebAssembly.Module;

/** The language of the platform's messages. */
export type Language = "ko" | "en";

interface ConnectOptionsWithoutCredential {
  /** The language of the platform's messages. Korean by default. */
  language?: Language;
  /** The time for one exchange in milliseconds. 30,000 by default. */
  timeout?: number;
  /**
   * Whether each change has a random idempotency key, by which the platform recognizes it when it is sent again. `true` by
   * default. Give `false` for a platform whose CORS does not allow the header `Idempotency-Key`: a browser then refuses to send
   * the change.
   */
  idempotencyKeys?: boolean;
  /** Sends requests in place of the `fetch` of the environment. */
  fetch?: (request: Request) => Promise<Response>;
  /** Aborts every call of the client. */
  signal?: AbortSignal;
  /** The source of the WebAssembly. By default, the file beside this module. Only the first client or session of a page loads it. */
  wasm?: WasmSource;
}

/** Options of a client with an API key. */
export interface ApiKeyOptions extends ConnectOptionsWithoutCredential {
  /** The address of the platform, without `/api`. */
  baseUrl: string;
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
 * - `memory`: until the user leaves or reloads the page. A sign-in by redirect always reloads it.
 * - `tab`: in `sessionStorage`, until the user closes the tab.
 * - `device`: in `localStorage`, for every tab, until the user signs out or 30 days after signing in.
 */
export type SessionStorage = "memory" | "tab" | "device";

/** Options of {@link Session.start}. */
export interface StartOptions {
  /** The address of the platform, without `/api`. */
  baseUrl: string;
  /** The absolute URL of the page that calls {@link Session.resume}. */
  redirectUrl: string;
  /** The name of your app on the consent page. */
  clientName: string;
  /** The id of a registered client. By default, each sign-in registers a client. */
  clientId?: string;
  /** The language of the consent page. By default that of the browser. */
  language?: Language;
  /** `tab` by default. */
  storage?: SessionStorage;
  signal?: AbortSignal;
  wasm?: WasmSource;
}

/** Options of {@link Session.resume}. */
export interface ResumeOptions {
  /** The address of the platform. Without it, `resume` only finishes a sign-in, and finds no stored session. */
  baseUrl?: string;
  signal?: AbortSignal;
  wasm?: WasmSource;
}

/**
 * The session of a signed-in user. It renews its access token by itself.
 *
 * It has one event, `signedout`: the user signed out, here or in another tab, or the platform ended the session.
 */
export declare class Session extends EventTarget {
  private constructor();
  /** The address of the platform. */
  readonly baseUrl: string;
  /** Where the session is kept. */
  readonly storage: SessionStorage;
  /**
   * Starts a sign-in (OAuth 2.1 with PKCE), and returns the URL of the consent page to send the browser to.
   *
   * @throws {AnswerdeckError} with `INVALID_ARGUMENT`, `SIGN_IN_FAILED`, or the error of a lost connection.
   */
  static start(options: StartOptions): Promise<string>;
  /**
   * Finishes the sign-in when `location` is that of the callback, and otherwise returns the stored session, if any. After a
   * callback, remove the query from the address bar: its code works once.
   *
   * @throws {AnswerdeckError} with `SIGN_IN_FAILED`, or the error of a lost connection.
   */
  static resume(location: Location | URL | string, options?: ResumeOptions): Promise<Session | undefined>;
  /**
   * Removes the session from this device, in every tab, and revokes it.
   *
   * @throws {AnswerdeckError} when the platform could not be reached. The session is removed from the device all the same.
   */
  signOut(): Promise<void>;
  addEventListener(
    type: "signedout",
    listener: ((this: Session, event: Event) => unknown) | EventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ): void;
  removeEventListener(
    type: "signedout",
    listener: ((this: Session, event: Event) => unknown) | EventListenerObject | null,
    options?: boolean | EventListenerOptions,
  ): void;
}

/**
 * The reasons of this package:
 *
 * - `INVALID_ARGUMENT`: an argument is wrong. Nothing was sent.
 * - `ABORTED`: a signal was aborted. `cause` is its reason.
 * - `OFFLINE`: the device is offline. Nothing was sent.
 * - `CONNECTION_LOST`, `TIMED_OUT`: no response arrived.
 * - `HTTP_ERROR`: an error without a code of the platform, such as that of a gateway.
 * - `UNREADABLE_RESPONSE`: the response does not have the documented shape. The message names the field.
 * - `SIGN_IN_FAILED`: signing in failed.
 * - `SIGNED_OUT`: the session has ended. The user must sign in again.
 * - `LOAD_FAILED`: the WebAssembly cannot be loaded.
 * - `CRASHED`: the WebAssembly failed. Every call fails until the page is loaded again.
 */
export type ClientErrorCode =
  | "INVALID_ARGUMENT"
  | "ABORTED"
  | "OFFLINE"
  | "CONNECTION_LOST"
  | "TIMED_OUT"
  | "HTTP_ERROR"
  | "UNREADABLE_RESPONSE"
  | "SIGN_IN_FAILED"
  | "SIGNED_OUT"
  | "LOAD_FAILED"
  | "CRASHED";

/** Why a call failed. */
export declare class AnswerdeckError extends Error {
  private constructor();
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
}
