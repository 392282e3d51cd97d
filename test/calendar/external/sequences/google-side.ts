/** A calendar at the fake Google, edited as Google's own programs edit it. */
import { day, hour, isoOf } from "#lib/time.ts";
import { toLocalMs } from "#lib/zone.ts";
import type { FakeEvents, GoogleEvent } from "../../../support/google/events.ts";
import { type Dice, diceFrom } from "../../../support/random/rules.ts";
import type { Done, Side } from "./sequence.ts";

const rules = [null, "FREQ=WEEKLY;COUNT=8", "FREQ=DAILY;COUNT=12", "FREQ=MONTHLY;COUNT=6", "FREQ=WEEKLY"];
const zones = ["Europe/Berlin", "Europe/Berlin", "America/New_York", "UTC"];

type Known = GoogleEvent & { readonly id: string };

const hall = "Hall";
const firstNote = "First\nSecond";

export function googleSide(events: FakeEvents): Side {
  const presentMasters = () => present(events).filter(({ recurringEventId }) => !recurringEventId);
  return {
    read: async () => new Map(presentMasters().map((each) => [each.id, textOf(events, each)])),
    put: async () => 405,
    delete: async () => 405,
    idFor: (uid) => uid,
    own: {
      add: (number) => add(events, number),
      edit(dice) {
        const masters = presentMasters();
        return masters.length > 0 ? edit(events, dice.pick(masters), dice) : [];
      },
    },
  };
}

export function present(events: FakeEvents): Known[] {
  const all = events.all(0).filter(({ status }) => status !== "cancelled") as Known[];
  return all.sort((one, other) => (one.id < other.id ? -1 : 1));
}

function add(events: FakeEvents, first: number): Done[] {
  let number = first;
  while (events.has(`proof${number}`)) number += 100_000;
  const dice = diceFrom(number);
  const isAllDay = dice.chance(0.25);
  const zone = dice.pick(zones);
  const at = Date.UTC(2026, 11, dice.whole(1, 28), dice.whole(0, 23));
  const rule = dice.pick(rules);
  const minutes = dice.pick([null, [], [10], [10, 60]]);
  const overrides = minutes?.map((each) => ({ method: "popup", minutes: each }));
  const { id, iCalUID } = events.put({
    id: `proof${number}`,
    summary: `There ${number}`,
    ...timesAt(at, at + (isAllDay ? 24 : 1) * hour, isAllDay, zone),
    reminders: overrides ? { useDefault: false, overrides } : { useDefault: true },
    ...(rule !== null && { recurrence: [`RRULE:${rule}`] }),
    ...(dice.chance(0.3) && { location: hall, description: firstNote }),
  });
  return [{ field: "added", wall: null, value: id, uid: iCalUID ?? "", by: "remote" }];
}

function edit(events: FakeEvents, master: Known, dice: Dice): Done[] {
  const uid = master.iCalUID ?? "";
  const done = (field: string, wall: number | null, value: unknown): Done[] => [
    { field, wall, value, uid, by: "remote" },
  ];
  if (dice.chance(0.08)) {
    events.delete(master.id, null);
    return done("deleted", null, true);
  }
  // Nobody here sees it.
  if (dice.chance(0.05)) {
    events.patch(master.id, { colorId: String(dice.whole(1, 11)) }, null);
    return [];
  }
  const instances = master.recurrence
    ? events
        .instances(master.id, -Infinity, Infinity)
        .filter(({ status }) => status !== "cancelled")
        .sort((one, other) => instantOf(one.originalStartTime) - instantOf(other.originalStartTime))
    : [];
  const instance = instances.length >= 3 && dice.chance(0.7) ? dice.pick(instances.slice(0, 12)) : null;
  const fields = ["title", "location", "notes", ...(instance ? ["times", "cancelled"] : ["moved"])];
  const field = dice.pick(fields);
  const target = instance ?? master;
  const id = target.id ?? "";
  const wall = instance ? wallOf(instance.originalStartTime, master) : null;
  if (field === "cancelled") {
    events.delete(id, null);
    return done(field, wall, true);
  }
  const number = dice.whole(1, 1_000_000_000);
  if (field === "times" || field === "moved") {
    const isAllDay = target.start?.date != null;
    const start = instantOf(target.start) + dice.whole(1, 5) * (isAllDay ? 24 : 1) * hour;
    const end = start + instantOf(target.end) - instantOf(target.start);
    events.patch(id, timesAt(start, end, isAllDay, target.start?.timeZone ?? events.zone), null);
    return done(field, wall, isoOf(start));
  }
  if (field === "title") {
    events.patch(id, { summary: `Title ${number}` }, null);
    return done(field, wall, `Title ${number}`);
  }
  const name = field === "location" ? "location" : "description";
  // Two edits never add up to nothing.
  const isRemoved = [hall, firstNote].includes(target[name] ?? "") && dice.chance(0.5);
  const text = field === "location" ? `Place ${number}; with, marks` : `Note ${number}\nline two`;
  const value = isRemoved ? null : text;
  events.patch(id, { [name]: value } as GoogleEvent, null);
  return done(field, wall, value);
}

