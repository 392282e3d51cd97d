import { Type } from "@sinclair/typebox";
import { day as dayMs, isoOf, minute } from "#lib/time.ts";
import { closed, integer } from "#lib/wire.ts";
import { toInstant } from "#lib/zone.ts";
import { meansEverybody } from "../../input/names.ts";
import { Field, items, optional, Param, textFields } from "../../input/parameters.ts";
import { type Note, readClockTime } from "../../input/times.ts";
import { dayLine, instantLine, joinParts, spanLine } from "../../output/format.ts";
import { runAll, runEach, wrongParameter } from "../../output/tool-error.ts";
import type { Context } from "../../tool.ts";
import { allDayText, isAbsence } from "./clashes.ts";
import { type Event, wallTimes } from "./event-view.ts";
import { eventTool } from "./parameters.ts";
import { eventsIn, rangeParameters, readRange } from "./range.ts";

const defaults = { earliest: "08:00", latest: "21:00", limit: 10, daysAhead: 6 };
const maxLimit = 50;
const maxAllDayTitles = 3;
const quarter = 15 * minute;

const clockTime = (description: string) => Type.String({ maxLength: 40, description });

export const findFreeTime = eventTool({
  name: "find_free_time",
  title: "Find free time to meet",
  does: "reads",
  description: "When people are free together. Days with an all-day event of theirs come last, and name it.",
  input: closed({
    durationMinutes: integer(5, 1_440, { description: "How long" }),
    ...optional({
      ...rangeParameters("6 days on"),
      members: Type.Array(Param.text(60), { maxItems: 50, description: "Who: names or ids; default everybody" }),
      earliest: clockTime(`Not before; default ${defaults.earliest}`),
      latest: clockTime(`Over by; default ${defaults.latest}`),
      limit: integer(1, maxLimit, { description: `Default ${defaults.limit}` }),
    }),
  }),
  output: closed({
    total: Field.count,
    truncated: Field.flag,
    slots: items({ ...textFields("starts", "ends"), allDay: Field.texts }),
  }),
  async run(context, { durationMinutes, members: memberNames, earliest, latest, limit = defaults.limit, ...bounds }) {
    const { clock, timeZone } = context;
    const [range, wanted, hours] = await runAll(
      () => readRange(bounds, defaults.daysAhead, clock),
      () => readMembers(context, memberNames),
      () => readHours(earliest ?? defaults.earliest, latest ?? defaults.latest, clock.note),
    );
    const { events: all, knownUntil } = await eventsIn(context, range);
    const events = all.filter((event) => isBusyFor(event, wanted));
    const now = Date.parse(context.now.instant);
    const within = {
      // The range never starts in the past. If it starts now, it starts at the next quarter of an hour.
      from: Math.max(Date.parse(range.from), Math.ceil(now / quarter) * quarter),
      to: Math.min(Date.parse(range.to), Date.parse(knownUntil ?? range.to)),
    };
    const timed = events.filter(({ allDay }) => !allDay);
    const busy = timed.map(({ startsAt, endsAt }) => ({ from: Date.parse(startsAt), to: Date.parse(endsAt) }));
    const days = { first: range.firstDay, last: range.lastDay };
    const found = freeIntervals(within, days, hours, busy, durationMinutes * minute, timeZone);
    const allDayEvents = events.filter(({ allDay }) => allDay);
    const placed = found.map((interval) => {
      const times = { startsAt: isoOf(interval.from), endsAt: isoOf(interval.to), allDay: false };
      return { times, allDay: eventsOn(wallTimes(times, timeZone).starts.slice(0, 10), allDayEvents) };
    });
    const isAway = ({ allDay }: (typeof placed)[number]) => allDay.some(isAbsence);
    const rows = [...placed.filter((slot) => !isAway(slot)), ...placed.filter(isAway)].slice(0, limit);
    const slots = rows.map(({ times, allDay }) => {
      const names = allDay.slice(0, maxAllDayTitles).map((event) => allDayText(event, context));
      const line = joinParts([`- ${spanLine(times, timeZone)}`, names.length > 0 && `all day: ${names.join(", ")}`]);
      return { line, fields: { ...wallTimes(times, timeZone), allDay: names } };
    });
    const daysText = `${dayLine(range.firstDay)} to ${dayLine(range.lastDay)}`;
    const lines = slots.map(({ line }) => line);
    const isCut = found.length > slots.length;
    const isUnknown = knownUntil !== null && Date.parse(knownUntil) <= Date.parse(range.from);
    if (isCut) lines.push(`${slots.length} of ${found.length} shown. For more: a later from, or a higher limit.`);
    const first = isUnknown
      ? "There are too many events in this time to find free time. Ask for a shorter time."
      : found.length === 0
        ? `No ${durationMinutes} minutes are free from ${daysText} within these hours.`
        : `Free for ${durationMinutes} minutes or longer:`;
    if (knownUntil !== null && !isUnknown) {
      const from = instantLine(knownUntil, timeZone);
      lines.push(
        `There are more events than can be read: what is free from ${from} on is not known. Take a later from.`,
      );
    }
    const truncated = isCut || knownUntil !== null;
    return {
      text: [first, ...lines].join("\n"),
      data: { total: found.length, truncated, slots: slots.map(({ fields }) => fields) },
    };
  },
});

