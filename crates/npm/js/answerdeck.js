import { callWith } from "./abort.js";
import { open } from "./call.js";
import { Core } from "./core.js";
import { run } from "./crash.js";
import { invalidArgument } from "./error.js";
import { Exchange } from "./exchange.js";
import { List } from "./list.js";
import { load } from "./load.js";
import { nouns } from "./platform.js";
import {
  checkOptions, checkSignal, checkText, checkTexts, encodeQuery, readAddress, readArguments, readLimits, readSending, SENDING,
} from "./request.js";
import { decode } from "./response.js";
import { end, partsOf } from "./session.js";
import { Watch } from "./watch.js";

const secret = Symbol("Answerdeck.connect");
const OPTIONS = ["baseUrl", "apiKey", "session", "language", "idempotencyKeys", "signal", "wasm", ...SENDING];

/** A client of one platform, for one organization. `index.d.ts` describes it. */
export class Answerdeck {
  #deck;

  constructor(token, deck) {
    if (token !== secret) throw invalidArgument("use Answerdeck.connect");
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
    checkOptions(options, OPTIONS, "limits");
    const { baseUrl, apiKey, session, language, idempotencyKeys = true, signal, wasm } = options;
    const isUnclear = session === undefined ? apiKey === undefined : apiKey !== undefined || baseUrl !== undefined;
    if (isUnclear) throw invalidArgument("give either `baseUrl` and `apiKey`, or `session`, which has its address");
    const sending = readSending(options);
    const parts = session && partsOf(session);
    const address = readAddress("baseUrl", baseUrl ?? session?.baseUrl);
    checkTexts({ apiKey, language });
    const limits = readLimits(options);
    if (typeof idempotencyKeys !== "boolean") throw invalidArgument("`idempotencyKeys` must be true or false");
    checkSignal(signal);
    await load(wasm);
    const deck = { signal, limits, ...sending, renewal: parts?.exchange };
    deck.core = run(() => new Core(address, apiKey, parts?.core.share(), language, idempotencyKeys, new Exchange()));
    if (session) run(() => deck.core.onSignedOut(() => end(session)));
    return new Answerdeck(secret, deck);
  }

  setLanguage(language) {
    checkText("language", language);
    run(() => this.#deck.core.setLanguage(language));
  }
}

function call(deck, method, values) {
  if (!method.items && !method.watch) return withResponse(send(deck, method, values));
  const { id, filter, options } = readArguments(method, values);
  return method.items ? new List(deck, method, filter, options) : new Watch(deck, method, id[0], options);
}

async function send(deck, method, values) {
  const { id, body, filter, options } = readArguments(method, values);
  const query = method.query ? encodeQuery(filter, method.query) : "";
  const { core, exchange } = open(deck, method, options);
  await callWith([options.signal, deck.signal], [exchange, deck.renewal], (aborted) => core.send(method.at, id, query, body, aborted));
  const { status, headers } = exchange.response;
  return { data: decode(exchange, method), status, headers, requestID: exchange.requestID };
}

/** Returns the promise of the data. Its method returns that of the data with the response. */
function withResponse(answer) {
  const data = answer.then(({ data }) => data);
  return Object.assign(data, {
    withResponse() {
      // The caller handles the failure of the other promise.
      data.catch(() => undefined);
      return answer;
    },
  });
}
