import { Answerdeck } from "./node_modules/answerdeck/index.js";

const options = { baseUrl: "https://platform.example", apiKey: "adk_key" };
const error = await Answerdeck.connect(options).catch((error) => error);
await Answerdeck.connect(options);
document.querySelector("[role=status]").textContent = `${error.code} ${error.message}, then connected`;
