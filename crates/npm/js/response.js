// Reads the bodies of responses.
import { AnswerdeckError } from "./error.js";
import { findFault } from "./shape.js";

const WEB_PAGE = "is a web page: is `baseUrl` the address of a platform?";

/** Reads what a method returns from the last response of its exchange. */
export function decode(exchange, method) {
  const { body, headers } = exchange.response;
  if (method.text) {
    if (headers.get("content-type")?.startsWith("text/html")) throw unreadable(WEB_PAGE, exchange, method);
    return body;
  }
  // A gateway may answer with its own page, although the platform never got the request.
  if (!method.returns && body.trim() === "") return undefined;
  const value = parse(exchange, method);
  if (!method.returns) return undefined;
  const fault = findFault(value, method.returns, false);
  if (fault === undefined) return value;
  const what = fault.path === "" ? "is no object" : `has a wrong value in \`${fault.path.slice(1)}\``;
  throw unreadable(what, exchange, method);
}

function parse(exchange, method) {
  const { body } = exchange.response;
  try {
    return JSON.parse(body);
  } catch (cause) {
    const what = body.trimStart().startsWith("<") ? WEB_PAGE : `cannot be read: ${String(cause.message).slice(0, 200)}`;
    throw unreadable(what, exchange, method, cause);
  }
}

function unreadable(what, { requestID, response: { url, status } }, method, cause) {
  const message = `the response of ${url} with the status ${status} ${what}`;
  return new AnswerdeckError(
    { code: "UNREADABLE_RESPONSE", message, requestID, outcomeUnknown: Boolean(method.writes) },
    cause && { cause },
  );
}
