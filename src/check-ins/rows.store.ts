/** Stored check-ins and the answers of some days to them, for whoever may see them. */
import { and, asc, eq, gte, isNull, lte, sql } from "drizzle-orm";
import { fields, prepared } from "../db/prepare.ts";
import { checkIn, checkInAnswer } from "../db/tables.ts";
import { notFound } from "../errors.ts";
import type { Work } from "../work.ts";
import { type CheckIn, type Overrides, withDefaults } from "./check-in.ts";
import { seesCheckIn } from "./visibility.ts";

/** The columns of what a caller decides. */
export const decided = [
  "name",
  "presetKey",
  "question",
  "assigneeIds",
  "daysOfWeek",
  "times",
  "notify",
  "active",
  "faces",
] as const;
const checkInFields = fields(checkIn, "id", ...decided, "deletedAt", "createdAt", "updatedAt", "createdBy");

const ofHousehold = eq(checkIn.householdId, sql.placeholder("householdId"));
const isOne = and(ofHousehold, eq(checkIn.id, sql.placeholder("id")));

const checkInsInOrder = prepared((db) =>
  db
    .select(checkInFields)
    .from(checkIn)
    .where(and(ofHousehold, isNull(checkIn.deletedAt)))
    .orderBy(asc(checkIn.createdAt), asc(checkIn.id)),
);

const checkInById = prepared((db) => db.select(checkInFields).from(checkIn).where(isOne));

/** Ids are of one length and hex, so that one is found in JSON as it is. */
const checkInsNaming = prepared((db) =>
  db
    .select(checkInFields)
    .from(checkIn)
    .where(and(ofHousehold, sql`instr(${checkIn.assigneeIds}, ${sql.placeholder("memberId")}) > 0`)),
);

const answersInDays = prepared((db) =>
  db
    .select(
      fields(checkInAnswer, "checkInId", "date", "time", "memberId", "faceEmoji", "faceLabel", "note", "answeredAt"),
    )
    .from(checkInAnswer)
    .where(
      and(
        eq(checkInAnswer.householdId, sql.placeholder("householdId")),
        gte(checkInAnswer.date, sql.placeholder("first")),
        lte(checkInAnswer.date, sql.placeholder("last")),
      ),
    ),
);

type CheckInRow = NonNullable<ReturnType<typeof checkInById.get>>;
/** What was answered at an occurrence. */
export type AnswerRow = Pick<
  NonNullable<ReturnType<typeof answersInDays.get>>,
  "faceEmoji" | "faceLabel" | "note" | "answeredAt"
>;

/** A stored check-in; `row` is its whole image. */
export type Stored = { readonly row: CheckInRow; readonly it: CheckIn; readonly own: Overrides };

/** The check-ins that the caller sees, in the order of their making (our choice: the specification is silent). */
export function storedCheckIns(work: Work): Stored[] {
  const rows = checkInsInOrder.all(work.db, { householdId: work.householdId });
  return rows.map(toStored).filter(({ it }) => seesCheckIn(work, it.assigneeIds));
}

/** A check-in by its id. @throws ApiError 404 `Check-in not found`, also for one that is deleted, or that the caller does not see. */
export function storedCheckIn(work: Work, id: string): Stored {
  const found = checkInById.get(work.db, { householdId: work.householdId, id });
  const stored = found?.deletedAt === null ? toStored(found) : null;
  if (!stored || !seesCheckIn(work, stored.it.assigneeIds)) throw notFound("Check-in");
  return stored;
}

/** Those that ask a member, deleted ones too, for whoever may see all of them. */
export function storedNaming({ db, householdId }: Work, memberId: string): Stored[] {
  return checkInsNaming.all(db, { householdId, memberId }).map(toStored);
}

type Place = { readonly date: string; readonly time: string; readonly memberId: string };

/** What was answered from one date to another, both inclusive, of all check-ins in one query. */
export function answersBetween({ db, householdId }: Work, first: string, last: string) {
  const rows = answersInDays.all(db, { householdId, first, last });
  const found = new Map(rows.map((row) => [placeOf(row.checkInId, row), row]));
  return (checkInId: string, at: Place): AnswerRow | null => found.get(placeOf(checkInId, at)) ?? null;
}

function placeOf(checkInId: string, { date, time, memberId }: Place): string {
  return `${checkInId} ${date} ${time} ${memberId}`;
}

function toStored(row: CheckInRow): Stored {
  const own: Overrides = { name: row.name, faces: row.faces === null ? null : JSON.parse(row.faces) };
  const it = withDefaults({
    ...own,
    presetKey: row.presetKey,
    question: row.question,
    assigneeIds: JSON.parse(row.assigneeIds),
    daysOfWeek: JSON.parse(row.daysOfWeek),
    times: JSON.parse(row.times),
    notify: row.notify === 1,
    active: row.active === 1,
  });
  return { row, it, own };
}
