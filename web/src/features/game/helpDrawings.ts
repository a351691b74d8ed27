/** The marks that help draws over the board, and the legend that explains them. */
import type { Sign } from "../../board/LayerIcon.svelte";
import type { Drawing, Place } from "../../board/types";
import type { HintEffect, HintResponse, PlayedMove, ThreatsResponse } from "../../lib/messages";
import { whereIs, type Table } from "../../lib/position/hive";

type Look = Pick<Drawing, "color"> & { shape: "arrow" | "ring"; rank: number };

/** How each mark is drawn. */
const LOOKS = {
  look: { shape: "ring", color: "green", rank: 2 },
  openSpace: { shape: "ring", color: "yellow", rank: 2 },
  hintedMove: { shape: "ring", color: "green", rank: 1 },
  held: { shape: "ring", color: "yellow", rank: 2 },
  freed: { shape: "ring", color: "blue", rank: 2 },
  ownRoom: { shape: "ring", color: "blue", rank: 3 },
  inReach: { shape: "ring", color: "engine", rank: 3 },
  stillOpen: { shape: "ring", color: "engine", rank: 3 },
  win: { shape: "arrow", color: "red", rank: 1 },
  force: { shape: "arrow", color: "red", rank: 2 },
  pin: { shape: "arrow", color: "blue", rank: 3 },
  pinned: { shape: "ring", color: "yellow", rank: 2 },
} as const satisfies Record<string, Look>;

export type Mark = keyof typeof LOOKS;

/** An entry of a legend: an arrow or a ring, the number on the queen bee, or a symbol on a space next to her. */
export type LegendEntry =
  ({ mark: Mark } & Look) | { mark: "taken"; shape: "count" } | { mark: Sign; shape: "sign" };

interface Marked {
  mark: Mark;
  drawings: Drawing[];
}

/** The marks of effects that concern pieces or spaces; the sentence alone says the others. */
const EFFECT_MARKS: Partial<Record<HintEffect["kind"], { on: "pieces" | "spaces"; mark: Mark }>> = {
  pin: { on: "pieces", mark: "held" },
  cover: { on: "pieces", mark: "held" },
  unpin: { on: "pieces", mark: "freed" },
  flee: { on: "spaces", mark: "ownRoom" },
  open: { on: "spaces", mark: "ownRoom" },
  fill: { on: "spaces", mark: "stillOpen" },
  aim: { on: "spaces", mark: "inReach" },
};
/** The number of effects that the sentence names. */
const NAMED_EFFECTS = 2;

/** Draw a move as an arrow, or as a ghost of the piece where it would be placed. */
export function drawMove(move: PlayedMove, color: Drawing["color"], rank = 1): Drawing[] {
  if (!move.to || !move.piece) return [];
  if (move.origin) return [{ at: move.origin, to: move.to, color, rank }];
  return [{ at: move.to, to: null, color, rank, piece: move.piece }];
}

/** Draw a hint: where to look or, as the second step, the destination and the effects. The path is drawn separately. */
export const drawHint = (hint: HintResponse, table: Table): Drawing[] => drawingsOf(markHint(hint, table));
export const drawThreats = (threats: ThreatsResponse, table: Table): Drawing[] =>
  drawingsOf(markThreats(threats, table));

export const hintLegend = (hint: HintResponse, table: Table): LegendEntry[] =>
  entriesOf(markHint(hint, table));

/** Return the entries for the arrows and rings, then for the symbols around the player's queen bee. */
export function threatLegend(response: ThreatsResponse, table: Table): LegendEntry[] {
  const entries = entriesOf(markThreats(response, table));
  if (!response.queen) return entries;
  const open = response.queen.spaces.filter(({ standing }) => standing === null);
  const signs = new Set(open.map(({ white, black }) => fillSign(white.length > 0, black.length > 0)));
  return [
    ...entries,
    { mark: "taken", shape: "count" },
    ...[...signs].map((mark): LegendEntry => ({ mark, shape: "sign" })),
  ];
}

function fillSign(white: boolean, black: boolean): Sign {
  if (white) return black ? "fill-both" : "fill-white";
  return black ? "fill-black" : "fill-nobody";
}

function markHint(hint: HintResponse, table: Table): Marked[] {
  const { move, pieces, spaces } = hint;
  if (!move?.to || !move.piece) return [ringSpaces(spaces, "openSpace"), ringPieces(pieces, table, "look")];
  const effects = hint.effects.slice(0, NAMED_EFFECTS).flatMap((effect): Marked[] => {
    const marked = EFFECT_MARKS[effect.kind];
    if (!marked) return [];
    return [
      marked.on === "pieces"
        ? ringPieces(effect.pieces, table, marked.mark)
        : ringSpaces(effect.spaces, marked.mark),
    ];
  });
  const destination = { ...ring(move.to, "hintedMove"), piece: move.piece };
  return [{ mark: "hintedMove", drawings: [destination] }, ...effects];
}

function markThreats(response: ThreatsResponse, table: Table): Marked[] {
  return response.threats.flatMap(({ kind, move, pinned }): Marked[] => [
    { mark: kind, drawings: drawMove(move, LOOKS[kind].color, LOOKS[kind].rank) },
    ringPieces(pinned, table, "pinned"),
  ]);
}

const ring = (at: Place, mark: Mark): Drawing => ({
  at,
  to: null,
  color: LOOKS[mark].color,
  rank: LOOKS[mark].rank,
});

const ringSpaces = (spaces: readonly Place[], mark: Mark): Marked => ({
  mark,
  drawings: spaces.map((at) => ring(at, mark)),
});

/** Ring the pieces in play. */
function ringPieces(pieces: readonly string[], table: Table, mark: Mark): Marked {
  const places = pieces.map((piece) => whereIs(table, piece));
  return ringSpaces(
    places.filter((at) => at !== null),
    mark,
  );
}

const drawingsOf = (marks: Marked[]): Drawing[] => marks.flatMap(({ drawings }) => drawings);

/** Return one entry for each kind of mark that is drawn. */
function entriesOf(marks: Marked[]): LegendEntry[] {
  const visible = new Set(marks.filter(({ drawings }) => drawings.length).map(({ mark }) => mark));
  return [...visible].map((mark) => ({ mark, ...LOOKS[mark] }));
}
