import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig } from "vitest/config";
import { preloadFonts } from "./fontFiles.ts";
import { precacheFiles } from "./workerFiles.ts";

// `npm run dev` serves the page during development; it needs a `skep serve` on port 8000.
export default defineConfig({
  plugins: [svelte(), svelteTesting(), preloadFonts(), precacheFiles()],
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
  test: {
    maxWorkers: "100%",
    testTimeout: 30_000, // a loaded machine is slow, not broken
    projects: [
      {
        extends: true,
        // the modules of these tests keep no state, so they can share one process, which saves most of the time
        test: {
          name: "logic",
          environment: "node",
          isolate: false,
          css: true, // tests read the style sheets (?raw)
          include: ["src/**/*.test.ts"],
          exclude: ["src/**/*.dom.test.ts"],
        },
      },
      {
        extends: true,
        // each file has a window and modules of its own, but no process: starting those took most of the time
        test: { name: "page", environment: "jsdom", pool: "vmThreads", include: ["src/**/*.dom.test.ts"] },
      },
    ],
  },
});
