/** When people have time for something. */
import { Type } from "@sinclair/typebox";
import { minute } from "../../../lib/time.ts";
import { closed, integer, Text } from "../../../wire.ts";
import { count, flag, text } from "../../input/parameters.ts";
import { dayLine, momentLine, quotedShort, spanLine } from "../../output/format.ts";
import { wrongParameter } from "../../output/tool-error.ts";
import { type Context, tool } from "../../tool.ts";
import { type Event, wallTimes } from "./event-view.ts";
import { freeIn, type Hours, type Stretch } from "./free.ts";
import { clockOf, names } from "./parameters.ts";
import { eventsIn, rangeParameters, rangeSaid } from "./range.ts";

const usual = { earliest: "08:00", latest: "21:00", limit: 10, daysAhead: 6 };
const mostLimit = 50;
const mostAllDay = 3;
const quarter = 15 * minute;

const clockTime = (description: string) => Type.Optional(Type.String({ maxLength: 5, description }));

/** Free stretches of the next days. */
export const findFreeTime = tool({
  name: "find_free_time",
  title: "Find free time",
  group: "calendar",
  profile: "full",
  does: "reads",
  scopes: ["calendar.read"],
  description: "When people are free together, day by day. All-day events are named, but do not count as busy.",
  input: closed({
    durationMinutes: integer(5, 1_440, { description: "How long" }),
    ...rangeParameters("6 days on"),
    members: Type.Optional(
      Type.Array(Text(1, 60), { maxItems: 50, description: "Who: names or ids; default everybody" }),
    ),
    earliest: clockTime(`Not before; default ${usual.earliest}`),
    latest: clockTime(`Over by; default ${usual.latest}`),
    limit: Type.Optional(integer(1, mostLimit, { description: `Default ${usual.limit}` })),
  }),
  output: closed({
    total: count,
    truncated: flag,
    slots: Type.Array(closed({ starts: text, ends: text, allDay: Type.Array(text) })),
  }),
  names,
  async run(context, { durationMinutes, members: who, earliest, latest, limit = usual.limit, ...said }) {
    const clock = await clockOf(context);
    const { timeZone } = clock;
    const hours = hoursSaid(earliest ?? usual.earliest, latest ?? usual.latest);
    const range = rangeSaid(said, usual.daysAhead, clock);
    const wanted = await membersSaid(context, who);
    const { events: all, knownTill } = await eventsIn(context, range, timeZone);
    const events = all.filter((event) => concerns(event, wanted));
    const now = Date.parse((await context.present()).now.instant);
    const within = {
      // Nobody has time in the past, or at 14:37.
      from: Math.max(Date.parse(range.from), Math.ceil(now / quarter) * quarter),
      to: Math.min(Date.parse(range.to), Date.parse(knownTill ?? range.to)),
    };
    const busy = events.filter(({ allDay }) => !allDay).map(toStretch);
    const days = { first: range.firstDay, last: range.lastDay };
    const found = freeIn(within, days, hours, busy, durationMinutes * minute, timeZone);
    const slots = found.slice(0, limit).map((stretch) => {
      const times = { startsAt: isoAt(stretch.from), endsAt: isoAt(stretch.to), allDay: false };
      const allDay = titlesOn(wallTimes(times, timeZone).starts.slice(0, 10), events);
      return { times, allDay };
    });
    const till = `${dayLine(range.firstDay)} to ${dayLine(range.lastDay)}`;
    const lines = slots.map(
      ({ times, allDay }) =>
        `- ${spanLine(times, timeZone)}${allDay.length > 0 ? ` · all day: ${allDay.join(", ")}` : ""}`,
    );
    const isCut = found.length > slots.length;
    const isUnknown = knownTill !== null && Date.parse(knownTill) <= Date.parse(range.from);
    if (isCut) lines.push(`${slots.length} of ${found.length} shown. For more: a later from, or a higher limit.`);
    const first = isUnknown
      ? "There are too many events in this time to tell what is free. Ask for a shorter time."
      : found.length === 0
        ? `No ${durationMinutes} minutes are free from ${till} within these hours.`
        : `Free for ${durationMinutes} minutes or longer:`;
    if (knownTill !== null && !isUnknown) {
      lines.push(
        `There are more events than can be read: what is free from ${momentLine(knownTill, timeZone)} on is not known. Take a later from.`,
      );
    }
    return {
      text: [first, ...lines].join("\n"),
      data: {
        total: found.length,
        truncated: isCut || knownTill !== null,
        slots: slots.map(({ times, allDay }) => ({ ...wallTimes(times, timeZone), allDay })),
      },
    };
  },
});

/** @throws ToolError for what is no time of the day, and for hours that end before they begin. */
function hoursSaid(earliest: string, latest: string): Hours {
  const hours = { earliest: minutesIn(earliest, "earliest"), latest: minutesIn(latest, "latest") };
  if (hours.latest > hours.earliest) return hours;
  throw wrongParameter(
    "latest",
    `must lie after earliest (${earliest})`,
    "Parameter latest: take a later time, up to 24:00; or an earlier one for earliest.",
  );
}

function minutesIn(time: string, parameter: string): number {
  const [, hours, minutes] = /^(\d{1,2}):([0-5]\d)$/.exec(time.trim()) ?? [];
  const all = Number(hours) * 60 + Number(minutes);
  if (hours !== undefined && all <= 24 * 60) return all;
  throw wrongParameter(
    parameter,
    "must be a time of the day, such as 18:00",
    `Parameter ${parameter}: ${quotedShort(time)} is none. Take 00:00 to 24:00.`,
  );
}

/** Who has to be free; null: everybody. @throws ToolError for one who is no member. */
async function membersSaid(context: Context, said: readonly string[] | undefined): Promise<Set<string> | null> {
  if (said === undefined || said.length === 0) return null;
  const known = await context.members();
  const wanted = new Set<string>();
  for (const [index, each] of said.entries()) {
    const parameter = `members[${index}]`;
    const id = await context.memberId(each, parameter);
    if (!known.some((member) => member.id === id)) {
      throw wrongParameter(
        parameter,
        "no such member",
        `Parameter ${parameter}: take a name or id of list_members.`,
        "no_such_reference",
      );
    }
    wanted.add(id);
  }
  return wanted;
}

/** Whether an event is one of these people's, or everyone's. */
function concerns({ isGeneral, memberIds }: Event, wanted: ReadonlySet<string> | null): boolean {
  return wanted === null || isGeneral || memberIds.some((id) => wanted.has(id));
}

function toStretch({ startsAt, endsAt }: Event): Stretch {
  return { from: Date.parse(startsAt), to: Date.parse(endsAt) };
}

/** All-day events of a date, the first few, quoted. */
function titlesOn(date: string, events: readonly Event[]): string[] {
  const on = events.filter((each) => {
    return each.allDay && each.startsAt.slice(0, 10) <= date && date < each.endsAt.slice(0, 10);
  });
  return on.slice(0, mostAllDay).map(({ title }) => quotedShort(title));
}

function isoAt(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
