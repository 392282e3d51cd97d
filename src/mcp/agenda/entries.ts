/** What is on a day, one entry for each thing: a line for a person, and the same as fields, alike for all kinds. Pure. */
import { flag, item, text } from "../kinds.ts";
import { dayLine, oneLine, quoted, spanLine } from "../lines.ts";
import type { Shown } from "../paging.ts";
import type { Member } from "../tool.ts";
import { type Event, type Household, shownEvent } from "../tools/events/shown.ts";
import { type Meal, shownMeal } from "../tools/meals.ts";
import { shownTask, type Task } from "../tools/tasks.ts";
import type { Asked, Day, Duty } from "./read.ts";

/** The kinds, in the order in which a day shows them: what may be long comes last. */
export const kinds = ["Events", "Meals", "Chores", "Check-ins", "Tasks due", "Overdue tasks"] as const;
/** See {@link kinds}. */
export type Kind = (typeof kinds)[number];

/** One thing on one day. */
export type Entry = Shown & { readonly kind: Kind };

/** The fields of an entry; those that a kind has no use for are not there. `date` is the day, of a task that it is due. */
export const entryFields = item({
  ...{ type: text, id: text, title: text, date: text, when: text, who: text },
  ...{ place: text, done: flag, instanceStart: text },
});

/** Everything on a day, in its order; `overdue` are tasks that were due before it. */
export function entriesOf(day: Day, household: Household, overdue: readonly Task[] = []): Entry[] {
  const { members } = household;
  return [
    ...day.events.map((event) => eventEntry(event, day.date, household)),
    ...day.meals.map(mealEntry),
    ...day.chores.map((duty) => choreEntry(duty, day.date, members)),
    ...day.checkIns.map((asked) => checkInEntry(asked, day.date, members)),
    ...day.tasks.map((task) => taskEntry("Tasks due", task, members)),
    ...overdue.map((task) => taskEntry("Overdue tasks", task, members)),
  ];
}

function eventEntry(event: Event, date: string, household: Household): Entry {
  const { line, fields } = shownEvent(event, household);
  const { members, everyone, instanceStart } = fields;
  const who = [...(everyone ? ["everyone"] : []), ...(members as string[])].join(", ");
  const when = spanLine(event, household.timeZone);
  return {
    kind: "Events",
    line,
    fields: {
      ...{ type: "event", id: event.id, title: event.title, date, when, who },
      ...(event.location === null ? {} : { place: event.location }),
      ...(instanceStart === null ? {} : { instanceStart }),
    },
  };
}

function mealEntry(meal: Meal): Entry {
  const { id, date, mealType, recipe } = meal;
  const when = `${dayLine(date)}, ${mealType}`;
  return { kind: "Meals", line: shownMeal(meal).line, fields: { type: "meal", id, title: recipe.name, date, when } };
}

function choreEntry(duty: Duty, date: string, members: readonly Member[]): Entry {
  const { choreId: id, name: title, stars, dueTime, completed: done } = duty;
  const who = duty.memberId === null ? "anyone" : nameOf(members, duty.memberId);
  const day = duty.date < date ? `overdue since ${dayLine(duty.date)}` : dayLine(date);
  const when = dueTime === null ? day : `${day}, by ${dueTime}`;
  const state = done ? "done" : "open";
  return {
    kind: "Chores",
    line: `- ${quoted(title)} · ${oneLine(who)} · ${when} · ${stars} stars · ${state} · id ${id}`,
    fields: { type: "chore", id, title, date, when, who, done },
  };
}

function checkInEntry(asked: Asked, date: string, members: readonly Member[]): Entry {
  const { checkInId: id, name: title, question, time, label, memberId, answeredAt } = asked;
  const who = nameOf(members, memberId);
  const when = `${dayLine(date)}, ${time}`;
  const occasion = label === null ? "" : ` ${quoted(label)}`;
  const done = answeredAt !== null;
  return {
    kind: "Check-ins",
    line: `- ${quoted(title)}: ${quoted(question)} · ${oneLine(who)} · ${when}${occasion} · ${done ? "answered" : "open"} · id ${id}`,
    fields: { type: "check_in", id, title, date, when, who, done },
  };
}

function taskEntry(kind: Kind, task: Task, members: readonly Member[]): Entry {
  const { line, fields } = shownTask(task, members);
  const { member: who, completed: done } = fields;
  const date = task.dueDate ?? "";
  return { kind, line, fields: { type: "task", id: task.id, title: task.label, date, when: dayLine(date), who, done } };
}

function nameOf(members: readonly Member[], id: string): string {
  return members.find((each) => each.id === id)?.name ?? "a former member";
}
