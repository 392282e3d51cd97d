/** The next times of a rule, by the server's own engine. Fetched when it is first wanted. Pure. */
import { day as dayMs, minute as minuteMs } from "../../../../lib/time.ts";
import { parseRule, withParts } from "../../../../recurrence/rule.ts";
import { Series } from "../../../../recurrence/series.ts";
import { wallTime } from "../../../time/wall.ts";
import { dayOf, minuteAt } from "./span.ts";

/** 150 years of days: what is rarer is told to be rare. */
const horizon = 150 * 366;

/**
 * The first days on which something happens that starts at `start` (a wall minute), that one included; fewer than `count`
 * where it ends before. Null for a rule that is none.
 */
export function nextDates(rule: string, start: number, timeZone: string, count: number): readonly string[] | null {
  const wall = start * minuteMs;
  try {
    // The wall's clock is taken for UTC, where no clock ever changes: days are all that is asked for.
    const series = new Series(parseRule(onWall(rule, timeZone)), { wall, at: wall, timeZone: "UTC", isAllDay: false });
    const days: string[] = [];
    for (const { at } of series.ascending(wall, wall + horizon * dayMs, count)) {
      days.push(dayOf(at / minuteMs));
      if (days.length === count) break;
    }
    return days;
  } catch {
    return null;
  }
}

/** An UNTIL that is an instant, as the wall shows it. */
function onWall(rule: string, timeZone: string): string {
  const { until } = parseRule(rule);
  if (until?.kind !== "instant") return rule;
  const wall = new Date(minuteAt(wallTime(until.at, timeZone)) * minuteMs).toISOString();
  return withParts(rule, { UNTIL: `${wall.slice(0, 19).replaceAll(/[-:]/g, "")}` });
}
