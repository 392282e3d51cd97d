/** Reads the details of tasks: due date, time of day, notes, priority and reminders. */
import type { Static } from "@sinclair/typebox";
import type { Task } from "#routines/tasks/model.ts";
import { allOptional, Param } from "../input/parameters.ts";
import { readReminders, reminderMinutes, remindersParameter, type WrittenReminders } from "../input/reminders.ts";
import { notePast, readClockTime, readDay, readLocalTime } from "../input/times.ts";
import { reminderSettings } from "../output/reminders.ts";
import { runAll, ToolError, wrongParameter } from "../output/tool-error.ts";
import type { Context } from "../tool.ts";

export const detailParameters = {
  dueTime: Param.text(40, "17:30"),
  notes: Param.text(2_000, "More"),
  priority: Param.flag("Important"),
  reminders: remindersParameter(),
};

export const clearable = ["due", "dueTime", "notes", "reminders"] as const;
export type Clearable = (typeof clearable)[number];

/** Fields of the REST API that a field of `clear` empties. Without a due date, a task has no time of day. */
export const clearedFields = {
  due: "dueDate",
  dueTime: "dueTime",
  notes: "notes",
  reminders: "reminderMinutesList",
} as const satisfies Record<Clearable, keyof Task>;

const Details = allOptional({ due: Param.moment(""), ...detailParameters });
type Details = Static<typeof Details>;

type Start = { readonly dueDate: string | null; readonly dueTime: string | null };
type Settings = Awaited<ReturnType<typeof reminderSettings>>;

/** Reads the details of a task. Reminders stay as they were written, because they depend on the stored due date. */
export async function readDetails(context: Context, details: Details, path: string) {
  const { dueTime, notes, priority, reminders } = details;
  const { clock } = context;
  const [due, time, written] = await runAll(
    () => (details.due === undefined ? undefined : readDue(context, details.due, `${path}due`)),
    () => (dueTime === undefined ? undefined : readClockTime(dueTime, `${path}dueTime`, clock.note)),
    () => (reminders === undefined ? undefined : readReminders(reminders, path)),
  );
  if (due?.time && time !== undefined && due.time !== time) {
    const repair = `due says ${due.time}. Leave one of the two times out.`;
    throw wrongParameter(`${path}dueTime`, "differs from the time in due", repair);
  }
  const fields = { dueDate: due?.date, dueTime: time ?? due?.time ?? undefined, notes, isPriority: priority };
  return { fields, written };
}

/** Reads a due date that may have a time. A part of the day, such as an evening, is left out, and the result says so. */
function readDue({ clock }: Context, text: string, place: string) {
  let due: { readonly date: string; readonly time: string | null };
  try {
    due = readLocalTime(text, clock, place);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    due = { date: readDay(text, clock, place, { thing: "a task without dueTime" }), time: null };
  }
  notePast(clock, due.date, `${place}: `);
  return due;
}

type Draft = { readonly written: WrittenReminders | undefined };

/** Reads who gets reminders if a task gets some. Must come before anything is saved, because the request can fail. */
export function settingsFor(context: Context, drafts: readonly Draft[]): Promise<Settings> | null {
  return drafts.some(({ written }) => written !== undefined) ? reminderSettings(context) : null;
}

/** Returns the reminders for the REST API. @throws ToolError if the task has no due date, or a reminder comes after it */
export function reminderField(
  { timeZone }: Context,
  written: WrittenReminders | undefined,
  read: Settings | null,
  { dueDate, dueTime }: Start,
  path: string,
) {
  if (written === undefined || read === null) return {};
  if (dueDate === null && written.length > 0) {
    const repair = "a task without a due date reminds nobody: send due too, or leave reminders out.";
    throw wrongParameter(`${path}reminders`, "needs due", repair);
  }
  const start = { date: dueDate ?? "", time: dueTime };
  return { reminderMinutesList: reminderMinutes(written, { start, timeZone }, read.settings) };
}
