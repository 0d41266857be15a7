import { callWith } from "./abort.js";
import { Core } from "./core.js";
import { run } from "./crash.js";
import { invalidArgument, toError } from "./error.js";
import { List } from "./list.js";
import { load } from "./load.js";
import { nouns } from "./platform.js";
import { checkBoolean, checkFunctions, checkSignal, checkText, checkTexts, checkTime, encodeQuery, readArguments } from "./request.js";
import { decode } from "./response.js";
import { coreOf, signedOut } from "./session.js";
import { Watch } from "./watch.js";

const secret = Symbol("Answerdeck.connect");

/** Returns the parts that `connect` created from its options. `undefined` for a value that is not a client. */
export let deckOf;

/** A client of one platform, for one organization. `index.d.ts` describes it. */
export class Answerdeck {
  #deck;

  static {
    deckOf = (client) => (typeof client === "object" && client !== null && #deck in client ? client.#deck : undefined);
  }

  constructor(token, deck) {
    if (token !== secret) throw new TypeError("use Answerdeck.connect");
    this.#deck = deck;
    for (const [noun, verbs] of Object.entries(nouns)) {
      const methods = {};
      for (const [verb, method] of Object.entries(verbs)) {
        methods[verb] = (...values) => call(deck, method, values);
      }
      this[noun] = Object.freeze(methods);
    }
  }

  static async connect(options) {
    if (typeof options !== "object" || options === null) throw invalidArgument("the options must be an object");
    const { baseUrl, apiKey, session, language, timeout, idempotencyKeys = true, fetch, signal, wasm } = options;
    if ((apiKey === undefined) === (session === undefined)) throw invalidArgument("give either `apiKey` or `session`");
    checkFunctions({ fetch });
    const address = baseUrl ?? session?.baseUrl;
    checkText("baseUrl", address);
    checkTexts({ apiKey, language });
    checkTime("timeout", timeout);
    checkBoolean("idempotencyKeys", idempotencyKeys);
    checkSignal(signal);
    await load(wasm);
    try {
      const core = run(() => {
        const credential = session && coreOf(session).share();
        return new Core({ baseUrl: address, apiKey, language, timeout, idempotencyKeys }, credential, fetch);
      });
      if (session) run(() => core.onSignedOut(() => signedOut(session)));
      return new Answerdeck(secret, { core, signal, baseUrl: address, apiKey, session });
    } catch (reason) {
      throw toError(reason);
    }
  }

  setLanguage(language) {
    checkText("language", language);
    try {
      run(() => this.#deck.core.setLanguage(language));
    } catch (reason) {
      throw toError(reason);
    }
  }
}

function call(deck, method, values) {
  if (method.items) {
    const { filter, options } = readArguments(method, values);
    return new List(deck, method, filter, options);
  }
  if (method.watch) {
    const { id, options } = readArguments(method, values);
    return new Watch(deck, method, id[0], options);
  }
  return send(deck, method, values);
}

async function send(deck, method, values) {
  const { id, body, filter, options } = readArguments(method, values);
  const query = method.query ? encodeQuery(filter, method.query) : "";
  const { idempotencyKey, signal, timeout } = options;
  const received = await callWith([signal, deck.signal], (aborted) => {
    const core = idempotencyKey === undefined ? deck.core : deck.core.withIdempotencyKey(idempotencyKey);
    return core.send(method.at, id, query, body, timeout, aborted);
  });
  return decode(received, method);
}
