// Reads damaged responses of every operation: `fuzz.mjs SEED ROUNDS [PACKAGE]`.
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";

const [, , seed, rounds, folder = "node_modules/answerdeck"] = process.argv;
const part = (name) => import(pathToFileURL(`${folder}/${name}`).href);
const { AnswerdeckError } = await part("error.js");
const { nouns, objects } = await part("platform.js");
const { decode } = await part("response.js");
const { findFault } = await part("shape.js");

const ROUNDS = Number(rounds);
const ID = "aaaaaaaaaaaaaaaaaaaaaa";
const STRANGE = [null, true, "", "x", ID, -1, 0, 1.5, 2 ** 53, -(2 ** 53), 1e308, [], {}, [[]], [null], { id: 1 }, "\ud83d"];

let state = Number(seed);
/** The next random integer below a bound. Marsaglia, Xorshift RNGs (2003). */
function random(bound) {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % bound;
}

function sample(shape) {
  if (typeof shape === "number") return ["text", "2026-11-16T09:00:00Z", ID, true, 3, -3, 1.5][shape];
  if (Array.isArray(shape)) return Array.from({ length: random(4) }, () => sample(shape[0]));
  return Object.fromEntries(objects[shape].map(([name, item]) => [name, sample(item)]));
}

/** Damages a value in one to three places. */
function damaged(value) {
  const holder = { value };
  for (let times = random(3); times >= 0; times -= 1) damageIn(holder);
  return holder.value;
}

function damageIn(holder) {
  const keys = Object.keys(holder);
  const key = keys[random(keys.length)];
  const inner = holder[key];
  if (typeof inner === "object" && inner !== null && Object.keys(inner).length > 0 && random(6) > 0) damageIn(inner);
  else if (random(4) === 0) delete holder[key];
  // A copy: it may be damaged again.
  else holder[key] = structuredClone(STRANGE[random(STRANGE.length)]);
}

const methods = Object.values(nouns).flatMap((verbs) => Object.values(verbs)).filter((method) => method.returns);
const counts = { read: 0, refused: 0 };
for (let round = 0; round < ROUNDS; round += 1) {
  const method = methods[random(methods.length)];
  let body = JSON.stringify(damaged(sample(method.returns))) ?? "";
  if (random(20) === 0) body = body.slice(0, random(body.length + 1));
  if (random(50) === 0) body = body.replace(/:(-?[0-9.]+)/, random(2) ? ":1e999" : ":9007199254740993");
  try {
    const value = decode({ response: { url: "https://platform.example", status: 200, body, headers: new Headers() } }, method);
    // What was read is as the types say: reading it once more changes nothing.
    const before = JSON.stringify(value);
    assert.equal(findFault(value, method.returns, false), undefined);
    assert.equal(JSON.stringify(value), before);
    counts.read += 1;
  } catch (error) {
    assert.ok(error instanceof AnswerdeckError, `${error}: ${body}`);
    assert.equal(error.code, "UNREADABLE_RESPONSE");
    assert.ok(error.message.length < 500);
    counts.refused += 1;
  }
}
assert.ok(counts.read > ROUNDS / 20 && counts.refused > ROUNDS / 20, JSON.stringify(counts));
console.log("done");
