/** Events of one calendar at a fake Google, with Google's rules for ids, entity tags, deletions and series. */
/// <reference types="@maxim_mazurok/gapi.client.calendar-v3" />

import { parseRule } from "#lib/recurrence/rule.ts";
import { Series, type Slot } from "#lib/recurrence/series.ts";
import { toInstant, toLocalMs } from "#lib/zone.ts";

export type GoogleEvent = gapi.client.calendar.Event;
type GoogleTime = gapi.client.calendar.EventDateTime;

export class FakeError extends Error {
  constructor(
    readonly status: number,
    readonly reason: string,
    message = reason,
  ) {
    super(message);
  }
}

const twoYears = 730 * 86_400_000;

export class FakeEvents {
  readonly zone: string;
  /** Time zones that this fake Google does not know. */
  readonly unknownZones = new Set<string>();
  /** Whether a series that gets new times or another rule keeps its exceptions at dates that it still has. */
  keepsFittingExceptions = false;
  /** Clock for the times of changes. If null, each change is a second later than the one before. */
  clock: (() => Date) | null = null;
  /** Stored events: series, single events, and instances that differ from their series. */
  readonly #events = new Map<string, GoogleEvent>();
  /** Versions at which the events last changed, by id. */
  readonly #changes = new Map<string, number>();
  #count = 0;

  constructor(zone: string) {
    this.zone = zone;
  }

  get version(): number {
    return this.#count;
  }

  /** Raises the version, so that earlier sync tokens are outdated. */
  touch(): void {
    this.#count++;
  }

