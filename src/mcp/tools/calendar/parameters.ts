/** What the tools that write events share: their parameters, REST's words for them, and how what is said gets there. */
import { Type } from "@sinclair/typebox";
import { integer, oneOf, Text } from "../../../wire.ts";
import { isEverybody } from "../../input/names.ts";
import { textOrNull, writeFields } from "../../input/parameters.ts";
import { quotedShort } from "../../output/format.ts";
import { ToolError } from "../../output/tool-error.ts";
import type { Context, ToolAnswer } from "../../tool.ts";
import type { Clock } from "./event-times.ts";
import { type Event, eventFields, shownEvent } from "./event-view.ts";
import { ruleOf } from "./repeating.ts";

const most = { members: 50, reminders: 10 };

const moment = (description: string) => Type.String({ maxLength: 40, description });

/** The start; `alone` is what a day without a time does. */
export const startsParameter = (alone: string) => moment(`2026-11-27T18:00 or friday 18:00; a day alone ${alone}`);

/** The end, where `unsaid` says what happens without. */
export const endsParameter = (unsaid: string) => Type.Optional(moment(`Left out: ${unsaid}. All day: the last day`));

/** A weekday's name, to check a date against. */
export const weekdayParameter = Type.Optional(
  Type.String({ maxLength: 20, description: "Its weekday; a wrong one saves nothing" }),
);

/** What may be said of any event. */
export const detailParameters = {
  location: Type.Optional(Text(0, 500, { description: "Where" })),
  notes: Type.Optional(Text(0, 2_000, { description: "More about it" })),
  members: Type.Optional(Type.Array(Text(1, 60), { maxItems: most.members, description: "Who: names or ids" })),
  everyone: Type.Optional(Type.Boolean({ description: "For the whole household" })),
  repeat: Type.Optional(Text(1, 2_000, { description: "daily, weekly, monthly, yearly or an RRULE" })),
};

/** Reminders, up to four weeks before. */
export const remindersParameter = Type.Optional(
  Type.Array(integer(0, 40_320), {
    maxItems: most.reminders,
    description: "Minutes before; [] for none",
  }),
);

/** Which instance of a series. */
export const instanceStartParameter = Type.Optional(moment("Which time of it, from list_events"));

/** How much of a series. */
export const scopeParameter = Type.Optional(
  oneOf(["this", "this_and_future", "all"], { description: "Needed if it repeats; ask if unclear" }),
);

/** What {@link detailParameters} hold. */
export type Details = {
  readonly title?: string | undefined;
  readonly location?: string | undefined;
  readonly notes?: string | undefined;
  readonly members?: readonly string[] | undefined;
  readonly everyone?: boolean | undefined;
  readonly repeat?: string | undefined;
  readonly reminders?: readonly number[] | undefined;
};

/** The details that can be emptied. */
export const clearable = ["location", "notes", "members", "repeat", "reminders"] as const;

/**
 * Details as REST takes them; what was not said is undefined, and so not sent. What is to be cleared is emptied. `at` is as in
 * `Said`. @throws ToolError for a member's name that there is not, and for a rule that is none.
 */
export async function detailsFrom(
  context: Context,
  { title, location, notes, members, everyone, repeat, reminders }: Details,
  clear: readonly (typeof clearable)[number][] = [],
  at = "",
) {
  const memberIds: string[] = [];
  for (const [index, each] of (members ?? []).entries()) {
    memberIds.push(await memberOf(context, each, index, at));
  }
  const empty = <Value>(field: (typeof clearable)[number], value: Value) => (clear.includes(field) ? value : undefined);
  return {
    title,
    location: location ?? empty("location", null),
    notes: notes ?? empty("notes", null),
    memberIds: members ? memberIds : empty("members", []),
    isGeneral: everyone,
    recurrenceRule: repeat === undefined ? empty("repeat", null) : ruleOf(repeat, `${at}repeat`),
    ...(reminders === undefined ? { reminderMinutes: empty("reminders", null) } : remindersFrom(reminders)),
  };
}

/** @throws ToolError for a name that nobody bears; for all of them together with what to send instead. */
async function memberOf(context: Context, said: string, index: number, at: string): Promise<string> {
  try {
    return await context.memberId(said, `${at}members[${index}]`);
  } catch (error) {
    if (!(error instanceof ToolError && error.status === null && isEverybody(said))) throw error;
    const instead = at === "" ? "send everyone: true for the whole household" : "the event is everyone's then";
    throw error.withRepair(`Parameter ${at}members: leave ${quotedShort(said)} out; ${instead}.`);
  }
}

/** No minutes at all: no reminder, even where the household has a default. */
function remindersFrom(minutes: readonly number[]) {
  return minutes.length === 0 ? { reminderMinutes: -1 } : { reminderMinutesList: minutes };
}

/** REST's names for the tools' parameters. */
export const names = {
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

const whichInstance = "Parameter instanceStart: send it as list_events answered it for the time that is meant.";

/** What to do about REST's refusals. */
export const repairs = {
  not_found: "Parameter eventId: take an id that list_events answered; the event may be gone.",
  "not_found instanceStartsAt": `${whichInstance} The event does not happen at the time sent.`,
  "unprocessable instanceStartsAt": whichInstance,
  "ends_before_start endsAt":
    "Parameter ends: must not lie before starts; of an all-day event it is the last day. Say both.",
  "series_only recurrenceRule": "Parameter repeat: leave it out, or take editScope this_and_future or all.",
  "rule_required recurrenceRule":
    "Parameter repeat: the rule names days or times that this move changes, so send the new RRULE along.",
};

/** What every tool that writes one event answers. */
export const savedFields = { ...eventFields, ...writeFields, activityId: textOrNull };

/** The household's date and zone. */
export async function clockOf(context: Context): Promise<Clock> {
  const { household, now } = await context.present();
  return { today: now.date, timeZone: household.timeZone };
}

/** What was saved: `did` says what happened, `remarks` what there is to know about it. */
export async function toldSaved(
  context: Context,
  did: string,
  event: Event,
  activityId: string | null,
  remarks: readonly string[],
): Promise<ToolAnswer> {
  const { timeZone } = await clockOf(context);
  const { line, fields } = shownEvent(event, { members: await context.members(), timeZone });
  const entry = activityId === null ? "" : ` · activityId ${activityId}`;
  return { text: [`${did}: ${line.slice(2)}${entry}`, ...remarks].join("\n"), data: { ...fields, activityId } };
}
