import js from "@eslint/js";
import { defineConfig } from "eslint/config";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default defineConfig(
  { ignores: ["src/wire/openapi.d.ts"] },
  js.configs.recommended,
  ts.configs.recommendedTypeChecked,
  svelte.configs.recommended,
  svelte.configs.prettier,
  {
    languageOptions: {
      globals: { ...globals.browser, ...globals.node },
      parserOptions: { projectService: true, extraFileExtensions: [".svelte"] },
    },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      // Derived maps and sets are made anew and never changed, and private caches are no state of the page.
      "svelte/prefer-svelte-reactivity": "off",
    },
  },
  { files: ["**/*.svelte", "**/*.svelte.ts"], languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } } },
  { files: ["**/*.js", "**/*.mjs", "vite.config.ts"], extends: [ts.configs.disableTypeChecked] },
);
