import type en from "./en";

/** All texts of the page in one language. A language is one file here, named by its two letters, like `en.ts`. */
export type Strings = typeof en;
