import { Type } from "@sinclair/typebox";
import type { Collision, EventRecord } from "#calendar/events/model.ts";
import { closed } from "#lib/wire.ts";
import type { ReminderSettings } from "#notifications/reminders/model.ts";
import { Field, items, optional, Param, textFields } from "../../input/parameters.ts";
import { readReminders, remindersParameter } from "../../input/reminders.ts";
import { activityText, savedAnswer } from "../../output/answers.ts";
import { bare, countText, quotedShort, shortTitle, spanLine } from "../../output/format.ts";
import { reminderLines, reminderSentences, reminderSettings, reminderText } from "../../output/reminders.ts";
import { runAll, runEach } from "../../output/tool-error.ts";
import type { Context, Viewer } from "../../tool.ts";
import { absenceLines, overlapLines } from "./clashes.ts";
import { newTimes, pastTimesRemarks, strayStartRemarks, type TimesInput } from "./event-times.ts";
import { type Event, eventView, wallTimes } from "./event-view.ts";
import * as parameters from "./parameters.ts";

const { detailParameters, eventTool } = parameters;

export const createEvent = eventTool({
  name: "create_event",
  title: "Add an event",
  profile: "core",
  does: "adds",
  description:
    "Puts one appointment, birthday or trip into the calendar, once or repeating. Without members it is everyone's.",
  input: closed({
    title: Param.text(200, "What is on"),
    starts: parameters.startsParameter("is all day"),
    ...optional({
      ends: parameters.endsParameter("an hour"),
      durationMinutes: Type.Integer({ minimum: 1, maximum: 525_600, description: "Or its length" }),
      weekday: parameters.weekdayParameter,
      allDay: Param.flag("Without times"),
      ...detailParameters,
      idempotencyKey: Param.idempotencyKey,
    }),
  }),
  output: closed({ ...parameters.savedFields, reminders: Field.text }),
  async run(context, { idempotencyKey, ...input }) {
    const draft = await eventDraft(context, input, "");
    const { settings, present } = await reminderSettings(context);
    const body = withReminders(draft, context, settings);
    const saved = await context.rest<Event>("POST", "/v1/events", body, { idempotencyKey });
    const reminders = reminderText(reminderSentences(saved.body, settings, present));
    const warnings = saved.isReplay
      ? []
      : [...strayStartRemarks(saved.body), ...(await overlapLines(context, saved.body))];
    const view = eventView(saved.body, context);
    const outcome = saved.isReplay ? "Added before, as it was then" : "Added";
    const { text, data } = savedAnswer(outcome, view, saved.activityId, [...draft.remarks, ...warnings, reminders]);
    return { text, data: { ...data, reminders } };
  },
});

/** Reads a new event. `path` is empty or like `events[3].`. @throws ToolError if a value is invalid */
async function eventDraft(
  context: Context,
  input: TimesInput & parameters.Details & { readonly starts: string },
  path: string,
) {
  const { clock } = context;
  const { reminders } = input;
  const [{ times, remarks }, details, written] = await runAll(
    () => newTimes(input, clock, path),
    () => parameters.detailsBody(context, input, [], path),
    () => (reminders === undefined ? undefined : readReminders(reminders, path)),
  );
  const past = pastTimesRemarks(times, details.recurrenceRule ?? null, clock);
  return { body: { ...details, ...times }, reminders: written, remarks: [...remarks, ...past] };
}

/** Adds the reminders to a new event. @throws ToolError if a reminder comes after the start */
function withReminders(
  { body, reminders }: Awaited<ReturnType<typeof eventDraft>>,
  { timeZone }: Viewer,
  settings: ReminderSettings,
) {
  return reminders ? { ...body, ...parameters.reminderFields(reminders, body, timeZone, settings) } : body;
}

const maxEvents = 30;
/** Maximum number of lines about overlaps. The same limit applies to the lines about duplicates. */
const maxCollisions = 20;

/** Description that saves tokens. Every API key with `create_events` also has `create_event`. */
const asInCreateEvent = { description: "As in create_event" };
const { location, notes, members, repeat } = detailParameters;

type Batch = { events: EventRecord[]; clashes: Collision[]; duplicates: Collision[]; truncated: boolean };

const collisionSchema = items({ event: Field.count, with: Field.text, id: Field.optionalText });

