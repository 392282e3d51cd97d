import { and, asc, eq, gte, isNull, lte, sql } from "drizzle-orm";
import { notFound } from "#lib/errors.ts";
import { fields, prepared } from "#platform/db/prepare.ts";
import { checkIn, checkInAnswer } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import { type CheckIn, type Overrides, withDefaults } from "./check-in.ts";
import { canSeeCheckIn } from "./visibility.ts";

export const checkInColumns = [
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
const checkInFields = fields(checkIn, "id", ...checkInColumns, "deletedAt", "createdAt", "updatedAt", "createdBy");

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

/**
 * Reads all check-ins of which a member is an assignee. Includes deleted check-ins, because undo can restore a check-in
 * after the member was removed. Searching with `instr` is safe, because ids are hexadecimal texts of a fixed length.
 */
const checkInsOfMember = prepared((db) =>
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
export type AnswerRow = Pick<
  NonNullable<ReturnType<typeof answersInDays.get>>,
  "faceEmoji" | "faceLabel" | "note" | "answeredAt"
>;

export type StoredCheckIn = { readonly row: CheckInRow; readonly checkIn: CheckIn; readonly overrides: Overrides };

export function storedCheckIns(work: Work): StoredCheckIn[] {
  const rows = checkInsInOrder.all(work.db, { householdId: work.householdId });
  return rows.map(toStored).filter(({ checkIn }) => canSeeCheckIn(work, checkIn.assigneeIds));
}

/** Returns a check-in. @throws ApiError 404, also if the caller may not see the check-in. */
export function storedCheckIn(work: Work, id: string): StoredCheckIn {
  const found = checkInById.get(work.db, { householdId: work.householdId, id });
  const stored = found?.deletedAt === null ? toStored(found) : null;
  if (!stored || !canSeeCheckIn(work, stored.checkIn.assigneeIds)) throw notFound("Check-in");
  return stored;
}

export function storedCheckInsOfMember({ db, householdId }: Work, memberId: string): StoredCheckIn[] {
  return checkInsOfMember.all(db, { householdId, memberId }).map(toStored);
}

type OccurrenceKey = { readonly date: string; readonly time: string; readonly memberId: string };

/**
 * Returns a function that finds the answer to an occurrence. The function knows the answers from the date `first` to
 * the date `last`, both inclusive.
 */
export function answersBetween({ db, householdId }: Work, first: string, last: string) {
  const rows = answersInDays.all(db, { householdId, first, last });
  const found = new Map(rows.map((row) => [occurrenceKey(row.checkInId, row), row]));
  return (checkInId: string, at: OccurrenceKey): AnswerRow | null => found.get(occurrenceKey(checkInId, at)) ?? null;
}

function occurrenceKey(checkInId: string, { date, time, memberId }: OccurrenceKey): string {
  return `${checkInId} ${date} ${time} ${memberId}`;
}

function toStored(row: CheckInRow): StoredCheckIn {
  const overrides: Overrides = { name: row.name, faces: row.faces === null ? null : JSON.parse(row.faces) };
  const checkIn = withDefaults({
    ...overrides,
    presetKey: row.presetKey,
    question: row.question,
    assigneeIds: JSON.parse(row.assigneeIds),
    daysOfWeek: JSON.parse(row.daysOfWeek),
    times: JSON.parse(row.times),
    notify: row.notify === 1,
    active: row.active === 1,
  });
  return { row, checkIn, overrides };
}
