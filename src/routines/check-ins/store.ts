import { asc, gte, isNull, lte, sql } from "drizzle-orm";
import { requireMembers } from "#accounts/members/store.ts";
import { notFound, unprocessable } from "#lib/errors.ts";
import { dateIn } from "#lib/time.ts";
import type { Deleted } from "#lib/wire.ts";
import { actorsOf, newRecordFields } from "#platform/activity/actors.ts";
import { changesBetween, type Entry, record, rowImages } from "#platform/activity/record.ts";
import { param, type RowOf, records, selectFrom, toColumns } from "#platform/db/statements.ts";
import { checkIn, checkInAnswer } from "#platform/db/tables.ts";
import { todayOf, type Work } from "#platform/work.ts";
import { applyPatch, newCheckIn, normalizeInput, type Overrides, overridesOf, withDefaults } from "./check-in.ts";
import type { CheckIn, CheckInPatch, CheckInRecord, NewCheckIn, PausePatch } from "./model.ts";
import { type Occurrence, occurrencesOn } from "./occurrences.ts";
import { addedSummary, changedSummary, deletedSummary, pausedSummary } from "./summary.ts";
import { canSeeCheckIn, canSeeFace, canSeeOccurrence, type Viewer } from "./visibility.ts";

const checkIns = records(checkIn);

const checkInsInOrder = selectFrom(checkIn, checkIns.columns, {
  where: isNull(checkIn.deletedAt),
  orderBy: [asc(checkIn.createdAt), asc(checkIn.id)],
});

/**
 * Reads all check-ins of which a member is an assignee. Includes deleted check-ins, because undo can restore a check-in
 * after the member was removed. Searching with `instr` is safe, because ids are hexadecimal texts of a fixed length.
 */
const checkInsOfMember = selectFrom(checkIn, checkIns.columns, {
  where: sql`instr(${checkIn.assigneeIds}, ${param("memberId")}) > 0`,
});

const answersInDays = selectFrom(
  checkInAnswer,
  ["checkInId", "date", "time", "memberId", "faceEmoji", "faceLabel", "note", "answeredAt"],
  { where: [gte(checkInAnswer.date, param("first")), lte(checkInAnswer.date, param("last"))] },
);

type CheckInRow = RowOf<typeof checkIn>;
type AnswerRow = Pick<RowOf<typeof checkInAnswer>, "faceEmoji" | "faceLabel" | "note" | "answeredAt">;

type StoredCheckIn = { readonly row: CheckInRow; readonly checkIn: CheckIn; readonly overrides: Overrides };

export function storedCheckIns(work: Work): StoredCheckIn[] {
  const stored = checkInsInOrder.all(work).map(toStored);
  return stored.filter(({ checkIn }) => canSeeCheckIn(work, checkIn.assigneeIds));
}

/** Returns a check-in. @throws ApiError 404, also if the caller may not see the check-in. */
export function storedCheckIn(work: Work, id: string): StoredCheckIn {
  const found = checkIns.find(work, id);
  const stored = found?.deletedAt === null ? toStored(found) : null;
  if (!stored || !canSeeCheckIn(work, stored.checkIn.assigneeIds)) throw notFound("Check-in");
  return stored;
}

export const listCheckIns = (work: Work): CheckInRecord[] => storedCheckIns(work).map(presenter(work));

export const readCheckIn = (work: Work, id: string): CheckInRecord => presenter(work)(storedCheckIn(work, id));

/** Creates a check-in. @throws ApiError 400 for a repeated time; 422 for an unknown member. */
export function createCheckIn(work: Work, input: NewCheckIn): CheckInRecord {
  const created = newCheckIn(input);
  const names = requireMembers(work, created.assigneeIds, "assigneeIds");
  const after = toStored(checkIns.insert(work, { ...columnsOf(created), ...newRecordFields(work) }));
  const summary = addedSummary(after.checkIn, names);
  record(work, { ...about(after), action: "created", summary, ...rowImages("checkIn", null, after.row) });
  return presenter(work)(after);
}

