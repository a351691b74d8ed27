import type {
  GameState,
  PictureRequest,
  PositionCheck,
  PositionFaults,
  ReadRecords,
  RecordTree,
  ReviewJob,
  ReviewRequest,
  SharedStudy,
} from "./messages";
import { call, callFile } from "./api";

/** Files are read, and pictures drawn, while somebody waits. */
const LONG = 60_000;

/** What the study asks over REST. */
export const studyApi = {
  read: (file: Blob) => call<ReadRecords>("POST", "records", file, LONG),
  check: (position: PositionCheck) => call<PositionFaults>("POST", "positions", position),
  game: (id: string) => call<GameState>("GET", `games/${encodeURIComponent(id)}`),
  archived: (id: number) => call<RecordTree>("GET", `archive/${id}`),
  shared: (id: string) => call<RecordTree>("GET", `studies/${encodeURIComponent(id)}`),
  share: (tree: RecordTree) => call<SharedStudy>("POST", "studies", tree),
  review: (request: ReviewRequest) => call<ReviewJob>("POST", "reviews", request),
  record: (form: "pgn" | "uhp" | "txt", tree: RecordTree) => callFile(`records/${form}`, tree, LONG),
  picture: (request: PictureRequest) => callFile("pictures", request, LONG),
};
export type StudyApi = typeof studyApi;
