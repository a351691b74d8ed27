import { mount } from "svelte";
import App from "./App.svelte";
import "./styles/tokens.css";
import "./styles/base.css";
import "./board/theme.css";
import { language } from "./state/language.svelte";
import { settings } from "./state/settings.svelte";
import { registerWorker } from "./worker/registering";

const target = document.getElementById("page");
if (!target) throw new Error("the page has no place for itself");
document.documentElement.dataset.theme = settings.dark ? "dark" : "light";
await language.load();
mount(App, { target });
if (import.meta.env.PROD) registerWorker();
