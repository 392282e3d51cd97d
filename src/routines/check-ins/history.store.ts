import { Type } from "@sinclair/typebox";
import { desc, gte, lte, sql } from "drizzle-orm";
import { decodeCursor, encodeCursor } from "#lib/cursor.ts";
import { invalidCursor, unprocessable } from "#lib/errors.ts";
import { Day, nullable, Uuid, WallTime } from "#lib/wire.ts";
import { isAdult } from "#platform/auth/role.ts";
import { equalIfGiven, param, selectFrom } from "#platform/db/statements.ts";
import { checkInAnswer } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import type { HistoryQuery } from "./model.ts";

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
      equalIfGiven(memberId, "memberId"),
    ],
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

/**
 * Returns the member whose answers the caller may see. Null means all members; undefined means that the caller may see
 * none.
 */
function visibleAnswerer({ role, memberId: ownId }: Work, memberId: string | null): string | null | undefined {
  if (isAdult(role)) return memberId;
  if (ownId === null || (memberId !== null && memberId !== ownId)) return undefined;
  return ownId;
}
