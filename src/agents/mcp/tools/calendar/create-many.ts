import { Type } from "@sinclair/typebox";
import type { Collision, EventRecord } from "#calendar/events/model.ts";
import { closed } from "#lib/wire.ts";
import {
  count,
  flag,
  idempotencyKeyParameter,
  item,
  text,
  textOrAbsent,
  textParameter,
} from "../../input/parameters.ts";
import { maxDateLength } from "../../input/times.ts";
import { runEach } from "../../output/combine-errors.ts";
import { quotedShort, spanLine } from "../../output/format.ts";
import { type Context, tool, type Viewer } from "../../tool.ts";
import { absenceLines, namesOf, overlapLines } from "./clashes.ts";
import { eventBody, reminderTexts } from "./create.ts";
import { eventView, wallTimes } from "./event-view.ts";
import { detailParameters, repairs, restNames } from "./parameters.ts";
import { strayStartRemarks } from "./remarks.ts";

const maxEvents = 30;
/** Maximum number of lines about overlaps. The same limit applies to the lines about duplicates. */
const maxCollisions = 20;

/**
 * Description that only refers to `create_event`, which saves tokens. Every API key with `create_events` also has
 * `create_event`.
 */
const asInCreateEvent = { description: "As in create_event" };
const { location, notes, members, repeat } = detailParameters;
const eachParameters = {
  title: textParameter(200, "What is on"),
  starts: Type.String({ maxLength: maxDateLength, ...asInCreateEvent }),
  ends: Type.Optional(Type.String({ maxLength: maxDateLength, ...asInCreateEvent })),
  weekday: Type.Optional(Type.String({ maxLength: 20, ...asInCreateEvent })),
  location,
  notes,
  members: { ...members, ...asInCreateEvent },
  repeat: { ...repeat, ...asInCreateEvent },
};

type Batch = {
  readonly events: readonly EventRecord[];
  readonly clashes: readonly Collision[];
  readonly duplicates: readonly Collision[];
  readonly truncated: boolean;
};

const collisionSchema = Type.Array(item({ event: count, with: text, id: textOrAbsent }));

export const createEvents = tool({
  name: "create_events",
  title: "Add several events at once",
  group: "calendar",
  profile: "full",
  does: "adds",
  scopes: ["calendar.write"],
  description:
    "Adds up to 30 events together, all or none, as from a school letter. Reports duplicates: look with dryRun first.",
  input: closed({
    events: Type.Array(closed(eachParameters), { maxItems: maxEvents, description: "Any order" }),
    dryRun: Type.Optional(Type.Boolean({ description: "Only look" })),
    idempotencyKey: idempotencyKeyParameter,
  }),
  output: closed({
    activityId: textOrAbsent,
    saved: flag,
    total: count,
    events: Type.Array(item({ id: textOrAbsent, title: text, starts: text, ends: text })),
    clashes: collisionSchema,
    duplicates: collisionSchema,
    reminders: text,
    truncated: flag,
  }),
  names: restNames,
  repairs,
  async run(context, { events: inputs, dryRun = false, idempotencyKey }) {
    const drafts = await runEach(inputs, (input, index) => eventBody(context, input, `events[${index}].`));
    const remind = await reminderTexts(context);
    const body = { events: drafts.map((each) => each.body), ...(dryRun ? { dryRun } : {}) };
    const saved = await context.rest<Batch>("POST", "/v1/events/batch", body, { idempotencyKey });
    const { events, clashes, duplicates, truncated } = saved.body;
    const viewer = await context.viewer();
    const number = events.length === 1 ? "1 event" : `${events.length} events`;
    const outcome = dryRun
      ? `Would add ${number}; nothing is saved`
      : `${saved.isReplay ? "Added before, as it was then" : "Added"}: ${number}`;
    const entry = saved.activityId === null ? "" : ` · activityId ${saved.activityId}`;
    const reminders = reminderLines(events, remind);
    const away = saved.isReplay ? new Map<number, string[]>() : await absenceLines(context, events);
    const isCompared = !dryRun && !saved.isReplay;
    const overlaps = isCompared ? await overlapsOfSeries(context, events) : new Map<number, string[]>();
    const remarksOf = (event: EventRecord, index: number) => {
      const others = overlaps.get(index) ?? away.get(index) ?? [];
      return [...(drafts[index]?.remarks ?? []), ...strayStartRemarks(event), ...others];
    };
    const isOpen = dryRun && events.some(({ recurrenceRule }) => recurrenceRule !== null);
    const lines = events.map((event) => {
      // Many full titles would make the answer too long.
      const { line } = eventView({ ...event, title: shortTitle(event.title), location: null }, viewer);
      return dryRun ? line.replace(` · id ${viewer.shortId("event", event.id)}`, "") : line;
    });
    return {
      text: [
        outcome + entry,
        ...lines,
        ...remarkLines(events.map(remarksOf)),
        ...reminders,
        ...collisionLines(
          "overlaps",
          clashes.filter(({ index }) => !overlaps.has(index)),
          events,
          viewer,
        ),
        ...(isOpen ? ["Of a series, only the first time was compared; the others are when it is saved."] : []),
        ...collisionLines("is already there as", duplicates, events, viewer),
        ...(truncated
          ? ["There are too many events at these times to compare all of them; there may be more overlaps."]
          : []),
      ].join("\n"),
      data: {
        activityId: saved.activityId,
        saved: !dryRun,
        total: events.length,
        events: events.map((event) => ({
          id: dryRun ? null : viewer.shortId("event", event.id),
          title: shortTitle(event.title),
          ...wallTimes(event, viewer.timeZone),
        })),
        clashes: clashes.slice(0, maxCollisions).map((each) => collisionFields(each, viewer)),
        duplicates: duplicates.slice(0, maxCollisions).map((each) => collisionFields(each, viewer)),
        reminders: reminders.join("\n"),
        truncated: truncated || Math.max(clashes.length, duplicates.length) > maxCollisions,
      },
    };
  },
});

