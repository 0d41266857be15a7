// Checks values against the tables of `platform.js`.
import { objects } from "./platform.js";

const TEXT = 0;
const ID = 1;
const BOOLEAN = 2;
const UNSIGNED = 3;
const SIGNED = 4;

const REQUIRED = 0;
const OPTIONAL = 1;

const idPattern = /^[A-Za-z0-9_-]{22}$/;

/** Returns whether a value is a text that a platform may use as an id. */
export function isId(value) {
  return typeof value === "string" && idPattern.test(value);
}

/**
 * Returns the path of the first field that is wrong: `undefined` if there is none, and `""` for the value itself.
 *
 * A response (`isRequest` is false) is completed in place: a field that another platform leaves out gets its default, and a
 * number that is out of range becomes `null` where the field allows that.
 */
export function findFault(value, shape, isRequest) {
  if (typeof shape === "number") return fits(value, shape) ? undefined : "";
  return typeof shape === "string" ? inObject(value, objects[shape], isRequest) : inList(value, shape[0], isRequest);
}

function inObject(value, fields, isRequest) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "";
  for (let at = 0; at < fields.length; at += 1) {
    const field = fields[at];
    const name = field[0];
    const shape = field[1];
    let item = value[name];
    if (item === undefined || item === null) {
      if (!completes(value, field, item, isRequest)) return `.${name}`;
      continue;
    }
    if (typeof shape === "number") {
      if (fits(item, shape)) continue;
      if (isRequest || !isOutOfRange(item, shape, field)) return `.${name}`;
      value[name] = field[2] ? null : undefined;
      continue;
    }
    const fault = findFault(item, shape, isRequest);
    if (fault !== undefined) return `.${name}${fault}`;
  }
  return undefined;
}

function inList(value, shape, isRequest) {
  if (!Array.isArray(value)) return "";
  for (let at = 0; at < value.length; at += 1) {
    const fault = findFault(value[at], shape, isRequest);
    if (fault !== undefined) return `[${at}]${fault}`;
  }
  return undefined;
}

/** Completes a field that is absent or null. Returns whether it may be so. */
function completes(value, field, item, isRequest) {
  const [name, shape, isNullable = 0, presence = REQUIRED, fallback] = field;
  if (item === null && isNullable) return true;
  if (isRequest) return item === undefined && presence === OPTIONAL;
  if (presence === OPTIONAL) {
    if (item === null) value[name] = undefined;
    return true;
  }
  // A list that is null counts as empty, even where it is required.
  const isNullList = item === null && Array.isArray(shape);
  if (presence === REQUIRED && !isNullList) return false;
  value[name] = Array.isArray(shape) ? [] : fallback;
  return true;
}

function fits(value, shape) {
  switch (shape) {
    case TEXT:
      return typeof value === "string";
    case ID:
      return isId(value);
    case BOOLEAN:
      return typeof value === "boolean";
    case UNSIGNED:
      return Number.isSafeInteger(value) && value >= 0;
    case SIGNED:
      return Number.isSafeInteger(value);
    default:
      return typeof value === "number" && Number.isFinite(value);
  }
}

/**
 * Returns whether a number that does not fit its shape reads as absent: the field may be absent, and JavaScript would not
 * round the number.
 */
function isOutOfRange(value, shape, field) {
  const mayHaveNone = field[2] || field[3] === OPTIONAL;
  const isRounded = Number.isInteger(value) && !Number.isSafeInteger(value);
  return typeof value === "number" && shape >= UNSIGNED && Boolean(mayHaveNone) && !isRounded;
}
