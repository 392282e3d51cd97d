import { Type } from "@sinclair/typebox";
import type { EventRecord } from "#calendar/events/model.ts";
import { foldForSearch } from "#lib/case-folding.ts";
import { closed, integer } from "#lib/wire.ts";
import { memberFilter } from "../../input/names.ts";
import {
  cursorParameter,
  item,
  memberParameter,
  pageFields,
  text,
  textOrAbsent,
  textParameter,
} from "../../input/parameters.ts";
import { idParameter } from "../../input/records.ts";
import { clockOf } from "../../input/times.ts";
import { runAll } from "../../output/combine-errors.ts";
import { dayLine, instantLine, quoted, quotedShort, spanLine } from "../../output/format.ts";
import { tool } from "../../tool.ts";
import { clashesAmong } from "./clashes.ts";
import { instanceLine, scheduledTimes } from "./event-times.ts";
import { type Event, type Exception, eventFields, eventView, instanceName } from "./event-view.ts";
import { repairs, restNames } from "./parameters.ts";
import { eventsIn, rangeParameters, readRange } from "./range.ts";

const daysAhead = 14;
const daysSearched = 365;
const maxExceptions = 50;

export const listEvents = tool({
  name: "list_events",
  title: "List events of a day, evening or week",
  group: "calendar",
  profile: "core",
  does: "reads",
  scopes: ["calendar.read"],
  description:
    "What is on in the calendar: appointments, birthdays, trips. Repeating ones once for each time, with instanceStart.",
  input: closed({
    ...rangeParameters("14 days on, with query a year"),
    member: Type.Optional(memberParameter("Theirs and everyone's")),
    query: Type.Optional(textParameter(200, "Words in title, place or notes")),
    clashes: Type.Optional(Type.Boolean({ description: "Only the double-booked" })),
    limit: Type.Optional(integer(1, 100, { description: "At most, if they fit" })),
    cursor: cursorParameter,
  }),
  output: closed({ ...pageFields, events: Type.Array(item(eventFields)) }),
  names: restNames,
  async run(context, { member, query, clashes = false, limit, cursor, ...bounds }) {
    const clock = await clockOf(context);
    const [range, memberId] = await runAll(
      () => readRange(bounds, query === undefined ? daysAhead : daysSearched, clock),
      () => memberFilter(context, member),
    );
    const { events, knownUntil } = await eventsIn(context, range, clock.timeZone, memberId);
    const viewer = await context.viewer();
    const double = clashes ? clashesAmong(events, viewer) : null;
    const found = events.filter((event) => matchesQuery(event, query) && double?.events.has(event) !== false);
    // Only the first page lists the pairs of overlapping events.
    const pairs = cursor === undefined ? (double?.lines ?? []) : [];
    // Occurrences share their event's id, so the cursor adds the start.
    const items = found.map((event) => ({ id: `${event.id}@${event.instanceStartsAt ?? ""}`, event }));
    const none = double
      ? pairs.join("\n")
      : `No events from ${dayLine(range.firstDay)} to ${dayLine(range.lastDay)}${query ? " with these words" : ""}.`;
    const reserved = pairs.length > 0 ? context.tokensOf({ line: pairs.join("\n"), fields: {} }) : 0;
    const page = context.page(items, cursor, none, ({ event }) => eventView(event, viewer), { limit, reserved });
    const text = items.length > 0 ? [...pairs, page.text].join("\n") : page.text;
    if (knownUntil === null) return { text, data: { ...page.paging, events: page.items } };
    const more = `There are more events than can be read: from ${instantLine(knownUntil, clock.timeZone)} on some are missing. Take a later from, or an earlier to.`;
    return { text: `${text}\n${more}`, data: { ...page.paging, truncated: true, events: page.items } };
  },
});

export const getEvent = tool({
  name: "get_event",
  title: "Read an event",
  group: "calendar",
  profile: "standard",
  does: "reads",
  scopes: ["calendar.read"],
  description: "One event with notes and reminders; of a series also which times are skipped or changed.",
  input: closed({ eventId: idParameter("event", "From list_events") }),
  output: closed({
    ...eventFields,
    notes: textOrAbsent,
    reminders: text,
    skipped: Type.Array(text),
    changed: Type.Array(text),
  }),
  names: restNames,
  repairs,
  async run(context, { eventId }) {
    const { body: event } = await context.rest<EventRecord>("GET", `/v1/events/${encodeURIComponent(eventId)}`);
    const viewer = await context.viewer();
    const { timeZone } = viewer;
    const { line, fields } = eventView(event, viewer);
    const reminders = remindersOf(event);
    const exceptions = event.exceptions.slice(-maxExceptions);
    const omitted = event.exceptions.length - exceptions.length;
    const lines = [
      line,
      `Reminders: ${reminders}`,
      ...(event.notes ? [`Notes: ${quoted(event.notes)}`] : []),
      ...exceptions.map((each) => exceptionLine(event, each, timeZone)),
      ...(omitted > 0
        ? [`${omitted} earlier skipped or changed times are not shown; list_events has each day as it is.`]
        : []),
    ];
    const namesOf = (cancelled: boolean) =>
      exceptions
        .filter((each) => each.cancelled === cancelled)
        .map(({ instanceStartsAt }) => instanceName(instanceStartsAt, event.allDay, timeZone));
    return {
      text: lines.join("\n"),
      data: { ...fields, notes: event.notes, reminders, skipped: namesOf(true), changed: namesOf(false) },
    };
  },
});

export function matchesQuery({ title, location, notes }: Event, query: string | undefined): boolean {
  if (query === undefined) return true;
  const words = foldForSearch(query).split(" ");
  const folded = foldForSearch([title, location, notes].join(" "));
  return words.every((word) => folded.includes(word));
}

function remindersOf({ reminderMinutes, reminderMinutesList }: Event): string {
  if (reminderMinutesList.length > 0) return `${reminderMinutesList.join(", ")} minutes before`;
  return reminderMinutes === -1 ? "none" : "the household's default";
}

function exceptionLine(master: EventRecord, exception: Exception, timeZone: string): string {
  const { instanceStartsAt, cancelled } = exception;
  const at = instanceLine(instanceStartsAt, master.allDay, timeZone);
  const name = instanceName(instanceStartsAt, master.allDay, timeZone);
  if (cancelled) return `- skipped: ${at} · instanceStart ${name}`;
  const { startsAt, endsAt, allDay } = scheduledTimes(master, instanceStartsAt);
  const times = {
    startsAt: exception.startsAt ?? startsAt,
    endsAt: exception.endsAt ?? endsAt,
    allDay: exception.allDay ?? allDay,
  };
  const title = exception.title === undefined ? "" : `${quotedShort(exception.title)} · `;
  return `- changed: ${at} is ${title}${spanLine(times, timeZone)} · instanceStart ${name}`;
}
