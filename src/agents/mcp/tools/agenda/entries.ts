import type { Meal } from "#kitchen/meals/model.ts";
import type { AgendaCheckIn, AgendaChore, AgendaDay } from "#overview/agenda/model.ts";
import type { Task } from "#routines/tasks/model.ts";
import { item, textFields } from "../../input/parameters.ts";
import type { RowView } from "../../output/answers.ts";
import { bare, countText, dayLine, joinParts, oneLine, quoted, spanLine } from "../../output/format.ts";
import type { Viewer } from "../../tool.ts";
import { type Event, eventView } from "../calendar/event-view.ts";
import { mealView } from "../meals/meals.ts";
import { taskView } from "../tasks.ts";

/** Kinds of entries in the order in which they are shown. Kinds with many entries come last. */
export const kinds = ["Events", "Meals", "Chores", "Check-ins", "Tasks due", "Overdue tasks"] as const;
export type Kind = (typeof kinds)[number];

export type AgendaEntry = RowView & { readonly kind: Kind };

/** Fields of an entry of an agenda. `line` omits title and ids. For an overdue task, `date` is its due date. */
export const entryFields = item(textFields("type", "id", "title", "line", "date", "instanceStart"));

/** Returns the entries of a day. `overdue` are tasks whose due date has passed. */
export function entriesOf(day: AgendaDay, overdue: readonly Task[], viewer: Viewer): AgendaEntry[] {
  const asked = Map.groupBy(day.checkIns, ({ checkInId, time }) => `${time} ${checkInId}`);
  return [
    ...day.events.map((event) => eventEntry(event, day.date, viewer)),
    ...day.meals.map((meal) => mealEntry(meal, viewer)),
    ...day.chores.map((chore) => choreEntry(chore, day.date, viewer)),
    ...[...asked.values()].flatMap((some) => checkInEntries(some, day.date, viewer)),
    ...day.tasks.map((task) => taskEntry("Tasks due", task, viewer)),
    ...overdue.map((task) => taskEntry("Overdue tasks", task, viewer)),
  ];
}

function eventEntry(event: Event, date: string, viewer: Viewer): AgendaEntry {
  const { title } = event;
  const { line, fields } = eventView(event, viewer);
  const { id, members, everyone, instanceStart } = fields;
  const people = [everyone ? "everyone" : [], members].flat().join(", ") || "nobody";
  const shown = lineOf([spanLine(event, viewer.timeZone), event.location && `at ${quoted(event.location)}`, people]);
  const own = { type: "event", id, title, line: shown, date, instanceStart: instanceStart ?? undefined };
  return { kind: "Events", line, fields: own };
}

function mealEntry(meal: Meal, viewer: Viewer): AgendaEntry {
  const { date, mealType, slot, recipe } = meal;
  const { line, fields } = mealView(meal, viewer);
  const own = { type: "meal", id: fields.id, title: recipe.name, line: `${mealType}, slot ${slot}`, date };
  return { kind: "Meals", line, fields: own };
}

function choreEntry(chore: AgendaChore, date: string, { nameOf, shortId }: Viewer): AgendaEntry {
  const { name: title, stars, dueTime } = chore;
  const id = shortId("chore", chore.choreId);
  const line = lineOf([
    chore.memberId === null ? "anyone" : bare(nameOf(chore.memberId)),
    chore.date < date && `overdue since ${dayLine(chore.date)}`,
    dueTime !== null && `by ${dueTime}`,
    countText(stars, "star"),
    chore.completed ? "done" : "open",
  ]);
  return { kind: "Chores", line: fullLine(title, line, id), fields: { type: "chore", id, title, line, date } };
}

/** Returns one entry for check-ins at the same time. It names the members who answered and those who did not. */
function checkInEntries(asked: readonly AgendaCheckIn[], date: string, { nameOf, shortId }: Viewer): AgendaEntry[] {
  const [first] = asked;
  if (!first) return [];
  const id = shortId("check_in", first.checkInId);
  const { name: title, time, label } = first;
  const namesWhere = (isAnswered: boolean) => {
    const some = asked.filter(({ answeredAt }) => (answeredAt !== null) === isAnswered);
    const names = some.map(({ memberId }) => bare(nameOf(memberId))).join(", ");
    return names !== "" && `${isAnswered ? "answered" : "open"}: ${names}`;
  };
  const line = lineOf([label === null ? time : `${time} ${quoted(label)}`, namesWhere(false), namesWhere(true)]);
  const fields = { type: "check_in", id, title, line, date };
  return [{ kind: "Check-ins", line: fullLine(title, line, id), fields }];
}

function taskEntry(kind: Kind, task: Task, viewer: Viewer): AgendaEntry {
  const { label: title, dueDate, completedAt } = task;
  const { line, fields } = taskView(task, viewer);
  const shown = lineOf([
    bare(viewer.nameOf(task.memberId)),
    dueDate !== null && `due ${dayLine(dueDate)}`,
    completedAt === null ? "open" : "done",
  ]);
  return { kind, line, fields: { type: "task", id: fields.id, title, line: shown, date: dueDate ?? undefined } };
}

const fullLine = (title: string, line: string, id: string) => `- ${quoted(title)} · ${line} · id ${id}`;

function lineOf(parts: readonly (string | false | null)[]): string {
  return joinParts(parts.map((part) => part && oneLine(part)));
}
