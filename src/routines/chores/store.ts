import { and, eq, isNull, sql } from "drizzle-orm";
import { listMembers, requireMembers } from "#accounts/members/store.ts";
import { unprocessable } from "#lib/errors.ts";
import { bareRule } from "#lib/recurrence/rule.ts";
import { requireSlots, withRuleErrors } from "#lib/recurrence/rule-errors.ts";
import { lastInstant } from "#lib/recurrence/series.ts";
import { say } from "#lib/sentence.ts";
import { dateIn } from "#lib/time.ts";
import { actorId } from "#platform/activity/actors.ts";
import { changesBetween, type Entry, record } from "#platform/activity/record.ts";
import { fields, insertParams, prepared, preparedWrite, updateParams } from "#platform/db/prepare.ts";
import { chore } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import { type Chore, type ChoreRow, choreColumns, memberIdsOf, presentChore, readRow } from "./chore-rows.store.ts";
import { type Schedule, seriesOf } from "./schedule.ts";
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

/**
 * Reads all chores that a member shares. Includes deleted chores, because undo can restore a chore after the member was
 * removed. Searching with `instr` is safe, because ids are hexadecimal texts of a fixed length.
 */
const choresOfMember = prepared((db) =>
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

export type NewChore = ChorePatch & Required<Pick<ChorePatch, "name" | "memberIds" | "startDate">>;

const defaults = {
  emoji: "🧹",
  stars: 1,
  recurrenceRule: null,
  dueTime: null,
  assignment: "each",
  active: true,
} as const;

/** Creates a chore. @throws ApiError 422 for an unknown member, a date outside 1900 to 2200, or an invalid rule. */
export function createChore(work: Work, input: NewChore): Chore {
  const { db, householdId, now } = work;
  const values = { ...defaults, ...input, ...normalizeInput(input) };
  requireMembers(work, values.memberIds);
  requireSchedule(values);
  const id = Bun.randomUUIDv7("hex", now);
  const createdAt = now.toISOString();
  const stamps = { createdAt, updatedAt: createdAt, createdBy: actorId(work) };
  insertChore(db, { id, householdId, ...columnsOf(values), deletedAt: null, ...stamps });
  const row = readRow(work, id);
  const after = presentChore(work, row);
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

/** Changes a chore. @throws ApiError 404; 422 as {@link createChore}, or if an active chore has no members. */
export function updateChore(work: Work, id: string, patch: ChorePatch): Chore {
  const { db, householdId, now } = work;
  const row = readRow(work, id);
  const before = presentChore(work, row);
  const normalized = { ...patch, ...normalizeInput(patch) };
  const changes = changesBetween<ChorePatch>(before, normalized);
  if (!changes) return before;
  const next = { ...before, ...normalized };
  if (changes.memberIds) requireMembers(work, next.memberIds);
  if (changes.recurrenceRule || changes.startDate) requireSchedule(next);
  if (next.active && next.memberIds.length === 0) throw unprocessable("memberIds", "must name at least one member");
  changeChore(db, { id, householdId, ...columnsOf(next), deletedAt: null, updatedAt: now.toISOString() });
  const changed = readRow(work, id);
  const after = presentChore(work, changed);
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

/** Deletes a chore. Its completions and their stars stay. */
export function deleteChore(work: Work, id: string): { id: string; deleted: true } {
  const { db, householdId, now } = work;
  const row = readRow(work, id);
  const deleted = { ...row, deletedAt: now.toISOString(), updatedAt: now.toISOString() };
  changeChore(db, { householdId, ...deleted });
  record(work, {
    ...about(row),
    action: "deleted",
    summary: say`deleted the chore “${row.name}”`,
    changes: null,
    before: { chore: [row] },
    after: { chore: [deleted] },
  });
  return { id, deleted: true };
}

/**
 * Removes a member from all chores, including deleted ones. A chore without members becomes inactive. The caller
 * records the change.
 */
export function removeMemberFromChores({ db, householdId, now }: Work, memberId: string): void {
  for (const each of choresOfMember.all(db, { householdId, memberId })) {
    const left = memberIdsOf(each).filter((id) => id !== memberId);
    const active = left.length === 0 ? 0 : each.active;
    const memberIds = JSON.stringify(left);
    changeMembers(db, { householdId, id: each.id, memberIds, active, updatedAt: now.toISOString() });
  }
}

export function about({ id, name }: ChoreRow): Pick<Entry, "subject"> {
  return { subject: { type: "chore", id, label: name } };
}

function normalizeInput<Input extends ChorePatch>({ recurrenceRule, memberIds }: Input) {
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

const firstDate = "1900-01-01";
const lastDate = new Date(lastInstant).toISOString().slice(0, 10);

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
