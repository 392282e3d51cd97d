/** Calculations of the calendar, tested without a browser: spans in local time, overlaps, drags, drafts. */
import { describe, expect, test } from "bun:test";
import type { Calendar } from "#web/features/calendar/model/calendars.ts";
import { draftOf, inputOf, lastingDays, newDraft, patchOf, startingAt } from "#web/features/calendar/model/draft.ts";
import { draggedTo, drawn, handedOver, stepped } from "#web/features/calendar/model/dragging.ts";
import { packColumns, packRows, weekBars } from "#web/features/calendar/model/layout.ts";
import { concerning, familyKey, type Occurrence, occurrenceOf } from "#web/features/calendar/model/occurrence.ts";
import { firstWeekday, rangeOf, turned, weeksOf } from "#web/features/calendar/model/range.ts";
import { dayMinutes, fromSpan, midnightOf, minuteAt, toSpan, touches } from "#web/features/calendar/model/span.ts";
import { formatDayIn } from "#web/time/format.ts";

const berlin = "Europe/Berlin";
const at = (day: string, time: string) => minuteAt({ day, time });
const hours = (day: string, from: string, to: string) => ({ allDay: false, start: at(day, from), end: at(day, to) });

const plain = {
  ...{
    id: "1",
    title: "Piano",
    startsAt: "2027-03-02T15:00:00.000Z",
    endsAt: "2027-03-02T15:45:00.000Z",
    allDay: false,
  },
  ...{ location: null, notes: null, memberIds: [], isGeneral: true, recurrenceRule: null, timeZone: berlin },
  ...{ reminderMinutes: null, reminderMinutesList: [], syncTargets: [], recurring: false, instanceStartsAt: null },
  ...{ isException: false, createdAt: "", updatedAt: "", calendar: { key: "family", name: "Home" }, readOnly: false },
  busyOnly: false,
  createdBy: { kind: "system" as const, id: null, name: "", agentName: null },
};

describe("the times of events in the calendar", () => {
  test("Events at the same local time have the same position in the calendar before and after a clock change", () => {
    const winter = toSpan(
      { ...plain, startsAt: "2027-03-27T15:00:00.000Z", endsAt: "2027-03-27T16:00:00.000Z" },
      berlin,
    );
    const summer = toSpan(
      { ...plain, startsAt: "2027-03-28T14:00:00.000Z", endsAt: "2027-03-28T15:00:00.000Z" },
      berlin,
    );
    expect(summer.start - winter.start).toBe(dayMinutes);
    expect(fromSpan(summer, berlin)).toMatchObject({ startsAt: "2027-03-28T14:00:00.000Z" });
  });

  test("If a clock change skips a time, a later time is used; if a time occurs twice, the earlier one is used", () => {
    expect(fromSpan(hours("2027-03-28", "02:30", "03:30"), berlin).startsAt).toBe("2027-03-28T01:30:00.000Z");
    expect(fromSpan(hours("2027-10-31", "02:30", "03:30"), berlin)).toEqual({
      ...{ allDay: false, startsAt: "2027-10-31T00:30:00.000Z", endsAt: "2027-10-31T02:30:00.000Z" },
    });
  });

  test("Events in the calendar never end before their start, even if the clocks go back during the event", () => {
    const span = toSpan({ ...plain, startsAt: "2027-10-31T00:45:00.000Z", endsAt: "2027-10-31T01:15:00.000Z" }, berlin);
    expect(span.end).toBe(span.start);
    expect(touches(span, midnightOf("2027-10-31"), midnightOf("2027-11-01"))).toBe(true);
  });

  test("All-day events are on the right dates in every time zone", () => {
    const times = { allDay: true, startsAt: "2027-03-28T00:00:00.000Z", endsAt: "2027-03-30T00:00:00.000Z" };
    const span = toSpan(times, "Pacific/Auckland");
    expect(span).toEqual({ allDay: true, start: midnightOf("2027-03-28"), end: midnightOf("2027-03-30") });
    expect(fromSpan(span, "America/Los_Angeles")).toEqual(times);
  });
});

