import type { EventRecord } from "#calendar/events/model.ts";
import { closed } from "#lib/wire.ts";
import { allOptional, Field, optional, Param, requireNotBoth } from "../../input/parameters.ts";
import { idParameter } from "../../input/records.ts";
import { readReminders } from "../../input/reminders.ts";
import type { Clock } from "../../input/times.ts";
import { activityText, savedAnswer } from "../../output/answers.ts";
import { bare, quoted, quotedShort } from "../../output/format.ts";
import { reminderSentences, reminderSettings, reminderText } from "../../output/reminders.ts";
import { runAll, wrongParameter } from "../../output/tool-error.ts";
import { readRecord } from "../../rest-client.ts";
import type { Context } from "../../tool.ts";
import { overlapLines } from "./clashes.ts";
import {
  changedTimes,
  exceptionRemarks,
  instanceLine,
  ownTimes,
  pastTimesRemarks,
  readInstanceStart,
  scheduledTimes,
  strayStartRemarks,
  type TimesInput,
} from "./event-times.ts";
import { eventTitles } from "./event-titles.ts";
import { type Event, eventView, type Times } from "./event-view.ts";
import * as parameters from "./parameters.ts";

const { clearable, detailsBody, eventTool, reminderFields } = parameters;
const eventId = idParameter("event", "Id or title", eventTitles);
const target = { scope: parameters.scopeParameter, instanceStart: parameters.instanceStartParameter };

export const updateEvent = eventTool({
  name: "update_event",
  title: "Change or move an event",
  profile: "core",
  does: "changes",
  description: "Moves, renames or otherwise changes an event. What is left out stays, so does the length.",
  input: closed({
    eventId,
    ...optional({
      editScope: target.scope,
      instanceStart: target.instanceStart,
      title: Param.text(200, "New"),
      starts: parameters.startsParameter("keeps the time"),
      ends: parameters.endsParameter("as long"),
      allDay: Param.flag("Without times"),
      weekday: parameters.weekdayParameter,
      ...parameters.detailParameters,
      clear: Param.clear(clearable),
    }),
  }),
  output: allOptional({ ...parameters.savedFields, reminders: Field.text }),
  async run(context, { eventId: id, editScope, instanceStart, clear, reminders, ...input }) {
    const { clock } = context;
    let known: EventRecord | null = null;
    const checks = [
      () => requireNotBoth({ ...input, reminders }, clear),
      () => detailsBody(context, input, clear, "", known),
      () => (reminders === undefined ? undefined : readReminders(reminders)),
    ] as const;
    const master = await masterOf(context, id).catch(async (error: unknown): Promise<never> => {
      await runAll(...checks, () => Promise.reject(error));
      throw error;
    });
    known = master;
    const [check, readDetails, readWritten] = checks;
    const readTimes = async () => {
      const target = targetOf(master, "editScope", editScope, instanceStart, clock);
      const current = currentTimes(master, target, input);
      return { target, current, changed: await changedTimes(input, current, clock) };
    };
    const [, { target, current, changed }, details, written] = await runAll(check, readTimes, readDetails, readWritten);
    const remind = written || clear?.includes("reminders") ? await reminderSettings(context) : null;
    const own =
      written && remind && reminderFields(written, changed?.times ?? current, clock.timeZone, remind.settings);
    const patch = { ...details, ...own, ...changed?.times };
    const edit = target && { editScope: target.scope, instanceStartsAt: target.instanceStartsAt ?? undefined };
    const { body, activityId } = await context.rest<Event>("PATCH", pathOf(id), { ...patch, ...edit });
    const view = eventView(body, context);
    const remarks = changed?.remarks ?? [];
    const isMoved = changed !== null && body.reminderMinutesList.length > 0;
    const now = remind ?? (isMoved ? await reminderSettings(context) : null);
    const told = now && reminderText(reminderSentences(body, now.settings, now.present));
    if (activityId === null) return savedAnswer("Nothing to change", view, activityId, [...remarks, ...listOf(told)]);
    const isRestored = isSkipped(master, target);
    const savedText = isRestored ? "Saved, no longer skipped" : "Saved";
    const outcome = body.id === master.id ? savedText : "Saved as a separate series from here on";
    const more = await changeRemarks(context, { master, target, patch, saved: body, isRestored });
    const { text, data } = savedAnswer(outcome, view, activityId, [...remarks, ...more, ...listOf(told)]);
    return { text, data: { ...data, reminders: told } };
  },
});

export const deleteEvent = eventTool({
  name: "delete_event",
  title: "Delete or skip an event",
  profile: "core",
  does: "deletes",
  description: "Cancels an event, or one time, all later ones or the whole of a series.",
  input: closed({ eventId, ...optional({ ...target, confirm: Param.confirm }) }),
  output: closed({ ...Field.write, deleted: Field.flag }),
  async run(context, { eventId: id, scope, instanceStart, confirm }) {
    const { clock } = context;
    const master = await masterOf(context, id);
    const target = targetOf(master, "scope", scope, instanceStart, clock);
    const name = quoted(master.title);
    const at = instanceLine(target?.instanceStartsAt ?? master.startsAt, master.allDay, clock.timeZone);
    const answer = (outcome: string, activityId: string | null) => ({
      text: `${outcome}${activityText(activityId)}`,
      data: { id: context.shortId("event", master.id), activityId, deleted: true },
    });
    const alreadySkipped = answer(`Nothing to do: ${name} on ${at} is skipped already`, null);
    if (isSkipped(master, target)) return alreadySkipped;
    // DELETE checks the occurrence only after the person agreed, and never for the scope all.
    const isUnchecked = target?.scope === "all" ? target.instanceStartsAt !== null : confirm !== true;
    if (target && isUnchecked) await requireInstance(context, master, target);
    const query = new URLSearchParams();
    if (target) query.set("scope", target.scope);
    if (target?.instanceStartsAt) query.set("instanceStartsAt", target.instanceStartsAt);
    // Agreeing to delete one occurrence must not cover the series.
    const isLarge = target !== null && target.scope !== "this";
    const [ask, done, what] = deletionTexts[target?.scope ?? "one"](name, at);
    context.confirm(confirm, `${ask} ${what}`, `${master.id} ${query}`, { isLarge });
    const { activityId } = await context.rest("DELETE", `${pathOf(id)}?${query}`);
    return activityId === null ? alreadySkipped : answer(`${done} ${what}`, activityId);
  },
});

