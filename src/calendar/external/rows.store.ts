/** Rows of the calendars on other servers: calendars that a household follows, and calendars of accounts. */
import { asc, isNotNull, isNull } from "drizzle-orm";
import { yieldToEventLoop } from "#lib/concurrency.ts";
import { type Phrase, type Sentence, say, sayFields } from "#lib/sentence.ts";
import { newRecordFields } from "#platform/activity/actors.ts";
import { type Changes, type Entry, type Image, record } from "#platform/activity/record.ts";
import { fields, prepared } from "#platform/db/prepare.ts";
import { equal, type HouseholdScope, type RowOf, records, selectFrom } from "#platform/db/statements.ts";
import { externalCalendar } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import { deleteObjectsOf } from "../calendars/objects.store.ts";
import { changePeopleOfSource, removeOfSource } from "../events/store.ts";
import { removeCalendarFromFeeds } from "../feeds/store.ts";
import { type Remark, showRemark } from "../ical/remarks.ts";
import { readMassDeletion } from "./mass-deletion.ts";
import type { People, Run } from "./model.ts";

export const maxRemarks = 200;
const maxRuns = 50;

export const calendars = records(externalCalendar);

export type CalendarRow = RowOf<typeof externalCalendar>;

const isFollowed = isNull(externalCalendar.accountId);
const inOrder = [asc(externalCalendar.createdAt), asc(externalCalendar.id)];

const followedCalendars = selectFrom(externalCalendar, calendars.columns, { where: isFollowed, orderBy: inOrder });

const calendarsOfAccount = selectFrom(externalCalendar, calendars.columns, {
  // The first condition lets SQLite use the partial index.
  where: [isNotNull(externalCalendar.accountId), equal(externalCalendar.accountId, "accountId")],
  orderBy: [asc(externalCalendar.externalId)],
});

export const allFollowedCalendars = prepared((db) =>
  db
    .select(fields(externalCalendar, "id", "name", "address", "state", "error", "heardAt"))
    .from(externalCalendar)
    .where(isFollowed)
    .orderBy(...inOrder),
);

export const listFollowed = (scope: HouseholdScope): CalendarRow[] => followedCalendars.all(scope);

export const calendarsOf = (scope: HouseholdScope, accountId: string): CalendarRow[] =>
  calendarsOfAccount.all(scope, { accountId });

/** Values of a new calendar. Some values exist only for followed calendars, others only for calendars of accounts. */
type NewCalendar = Pick<CalendarRow, "id" | "name" | "color" | "memberIds" | "isGeneral"> & Partial<CalendarRow>;

/** Inserts a calendar that has not been read yet. Must run in a transaction. */
export function insertCalendar(work: Work, calendar: NewCalendar): void {
  calendars.insert(work, {
    ...newRecordFields(work),
    address: "",
    host: "",
    everyHours: 0,
    mode: "in",
    privacy: "busy",
    isDefault: 0,
    state: "fresh",
    failures: 0,
    remarks: "[]",
    runs: "[]",
    ...calendar,
  });
}

export function peopleOf({ memberIds, isGeneral }: Pick<CalendarRow, "memberIds" | "isGeneral">): People {
  return { memberIds: JSON.parse(memberIds) as string[], isGeneral: isGeneral === 1 };
}

export function peopleColumns({ memberIds, isGeneral }: People) {
  return { memberIds: JSON.stringify(memberIds), isGeneral: Number(isGeneral) };
}

/** Returns the people of a calendar without a member. Returns null if the calendar does not concern the member. */
export function peopleWithout(row: CalendarRow, memberId: string): People | null {
  const { memberIds, isGeneral } = peopleOf(row);
  return memberIds.includes(memberId) ? { memberIds: memberIds.filter((id) => id !== memberId), isGeneral } : null;
}

export const remarksOf = ({ remarks }: Pick<CalendarRow, "remarks">): Remark[] => JSON.parse(remarks) as Remark[];

export function runsOf<Each extends Run = Run>({ runs }: Pick<CalendarRow, "runs">): Each[] {
  return JSON.parse(runs) as Each[];
}

/** Returns the history with `run` added. If `isContinued` is true, `run` replaces the newest entry. */
export function addRun(row: CalendarRow, run: Run, isContinued = false): string {
  const runs = runsOf(row);
  return JSON.stringify([run, ...(isContinued ? runs.slice(1) : runs)].slice(0, maxRuns));
}

export function resultsOf<Each extends Run = Run>(row: CalendarRow) {
  const held = readMassDeletion(row);
  return {
    held: held && { since: held.since, count: held.count },
    remarks: remarksOf(row).map(showRemark),
    runs: runsOf<Each>(row),
  };
}

/** Yields all rows of a query that returns pages of rows with keys after `after`. Other requests run between pages. */
export async function* rowsInPages<Row>(
  pageAfter: (after: string, limit: number) => readonly Row[],
  keyOf: (row: Row) => string,
  betweenPages: () => Promise<void> = yieldToEventLoop,
  pageSize = 500,
): AsyncGenerator<Row> {
  for (let after = ""; ; ) {
    const page = pageAfter(after, pageSize);
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    after = keyOf(last);
    await betweenPages();
  }
}

export const fieldWords = { name: say`name`, color: say`colour`, memberIds: say`people`, isGeneral: say`people` };

type CalendarChange<Settings> = {
  readonly before: Settings;
  readonly after: Settings;
  readonly changes: Changes;
  readonly columns: Partial<CalendarRow>;
  readonly words: Readonly<Record<string, Phrase>>;
  readonly image: Image | null;
};

/** Changes the settings of a calendar, also in the calendar's events. Must run in a transaction. */
export function changeCalendar<Settings extends People & { readonly name: string }>(
  work: Work,
  row: CalendarRow,
  { before, after, changes, columns, words, image }: CalendarChange<Settings>,
): void {
  calendars.update(work, row, { ...after, ...peopleColumns(after), ...columns, updatedAt: work.now.toISOString() });
  if (changes.memberIds || changes.isGeneral) changePeopleOfSource(work, row.id, before, after);
  const { name } = after;
  const summary = say`changed the ${sayFields(Object.keys(changes), words)} of the calendar “${name}”`;
  recordCalendar(work, { id: row.id, name }, "updated", summary, { changes, before: image, after: image });
}

/** Deletes a calendar with its events. Must run in a transaction. */
export function removeCalendar(work: Work, id: string): void {
  removeEventsOf(work, id);
  removeCalendarFromFeeds(work, id);
  calendars.remove(work, id);
}

export function removeEventsOf(work: Work, id: string): void {
  removeOfSource(work, id);
  deleteObjectsOf(work, id);
}

export function recordCalendar(
  work: Work,
  { id, name }: Pick<CalendarRow, "id" | "name">,
  action: Entry["action"],
  summary: Sentence,
  { changes = null, before = null, after = null }: Partial<Pick<Entry, "changes" | "before" | "after">> = {},
): void {
  record(work, { action, subject: { type: "calendar", id, label: name }, summary, changes, before, after });
}
