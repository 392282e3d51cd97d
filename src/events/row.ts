/** An event's row: the only way between what is stored and what the calendar works with. */
import { isoOf } from "../lib/time.ts";
import { toInstant } from "../lib/zone.ts";
import type { Series, Slot } from "../recurrence/series.ts";
import { type Details, type Event, type Exception, type SyncTarget, seriesOf, timesOf } from "./event.ts";

/** The columns that hold the event itself, under their names in the code. */
export const eventColumns = [
  "title",
  "startsAt",
  "endsAt",
  "startWall",
  "endWall",
  "allDay",
  "timeZone",
  "location",
  "notes",
  "recurrenceRule",
  "lastWall",
  "seriesEnd",
  "spans",
  "memberIds",
  "isGeneral",
  "reminderMinutes",
  "reminderMinutesList",
  "syncTargets",
  "exceptions",
] as const;

type Columns = Record<(typeof eventColumns)[number], string | number | null>;

/** An event as its row holds it. */
export type EventColumns = Columns & {
  readonly title: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly startWall: number;
  readonly endWall: number;
  readonly allDay: number;
  readonly timeZone: string;
  readonly location: string | null;
  readonly notes: string | null;
  readonly recurrenceRule: string | null;
  readonly lastWall: number | null;
  readonly seriesEnd: string;
  readonly spans: number;
  readonly memberIds: string;
  readonly isGeneral: number | null;
  readonly reminderMinutes: number | null;
  readonly reminderMinutesList: string;
  readonly syncTargets: string;
  readonly exceptions: string;
};

/** `series_end` of what never ends. */
export const never = "9999-12-31T23:59:59.999Z";

/** Longer ones are looked for by their end, milliseconds. */
export const longest = 31 * 86_400_000;

/** The event in a row. */
export function eventIn(row: EventColumns): Event {
  return {
    title: row.title,
    location: row.location,
    notes: row.notes,
    memberIds: listIn<string>(row.memberIds),
    isGeneral: row.isGeneral === null ? null : row.isGeneral === 1,
    reminderMinutes: row.reminderMinutes,
    reminderMinutesList: listIn<number>(row.reminderMinutesList),
    syncTargets: listIn<SyncTarget>(row.syncTargets),
    allDay: row.allDay === 1,
    startAt: Date.parse(row.startsAt),
    endAt: Date.parse(row.endsAt),
    startWall: row.startWall,
    endWall: row.endWall,
    timeZone: row.timeZone,
    recurrenceRule: row.recurrenceRule,
    exceptions: listIn<Exception>(row.exceptions),
  };
}

const none: never[] = [];

/** Most are empty: they share one list, which nobody changes. */
function listIn<Item>(json: string): Item[] {
  return json === "[]" ? none : (JSON.parse(json) as Item[]);
}

/** The series of a row, whose last slot is known. */
export function seriesIn(event: Event, { lastWall }: EventColumns): Series | null {
  return seriesOf(event, lastWall === null ? null : { wall: lastWall, at: slotInstant(event, lastWall) });
}

/** The instant of a slot, by its wall time. */
export function slotInstant(event: Event, wall: number): number {
  if (wall === event.startWall) return event.startAt;
  return event.allDay ? wall : toInstant(event.timeZone, wall);
}

/** The columns of an event, whose series is `series`. */
export function columnsOf(event: Event, series: Series | null): EventColumns {
  const last = series?.last ?? null;
  return {
    title: event.title,
    location: event.location,
    notes: event.notes,
    memberIds: JSON.stringify(event.memberIds),
    isGeneral: event.isGeneral === null ? null : Number(event.isGeneral),
    reminderMinutes: event.reminderMinutes,
    reminderMinutesList: JSON.stringify(event.reminderMinutesList),
    syncTargets: JSON.stringify(event.syncTargets),
    allDay: Number(event.allDay),
    startsAt: isoOf(event.startAt),
    endsAt: isoOf(event.endAt),
    startWall: event.startWall,
    endWall: event.endWall,
    timeZone: event.timeZone,
    recurrenceRule: event.recurrenceRule,
    lastWall: last?.wall ?? null,
    seriesEnd: event.recurrenceRule !== null && !last ? never : isoOf(endOf(event, last)),
    spans: Number(event.recurrenceRule !== null || event.endAt - event.startAt > longest),
    exceptions: JSON.stringify(event.exceptions),
  };
}

function endOf(event: Event, last: Slot | null): number {
  const lastEnd = last ? timesOf(event, last).endAt : event.endAt;
  return event.exceptions.reduce(
    (end, { times }) => Math.max(end, times?.endAt ?? end),
    Math.max(event.endAt, lastEnd),
  );
}

type Members = Pick<Details, "memberIds" | "syncTargets">;

/** Takes a member out of an event and of its exceptions; the same event where it names that member nowhere. */
export function withoutMember(event: Event, memberId: string): Event {
  const exceptions = event.exceptions.map((each) => ({
    ...each,
    own: { ...each.own, ...dropMember(each.own, memberId) },
  }));
  return { ...event, ...dropMember(event, memberId), exceptions };
}

function dropMember({ memberIds, syncTargets }: Partial<Members>, memberId: string): Partial<Members> {
  return {
    ...(memberIds && { memberIds: memberIds.filter((id) => id !== memberId) }),
    ...(syncTargets && { syncTargets: syncTargets.filter((target) => target.memberId !== memberId) }),
  };
}
