import type { EventRecord } from "#calendar/events/model.ts";
import { foldForSearch } from "#lib/case-folding.ts";
import { formatDate } from "#lib/time.ts";
import { closed, integer } from "#lib/wire.ts";
import { memberFilter } from "../../input/names.ts";
import { allOptional, Field, items, Param } from "../../input/parameters.ts";
import { idParameter } from "../../input/records.ts";
import { type Clock, formatTime } from "../../input/times.ts";
import { instantLine, quoted, quotedShort, spanLine } from "../../output/format.ts";
import { runAll } from "../../output/tool-error.ts";
import type { Viewer } from "../../tool.ts";
import { clashesAmong } from "./clashes.ts";
import { type EventRow, isLongRange, maxShortRows, rowsOf, rowView } from "./event-rows.ts";
import { instanceLine, ownTimes, scheduledTimes } from "./event-times.ts";
import { eventTitles } from "./event-titles.ts";
import { type Event, type Exception, eventFields, eventView, instanceName } from "./event-view.ts";
import { eventTool } from "./parameters.ts";
import { eventsIn, type Range, rangeParameters, readRange } from "./range.ts";

/** Further times of a series that takes one row: the next ones, and how many more. The text has the last day, too. */
const seriesFields = { next: Field.texts, more: Field.count };

const daysAhead = 14;
const daysSearched = 365;
const maxExceptions = 50;

export const listEvents = eventTool({
  name: "list_events",
  title: "List events of a day, evening or week",
  profile: "core",
  does: "reads",
  description: "What is on in the calendar: appointments, birthdays, trips. Over 8 days, a series is one row.",
  input: allOptional({
    ...rangeParameters("14 days, with query a year"),
    member: Param.member("Theirs and everyone's"),
    query: Param.text(200, "Words in title, place or notes"),
    clashes: Param.flag("Only the double-booked"),
    each: Param.flag("Every time"),
    limit: integer(1, 100, { description: "At most, if they fit" }),
    cursor: Param.cursor,
  }),
  output: closed({ ...Field.page, events: items({ ...eventFields, ...seriesFields }) }),
  async run(context, { member, query, clashes = false, each = false, limit, cursor, ...bounds }) {
    const { clock } = context;
    const [range, memberId] = await runAll(
      () => readRange(bounds, query === undefined ? daysAhead : daysSearched, clock),
      () => memberFilter(context, member),
    );
    const { events, knownUntil } = await eventsIn(context, range, memberId);
    const double = clashes ? clashesAmong(events, context) : null;
    const found = events.filter((event) => matchesQuery(event, query) && double?.events.has(event) !== false);
    // Only the first page lists the pairs of overlapping events.
    const pairs = cursor === undefined ? (double?.lines ?? []) : [];
    const rows = rowsOf(found, each || clashes || !isLongRange(range), context.now.instant);
    const isLong = isLongRange(range) && rows.length > maxShortRows;
    const none = double ? pairs.join("\n") : `No events ${rangeText(range, clock)}${query ? " with these words" : ""}.`;
    const reserved = pairs.length > 0 ? context.tokensOf({ line: pairs.join("\n"), fields: {} }) : 0;
    const show = (row: EventRow, viewer: Viewer) => rowView(row, viewer, isLong);
    const page = context.page(rows, cursor, none, show, { limit, reserved });
    const zone = isLong ? [`Times are in ${clock.timeZone}.`] : [];
    const lines = rows.length > 0 ? [...pairs, ...zone, page.text] : [page.text];
    if (knownUntil !== null) {
      const from = instantLine(knownUntil, clock.timeZone);
      lines.push(
        `There are more events than can be read: from ${from} on some are missing. Take a later from, or an earlier to.`,
      );
    }
    const truncated = page.paging.truncated || knownUntil !== null;
    return { text: lines.join("\n"), data: { ...page.paging, truncated, events: page.items } };
  },
});

/** Formats a range: `from Fri 27 Nov 2026 to Fri 11 Dec 2026`, or `on Sun 29 Nov, 17:00–23:59`. */
function rangeText({ firstDay, firstTime, lastDay, lastTime }: Range, { today }: Clock): string {
  if (firstDay !== lastDay) {
    return `from ${formatTime({ date: firstDay, time: firstTime })} to ${formatTime({ date: lastDay, time: lastTime })}`;
  }
  const isWhole = firstTime === null && lastTime === null;
  return `on ${formatDate(firstDay, today)}${isWhole ? "" : `, ${firstTime ?? "00:00"}–${lastTime ?? "24:00"}`}`;
}

export const getEvent = eventTool({
  name: "get_event",
  title: "Read an event",
  profile: "standard",
  does: "reads",
  description: "One event with notes and reminders; of a series also which times are skipped or changed.",
  input: closed({ eventId: idParameter("event", "Id or title", eventTitles) }),
  output: closed({
    ...eventFields,
    notes: Field.optionalText,
    reminders: Field.text,
    skipped: Field.texts,
    changed: Field.texts,
  }),
  async run(context, { eventId }) {
    const { body: event } = await context.rest<EventRecord>("GET", `/v1/events/${eventId}`);
    const { timeZone } = context;
    const { line, fields } = eventView(event, context);
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
  const words = foldWords(query).split(" ");
  const folded = foldWords([title, location, notes].join(" "));
  return words.every((word) => folded.includes(word));
}

/** Folds a text without apostrophes, because people write “leos birthday” for “Leo's birthday”. */
const foldWords = (text: string) => foldForSearch(text).replaceAll(/['’]/g, "");

function remindersOf({ reminderMinutes, reminderMinutesList }: Event): string {
  if (reminderMinutesList.length > 0) return `${reminderMinutesList.join(", ")} minutes before`;
  return reminderMinutes === -1 ? "none" : "the household's default";
}

function exceptionLine(master: EventRecord, exception: Exception, timeZone: string): string {
  const { instanceStartsAt, cancelled } = exception;
  const at = instanceLine(instanceStartsAt, master.allDay, timeZone);
  const name = instanceName(instanceStartsAt, master.allDay, timeZone);
  if (cancelled) return `- skipped: ${at} · instanceStart ${name}`;
  const times = ownTimes(scheduledTimes(master, instanceStartsAt), exception);
  const title = exception.title === undefined ? "" : `${quotedShort(exception.title)} · `;
  return `- changed: ${at} is ${title}${spanLine(times, timeZone)} · instanceStart ${name}`;
}
