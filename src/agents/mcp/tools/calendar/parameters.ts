import { Type } from "@sinclair/typebox";
import { integer, oneOf, Text } from "#lib/wire.ts";
import { meansEverybody } from "../../input/names.ts";
import { textOrAbsent, textParameter, writeFields } from "../../input/parameters.ts";
import { clockOf, maxDateLength } from "../../input/times.ts";
import { runAll, runEach } from "../../output/combine-errors.ts";
import type { Context, ToolAnswer } from "../../tool.ts";
import { type Event, eventFields, eventView } from "./event-view.ts";
import { readRule } from "./repeating.ts";

const max = { members: 50, reminders: 10 };

const moment = (description: string) => Type.String({ maxLength: maxDateLength, description });

export const startsParameter = (dayAloneEffect: string) =>
  moment(`2026-11-27T18:00 or friday 18:00; a day alone ${dayAloneEffect}`);

export const endsParameter = (fallback: string) =>
  Type.Optional(moment(`Left out: ${fallback}. All day: the last day`));

export const weekdayParameter = Type.Optional(
  Type.String({ maxLength: 20, description: "Its weekday; a wrong one saves nothing" }),
);

export const detailParameters = {
  location: Type.Optional(Text(0, 500, { description: "Where" })),
  notes: Type.Optional(Text(0, 2_000, { description: "More about it" })),
  members: Type.Optional(Type.Array(textParameter(60), { maxItems: max.members, description: "Who: names or ids" })),
  everyone: Type.Optional(Type.Boolean({ description: "For all" })),
  repeat: Type.Optional(textParameter(2_000, "daily, every Monday or an RRULE")),
};

/** Parameter for reminders, which can be up to four weeks before the event. */
export const remindersParameter = Type.Optional(
  Type.Array(integer(0, 40_320), {
    maxItems: max.reminders,
    description: "Minutes before; [] for none",
  }),
);

export const instanceStartParameter = Type.Optional(moment("Which time of it, from list_events"));

export const scopeParameter = Type.Optional(
  oneOf(["this", "this_and_future", "all"], { description: "Needed if it repeats; ask if unclear" }),
);

export type Details = {
  readonly title?: string | undefined;
  readonly location?: string | undefined;
  readonly notes?: string | undefined;
  readonly members?: readonly string[] | undefined;
  readonly everyone?: boolean | undefined;
  readonly repeat?: string | undefined;
  readonly reminders?: readonly number[] | undefined;
};

export const clearable = ["location", "notes", "members", "repeat", "reminders"] as const;

/**
 * Returns the body for the REST API with the details of an event. Undefined fields are not sent.
 * @throws ToolError if a member is unknown or a rule is invalid
 */
export async function detailsBody(
  context: Context,
  { title, location, notes, members, everyone, repeat, reminders }: Details,
  clear: readonly (typeof clearable)[number][] = [],
  path = "",
) {
  const memberIds: string[] = [];
  let isAll = everyone;
  const readMember = async (each: string, index: number) => {
    if (everyone !== false && (await meansEverybody(context, each))) {
      isAll = true;
      context.note(`${path}members read as everyone.`);
    } else memberIds.push(await context.memberId(each, `${path}members[${index}]`));
  };
  const [, rule] = await runAll(
    () => runEach(members ?? [], readMember),
    async () => (repeat === undefined ? null : readRule(repeat, `${path}repeat`, await clockOf(context))),
  );
  const empty = <Value>(field: (typeof clearable)[number], value: Value) => (clear.includes(field) ? value : undefined);
  return {
    title,
    location: location ?? empty("location", null),
    notes: notes ?? empty("notes", null),
    memberIds: members ? memberIds : empty("members", []),
    isGeneral: isAll,
    recurrenceRule: repeat === undefined ? empty("repeat", null) : rule,
    ...(reminders === undefined ? { reminderMinutes: empty("reminders", null) } : remindersFrom(reminders)),
  };
}

/** Returns the reminder fields for the REST API. An empty list also turns off the household's default reminder. */
function remindersFrom(minutes: readonly number[]) {
  return minutes.length === 0 ? { reminderMinutes: -1 } : { reminderMinutesList: minutes };
}

export const restNames = {
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

const instanceStartRepair = "Parameter instanceStart: send it as list_events returned it for the time that is meant.";

export const repairs = {
  not_found: "Parameter eventId: take an id that list_events returned; the event may be deleted.",
  "not_found instanceStartsAt": `${instanceStartRepair} The event does not happen at the time sent.`,
  "unprocessable instanceStartsAt": instanceStartRepair,
  read_only:
    "It comes from a calendar that the household follows. Say where it can be changed; nothing was changed here.",
  "ends_before_start endsAt":
    "Parameter ends: must not lie before starts; of an all-day event it is the last day. Say both.",
  "series_only recurrenceRule": "Parameter repeat: leave it out, or take editScope this_and_future or all.",
  "rule_required recurrenceRule":
    "Parameter repeat: the rule names days or times that this move changes, so send the new RRULE along.",
};

export const savedFields = { ...eventFields, ...writeFields, activityId: textOrAbsent };

export async function savedResult(
  context: Context,
  outcome: string,
  event: Event,
  activityId: string | null,
  remarks: readonly string[],
): Promise<ToolAnswer> {
  const { line, fields } = eventView(event, await context.viewer());
  const entry = activityId === null ? "" : ` · activityId ${activityId}`;
  return { text: [`${outcome}: ${line.slice(2)}${entry}`, ...remarks].join("\n"), data: { ...fields, activityId } };
}
