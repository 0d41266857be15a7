// A Cloudflare Worker that uses the package.
import { Answerdeck } from "answerdeck";
import { journey } from "./journey.js";

export default {
  async fetch(request, { ANSWERDECK_URL: baseUrl, ANSWERDECK_KEY: apiKey }) {
    try {
      return new Response(await journey(await Answerdeck.connect({ baseUrl, apiKey })));
    } catch (error) {
      return new Response(String(error?.stack ?? error), { status: 500 });
    }
  },
};
