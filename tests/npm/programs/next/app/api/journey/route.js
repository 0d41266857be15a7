import { Answerdeck } from "answerdeck";
import { journey } from "../../../journey.js";

export const dynamic = "force-dynamic";

export async function GET() {
  const { ANSWERDECK_URL: baseUrl, ANSWERDECK_KEY: apiKey } = process.env;
  return new Response(await journey(await Answerdeck.connect({ baseUrl, apiKey })));
}
