// A page for developing the board: `npm run dev`, then /gallery.html. It is not part of the build.
import { mount } from "svelte";
import Gallery from "./board/gallery/Gallery.svelte";

const target = document.getElementById("page");
if (!target) throw new Error("gallery.html has no element with the id 'page'");
mount(Gallery, { target });
