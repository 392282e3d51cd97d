import { type Static, Type } from "@sinclair/typebox";
import type { EventRecord } from "#calendar/events/model.ts";
import { oneOf, Text } from "#lib/wire.ts";
import { meansEverybody } from "../../input/names.ts";
import { allOptional, Field, Param } from "../../input/parameters.ts";
import { reminderMinutes, remindersParameter, type WrittenReminders } from "../../input/reminders.ts";
import { type Clock, readLocalTime } from "../../input/times.ts";
import { wallOf } from "../../output/format.ts";
import { runAll, runEach } from "../../output/tool-error.ts";
import { type Context, toolsOf } from "../../tool.ts";
import { eventFields, type Times } from "./event-view.ts";
import { readRepeat } from "./repeating.ts";

export const startsParameter = (dayAloneEffect: string) =>
  Param.moment(`2026-11-27T18:00 or friday 18:00; a day alone ${dayAloneEffect}`);

export const endsParameter = (fallback: string) => Param.moment(`Else ${fallback}; all day: the last day`);

export const weekdayParameter = Type.String({ maxLength: 20, description: "Must fit the date" });

export const detailParameters = {
  location: Text(0, 500, { description: "Where" }),
  notes: Text(0, 2_000, { description: "More about it" }),
  members: Type.Array(Param.text(60), { maxItems: 50, description: "Who: names or ids" }),
  everyone: Param.flag("For all"),
  repeat: Param.text(2_000, "weekly until June, or an RRULE"),
  reminders: remindersParameter(),
};

export const instanceStartParameter = Param.moment("Its start or day or month");

const scopes = ["this", "this_and_future", "all"] as const;
export type EditScope = (typeof scopes)[number];
export const scopeParameter = oneOf(scopes, { description: "If it repeats; ask if unclear" });

const Details = allOptional({ title: Type.String(), ...detailParameters });
export type Details = Static<typeof Details>;

export const clearable = ["location", "notes", "members", "repeat", "reminders"] as const;

/** Returns the body with the details of an event. @throws ToolError if a member is unknown or a rule is invalid */
export async function detailsBody(
  context: Context,
  {
    title,
    location,
    notes,
    members,
    everyone,
    repeat,
    starts,
  }: Omit<Details, "reminders"> & { readonly starts?: string },
  clear: readonly (typeof clearable)[number][] = [],
  path = "",
  current: Pick<EventRecord, "recurrenceRule" | "memberIds"> | null = null,
) {
  const memberIds: string[] = [];
  const isLeft = !clear.includes("members") && (current?.memberIds.length ?? 0) > 0;
  const isForNobody = everyone === false && (members ?? []).length === 0 && !isLeft;
  if (isForNobody) context.note(`${path}everyone: false taken as left out, since nobody else would be left.`);
  let isGeneral = isForNobody ? undefined : everyone;
  const readMember = async (each: string, index: number) => {
    if (everyone !== false && meansEverybody(context, each)) {
      isGeneral = true;
      context.note(`${path}members read as everyone.`);
    } else memberIds.push(await context.memberId(each, `${path}members[${index}]`));
  };
  const [, rule] = await runAll(
    () => runEach(members ?? [], readMember),
    async () => {
      const repeated = { start: startDay(starts, context.clock), current: current?.recurrenceRule ?? null };
      return repeat === undefined ? undefined : readRepeat(repeat, `${path}repeat`, context.clock, repeated);
    },
  );
  const empty = <Value>(field: (typeof clearable)[number], value: Value) => (clear.includes(field) ? value : undefined);
  return {
    title,
    location: location ?? empty("location", null),
    notes: notes ?? empty("notes", null),
    memberIds: members ? memberIds : empty("members", []),
    isGeneral,
    recurrenceRule: rule ?? empty("repeat", null),
    reminderMinutes: empty("reminders", null),
  };
}

/** Returns the day of a start, or today if it is missing or wrong, which is refused elsewhere. */
function startDay(starts: string | undefined, clock: Clock): string {
  if (starts === undefined) return clock.today;
  try {
    return readLocalTime(starts, { ...clock, note: () => {} }, "starts").date;
  } catch {
    return clock.today;
  }
}
type Settings = Parameters<typeof reminderMinutes>[2];

/** Returns the reminder fields for the REST API. An empty list also turns off the household's default reminder. */
export function reminderFields(reminders: WrittenReminders, event: Times, timeZone: string, settings: Settings) {
  const start = event.allDay ? { date: event.startsAt.slice(0, 10), time: null } : wallOf(event.startsAt, timeZone);
  const minutes = reminderMinutes(reminders, { start, timeZone }, settings);
  return minutes.length === 0 ? { reminderMinutes: -1 } : { reminderMinutesList: minutes };
}

const names = {
  startsAt: "starts",
  endsAt: "ends",
  memberIds: "members",
  isGeneral: "everyone",
  recurrenceRule: "repeat",
  reminderMinutesList: "reminders",
  instanceStartsAt: "instanceStart",
  memberId: "member",
  id: "eventId",
};

export const instanceStartRepair = "send it as list_events returned it for the time that is meant.";
export const endsRepair = "must not lie before starts; of an all-day event it is the last day. Say both.";

const repairs = {
  not_found: "Parameter eventId: take an id that list_events returned; the event may be deleted.",
  "not_found instanceStartsAt": `Parameter instanceStart: ${instanceStartRepair} The event does not happen at the time sent.`,
  "unprocessable instanceStartsAt": `Parameter instanceStart: ${instanceStartRepair}`,
  read_only:
    "It comes from a calendar that the household follows. Say where it can be changed; nothing was changed here.",
  "ends_before_start endsAt": `Parameter ends: ${endsRepair}`,
  "series_only recurrenceRule": "Parameter repeat: leave it out, or take editScope this_and_future or all.",
  "rule_required recurrenceRule":
    "Parameter repeat: the rule names days or times that this move changes, so send the new RRULE along.",
};

export const eventTool = toolsOf("calendar", { names, repairs });

export const savedFields = { ...eventFields, ...Field.write, activityId: Field.optionalText };
