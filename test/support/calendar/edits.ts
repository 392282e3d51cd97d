/** Random edits of a calendar. Each is chosen from the current state of the calendar's model. */
import type { Body, ModelCalendar } from "./model.ts";
import { type Series, shown } from "./series.ts";
import { instantOf, iso, wallOf } from "./time.ts";

/**
 * One edit in a sequence. `event` is the index of the event in the order of creation; events that a split creates are
 * counted.
 */
export type Edit =
  | { do: "create"; body: Body }
  | { do: "patch"; event: number; body: Body }
  | { do: "delete"; event: number; scope: string; instanceStartsAt?: string };

const day = 86_400_000;
const minute = 60_000;

/** Generator of random numbers (mulberry32). The same seed gives the same numbers. */
export class Dice {
  constructor(private state: number) {}
  /** Returns a number from 0 up to, but not including, 1. */
  roll(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  /** Returns an integer between `low` and `high`, both inclusive. */
  between(low: number, high: number): number {
    return low + Math.floor(this.roll() * (high - low + 1));
  }
  pick<T>(from: readonly T[]): T {
    return from[this.between(0, from.length - 1)] as T;
  }
  isLucky(chance: number): boolean {
    return this.roll() < chance;
  }
}

const titles = ["Choir", "Dentist", "Football", "Piano", "Swimming", "Yoga"];
const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const minutesOfDay = [0, 150, 150, 170, 420, 540, 570, 1080, 1380, 1425];
const lengths = [0, 15, 30, 60, 60, 90, 120, 600, 1500];

const compact = (milliseconds: number) => iso(milliseconds).replace(/[-:]|\.000/g, "");

/** Returns an instant as a date-time in a request, with a random offset. */
function written(dice: Dice, instant: number): string {
  const hours = dice.pick([0, 0, 1, 2, -5]);
  if (hours === 0) return iso(instant);
  const offset = `${hours < 0 ? "-" : "+"}0${Math.abs(hours)}:00`;
  return iso(instant + hours * 60 * minute).replace(".000Z", offset);
}

/**
 * Returns the date of an all-day event as a date-time in a request. Only the date part counts, so the time and offset
 * are random.
 */
function writtenDate(dice: Dice, date: number): string {
  return dice.pick([iso(date), iso(date + 15 * 60 * minute), iso(date + 23 * 60 * minute).replace(".000Z", "-08:00")]);
}

function someTimes(dice: Dice, allDay: boolean, wall: number): Body {
  if (allDay) {
    const date = wall - (wall % day);
    const end = date + day * dice.pick([0, 1, 1, 2, 3]);
    return { startsAt: writtenDate(dice, date), endsAt: dice.isLucky(0.5) ? iso(end) : writtenDate(dice, end) };
  }
  const first = instantOf(wall);
  const second = first + 60 * minute;
  const start = wallOf(second) === wall && dice.isLucky(0.5) ? second : first;
  const end = Math.max(start, instantOf(wall + dice.pick(lengths) * minute));
  return { startsAt: written(dice, start), endsAt: written(dice, end) };
}

function someRule(dice: Dice, wall: number): string {
  const start = new Date(wall);
  const own = weekdays[(start.getUTCDay() + 6) % 7]!;
  const others = weekdays.filter((each) => each === own || dice.isLucky(0.25));
  const monthDay = String(start.getUTCDate());
  const [pattern, step] = dice.pick<readonly [string, number]>([
    ["FREQ=DAILY", 1],
    ["FREQ=DAILY;INTERVAL=3", 3],
    ["FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR", 1],
    ["FREQ=WEEKLY", 7],
    ["FREQ=WEEKLY;INTERVAL=2", 14],
    [`FREQ=WEEKLY;BYDAY=${others}`, 4],
    [`FREQ=WEEKLY;BYDAY=${others}`, 4],
    [`FREQ=WEEKLY;INTERVAL=2;BYDAY=${others}`, 8],
    [`FREQ=WEEKLY;BYDAY=${dice.pick(weekdays)}`, 7],
    ["FREQ=MONTHLY", 30],
    [`FREQ=MONTHLY;BYMONTHDAY=${monthDay}`, 30],
    ["FREQ=MONTHLY;BYMONTHDAY=5,20", 15],
    ["FREQ=MONTHLY;BYDAY=2TU", 30],
    ["FREQ=YEARLY", 365],
  ]);
  const last = wall + day * step * dice.between(1, 8);
  const midnight = last - (last % day);
  const end = dice.pick([
    `;COUNT=${dice.between(1, 9)}`,
    `;COUNT=${dice.between(3, 12)}`,
    `;UNTIL=${compact(instantOf(last))}`,
    `;UNTIL=${compact(last).slice(0, -1)}`,
    `;UNTIL=${compact(midnight).slice(0, 8)}`,
    dice.isLucky(0.5) ? "" : `;COUNT=${dice.between(2, 6)}`,
  ]);
  return pattern + end;
}

function someStart(dice: Dice): number {
  const time = dice.pick(minutesOfDay) * minute;
  // Anywhere in a school year, on a day that every month has; or in the hour that a clock change skips or repeats.
  if (dice.isLucky(0.4)) return Date.UTC(2026, 8 + dice.between(0, 9), dice.between(5, 20)) + time;
  const odd = dice.isLucky(0.6) ? dice.pick([150, 170]) * minute : time;
  const [change, month] = dice.pick([
    [25, 9],
    [28, 14],
  ] as const);
  return Date.UTC(2026, month, change - dice.pick([0, 0, 1, 2, 7, 7, 14, 14, dice.between(3, 18)])) + odd;
}

function someTexts(dice: Dice, members: readonly string[]): Body {
  return {
    ...(dice.isLucky(0.6) && { title: dice.pick(titles) }),
    ...(dice.isLucky(0.2) && { location: dice.pick([null, "Hall", "Pool"]) }),
    ...(dice.isLucky(0.2) && { notes: dice.pick([null, "Bring water"]) }),
    ...(dice.isLucky(0.3) && { memberIds: members.filter(() => dice.isLucky(0.4)) }),
  };
}

/** Returns an edit that creates a random event, mostly a recurring one. */
export function someEvent(dice: Dice, members: readonly string[]): Edit {
  const wall = someStart(dice);
  const allDay = dice.isLucky(0.25);
  const body: Body = { ...someTexts(dice, members), title: dice.pick(titles), ...someTimes(dice, allDay, wall) };
  if (allDay || dice.isLucky(0.1)) body.allDay = allDay;
  if (dice.isLucky(0.15)) body.isGeneral = dice.isLucky(0.5);
  if (dice.isLucky(0.95)) body.recurrenceRule = someRule(dice, allDay ? wall - (wall % day) : wall);
  return { do: "create", body };
}

/**
 * Chooses the instance that an edit changes: the first, the last, an exception, a cancelled one, one in an hour that a
 * clock change skips or repeats, or any other. It is never so late that an endless series could seem to end there.
 */
function someInstance(dice: Dice, { instances, allDay }: Series): number {
  const isOdd = (slot: number) =>
    !allDay && (wallOf(instantOf(slot)) !== slot || wallOf(instantOf(slot) + 60 * minute) === slot);
  const special = instances.flatMap(({ cancelled, own, slot }, index) =>
    index < 41 && (cancelled || Object.keys(own).length > 0 || isOdd(slot)) ? [index] : [],
  );
  const isNear = ({ slot }: { slot: number }) => slot < Date.UTC(2034, 0, 1);
  const last = Math.max(0, Math.min(40, instances.filter(isNear).length - 1));
  if (special.length > 0 && dice.isLucky(0.4)) return Math.min(last, dice.pick(special));
  return dice.pick([0, last, dice.between(0, last), dice.between(0, Math.min(last, 5))]);
}

/** Returns random new times for an event: moved a little, or switched between all-day and timed. */
function newTimes(dice: Dice, now: { allDay: boolean; startsAt: string; endsAt: string }): Body {
  const start = Date.parse(now.startsAt);
  const end = Date.parse(now.endsAt);
  const wall = now.allDay ? start : wallOf(start);
  if (dice.isLucky(0.15)) {
    if (!now.allDay && dice.isLucky(0.5)) return { allDay: true };
    if (now.allDay && dice.isLucky(0.1)) return { allDay: false };
    const other = wall - (wall % day) + dice.pick([-1, 0, 0, 1]) * day + dice.pick(minutesOfDay) * minute;
    return { allDay: !now.allDay, ...someTimes(dice, !now.allDay, other) };
  }
  const days = dice.pick([0, 0, 0, 1, -1, 2, -3, 7]) * day;
  const moved = wall + days + (now.allDay ? 0 : dice.pick([0, 0, 30, -45, 120, -180]) * minute);
  if (now.allDay) {
    const both = { startsAt: writtenDate(dice, moved), endsAt: iso(moved + (end - start)) };
    return dice.pick<Body>([both, both, someTimes(dice, true, moved), { startsAt: both.startsAt }]);
  }
  const startsAt = written(dice, instantOf(moved));
  const endsAt = written(dice, instantOf(wallOf(end) + moved - wall));
  return dice.pick<Body>([
    { startsAt, endsAt },
    { startsAt, endsAt },
    someTimes(dice, false, moved),
    { startsAt },
    { endsAt },
  ]);
}

/** Returns a random edit of the calendar in its current state. */
export function someEdit(
  dice: Dice,
  calendar: ModelCalendar,
  numberOf: (id: string) => number,
  members: readonly string[],
): Edit {
  const series = dice.pick(calendar.series);
  const event = numberOf(series.id);
  const index = someInstance(dice, series);
  const now = shown(series, index);
  const isRecurring = series.rule !== null;
  const scope = dice.pick(["this", "this", "this_and_future", "this_and_future", "all"]);
  const write = series.allDay ? writtenDate : written;
  let instanceStartsAt = now.instanceStartsAt && write(dice, Date.parse(now.instanceStartsAt));
  if (dice.isLucky(0.02)) instanceStartsAt = iso(Date.parse(now.startsAt) + 7 * minute);
  const isNamed = isRecurring && instanceStartsAt !== null && dice.isLucky(scope === "all" ? 0.6 : 0.99);
  const named = isNamed ? { instanceStartsAt: instanceStartsAt as string } : {};
  if (dice.isLucky(0.2)) {
    const deleted = isRecurring ? pickDelete(dice) : scope;
    return { do: "delete", event, scope: deleted, ...(deleted !== "all" && named) };
  }
  const from = isNamed
    ? now
    : { ...now, startsAt: shownStart(series), endsAt: shownEnd(series), allDay: series.allDay };
  const body: Body = { editScope: scope, ...named };
  if (!isRecurring && dice.isLucky(0.5)) delete body.editScope;
  if (dice.isLucky(0.55)) Object.assign(body, newTimes(dice, from));
  if (dice.isLucky(0.5)) Object.assign(body, someTexts(dice, members));
  if (dice.isLucky(0.05)) body.isGeneral = !now.isGeneral;
  // Setting an instance to the value of its series removes the override.
  if (scope === "this" && dice.isLucky(0.2)) Object.assign(body, { title: series.title });
  if (dice.isLucky(scope === "this" ? 0.01 : 0.12)) {
    const start = Date.parse(body.startsAt ?? from.startsAt);
    body.recurrenceRule = dice.isLucky(0.15)
      ? null
      : someRule(dice, (body.allDay ?? from.allDay) ? start : wallOf(start));
  }
  return { do: "patch", event, body };
}

const pickDelete = (dice: Dice) =>
  dice.pick(["this", "this", "this", "this", "this_and_future", "this_and_future", "all"]);

const plain = (series: Series) => shown({ ...series, instances: [{ ...series.instances[0]!, own: {} }] }, 0);
const shownStart = (series: Series) => plain(series).startsAt;
const shownEnd = (series: Series) => plain(series).endsAt;
