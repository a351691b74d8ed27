import type { Strings } from "../../lib/i18n/strings";
import type { AnalysisLine, RecordTree } from "../../lib/messages";
import type { Requester } from "../../lib/socket";
import type { StudyApi } from "../../lib/studyApi";
import { EMPTY, Study, type StudyEvent } from "./study.svelte";
import { StudyEngine, type Thinking } from "./studyEngine.svelte";
import { StudyLayers } from "./studyLayers.svelte";
import { StudyLoader } from "./studyLoader.svelte";
import type { SharedStudy } from "./shared/sharedStudy.svelte";
import { newTree, toRecord } from "./studyTree";
import { tableLayout } from "../../lib/table/layout.svelte";
import type { Wording } from "../../lib/wording";

export interface ScreenDeps {
  wording: () => Wording;
  animate: () => boolean;
  onEvent: (event: StudyEvent) => void;
  api: StudyApi;
  strings: () => Strings;
  language: () => string;
  /** Wait until the server knows this browser. */
  known: () => Promise<unknown>;
  /** Go to the address without a name: another study was opened. */
  leave: () => void;
}

/** The analysis board as a screen: the study, the engine and the layers, and what is open around the board. */
export class StudyScreen {
  readonly study: Study;
  readonly engine: StudyEngine;
  readonly layers: StudyLayers;
  readonly loader: StudyLoader;

  dialog: "" | "open" | "share" | "export" | "keys" = $state("");
  /** The sheet that is open on a phone. */
  sheet: "" | "moves" | "engine" | "tools" | "layers" = $state("");
  tab: "chapters" | "engine" | "explorer" = $state("engine");
  /** The study that several people edit, if it is one. */
  shared: SharedStudy | null = $state.raw(null);
  editing = $state(false);
  layersOpen = $state(false);
  drawing = $state(false);
  /** Whether the current move can be annotated in the tree. */
  annotating = $state(false);
  /** The rotation chosen by the reader, and the one with which the board opened, in sixths of a turn. */
  rotation = $state(0);
  opening = $state(0);
  /** The rotation of what is seen, which figurines follow. */
  readonly turned = $derived(this.rotation + this.opening);
  /** The index of the engine's line being inspected. */
  lookedAt: number | null = $state(null);
  /** Whether the last action was made with the keyboard, so that the focus follows. */
  byKey = false;
  /** Shows the whole hive; set by the board. */
  fit = (): void => {};

  constructor(
    socket: Requester & Thinking,
    private readonly deps: ScreenDeps,
  ) {
    this.study = new Study(socket, deps);
    this.engine = new StudyEngine(socket);
    this.layers = new StudyLayers(socket);
    this.loader = new StudyLoader(this.study, deps);
  }

  readonly looked: AnalysisLine | null = $derived.by(() =>
    this.lookedAt === null ? null : (this.engine.analysis?.lines[this.lookedAt] ?? null),
  );
  /** Whether there is a position to analyse and to draw over. */
  readonly active = $derived.by(() => this.loader.ready && !this.editing && this.study.position !== null);
  /** The names of the players, if the record has any. */
  readonly names = $derived.by(() => {
    const { White: white, Black: black } = this.study.tree.tags;
    const { game, study } = this.deps.strings();
    return white || black ? game.heading(white || study.open.unknown, black || study.open.unknown) : "";
  });

  openGame(record: RecordTree, remarks: string[]): void {
    if (this.shared?.canEdit) return this.#addChapter(this.shared, record);
    this.loader.openGame(record, remarks);
    this.#leave();
  }

  openPosition(start: string): void {
    if (this.shared?.canEdit) return this.#addChapter(this.shared, toRecord(newTree(start || EMPTY)));
    this.loader.openPosition(start);
    this.#leave();
  }

  /** Add a chapter to the shared study with a game or a position that was opened. */
  #addChapter(shared: SharedStudy, record: RecordTree): void {
    const { studies } = this.deps.strings();
    const { White: white, Black: black } = record.tags;
    const names = [white, black].filter(Boolean).join(" – ");
    const name = names.slice(0, 100) || studies.chapters.chapter(shared.chapters.length + 1);
    shared.add(name, record).catch((error: unknown) => this.study.interaction.showFailure(error));
    this.editing = false;
    this.sheet = "";
  }

  #leave(): void {
    this.deps.leave();
    this.editing = false;
    this.sheet = "";
  }

  /** Set up a position. */
  edit(): void {
    this.sheet = "";
    this.drawing = false;
    this.layersOpen = false;
    this.editing = true;
  }

  /** Open or close the choice of layers, which is a sheet on a phone. */
  toggleLayers(): void {
    if (tableLayout.isPhone) this.sheet = this.sheet === "layers" ? "" : "layers";
    else this.layersOpen = !this.layersOpen;
  }

  /** Close what is open, or cancel what is in progress. */
  escape(): void {
    if (this.layersOpen) this.layersOpen = false;
    else if (this.drawing) this.drawing = false;
    else if (this.annotating) this.annotating = false;
    else this.study.cancel();
  }
}
