/** Answering a check-in, in the app (contract section 8). */
import { and, eq, sql } from "drizzle-orm";
import { actorId } from "../activity/actors.ts";
import { record } from "../activity/record.ts";
import { fields, insertParams, prepared, preparedWrite } from "../db/prepare.ts";
import { checkInAnswer } from "../db/tables.ts";
import { unprocessable } from "../errors.ts";
import { dateIn, spokenDate } from "../lib/time.ts";
import { requireMember } from "../members/store.ts";
import type { Work } from "../work.ts";
import { answeredOccurrence } from "./occurrences.ts";
import { toOccurrence } from "./present-answer.ts";
import { storedCheckIn } from "./rows.store.ts";
import { about } from "./store.ts";
import { answeredSummary } from "./summary.ts";
import { requireOwnAnswer } from "./visibility.ts";

const columns = [
  "checkInId",
  "date",
  "time",
  "memberId",
  "question",
  "faceEmoji",
  "faceLabel",
  "note",
  "answeredAt",
  "createdBy",
] as const;

const isOne = and(
  eq(checkInAnswer.householdId, sql.placeholder("householdId")),
  eq(checkInAnswer.checkInId, sql.placeholder("checkInId")),
  eq(checkInAnswer.date, sql.placeholder("date")),
  eq(checkInAnswer.time, sql.placeholder("time")),
  eq(checkInAnswer.memberId, sql.placeholder("memberId")),
);

const answerAt = prepared((db) =>
  db
    .select(fields(checkInAnswer, ...columns))
    .from(checkInAnswer)
    .where(isOne),
);

const insertAnswer = preparedWrite((db) => db.insert(checkInAnswer).values(insertParams("householdId", ...columns)));

const removeAnswer = preparedWrite((db) => db.delete(checkInAnswer).where(isOne));

/** An answer as it comes in a body. `faceIndex` counts from 0. */
export type NewAnswer = {
  readonly date: string;
  readonly time: string;
  readonly memberId: string;
  readonly faceIndex: number;
  readonly note?: string | null;
};

/**
 * Answers an occurrence for a member, in place of what was answered before; the question and the face are kept as they are now.
 * The same once more writes nothing. Answers the occurrence, as the caller may see it. Must be in a transaction.
 * @throws ApiError 404; 403 where a child or guest answers for somebody else; 422 for an occurrence that is not to be answered,
 * or a face that there is not.
 */
export function answerCheckIn(work: Work, id: string, { date, time, memberId, faceIndex, note }: NewAnswer) {
  const { db, householdId, now, timeZone } = work;
  const stored = storedCheckIn(work, id);
  const { row: checkIn, it } = stored;
  requireOwnAnswer(work, memberId);
  const member = requireMember(work, memberId, "memberId");
  const today = dateIn(timeZone, now);
  const firstDay = dateIn(timeZone, new Date(checkIn.createdAt));
  const occurrence = answeredOccurrence(it, { date, time, memberId }, { today, firstDay });
  const face = it.faces[faceIndex];
  if (!face) throw unprocessable("faceIndex", `must be 0 to ${it.faces.length - 1}`);

  const place = { householdId, checkInId: id, date, time, memberId };
  const before = answerAt.get(db, place);
  const answered = { question: it.question, faceEmoji: face.emoji, faceLabel: face.label, note: note || null };
  if (before && Bun.deepEquals({ ...before, ...answered }, before)) return toOccurrence(work, occurrence, before);
  if (before) removeAnswer(db, place);
  const after = {
    checkInId: id,
    date,
    time,
    memberId,
    ...answered,
    answeredAt: now.toISOString(),
    createdBy: actorId(work),
  };
  insertAnswer(db, { householdId, ...after });
  record(work, {
    ...about(stored),
    action: "answered",
    summary: answeredSummary(it, {
      isChange: before !== null,
      day: date === today ? null : spokenDate(date, today),
      member: memberId === work.memberId ? null : member.name,
    }),
    changes: null, // They would tell everybody what was answered.
    before: before && { checkInAnswer: [before] },
    after: { checkInAnswer: [after] },
  });
  return toOccurrence(work, occurrence, after);
}
