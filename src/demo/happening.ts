/** What the made-up household did, told in the order of time, so that its feed tells a true story. */
import { dateIn, hour } from "../lib/time.ts";
import { toInstant } from "../lib/zone.ts";
import type { Work } from "../work.ts";

/** What the made-up household calls itself. */
export const householdName = "The Lindens";

/** The made-up household's. */
export const timeZone = "Europe/Berlin";

/** Something that somebody did at some time. */
export type Happening = { readonly at: Date; run(at: Date): void };

/** The household in which it happened: its people by name, and the times it happened at. */
export class Story {
  constructor(
    readonly now: Date,
    private readonly memberAt: (name: string, at: Date) => Work,
  ) {}

  /** The work of one of its people. @throws Error for nobody of that name. */
  as(name: string, at: Date): Work {
    return this.memberAt(name, at);
  }

  /** The ids of people. */
  ids(...names: readonly string[]): string[] {
    return names.map((name) => this.memberAt(name, this.now).memberId ?? "");
  }

  /** An instant before now, so many hours of being awake: nobody does anything between ten at night and seven. */
  hoursAgo(hours: number): Date {
    let left = hours * hour;
    let until = this.now.getTime();
    for (let days = 0; ; days--) {
      const dawn = Date.parse(this.at(days, "07:00"));
      const awake = Math.max(0, Math.min(until, Date.parse(this.at(days, "22:00"))) - dawn);
      if (left <= awake) return new Date(dawn + awake - left);
      left -= awake;
      until = dawn;
    }
  }

  /** The earlier of two instants. */
  earlier(one: Date, other: string): Date {
    return one.getTime() < Date.parse(other) ? one : new Date(other);
  }

  /** A date, in days from today. */
  date(days: number): string {
    return Temporal.PlainDate.from(dateIn(timeZone, this.now)).add({ days }).toString();
  }

  /** The instant of a wall time (`16:00`), in days from today. */
  at(days: number, time: string): string {
    return new Date(toInstant(timeZone, Date.parse(`${this.date(days)}T${time}:00Z`))).toISOString();
  }

  /** Days from today to a weekday (1 = Monday) of this week, or of one so many weeks later. */
  daysTo(isoWeekday: number, weeksLater = 0): number {
    const today = Temporal.PlainDate.from(this.date(0)).dayOfWeek;
    return isoWeekday - today + 7 * weeksLater;
  }
}
