// Answers kept in the browser, and questions about them that a worker counts.
import { callWith, throwIfAborted } from "./abort.js";
import { AnalysisPort } from "./analysis-port.js";
import { deckOf } from "./answerdeck.js";
import { AnswerdeckError, invalidArgument } from "./error.js";
import { compile } from "./load.js";
import { countInUnits } from "./mention.js";
import { questions } from "./questions.js";
import { checkFunctions, checkSignal } from "./request.js";
import { coreOf, signedOut } from "./session.js";

const secret = Symbol("Analysis.open");

/** The answers of an organization, kept and counted by a worker. `analysis.d.ts` describes it. */
export class Analysis {
  #port;
  #session;
  #options;
  #status;

  constructor(token, port, session, options) {
    if (token !== secret) throw new TypeError("use Analysis.open");
    this.#port = port;
    this.#session = session;
    this.#options = options;
  }

  static async open(client, options = {}) {
    const deck = deckOf(client);
    if (!deck) throw invalidArgument("give an `Answerdeck` of this copy of the package");
    if (typeof options !== "object" || options === null) throw invalidArgument("the options must be an object");
    checkFunctions({ onProgress: options.onProgress, onLoss: options.onLoss });
    if (typeof Worker !== "function") {
      throw new AnswerdeckError({ code: "ANALYSIS_UNAVAILABLE", message: "there are no Web Workers here: analysis needs a browser" });
    }
    // Bundlers find the files by these expressions.
    const wasm = options.wasm ?? new URL("./analysis.wasm", import.meta.url);
    const script = options.worker ?? new URL("./analysis-worker.js", import.meta.url);
    const program = await compile(wasm, "analysis.wasm");
    // A signal that is aborted already sends no event.
    throwIfAborted(deck.signal);
    const port = new AnalysisPort(script, program);
    const analysis = new Analysis(secret, port, deck.session, options);
    try {
      await analysis.#start(deck);
    } catch (error) {
      port.terminate();
      throwIfAborted(deck.signal);
      throw error;
    }
    return analysis;
  }

  get status() {
    return this.#status;
  }

  async kept(options = {}) {
    checkSignal(options.signal);
    if (this.#port.ended.aborted || this.#status?.phase !== "done") await this.#port.wait("done", options.signal);
    return this.#status;
  }

  refresh() {
    // The worker has not said yet that there is more to read.
    if (this.#status?.phase === "done") this.#status = { ...this.#status, phase: "reading" };
    this.#port.send("brandsChanged");
    this.#port.send("runFinished");
  }

  async forget() {
    const forgotten = this.#port.wait("forgotten");
    this.#port.send("forget");
    await forgotten;
  }

  close() {
    this.#port.end(new AnswerdeckError({ code: "ANALYSIS_CLOSED", message: "the analysis was closed" }));
    this.#port.terminate();
  }

  async #start(deck) {
    const port = this.#port;
    port.onStatus = (status) => {
      this.#status = status;
      if (status.phase === "done") port.settle("done");
      this.#options.onProgress?.(status);
    };
    port.onLost = (loss) => this.#options.onLoss?.(loss);
    port.onNeedsAccessToken = (request) => this.#giveAccessToken(request);
    port.onForgotten = () => {
      port.settle("forgotten");
      this.close();
    };
    const until = { signal: port.ended };
    deck.signal?.addEventListener("abort", () => this.close(), until);
    deck.session?.addEventListener("signedout", () => this.#endSession(), until);
    await port.wait("ready");
    port.send({ page: pageState() });
    const kept = deck.session && coreOf(deck.session).secret();
    port.send({
      open: {
        baseUrl: deck.baseUrl,
        credential: deck.session ? "accessTokens" : { apiKey: deck.apiKey },
        secret: kept ? { name: kept[0], key: Array.from(kept[1]) } : null,
      },
    });
    for (const [target, event] of [[globalThis.document, "visibilitychange"], [globalThis, "online"], [globalThis, "offline"]]) {
      target?.addEventListener(event, () => port.send({ page: pageState() }), until);
    }
  }

  /** What was kept for a session ends with it. The worker deletes it before it ends. */
  #endSession() {
    this.#port.send("forget");
    this.#port.end(new AnswerdeckError({ code: "SIGNED_OUT", message: "the session has ended" }));
  }

  async #giveAccessToken({ number, rejected }) {
    let token = null;
    try {
      token = await callWith([], () => coreOf(this.#session).accessToken(rejected));
    } catch (error) {
      // After another failure, the worker tries again later.
      if (error.code === "SIGNED_OUT") signedOut(this.#session);
    }
    this.#port.send({ accessToken: { number, token } });
  }

  async #ask(name, question, options) {
    checkSignal(options.signal);
    const reply = await this.#port.ask({ [name]: question }, options.signal);
    if (name === "mentions") reply.value.mentions = countInUnits(question.text, reply.value.mentions);
    return reply;
  }

  static {
    for (const name of questions) {
      this.prototype[name] = function (question = {}, options = {}) {
        return this.#ask(name, question, options);
      };
    }
  }
}

function pageState() {
  return {
    isVisible: globalThis.document?.visibilityState !== "hidden",
    isOnline: globalThis.navigator?.onLine !== false,
  };
}
