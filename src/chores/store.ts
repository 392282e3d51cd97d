/** Every change of a chore itself. What is done of it is in `completions.store.ts`. */
import { and, eq, isNull, sql } from "drizzle-orm";
import { actorId } from "../activity/actors.ts";
import { changesBetween, type Entry, record } from "../activity/record.ts";
import { fields, insertParams, prepared, preparedWrite, updateParams } from "../db/prepare.ts";
import { chore } from "../db/tables.ts";
import { noSuch, unprocessable } from "../errors.ts";
import { dateIn } from "../lib/time.ts";
import { listMembers } from "../members/store.ts";
import { bareRule } from "../recurrence/rule.ts";
import { requireSlots, withRuleErrors } from "../recurrence/rule-errors.ts";
import { lastInstant } from "../recurrence/series.ts";
import type { Work } from "../work.ts";
import { type Chore, type ChoreRow, choreColumns, choreOf, memberIdsOf, readRow } from "./chore-rows.store.ts";
import { type Schedule, seriesOf } from "./occurrences.ts";
import { addedSummary, changedSummary } from "./summary.ts";

const ofHousehold = eq(chore.householdId, sql.placeholder("householdId"));
const isOne = and(ofHousehold, eq(chore.id, sql.placeholder("id")));

const insertChore = preparedWrite((db) =>
  db.insert(chore).values(insertParams("id", "householdId", ...choreColumns, "createdAt", "updatedAt", "createdBy")),
);

const changeChore = preparedWrite((db) =>
  db
    .update(chore)
    .set(updateParams(...choreColumns, "updatedAt"))
    .where(and(isOne, isNull(chore.deletedAt))),
);

/** Deleted ones, too: none is ever to come back with somebody who has left. Ids are of one length and hex. */
const choresNaming = prepared((db) =>
  db
    .select(fields(chore, "id", "memberIds", "active"))
    .from(chore)
    .where(and(ofHousehold, sql`instr(${chore.memberIds}, ${sql.placeholder("memberId")})`)),
);

const changeMembers = preparedWrite((db) =>
  db
    .update(chore)
    .set(updateParams("memberIds", "active", "updatedAt"))
    .where(isOne),
);

/** What may be said of a chore; an absent field stays, or gets its default. */
export type ChorePatch = {
  readonly name?: string;
  readonly emoji?: string;
  readonly stars?: number;
  readonly recurrenceRule?: string | null;
  readonly startDate?: string;
  readonly dueTime?: string | null;
  readonly assignment?: Chore["assignment"];
  readonly memberIds?: readonly string[];
  readonly active?: boolean;
};

/** What a new chore has to have. */
export type NewChore = ChorePatch & Required<Pick<ChorePatch, "name" | "memberIds" | "startDate">>;

const defaults = {
  emoji: "🧹",
  stars: 1,
  recurrenceRule: null,
  dueTime: null,
  assignment: "each",
  active: true,
} as const;

/**
 * Adds a chore. Must be in a transaction, as everything below.
 * @throws ApiError 422 for members that the household does not have, a date out of the calendar, or a rule that is none.
 */
export function createChore(work: Work, input: NewChore): Chore {
  const { db, householdId, now } = work;
  const values = { ...defaults, ...input, ...settled(input) };
  requireMembers(work, values.memberIds);
  requireSchedule(values);
  const id = Bun.randomUUIDv7("hex", now);
  const createdAt = now.toISOString();
  const stamps = { createdAt, updatedAt: createdAt, createdBy: actorId(work) };
  insertChore(db, { id, householdId, ...columnsOf(values), deletedAt: null, ...stamps });
  const row = readRow(work, id);
  const after = choreOf(work, row);
  record(work, {
    ...about(row),
    action: "created",
    summary: addedSummary(after, namesOf(work, after.memberIds), dateIn(work.timeZone, now)),
    changes: null,
    before: null,
    after: { chore: [row] },
  });
  return after;
}

/**
 * Changes a chore; a patch that changes nothing writes nothing. What was done before stays as it is.
 * @throws ApiError 404; 422 as {@link createChore}, or for one that is to be active without anybody to do it.
 */
