/** Offers tools for check-ins. Does not return people's answers, because the answers are private. */
import { Type } from "@sinclair/typebox";
import { foldForSearch } from "#lib/case-folding.ts";
import { closed, oneOf } from "#lib/wire.ts";
import type { CheckInRecord as CheckIn } from "#routines/check-ins/model.ts";
import { meansEverybody } from "../input/names.ts";
import { allOptional, Field, items, optional, Param, requireNotBoth, textFields } from "../input/parameters.ts";
import { idParameter } from "../input/records.ts";
import { type Note, readClockTime, readLocalTime, readSpan, readWeekdays, weekdayName } from "../input/times.ts";
import type { TitleSource } from "../input/titles.ts";
import { deleteRecord, pageAnswer, type RowView, savedAnswer } from "../output/answers.ts";
import { bare, dayLine, joinParts, quoted } from "../output/format.ts";
import { runAll, runEach, toParameterPath, wrongParameter } from "../output/tool-error.ts";
import { readRecord } from "../rest-client.ts";
import { type Context, toolsOf, type Viewer } from "../tool.ts";

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
  ...textFields("name", "pause"),
  assignees: Field.texts,
  days: Field.texts,
  times: Field.texts,
};
const names = { id: "checkInId", assigneeIds: "assignees", daysOfWeek: "days", from: "pauseFrom", to: "pauseTo" };
/** Fields of times and faces, which are one text each: `19:00 After supper`, `😀 Great`. */
const partNames = { time: "", emoji: "", label: "" };
const not_found = "Parameter checkInId: take an id that list_check_ins returned; the check-in may be deleted.";
const checkInTool = toolsOf("checkins", { names, repairs: { not_found } });

/** Reads the check-ins that a title can mean, or to change them the question, the preset, and “the sleep question”. */
const checkInTitles: TitleSource = async ({ rest }) => {
  const { body } = await rest<{ checkIns: CheckIn[] }>("GET", "/v1/check-ins");
  return body.checkIns.map(({ id, name, question, presetKey, active }) => {
    const names = [name, question, ...(presetKey === "custom" ? [] : [presetKey])].map(foldForSearch);
    const isCalled = (text: string, isForDeletion: boolean) =>
      !isForDeletion && names.includes(foldForSearch(text.replace(/^the |[ -](?:question|check-?in|frage)$/gi, "")));
    return { id, title: name, detail: `${quoted(question)}${active ? "" : ", paused"}`, isCalled };
  });
};

const checkInId = idParameter("check_in", "Id or title", checkInTitles);

const listCheckIns = checkInTool({
  name: "list_check_ins",
  title: "List check-ins",
  does: "reads",
  description: "What people are asked about how they are, when, and who has answered today. The answers stay private.",
  input: allOptional({ cursor: Param.cursor }),
  output: closed({
    ...Field.page,
    checkIns: items({
      ...textFields("id", "presetKey", "question"),
      ...scheduleFields,
      active: Field.flag,
      today: items({ ...textFields("time", "member"), answered: Field.flag }),
      more: Field.count,
    }),
  }),
  async run(context, { cursor }) {
    const { body } = await context.rest<{ checkIns: CheckIn[] }>("GET", "/v1/check-ins");
    return pageAnswer(context.page(body.checkIns, cursor, "No check-ins.", checkInWithTodayView), "checkIns");
  },
});

