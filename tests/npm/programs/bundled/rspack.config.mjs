import { fileURLToPath } from "node:url";

export default {
  mode: "production",
  entry: "./app.js",
  experiments: { outputModule: true },
  output: { path: fileURLToPath(new URL("dist", import.meta.url)), module: true, filename: "built.js" },
};
