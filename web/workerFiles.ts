import type { Plugin } from "vite";

/** The files of public/, which are not part of the bundle. */
const PUBLIC_FILES = [
  "apple-touch-icon.png",
  "favicon.svg",
  "icon-192.png",
  "icon-512.png",
  "icon-maskable-512.png",
  "manifest.webmanifest",
];

/** Build worker.js and insert the list of the page's files and a version, a hash of their contents. */
export function precacheFiles(): Plugin {
  return {
    name: "precache-files",
    apply: "build",
    enforce: "post",
    buildStart() {
      const id = new URL("src/worker/worker.ts", import.meta.url).pathname;
      this.emitFile({ type: "chunk", id, fileName: "worker.js" });
    },
    async generateBundle(_, bundle) {
      const built = bundle["worker.js"];
      const index = bundle["index.html"];
      if (built?.type !== "chunk" || index?.type !== "asset")
        return this.error("the service worker was not built");
      // the names of the assets already contain a hash of their contents
      const assets = Object.keys(bundle).filter((name) => name.startsWith("assets/"));
      const files = ["/", ...[...PUBLIC_FILES, ...assets.sort()].map((name) => `/${name}`)];
      const version = await hash([built.code, String(index.source), ...files].join("\n"));
      built.code = built.code
        .replaceAll("__FILES__", JSON.stringify(files))
        .replaceAll("__VERSION__", JSON.stringify(version));
    },
  };
}

async function hash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest.slice(0, 8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