const listOf = (line: string | null) => (line === null ? [] : [line]);

type DeletionTexts = (name: string, at: string) => readonly [ask: string, done: string, what: string];
/** Texts about a deletion, by its scope: a verb for the question to the person, one for the result, and the event. */
const deletionTexts: Readonly<Record<parameters.EditScope | "one", DeletionTexts>> = {
  one: (name, at) => ["delete", "Deleted", `${name} on ${at}`],
  all: (name) => ["delete", "Deleted", `${name} with all its times`],
  this: (name, at) => ["skip", "Skipped", `${name} on ${at}`],
  this_and_future: (name, at) => ["end", "Ended", `${name} before ${at}`],
};

type Change = {
  readonly master: EventRecord;
  readonly target: Target;
  readonly patch: Partial<Times> & Omit<Awaited<ReturnType<typeof detailsBody>>, "reminderMinutes">;
  readonly saved: Event;
  readonly isRestored: boolean;
};

async function changeRemarks(
  context: Context,
  { master, target, patch, saved, isRestored }: Change,
): Promise<string[]> {
  const { clock } = context;
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
    ...(target?.scope === "this" ? [] : replacedRemarks(context, master, saved)),
  ];
}

/** Returns remarks on what a change took out, because what the agent sends replaces all that was there. */
function replacedRemarks({ nameOf }: Context, before: EventRecord, saved: Event): string[] {
  const gone = before.memberIds.filter((id) => !saved.memberIds.includes(id)).map((id) => bare(nameOf(id)));
  const { notes } = before;
  return [
    ...(gone.length > 0 ? [`No longer for ${gone.join(", ")}.`] : []),
    ...(notes && notes !== saved.notes
      ? [`The notes before: ${quotedShort(notes, 300)}. To keep them, send them too.`]
      : []),
  ];
}

/** Scope of a change, and the original start of the changed occurrence. Null for an event that does not repeat. */
type Target = { readonly scope: parameters.EditScope; readonly instanceStartsAt: string | null } | null;

export function masterOf(context: Context, id: string): Promise<EventRecord> {
  return readRecord<EventRecord>(context, pathOf(id));
}

/** Returns the scope and the occurrence of a change. @throws ToolError if the event repeats and no scope is given */
function targetOf(
  master: EventRecord,
  parameter: "editScope" | "scope",
  scope: parameters.EditScope | undefined,
  instanceStart: string | undefined,
  clock: Clock,
): Target {
  if (master.recurrenceRule === null) return null;
  if (scope === undefined) {
    throw wrongParameter(
      parameter,
      `must be this, this_and_future or all, since ${quoted(master.title)} repeats. Nothing was changed`,
      `this for one time or this_and_future for it and all later ones, both with instanceStart; all for the whole series. Ask the person if it is not clear.`,
    );
  }
  const reading = { takesSpan: true, takesLater: scope === "this_and_future" };
  return {
    scope,
    instanceStartsAt: instanceStart === undefined ? null : readInstanceStart(instanceStart, master, clock, reading),
  };
}

/** Checks that an occurrence exists, by a PATCH without changes. @throws ToolError if the occurrence does not exist */
async function requireInstance(
  { rest }: Context,
  { id }: EventRecord,
  { scope, instanceStartsAt }: NonNullable<Target>,
): Promise<void> {
  const body = instanceStartsAt === null ? { editScope: scope } : { editScope: "all", instanceStartsAt };
  await rest("PATCH", pathOf(id), body);
}

/** Returns the times before the change. @throws ToolError if a whole series would move and no occurrence is given */
function currentTimes(master: EventRecord, target: Target, { starts, ends, allDay }: TimesInput): Times {
  if (target === null) return master;
  const { scope, instanceStartsAt } = target;
  if (instanceStartsAt === null) {
    const isMoved = starts !== undefined || ends !== undefined || allDay !== undefined;
    if (isMoved && scope === "all") {
      throw wrongParameter(
        "instanceStart",
        "must say which time of the series moves; the others move with it. Nothing was changed",
        "send it as list_events returned it for the time that starts and ends are about.",
      );
    }
    return master;
  }
  const times = scheduledTimes(master, instanceStartsAt);
  if (scope !== "this") return times;
  const own = master.exceptions.find((each) => each.instanceStartsAt === instanceStartsAt && !each.cancelled);
  return ownTimes(times, own);
}

function isSkipped({ exceptions }: EventRecord, target: Target): boolean {
  if (target?.scope !== "this") return false;
  return exceptions.some((each) => each.cancelled && each.instanceStartsAt === target.instanceStartsAt);
}

const pathOf = (id: string) => `/v1/events/${id}`;
