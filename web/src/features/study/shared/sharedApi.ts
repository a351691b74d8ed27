import { call } from "../../../lib/api";
import type {
  AddChapter,
  NewStudy,
  StudyAccess,
  StudyDocument,
  StudyJoining,
  StudyLinkChoice,
  StudyList,
  StudyRoleChoice,
  StudySettings,
} from "../../../lib/messages";

/** The REST requests of shared studies. */
export const sharedApi = {
  list: () => call<StudyList>("GET", "shared-studies"),
  create: (study: NewStudy) => call<StudyJoining>("POST", "shared-studies", study),
  document: (id: string) => call<StudyDocument>("GET", `shared-studies/${id}`),
  change: (id: string, settings: StudySettings) =>
    call<StudyAccess>("PATCH", `shared-studies/${id}`, settings),
  delete: (id: string) => call<StudyList>("DELETE", `shared-studies/${id}`),
  copy: (id: string) => call<StudyJoining>("POST", `shared-studies/${id}/copy`),
  addChapter: (id: string, client: string, edit: AddChapter) =>
    call<StudyJoining>("POST", `shared-studies/${id}/chapters`, { client, edit }),
  access: (id: string) => call<StudyAccess>("GET", `shared-studies/${id}/access`),
  link: (id: string, role: StudyLinkChoice["role"], revoke = false) =>
    call<StudyAccess>("POST", `shared-studies/${id}/links`, { role, revoke } satisfies StudyLinkChoice),
  join: (id: string, secret: string) =>
    call<StudyJoining>("POST", `shared-studies/${id}/members`, { secret }),
  leave: (id: string) => call<StudyList>("DELETE", `shared-studies/${id}/members`),
  setRole: (id: string, member: number, role: StudyRoleChoice["role"]) =>
    call<StudyAccess>("PATCH", `shared-studies/${id}/members/${member}`, { role }),
  remove: (id: string, member: number) =>
    call<StudyAccess>("DELETE", `shared-studies/${id}/members/${member}`),
};
export type SharedApi = typeof sharedApi;

/** Return the address of a study as a file: one chapter, or all of them. */
export const exportAddress = (id: string, form: "pgn" | "uhp" | "txt", chapter?: string): string =>
  `/api/shared-studies/${id}/record.${form}${chapter ? `?chapter=${encodeURIComponent(chapter)}` : ""}`;
