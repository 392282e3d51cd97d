import { hour, isoOf } from "#lib/time.ts";
import { toWall } from "#lib/zone.ts";
import { occurrencesOn } from "#routines/check-ins/occurrences.ts";
import { occurrencesOnDate } from "#routines/chores/occurrences.ts";
import type { HomeCheckIn, HomeChore, HomeItem, Moment } from "./home.ts";
import {
  dateAt,
  datesOf,
  everybodyTold,
  instantOn,
  isWithin,
  momentFor,
  type Search,
  untilMidnight,
} from "./search.ts";

export function* taskMoments(search: Search): Generator<Moment, void> {
  const { home, memberById } = search;
  for (const { id, label, memberId, dueDate, changedAt } of home.tasks) {
    const member = memberById.get(memberId);
    const taskAt = member?.preferences.taskAt;
    if (!member || !taskAt) continue;
    const dueAt = instantOn(home.timeZone, dueDate, taskAt);
    if (!isWithin(search, dueAt)) continue;
    yield momentFor(search, { member, about: [memberId] }, changedAt, {
      kind: "task",
      subject: { type: "task", id },
      slot: dueDate,
      ring: dueDate,
      dueAt,
      expiresAt: untilMidnight(home.timeZone, dueDate, dueAt),
      facts: { type: "task", label, dueDate },
    });
  }
}

export function* choreMoments(search: Search): Generator<Moment, void> {
  const { timeZone, chores } = search.home;
  const dates = datesOf(search);
  for (const chore of chores) {
    const { id, name, emoji, dueTime, duty, changedAt } = chore;
    if (dueTime === null) continue;
    for (const date of dates) {
      const dueAt = instantOn(timeZone, date, dueTime);
      if (!isWithin(search, dueAt)) continue;
      const isTurn = duty.assignment === "rotate";
      for (const told of everybodyTold(search, openFor(chore, date))) {
        yield momentFor(search, told, changedAt, {
          kind: "chore",
          subject: { type: "chore", id },
          slot: date,
          ring: isoOf(dueAt),
          dueAt,
          expiresAt: untilMidnight(timeZone, date, dueAt),
          facts: { type: "chore", name, emoji, date, dueTime, isTurn },
        });
      }
    }
  }
}

/** `today` includes what is left of earlier dates. */
export function openFor({ duty, done }: HomeChore, date: string, today = ""): Set<string> {
  const open = occurrencesOnDate(duty, done, date, today).filter(({ completed }) => !completed);
  return new Set(open.flatMap(({ memberId }) => (memberId === null ? duty.memberIds : [memberId])));
}

export function* checkInMoments(search: Search): Generator<Moment, void> {
  const dates = datesOf(search);
  for (const each of search.home.checkIns) {
    if (!each.checkIn.notify || !each.checkIn.active) continue;
    for (const date of dates) if (date >= each.firstDay) yield* questionsOn(search, each, date);
  }
}

function* questionsOn(search: Search, { id, checkIn, changedAt, isAnswered }: HomeCheckIn, date: string) {
  const { name, question, presetKey } = checkIn;
  for (const { time, memberId } of occurrencesOn(checkIn, date)) {
    const dueAt = instantOn(search.home.timeZone, date, time);
    const member = search.memberById.get(memberId);
    if (!member || !isWithin(search, dueAt) || isAnswered(date, time, memberId)) continue;
    yield momentFor(search, { member, about: [memberId] }, changedAt, {
      kind: "check_in",
      subject: { type: "check_in", id },
      slot: `${date}T${time}`,
      ring: isoOf(dueAt),
      dueAt,
      expiresAt: dueAt + 3 * hour,
      facts: { type: "check_in", name, question, presetKey, date, time },
    });
  }
}

export function* itemMoments(search: Search): Generator<Moment, void> {
  const { home, memberById } = search;
  for (const item of home.items) {
    const { id, listId, listName, content, dueAt, memberId, changedAt } = item;
    const member = memberById.get(memberId);
    if (!member || !isWithin(search, dueAt) || !hasTime(home.timeZone, item)) continue;
    yield momentFor(search, { member, about: [memberId] }, changedAt, {
      kind: "item",
      subject: { type: "block", id },
      listId,
      slot: isoOf(dueAt),
      ring: isoOf(dueAt),
      dueAt,
      expiresAt: untilMidnight(home.timeZone, dateAt(home.timeZone, dueAt), dueAt),
      facts: { type: "item", content, listName, dueAt },
    });
  }
}

/** Without a time, the app writes 23:59, and other programs midnight. */
function hasTime(timeZone: string, { dueAt }: HomeItem): boolean {
  const time = new Date(toWall(timeZone, dueAt)).toISOString().slice(11, 16);
  return time !== "23:59" && time !== "00:00";
}
