/** Offers tools for check-ins. Does not return people's answers, because the answers are private. */
import { Type } from "@sinclair/typebox";
import type { Member } from "#accounts/members/model.ts";
import { closed, oneOf } from "#lib/wire.ts";
import type { CheckInRecord as CheckIn } from "#routines/check-ins/model.ts";
import { meansEverybody } from "../input/names.ts";
import {
  confirmParameter,
  count,
  cursorParameter,
  flag,
  idempotencyKeyParameter,
  item,
  pageFields,
  text,
  textParameter,
  writeFields,
} from "../input/parameters.ts";
import { idParameter } from "../input/records.ts";
import { type Note, readClockTime, readWeekday, weekdayName } from "../input/times.ts";
import { runAll, runEach, runEachSync } from "../output/combine-errors.ts";
import { bare, quoted } from "../output/format.ts";
import type { RowView } from "../output/paging.ts";
import { toParameterPath, wrongParameter } from "../output/tool-error.ts";
import { readRecord } from "../rest-client.ts";
import { type Context, tool, type Viewer } from "../tool.ts";

const presetKeys = [
  "energy",
  "happiness",
  "health",
  "sleep",
  "school",
  "vibe",
  "custom",
] as const satisfies readonly CheckIn["presetKey"][];

const scheduleFields = {
  name: text,
  assignees: Type.Array(text),
  days: Type.Array(text),
  times: Type.Array(text),
};
/**
 * Names of parameters by field of the REST API. Times and faces are written as one text each: `19:00 After supper`, `😀
 * Great`.
 */
const restNames = { id: "checkInId", assigneeIds: "assignees", daysOfWeek: "days", time: "", emoji: "", label: "" };
const repairs = {
  not_found: "Parameter checkInId: take an id that list_check_ins returned; the check-in may be deleted.",
};

const listCheckIns = tool({
  name: "list_check_ins",
  title: "List check-ins",
  group: "checkins",
  profile: "full",
  does: "reads",
  scopes: ["checkins.read"],
  description: "What people are asked about how they are, when, and who has answered today. The answers stay private.",
  input: closed({ cursor: cursorParameter }),
  output: closed({
    ...pageFields,
    checkIns: Type.Array(
      item({
        id: text,
        presetKey: text,
        question: text,
        ...scheduleFields,
        active: flag,
        today: Type.Array(item({ time: text, member: text, answered: flag })),
        more: count,
      }),
    ),
  }),
  async run(context, { cursor }) {
    const { body } = await context.rest<{ checkIns: CheckIn[] }>("GET", "/v1/check-ins");
    const viewer = await context.viewer();
    const page = context.page(body.checkIns, cursor, "No check-ins.", (each) => checkInWithTodayView(each, viewer));
    return { text: page.text, data: { ...page.paging, checkIns: page.items } };
  },
});