/**
 * Changes a check-in.
 * @throws ApiError 400 for a repeated time; 404; 422 for an unknown member, or if an active check-in has no assignees.
 */
export function updateCheckIn(work: Work, id: string, input: CheckInPatch): CheckInRecord {
  const patch = normalizeInput(input);
  const before = storedCheckIn(work, id);
  if (patch.assigneeIds) requireMembers(work, patch.assigneeIds, "assigneeIds");
  const patched = applyPatch(before.checkIn, before.overrides, patch);
  if (patched.active && patched.assigneeIds.length === 0)
    throw unprocessable("assigneeIds", "must name at least one member");
  const changes = changesBetween(before.checkIn, patched);
  if (!changes) return presenter(work)(before);
  const after = write(work, before, patched);
  const summary = changedSummary(before.checkIn, after.checkIn, changes);
  const images = rowImages("checkIn", before.row, after.row);
  record(work, { ...about(after), action: "updated", summary, changes, ...images });
  return presenter(work)(after);
}

/**
 * Pauses a check-in from one day to another, both inclusive, or ends its pause if both are null.
 * @throws ApiError 404; 422 if one day alone is null, or if `to` is before `from`.
 */
export function pauseCheckIn(work: Work, id: string, { from, to }: PausePatch): CheckInRecord {
  const before = storedCheckIn(work, id);
  if ((from === null) !== (to === null))
    throw unprocessable(from === null ? "from" : "to", "must be a date, or both null");
  if (from !== null && to !== null && to < from) throw unprocessable("to", "must not be before from");
  const { pausedFrom, pausedTo } = before.row;
  const patch = { pausedFrom: from, pausedTo: to };
  const changes = changesBetween({ pausedFrom, pausedTo }, patch);
  if (!changes) return presenter(work)(before);
  const row = checkIns.update(work, before.row, { ...patch, updatedAt: work.now.toISOString() });
  const after = toStored(row);
  const summary = pausedSummary(after.checkIn, todayOf(work));
  record(work, { ...about(after), action: "updated", summary, changes, ...rowImages("checkIn", before.row, row) });
  return presenter(work)(after);
}

/** Deletes a check-in. The answers stay in the history. */
export function deleteCheckIn(work: Work, id: string): Deleted {
  const before = storedCheckIn(work, id);
  const now = work.now.toISOString();
  const deleted = checkIns.update(work, before.row, { deletedAt: now, updatedAt: now });
  const images = rowImages("checkIn", before.row, deleted);
  record(work, { ...about(before), action: "deleted", summary: deletedSummary(before.checkIn), ...images });
  return { id, deleted: true };
}

/** Removes a member, even from deleted check-ins. Pauses check-ins without assignees. The caller records the change. */
export function removeMemberFromCheckIns(work: Work, memberId: string): void {
  for (const stored of checkInsOfMember.all(work, { memberId }).map(toStored)) {
    const { checkIn } = stored;
    const assigneeIds = checkIn.assigneeIds.filter((id) => id !== memberId);
    write(work, stored, { ...checkIn, assigneeIds, active: checkIn.active && assigneeIds.length > 0 });
  }
}

export function about({ row: { id }, checkIn: { name } }: StoredCheckIn): Pick<Entry, "subject"> {
  return { subject: { type: "check_in", id, label: name } };
}

type OccurrenceKey = Pick<Occurrence, "date" | "time" | "memberId">;

/** Returns a function that finds the answer to an occurrence from `first` to `last`, both inclusive. */
export function answersBetween(work: Work, first: string, last: string) {
  const rows = answersInDays.all(work, { first, last });
  const found = new Map(rows.map((row) => [occurrenceKey(row.checkInId, row), row]));
  return (checkInId: string, at: OccurrenceKey): AnswerRow | null => found.get(occurrenceKey(checkInId, at)) ?? null;
}

function occurrenceKey(checkInId: string, { date, time, memberId }: OccurrenceKey): string {
  return `${checkInId} ${date} ${time} ${memberId}`;
}

