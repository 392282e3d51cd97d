import { Type } from "@sinclair/typebox";
import type { DeletedEvent } from "#calendar/events/model.ts";
import { foldForSearch } from "#lib/case-folding.ts";
import { addDays } from "#lib/days.ts";
import { mayEndId } from "#lib/short-ids.ts";
import { closed } from "#lib/wire.ts";
import { memberFilter } from "../../input/names.ts";
import { allOptional, Field, items, optional, Param, textFields } from "../../input/parameters.ts";
import { idParameter } from "../../input/records.ts";
import { activityText } from "../../output/answers.ts";
import { countText, firstOf, quotedShort, shortTitle, spanLine } from "../../output/format.ts";
import { runAll, runEach, wrongChoice, wrongParameter } from "../../output/tool-error.ts";
import { type Context, maxSmallDelete, type Viewer } from "../../tool.ts";
import { masterOf } from "./change.ts";
import { instanceLine, readInstanceStart } from "./event-times.ts";
import { eventTitles } from "./event-titles.ts";
import { type Event, instanceStartOf, wallTimes } from "./event-view.ts";
import { eventTool } from "./parameters.ts";
import { eventsIn, readRange } from "./range.ts";
import { matchesQuery } from "./read.ts";

const maxEvents = 50;
const maxNamed = 5;
const maxKeptNamed = 10;

type Target = { readonly id: string; readonly instanceStartsAt?: string };
type Named = { readonly eventId: string; readonly instanceStart?: string };
type Span = {
  readonly from?: string;
  readonly to?: string;
  readonly member?: string;
  readonly query?: string;
  readonly except?: readonly string[];
  readonly seriesOnly?: boolean;
};

export const deleteEvents = eventTool({
  name: "delete_events",
  title: "Cancel or clear several events",
  does: "deletes",
  description:
    "Deletes up to 50 at once, all or none: those named, or all that begin in a span, of a series only these times.",
  input: allOptional({
    events: Type.Array(
      closed({
        eventId: idParameter("event", "Id or title", eventTitles),
        ...optional({ instanceStart: Param.text(40, "Without: all of it") }),
      }),
      { maxItems: maxEvents, description: "Which; or give from and to" },
    ),
    from: Param.text(40, "First day or time"),
    to: Param.text(40, "Last day or time"),
    member: Param.member("Only with them"),
    query: Param.text(200, "Only with words"),
    except: Type.Array(Param.text(200), { maxItems: maxEvents, description: "Titles or ids to keep" }),
    seriesOnly: Param.flag("Only what repeats"),
    dryRun: Param.dryRun,
    confirm: Param.confirm,
  }),
  output: closed({
    activityId: Field.optionalText,
    deleted: Field.flag,
    total: Field.count,
    events: items({ ...textFields("id", "title", "starts"), instanceStart: Field.optionalText }),
  }),
  repairs: {
    no_such_reference:
      "Parameter events: take eventId and instanceStart from list_events; it may be deleted. Nothing was deleted.",
  },
  async run(context, { events = [], dryRun = false, confirm, ...span }) {
    const { targets, left } = await readTargets(context, events, span);
    const answer = (outcome: string, found: readonly DeletedEvent[], isDone: boolean, activityId?: string | null) =>
      result(outcome, { events: found, activityId: activityId ?? null, isDone, left }, context);
    if (targets.length === 0) return answer("No event to delete", [], false);
    // Checks everything before anybody is asked.
    const { events: found } = (await post(context, { events: targets, dryRun: true })).body;
    if (found.length === 0) return answer("Nothing to do: all are skipped already", found, true);
    if (dryRun) return answer(`Would delete ${countText(found.length, "event")}`, found, false);
    const isLarge = found.length > maxSmallDelete || found.some(({ seriesDeleted }) => seriesDeleted);
    context.confirm(confirm, `delete ${summaryOf(found, context)}`, JSON.stringify(targets), { isLarge });
    const { body, activityId } = await post(context, { events: targets });
    return answer(`Deleted ${countText(body.events.length, "event")}`, body.events, true, activityId);
  },
});

