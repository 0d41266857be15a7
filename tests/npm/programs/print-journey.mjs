// Uses the package as a program of a server does.
import { Answerdeck } from "answerdeck";
import { journey } from "./journey.js";

const { ANSWERDECK_URL: baseUrl, ANSWERDECK_KEY: apiKey } = process.env;
Answerdeck.connect({ baseUrl, apiKey }).then(journey).then(console.log);
