import type { AgendaCheckIn, AgendaDay } from "../../calendar/model/agenda.ts";
import { type ChoreOccurrence, choreKey } from "../../chores/model/occurrences.ts";
import type { Task } from "../../tasks/model/source.ts";
import { type Placed, phaseOf, placed } from "./placed.ts";

type Meal = AgendaDay["meals"][number];

/** One line of the day. `time` is like `16:00`, or null for an entry that is for the whole day. */
export type Entry = { readonly key: string; readonly time: string | null } & (
  | { readonly kind: "event"; readonly event: Placed }
  | { readonly kind: "task"; readonly task: Task; readonly isOverdue: boolean }
  | { readonly kind: "chore"; readonly occurrence: ChoreOccurrence; readonly isOverdue: boolean }
  | { readonly kind: "checkIn"; readonly checkIn: AgendaCheckIn }
  | { readonly kind: "dinner"; readonly meal: Meal | null }
);

/** Entries of one person, or with `memberId` null the chores that anyone may do. */
export type PersonDay = {
  readonly memberId: string | null;
  /** Events that are not over, and what is to be done, in the order of the day. */
  readonly open: readonly Entry[];
  readonly done: readonly Entry[];
  readonly past: readonly Entry[];
};

/** The day of the viewer. */
export type Timeline = PersonDay & {
  /** The event that runs, else the next entry with a time. Null if nothing more has a time. */
  readonly next: Entry | null;
  /** Entries for the whole day: what is overdue, all-day events, tasks, chores, and check-ins that ask already. */
  readonly wholeDay: readonly Entry[];
  readonly timed: readonly Entry[];
  /** Number of tasks, chores and check-ins that are open. */
  readonly left: number;
};

type Sources = {
  readonly day: AgendaDay;
  readonly overdue: readonly Task[];
  readonly occurrences: readonly ChoreOccurrence[];
  /** Current time of the household, like `15:20`. */
  readonly now: string;
  readonly timeZone: string;
};

/** Time at which dinner is listed, because meals have no time of their own. */
const dinnerTime = "18:30";

/** Returns the day of a member: what is for this member, and what is for everybody. */
export function timelineOf(sources: Sources, memberId: string): Timeline {
  const { day, now } = sources;
  const own = personDayOf(sources, memberId, { isGeneral: true });
  const dinners = day.meals.filter(({ mealType }) => mealType === "dinner");
  const meals: readonly (Meal | null)[] = dinners.length > 0 ? dinners : [null];
  const dinner = meals.map((meal): Entry => ({ kind: "dinner", key: `dinner ${meal?.id}`, time: dinnerTime, meal }));
  const open = [...own.open, ...dinner].sort(byTime);
  const running = open.findLast((entry) => isRunning(entry, now));
  const next = running ?? open.find(({ time, kind }) => kind !== "dinner" && time !== null && time > now) ?? null;
  const others = open.filter((entry) => entry !== next);
  return {
    ...own,
    open,
    next,
    wholeDay: others.filter(({ time }) => time === null).sort((one, other) => rankOf(one) - rankOf(other)),
    timed: others.filter(({ time }) => time !== null),
    left: own.open.filter(({ kind }) => kind !== "event").length,
  };
}

/** Returns the days of the other members, in the order of the household, and last the chores that anyone may do. */
export function othersOf(
  sources: Sources,
  members: readonly { readonly id: string }[],
  viewerId: string | null,
): PersonDay[] {
  const others = members.filter(({ id }) => id !== viewerId);
  const days = others.map(({ id }) => personDayOf(sources, id, { isGeneral: false }));
  const anyone = sources.occurrences
    .filter(({ memberId }) => memberId === null)
    .map((each) => choreEntry(each, sources.day.date));
  return anyone.length === 0 ? days : [...days, { memberId: null, ...splitByDone(anyone, sources.now) }];
}

