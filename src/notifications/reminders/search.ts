import { day as dayMs, hour } from "#lib/time.ts";
import { toInstant, toLocalMs } from "#lib/zone.ts";
import type { WallTime } from "../notices/notice.ts";
import type { Home, HomeMember, Moment } from "./home.ts";

/** After `from`, up to and including `to`. Milliseconds. */
export type Search = {
  readonly home: Home;
  readonly from: number;
  readonly to: number;
  readonly memberById: ReadonlyMap<string, HomeMember>;
  /** Unreachable members by adult. */
  readonly keptBy: ReadonlyMap<HomeMember, readonly HomeMember[]>;
};

export function searchIn(home: Home, from: number, to: number): Search {
  const memberById = new Map(home.members.map((each) => [each.id, each]));
  return { home, from, to, memberById, keptBy: keptByAdults(home.members) };
}

export function keptByAdults(members: readonly HomeMember[]): Search["keptBy"] {
  const unreachable = members.filter(({ isReachable }) => !isReachable);
  const keptBy = new Map<HomeMember, readonly HomeMember[]>();
  for (const adult of members.filter(isAdult)) {
    const { alsoFor } = adult.preferences;
    const kept = unreachable.filter((each) => each !== adult && (alsoFor === null || alsoFor.includes(each.id)));
    if (kept.length > 0) keptBy.set(adult, kept);
  }
  return keptBy;
}

export function isWithin({ from, to }: Search, instant: number): boolean {
  return instant > from && instant <= to;
}

export function isAdult({ role }: HomeMember): boolean {
  return role === "owner" || role === "adult";
}

export type Told = { readonly member: HomeMember; readonly about: readonly string[] };

/** Adults are told for named members only: they choose household-wide events for themselves, by `general`. */
export function everybodyTold({ home, keptBy }: Search, named: ReadonlySet<string>, isGeneral = false): Told[] {
  const told: Told[] = [];
  for (const member of home.members) {
    const kept = keptBy.get(member)?.filter(({ id }) => named.has(id)) ?? [];
    const isConcerned = named.has(member.id) || (isGeneral && member.preferences.general);
    if (!isConcerned && kept.length === 0) continue;
    const concerned = isConcerned ? home.members.filter((each) => each === member || kept.includes(each)) : kept;
    told.push({ member, about: concerned.map(({ id }) => id) });
  }
  return told;
}

type Found = Omit<Moment, "memberId" | "about" | "notBefore" | "listId" | "minutes"> &
  Partial<Pick<Moment, "listId" | "minutes">>;

/** Ignores changes after `to`: a wrong clock stamped them. */
export function momentFor({ home, to }: Search, { member, about }: Told, changedAt: number, found: Found): Moment {
  const stamps = [changedAt, home.changedAt, member.changedAt].filter((stamp) => stamp <= to);
  return { listId: null, minutes: -1, ...found, memberId: member.id, about, notBefore: Math.max(...stamps) };
}

export function midnightIn(timeZone: string, date: string): number {
  return toInstant(timeZone, Date.parse(`${date}T00:00:00Z`));
}

/** A skipped time moves forward by the gap; a repeated time is the first. */
export function instantOn(timeZone: string, date: string, time: WallTime): number {
  return toInstant(timeZone, Date.parse(`${date}T${time}:00Z`));
}

export function dateAt(timeZone: string, instant: number): string {
  return dateOf(toLocalMs(timeZone, instant));
}

/** `wall` is in milliseconds as if UTC. */
export function dateOf(wall: number): string {
  return new Date(wall).toISOString().slice(0, 10);
}

export function nextDate(date: string): string {
  return dateOf(Date.parse(`${date}T00:00:00Z`) + dayMs);
}

/** Household dates of the range. A date that a zone skipped has no instants. */
export function datesOf({ home: { timeZone }, from, to }: Search): string[] {
  const dates: string[] = [];
  const last = dateAt(timeZone, to + dayMs);
  for (let date = dateAt(timeZone, from - dayMs); date <= last; date = nextDate(date)) {
    if (midnightIn(timeZone, date) < midnightIn(timeZone, nextDate(date))) dates.push(date);
  }
  return dates;
}

/** At least an hour. */
export function untilMidnight(timeZone: string, date: string, dueAt: number): number {
  return Math.max(midnightIn(timeZone, nextDate(date)), dueAt + hour);
}