const saveCheckIn = tool({
  name: "save_check_in",
  title: "Add or change a check-in",
  group: "checkins",
  profile: "full",
  does: "changes",
  isIdempotent: false,
  scopes: ["checkins.write"],
  isForAdults: true,
  description:
    "Sets up a regular question to people (with presetKey, assignees, days, times), or changes the one with checkInId; what is left out stays.",
  input: closed({
    checkInId: Type.Optional(idParameter("check_in", "To change one: from list_check_ins")),
    presetKey: Type.Optional(oneOf(presetKeys, { description: "Sets the question; custom asks yours" })),
    question: Type.Optional(textParameter(200, "For custom")),
    assignees: Type.Optional(Type.Array(textParameter(60), { maxItems: 50, description: "Names or ids" })),
    days: Type.Optional(Type.Array(textParameter(20), { maxItems: 7, description: "Weekdays" })),
    times: Type.Optional(
      Type.Array(textParameter(60), { maxItems: 24, description: "19:00, or with a label: 19:00 After supper" }),
    ),
    name: Type.Optional(textParameter(100, "Not the preset's")),
    faces: Type.Optional(
      Type.Array(textParameter(60), { minItems: 2, maxItems: 5, description: "Own answers: 😀 Great" }),
    ),
    notify: Type.Optional(Type.Boolean({ description: "Remind them" })),
    active: Type.Optional(Type.Boolean({ description: "false pauses it" })),
    clear: Type.Optional(Type.Array(oneOf(["faces"]), { maxItems: 1, description: "Back to the preset's" })),
    idempotencyKey: idempotencyKeyParameter,
  }),
  output: closed({ ...writeFields, ...scheduleFields }),
  names: restNames,
  repairs,
  async run(context, { checkInId, assignees, days, times, faces, clear = [], idempotencyKey, ...rest }) {
    const needed =
      checkInId === undefined ? { presetKey: rest.presetKey, assigneeIds: assignees, daysOfWeek: days, times } : {};
    const [, assigneeIds, daysOfWeek, readTimes] = await runAll(
      () => runEachSync(Object.entries(needed), ([name, value]) => requireGiven(name, value)),
      () => (assignees === undefined ? undefined : memberIds(context, assignees)),
      () => days && runEachSync(days, (day, index) => readWeekday(day, `days[${index}]`)),
      () => times && runEachSync(times, (each, index) => readTime(each, `times[${index}]`, context.note)),
    );
    const given = {
      ...rest,
      ...(readTimes === undefined ? {} : { times: readTimes }),
      ...(faces === undefined ? {} : { faces: faces.map(readFace) }),
      ...(assigneeIds === undefined ? {} : { assigneeIds }),
      ...(daysOfWeek === undefined ? {} : { daysOfWeek }),
    };
    if (checkInId !== undefined) {
      const patch = { ...(clear.includes("faces") ? { faces: null } : {}), ...given };
      const saved = await context.rest<CheckIn>("PATCH", pathOf(checkInId), patch);
      return savedResult(
        context,
        saved.activityId === null ? "Nothing to change" : "Saved",
        saved.body,
        saved.activityId,
      );
    }
    const saved = await context.rest<CheckIn>("POST", "/v1/check-ins", withQuestion(given), { idempotencyKey });
    return savedResult(context, saved.isReplay ? "Added before" : "Added", saved.body, saved.activityId);
  },
});

const deleteCheckIn = tool({
  name: "delete_check_in",
  title: "Delete a check-in",
  group: "checkins",
  profile: "full",
  does: "deletes",
  scopes: ["checkins.write"],
  isForAdults: true,
  description: "Stops asking for good; past answers stay. To pause it take save_check_in.",
  input: closed({ checkInId: idParameter("check_in", "From list_check_ins"), confirm: confirmParameter }),
  output: closed(writeFields),
  names: restNames,
  repairs,
  async run(context, { checkInId, confirm }) {
    const { id, name } = await readRecord<CheckIn>(context, pathOf(checkInId));
    context.confirm(confirm, `delete the check-in ${quoted(name)}`, id, { isLarge: true });
    const { activityId } = await context.rest("DELETE", pathOf(checkInId));
    const shortId = context.shortId("check_in", id);
    return {
      text: `Deleted ${quoted(name)} · id ${shortId} · activityId ${activityId}`,
      data: { id: shortId, activityId },
    };
  },
});

export const checkInTools = [listCheckIns, saveCheckIn, deleteCheckIn];

function pathOf(id: string): string {
  return `/v1/check-ins/${encodeURIComponent(id)}`;
}

function requireGiven(name: string, value: unknown): void {
  if (value !== undefined) return;
  throw wrongParameter(
    name,
    "is required",
    `Parameter ${toParameterPath(restNames, name)}: a new check-in needs it.`,
    "required",
  );
}

async function memberIds(context: Context, assignees: readonly string[]): Promise<string[]> {
  const ids = new Set<string>();
  await runEach(assignees, async (each, index) => {
    if (await meansEverybody(context, each)) for (const { id } of await context.members()) ids.add(id);
    else ids.add(await context.memberId(each, `assignees[${index}]`));
  });
  return [...ids];
}

const timeFirst = /^\s*(\d{1,2}(?:[:.h]\d{2})? ?(?:[ap]\.?m\.?(?=\s|$)|uhr\b|h\b)?|noon|mittags?)(?:\s+(\S.*))?$/is;

