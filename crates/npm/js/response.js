// Reads the bodies of responses.
import { AnswerdeckError } from "./error.js";
import { findFault } from "./shape.js";

/** Reads what a method returns. `received` is the body, the id of the request and the media type. */
export function decode(received, method) {
  const [body, , type] = received;
  if (method.text) {
    if (type?.startsWith("text/html")) throw unreadable("is a web page instead of a text", received, method);
    return body;
  }
  // A gateway may answer with its own page, although the platform never got the request.
  if (!method.returns && body.trim() === "") return undefined;
  const value = parse(received, method);
  if (!method.returns) return undefined;
  const fault = findFault(value, method.returns, false);
  if (fault === undefined) return value;
  const field = fault === "" ? "is no object" : `has a wrong value in \`${fault.slice(1)}\``;
  throw unreadable(field, received, method);
}

function parse(received, method) {
  try {
    return JSON.parse(received[0]);
  } catch (cause) {
    throw unreadable("cannot be read", received, method, cause);
  }
}

function unreadable(what, received, method, cause) {
  const detail = cause ? `: ${String(cause.message).slice(0, 200)}` : "";
  return new AnswerdeckError(
    {
      code: "UNREADABLE_RESPONSE",
      message: `the response ${what}${detail}`,
      requestID: received[1],
      outcomeUnknown: Boolean(method.writes),
    },
    { cause },
  );
}