describe("overlapping events", () => {
  const columns = (...items: [number, number][]) =>
    packColumns(items.map(([start, end]) => ({ start, end }))).map(({ item, column, width, columns }) => [
      `${item.start}–${item.end}`,
      column,
      width,
      columns,
    ]);

  test("Overlapping events share the width of a day, and an event without overlap has the full width", () => {
    expect(columns([0, 60], [60, 120])).toEqual([
      ["0–60", 0, 1, 1],
      ["60–120", 0, 1, 1],
    ]);
    expect(columns([0, 60], [30, 90], [90, 120])).toEqual([
      ["0–60", 0, 1, 2],
      ["30–90", 1, 1, 2],
      ["90–120", 0, 1, 1],
    ]);
  });

  test("Overlapping events are put into the first free column, and become wider if the next columns are free", () => {
    expect(columns([0, 100], [0, 30], [10, 40], [40, 100])).toEqual([
      ["0–100", 0, 1, 3],
      ["0–30", 1, 1, 3],
      ["10–40", 2, 1, 3],
      ["40–100", 1, 2, 3],
    ]);
  });

  test("Overlapping events are placed side by side even if they overlap only because of their minimum height", () => {
    const packed = packColumns(
      [
        { start: 0, end: 5 },
        { start: 10, end: 40 },
      ],
      30,
    );
    expect(packed.map(({ columns }) => columns)).toEqual([2, 2]);
  });

  test("Overlapping bars of all-day events are put into different rows", () => {
    const rows = packRows([
      { start: 0, end: 3 },
      { start: 2, end: 4 },
      { start: 3, end: 7 },
      { start: 0, end: 1 },
    ]);
    expect(rows.map(({ item, row }) => [item.start, item.end, row])).toEqual([
      [0, 3, 0],
      [0, 1, 1],
      [2, 4, 1],
      [3, 7, 0],
    ]);
  });
});

describe("a week in the month view", () => {
  const event = (title: string, startsAt: string, endsAt: string, allDay = false): Occurrence =>
    occurrenceOf({ ...plain, id: title, title, startsAt, endsAt, allDay }, "UTC", "Busy");
  const day = (date: number, title: string) => event(title, `2027-03-0${date}T10:00:00Z`, `2027-03-0${date}T11:00:00Z`);

  test("A week in the month view shows the events that fit, and counts the hidden events of each day", () => {
    const trip = event("Trip", "2027-03-02T00:00:00Z", "2027-03-04T00:00:00Z", true);
    const events = [trip, ...["A", "B", "C"].map((title) => day(2, title)), day(3, "D"), day(4, "E")];
    const { bars, more } = weekBars(events, "2027-03-01", 3);
    expect(bars.map(({ occurrence: { key }, start, end, row }) => [key, start, end, row])).toEqual([
      ["Trip", 1, 3, 0],
      ["A", 1, 2, 1],
      ["D", 2, 3, 1],
      ["E", 3, 4, 0],
    ]);
    expect(more).toEqual([0, 2, 0, 0, 0, 0, 0]);
  });

  test("A long title in the month view has a second line if the day has a free row below the longer bars", () => {
    const long = (title: string) => `Long ${title}`;
    const trip = event("Trip", "2027-03-02T00:00:00Z", "2027-03-04T00:00:00Z", true);
    const events = [trip, day(2, long("A")), day(2, "B"), day(3, long("C")), day(3, long("D")), day(3, "E")];
    const isLong = ({ event: { title } }: Occurrence) => title.startsWith("Long");
    const shown = (rows: number) =>
      weekBars(events, "2027-03-01", rows, isLong).bars.map(({ occurrence, row, lines }) =>
        [occurrence.event.title, row, lines].join(" "),
      );
    expect(shown(5)).toEqual(["Trip 0 1", "Long A 1 2", "B 3 1", "Long C 1 2", "Long D 3 1", "E 4 1"]);
    expect(shown(4)).toEqual(["Trip 0 1", "Long A 1 2", "B 3 1", "Long C 1 1", "Long D 2 1", "E 3 1"]);
  });

  test("A week in the month view calls another member's private event “Busy”, in the language of the app", () => {
    expect(occurrenceOf({ ...plain, title: "Busy", busyOnly: true }, "UTC", "Beschäftigt").event.title).toBe(
      "Beschäftigt",
    );
    expect(occurrenceOf({ ...plain, title: "Busy" }, "UTC", "Beschäftigt").event.title).toBe("Busy");
  });

  test("A week in the month view shows its part of a longer event, and marks where the event continues", () => {
    const { bars } = weekBars([event("Trip", "2027-02-27T00:00:00Z", "2027-03-10T00:00:00Z", true)], "2027-03-01", 3);
    expect(bars[0]).toMatchObject({ start: 0, end: 7, isCut: { start: true, end: true } });
  });
});

describe("the filter of the calendar", () => {
  const followed = { key: "school", name: "School" } as Calendar;
  const of = (title: string, memberIds: string[], from?: Calendar) =>
    occurrenceOf({ ...plain, title, memberIds, isGeneral: memberIds.length === 0 }, berlin, "Busy", from);
  const events = [of("Piano", ["mia"]), of("Party", []), of("Holidays", [], followed), of("Club", ["mia"], followed)];
  const shown = (memberIds: string[], calendars: string[]) =>
    concerning(events, { memberIds, calendars }).map(({ event }) => event.title);

  test("The calendar's filter shows the events for everybody if a member or the family's calendar is chosen", () => {
    expect(shown([], [])).toEqual(["Piano", "Party", "Holidays", "Club"]);
    expect(shown(["mia"], [])).toEqual(["Piano", "Party", "Club"]);
    expect(shown(["ben"], [])).toEqual(["Party"]);
    expect(shown([], [familyKey])).toEqual(["Party"]);
    expect(shown([], ["school"])).toEqual(["Holidays", "Club"]);
    expect(shown(["ben"], ["school"])).toEqual(["Party", "Holidays", "Club"]);
  });
});

