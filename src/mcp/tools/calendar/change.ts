/** Changing and deleting what is in the calendar, of a series never more than was said. */
import { Type } from "@sinclair/typebox";
import type { EventRecord } from "../../../events/model.ts";
import { closed, oneOf, Text } from "../../../wire.ts";
import { requireNotBoth } from "../../input/clear-fields.ts";
import { confirmParameter, flag, idParameter, writeFields } from "../../input/parameters.ts";
import { quoted } from "../../output/format.ts";
import { wrongParameter } from "../../output/tool-error.ts";
import { readRecord } from "../../rest-client.ts";
import { type Context, tool } from "../../tool.ts";
import { type Clock, changedTimes, instanceLine, instanceSaid, type Said, slotTimes } from "./event-times.ts";
import type { Event, Times } from "./event-view.ts";
import {
  clearable,
  clockOf,
  detailParameters,
  detailsFrom,
  endsParameter,
  instanceStartParameter,
  names,
  remindersParameter,
  repairs,
  savedFields,
  scopeParameter,
  startsParameter,
  toldSaved,
  weekdayParameter,
} from "./parameters.ts";

type Scope = "this" | "this_and_future" | "all";

const eventId = idParameter("From list_events");

/** An event, or some of a series. */
export const updateEvent = tool({
  name: "update_event",
  title: "Change or move an event",
  group: "calendar",
  profile: "core",
  does: "changes",
  scopes: ["calendar.write"],
  description: "Moves, renames or otherwise changes an event. What is left out stays, so does the length.",
  input: closed({
    eventId,
    editScope: scopeParameter,
    instanceStart: instanceStartParameter,
    title: Type.Optional(Text(1, 200, { description: "New title" })),
    starts: Type.Optional(startsParameter("keeps the time")),
    ends: endsParameter("as long"),
    allDay: Type.Optional(Type.Boolean({ description: "true: days, without times" })),
    weekday: weekdayParameter,
    ...detailParameters,
    reminders: remindersParameter,
    clear: Type.Optional(Type.Array(oneOf(clearable), { maxItems: clearable.length, description: "Fields to empty" })),
  }),
  output: closed(savedFields),
  names,
  repairs,
  async run(context, { eventId: id, editScope, instanceStart, clear, ...input }) {
    requireNotBoth(input, clear);
    const clock = await clockOf(context);
    const master = await masterOf(context, id);
    const target = targetOf(master, "editScope", editScope, instanceStart, clock);
    const timed = changedTimes(input, presentTimes(master, target, input), clock);
    const patch = { ...(await detailsFrom(context, input, clear)), ...timed?.times };
    const edit = target && { editScope: target.scope, instanceStartsAt: target.instanceStartsAt ?? undefined };
    const saved = await context.rest<Event>("PATCH", pathOf(id), { ...patch, ...edit });
    const isNew = saved.body.id !== master.id;
    const isBack = isSkipped(master, target) ? "Saved, no longer skipped" : "Saved";
    const did =
      saved.activityId === null ? "Nothing to change" : isNew ? "Saved, from here on a series of its own" : isBack;
    return toldSaved(context, did, saved.body, saved.activityId, timed?.remarks ?? []);
  },
});

/** An event, or some of a series. */
export const deleteEvent = tool({
  name: "delete_event",
  title: "Delete or skip an event",
  group: "calendar",
  profile: "core",
  does: "deletes",
  scopes: ["calendar.write"],
  description: "Cancels an event, or one time, all later ones or the whole of a series.",
  input: closed({ eventId, scope: scopeParameter, instanceStart: instanceStartParameter, confirm: confirmParameter }),
  output: closed({ ...writeFields, deleted: flag }),
  names,
  repairs,
  async run(context, { eventId: id, scope, instanceStart, confirm }) {
    const clock = await clockOf(context);
    const master = await masterOf(context, id);
    const target = targetOf(master, "scope", scope, instanceStart, clock);
    const { ask, did } = deletion(master, target, clock);
    const at = instanceLine(target?.instanceStartsAt ?? master.startsAt, master.allDay, clock.timeZone);
    const nothing = {
      text: `Nothing to do: ${quoted(master.title)} on ${at} is skipped already`,
      data: { id: master.id, activityId: null, deleted: true },
    };
    if (isSkipped(master, target)) return nothing;
    // DELETE refuses an instance that does not exist, but only once the person has agreed, and not for the scope all.
    const isUnchecked = target?.scope === "all" ? target.instanceStartsAt !== null : confirm !== true;
    if (target && isUnchecked) await requireInstance(context, master, target);
    const query = new URLSearchParams();
    if (target) query.set("scope", target.scope);
    if (target?.instanceStartsAt) query.set("instanceStartsAt", target.instanceStartsAt);
    // Nobody's agreement to one time is one to all of them.
    context.confirm(confirm, ask, `${master.id} ${query}`);
    const { activityId } = await context.rest("DELETE", `${pathOf(id)}?${query}`);
    if (activityId === null) return nothing;
    return { text: `${did} · activityId ${activityId}`, data: { id: master.id, activityId, deleted: true } };
  },
});

