import { requireMember } from "#accounts/members/store.ts";
import { unprocessable } from "#lib/errors.ts";
import { sayDate } from "#lib/sentence.ts";
import { dateIn } from "#lib/time.ts";
import { actorId } from "#platform/activity/actors.ts";
import { record } from "#platform/activity/record.ts";
import { requireAdultOrSelf } from "#platform/auth/role.ts";
import { deleteFrom, equal, insertInto, selectFrom, storedColumns } from "#platform/db/statements.ts";
import { checkInAnswer } from "#platform/db/tables.ts";
import { todayOf, type Work } from "#platform/work.ts";
import type { NewAnswer } from "./model.ts";
import { requireOccurrence } from "./occurrences.ts";
import { about, presentOccurrence, storedCheckIn } from "./store.ts";
import { answeredSummary } from "./summary.ts";

const isOne = [
  equal(checkInAnswer.checkInId, "checkInId"),
  equal(checkInAnswer.date, "date"),
  equal(checkInAnswer.time, "time"),
  equal(checkInAnswer.memberId, "memberId"),
];

const answerAt = selectFrom(checkInAnswer, storedColumns(checkInAnswer), { where: isOne });

const insertAnswer = insertInto(checkInAnswer);

const removeAnswer = deleteFrom(checkInAnswer, isOne);

/**
 * Stores a member's answer to a check-in. The new answer replaces an earlier answer to the same occurrence. The
 * question and the face are copied into the answer, because the check-in may change later.
 * @throws ApiError 404; 403 if a child or guest answers for another member; 422 for a wrong occurrence or face.
 */
export function answerCheckIn(work: Work, id: string, { date, time, memberId, faceIndex, note }: NewAnswer) {
  const { now, timeZone } = work;
  const stored = storedCheckIn(work, id);
  const { row, checkIn } = stored;
  requireAdultOrSelf(work, memberId);
  const member = requireMember(work, memberId, "memberId");
  const today = todayOf(work);
  const firstDay = dateIn(timeZone, new Date(row.createdAt));
  const occurrence = requireOccurrence(checkIn, { date, time, memberId }, { today, firstDay });
  const face = checkIn.faces[faceIndex];
  if (!face) throw unprocessable("faceIndex", `must be 0 to ${checkIn.faces.length - 1}`);

  const key = { checkInId: id, date, time, memberId };
  const before = answerAt.get(work, key);
  const answered = { question: checkIn.question, faceEmoji: face.emoji, faceLabel: face.label, note: note || null };
  if (before && Bun.deepEquals({ ...before, ...answered }, before)) return presentOccurrence(work, occurrence, before);
  if (before) removeAnswer(work, key);
  const after = { ...key, ...answered, answeredAt: now.toISOString(), createdBy: actorId(work) };
  insertAnswer(work, after);
  record(work, {
    ...about(stored),
    action: "answered",
    summary: answeredSummary(checkIn, {
      isChange: before !== null,
      day: date === today ? null : sayDate(date, today),
      member: memberId === work.memberId ? null : member.name,
    }),
    // The changes are left out, because everybody reads the feed but not everybody may see the answer.
    before: before && { checkInAnswer: [before] },
    after: { checkInAnswer: [after] },
  });
  return presentOccurrence(work, occurrence, after);
}
