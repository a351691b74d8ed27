import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig } from "vitest/config";
import { precacheFiles } from "./workerFiles.ts";

// `npm run dev` serves the page during development; it needs a `skep serve` on port 8000.
export default defineConfig({
  plugins: [svelte(), svelteTesting(), precacheFiles()],
  build: {
    outDir: "../src/skep/server/page",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0, // the content security policy forbids data: scripts and styles
  },
  server: {
    fs: { allow: [".."] },
    proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } },
  },
  test: { environment: "node", include: ["src/**/*.test.ts"] },
});