function post({ rest }: Context, body: { events: readonly Target[]; dryRun?: boolean }) {
  return rest<{ events: DeletedEvent[] }>("POST", "/v1/events/batch/delete", body);
}

/** Events to delete. `left` names the calendars whose events cannot be deleted in the app. */
type FoundTargets = { readonly targets: readonly Target[]; readonly left: string };

/** Finds the events that the input names, or all in a span of time. @throws ToolError if both or none are given */
async function readTargets(context: Context, events: readonly Named[], span: Span): Promise<FoundTargets> {
  const isSent = (each: unknown) => each !== undefined && each !== false && !(Array.isArray(each) && each.length === 0);
  const isSpan = Object.values(span).some(isSent);
  if (isSpan === events.length > 0) {
    const repair = "Give events, or from with to, member, query, except and seriesOnly, not both. Nothing was deleted.";
    throw isSpan
      ? wrongChoice("events", "or from with to, one of them", repair)
      : wrongChoice("events", "is required", repair, "required");
  }
  if (!isSpan) return { targets: await namedTargets(context, events), left: "" };
  const { from, to } = span;
  if (from === undefined || to === undefined) {
    const parameter = from === undefined ? "from" : "to";
    throw wrongParameter(parameter, "is required for a span", "say both ends. Nothing was deleted.");
  }
  return targetsIn(context, { ...span, from, to });
}

async function namedTargets(context: Context, events: readonly Named[]): Promise<Target[]> {
  const { clock } = context;
  const masters = new Map<string, Awaited<ReturnType<typeof masterOf>>>();
  return runEach(events, async ({ eventId: id, instanceStart }, index): Promise<Target> => {
    if (instanceStart === undefined) return { id };
    const master = masters.get(id) ?? (await masterOf(context, id));
    masters.set(id, master);
    const parameter = `events[${index}].instanceStart`;
    return { id, instanceStartsAt: readInstanceStart(instanceStart, master, clock, { parameter }) };
  });
}

async function targetsIn(
  context: Context,
  { from, to, member, query, except = [], seriesOnly = false }: Span,
): Promise<FoundTargets> {
  const { clock } = context;
  const [range, memberId] = await runAll(
    () => readRange({ from, to }, 0, clock),
    () => memberFilter(context, member),
  );
  const { events, knownUntil } = await eventsIn(context, range, memberId);
  const isKept = await readExceptions(context, except, events);
  const found = events.filter((event) => {
    const { starts } = wallTimes(event, clock.timeZone);
    const isBegun = event.allDay ? starts >= range.firstDay : event.startsAt >= range.from;
    const isMeant = !seriesOnly || event.recurrenceRule !== null;
    return (
      isBegun && isMeant && (memberId === null || event.memberIds.includes(memberId)) && matchesQuery(event, query)
    );
  });
  const fixed = found.filter(({ readOnly }) => readOnly);
  const kept = found.filter((event) => !event.readOnly && (isKept(event) || coversSpan(event, range)));
  const own = found.filter((event) => !event.readOnly && !kept.includes(event));
  if (own.length > maxEvents || knownUntil !== null) {
    const number = knownUntil === null ? String(own.length) : "too many";
    throw wrongParameter(
      "to",
      `must leave at most ${maxEvents} events; there are ${number}. Nothing was deleted`,
      "take an earlier one, or narrow it with member or query; then call again for the rest.",
    );
  }
  if (found.length === 0 && query !== undefined && events.length > 0) {
    const others = [...new Set(events.map(({ title }) => quotedShort(title)))];
    clock.note(`No event there has the words ${quotedShort(query)}. There are ${firstOf(others, maxKeptNamed)}.`);
  }
  const titles = [...new Set(kept.map(({ title }) => quotedShort(title)))];
  const names = [...new Set(fixed.map(({ calendar }) => quotedShort(calendar.name)))].slice(0, maxNamed);
  return {
    targets: own.map(({ id, instanceStartsAt }) => ({ id, instanceStartsAt: instanceStartsAt ?? undefined })),
    left: [
      ...(titles.length === 0 ? [] : [`Kept ${firstOf(titles, maxKeptNamed)}.`]),
      ...(fixed.length === 0 ? [] : [`Kept ${fixed.length} of ${names.join(", ")}: change them there.`]),
    ].join(" "),
  };
}

