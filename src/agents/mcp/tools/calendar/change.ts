import { Type } from "@sinclair/typebox";
import type { EventRecord } from "#calendar/events/model.ts";
import { closed, oneOf } from "#lib/wire.ts";
import { requireNotBoth } from "../../input/clear-fields.ts";
import { confirmParameter, flag, textParameter, writeFields } from "../../input/parameters.ts";
import { idParameter } from "../../input/records.ts";
import { type Clock, clockOf } from "../../input/times.ts";
import { runAll } from "../../output/combine-errors.ts";
import { quoted } from "../../output/format.ts";
import { wrongParameter } from "../../output/tool-error.ts";
import { readRecord } from "../../rest-client.ts";
import { type Context, tool } from "../../tool.ts";
import { overlapLines } from "./clashes.ts";
import { changedTimes, instanceLine, readInstanceStart, scheduledTimes, type TimesInput } from "./event-times.ts";
import type { Event, Times } from "./event-view.ts";
import {
  clearable,
  detailParameters,
  detailsBody,
  endsParameter,
  instanceStartParameter,
  remindersParameter,
  repairs,
  restNames,
  savedFields,
  savedResult,
  scopeParameter,
  startsParameter,
  weekdayParameter,
} from "./parameters.ts";
import { exceptionRemarks, pastTimesRemarks, strayStartRemarks } from "./remarks.ts";

type Scope = "this" | "this_and_future" | "all";

const eventId = idParameter("event", "From list_events");

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
    title: Type.Optional(textParameter(200, "New title")),
    starts: Type.Optional(startsParameter("keeps the time")),
    ends: endsParameter("as long"),
    allDay: Type.Optional(Type.Boolean({ description: "Days, without times" })),
    weekday: weekdayParameter,
    ...detailParameters,
    reminders: remindersParameter,
    clear: Type.Optional(Type.Array(oneOf(clearable), { maxItems: clearable.length, description: "Fields to empty" })),
  }),
  output: closed(savedFields),
  names: restNames,
  repairs,
  async run(context, { eventId: id, editScope, instanceStart, clear, ...input }) {
    const clock = await clockOf(context);
    const checkOthers = () => [() => requireNotBoth(input, clear), () => detailsBody(context, input, clear)] as const;
    const master = await masterOf(context, id).catch(async (error: unknown): Promise<never> => {
      await runAll(...checkOthers(), () => Promise.reject(error));
      throw error;
    });
    const timesOf = () => {
      const target = targetOf(master, "editScope", editScope, instanceStart, clock);
      return { target, changed: changedTimes(input, currentTimes(master, target, input), clock) };
    };
    const [, { target, changed }, details] = await runAll(
      () => requireNotBoth(input, clear),
      timesOf,
      () => detailsBody(context, input, clear),
    );
    const patch = { ...details, ...changed?.times };
    const edit = target && { editScope: target.scope, instanceStartsAt: target.instanceStartsAt ?? undefined };
    const saved = await context.rest<Event>("PATCH", pathOf(id), { ...patch, ...edit });
    const isNew = saved.body.id !== master.id;
    const isRestored = isSkipped(master, target);
    const savedText = isRestored ? "Saved, no longer skipped" : "Saved";
    const outcome =
      saved.activityId === null ? "Nothing to change" : isNew ? "Saved as a separate series from here on" : savedText;
    const remarks =
      saved.activityId === null
        ? []
        : await changeRemarks(context, { master, target, patch, saved: saved.body, isRestored });
    return savedResult(context, outcome, saved.body, saved.activityId, [...(changed?.remarks ?? []), ...remarks]);
  },
});

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
  names: restNames,
  repairs,
  async run(context, { eventId: id, scope, instanceStart, confirm }) {
    const clock = await clockOf(context);
    const master = await masterOf(context, id);
    const target = targetOf(master, "scope", scope, instanceStart, clock);
    const { ask, outcome } = deletionTexts(master, target, clock);
    const at = instanceLine(target?.instanceStartsAt ?? master.startsAt, master.allDay, clock.timeZone);
    const alreadySkipped = {
      text: `Nothing to do: ${quoted(master.title)} on ${at} is skipped already`,
      data: { id: context.shortId("event", master.id), activityId: null, deleted: true },
    };
    if (isSkipped(master, target)) return alreadySkipped;
    // DELETE checks the occurrence only after the person agreed, and never for the scope all.
    const isUnchecked = target?.scope === "all" ? target.instanceStartsAt !== null : confirm !== true;
    if (target && isUnchecked) await requireInstance(context, master, target);
    const query = new URLSearchParams();
    if (target) query.set("scope", target.scope);
    if (target?.instanceStartsAt) query.set("instanceStartsAt", target.instanceStartsAt);
    // Agreeing to delete one occurrence must not cover the series.
    const isLarge = target !== null && target.scope !== "this";
    context.confirm(confirm, ask, `${master.id} ${query}`, { isLarge });
    const { activityId } = await context.rest("DELETE", `${pathOf(id)}?${query}`);
    if (activityId === null) return alreadySkipped;
    return {
      text: `${outcome} · activityId ${activityId}`,
      data: { id: context.shortId("event", master.id), activityId, deleted: true },
    };
  },
});