/**
 * Formats the remarks on events. A remark on several events takes only one line. The line begins with the indexes of
 * these events.
 */
function remarkLines(remarks: readonly (readonly string[])[]): string[] {
  const indexed = remarks.flatMap((lines, index) => lines.map((line) => ({ line, index })));
  const byLine = Map.groupBy(indexed, ({ line }) => line);
  return [...byLine].map(([line, each]) => `- ${each.map(({ index }) => `events[${index}]`).join(", ")}: ${line}`);
}

const maxSeriesCompared = 10;

/**
 * Returns lines about events that overlap with new series, by index of the series in the input. Compares the coming
 * weeks, not only the first occurrence.
 */
async function overlapsOfSeries(context: Context, events: readonly EventRecord[]): Promise<Map<number, string[]>> {
  const found = new Map<number, string[]>();
  for (const [index, event] of events.entries()) {
    if (event.recurrenceRule === null || found.size === maxSeriesCompared) continue;
    found.set(index, await overlapLines(context, event));
  }
  return found;
}

/**
 * Formats the reminders of events. Returns a single line if all events have the same reminders, as events from the same
 * letter usually do.
 */
function reminderLines(events: readonly EventRecord[], remind: (event: EventRecord) => string): string[] {
  const byLine = [...Map.groupBy(events.keys(), (index) => remind(events[index] as EventRecord))];
  if (byLine.length < 2) return byLine.map(([line]) => line);
  return byLine.map(([line, indexes]) => `- ${indexes.map((index) => `events[${index}]`).join(", ")}: ${line}`);
}

function collisionLines(
  relation: string,
  collisions: readonly Collision[],
  events: readonly EventRecord[],
  { timeZone, shortId, members }: Viewer,
): string[] {
  const lines = collisions.slice(0, maxCollisions).map(({ index, eventId, title, startsAt, endsAt, memberIds }) => {
    const allDay = relation !== "overlaps" && events[index]?.allDay === true; // Only timed events overlap.
    const when = spanLine({ startsAt, endsAt, allDay }, timeZone);
    const id = eventId === null ? "of this call" : `id ${shortId("event", eventId)}`;
    const people = namesOf(memberIds, members).join(", ") || "everyone";
    return `- events[${index}] ${relation} ${quotedShort(title)} · ${when} · ${people} · ${id}`;
  });
  const omitted = collisions.length - lines.length;
  return omitted > 0 ? [...lines, `- and ${omitted} more`] : lines;
}

function collisionFields({ index, eventId, title }: Collision, { shortId }: Viewer) {
  return { event: index, with: quotedShort(title), id: eventId === null ? null : shortId("event", eventId) };
}

function shortTitle(title: string): string {
  return quotedShort(title).slice(1, -1);
}
