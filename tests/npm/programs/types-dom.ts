// What the types say about the objects of a browser.
import { Answerdeck, Session, type WasmSource } from "answerdeck";

export async function use(session: Session): Promise<void> {
  const fetch = (request: Request): Promise<Response> => globalThis.fetch(request);
  const deck = await Answerdeck.connect({ session, fetch, headers: new Headers(), signal: AbortSignal.timeout(1) });
  await Answerdeck.connect({ baseUrl: new URL("https://platform.example"), apiKey: "adk_key" });
  await Session.resume(location, { baseUrl: session.baseUrl, fetch, headers: { "x-team": "search" }, onEvent: ({ url }) => url });
  const { headers } = await deck.models.list({ signal: new AbortController().signal }).withResponse();
  headers satisfies Headers;
  const target: EventTarget = session as Session & EventTarget;
  target.addEventListener("signedout", () => undefined);
  [location, new URL("https://app.example")] satisfies { href: string }[];
  const sources: WasmSource[] = [new URL("https://app.example"), new Request(""), new Response(), new Uint8Array(), new ArrayBuffer(1)];
  for (const wasm of [...sources, new WebAssembly.Module(new Uint8Array())]) await Answerdeck.connect({ session, wasm });
}