type Change = {
  readonly master: EventRecord;
  readonly target: Target;
  readonly patch: Partial<Times> & Awaited<ReturnType<typeof detailsBody>>;
  readonly saved: Event;
  readonly isRestored: boolean;
};

async function changeRemarks(
  context: Context,
  { master, target, patch, saved, isRestored }: Change,
): Promise<string[]> {
  const clock = await clockOf(context);
  const { startsAt, endsAt, allDay, recurrenceRule, memberIds, isGeneral } = patch;
  const times =
    startsAt !== undefined && endsAt !== undefined && allDay !== undefined ? { startsAt, endsAt, allDay } : null;
  const isMoved = times !== null || recurrenceRule !== undefined;
  const isOtherwiseBooked = isMoved || isRestored || memberIds !== undefined || isGeneral !== undefined;
  const newStart = times && (times.allDay ? `${times.startsAt.slice(0, 10)}T00:00:00.000Z` : times.startsAt);
  return [
    ...(times ? pastTimesRemarks(times, saved.recurrenceRule, clock) : []),
    ...(isMoved ? strayStartRemarks(saved) : []),
    ...(isMoved && target && target.scope !== "this"
      ? exceptionRemarks(master, target.instanceStartsAt, newStart, saved, clock)
      : []),
    ...(isOtherwiseBooked ? await overlapLines(context, saved) : []),
  ];
}

/** Scope of a change, and the original start of the changed occurrence. Null for an event that does not repeat. */
type Target = { readonly scope: Scope; readonly instanceStartsAt: string | null } | null;

export function masterOf(context: Context, id: string): Promise<EventRecord> {
  return readRecord<EventRecord>(context, pathOf(id));
}

/** Returns the scope and the occurrence of a change. @throws ToolError if the event repeats and no scope is given */
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
  return {
    scope,
    instanceStartsAt: instanceStart === undefined ? null : readInstanceStart(instanceStart, master, clock),
  };
}

/** Checks by a PATCH without changes that the occurrence exists. @throws ToolError if the occurrence does not exist */
async function requireInstance(
  { rest }: Context,
  { id }: EventRecord,
  { scope, instanceStartsAt }: NonNullable<Target>,
): Promise<void> {
  const body = instanceStartsAt === null ? { editScope: scope } : { editScope: "all", instanceStartsAt };
  await rest("PATCH", pathOf(id), body);
}

/**
 * Returns the times of the event or occurrence before the change. New times are computed from these times.
 * @throws ToolError if a whole series would move and no occurrence is given
 */
function currentTimes(master: EventRecord, target: Target, { starts, ends, allDay }: TimesInput): Times {
  if (target === null) return master;
  const { scope, instanceStartsAt } = target;
  if (instanceStartsAt === null) {
    const isMoved = starts !== undefined || ends !== undefined || allDay !== undefined;
    if (isMoved && scope === "all") {
      throw wrongParameter(
        "instanceStart",
        "must say which time of the series moves; the others move with it. Nothing was changed",
        "Parameter instanceStart: send it as list_events returned it for the time that starts and ends are about.",
      );
    }
    return master;
  }
  const times = scheduledTimes(master, instanceStartsAt);
  if (scope !== "this") return times;
  const own = master.exceptions.find((each) => each.instanceStartsAt === instanceStartsAt && !each.cancelled);
  return {
    startsAt: own?.startsAt ?? times.startsAt,
    endsAt: own?.endsAt ?? times.endsAt,
    allDay: own?.allDay ?? times.allDay,
  };
}

function isSkipped({ exceptions }: EventRecord, target: Target): boolean {
  if (target?.scope !== "this") return false;
  return exceptions.some((each) => each.cancelled && each.instanceStartsAt === target.instanceStartsAt);
}

function deletionTexts({ title, allDay, startsAt }: EventRecord, target: Target, { timeZone }: Clock) {
  const name = quoted(title);
  const at = instanceLine(target?.instanceStartsAt ?? startsAt, allDay, timeZone);
  if (target === null) return { ask: `delete ${name} on ${at}`, outcome: `Deleted ${name} on ${at}` };
  if (target.scope === "all")
    return { ask: `delete ${name} with all its times`, outcome: `Deleted ${name} with all its times` };
  if (target.scope === "this") return { ask: `skip ${name} on ${at}`, outcome: `Skipped ${name} on ${at}` };
  return { ask: `end ${name} before ${at}`, outcome: `Ended ${name} before ${at}` };
}

function pathOf(id: string): string {
  return `/v1/events/${encodeURIComponent(id)}`;
}
