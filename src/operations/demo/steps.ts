/** Steps that fill the demo. They run in the order of time, so that the activity feed is consistent. */
import { addDays, weekdayOf } from "#lib/days.ts";
import { dateIn, hour } from "#lib/time.ts";
import { toInstant } from "#lib/zone.ts";
import type { Work } from "#platform/work.ts";

export const householdName = "The Lindens";

export const timeZone = "Europe/Berlin";

export type DemoStep = { readonly at: Date; run(): void };

export class DemoContext {
  constructor(
    readonly now: Date,
    private readonly memberAt: (name: string, at: Date) => Work,
  ) {}

  as(name: string, at: Date): Work {
    return this.memberAt(name, at);
  }

  step(at: Date, name: string, run: (work: Work) => unknown): DemoStep {
    return { at, run: () => void run(this.memberAt(name, at)) };
  }

  ids(...names: readonly string[]): string[] {
    return names.map((name) => this.memberAt(name, this.now).memberId ?? "");
  }

  /** Returns the time that is a number of waking hours (07:00 to 22:00) ago. */
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

  earlier(one: Date, other: string): Date {
    return one.getTime() < Date.parse(other) ? one : new Date(other);
  }

  date(days: number): string {
    return addDays(dateIn(timeZone, this.now), days);
  }

  at(days: number, time: string): string {
    return new Date(toInstant(timeZone, Date.parse(`${this.date(days)}T${time}:00Z`))).toISOString();
  }

  daysTo(isoWeekday: number, weeksLater = 0): number {
    return isoWeekday - weekdayOf(this.date(0)) + 7 * weeksLater;
  }
}
