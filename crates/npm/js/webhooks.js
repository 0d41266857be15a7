// Verifies what webhooks receive. It needs nothing else of the package.
//
// Source: Standard Webhooks 1.0.0.

/** How far the clocks of the platform and of the receiver may differ, with the time on the way. */
const TOLERANCE_SECONDS = 5 * 60;
const SECRET_PREFIX = "whsec_";
const VERSION = "v1,";

export class WebhookVerificationError extends Error {
  constructor(code, message) {
    super(message);
    this.name = "WebhookVerificationError";
    this.code = code;
  }
}

export async function verify(secrets, headers, body) {
  const keys = [secrets].flat().map(decodeSecret);
  if (keys.length === 0) throw new TypeError("there is no secret");
  const text = encode(body);
  const [id, timestamp, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => header(headers, name));
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) {
    throw new WebhookVerificationError("TIMESTAMP", "the delivery is too old, or one of the clocks is wrong");
  }
  const start = encode(`${id}.${timestamp}.`);
  const message = new Uint8Array(start.length + text.length);
  message.set(start);
  message.set(text, start.length);
  const known = signatures.split(" ").filter((signature) => signature.startsWith(VERSION));
  const given = known.map((signature) => decode(signature.slice(VERSION.length))).filter((bytes) => bytes !== undefined);
  for (const bytes of keys) {
    const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
    for (const signature of given) {
      // It compares in constant time.
      if (await crypto.subtle.verify("HMAC", key, signature, message)) return JSON.parse(new TextDecoder().decode(text));
    }
  }
  throw new WebhookVerificationError("SIGNATURE", "no secret has made one of the signatures");
}

function header(headers, name) {
  const same = () => {
    const entries = typeof headers?.entries === "function" ? headers.entries() : Object.entries(headers ?? {});
    return [...entries].find(([other]) => other.toLowerCase() === name)?.[1];
  };
  const exact = typeof headers?.get === "function" ? headers.get(name) : headers?.[name];
  const value = [exact ?? same()].flat().join(" ");
  if (value === "") throw new WebhookVerificationError("HEADER", `the header ${name} is missing`);
  return value;
}

function encode(body) {
  if (typeof body === "string") return new TextEncoder().encode(body);
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  throw new TypeError("the body must be the text or the bytes as received, before any parsing");
}

function decodeSecret(secret) {
  const bytes = typeof secret === "string" ? decode(secret.replace(SECRET_PREFIX, "")) : undefined;
  if (!bytes?.length) throw new TypeError("a secret is `whsec_` and base64");
  return bytes;
}

function decode(base64) {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
