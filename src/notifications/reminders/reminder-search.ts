import { addDays } from "#lib/days.ts";
import { day as dayMs, hour, isoOf } from "#lib/time.ts";
import { localDate, toInstant } from "#lib/zone.ts";
import { isAdult } from "#platform/auth/role.ts";
import type { Facts, WallTime } from "../notices/notice.ts";
import type { DueReminder, MemberInput, ReminderInputs } from "./inputs.ts";

/** A search for reminders due after `from` and not after `to`, in milliseconds. */
export type ReminderSearch = {
  readonly inputs: ReminderInputs;
  readonly from: number;
  readonly to: number;
  readonly memberById: ReadonlyMap<string, MemberInput>;
  /** Members who cannot be reached, grouped by the adult who gets the reminders for them. */
  readonly dependents: ReadonlyMap<MemberInput, readonly MemberInput[]>;
};

export function createReminderSearch(inputs: ReminderInputs, from: number, to: number): ReminderSearch {
  const memberById = new Map(inputs.members.map((each) => [each.id, each]));
  return { inputs, from, to, memberById, dependents: mapDependents(inputs.members) };
}

export function mapDependents(members: readonly MemberInput[]): ReminderSearch["dependents"] {
  const unreachable = members.filter(({ isReachable }) => !isReachable);
  const dependents = new Map<MemberInput, readonly MemberInput[]>();
  for (const adult of members.filter(({ role }) => isAdult(role))) {
    const { alsoFor } = adult.preferences;
    const own = unreachable.filter((each) => each !== adult && (alsoFor === null || alsoFor.includes(each.id)));
    if (own.length > 0) dependents.set(adult, own);
  }
  return dependents;
}

export function isWithin({ from, to }: ReminderSearch, instant: number): boolean {
  return instant > from && instant <= to;
}

/** A member who gets a reminder. `about` are the members whom the reminder concerns, by default this member alone. */
type Addressee = { readonly member: MemberInput; readonly about?: readonly string[] };

/**
 * Returns the members who get a reminder, each with `about`: the members whom the reminder concerns for this recipient.
 * Members in `named` get it, and so do adults who get the reminders of an unreachable member in `named`. If
 * `isGeneral`, members who want reminders about the whole household get it, too.
 */
export function findAddressees(
  { inputs, dependents }: ReminderSearch,
  named: ReadonlySet<string>,
  isGeneral = false,
): Addressee[] {
  const addressees: Addressee[] = [];
  for (const member of inputs.members) {
    const own = dependents.get(member)?.filter(({ id }) => named.has(id)) ?? [];
    const isConcerned = named.has(member.id) || (isGeneral && member.preferences.general);
    if (!isConcerned && own.length === 0) continue;
    const concerned = isConcerned ? inputs.members.filter((each) => each === member || own.includes(each)) : own;
    addressees.push({ member, about: concerned.map(({ id }) => id) });
  }
  return addressees;
}

type ReminderFields = Pick<DueReminder, "subject" | "slot" | "dueAt" | "expiresAt"> &
  Partial<Pick<DueReminder, "listId" | "minutes" | "occurrenceKey">> & {
    readonly facts: Exclude<Facts, { type: "fold" }>;
  };

/** Creates a reminder. Ignores a change later than the end `to` of the search: the server's clock was wrong then. */
export function createReminder(
  { inputs, to }: ReminderSearch,
  { member, about = [member.id] }: Addressee,
  changedAt: number,
  found: ReminderFields,
): DueReminder {
  const stamps = [changedAt, inputs.changedAt, member.changedAt].filter((stamp) => stamp <= to);
  return {
    kind: found.facts.type,
    listId: null,
    minutes: -1,
    occurrenceKey: isoOf(found.dueAt),
    ...found,
    memberId: member.id,
    about,
    notBefore: Math.max(...stamps),
  };
}

export const midnightIn = (timeZone: string, date: string): number => instantOn(timeZone, date, "00:00");

/**
 * Returns the instant of a local time in milliseconds. If clocks skip the local time, returns the instant that is later
 * by the skipped time. If the local time occurs twice, returns the first instant.
 */
export function instantOn(timeZone: string, date: string, time: WallTime): number {
  return toInstant(timeZone, Date.parse(`${date}T${time}:00Z`));
}

/** Returns the search's dates, with one more day at each end. Leaves out dates that the time zone skipped. */
export function datesOf({ inputs: { timeZone }, from, to }: ReminderSearch): string[] {
  const dates: string[] = [];
  const last = localDate(timeZone, to + dayMs);
  for (let date = localDate(timeZone, from - dayMs); date <= last; date = addDays(date, 1)) {
    if (midnightIn(timeZone, date) < midnightIn(timeZone, addDays(date, 1))) dates.push(date);
  }
  return dates;
}

/** Returns the midnight at which the date ends, or an hour after `dueAt` if that is later. */
export function untilMidnight(timeZone: string, date: string, dueAt: number): number {
  return Math.max(midnightIn(timeZone, addDays(date, 1)), dueAt + hour);
}
