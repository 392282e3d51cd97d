/** Arranges the open notices for the list under the bell, and says what can be done with them. */
import { hour, minute } from "#lib/time.ts";
import type { Notice } from "#web/sync/notices.ts";
import { wallTime } from "#web/time/wall.ts";

/** Time in milliseconds for which a reminder is shown above all other notices, unless somebody answers it. */
const ringingMs = hour;
/** Greatest age difference in milliseconds of notices about one person’s changes that are shown in one row. */
const togetherMs = 10 * minute;

/** Row of the list: one notice, or several notices about one person’s changes. The newest is the first. */
export type NoticeRow = readonly [Notice, ...Notice[]];
export type NoticeDay = { readonly day: string; readonly rows: readonly NoticeRow[] };

export type Arranged = {
  /** Reminders of the last hour that can come again later. */
  readonly ringing: readonly Notice[];
  /** All other open notices by the day on which they came, newest first. */
  readonly days: readonly NoticeDay[];
};

/**
 * Arranges notices that are sorted from the newest to the oldest. Leaves out those that are done, dismissed or snoozed.
 * `timeZone` is the zone of the days.
 */
export function arrange(notices: readonly Notice[], nowMs: number, timeZone: string): Arranged {
  const open = notices.filter(({ state }) => state === "open");
  const isRinging = ({ actions, dueAt }: Notice) =>
    actions.includes("snooze") && Math.abs(nowMs - Date.parse(dueAt)) < ringingMs;
  const days: { day: string; rows: [Notice, ...Notice[]][] }[] = [];
  for (const notice of open.filter((each) => !isRinging(each))) {
    const { day } = wallTime(notice.createdAt, timeZone);
    const last = days.at(-1);
    if (last?.day !== day) {
      days.push({ day, rows: [[notice]] });
      continue;
    }
    const row = last.rows.find(([first]) => belongTogether(first, notice));
    if (row) row.push(notice);
    else last.rows.push([notice]);
  }
  return { ringing: open.filter(isRinging), days };
}

function belongTogether(newer: Notice, older: Notice): boolean {
  const between = Date.parse(newer.createdAt) - Date.parse(older.createdAt);
  return newer.by !== null && actorOf(newer) === actorOf(older) && between <= togetherMs;
}

/** Returns the member who made the change that a notice reports, or the names of the people and programs. */
const actorOf = ({ by, change }: Notice) => change?.memberId ?? ` ${by}`;

/** Returns the notice that was shown last. A snoozed notice is shown when it is due. */
export function lastShown(notices: readonly Notice[]): Notice | undefined {
  return notices.toSorted((one, other) => (shownAt(one) < shownAt(other) ? 1 : -1))[0];
}

const shownAt = ({ createdAt, dueAt }: Notice) => (createdAt > dueAt ? createdAt : dueAt);

/** Delay after which a notice comes again: minutes from now, or until an instant. */
export type Snooze = { readonly minutes: number } | { readonly atMs: number };

/** Minutes before its start at which a reminder of an event can come again. */
const beforeStart = 5;

/**
 * Returns the delays that a notice offers. A task, a chore or an item comes again in an hour. An event comes again in
 * some minutes and shortly before its start or, if little time is left, at its start.
 */
export function snoozesOf({ actions, startsAt }: Notice, nowMs: number): readonly Snooze[] {
  if (!actions.includes("snooze")) return [];
  if (actions.includes("done")) return [{ minutes: 60 }];
  const left = startsAt === null ? 0 : (Date.parse(startsAt) - nowMs) / minute;
  if (startsAt === null || left <= 0) return [{ minutes: 10 }, { minutes: 60 }];
  const soon = left > 10 ? 10 : beforeStart;
  const atMs = Date.parse(startsAt) - (left > soon + beforeStart ? beforeStart * minute : 0);
  return [...(left > soon ? [{ minutes: soon }] : []), { atMs }];
}
