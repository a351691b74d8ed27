"use strict";
// Shows the move that is chosen. All words come from the page's data: here nothing is judged and nothing is told.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const at = (id) => document.getElementById(id);
  const last = data.moves.length - 1;
  let chosen = -1;

  function made(name, className, ...inside) {
    const element = document.createElement(name);
    if (className) element.className = className;
    element.append(...inside);
    return element;
  }

  function draw(picture) {
    at("picture").innerHTML = data.pictures[picture];
  }

  function line(steps) {
    const list = made("p", "line");
    steps.forEach(([move, picture, label]) => {
      if (picture === null) {
        list.append(made("code", "", move), " ");
        return;
      }
      const button = made("button", "", move);
      button.type = "button";
      button.title = label;
      button.setAttribute("aria-label", label);
      button.setAttribute("aria-pressed", "false");
      button.addEventListener("click", () => {
        const again = button.getAttribute("aria-pressed") === "true";
        list.querySelectorAll("button").forEach((other) => other.setAttribute("aria-pressed", "false"));
        button.setAttribute("aria-pressed", String(!again));
        at("board").classList.toggle("better", !again);
        draw(again ? chosen : picture);
      });
      list.append(button, " ");
    });
    return list;
  }

  function card(move) {
    const parts = [made("h3", "", move.title)];
    if (move.move) {
      const sign = made("b", "sign", move.sign);
      sign.setAttribute("aria-hidden", "true");
      parts.push(made("p", "played is-" + move.kind, made("code", "", move.move), " ", sign, " ", move.judgement));
      parts.push(made("p", "words", move.words + "."));
    }
    if (move.better) {
      parts.push(made("p", "chances", move.chances));
      parts.push(made("p", "better-words", made("em", "", at("better-word").textContent), " " + move.better + "."));
      parts.push(line(move.line));
    }
    parts.push(made("p", "value", move.value));
    if (move.clock) parts.push(made("p", "value", move.clock));
    at("card").replaceChildren(...parts);
  }

  function choose(index) {
    const next = Math.max(0, Math.min(last, index));
    if (next === chosen) return;
    chosen = next;
    at("board").classList.remove("better");
    draw(chosen);
    card(data.moves[chosen]);
    document.querySelectorAll("[data-move]").forEach((link) => {
      if (Number(link.dataset.move) === chosen) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    });
    for (const id of ["first", "back"]) at(id).disabled = chosen === 0;
    for (const id of ["forward", "last"]) at(id).disabled = chosen === last;
    if (!last) return;
    const x = (1000 * chosen) / last;
    at("cursor").setAttribute("d", `M${x} 0V100`);
    at("slider").value = String(chosen);
    at("slider").setAttribute("aria-valuetext", data.moves[chosen].title + " " + (data.moves[chosen].move || ""));
  }

  function chosenBy(event) {
    const box = at("graph").getBoundingClientRect();
    choose(Math.round((last * (event.clientX - box.left)) / box.width));
  }

  at("first").addEventListener("click", () => choose(0));
  at("back").addEventListener("click", () => choose(chosen - 1));
  at("forward").addEventListener("click", () => choose(chosen + 1));
  at("last").addEventListener("click", () => choose(last));
  if (last) {
    at("slider").addEventListener("input", (event) => choose(Number(event.target.value)));
    at("graph").addEventListener("pointerdown", (event) => {
      at("graph").setPointerCapture(event.pointerId);
      chosenBy(event);
    });
    at("graph").addEventListener("pointermove", (event) => {
      if (event.buttons & 1) chosenBy(event);
    });
  }
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-move]");
    if (!link) return;
    event.preventDefault();
    choose(Number(link.dataset.move));
    if (link.closest(".turns") || window.innerWidth < 900) at("board").scrollIntoView({ block: "nearest" });
  });
  document.addEventListener("keydown", (event) => {
    if (event.target === at("slider") || event.altKey || event.ctrlKey || event.metaKey) return;
    const next = { ArrowLeft: chosen - 1, ArrowRight: chosen + 1, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
  });
  document.documentElement.classList.add("lively");
  const asked = Number(location.hash.slice(1));
  choose(location.hash.length > 1 && Number.isInteger(asked) ? asked : data.shown);
})();
