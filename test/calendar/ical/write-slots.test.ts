/** Exceptions written into kept text, as ical.js reads them. */
import { expect, test } from "bun:test";
import ICAL from "ical.js";
import { type Event, exceptionAt, instanceAt, seriesOf } from "#calendar/events/event.ts";
import { cancelOne, editAll, editOne, endSeriesBefore } from "#calendar/events/series.ts";
import { renderCalendar, renderObject } from "#calendar/ical/write.ts";
import type { Slot } from "#lib/recurrence/series.ts";
import { day, hour, minute } from "#lib/time.ts";
import { toInstant } from "#lib/zone.ts";
import { Dice } from "../../support/calendar/edits.ts";
import { calendarOf, readText, writeContext, writtenLines } from "../../support/calendar/ical-objects.ts";

const home = "Europe/Berlin";
const ownZone = [
  ...["BEGIN:VTIMEZONE", "TZID:Home", "X-LIC-LOCATION:Europe/Berlin"],
  ...["BEGIN:STANDARD", "DTSTART:19701025T030000", "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100"],
  ...["RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU", "END:STANDARD"],
  ...["BEGIN:DAYLIGHT", "DTSTART:19700329T020000", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200"],
  ...["RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "END:DAYLIGHT", "END:VTIMEZONE"],
];

type Form = { readonly params: string; readonly suffix: string };
const forms: Readonly<Record<string, Form>> = {
  floating: { params: "", suffix: "" },
  utc: { params: "", suffix: "Z" },
  iana: { params: ";TZID=America/New_York", suffix: "" },
  windows: { params: ";TZID=W. Europe Standard Time", suffix: "" },
  custom: { params: ";TZID=Home", suffix: "" },
};

const compact = (localMs: number) => new Date(localMs).toISOString().slice(0, 19).replace(/[-:]/g, "");
const iso = (at: number) => new Date(at).toISOString();

function textOf(dice: Dice, { params, suffix }: Form): string {
  const line = (name: string, localMs: number) => `${name}${params}:${compact(localMs)}${suffix}`;
  const start = Date.UTC(2026, dice.between(0, 11), dice.between(1, 28), dice.between(8, 15), dice.pick([0, 15]));
  const [frequency, step] = dice.pick([["DAILY", 1] as const, ["WEEKLY", 7] as const]);
  const count = dice.between(3, 12);
  const master = [
    ...["UID:one", "SUMMARY:Series", line("DTSTART", start)],
    dice.isLucky(0.5) ? line("DTEND", start + hour) : "DURATION:PT1H",
    `RRULE:FREQ=${frequency};COUNT=${count}`,
    ...(dice.isLucky(0.5) ? [line("EXDATE", start + step * day)] : []),
  ];
  const moved = start + 2 * step * day;
  const override = [
    ...["UID:one", "SUMMARY:Own", line("RECURRENCE-ID", moved)],
    ...[line("DTSTART", moved + hour), line("DTEND", moved + 2 * hour)],
  ];
  return calendarOf(dice.isLucky(0.5) ? [master, override] : [master], params.includes("Home") ? ownZone : []);
}

function edited(dice: Dice, event: Event): Event {
  const series = seriesOf(event);
  const slots = series ? [...series.ascending(event.startAt, event.startAt + 400 * day)] : [];
  const slot = dice.pick<Slot | undefined>(slots);
  if (!series || !slot) return event;
  const times = (at: number) => ({ startsAt: iso(at + hour), endsAt: iso(at + 3 * hour) });
  const edits: readonly (() => Event)[] = [
    () => ({ ...event, title: "Other" }),
    () => cancelOne(event, slot),
    () => editOne(event, slot, { title: "One" }, home),
    () => editOne(event, slot, times(slot.at), home),
    () => editAll(event, series, null, times(event.startAt), home),
    () => ({ ...event, endAt: event.endAt + minute, endWall: event.endWall + minute }),
    () => ({ ...event, exceptions: event.exceptions.slice(1) }),
    () => (slot.localMs > event.startWall ? endSeriesBefore(event, series, slot) : event),
  ];
  return dice.pick(edits)();
}

type Shown = readonly [start: number, end: number, title: string];

const byStart = ([one]: Shown, [other]: Shown) => one - other;

function shownByUs(event: Event): Shown[] {
  const slots = seriesOf(event)?.ascending(event.startAt, event.startAt + 400 * day) ?? [];
  const shown = [...slots].flatMap((slot): Shown[] => {
    const exception = exceptionAt(event, slot);
    const { startAt, endAt, title } = instanceAt(event, slot, exception);
    return exception?.cancelled ? [] : [[startAt, endAt, title]];
  });
  return shown.sort(byStart);
}

function shownByIcalJs(text: string): Shown[] {
  const calendar = new ICAL.Component(ICAL.parse(text));
  ICAL.TimezoneService.reset();
  for (const each of calendar.getAllSubcomponents("vtimezone")) ICAL.TimezoneService.register(new ICAL.Timezone(each));
  const [master, ...overrides] = calendar.getAllSubcomponents("vevent");
  const event = new ICAL.Event(master);
  for (const each of overrides) event.relateException(each);
  const instant = (time: ICAL.Time) =>
    time.zone === ICAL.Timezone.localTimezone
      ? toInstant(home, Date.parse(`${time.toString()}Z`))
      : time.toUnixTime() * 1_000;
  const shown: Shown[] = [];
  const steps = event.iterator();
  for (let next = steps.next(); next; next = steps.next()) {
    const { startDate, endDate, item } = event.getOccurrenceDetails(next);
    shown.push([instant(startDate), instant(endDate), item.summary]);
  }
  return shown.sort(byStart);
}

test.each(Object.entries(forms))(
  "A series with this form of time has the same instances in ical.js after random edits: %s",
  (_, form) => {
    const dice = new Dice(5);
    for (let round = 0; round < 150; round++) {
      const kept = textOf(dice, form);
      let event = readText(kept).event;
      for (let edits = dice.between(1, 3); event && edits > 0; edits--) event = edited(dice, event);
      if (!event || shownByUs(event).length === 0) continue;
      const text = renderCalendar([renderObject(event, { ics: kept }, writeContext)], []);
      const after = readText(text).event;
      expect(after && shownByUs(after), text).toEqual(shownByUs(event));
      expect(shownByIcalJs(text), text).toEqual(shownByUs(event));
    }
  },
);

test.each(Object.entries(forms))(
  "The exceptions of a series are written in the same form of time as the start: %s",
  (_, form) => {
    const { params, suffix } = form;
    const kept = calendarOf([["UID:one", `DTSTART${params}:20260105T100000${suffix}`, "RRULE:FREQ=DAILY;COUNT=5"]]);
    const known = readText(kept).event!;
    const [, second, third] = [...seriesOf(known)!.ascending(known.startAt, known.startAt + 9 * day)];
    const lines = writtenLines(editOne(cancelOne(known, second!), third!, { title: "One" }, home), kept);
    expect(lines).toContain(`EXDATE${params}:20260106T100000${suffix}`);
    expect(lines).toContain(`RECURRENCE-ID${params}:20260107T100000${suffix}`);
  },
);
