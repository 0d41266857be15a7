// Reads the bodies of responses.
import { AnswerdeckError } from "./error.js";
import { findFault } from "./shape.js";

/** Reads what a method returns from the last response of its exchange. */
export function decode(exchange, method) {
  const { body, headers } = exchange.response;
  if (method.text) {
    if (headers.get("content-type")?.startsWith("text/html")) throw unreadable("is a web page instead of a text", exchange, method);
    return body;
  }
  // A gateway may answer with its own page, although the platform never got the request.
  if (!method.returns && body.trim() === "") return undefined;
  const value = parse(exchange, method);
  if (!method.returns) return undefined;
  const fault = findFault(value, method.returns, false);
  if (fault === undefined) return value;
  const field = fault === "" ? "is no object" : `has a wrong value in \`${fault.slice(1)}\``;
  throw unreadable(field, exchange, method);
}

function parse(exchange, method) {
  try {
    return JSON.parse(exchange.response.body);
  } catch (cause) {
    throw unreadable("cannot be read", exchange, method, cause);
  }
}

function unreadable(what, { requestID }, method, cause) {
  const detail = cause ? `: ${String(cause.message).slice(0, 200)}` : "";
  return new AnswerdeckError(
    { code: "UNREADABLE_RESPONSE", message: `the response ${what}${detail}`, requestID, outcomeUnknown: Boolean(method.writes) },
    cause && { cause },
  );
}
