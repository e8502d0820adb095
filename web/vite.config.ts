import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

/** Where the built page goes: into the Python package, unless told otherwise. */
const out = process.env["BRIDGEHEAD_STATIC"] ?? "../src/bridgehead/server/static";
/** The server that `npm run dev` speaks to. */
const server = process.env["BRIDGEHEAD_SERVER"] ?? "http://127.0.0.1:8945";

export default defineConfig({
  base: "/",
  plugins: [svelte()],
  build: { outDir: out, emptyOutDir: true, target: "es2022", modulePreload: { polyfill: false } },
  server: { proxy: { "/api": { target: server, ws: true } } },
  test: { include: ["tests/**/*.test.ts"] },
});
