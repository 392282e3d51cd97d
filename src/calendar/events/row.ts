import type { Series, Slot } from "#lib/recurrence/series.ts";
import { day, isoOf } from "#lib/time.ts";
import { type RowOf, toColumns } from "#platform/db/statements.ts";
import type { event } from "#platform/db/tables.ts";
import {
  type Details,
  type Event,
  type Exception,
  localSlot,
  ownerOf,
  type SyncTarget,
  seriesOf,
  shownTo,
  timesOf,
} from "./event.ts";
import type { Origin } from "./store.ts";

export type RecordRow = RowOf<typeof event>;

export type EventColumns = Omit<RecordRow, keyof Origin | "id" | "createdAt" | "updatedAt" | "createdBy">;

const neverEnds = "9999-12-31T23:59:59.999Z";

/** Minimum length in milliseconds of the events that are indexed by their end. */
export const longEventMs = 31 * day;

export function eventFromRow(row: EventColumns): Event {
  const whole = privateDetailsIn(row);
  return {
    title: row.title,
    location: row.location,
    notes: row.notes,
    memberIds: parseList<string>(row.memberIds),
    isGeneral: row.isGeneral === null ? null : row.isGeneral === 1,
    reminderMinutes: row.reminderMinutes,
    reminderMinutesList: parseList<number>(row.reminderMinutesList),
    syncTargets: parseList<SyncTarget>(row.syncTargets),
    allDay: row.allDay === 1,
    startAt: Date.parse(row.startsAt),
    endAt: Date.parse(row.endsAt),
    startWall: row.startWall,
    endWall: row.endWall,
    timeZone: row.timeZone,
    recurrenceRule: row.recurrenceRule,
    privateTo: null,
    exceptions: whole ? whole.exceptions : parseList<Exception>(row.exceptions),
    ...whole,
  };
}

const emptyList: never[] = [];

/** Parses a list from JSON. Empty lists share one array, because most lists are empty. */
function parseList<Item>(json: string): Item[] {
  return json === "[]" ? emptyList : (JSON.parse(json) as Item[]);
}

export function seriesFromRow(event: Event, { lastWall }: EventColumns): Series | null {
  return seriesOf(event, lastWall === null ? null : localSlot(event, lastWall));
}

export function columnsFrom(whole: Event, series: Series | null): EventColumns {
  const event = shownTo(whole, null);
  const { startAt, endAt, isMasked: _, ...columns } = event;
  const last = series?.last ?? null;
  return {
    ...toColumns(columns),
    startsAt: isoOf(startAt),
    endsAt: isoOf(endAt),
    lastWall: last?.localMs ?? null,
    seriesEnd: event.recurrenceRule !== null && !last ? neverEnds : isoOf(endOf(event, last)),
    spans: Number(event.recurrenceRule !== null || endAt - startAt > longEventMs),
    ...privateColumnsOf(whole),
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

type PrivateDetails = Pick<Event, "title" | "location" | "notes" | "privateTo" | "exceptions">;

export type PrivateColumns = Pick<RecordRow, "privateTo" | "privateDetails">;

function privateColumnsOf(event: Event): PrivateColumns {
  const privateTo = ownerOf(event);
  const { title, location, notes, exceptions } = event;
  const details: PrivateDetails = { title, location, notes, privateTo: event.privateTo, exceptions };
  return { privateTo, privateDetails: privateTo === null ? null : JSON.stringify(details) };
}

export function privateDetailsIn({ privateDetails }: PrivateColumns): PrivateDetails | null {
  return typeof privateDetails === "string" ? (JSON.parse(privateDetails) as PrivateDetails) : null;
}
