import { Answerdeck } from "answerdeck";
import { expect, test } from "vitest";
import { journey } from "./journey.js";

test("pages are read, and a run is submitted and watched", async () => {
  const { ANSWERDECK_URL: baseUrl, ANSWERDECK_KEY: apiKey } = process.env;
  const deck = await Answerdeck.connect({ baseUrl, apiKey });
  expect(await journey(deck)).toBe("pages of 2 and 2, FINISHED, ABORTED");
}, 60_000);
