import { Type } from "@sinclair/typebox";
import type { DeletedEvent } from "#calendar/events/model.ts";
import { closed } from "#lib/wire.ts";
import { memberFilter } from "../../input/names.ts";
import {
  confirmParameter,
  count,
  flag,
  item,
  memberParameter,
  text,
  textOrAbsent,
  textParameter,
} from "../../input/parameters.ts";
import { idParameter } from "../../input/records.ts";
import { clockOf } from "../../input/times.ts";
import { runAll, runEach } from "../../output/combine-errors.ts";
import { quotedShort, spanLine } from "../../output/format.ts";
import { wrongParameter } from "../../output/tool-error.ts";
import { type Context, tool, type Viewer } from "../../tool.ts";
import { masterOf } from "./change.ts";
import { instanceLine, readInstanceStart } from "./event-times.ts";
import { instanceStartOf, wallTimes } from "./event-view.ts";
import { repairs, restNames } from "./parameters.ts";
import { eventsIn, type RangeBounds, readRange } from "./range.ts";
import { matchesQuery } from "./read.ts";

const maxEvents = 50;
const maxNamed = 5;
/**
 * Maximum number of events that are deleted if the agent only reports the person's consent. For more events, the person
 * is also asked directly, if the client supports this.
 */
const maxSmallDeletion = 10;

type Target = { readonly id: string; readonly instanceStartsAt?: string };
type Named = { readonly eventId: string; readonly instanceStart?: string };
type DeletionSpan = Required<RangeBounds> & { readonly member: string | undefined; readonly query: string | undefined };

const moment = (description: string) => Type.Optional(textParameter(40, description));

export const deleteEvents = tool({
  name: "delete_events",
  title: "Cancel or clear several events",
  group: "calendar",
  profile: "full",
  does: "deletes",
  scopes: ["calendar.write"],
  description:
    "Deletes up to 50 at once, all or none: those named, or all that begin in a span, of a series only these times.",
  input: closed({
    events: Type.Optional(
      Type.Array(
        closed({ eventId: idParameter("event", "From list_events"), instanceStart: moment("Without: all of it") }),
        {
          maxItems: maxEvents,
          description: "Which; or give from and to",
        },
      ),
    ),
    from: moment("First day or time"),
    to: moment("Last day or time"),
    member: Type.Optional(memberParameter("Only with them")),
    query: Type.Optional(textParameter(200, "Only with words")),
    dryRun: Type.Optional(Type.Boolean({ description: "Only look" })),
    confirm: confirmParameter,
  }),
  output: closed({
    activityId: textOrAbsent,
    deleted: flag,
    total: count,
    events: Type.Array(item({ id: text, title: text, starts: text, instanceStart: textOrAbsent })),
  }),
  names: restNames,
  repairs: {
    ...repairs,
    no_such_reference:
      "Parameter events: take eventId and instanceStart from list_events; it may be deleted. Nothing was deleted.",
  },
  async run(context, { events = [], from, to, member, query, dryRun = false, confirm }) {
    const { targets, left } = await readTargets(context, events, { from, to, member, query });
    const viewer = await context.viewer();
    if (targets.length === 0)
      return result("No event to delete", { events: [], activityId: null, isDone: false, left }, viewer);
    // Checks everything before anybody is asked.
    const { body: found } = await post(context, { events: targets, dryRun: true });
    if (found.events.length === 0) {
      return result(
        "Nothing to do: all are skipped already",
        { ...found, activityId: null, isDone: true, left },
        viewer,
      );
    }
    if (dryRun) {
      return result(
        `Would delete ${countText(found.events)}`,
        { ...found, activityId: null, isDone: false, left },
        viewer,
      );
    }
    const isLarge = found.events.length > maxSmallDeletion || found.events.some(({ seriesDeleted }) => seriesDeleted);
    context.confirm(confirm, `delete ${summaryOf(found.events, viewer)}`, JSON.stringify(targets), { isLarge });
    const { body, activityId } = await post(context, { events: targets });
    const outcome = `Deleted ${countText(body.events)}`;
    return result(outcome, { ...body, activityId, isDone: true, left }, viewer);
  },
});

function post({ rest }: Context, body: { events: readonly Target[]; dryRun?: boolean }) {
  return rest<{ events: DeletedEvent[] }>("POST", "/v1/events/batch/delete", body);
}

/** Events to delete. `left` names the calendars whose events cannot be deleted in the app. */
type FoundTargets = { readonly targets: readonly Target[]; readonly left: string };

/**
 * Finds the events to delete: either events that the input names, or the events in a span of time.
 * @throws ToolError if the input has both or neither
 */
async function readTargets(
  context: Context,
  events: readonly Named[],
  { from, to, ...filter }: { from?: string; to?: string; member?: string; query?: string },
): Promise<FoundTargets> {
  const isSpan = from !== undefined || to !== undefined || filter.member !== undefined || filter.query !== undefined;
  if (isSpan === events.length > 0) {
    const repair = "Give events, or from with to, not both. Nothing was deleted.";
    throw isSpan
      ? wrongParameter("events", "or from with to, one of them", repair)
      : wrongParameter("events", "is required", repair, "required");
  }
  if (!isSpan) return { targets: await namedTargets(context, events), left: "" };
  if (from === undefined || to === undefined) {
    const parameter = from === undefined ? "from" : "to";
    throw wrongParameter(
      parameter,
      "is required for a span",
      `Parameter ${parameter}: say both ends. Nothing was deleted.`,
    );
  }
  return targetsIn(context, { from, to, member: filter.member, query: filter.query });
}