describe("a drag of an event", () => {
  const span = hours("2027-03-02", "10:00", "11:00");
  const spot = (day: string, minute: number | null, who?: string | null) => ({ day, minute, who });

  test("A dragged event moves in steps of 15 minutes, and can be moved to another day", () => {
    const moved = draggedTo(span, "move", spot("2027-03-02", 610), spot("2027-03-04", 683));
    expect(moved).toEqual(hours("2027-03-04", "11:15", "12:15"));
  });

  test("A drag of an event's end makes the event longer or shorter, but never shorter than 15 minutes", () => {
    expect(draggedTo(span, "end", spot("2027-03-02", 660), spot("2027-03-02", 727))).toEqual(
      hours("2027-03-02", "10:00", "12:00"),
    );
    expect(draggedTo(span, "end", spot("2027-03-02", 660), spot("2027-03-02", 30))).toEqual(
      hours("2027-03-02", "10:00", "10:15"),
    );
  });

  test("An event becomes all-day when dragged into the all-day row, and lasts one hour when dragged out", () => {
    const whole = draggedTo(span, "move", spot("2027-03-02", 610), spot("2027-03-03", null));
    expect(whole).toEqual({ allDay: true, start: midnightOf("2027-03-03"), end: midnightOf("2027-03-04") });
    expect(draggedTo(whole, "move", spot("2027-03-03", null), spot("2027-03-05", 545))).toEqual(
      hours("2027-03-05", "09:00", "10:00"),
    );
  });

  test("A drag on an empty part of the calendar, upwards or downwards, sets the times of a new event", () => {
    expect(drawn(spot("2027-03-02", 700), spot("2027-03-02", 610))).toEqual(hours("2027-03-02", "10:00", "11:45"));
    expect(drawn(spot("2027-03-04", null), spot("2027-03-02", null))).toEqual({
      ...{ allDay: true, start: midnightOf("2027-03-02"), end: midnightOf("2027-03-05") },
    });
  });

  test("A drag of an event to another column assigns the event to the member of that column, or to everybody", () => {
    const column = (who: string | null) => spot("2027-03-02", 600, who);
    expect(handedOver(["anna", "mia"], column("anna"), column("ben"))).toEqual(["mia", "ben"]);
    expect(handedOver(["anna", "mia"], column("anna"), column("mia"))).toEqual(["mia"]);
    expect(handedOver([], column(null), column("ben"))).toEqual(["ben"]);
    expect(handedOver(["anna"], column("anna"), column(null))).toEqual([]);
    expect(handedOver(["anna"], spot("2027-03-02", 600), spot("2027-03-03", 600))).toEqual(["anna"]);
  });
});

describe("an arrow key on an event", () => {
  const event = { span: hours("2027-03-02", "10:00", "11:00"), memberIds: ["anna"] };
  const key = (x: number, y: number, resizes = false) => ({ x, y, resizes });

  test("An arrow key moves an event by 15 minutes or a day, and in the month view by a day or a week", () => {
    expect(stepped(event, key(0, 1), { vertical: "time" }).span).toEqual(hours("2027-03-02", "10:15", "11:15"));
    expect(stepped(event, key(-1, 0), { vertical: "time" }).span).toEqual(hours("2027-03-01", "10:00", "11:00"));
    expect(stepped(event, key(0, 1), { vertical: "week" }).span).toEqual(hours("2027-03-09", "10:00", "11:00"));
  });

  test("An arrow key with Shift moves the end of an event, but not before the start", () => {
    expect(stepped(event, key(0, 1, true), { vertical: "time" }).span).toEqual(hours("2027-03-02", "10:00", "11:15"));
    expect(stepped(event, key(-1, 0, true), { vertical: "time" }).span).toEqual(hours("2027-03-02", "10:00", "10:15"));
  });

  test("An arrow key moves an event to the member of the next column, and changes nothing at the last column", () => {
    const axes = { vertical: "time", people: ["anna", "ben", null] } as const;
    const right = stepped(event, key(1, 0), axes);
    expect(right).toEqual({ span: event.span, memberIds: ["ben"] });
    expect(stepped(right, key(1, 0), axes).memberIds).toEqual([]);
    expect(stepped(event, key(-1, 0), axes).memberIds).toEqual(["anna"]);
  });
});

