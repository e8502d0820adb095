import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** Where the built page goes: into the Python package, unless told otherwise. */
const out = process.env["BRIDGEHEAD_STATIC"] ?? "../src/bridgehead/server/static";
/** The server that `npm run dev` speaks to. */
const server = process.env["BRIDGEHEAD_SERVER"] ?? "http://127.0.0.1:8945";

/** The service worker, with the names of the files that it keeps. */
function offline(): Plugin {
  return {
    name: "offline",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      const built = Object.keys(bundle).filter((name) => name.startsWith("assets/"));
      const files = ["theme.js", "icon.svg", "manifest.webmanifest", ...built].map((name) => `/${name}`);
      const worker = readFileSync("offline/sw.js", "utf8");
      const stamp = createHash("sha256").update(worker).update(files.join()).digest().readUInt32BE();
      const source = worker.replaceAll("__FILES__", JSON.stringify(files)).replaceAll("__STAMP__", String(stamp));
      this.emitFile({ type: "asset", fileName: "sw.js", source });
    },
  };
}

export default defineConfig({
  base: "/",
  plugins: [svelte(), offline()],
  build: { outDir: out, emptyOutDir: true, target: "es2022", modulePreload: { polyfill: false } },
  server: { proxy: { "/api": { target: server, ws: true } } },
  test: { include: ["tests/**/*.test.ts"] },
});