type Range = Awaited<ReturnType<typeof readRange>>;

/** Whether an event says that people are away in the whole span: all-day, two days or longer, as the span itself. */
function coversSpan({ allDay, startsAt, endsAt }: Event, { firstDay, lastDay }: Range): boolean {
  const last = addDays(endsAt.slice(0, 10), -1);
  return allDay && firstDay < lastDay && startsAt.slice(0, 10) <= firstDay && last >= lastDay;
}

/** Returns whether an event is to be kept. @throws ToolError if nothing in the span has that title or id */
async function readExceptions(context: Context, except: readonly string[], events: readonly Event[]) {
  const kept = await runEach(except, (text, index) => {
    const place = `except[${index}]`;
    const id = mayEndId(text) ? context.findId("event", text, place) : null;
    const title = foldForSearch(text);
    const found = events.filter((event) => event.id === id || foldForSearch(event.title) === title);
    if (found.length > 0) return found.map((event) => event.id);
    const titles = [...new Set(events.map((event) => quotedShort(event.title)))];
    const repair = `there are ${firstOf(titles, maxKeptNamed) || "no events"}. Nothing was deleted.`;
    throw wrongParameter(place, `no event in the span is called ${quotedShort(text)}`, repair);
  });
  const ids = new Set(kept.flat());
  return ({ id }: Event) => ids.has(id);
}

type Outcome = {
  readonly events: readonly DeletedEvent[];
  readonly activityId: string | null;
  readonly isDone: boolean;
  readonly left: string;
};

function result(outcome: string, { events, activityId, isDone, left }: Outcome, viewer: Viewer) {
  const rows = events.map((event) => {
    const { startsAt, instanceStartsAt } = event;
    const isException = instanceStartsAt !== null && instanceStartsAt !== startsAt;
    const id = viewer.shortId("event", event.id);
    const instanceStart = instanceStartOf({ ...event, isException }, viewer.timeZone);
    const times = isWholeSeries(event) ? " with all its times" : ` · ${spanLine(event, viewer.timeZone)}`;
    const target = ` · id ${id}${instanceStart === null ? "" : ` · instanceStart ${instanceStart}`}`;
    const { starts } = wallTimes(event, viewer.timeZone);
    return {
      // After a dry run, the agent may delete some of them by id.
      line: `- ${quotedShort(event.title)}${times}${isDone ? "" : target}`,
      fields: { id, title: shortTitle(event.title), starts, instanceStart },
    };
  });
  const lines = [outcome + activityText(activityId), ...rows.map(({ line }) => line), ...(left === "" ? [] : [left])];
  return {
    text: lines.join("\n"),
    data: { activityId, deleted: isDone, total: events.length, events: rows.map(({ fields }) => fields) },
  };
}

function isWholeSeries({ recurring, instanceStartsAt }: DeletedEvent): boolean {
  return recurring && instanceStartsAt === null;
}

/** Formats events, whole series first: `2 events: “Piano” with all its times, “Swimming” on Thu 3 Dec 2026, 15:30` */
function summaryOf(events: readonly DeletedEvent[], { timeZone }: Viewer): string {
  const ordered = [...events.filter(isWholeSeries), ...events.filter((event) => !isWholeSeries(event))];
  const named = ordered.map((event) => {
    const name = quotedShort(event.title);
    if (isWholeSeries(event)) return `${name} with all its times`;
    return `${name} on ${instanceLine(event.startsAt, event.allDay, timeZone)}`;
  });
  return `${countText(events.length, "event")}: ${firstOf(named, maxNamed)}`;
}
