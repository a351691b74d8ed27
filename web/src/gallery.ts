// A page for those who work on the board: `npm run dev`, then /gallery.html. It is no part of the build.
import { mount } from "svelte";
import Gallery from "./board/gallery/Gallery.svelte";

const target = document.getElementById("page");
if (!target) throw new Error("the page has no place for itself");
mount(Gallery, { target });