  /** Returns the events that changed after a version, in the order of their changes. */
  changedSince(version: number): GoogleEvent[] {
    const changed = [...this.#changes].filter(([, at]) => at > version).sort(([, one], [, other]) => one - other);
    return changed.flatMap(([id]) => this.#events.get(id) ?? []);
  }

  /** Returns the events that end after an instant. */
  all(from: number): GoogleEvent[] {
    return [...this.#events.values()].filter((each) => this.#lastEnd(each) > from);
  }

  /** Whether an event with this id exists, or existed and was deleted. */
  has(id: string): boolean {
    return this.#events.has(id);
  }

  get(id: string): GoogleEvent {
    const event = this.#events.get(id) ?? this.#instance(id);
    if (!event) throw new FakeError(404, "notFound");
    return event;
  }

  insert(given: GoogleEvent): GoogleEvent {
    const id = given.id ?? `generated${this.#count + 1}`;
    if (!/^[a-v0-9]{5,1024}$/.test(id)) throw new FakeError(400, "invalid", "Invalid resource id value.");
    if (this.#events.has(id)) throw new FakeError(409, "duplicate", "The requested identifier already exists.");
    if (!given.start || !given.end) throw new FakeError(400, "required", "Missing end time.");
    const organizer = { email: "anna@example.org", self: true };
    const fixed = { iCalUID: `${id}@google.com`, status: "confirmed", eventType: "default", organizer };
    return this.#save({ reminders: { useDefault: true }, ...fixed, ...given, id });
  }

  /** Stores an event or an instance with any fields, as another program than ours may. */
  put(event: GoogleEvent & { id: string }): GoogleEvent {
    return this.#save({ status: "confirmed", iCalUID: `${event.recurringEventId ?? event.id}@google.com`, ...event });
  }

  patch(id: string, changes: GoogleEvent, etag: string | null): GoogleEvent {
    const known = this.get(id);
    requireMatch(known, etag);
    const next = merge(known as Fields, changes as Fields) as GoogleEvent;
    if (next.recurrence?.length === 0) delete next.recurrence;
    const isReshaped = !Bun.deepEquals([known.start, known.recurrence], [next.start, next.recurrence]);
    const saved = this.#save(next);
    if (known.recurrence && isReshaped) this.#forgetExceptions(id, this.keepsFittingExceptions ? saved : null);
    return saved;
  }

  delete(id: string, etag: string | null): void {
    const known = this.get(id);
    if (known.status === "cancelled") throw new FakeError(410, "deleted", "Resource has been deleted");
    requireMatch(known, etag);
    if (known.recurrence) this.#forgetExceptions(id, null);
    this.#save({ ...known, status: "cancelled" });
  }

  instances(id: string, from: number, to: number): GoogleEvent[] {
    const master = this.get(id);
    const own = [...this.#events.values()].filter((each) => each.recurringEventId === id);
    const taken = new Set(own.map((each) => keyOf(each.originalStartTime)));
    const plain = this.#slots(master).map((slot) => instanceAt(master, slot));
    const all = [...own, ...plain.filter((each) => !taken.has(keyOf(each.originalStartTime)))];
    return all.filter((each) => {
      const start = instantOf(each.start ?? each.originalStartTime, this.zone);
      return instantOf(each.end ?? each.start ?? each.originalStartTime, this.zone) > from && start < to;
    });
  }

  #save(event: GoogleEvent): GoogleEvent {
    const count = ++this.#count;
    const updated = (this.clock?.() ?? new Date(Date.UTC(2026, 10, 1) + count * 1_000)).toISOString();
    const start = this.#normal(event.start);
    const end = this.#normal(event.end);
    const saved = { ...event, ...(start && { start }), ...(end && { end }), updated, etag: `"${count}0"` };
    const id = event.id ?? "";
    this.#events.set(id, saved);
    this.#changes.set(id, count);
    return saved;
  }

  /** Returns a time as Google does: with an offset and the name of the zone. */
  #normal(time: GoogleTime | undefined): GoogleTime | undefined {
    if (!time || (time.date && !time.dateTime)) return time;
    const { dateTime, timeZone = this.zone } = time;
    if (time.date || !dateTime) throw new FakeError(400, "invalid", "Invalid start time.");
    if (this.unknownZones.has(timeZone ?? "")) throw new FakeError(400, "invalid", "Invalid time zone definition.");
    const zone = timeZone ?? this.zone;
    const hasOffset = /(?:Z|[+-]\d\d:\d\d)$/.test(dateTime);
    const at = hasOffset ? Date.parse(dateTime) : toInstant(zone, Date.parse(`${dateTime}Z`));
    return { dateTime: withOffset(zone, at), timeZone: zone };
  }

  #forgetExceptions(id: string, series: GoogleEvent | null): void {
    const slots = series ? this.#slots(series).map((slot) => keyOf(instanceAt(series, slot).originalStartTime)) : [];
    for (const [key, each] of this.#events) {
      if (each.recurringEventId !== id || slots.includes(keyOf(each.originalStartTime))) continue;
      this.#events.delete(key);
      this.#changes.delete(key);
    }
  }

  #instance(id: string): GoogleEvent | undefined {
    const [, masterId = "", key = ""] = /^(.+)_(\d{8}(?:T\d{6}Z)?)$/.exec(id) ?? [];
    const master = this.#events.get(masterId);
    if (!master?.recurrence || master.status === "cancelled") return undefined;
    const slot = this.#slots(master).find((each) => keyOf(instanceAt(master, each).originalStartTime) === key);
    return slot && instanceAt(master, slot);
  }

  #slots(master: GoogleEvent): Slot[] {
    const rule = master.recurrence?.find((each) => each.startsWith("RRULE:"))?.slice(6);
    if (!rule || !master.start) return [];
    const isAllDay = master.start.date != null;
    const timeZone = master.start.timeZone ?? this.zone;
    const at = instantOf(master.start, this.zone);
    const wall = isAllDay ? at : toLocalMs(timeZone, at);
    const series = new Series(parseRule(rule), { localMs: wall, at, timeZone, isAllDay });
    const excluded = new Set((master.recurrence ?? []).flatMap((each) => excludedIn(each, timeZone)));
    return series.slots(at, at + twoYears).filter((each) => !excluded.has(each.at));
  }