function timesAt(start: number, end: number, isAllDay: boolean, timeZone: string): Pick<GoogleEvent, "start" | "end"> {
  if (isAllDay) return { start: { date: isoOf(start).slice(0, 10) }, end: { date: isoOf(end).slice(0, 10) } };
  return { start: { dateTime: isoOf(start), timeZone }, end: { dateTime: isoOf(end), timeZone } };
}

function instantOf(time: GoogleEvent["start"]): number {
  return Date.parse(time?.date ?? time?.dateTime ?? "");
}

/** Returns the local time of a slot in milliseconds, also in an hour that the clock skips. */
function wallOf(time: GoogleEvent["start"], { start }: GoogleEvent): number {
  if (time?.date) return Date.parse(time.date);
  const zone = start?.timeZone ?? "UTC";
  const wall = toLocalMs(zone, instantOf(time));
  return wall - (wall % day) + (toLocalMs(zone, instantOf(start)) % day);
}

/** Writes an event as iCalendar text. It shares no code with the server, which it checks. */
function textOf(events: FakeEvents, master: Known): string {
  const own = events.all(0).filter(({ recurringEventId }) => recurringEventId === master.id);
  const cancelled = own.filter(({ status }) => status === "cancelled");
  const changed = own.filter(({ status }) => status !== "cancelled");
  const lines = [
    ...(master.recurrence ?? []),
    ...cancelled.map(({ originalStartTime }) => timeLine("EXDATE", originalStartTime, master)),
  ];
  const components = [
    component(master, master, lines),
    ...changed.map((each) => component(each, master, [timeLine("RECURRENCE-ID", each.originalStartTime, master)])),
  ];
  return ["BEGIN:VCALENDAR", "VERSION:2.0", ...components.flat(), "END:VCALENDAR", ""].join("\r\n");
}

function component(event: GoogleEvent, master: GoogleEvent, lines: readonly string[]): string[] {
  const { summary, location, description, start, end } = event;
  const text = (name: string, value: string | null | undefined) =>
    value ? [`${name}:${value.replace(/[\\;,]/g, "\\$&").replaceAll("\n", "\\n")}`] : [];
  return [
    "BEGIN:VEVENT",
    `UID:${master.iCalUID}`,
    timeLine("DTSTART", start, master),
    timeLine("DTEND", end, master),
    ...lines,
    ...text("SUMMARY", summary),
    ...text("LOCATION", location),
    ...text("DESCRIPTION", description),
    "END:VEVENT",
  ];
}

function timeLine(name: string, time: GoogleEvent["start"], master: GoogleEvent): string {
  if (time?.date) return `${name};VALUE=DATE:${time.date.replaceAll("-", "")}`;
  const digits = (at: number) => isoOf(at).slice(0, 19).replace(/[-:]/g, "");
  if (name !== "DTSTART" || time?.timeZone === "UTC") return `${name}:${digits(instantOf(time))}Z`;
  const zone = time?.timeZone ?? master.start?.timeZone ?? "UTC";
  return `${name};TZID=${zone}:${digits(toLocalMs(zone, instantOf(time)))}`;
}
