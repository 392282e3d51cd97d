import { Type } from "@sinclair/typebox";
import { desc, gte, lte, sql } from "drizzle-orm";
import { requireMember } from "#accounts/members/store.ts";
import { decodeCursor, encodeCursor } from "#lib/cursor.ts";
import { invalidCursor, unprocessable } from "#lib/errors.ts";
import { sayDate } from "#lib/sentence.ts";
import { Day, nullable, Uuid, WallTime } from "#lib/wire.ts";
import { actorId } from "#platform/activity/actors.ts";
import { record, rowImages } from "#platform/activity/record.ts";
import { isAdult, requireAdultOrSelf } from "#platform/auth/role.ts";
import { deleteFrom, equal, insertInto, param, selectFrom, storedColumns } from "#platform/db/statements.ts";
import { checkInAnswer } from "#platform/db/tables.ts";
import { todayOf, type Work } from "#platform/work.ts";
import type { HistoryQuery, NewAnswer } from "./model.ts";
import { requireOccurrence } from "./occurrences.ts";
import { about, createdOn, presentOccurrence, storedCheckIn } from "./store.ts";
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
  const stored = storedCheckIn(work, id);
  const { checkIn } = stored;
  requireAdultOrSelf(work, memberId);
  const member = requireMember(work, memberId, "memberId");
  const today = todayOf(work);
  const firstDay = createdOn(work, stored);
  const occurrence = requireOccurrence(checkIn, { date, time, memberId }, { today, firstDay });
  const face = checkIn.faces[faceIndex];
  if (!face) throw unprocessable("faceIndex", `must be 0 to ${checkIn.faces.length - 1}`);

  const key = { checkInId: id, date, time, memberId };
  const before = answerAt.get(work, key);
  const answered = { question: checkIn.question, faceEmoji: face.emoji, faceLabel: face.label, note: note || null };
  if (before && Bun.deepEquals({ ...before, ...answered }, before)) return presentOccurrence(work, occurrence, before);
  if (before) removeAnswer(work, key);
  const after = { ...key, ...answered, answeredAt: work.now.toISOString(), createdBy: actorId(work) };
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
    ...rowImages("checkInAnswer", before, after),
  });
  return presentOccurrence(work, occurrence, after);
}

const { checkInId, date, time, memberId } = checkInAnswer;

const answersBelow = selectFrom(
  checkInAnswer,
  ["checkInId", "question", "date", "time", "memberId", "faceEmoji", "faceLabel", "note", "answeredAt"],
  {
    where: [
      gte(date, param("from")),
      lte(date, param("to")),
      sql`(${date}, ${time}, ${checkInId}, ${memberId}) <
        (${param("date")}, ${param("time")}, ${param("checkInId")}, ${param("answererId")})`,
    ],
    filters: { memberId: equal(memberId, "memberId") },
    orderBy: [desc(date), desc(time), desc(checkInId), desc(memberId)],
    limit: param("limit"),
  },
);

/** The content of a cursor: the filters, and the key of the last answer on the previous page. */
const HistoryCursor = Type.Tuple([
  Type.Literal("check-ins"),
  nullable(Uuid),
  nullable(Day),
  nullable(Day),
  Type.Tuple([Day, WallTime, Uuid, Uuid]),
]);

const endOfTime = ["9999-12-31", "99:99", "", ""] as const;

/**
 * Lists answers, newest first. Includes answers to deleted check-ins and answers of removed members. Children and
 * guests see only their own answers.
 * @throws ApiError 400 for a wrong cursor; 422 if `to` is before `from`.
 */
export function listAnswers(work: Work, query: HistoryQuery) {
  const { householdId } = work;
  const { memberId, from, to, after } = resolveQuery(query, householdId);
  if (from !== null && to !== null && to < from) throw unprocessable("to", "must not be before from");
  const answererId = visibleAnswerer(work, memberId);
  if (answererId === undefined) return { answers: [], nextCursor: null };
  const [date, time, checkInId, lastId] = after;
  const rows = answersBelow.all(work, {
    from: from ?? "",
    to: to !== null && to < date ? to : date, // The index leads directly to the page, however far back it is.
    memberId: answererId,
    date,
    time,
    checkInId,
    answererId: lastId,
    limit: query.limit + 1,
  });
  const page = rows.slice(0, query.limit);
  const last = rows.length > page.length ? page.at(-1) : undefined;
  return {
    answers: page.map(({ faceEmoji, faceLabel, note, answeredAt, ...asked }) => {
      return { ...asked, face: { emoji: faceEmoji, label: faceLabel }, note, answeredAt };
    }),
    nextCursor: last
      ? encodeCursor(
          ["check-ins", memberId, from, to, [last.date, last.time, last.checkInId, last.memberId]],
          householdId,
        )
      : null,
  };
}

/** Returns the filters and the start of the page. A request with a cursor may omit the filters but not change them. */
function resolveQuery({ cursor, ...query }: HistoryQuery, householdId: string) {
  const { memberId = null, from = null, to = null } = query;
  if (cursor === undefined) return { memberId, from, to, after: endOfTime };
  const [, ...first] = decodeCursor(HistoryCursor, cursor, householdId);
  const isSame = [memberId, from, to].every((given, index) => given === null || given === first[index]);
  if (!isSame) throw invalidCursor();
  return { memberId: first[0], from: first[1], to: first[2], after: first[3] };
}

/** Returns the member whose answers the caller may see: null for all members, undefined for none. */
function visibleAnswerer({ role, memberId: ownId }: Work, memberId: string | null): string | null | undefined {
  if (isAdult(role)) return memberId;
  if (ownId === null || (memberId !== null && memberId !== ownId)) return undefined;
  return ownId;
}
