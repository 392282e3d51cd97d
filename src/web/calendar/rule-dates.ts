/** The next times of a rule, by the server's own engine. Fetched when it is first wanted. Pure. */
import { Series } from "../../events/recurrence.ts";
import { parseRule, withParts } from "../../events/rule.ts";
import { day as dayMs, minute as minuteMs } from "../../time.ts";
import { wallTime } from "../time/wall.ts";
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
    for (let days = 64; days < horizon * 4; days *= 4) {
      const found = series.slots(wall, wall + Math.min(days, horizon) * dayMs);
      if (found.length >= count || days >= horizon) return found.slice(0, count).map(({ at }) => dayOf(at / minuteMs));
    }
    return [];
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
