import type { Plugin } from "vite";

/** Add a preload link for each bundled font, so that they arrive with the style sheet instead of after it. */
export function preloadFonts(): Plugin {
  return {
    name: "preload-fonts",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_, { bundle = {} }) {
        const fonts = Object.keys(bundle).filter((name) => name.endsWith(".woff2"));
        if (!fonts.length) throw new Error("no fonts were bundled");
        return fonts.sort().map((name) => ({
          tag: "link",
          attrs: { rel: "preload", href: `/${name}`, as: "font", type: "font/woff2", crossorigin: "" },
          injectTo: "head" as const,
        }));
      },
    },
  };
}