function personDayOf(sources: Sources, memberId: string, { isGeneral }: { readonly isGeneral: boolean }): PersonDay {
  const { day, overdue, occurrences, now, timeZone } = sources;
  const isTheirs = (each: { readonly memberId: string | null }) => each.memberId === memberId;
  const events = placed(day, timeZone).filter(
    ({ event }) => event.memberIds.includes(memberId) || (isGeneral && event.isGeneral),
  );
  const late = overdue.filter((task) => isTheirs(task) && !day.tasks.some(({ id }) => id === task.id));
  const entries = [
    ...events.map(eventEntry),
    ...late.map((task) => taskEntry(task, true)),
    ...day.tasks.filter(isTheirs).map((task) => taskEntry(task, false)),
    ...occurrences.filter(isTheirs).map((each) => choreEntry(each, day.date)),
    ...day.checkIns.filter(isTheirs).map((checkIn) => checkInEntry(checkIn, now)),
  ];
  return { memberId, ...splitByDone(entries, now) };
}

function splitByDone(entries: readonly Entry[], now: string): Omit<PersonDay, "memberId"> {
  const isPast = (entry: Entry) => entry.kind === "event" && phaseOf(entry.event, now) === "past";
  const sorted = entries.toSorted(byTime);
  return {
    open: sorted.filter((entry) => !isDone(entry) && !isPast(entry)),
    done: sorted.filter(isDone),
    past: sorted.filter(isPast),
  };
}

/** Returns a short title of an entry. Empty for a dinner, which is shown as a picture. */
export function titleOf(entry: Entry): string {
  if (entry.kind === "task") return entry.task.label;
  if (entry.kind === "chore") return entry.occurrence.chore.name;
  if (entry.kind === "checkIn") return entry.checkIn.name;
  return entry.kind === "event" ? entry.event.event.title : "";
}

export function isDone(entry: Entry): boolean {
  if (entry.kind === "task") return entry.task.completedAt !== null;
  if (entry.kind === "chore") return entry.occurrence.completion !== null;
  return entry.kind === "checkIn" && entry.checkIn.answeredAt !== null;
}

type Overdue = Extract<Entry, { isOverdue: boolean }>;

/** Whether an entry is a task or a single chore of an earlier day. */
export function isOverdue(entry: Entry): entry is Overdue {
  return (entry.kind === "task" || entry.kind === "chore") && entry.isOverdue;
}

export function isRunning(entry: Entry, now: string): boolean {
  if (entry.kind !== "event") return false;
  const { start, end } = entry.event;
  return (start !== null || end !== null) && phaseOf(entry.event, now) === "now";
}

/** Returns the minutes from `now` to a later time of the same day, such as 25 from `15:20` to `15:45`. */
export function minutesUntil(time: string, now: string): number {
  const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));
  return Math.max(minutes(time) - minutes(now), 0);
}

/** Returns what is to be done of a person's day, which the ring and “1 of 3” count. */
export function countsOf({ open, done }: PersonDay): { readonly done: number; readonly total: number } {
  const isCounted = ({ kind }: Entry) => kind === "task" || kind === "chore";
  const finished = done.filter(isCounted).length;
  return { done: finished, total: finished + open.filter(isCounted).length };
}

function eventEntry(event: Placed): Entry {
  const { id, startsAt } = event.event;
  const time = event.start ?? (event.end === null ? null : "00:00");
  return { kind: "event", key: `event ${id} ${startsAt}`, time, event };
}

function taskEntry(task: Task, isOverdue: boolean): Entry {
  return { kind: "task", key: `task ${task.id}`, time: isOverdue ? null : task.dueTime, task, isOverdue };
}

function choreEntry(occurrence: ChoreOccurrence, today: string): Entry {
  const { chore, date } = occurrence;
  const isOverdue = chore.recurrenceRule === null && date < today;
  const time = isOverdue ? null : chore.dueTime;
  return { kind: "chore", key: `chore ${choreKey(occurrence)}`, time, occurrence, isOverdue };
}

/** A check-in that asks already can be answered at any time, so it is for the whole day. */
function checkInEntry(checkIn: AgendaCheckIn, now: string): Entry {
  const { checkInId, time } = checkIn;
  return { kind: "checkIn", key: `check-in ${checkInId} ${time}`, time: time <= now ? null : time, checkIn };
}

function byTime(one: Entry, other: Entry): number {
  return (one.time ?? "").localeCompare(other.time ?? "");
}

/** Order of the entries for the whole day. */
function rankOf(entry: Entry): number {
  if (isOverdue(entry)) return 0;
  return kindOrder.indexOf(entry.kind) + 1;
}

const kindOrder: readonly Entry["kind"][] = ["event", "task", "chore", "checkIn", "dinner"];
