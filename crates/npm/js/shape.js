// Checks values against the tables of `platform.js`.
import { objects } from "./platform.js";

const TEXT = 0;
const TIME = 1;
export const ID = 2;
const BOOLEAN = 3;
const UNSIGNED = 4;
const SIGNED = 5;

/** What fits the shapes that are numbers. */
const FITTING = [
  "a string",
  'a Date, or a string such as "2026-11-16T09:00:00Z"',
  "an id: 22 characters of A-Z, a-z, 0-9, - and _",
  "true or false",
  "a whole number",
  "an integer",
  "a number",
];

const REQUIRED = 0;
const OPTIONAL = 1;

const idPattern = /^[A-Za-z0-9_-]{22}$/;

/**
 * Returns the first fault of a value: where it is and what is wrong, as `{ path, problem }`. `undefined` if there is none.
 *
 * A response (`isRequest` is false) may have unknown fields, and is completed in place: a field that another platform leaves out
 * gets its default, and a number that is out of range becomes `null` where the field allows that.
 */
export function findFault(value, shape, isRequest) {
  if (typeof shape === "number") return fits(value, shape) ? undefined : unfitting(shape);
  return typeof shape === "string" ? findFaultOfFields(value, objects[shape], isRequest) : findFaultOfItems(value, shape, isRequest);
}

/** Returns the first fault of an object with these fields. */
export function findFaultOfFields(value, fields, isRequest) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { path: "", problem: "must be an object" };
  const unknown = isRequest ? Object.keys(value).find((name) => !fields.some(([known]) => known === name)) : undefined;
  for (let at = 0; at < fields.length; at += 1) {
    const field = fields[at];
    const name = field[0];
    const shape = field[1];
    const item = value[name];
    if (item === undefined || item === null) {
      if (completes(value, field, item, isRequest)) continue;
      return item === null ? unfitting(shape, name) : { path: `.${name}`, problem: missing(unknown) };
    }
    if (typeof shape === "number") {
      if (fits(item, shape)) continue;
      if (isRequest || !isOutOfRange(item, shape, field)) return unfitting(shape, name);
      value[name] = field[2] ? null : undefined;
      continue;
    }
    const fault = findFault(item, shape, isRequest);
    if (fault !== undefined) return { ...fault, path: `.${name}${fault.path}` };
  }
  if (unknown === undefined) return undefined;
  return { path: `.${unknown}`, problem: `is unknown${suggestion(unknown, fields.map(([known]) => known))}` };
}

function findFaultOfItems(value, shape, isRequest) {
  if (!Array.isArray(value)) return unfitting(shape);
  for (let at = 0; at < value.length; at += 1) {
    const fault = findFault(value[at], shape[0], isRequest);
    if (fault !== undefined) return { ...fault, path: `[${at}]${fault.path}` };
  }
  return undefined;
}

/** Says what a fault is. `whole` names the value itself. */
export function describeFault({ path, problem }, whole) {
  return `${path === "" ? whole : `\`${path.slice(1)}\``} ${problem}`;
}

function unfitting(shape, name) {
  const fitting = typeof shape === "number" ? FITTING[shape] : typeof shape === "string" ? "an object" : "an array";
  return { path: name === undefined ? "" : `.${name}`, problem: `must be ${fitting}` };
}

/** Asks for the known name that an unknown one may stand for: it differs in letter case, `_`, `-` and the plural at most. */
export function suggestion(unknown, known) {
  const letters = (name) => name.toLowerCase().replace(/[_-]|s$/g, "");
  const meant = known.find((name) => letters(name) === letters(unknown));
  return meant === undefined ? "" : `: did you mean \`${meant}\`?`;
}

/** An unknown name may be a missing one that is written wrong. */
function missing(unknown) {
  return unknown === undefined ? "is missing" : `is missing, and \`${unknown}\` is unknown`;
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
    case TIME:
      return typeof value === "string";
    case ID:
      return typeof value === "string" && idPattern.test(value);
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
