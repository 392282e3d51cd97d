/** What is on a day, one entry for each thing: a line for a person, and the same as fields, alike for all kinds. Pure. */
import type { AgendaCheckIn, AgendaChore, AgendaDay } from "../../../agenda/model.ts";
import type { Meal } from "../../../meals/model.ts";
import type { Member } from "../../../members/model.ts";
import type { Task } from "../../../tasks/model.ts";
import { item, text } from "../../input/parameters.ts";
import { bare, dayLine, oneLine, quoted, spanLine } from "../../output/format.ts";
import type { Shown } from "../../output/paging.ts";
import { type Event, type Household, shownEvent } from "../calendar/event-view.ts";
import { shownMeal } from "../meals/meals.ts";
import { shownTask } from "../tasks.ts";

/** The kinds, in the order in which a day shows them: what may be long comes last. */
export const kinds = ["Events", "Meals", "Chores", "Check-ins", "Tasks due", "Overdue tasks"] as const;
/** See {@link kinds}. */
export type Kind = (typeof kinds)[number];

/** One thing on one day. */
export type Entry = Shown & { readonly kind: Kind };

/**
 * The fields of an entry. `line` is what its line has beside title and ids; `date` is the day, of an overdue task the day when it
 * was due; `instanceStart` is there for one of a series alone.
 */
export const entryFields = item({
  type: text,
  id: text,
  title: text,
  line: text,
  date: text,
  instanceStart: text,
});

/** Everything on a day, in its order; `overdue` are tasks that were due before it. */
export function entriesOf(day: AgendaDay, household: Household, overdue: readonly Task[] = []): Entry[] {
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
  const { members, everyone, instanceStart } = fields as {
    members: string[];
    everyone: boolean;
    instanceStart: unknown;
  };
  const parts = [
    spanLine(event, household.timeZone),
    event.location ?? "",
    [...(everyone ? ["everyone"] : []), ...members].join(", ") || "nobody",
  ];
  return {
    kind: "Events",
    line,
    fields: {
      type: "event",
      id: event.id,
      title: event.title,
      line: joined(parts),
      date,
      ...(instanceStart === null ? {} : { instanceStart }),
    },
  };
}

function mealEntry(meal: Meal): Entry {
  const { id, date, mealType, slot, recipe } = meal;
  const line = `${mealType}, slot ${slot}`;
  return { kind: "Meals", line: shownMeal(meal).line, fields: { type: "meal", id, title: recipe.name, line, date } };
}

function choreEntry(duty: AgendaChore, date: string, members: readonly Member[]): Entry {
  const { choreId: id, name: title, stars, dueTime } = duty;
  const line = joined([
    duty.memberId === null ? "anyone" : nameOf(members, duty.memberId),
    duty.date < date ? `overdue since ${dayLine(duty.date)}` : "",
    dueTime === null ? "" : `by ${dueTime}`,
    stars === 1 ? "1 star" : `${stars} stars`,
    duty.completed ? "done" : "open",
  ]);
  return {
    kind: "Chores",
    line: `- ${quoted(title)} · ${line} · id ${id}`,
    fields: { type: "chore", id, title, line, date },
  };
}

function checkInEntry(asked: AgendaCheckIn, date: string, members: readonly Member[]): Entry {
  const { checkInId: id, name: title, question, time, label, memberId, answeredAt } = asked;
  const line = joined([
    quoted(question),
    label === null ? time : `${time} ${quoted(label)}`,
    nameOf(members, memberId),
    answeredAt === null ? "open" : "answered",
  ]);
  return {
    kind: "Check-ins",
    line: `- ${quoted(title)} · ${line} · id ${id}`,
    fields: { type: "check_in", id, title, line, date },
  };
}

function taskEntry(kind: Kind, task: Task, members: readonly Member[]): Entry {
  const { id, label: title, dueDate, completedAt } = task;
  const line = joined([
    nameOf(members, task.memberId),
    dueDate === null ? "" : `due ${dayLine(dueDate)}`,
    completedAt === null ? "open" : "done",
  ]);
  return {
    kind,
    line: shownTask(task, members).line,
    fields: { type: "task", id, title, line, ...(dueDate === null ? {} : { date: dueDate }) },
  };
}

function joined(parts: readonly string[]): string {
  return parts
    .map(oneLine)
    .filter((part) => part !== "")
    .join(" · ");
}

function nameOf(members: readonly Member[], id: string): string {
  return bare(members.find((each) => each.id === id)?.name ?? "a former member");
}
