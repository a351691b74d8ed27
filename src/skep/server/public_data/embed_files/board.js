// The board of an embedded game or study: it steps through the moves and follows a running game.

const board = JSON.parse(document.body.dataset.board);
const { texts } = board;
const element = (id) => document.getElementById(id);
const picture = element("picture");

let plies = 0;
/** The number of turns that the picture shows; null follows the game. */
let shown = null;
let result = null;
let wait = 1000;

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

function show() {
  const ply = shown ?? plies;
  const address = `${board.picture}&ply=${ply}`;
  if (picture.getAttribute("src") !== address) picture.src = address;
  element("status").textContent = describe(ply);
  for (const id of ["first", "back"]) element(id).disabled = ply === 0;
  for (const id of ["forward", "last"]) element(id).disabled = ply === plies;
}

function describe(ply) {
  if (ply < plies) return fill(texts.turn, { turn: ply, turns: plies });
  if (result !== null) {
    if (result.winner) return fill(texts.wins, { side: texts[result.winner] });
    return ["aborted", "abandoned"].includes(result.ending) ? texts.over : texts.draw;
  }
  if (board.kind === "study") return fill(texts.turn, { turn: ply, turns: plies });
  return fill(texts.to_move, { side: texts[ply % 2 === 0 ? "white" : "black"] });
}

function step(to) {
  shown = to >= plies ? null : Math.max(0, to);
  show();
}

element("first").onclick = () => step(0);
element("back").onclick = () => step((shown ?? plies) - 1);
element("forward").onclick = () => step((shown ?? plies) + 1);
element("last").onclick = () => step(plies);
document.onkeydown = (event) => {
  const to = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (to) step((shown ?? plies) + to);
};

function setPlies(count) {
  plies = count;
  if (shown !== null && shown >= plies) shown = null;
  show();
}

const nameOf = (player, side) =>
  player.seat === "computer" ? fill(texts.computer, { level: player.level }) : player.name || texts[side];

function takeGame(message) {
  element("players").textContent = `${nameOf(message.white, "white")} – ${nameOf(message.black, "black")}`;
  document.title = element("players").textContent;
  result = message.result;
  setPlies(message.moves.length);
}

function follow() {
  const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/api/socket`);
  socket.onopen = () => socket.send(JSON.stringify({ kind: "watch", id: 1, game: board.id }));
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.kind === "refused") {
      element("status").textContent = texts.unknown;
      socket.onclose = null;
      socket.close();
    }
    if (message.game !== board.id) return;
    wait = 1000;
    if (message.kind === "game") takeGame(message);
    if (message.kind === "moved") {
      result = message.result;
      setPlies(message.ply);
    }
  };
  socket.onclose = () => {
    element("status").textContent = texts.lost;
    setTimeout(follow, wait);
    wait = Math.min(60_000, 2 * wait);
  };
}

async function openStudy() {
  const response = await fetch(`/api/studies/${board.id}`);
  if (!response.ok) {
    element("status").textContent = texts.unknown;
    return;
  }
  const { nodes, tags } = await response.json();
  let last = -1;
  let count = 0;
  nodes.forEach((node, index) => {
    if (node.parent !== last) return;
    last = index;
    count += 1;
  });
  const names = [tags?.White, tags?.Black].filter((name) => name && name !== "?");
  if (names.length === 2) element("players").textContent = names.join(" – ");
  setPlies(count);
}

if (board.kind === "game") follow();
else openStudy();