/** Reads a time with an optional label, such as `19:00 After supper` or `7pm`. */
function readTime(input: string, parameter: string, note: Note): { time: string; label?: string } {
  const [, time, label] = timeFirst.exec(input) ?? [];
  const { first, rest } = time === undefined ? splitFirstWord(input) : { first: time, rest: (label ?? "").trim() };
  const written = rest.replace(/^[“"](.*)[”"]$/s, "$1");
  return { time: readClockTime(first, parameter, note), ...(written === "" ? {} : { label: written }) };
}

function readFace(input: string): { emoji: string; label: string } {
  const { first, rest } = splitFirstWord(input);
  return { emoji: first, label: rest };
}

function splitFirstWord(input: string): { first: string; rest: string } {
  const text = input.trim();
  const end = text.search(/\s/);
  return end < 0 ? { first: text, rest: "" } : { first: text.slice(0, end), rest: text.slice(end).trim() };
}

/**
 * Adds a question to a body with only a preset, because the REST API always requires a question. The check-in still
 * asks the question of the preset.
 */
function withQuestion<Body extends { presetKey?: string; question?: string }>(body: Body): Body {
  const { presetKey, question } = body;
  const needsNone = presetKey !== undefined && presetKey !== "custom";
  return question === undefined && needsNone ? { ...body, question: presetKey } : body;
}

async function savedResult(context: Context, outcome: string, checkIn: CheckIn, activityId: string | null) {
  const { line, fields } = checkInView(checkIn, await context.viewer());
  const entry = activityId === null ? "" : ` · activityId ${activityId}`;
  return { text: `${outcome}: ${line.slice(2)}${entry}`, data: { ...fields, activityId } };
}

/** Maximum length of each list shown for a check-in: its times of day, its people, and who answers today. */
const maxShown = 24;

function firstWithCount<Item>(items: readonly Item[], show: (item: Item) => string): string[] {
  const omitted = items.length - maxShown;
  return [...items.slice(0, maxShown).map(show), ...(omitted > 0 ? [`… and ${omitted} more`] : [])];
}

function checkInView(checkIn: CheckIn, { members, shortId }: Viewer): RowView {
  const { name, question, active } = checkIn;
  const id = shortId("check_in", checkIn.id);
  const assignees = firstWithCount(checkIn.assigneeIds, (each) => nameIn(members, each));
  const days = checkIn.daysOfWeek.map(weekdayName);
  const timesWith = (label: (text: string) => string) =>
    firstWithCount(checkIn.times, (each) => (each.label === null ? each.time : `${each.time} ${label(each.label)}`));
  const parts = [
    `- ${quoted(name)}: ${quoted(question)}`,
    assignees.map(bare).join(", ") || "nobody",
    days.length === 7 ? "every day" : days.join(", "),
    timesWith(quoted).join(", "),
    ...(active ? [] : ["paused"]),
    `id ${id}`,
  ];
  return { line: parts.join(" · "), fields: { id, name, assignees, days, times: timesWith((text) => text) } };
}

function checkInWithTodayView(checkIn: CheckIn, viewer: Viewer): RowView {
  const { line, fields } = checkInView(checkIn, viewer);
  const { presetKey, question, active } = checkIn;
  const today = checkIn.today.slice(0, maxShown).map(({ time, memberId, answer }) => {
    return { time, member: nameIn(viewer.members, memberId), answered: answer !== null };
  });
  const turns = today.map(({ time, member, answered }) => {
    return `${time} ${bare(member)} ${answered ? "answered" : "open"}`;
  });
  const omitted = checkIn.today.length - today.length;
  if (omitted > 0) turns.push(`… and ${omitted} more`);
  return {
    line: `${line} · ${presetKey}\n  today: ${turns.join(", ") || "nobody"}`,
    fields: { ...fields, presetKey, question, active, today, ...(omitted > 0 ? { more: omitted } : {}) },
  };
}

function nameIn(members: readonly Member[], id: string): string {
  return members.find((each) => each.id === id)?.name ?? "a former member";
}
