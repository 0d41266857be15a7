/** Marks the errors of every copy of the package. */
const mark = Symbol.for("answerdeck.error");

/** Why a call failed. `index.d.ts` describes the fields. */
export class AnswerdeckError extends Error {
  static {
    Object.defineProperty(this.prototype, mark, { value: true });
    Object.defineProperty(this.prototype, "name", { value: "AnswerdeckError" });
  }

  static is(value) {
    return typeof value === "object" && value !== null && value[mark] === true;
  }

  /** An error of another copy of the package counts, too. */
  static [Symbol.hasInstance](value) {
    return AnswerdeckError.is(value);
  }

  static fromJSON(fields) {
    if (typeof fields !== "object" || fields === null) throw invalidArgument("the fields of an error must be an object");
    return new AnswerdeckError(fields, fields.cause === undefined ? undefined : { cause: fields.cause });
  }

  constructor(fields, options) {
    super(fields.message, options);
    this.code = fields.code;
    this.status = fields.status;
    this.details = fields.details ?? [];
    this.requestID = fields.requestID;
    this.retryAfter = fields.retryAfter;
    this.isRetryable = fields.isRetryable ?? false;
    this.outcomeUnknown = fields.outcomeUnknown ?? false;
  }

  toJSON() {
    const { name, message, cause } = this;
    return { name, message, ...this, ...(cause === undefined ? {} : { cause: describe(cause) }) };
  }
}

/** Returns an error for an argument that is wrong. Nothing was sent. */
export function invalidArgument(message) {
  return new AnswerdeckError({ code: "INVALID_ARGUMENT", message });
}

/** Returns the error of what WebAssembly threw: the fields of an error, or an error. */
export function toError(reason, options) {
  if (AnswerdeckError.is(reason)) return reason;
  if (reason instanceof Error) return new AnswerdeckError({ code: "CRASHED", message: reason.message }, { cause: reason });
  return new AnswerdeckError(reason, options);
}

function describe(cause) {
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : `${typeof cause === "object" ? "object" : String(cause)}`;
}
