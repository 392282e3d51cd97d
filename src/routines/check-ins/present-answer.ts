import type { Actor } from "#platform/work.ts";
import { type Occurrence, occurrencesOn } from "./occurrences.ts";
import type { AnswerRow, StoredCheckIn } from "./rows.store.ts";
import { canSeeFace, canSeeOccurrence, type Viewer } from "./visibility.ts";

export function presentCheckIn(
  viewer: Viewer,
  { row, checkIn }: StoredCheckIn,
  date: string,
  answerAt: (checkInId: string, at: Occurrence) => AnswerRow | null,
  actorOf: (id: number) => Actor,
) {
  const seen = occurrencesOn(checkIn, date).filter(({ memberId }) => canSeeOccurrence(viewer, memberId));
  return {
    id: row.id,
    ...checkIn,
    today: seen.map((occurrence) => presentOccurrence(viewer, occurrence, answerAt(row.id, occurrence))),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    createdBy: actorOf(row.createdBy),
  };
}

/**
 * Converts an occurrence and its answer to their form in the API. Leaves out the face and the note if the viewer may
 * not see them.
 */
export function presentOccurrence(viewer: Viewer, { date, time, label, memberId }: Occurrence, row: AnswerRow | null) {
  return { date, time, label, memberId, answer: row && presentAnswer(viewer, memberId, row) };
}

function presentAnswer(viewer: Viewer, memberId: string, { faceEmoji, faceLabel, note, answeredAt }: AnswerRow) {
  return canSeeFace(viewer, memberId)
    ? { face: { emoji: faceEmoji, label: faceLabel }, note, answeredAt }
    : { answeredAt };
}
