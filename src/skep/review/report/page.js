"use strict";
// Shows the selected move. All texts and judgements come from the page's data.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const byId = (id) => document.getElementById(id);
  const last = data.moves.length - 1;
  let selected = -1;

  function create(name, className, ...children) {
    const element = document.createElement(name);
    if (className) element.className = className;
    element.append(...children);
    return element;
  }

  function draw(picture) {
    byId("picture").innerHTML = data.pictures[picture];
  }

  function line(steps) {
    const list = create("p", "line");
    steps.forEach(([move, picture, label]) => {
      if (picture === null) {
        list.append(create("code", "", move), " ");
        return;
      }
      const button = create("button", "", move);
      button.type = "button";
      button.title = label;
      button.setAttribute("aria-label", label);
      button.setAttribute("aria-pressed", "false");
      button.addEventListener("click", () => {
        const wasPressed = button.getAttribute("aria-pressed") === "true";
        list.querySelectorAll("button").forEach((other) => other.setAttribute("aria-pressed", "false"));
        button.setAttribute("aria-pressed", String(!wasPressed));
        byId("board").classList.toggle("better", !wasPressed);
        draw(wasPressed ? selected : picture);
      });
      list.append(button, " ");
    });
    return list;
  }

  function card(move) {
    const parts = [create("h3", "", move.title)];
    if (move.move) {
      const symbol = create("b", "symbol", move.symbol);
      symbol.setAttribute("aria-hidden", "true");
      parts.push(create("p", "played is-" + move.kind, create("code", "", move.move), " ", symbol, " ", move.judgement));
      parts.push(create("p", "description", move.description + "."));
    }
    if (move.better) {
      parts.push(create("p", "chances", move.chances));
      parts.push(create("p", "better-description", create("em", "", byId("better-label").textContent), " " + move.better + "."));
      parts.push(line(move.line));
    }
    parts.push(create("p", "value", move.value));
    if (move.clock) parts.push(create("p", "value", move.clock));
    byId("card").replaceChildren(...parts);
  }

  function select(index) {
    const next = Math.max(0, Math.min(last, index));
    if (next === selected) return;
    selected = next;
    byId("board").classList.remove("better");
    draw(selected);
    card(data.moves[selected]);
    document.querySelectorAll("[data-move]").forEach((link) => {
      if (Number(link.dataset.move) === selected) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    });
    for (const id of ["first", "back"]) byId(id).disabled = selected === 0;
    for (const id of ["forward", "last"]) byId(id).disabled = selected === last;
    if (!last) return;
    const x = (1000 * selected) / last;
    byId("cursor").setAttribute("d", `M${x} 0V100`);
    byId("slider").value = String(selected);
    byId("slider").setAttribute("aria-valuetext", data.moves[selected].title + " " + (data.moves[selected].move || ""));
  }

  function selectAt(event) {
    const box = byId("graph").getBoundingClientRect();
    select(Math.round((last * (event.clientX - box.left)) / box.width));
  }

  byId("first").addEventListener("click", () => select(0));
  byId("back").addEventListener("click", () => select(selected - 1));
  byId("forward").addEventListener("click", () => select(selected + 1));
  byId("last").addEventListener("click", () => select(last));
  if (last) {
    byId("slider").addEventListener("input", (event) => select(Number(event.target.value)));
    byId("graph").addEventListener("pointerdown", (event) => {
      byId("graph").setPointerCapture(event.pointerId);
      selectAt(event);
    });
    byId("graph").addEventListener("pointermove", (event) => {
      if (event.buttons & 1) selectAt(event);
    });
  }
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-move]");
    if (!link) return;
    event.preventDefault();
    select(Number(link.dataset.move));
    if (link.closest(".turns") || window.innerWidth < 900) byId("board").scrollIntoView({ block: "nearest" });
  });
  document.addEventListener("keydown", (event) => {
    if (event.target === byId("slider") || event.altKey || event.ctrlKey || event.metaKey) return;
    const next = { ArrowLeft: selected - 1, ArrowRight: selected + 1, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    select(next);
  });
  document.documentElement.classList.add("has-script");
  const requested = Number(location.hash.slice(1));
  select(location.hash.length > 1 && Number.isInteger(requested) ? requested : data.shown);
})();
