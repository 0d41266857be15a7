import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [react()],
  // In development, Vite bundles dependencies and would not find the WebAssembly beside them.
  optimizeDeps: { exclude: ["answerdeck"] },
});
