import type { Member } from "#accounts/members/model.ts";
import type { Meal } from "#kitchen/meals/model.ts";
import type { AgendaCheckIn, AgendaChore, AgendaDay } from "#overview/agenda/model.ts";
import type { Task } from "#routines/tasks/model.ts";
import { item, text } from "../../input/parameters.ts";
import { bare, dayLine, oneLine, quoted, spanLine } from "../../output/format.ts";
import type { RowView } from "../../output/paging.ts";
import type { Viewer } from "../../tool.ts";
import { type Event, eventView } from "../calendar/event-view.ts";
import { mealView } from "../meals/meals.ts";
import { taskView } from "../tasks.ts";

/** Kinds of entries in the order in which they are shown. Kinds with many entries come last. */
export const kinds = ["Events", "Meals", "Chores", "Check-ins", "Tasks due", "Overdue tasks"] as const;
export type Kind = (typeof kinds)[number];

export type AgendaEntry = RowView & { readonly kind: Kind };

/** Fields of an entry of an agenda. `line` omits title and ids. For an overdue task, `date` is its due date. */
export const entryFields = item({
  type: text,
  id: text,
  title: text,
  line: text,
  date: text,
  instanceStart: text,
});

export function entriesOf(day: AgendaDay, viewer: Viewer, overdue: readonly Task[] = []): AgendaEntry[] {
  return [
    ...day.events.map((event) => eventEntry(event, day.date, viewer)),
    ...day.meals.map((meal) => mealEntry(meal, viewer)),
    ...day.chores.map((chore) => choreEntry(chore, day.date, viewer)),
    ...[...Map.groupBy(day.checkIns, ({ checkInId, time }) => `${time} ${checkInId}`).values()].flatMap((asked) =>
      checkInEntries(asked, day.date, viewer),
    ),
    ...day.tasks.map((task) => taskEntry("Tasks due", task, viewer)),
    ...overdue.map((task) => taskEntry("Overdue tasks", task, viewer)),
  ];
}

function eventEntry(event: Event, date: string, viewer: Viewer): AgendaEntry {
  const { line, fields } = eventView(event, viewer);
  const { members, everyone, instanceStart } = fields as {
    members: string[];
    everyone: boolean;
    instanceStart: unknown;
  };
  const parts = [
    spanLine(event, viewer.timeZone),
    event.location ? `at ${quoted(event.location)}` : "",
    [...(everyone ? ["everyone"] : []), ...members].join(", ") || "nobody",
  ];
  return {
    kind: "Events",
    line,
    fields: {
      type: "event",
      id: viewer.shortId("event", event.id),
      title: event.title,
      line: joinParts(parts),
      date,
      ...(instanceStart === null ? {} : { instanceStart }),
    },
  };
}

function mealEntry(meal: Meal, viewer: Viewer): AgendaEntry {
  const { date, mealType, slot, recipe } = meal;
  const line = `${mealType}, slot ${slot}`;
  return {
    kind: "Meals",
    line: mealView(meal, viewer).line,
    fields: { type: "meal", id: viewer.shortId("meal", meal.id), title: recipe.name, line, date },
  };
}

function choreEntry(chore: AgendaChore, date: string, { members, shortId }: Viewer): AgendaEntry {
  const { name: title, stars, dueTime } = chore;
  const id = shortId("chore", chore.choreId);
  const line = joinParts([
    chore.memberId === null ? "anyone" : nameOf(members, chore.memberId),
    chore.date < date ? `overdue since ${dayLine(chore.date)}` : "",
    dueTime === null ? "" : `by ${dueTime}`,
    stars === 1 ? "1 star" : `${stars} stars`,
    chore.completed ? "done" : "open",
  ]);
  return {
    kind: "Chores",
    line: `- ${quoted(title)} · ${line} · id ${id}`,
    fields: { type: "chore", id, title, line, date },
  };
}

/**
 * Returns one entry for a check-in at one time. The entry names the members who have answered and the members who have
 * not. Returns no entry if `asked` (the check-ins of these members) is empty.
 */
function checkInEntries(asked: readonly AgendaCheckIn[], date: string, { members, shortId }: Viewer): AgendaEntry[] {
  const [first] = asked;
  if (!first) return [];
  const id = shortId("check_in", first.checkInId);
  const { name: title, time, label } = first;
  const namesWhere = (isAnswered: boolean) => {
    const some = asked.filter(({ answeredAt }) => (answeredAt !== null) === isAnswered);
    const names = some.map(({ memberId }) => nameOf(members, memberId)).join(", ");
    return names === "" ? "" : `${isAnswered ? "answered" : "open"}: ${names}`;
  };
  const line = joinParts([label === null ? time : `${time} ${quoted(label)}`, namesWhere(false), namesWhere(true)]);
  return [
    {
      kind: "Check-ins",
      line: `- ${quoted(title)} · ${line} · id ${id}`,
      fields: { type: "check_in", id, title, line, date },
    },
  ];
}

function taskEntry(kind: Kind, task: Task, viewer: Viewer): AgendaEntry {
  const { label: title, dueDate, completedAt } = task;
  const line = joinParts([
    nameOf(viewer.members, task.memberId),
    dueDate === null ? "" : `due ${dayLine(dueDate)}`,
    completedAt === null ? "open" : "done",
  ]);
  return {
    kind,
    line: taskView(task, viewer).line,
    fields: {
      type: "task",
      id: viewer.shortId("task", task.id),
      title,
      line,
      ...(dueDate === null ? {} : { date: dueDate }),
    },
  };
}

function joinParts(parts: readonly string[]): string {
  return parts
    .map(oneLine)
    .filter((part) => part !== "")
    .join(" · ");
}

function nameOf(members: readonly Member[], id: string): string {
  return bare(members.find((each) => each.id === id)?.name ?? "a former member");
}