async function namedTargets(context: Context, events: readonly Named[]): Promise<Target[]> {
  const clock = await clockOf(context);
  const masters = new Map<string, Awaited<ReturnType<typeof masterOf>>>();
  return runEach(events, async ({ eventId: id, instanceStart }, index): Promise<Target> => {
    if (instanceStart === undefined) return { id };
    const master = masters.get(id) ?? (await masterOf(context, id));
    masters.set(id, master);
    const parameter = `events[${index}].instanceStart`;
    return { id, instanceStartsAt: readInstanceStart(instanceStart, master, clock, parameter) };
  });
}

async function targetsIn(context: Context, { from, to, member, query }: DeletionSpan): Promise<FoundTargets> {
  const clock = await clockOf(context);
  const [range, memberId] = await runAll(
    () => readRange({ from, to }, 0, clock),
    () => memberFilter(context, member),
  );
  const { events, knownUntil } = await eventsIn(context, range, clock.timeZone, memberId);
  const found = events.filter((event) => {
    const { starts } = wallTimes(event, clock.timeZone);
    const isBegun = event.allDay ? starts >= range.firstDay : event.startsAt >= range.from;
    return isBegun && (memberId === null || event.memberIds.includes(memberId)) && matchesQuery(event, query);
  });
  const fixed = found.filter(({ readOnly }) => readOnly);
  const own = found.filter(({ readOnly }) => !readOnly);
  if (own.length > maxEvents || knownUntil !== null) {
    const number = knownUntil === null ? String(own.length) : "too many";
    throw wrongParameter(
      "to",
      `must leave at most ${maxEvents} events; there are ${number}. Nothing was deleted`,
      "Parameter to: take an earlier one, or narrow it with member or query; then call again for the rest.",
    );
  }
  const names = [...new Set(fixed.map(({ calendar }) => quotedShort(calendar.name)))].slice(0, maxNamed);
  return {
    targets: own.map(({ id, instanceStartsAt }) => ({ id, ...(instanceStartsAt ? { instanceStartsAt } : {}) })),
    left: fixed.length === 0 ? "" : `Kept ${fixed.length} of ${names.join(", ")}: change them there.`,
  };
}

type Outcome = {
  readonly events: readonly DeletedEvent[];
  readonly activityId: string | null;
  readonly isDone: boolean;
  readonly left: string;
};

function result(outcome: string, { events, activityId, isDone, left }: Outcome, viewer: Viewer) {
  const entry = activityId === null ? "" : ` · activityId ${activityId}`;
  const rows = events.map((event) => {
    const { title, startsAt, instanceStartsAt } = event;
    const isException = instanceStartsAt !== null && instanceStartsAt !== startsAt;
    const id = viewer.shortId("event", event.id);
    const instanceStart = instanceStartOf({ ...event, isException }, viewer.timeZone);
    const target = ` · id ${id}${instanceStart === null ? "" : ` · instanceStart ${instanceStart}`}`;
    return {
      // After a dry run, the agent may delete some of them by id.
      line: `- ${quotedShort(title)}${timesText(event, viewer)}${isDone ? "" : target}`,
      fields: {
        id,
        title: quotedShort(title).slice(1, -1),
        starts: wallTimes(event, viewer.timeZone).starts,
        instanceStart,
      },
    };
  });
  return {
    text: [outcome + entry, ...rows.map(({ line }) => line), ...(left === "" ? [] : [left])].join("\n"),
    data: {
      activityId,
      deleted: isDone,
      total: events.length,
      events: rows.map(({ fields }) => fields),
    },
  };
}

function timesText(event: DeletedEvent, { timeZone }: Viewer): string {
  if (isWholeSeries(event)) return " with all its times";
  return ` · ${spanLine(event, timeZone)}`;
}

function isWholeSeries({ recurring, instanceStartsAt }: DeletedEvent): boolean {
  return recurring && instanceStartsAt === null;
}

function countText(events: readonly DeletedEvent[]): string {
  return events.length === 1 ? "1 event" : `${events.length} events`;
}

/**
 * Formats the events to delete: `3 events: “Piano” with all its times, “Swimming” on Thu 3 Dec 2026, 15:30`. Whole
 * series come first.
 */
function summaryOf(events: readonly DeletedEvent[], { timeZone }: Viewer): string {
  const ordered = [...events.filter(isWholeSeries), ...events.filter((event) => !isWholeSeries(event))];
  const named = ordered.slice(0, maxNamed).map((event) => {
    const name = quotedShort(event.title);
    if (isWholeSeries(event)) return `${name} with all its times`;
    return `${name} on ${instanceLine(event.startsAt, event.allDay, timeZone)}`;
  });
  const more = events.length > maxNamed ? ` and ${events.length - maxNamed} more` : "";
  return `${countText(events)}: ${named.join(", ")}${more}`;
}