  #lastEnd(event: GoogleEvent): number {
    if (!event.recurrence) return instantOf(event.end ?? event.originalStartTime ?? event.start, this.zone);
    if (!/UNTIL|COUNT/.test(event.recurrence.join())) return Number.POSITIVE_INFINITY;
    const length = instantOf(event.end, this.zone) - instantOf(event.start, this.zone);
    return (this.#slots(event).at(-1)?.at ?? 0) + length;
  }
}

type Fields = Record<string, unknown>;

/** Merges changes into an object: nested objects are merged, null removes a field, and lists are replaced. */
function merge(known: Fields, changes: Fields): Fields {
  const merged = { ...known };
  for (const [name, value] of Object.entries(changes)) {
    const before = merged[name];
    const isObject = (each: unknown): each is Fields =>
      typeof each === "object" && each !== null && !Array.isArray(each);
    if (value === null) delete merged[name];
    else merged[name] = isObject(value) && isObject(before) ? merge(before, value) : value;
  }
  return merged;
}

function requireMatch({ etag }: GoogleEvent, wanted: string | null): void {
  if (wanted !== null && wanted !== etag) throw new FakeError(412, "conditionNotMet", "Precondition Failed");
}

function instanceAt(master: GoogleEvent, { at, localMs: wall }: Slot): GoogleEvent {
  const { recurrence: _, start, end, ...rest } = master;
  const isAllDay = start?.date != null;
  const zone = start?.timeZone ?? "UTC";
  const length = isAllDay
    ? instantOf(end, zone) - instantOf(start, zone)
    : toLocalMs(zone, instantOf(end, zone)) - toLocalMs(zone, instantOf(start, zone));
  const timeAt = (time: number): GoogleTime =>
    isAllDay
      ? { date: new Date(time).toISOString().slice(0, 10) }
      : { dateTime: withOffset(zone, toInstant(zone, time)), timeZone: zone };
  const first = isAllDay ? timeAt(at) : { dateTime: withOffset(zone, at), timeZone: zone };
  const instance = { ...rest, recurringEventId: master.id, originalStartTime: first, start: first };
  return { ...instance, end: timeAt(wall + length), id: `${master.id}_${keyOf(first)}` };
}

function keyOf(time: GoogleTime | undefined): string {
  if (time?.date) return time.date.replaceAll("-", "");
  return `${new Date(time?.dateTime ?? 0).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
}

function instantOf(time: GoogleTime | undefined, zone: string): number {
  if (time?.date) return Date.parse(`${time.date}T00:00:00Z`);
  const dateTime = time?.dateTime ?? "";
  if (/(?:Z|[+-]\d\d:\d\d)$/.test(dateTime)) return Date.parse(dateTime);
  return toInstant(time?.timeZone ?? zone, Date.parse(`${dateTime}Z`));
}

function withOffset(zone: string, at: number): string {
  const wall = toLocalMs(zone, at);
  const minutes = Math.round((wall - at) / 60_000);
  const pad = (count: number) => `${Math.trunc(Math.abs(count))}`.padStart(2, "0");
  const offset = minutes === 0 ? "Z" : `${minutes < 0 ? "-" : "+"}${pad(minutes / 60)}:${pad(minutes % 60)}`;
  return `${new Date(wall).toISOString().slice(0, 19)}${offset}`;
}

function excludedIn(line: string, zone: string): number[] {
  const [, tzid, values = ""] = /^EXDATE(?:;VALUE=DATE)?(?:;TZID=([^:;]+))?(?:;VALUE=DATE)?:(.*)$/.exec(line) ?? [];
  return values.split(",").flatMap((each) => {
    const [, year, month, date, hours = "00", minutes = "00", seconds = "00", utc] =
      /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z)?)?$/.exec(each) ?? [];
    if (year === undefined) return [];
    const wall = Date.parse(`${year}-${month}-${date}T${hours}:${minutes}:${seconds}Z`);
    return utc || !each.includes("T") ? wall : toInstant(tzid ?? zone, wall);
  });
}