const saveCheckIn = checkInTool({
  name: "save_check_in",
  title: "Add or change a check-in",
  does: "changes",
  isIdempotent: false,
  isForAdults: true,
  description:
    "Sets up a regular question to people (with presetKey, assignees, days, times), or changes the one with checkInId; what is left out stays.",
  names: partNames,
  input: allOptional({
    checkInId: idParameter("check_in", "To change one: id or title", checkInTitles),
    presetKey: oneOf(presetKeys, { description: "Sets the question; custom asks yours" }),
    question: Param.text(200, "For custom"),
    assignees: Type.Array(Param.text(60), { maxItems: 50, description: "Names or ids" }),
    days: Type.Array(Param.text(40), { maxItems: 7, description: "Weekdays" }),
    times: Type.Array(Param.text(60), { maxItems: 24, description: "19:00, or with a label: 19:00 After supper" }),
    name: Param.text(100, "Not the preset's"),
    faces: Type.Array(Param.text(60), { minItems: 2, maxItems: 5, description: "Own answers: 😀 Great" }),
    notify: Param.flag("Remind them"),
    active: Param.flag("false pauses it"),
    pauseFrom: Param.moment("First day without it"),
    pauseTo: Param.moment("Last such day"),
    clear: Param.clear(["faces", "pause"], "Back to the preset's faces, or ask again"),
    idempotencyKey: Param.idempotencyKey,
  }),
  output: closed({ ...Field.write, ...scheduleFields }),
  async run(context, input) {
    const { checkInId, assignees, days, times, faces, clear = [], idempotencyKey, pauseFrom, pauseTo, ...rest } = input;
    const needed = { presetKey: rest.presetKey, assigneeIds: assignees, daysOfWeek: days, times };
    const [, pause, , assigneeIds, daysOfWeek, readTimes] = await runAll(
      () => requireNotBoth({ faces, pause: pauseFrom ?? pauseTo }, clear),
      () => readPause(context, { pauseFrom, pauseTo }, clear.includes("pause")),
      () =>
        runEach(checkInId === undefined ? Object.entries(needed) : [], ([name, value]) => requireGiven(name, value)),
      () => assignees && memberIds(context, assignees),
      async () => days && (await runEach(days, (day, index) => readWeekdays(day, `days[${index}]`))).flat(),
      () => times && runEach(times, (each, index) => readTime(each, `times[${index}]`, context.note)),
    );
    const cleared = clear.includes("faces") ? null : undefined;
    const each = daysOfWeek && [...new Set(daysOfWeek)];
    const given = { ...rest, times: readTimes, faces: faces?.map(readFace) ?? cleared, assigneeIds, daysOfWeek: each };
    const isChanged = Object.values(given).some((value) => value !== undefined);
    const saved =
      checkInId === undefined
        ? await context.rest<CheckIn>("POST", "/v1/check-ins", withQuestion(given), { idempotencyKey })
        : isChanged || pause === null
          ? await context.rest<CheckIn>("PATCH", pathOf(checkInId), given)
          : null;
    const id = saved?.body.id ?? checkInId ?? "";
    const paused = pause && (await context.rest<CheckIn>("PATCH", `${pathOf(id)}/pause`, pause));
    const { body, isReplay } = paused ?? saved ?? { body: null, isReplay: false };
    if (body === null) throw new Error("Neither the check-in nor its pause was saved");
    const [activityId = null, ...earlier] = [paused?.activityId, saved?.activityId].filter((each) => each != null);
    const changed = activityId === null ? "Nothing to change" : "Saved";
    const outcome = checkInId !== undefined ? changed : isReplay || saved?.isReplay ? "Added before" : "Added";
    if (rest.question !== undefined && body.question !== rest.question.trim())
      context.note(`question stays ${quoted(body.question)}: only presetKey custom takes another.`);
    const undo = earlier.length > 0 ? [`2 changes; to undo both, go on with ${earlier.join("")}`] : [];
    return savedAnswer(outcome, checkInView(body, context), activityId, undo);
  },
});

const deleteCheckIn = checkInTool({
  name: "delete_check_in",
  title: "Delete a check-in",
  does: "deletes",
  isForAdults: true,
  description: "Stops asking for good; past answers stay. To pause it take save_check_in.",
  input: closed({ checkInId, ...optional({ confirm: Param.confirm }) }),
  output: closed(Field.write),
  async run(context, { checkInId, confirm }) {
    const { id, name } = await readRecord<CheckIn>(context, pathOf(checkInId));
    const [what, outcome] = [`delete the check-in ${quoted(name)}`, `Deleted ${quoted(name)}`];
    return deleteRecord(context, { kind: "check_in", id, path: pathOf(id), what, outcome, confirm });
  },
});

export const checkInTools = [listCheckIns, saveCheckIn, deleteCheckIn];

const pathOf = (id: string) => `/v1/check-ins/${id}`;

function requireGiven(name: string, value: unknown): void {
  if (value !== undefined) return;
  const at = toParameterPath(names, name);
  throw wrongParameter(name, "is required", "a new check-in needs it.", { code: "required", at });
}

type PauseInput = { readonly pauseFrom: string | undefined; readonly pauseTo: string | undefined };