export const createEvents = eventTool({
  name: "create_events",
  title: "Add several events at once",
  does: "adds",
  description:
    "Adds up to 30 events together, all or none, as from a school letter. Reports duplicates: look with dryRun first.",
  input: closed({
    events: Type.Array(
      closed({
        title: Param.text(200, "What is on"),
        starts: Param.moment(asInCreateEvent.description),
        ...optional({
          ends: Param.moment(asInCreateEvent.description),
          weekday: Type.String({ maxLength: 20, ...asInCreateEvent }),
          location,
          notes,
          members: { ...members, ...asInCreateEvent },
          repeat: { ...repeat, ...asInCreateEvent },
          reminders: remindersParameter(asInCreateEvent.description),
        }),
      }),
      { maxItems: maxEvents, description: "Any order" },
    ),
    ...optional({
      reminders: remindersParameter("For all without their own"),
      dryRun: Param.dryRun,
      idempotencyKey: Param.idempotencyKey,
    }),
  }),
  output: closed({
    activityId: Field.optionalText,
    saved: Field.flag,
    total: Field.count,
    events: items({ id: Field.optionalText, ...textFields("title", "starts", "ends") }),
    clashes: collisionSchema,
    duplicates: collisionSchema,
    reminders: Field.text,
    truncated: Field.flag,
  }),
  async run(context, { events: inputs, reminders, dryRun = false, idempotencyKey }) {
    const [drafts, shared] = await runAll(
      () => runEach(inputs, (input, index) => eventDraft(context, input, `events[${index}].`)),
      () => (reminders === undefined ? undefined : readReminders(reminders)),
    );
    const { settings, present } = await reminderSettings(context);
    const bodies = await runEach(drafts, (draft) =>
      withReminders({ ...draft, reminders: draft.reminders ?? shared }, context, settings),
    );
    const body = { events: bodies, dryRun: dryRun || undefined };
    const saved = await context.rest<Batch>("POST", "/v1/events/batch", body, { idempotencyKey });
    const { events, clashes, duplicates, truncated } = saved.body;
    const number = countText(events.length, "event");
    const outcome = dryRun
      ? `Would add ${number}; nothing is saved`
      : `${saved.isReplay ? "Added before, as it was then" : "Added"}: ${number}`;
    const remindLines = reminderLines(events.map((event) => reminderSentences(event, settings, present)));
    const away = saved.isReplay ? null : await absenceLines(context, events);
    const overlaps = dryRun || saved.isReplay ? null : await overlapsOfSeries(context, events);
    const remarks = events.map((event, index) => {
      const others = overlaps?.get(index) ?? away?.get(index) ?? [];
      return [...(drafts[index]?.remarks ?? []), ...strayStartRemarks(event), ...others];
    });
    const isOpen = dryRun && events.some(({ recurrenceRule }) => recurrenceRule !== null);
    const lines = events.map((event) => {
      // Many full titles would make the answer too long.
      const { line, fields } = eventView({ ...event, title: shortTitle(event.title), location: null }, context);
      return dryRun ? line.replace(` · id ${fields.id}`, "") : line;
    });
    const unseen = clashes.filter(({ index }) => !overlaps?.has(index));
    return {
      text: [
        outcome + activityText(saved.activityId),
        ...lines,
        ...linesByIndex(remarks),
        ...remindLines,
        ...collisionLines("overlaps", unseen, events, context),
        ...(isOpen ? ["Of a series, only the first time was compared; the others are when it is saved."] : []),
        ...collisionLines("is already there as", duplicates, events, context),
        ...(truncated ? [tooManyLine] : []),
      ].join("\n"),
      data: {
        activityId: saved.activityId,
        saved: !dryRun,
        total: events.length,
        events: events.map((event) => ({
          id: dryRun ? null : context.shortId("event", event.id),
          title: shortTitle(event.title),
          ...wallTimes(event, context.timeZone),
        })),
        clashes: collisionFields(clashes, context),
        duplicates: collisionFields(duplicates, context),
        reminders: remindLines.join("\n"),
        truncated: truncated || Math.max(clashes.length, duplicates.length) > maxCollisions,
      },
    };
  },
});

const tooManyLine = "There are too many events at these times to compare all of them; there may be more overlaps.";

/** Formats lines about events. Shows an equal line once, after the indexes of its events. */
function linesByIndex(lines: readonly (readonly string[])[]): string[] {
  const indexed = lines.flatMap((some, index) => some.map((line) => ({ line, index })));
  const byLine = Map.groupBy(indexed, ({ line }) => line);
  return [...byLine].map(([line, each]) => `- ${each.map(({ index }) => `events[${index}]`).join(", ")}: ${line}`);
}

const maxSeriesCompared = 10;

/** Returns overlaps of new series in the coming weeks, by index of the series in the input. */
async function overlapsOfSeries(context: Context, events: readonly EventRecord[]): Promise<Map<number, string[]>> {
  const found = new Map<number, string[]>();
  for (const [index, event] of events.entries()) {
    if (event.recurrenceRule === null || found.size === maxSeriesCompared) continue;
    found.set(index, await overlapLines(context, event));
  }
  return found;
}

function collisionLines(
  relation: string,
  collisions: readonly Collision[],
  events: readonly EventRecord[],
  { timeZone, shortId, nameOf }: Viewer,
): string[] {
  const lines = collisions.slice(0, maxCollisions).map(({ index, eventId, title, startsAt, endsAt, memberIds }) => {
    const allDay = relation !== "overlaps" && events[index]?.allDay === true; // Only timed events overlap.
    const when = spanLine({ startsAt, endsAt, allDay }, timeZone);
    const id = eventId === null ? "of this call" : `id ${shortId("event", eventId)}`;
    const people = memberIds.map((id) => bare(nameOf(id))).join(", ") || "everyone";
    return `- events[${index}] ${relation} ${quotedShort(title)} · ${when} · ${people} · ${id}`;
  });
  const omitted = collisions.length - lines.length;
  return omitted > 0 ? [...lines, `- and ${omitted} more`] : lines;
}

function collisionFields(collisions: readonly Collision[], { shortId }: Viewer) {
  return collisions.slice(0, maxCollisions).map(({ index, eventId, title }) => {
    return { event: index, with: quotedShort(title), id: eventId === null ? null : shortId("event", eventId) };
  });
}
