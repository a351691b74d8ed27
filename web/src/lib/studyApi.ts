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

/** Milliseconds; reading large files and drawing pictures takes a while. */
const FILE_TIMEOUT = 60_000;

/** The REST requests of the analysis board. */
export const studyApi = {
  read: (file: Blob) => call<ReadRecords>("POST", "records", file, FILE_TIMEOUT),
  check: (position: PositionCheck) => call<PositionFaults>("POST", "positions", position),
  game: (id: string) => call<GameState>("GET", `games/${encodeURIComponent(id)}`),
  archived: (id: number) => call<RecordTree>("GET", `archive/${id}`),
  shared: (id: string) => call<RecordTree>("GET", `studies/${encodeURIComponent(id)}`),
  share: (tree: RecordTree) => call<SharedStudy>("POST", "studies", tree),
  review: (request: ReviewRequest) => call<ReviewJob>("POST", "reviews", request),
  record: (form: "pgn" | "uhp" | "txt", tree: RecordTree) => callFile(`records/${form}`, tree, FILE_TIMEOUT),
  picture: (request: PictureRequest) => callFile("pictures", request, FILE_TIMEOUT),
};
export type StudyApi = typeof studyApi;
