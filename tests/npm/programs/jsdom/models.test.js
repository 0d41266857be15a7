/** @jest-environment node */
import { expect, test } from "@jest/globals";
import { Answerdeck } from "answerdeck";

test("models are read in a project whose other tests use jsdom", async () => {
  const { ANSWERDECK_URL: baseUrl, ANSWERDECK_KEY: apiKey } = process.env;
  const deck = await Answerdeck.connect({ baseUrl, apiKey });
  expect((await deck.models.list()).models.length).toBeGreaterThan(0);
});
