/** The only way from a stored check-in and its answers to what a caller reads. Pure. */
import type { Actor, Work } from "../work.ts";
import { type Occurrence, occurrencesOn } from "./occurrences.ts";
import type { AnswerRow, Stored } from "./rows.store.ts";
import { seesFace, seesOccurrence } from "./visibility.ts";

/** What of a work decides how an answer reads. */
type Viewer = Pick<Work, "role" | "memberId" | "viewerId">;

/** A check-in as answered; `date` is the household's today. */
export function toCheckIn(
  viewer: Viewer,
  { row, it }: Stored,
  date: string,
  answerAt: (checkInId: string, at: Occurrence) => AnswerRow | null,
  actorOf: (id: number) => Actor,
) {
  const seen = occurrencesOn(it, date).filter(({ memberId }) => seesOccurrence(viewer, memberId));
  return {
    id: row.id,
    ...it,
    today: seen.map((occurrence) => toOccurrence(viewer, occurrence, answerAt(row.id, occurrence))),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    createdBy: actorOf(row.createdBy),
  };
}

/** An occurrence with what was answered, as much of it as the caller may see. */
export function toOccurrence(viewer: Viewer, { date, time, label, memberId }: Occurrence, row: AnswerRow | null) {
  return { date, time, label, memberId, answer: row && toAnswer(viewer, memberId, row) };
}

function toAnswer(viewer: Viewer, memberId: string, { faceEmoji, faceLabel, note, answeredAt }: AnswerRow) {
  return seesFace(viewer, memberId)
    ? { face: { emoji: faceEmoji, label: faceLabel }, note, answeredAt }
    : { answeredAt };
}