export function updateChore(work: Work, id: string, patch: ChorePatch): Chore {
  const { db, householdId, now } = work;
  const row = readRow(work, id);
  const before = choreOf(work, row);
  const wanted = { ...patch, ...settled(patch) };
  const changes = changesBetween<ChorePatch>(before, wanted);
  if (!changes) return before;
  const next = { ...before, ...wanted };
  if (changes.memberIds) requireMembers(work, next.memberIds);
  if (changes.recurrenceRule || changes.startDate) requireSchedule(next);
  if (next.active && next.memberIds.length === 0) throw unprocessable("memberIds", "say who does it");
  changeChore(db, { id, householdId, ...columnsOf(next), deletedAt: null, updatedAt: now.toISOString() });
  const changed = readRow(work, id);
  const after = choreOf(work, changed);
  record(work, {
    ...about(changed),
    action: "updated",
    summary: changedSummary(before, after, changes),
    changes,
    before: { chore: [row] },
    after: { chore: [changed] },
  });
  return after;
}

/** Hides a chore for good: its completions stay, and the stars that they brought. @throws ApiError 404. */
export function deleteChore(work: Work, id: string): { id: string; deleted: true } {
  const { db, householdId, now } = work;
  const row = readRow(work, id);
  const deleted = { ...row, deletedAt: now.toISOString(), updatedAt: now.toISOString() };
  changeChore(db, { householdId, ...deleted });
  record(work, {
    ...about(row),
    action: "deleted",
    summary: `deleted the chore “${row.name}”`,
    changes: null,
    before: { chore: [row] },
    after: { chore: [deleted] },
  });
  return { id, deleted: true };
}

/**
 * Takes a member out of every chore; one that nobody is left for is no longer active (our choice: the contract is silent).
 * What the member did stays. Part of a larger change, which records it.
 */
export function leaveChores({ db, householdId, now }: Work, memberId: string): void {
  for (const each of choresNaming.all(db, { householdId, memberId })) {
    const left = memberIdsOf(each).filter((id) => id !== memberId);
    const active = left.length === 0 ? 0 : each.active;
    const memberIds = JSON.stringify(left);
    changeMembers(db, { householdId, id: each.id, memberIds, active, updatedAt: now.toISOString() });
  }
}

/** What an entry of activity about it names. */
export function about({ id, name }: ChoreRow): Pick<Entry, "subject"> {
  return { subject: { type: "chore", id, label: name } };
}

/** The fields that are kept in another form than they are sent in; absent where they are. */
function settled<Input extends ChorePatch>({ recurrenceRule, memberIds }: Input) {
  return {
    ...(recurrenceRule ? { recurrenceRule: bareRule(recurrenceRule) } : {}),
    ...(memberIds ? { memberIds: [...new Set(memberIds)] } : {}),
  };
}

type Values = Required<ChorePatch>;

function columnsOf(values: Values) {
  const { name, emoji, stars, recurrenceRule, startDate, dueTime, assignment, memberIds, active } = values;
  return {
    name,
    emoji,
    stars,
    recurrenceRule,
    startDate,
    dueTime,
    assignment,
    memberIds: JSON.stringify(memberIds),
    active: Number(active),
  };
}

/** @throws ApiError 422 for one whom the household does not have. */
function requireMembers(work: Work, memberIds: readonly string[]): void {
  const known = new Set(listMembers(work).map(({ id }) => id));
  if (memberIds.some((id) => !known.has(id))) throw noSuch("memberIds", "member");
}

const firstDate = "1900-01-01";
const lastDate = new Date(lastInstant).toISOString().slice(0, 10);

/** Rule and start together. @throws ApiError 422 for a date that the calendar's engine does not reach, or a rule that is none. */
function requireSchedule(schedule: Schedule): void {
  const { startDate } = schedule;
  if (startDate < firstDate || startDate > lastDate) {
    throw unprocessable("startDate", "must lie between 1900 and 2200");
  }
  const series = withRuleErrors(() => seriesOf(schedule));
  requireSlots(series, "startDate");
}

function namesOf(work: Work, ids: readonly string[]): string[] {
  const names = new Map(listMembers(work).map(({ id, name }) => [id, name]));
  return ids.map((id) => names.get(id) ?? "");
}
