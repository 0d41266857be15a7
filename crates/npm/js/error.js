/** Why a call failed. `index.d.ts` describes the fields. */
export class AnswerdeckError extends Error {
  constructor(fields, options) {
    super(fields.message, options);
    this.name = "AnswerdeckError";
    this.code = fields.code;
    this.status = fields.status;
    this.details = fields.details ?? [];
    this.requestID = fields.requestID;
    this.retryAfter = fields.retryAfter;
    this.isRetryable = fields.isRetryable ?? false;
    this.outcomeUnknown = fields.outcomeUnknown ?? false;
  }
}

/** Returns an error for an argument that is wrong. Nothing was sent. */
export function invalidArgument(message) {
  return new AnswerdeckError({ code: "INVALID_ARGUMENT", message });
}

/** Returns the error of what WebAssembly threw: the fields of an error, or an error. */
export function toError(reason, options) {
  return reason instanceof Error ? reason : new AnswerdeckError(reason, options);
}