/** Which part of a series is meant; null for an event that happens once. */
type Target = { readonly scope: Scope; readonly instanceStartsAt: string | null } | null;

/** @throws ToolError 404. */
function masterOf(context: Context, id: string): Promise<EventRecord> {
  return readRecord<EventRecord>(context, pathOf(id));
}

/**
 * What of a series is meant. REST checks whether there is such an instance. `parameter` is what the tool calls the scope.
 * @throws ToolError where a series comes without a scope.
 */
function targetOf(
  master: EventRecord,
  parameter: "editScope" | "scope",
  scope: Scope | undefined,
  instanceStart: string | undefined,
  clock: Clock,
): Target {
  if (master.recurrenceRule === null) return null;
  if (scope === undefined) {
    throw wrongParameter(
      parameter,
      `must be this, this_and_future or all, since ${quoted(master.title)} repeats. Nothing was changed`,
      `Parameter ${parameter}: this for one time or this_and_future for it and all later ones, both with instanceStart; all for the whole series. Ask the person if it is not clear.`,
    );
  }
  return { scope, instanceStartsAt: instanceStart === undefined ? null : instanceSaid(instanceStart, master, clock) };
}

/** Checks an instance by an empty PATCH. @throws ToolError in REST's words for one that is missing or does not exist. */
async function requireInstance(
  { rest }: Context,
  { id }: EventRecord,
  { scope, instanceStartsAt }: NonNullable<Target>,
): Promise<void> {
  const asked = instanceStartsAt === null ? { editScope: scope } : { editScope: "all", instanceStartsAt };
  await rest("PATCH", pathOf(id), asked);
}

/**
 * What new times are measured from: of one time of a series its own, else the series'.
 * @throws ToolError where all of a series is to be moved, by nobody knows how much.
 */
function presentTimes(master: EventRecord, target: Target, { starts, ends, allDay }: Said): Times {
  if (target === null) return master;
  const { scope, instanceStartsAt } = target;
  if (instanceStartsAt === null) {
    const isMoved = starts !== undefined || ends !== undefined || allDay !== undefined;
    if (isMoved && scope === "all") {
      throw wrongParameter(
        "instanceStart",
        "say which time of the series is moved; the others move with it. Nothing was changed",
        "Parameter instanceStart: send it as list_events answered it for the time that starts and ends are about.",
      );
    }
    return master;
  }
  const times = slotTimes(master, instanceStartsAt);
  if (scope !== "this") return times;
  const own = master.exceptions.find((each) => each.instanceStartsAt === instanceStartsAt && !each.cancelled);
  return {
    startsAt: own?.startsAt ?? times.startsAt,
    endsAt: own?.endsAt ?? times.endsAt,
    allDay: own?.allDay ?? times.allDay,
  };
}

/** True for one time of a series that does not happen. */
function isSkipped({ exceptions }: EventRecord, target: Target): boolean {
  if (target?.scope !== "this") return false;
  return exceptions.some((each) => each.cancelled && each.instanceStartsAt === target.instanceStartsAt);
}

/** What a deletion is called, before and after. */
function deletion({ title, allDay, startsAt }: EventRecord, target: Target, { timeZone }: Clock) {
  const name = quoted(title);
  const at = instanceLine(target?.instanceStartsAt ?? startsAt, allDay, timeZone);
  if (target === null) return { ask: `delete ${name} on ${at}`, did: `Deleted ${name} on ${at}` };
  if (target.scope === "all")
    return { ask: `delete ${name} with all its times`, did: `Deleted ${name} with all its times` };
  if (target.scope === "this") return { ask: `skip ${name} on ${at}`, did: `Skipped ${name} on ${at}` };
  return { ask: `end ${name} before ${at}`, did: `Ended ${name} before ${at}` };
}

function pathOf(id: string): string {
  return `/v1/events/${encodeURIComponent(id)}`;
}