/** Reads the hours of the day that are considered. @throws ToolError if a time is invalid or the span is empty */
async function readHours(earliest: string, latest: string, note: Note): Promise<Hours> {
  const [from, to] = await runAll(
    () => minutesIn(earliest, "earliest", note),
    () => minutesIn(latest, "latest", note),
  );
  if (to > from) return { earliest: from, latest: to };
  const repair = "take a later time, up to 24:00; or an earlier one for earliest.";
  throw wrongParameter("latest", `must lie after earliest (${earliest})`, repair);
}

function minutesIn(time: string, parameter: string, note: Note): number {
  const [hours, minutes] = readClockTime(time, parameter, note).split(":");
  return Number(hours) * 60 + Number(minutes);
}

/** Returns the ids of the named members, or null if everybody is meant. @throws ToolError if one is unknown */
async function readMembers(context: Context, namesOrIds: readonly string[] | undefined): Promise<Set<string> | null> {
  if (namesOrIds === undefined || namesOrIds.length === 0) return null;
  for (const each of namesOrIds) if (meansEverybody(context, each)) return null;
  const everybody = context.members;
  const wanted = new Set<string>();
  await runEach(namesOrIds, async (each, index) => {
    const parameter = `members[${index}]`;
    const id = await context.memberId(each, parameter);
    if (!everybody.some((member) => member.id === id)) {
      const repair = "take a name or id of list_members.";
      throw wrongParameter(parameter, "no such member", repair, { code: "no_such_reference" });
    }
    wanted.add(id);
  });
  return wanted;
}

function isBusyFor({ isGeneral, memberIds }: Event, wanted: ReadonlySet<string> | null): boolean {
  return wanted === null || isGeneral || memberIds.some((id) => wanted.has(id));
}

function eventsOn(date: string, allDayEvents: readonly Event[]): Event[] {
  return allDayEvents.filter(({ startsAt, endsAt }) => startsAt.slice(0, 10) <= date && date < endsAt.slice(0, 10));
}

/** Interval in milliseconds since 1970 with an exclusive end. */
export type Interval = { readonly from: number; readonly to: number };

/** Hours of the day that are considered, in minutes after midnight. */
type Hours = { readonly earliest: number; readonly latest: number };

/** Returns the intervals without events, each within one day's hours, of at least `length` milliseconds. */
export function freeIntervals(
  range: Interval,
  days: { readonly first: string; readonly last: string },
  { earliest, latest }: Hours,
  busy: readonly Interval[],
  length: number,
  timeZone: string,
): Interval[] {
  const sorted = busy.filter(({ from, to }) => to > from).sort((one, other) => one.from - other.from);
  const free: Interval[] = [];
  let next = 0;
  let busyUntil = Number.NEGATIVE_INFINITY;
  for (let midnight = Date.parse(days.first); midnight <= Date.parse(days.last); midnight += dayMs) {
    const at = (minutes: number) => toInstant(timeZone, midnight + minutes * 60_000);
    const end = Math.min(at(latest), range.to);
    let begin = Math.max(at(earliest), range.from, busyUntil);
    for (;;) {
      const event = sorted[next];
      if (event === undefined || event.from >= end) break;
      if (event.from - begin >= length) free.push({ from: begin, to: event.from });
      busyUntil = Math.max(busyUntil, event.to);
      begin = Math.max(begin, busyUntil);
      next++;
    }
    if (end - begin >= length) free.push({ from: begin, to: end });
  }
  return free;
}