describe("the form of an event", () => {
  const draft = draftOf({ ...plain, notes: "Bring the book" }, berlin);

  test("A form of an event keeps the length of the event when the start is changed", () => {
    const moved = startingAt(draft, at("2027-03-05", "09:00"));
    expect(patchOf(draft, moved, berlin)).toEqual({
      ...{ allDay: false, startsAt: "2027-03-05T08:00:00.000Z", endsAt: "2027-03-05T08:45:00.000Z" },
    });
  });

  test("A form of an event sends only changed fields", () => {
    expect(patchOf(draft, draft, berlin)).toEqual({});
    expect(patchOf(draft, { ...draft, notes: " ", memberIds: ["anna"] }, berlin)).toEqual({
      ...{ notes: null, memberIds: ["anna"], isGeneral: false },
    });
    expect(patchOf(draft, { ...draft, reminders: [10, 60] }, berlin)).toEqual({ reminderMinutesList: [10, 60] });
    expect(patchOf(draft, { ...draft, reminders: "none" }, berlin)).toEqual({ reminderMinutes: -1 });
  });

  test("A form of an event does not send the recurrence rule if only the start of the series is moved", () => {
    const series = draftOf(
      { ...plain, recurring: true, instanceStartsAt: plain.startsAt, recurrenceRule: "FREQ=WEEKLY;BYDAY=TU" },
      berlin,
    );
    expect(patchOf(series, startingAt(series, at("2027-03-03", "16:00")), berlin)).not.toHaveProperty("recurrenceRule");
    const other = { ...series, repeat: { ...series.repeat, weekdays: [2, 4] } };
    expect(patchOf(series, other, berlin)).toEqual({ recurrenceRule: "FREQ=WEEKLY;BYDAY=TU,TH" });
  });

  test("A form of an event can make the event all-day, and can then give it times again", () => {
    const whole = lastingDays(draft, true);
    expect(whole.span).toEqual({ allDay: true, start: midnightOf("2027-03-02"), end: midnightOf("2027-03-03") });
    expect(lastingDays(whole, false).span).toEqual(hours("2027-03-02", "09:00", "10:00"));
  });

  test("A form of a new event does not send default values", () => {
    const fresh = { ...newDraft(hours("2027-03-02", "10:00", "11:00"), ["mia"]), title: " Dentist " };
    expect(inputOf(fresh, berlin)).toEqual({
      ...{ title: "Dentist", allDay: false, memberIds: ["mia"] },
      ...{ startsAt: "2027-03-02T09:00:00.000Z", endsAt: "2027-03-02T10:00:00.000Z" },
    });
  });
});

describe("a view of the calendar", () => {
  test("A view of the calendar starts the weeks on the household's first day of the week", () => {
    expect(rangeOf("week", "2027-03-03", 1)).toEqual({ first: "2027-03-01", last: "2027-03-07" });
    expect(rangeOf("week", "2027-03-03", 7)).toEqual({ first: "2027-02-28", last: "2027-03-06" });
    expect(rangeOf("month", "2027-02-10", 1)).toEqual({ first: "2027-02-01", last: "2027-02-28" });
    expect([weeksOf("2027-02-10", 1), weeksOf("2027-05-10", 1), weeksOf("2027-05-10", 6)]).toEqual([4, 6, 5]);
  });

  test("A week view that begins with today shows seven days on each page, counted from today", () => {
    const weekday = firstWeekday("week", 1, true, "2027-03-03");
    const weekOf = (day: string) => rangeOf("week", day, weekday);
    expect(weekOf("2027-03-03")).toEqual({ first: "2027-03-03", last: "2027-03-09" });
    expect(weekOf(turned("week", "2027-03-03", 1))).toEqual({ first: "2027-03-10", last: "2027-03-16" });
    expect(weekOf("2027-03-02")).toEqual({ first: "2027-02-24", last: "2027-03-02" });
    expect([firstWeekday("week", 7, false, "2027-03-03"), firstWeekday("month", 1, true, "2027-03-03")]).toEqual([
      7, 1,
    ]);
  });

  test("A view of the calendar moves to the next or previous day, week or month, even from the 31st of a month", () => {
    expect(turned("month", "2027-01-31", 1)).toBe("2027-02-28");
    expect(turned("week", "2027-03-03", -1)).toBe("2027-02-24");
    expect(turned("day", "2027-03-01", -1)).toBe("2027-02-28");
  });
});

test.each([
  ["d/m/y", "05/03/2027", "05/03"],
  ["m/d/y", "03/05/2027", "03/05"],
  ["d.m.y", "05.03.2027", "05.03."],
  ["y-m-d", "2027-03-05", "03-05"],
] as const)("A date in the format %s is written %s with the year, and %s without the year", (format, whole, short) => {
  expect([formatDayIn("2027-03-05", format), formatDayIn("2027-03-05", format, false)]).toEqual([whole, short]);
});
