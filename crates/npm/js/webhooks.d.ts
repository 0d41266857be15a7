import type { WebhookEvent } from "./platform.js";

export type { WebhookEvent } from "./platform.js";

/** A delivery that the platform did not send, or sent too long ago. Answer it with status 400. */
export declare class WebhookVerificationError extends Error {
  /**
   * What is wrong:
   * - `HEADER`: a header is missing.
   * - `TIMESTAMP`: the delivery is more than five minutes old or in the future.
   * - `SIGNATURE`: no secret has made one of the signatures.
   */
  readonly code: "HEADER" | "TIMESTAMP" | "SIGNATURE";
  private constructor();
}

/** The headers of a request: those of `fetch`, a `Map`, or an object such as that of Node, with names in any letter case. */
export type WebhookHeaders =
  | { get(name: string): string | readonly string[] | null | undefined }
  | { readonly [name: string]: string | readonly string[] | undefined };

/**
 * Verifies the signature of a delivery in the format `STANDARD`, and returns its event. A delivery can come twice: its header
 * `webhook-id` is the same then.
 *
 * @param secrets The secret of the webhook: `whsec_` and base64. After a rotation the new and the old one.
 * @param headers The headers of the request.
 * @param body The body as received: the text or the bytes, before any parsing.
 * @throws {WebhookVerificationError} The delivery must not be trusted.
 * @throws {TypeError} A secret is malformed, or the body is no text and no bytes.
 */
export declare function verify(
  secrets: string | readonly string[],
  headers: WebhookHeaders,
  body: string | ArrayBuffer | ArrayBufferView,
): Promise<WebhookEvent>;
