import { Answerdeck } from "answerdeck";
import { ModelsInBrowser } from "./models.jsx";

export const dynamic = "force-dynamic";

/** Reads models on the server. The test gives its key to the page, which a real page must not do. */
export default async function Page() {
  const { ANSWERDECK_URL: baseUrl, ANSWERDECK_KEY: apiKey } = process.env;
  const deck = await Answerdeck.connect({ baseUrl, apiKey });
  const { models } = await deck.models.list();
  return (
    <>
      <p>{models.length > 0 ? "models on the server" : "no models on the server"}</p>
      <ModelsInBrowser baseUrl={baseUrl} apiKey={apiKey} />
    </>
  );
}
