/** Putting many events into the calendar at once, all or none. */
import { Type } from "@sinclair/typebox";
import type { Collision, EventRecord } from "../../../events/model.ts";
import { closed, Text } from "../../../wire.ts";
import { count, flag, idempotencyKeyParameter, text, textOrNull } from "../../input/parameters.ts";
import { quotedShort, spanLine } from "../../output/format.ts";
import { tool } from "../../tool.ts";
import { eventFrom } from "./create.ts";
import { shownEvent, wallTimes } from "./event-view.ts";
import { clockOf, detailParameters, names, repairs } from "./parameters.ts";

const mostEvents = 30;
/** Of overlaps, and of duplicates. */
const mostCollisions = 20;

/** Each of several is described by that name alone: whoever has `create_events` has `create_event`. */
const asAlone = { description: "As in create_event" };
const { location, notes, members, repeat } = detailParameters;
const eachParameters = {
  title: Text(1, 200, { description: "What is on" }),
  starts: Type.String({ maxLength: 40, ...asAlone }),
  ends: Type.Optional(Type.String({ maxLength: 40, ...asAlone })),
  weekday: Type.Optional(Type.String({ maxLength: 20, ...asAlone })),
  location,
  notes,
  members: { ...members, ...asAlone },
  repeat: { ...repeat, ...asAlone },
};

type Batch = {
  readonly events: readonly EventRecord[];
  readonly clashes: readonly Collision[];
  readonly duplicates: readonly Collision[];
  readonly truncated: boolean;
};

const collisions = Type.Array(closed({ event: count, with: text, id: textOrNull }));

/** Many events at once. */
export const createEvents = tool({
  name: "create_events",
  title: "Add several events at once",
  group: "calendar",
  profile: "full",
  does: "adds",
  scopes: ["calendar.write"],
  description:
    "Adds up to 30 events together, all or none, as from a school letter. Tells which overlap or exist already: look with dryRun first.",
  input: closed({
    events: Type.Array(closed(eachParameters), {
      maxItems: mostEvents,
      description: "In any order",
    }),
    dryRun: Type.Optional(Type.Boolean({ description: "true: only look, save nothing" })),
    idempotencyKey: idempotencyKeyParameter,
  }),
  output: closed({
    activityId: textOrNull,
    saved: flag,
    total: count,
    events: Type.Array(closed({ id: textOrNull, title: text, starts: text, ends: text })),
    clashes: collisions,
    duplicates: collisions,
    truncated: flag,
  }),
  names,
  repairs,
  async run(context, { events: inputs, dryRun = false, idempotencyKey }) {
    const drafts = [];
    for (const [index, input] of inputs.entries()) drafts.push(await eventFrom(context, input, `events[${index}].`));
    const body = { events: drafts.map((each) => each.body), ...(dryRun ? { dryRun } : {}) };
    const saved = await context.rest<Batch>("POST", "/v1/events/batch", body, { idempotencyKey });
    const { events, clashes, duplicates, truncated } = saved.body;
    const household = { members: await context.members(), timeZone: (await clockOf(context)).timeZone };
    const number = events.length === 1 ? "1 event" : `${events.length} events`;
    const did = dryRun
      ? `Would add ${number}; nothing is saved`
      : `${saved.isReplay ? "Added before, as it was then" : "Added"}: ${number}`;
    const entry = saved.activityId === null ? "" : ` · activityId ${saved.activityId}`;
    const lines = events.map((event) => {
      // Many long titles would be too long together, and the caller has them.
      const { line } = shownEvent({ ...event, title: short(event.title), location: null }, household);
      return dryRun ? line.replace(` · id ${event.id}`, "") : line;
    });
    return {
      text: [
        did + entry,
        ...lines,
        ...drafts.flatMap(({ remarks }, index) => remarks.map((remark) => `- events[${index}]: ${remark}`)),
        ...told("overlaps", clashes, events, household.timeZone),
        ...told("is already there as", duplicates, events, household.timeZone),
        ...(truncated ? ["There is too much at these times to compare all of it; there may be more overlaps."] : []),
      ].join("\n"),
      data: {
        activityId: saved.activityId,
        saved: !dryRun,
        total: events.length,
        events: events.map((event) => ({
          id: dryRun ? null : event.id,
          title: short(event.title),
          ...wallTimes(event, household.timeZone),
        })),
        clashes: clashes.slice(0, mostCollisions).map(toFields),
        duplicates: duplicates.slice(0, mostCollisions).map(toFields),
        truncated: truncated || Math.max(clashes.length, duplicates.length) > mostCollisions,
      },
    };
  },
});

function told(how: string, found: readonly Collision[], events: readonly EventRecord[], timeZone: string): string[] {
  const lines = found.slice(0, mostCollisions).map(({ index, eventId, title, startsAt, endsAt }) => {
    const allDay = how !== "overlaps" && events[index]?.allDay === true; // Only timed events overlap.
    const when = spanLine({ startsAt, endsAt, allDay }, timeZone);
    const id = eventId === null ? "of this call" : `id ${eventId}`;
    return `- events[${index}] ${how} ${quotedShort(title)} · ${when} · ${id}`;
  });
  const left = found.length - lines.length;
  return left > 0 ? [...lines, `- and ${left} more`] : lines;
}

function toFields({ index, eventId, title }: Collision) {
  return { event: index, with: quotedShort(title), id: eventId };
}

function short(title: string): string {
  return quotedShort(title).slice(1, -1);
}
