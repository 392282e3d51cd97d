/** What was answered, all the way back (contract section 8). */
import { Type } from "@sinclair/typebox";
import { and, desc, eq, gte, lte, sql } from "drizzle-orm";
import { isAdult } from "../auth/role.ts";
import { fields, prepared } from "../db/prepare.ts";
import { checkInAnswer } from "../db/tables.ts";
import { invalidCursor, unprocessable } from "../errors.ts";
import { decodeCursor, encodeCursor } from "../lib/cursor.ts";
import { Day, nullable, Uuid, WallTime } from "../wire.ts";
import type { Work } from "../work.ts";

/** Newest first, below a place in that order; `memberId` null: everybody's. */
const answersBelow = prepared((db) =>
  db
    .select(
      fields(
        checkInAnswer,
        "checkInId",
        "question",
        "date",
        "time",
        "memberId",
        "faceEmoji",
        "faceLabel",
        "note",
        "answeredAt",
      ),
    )
    .from(checkInAnswer)
    .where(
      and(
        eq(checkInAnswer.householdId, sql.placeholder("householdId")),
        gte(checkInAnswer.date, sql.placeholder("from")),
        lte(checkInAnswer.date, sql.placeholder("to")),
        sql`(${checkInAnswer.date}, ${checkInAnswer.time}, ${checkInAnswer.checkInId}, ${checkInAnswer.memberId}) <
          (${sql.placeholder("date")}, ${sql.placeholder("time")}, ${sql.placeholder("checkInId")}, ${sql.placeholder("answererId")})`,
        sql`(${sql.placeholder("memberId")} is null or ${checkInAnswer.memberId} = ${sql.placeholder("memberId")})`,
      ),
    )
    .orderBy(
      desc(checkInAnswer.date),
      desc(checkInAnswer.time),
      desc(checkInAnswer.checkInId),
      desc(checkInAnswer.memberId),
    )
    .limit(sql.placeholder("limit")),
);

/** The query of the history, as it came; both dates are inclusive. */
export type HistoryQuery = {
  readonly memberId?: string;
  readonly from?: string;
  readonly to?: string;
  readonly cursor?: string;
  readonly limit: number;
};

/** What a cursor holds: what was asked for, and the last answer of the page before. */
const Begun = Type.Tuple([
  Type.Literal("check-ins"),
  nullable(Uuid),
  nullable(Day),
  nullable(Day),
  Type.Tuple([Day, WallTime, Uuid, Uuid]),
]);

/** The end of time: above every answer. */
const above = ["9999-12-31", "99:99", "", ""] as const;

/**
 * One page of what was answered, newest first: by the date and time it was asked for, then by check-in and member; also of
 * check-ins that are deleted, and of members who have left. Who is no adult sees their own alone. `nextCursor` is null on the
 * last page.
 * @throws ApiError 400 `Invalid cursor`; 422 where `to` lies before `from`.
 */
export function listAnswers(work: Work, query: HistoryQuery) {
  const { db, householdId } = work;
  const { memberId, from, to, after } = planOf(query, householdId);
  if (from !== null && to !== null && to < from) throw unprocessable("to", "must not lie before from");
  const answererId = visibleAnswerer(work, memberId);
  if (answererId === undefined) return { answers: [], nextCursor: null };
  const [date, time, checkInId, lastId] = after;
  const rows = answersBelow.all(db, {
    householdId,
    from: from ?? "",
    to: to !== null && to < date ? to : date, // So that the index leads to the page, however deep it lies.
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

/** What a request asks for. With a cursor its parameters may be left out, but not be changed. */
function planOf({ cursor, ...query }: HistoryQuery, householdId: string) {
  const { memberId = null, from = null, to = null } = query;
  if (cursor === undefined) return { memberId, from, to, after: above };
  const [, ...begun] = decodeCursor(Begun, cursor, householdId);
  const isSame = [memberId, from, to].every((given, index) => given === null || given === begun[index]);
  if (!isSame) throw invalidCursor();
  return { memberId: begun[0], from: begun[1], to: begun[2], after: begun[3] };
}

/** Whose answers are to be read; null: everybody's, undefined: none that the caller may see. */
function visibleAnswerer({ role, memberId: ownId }: Work, memberId: string | null): string | null | undefined {
  if (role !== null && isAdult(role)) return memberId;
  if (ownId === null || (memberId !== null && memberId !== ownId)) return undefined;
  return ownId;
}