function presenter(work: Work): (stored: StoredCheckIn) => CheckInRecord {
  const date = todayOf(work);
  const answerAt = answersBetween(work, date, date);
  const actorOf = actorsOf(work);
  return ({ row: { id, createdAt, updatedAt, createdBy }, checkIn }) => {
    const seen = occurrencesOn(checkIn, date).filter(({ memberId }) => canSeeOccurrence(work, memberId));
    const today = seen.map((occurrence) => presentOccurrence(work, occurrence, answerAt(id, occurrence)));
    return { id, ...checkIn, today, createdAt, updatedAt, createdBy: actorOf(createdBy) };
  };
}

/** Converts an occurrence for the API. Leaves out the face and the note if the viewer may not see them. */
export function presentOccurrence(viewer: Viewer, occurrence: Occurrence, row: AnswerRow | null) {
  return { ...occurrence, answer: row && presentAnswer(viewer, occurrence.memberId, row) };
}

function presentAnswer(viewer: Viewer, memberId: string, { faceEmoji, faceLabel, note, answeredAt }: AnswerRow) {
  return canSeeFace(viewer, memberId)
    ? { face: { emoji: faceEmoji, label: faceLabel }, note, answeredAt }
    : { answeredAt };
}

function columnsOf({ pause, ...checkIn }: CheckIn) {
  const paused = { pausedFrom: pause?.from ?? null, pausedTo: pause?.to ?? null };
  return toColumns({ ...checkIn, ...paused, ...overridesOf(checkIn) });
}

function write(work: Work, { row }: StoredCheckIn, checkIn: CheckIn): StoredCheckIn {
  return toStored(checkIns.update(work, row, { ...columnsOf(checkIn), updatedAt: work.now.toISOString() }));
}

function toStored(row: CheckInRow): StoredCheckIn {
  const { pausedFrom, pausedTo } = row;
  const given = {
    ...row,
    assigneeIds: JSON.parse(row.assigneeIds),
    daysOfWeek: JSON.parse(row.daysOfWeek),
    times: JSON.parse(row.times),
    notify: row.notify === 1,
    active: row.active === 1,
    faces: row.faces === null ? null : JSON.parse(row.faces),
    ...(pausedFrom !== null && pausedTo !== null && { pause: { from: pausedFrom, to: pausedTo } }),
  };
  return { row, checkIn: withDefaults(given), overrides: given };
}

/**
 * Returns the occurrences that the caller can see, by date and then time. Today's schedules are used for past dates,
 * too, but only from the date on which a check-in was created. A `memberId` of null selects all members.
 */
export function occurrencesByDate(work: Work, dates: readonly string[], memberId: string | null) {
  const stored = storedCheckIns(work).map((each) => ({ ...each, firstDay: createdOn(work, each) }));
  const answerAt = answersBetween(work, dates[0] ?? "", dates.at(-1) ?? "");
  return dates.map((date) =>
    stored
      .filter(({ firstDay }) => date >= firstDay)
      .flatMap(({ row: { id }, checkIn }) => listedOccurrences(id, checkIn, date, answerAt))
      .filter((each) => canSeeOccurrence(work, each.memberId) && (memberId === null || each.memberId === memberId))
      .sort((one, other) => (one.time === other.time ? 0 : one.time < other.time ? -1 : 1)),
  );
}

export function createdOn({ timeZone }: Work, { row: { createdAt } }: StoredCheckIn): string {
  return dateIn(timeZone, new Date(createdAt));
}

function listedOccurrences(
  checkInId: string,
  checkIn: Parameters<typeof occurrencesOn>[0],
  day: string,
  answerAt: ReturnType<typeof answersBetween>,
) {
  const { name, question } = checkIn;
  return occurrencesOn(checkIn, day).map((occurrence) => {
    const { time, label, memberId, date } = occurrence;
    const answeredAt = answerAt(checkInId, occurrence)?.answeredAt ?? null;
    return { checkInId, name, question, time, label, memberId, date, answeredAt };
  });
}
