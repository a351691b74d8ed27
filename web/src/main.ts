import { mount } from "svelte";
import App from "./App.svelte";
import "./lib/styles/fonts.css";
import "./lib/styles/tokens.css";
import "./lib/styles/base.css";
import "./board/theme.css";
import { language } from "./lib/i18n/language.svelte";
import { settings } from "./lib/settings.svelte";
import { registerWorker } from "./worker/register";

const target = document.getElementById("page");
if (!target) throw new Error("index.html has no element with the id 'page'");
document.documentElement.dataset.theme = settings.dark ? "dark" : "light";
await language.load();
mount(App, { target });
if (import.meta.env.PROD) registerWorker();