/** Reads a pause. Returns null if none is given, and no days if a pause ends. @throws ToolError if a day is wrong */
function readPause({ clock }: Context, { pauseFrom, pauseTo }: PauseInput, isEnded: boolean) {
  if (isEnded) return { from: null, to: null };
  if (pauseFrom === undefined && pauseTo === undefined) return null;
  const from =
    pauseFrom === undefined ? clock.today : readLocalTime(pauseFrom, clock, "pauseFrom", { edge: "first" }).date;
  const near = { near: [{ date: from, time: null }], from, edge: "last" } as const;
  const span = pauseFrom === undefined ? null : readSpan(pauseFrom, clock);
  const to = pauseTo === undefined ? span?.last : readLocalTime(pauseTo, clock, "pauseTo", near).date;
  if (to === undefined) {
    throw wrongParameter(
      "pauseTo",
      "is required for a pause",
      "say its last day; to pause without an end, active: false.",
    );
  }
  const isPast = to < clock.today;
  if (to < from || isPast) {
    const repair = isPast
      ? `it is ${dayLine(to)}, but today is ${dayLine(clock.today)}.`
      : `it is ${dayLine(to)}, but pauseFrom is ${dayLine(from)}.`;
    throw wrongParameter("pauseTo", isPast ? "must not be in the past" : "must not be before pauseFrom", repair);
  }
  return { from, to };
}

async function memberIds(context: Context, assignees: readonly string[]): Promise<string[]> {
  const ids = new Set<string>();
  await runEach(assignees, async (each, index) => {
    if (meansEverybody(context, each)) for (const { id } of context.members) ids.add(id);
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

/** Adds a question, because the REST API requires one. A check-in with a preset still asks the preset's question. */
function withQuestion<Body extends { presetKey?: string; question?: string }>(body: Body): Body {
  const { presetKey, question } = body;
  const needsNone = presetKey !== undefined && presetKey !== "custom";
  return question === undefined && needsNone ? { ...body, question: presetKey } : body;
}

/** Maximum length of each list shown for a check-in: its times of day, its people, and who answers today. */
const maxShown = 24;

function firstWithCount<Item>(all: readonly Item[], show: (item: Item) => string): string[] {
  const omitted = all.length - maxShown;
  return [...all.slice(0, maxShown).map(show), ...(omitted > 0 ? [`… and ${omitted} more`] : [])];
}

function checkInView(checkIn: CheckIn, { nameOf, shortId }: Viewer): RowView {
  const { name, question } = checkIn;
  const id = shortId("check_in", checkIn.id);
  const assignees = firstWithCount(checkIn.assigneeIds, nameOf);
  const days = checkIn.daysOfWeek.map(weekdayName);
  const pause = checkIn.pause ? `${dayLine(checkIn.pause.from)} – ${dayLine(checkIn.pause.to)}` : null;
  const timesWith = (label: (text: string) => string) =>
    firstWithCount(checkIn.times, (each) => (each.label === null ? each.time : `${each.time} ${label(each.label)}`));
  const line = joinParts([
    `- ${quoted(name)}: ${quoted(question)}`,
    assignees.map(bare).join(", ") || "nobody",
    days.length === 7 ? "every day" : days.join(", "),
    timesWith(quoted).join(", "),
    !checkIn.active && "paused",
    pause !== null && `paused ${pause}`,
    `id ${id}`,
  ]);
  return { line, fields: { id, name, assignees, days, times: timesWith((text) => text), pause } };
}

function checkInWithTodayView(checkIn: CheckIn, viewer: Viewer): RowView {
  const { line, fields } = checkInView(checkIn, viewer);
  const { presetKey, question, active } = checkIn;
  const today = checkIn.today.slice(0, maxShown).map(({ time, memberId, answer }) => {
    return { time, member: viewer.nameOf(memberId), answered: answer !== null };
  });
  const turns = today.map(({ time, member, answered }) => `${time} ${bare(member)} ${answered ? "answered" : "open"}`);
  const omitted = checkIn.today.length - today.length;
  if (omitted > 0) turns.push(`… and ${omitted} more`);
  return {
    line: `${line} · ${presetKey}\n  today: ${turns.join(", ") || "nobody"}`,
    fields: { ...fields, presetKey, question, active, today, more: omitted || undefined },
  };
}
