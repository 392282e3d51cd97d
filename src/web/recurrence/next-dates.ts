import { parseRule, withParts } from "../../recurrence/rule.ts";
import { Series } from "../../recurrence/series.ts";
import { type WallTime, wallTime } from "../time/wall.ts";

/** Past 150 years a rule counts as having no further date. */
const horizonMs = 150 * 366 * 86_400_000;

/**
 * The first days of what starts at `start`, by the server's own engine, so that a preview cannot differ from what is
 * saved. The start's day is included. Fewer than `count` where the rule ends before; null for an invalid rule.
 */
export function nextDates(rule: string, start: WallTime, timeZone: string, count: number): readonly string[] | null {
  // Wall time is taken for UTC, where no clock changes: only the days are wanted.
  const wall = toUtc(start);
  try {
    const series = new Series(parseRule(onWall(rule, timeZone)), { wall, at: wall, timeZone: "UTC", isAllDay: false });
    const days: string[] = [];
    for (const { at } of series.ascending(wall, wall + horizonMs, count)) {
      days.push(new Date(at).toISOString().slice(0, 10));
      if (days.length === count) break;
    }
    return days;
  } catch {
    return null;
  }
}

/** Replaces an UNTIL that is an instant by its wall time. */
function onWall(rule: string, timeZone: string): string {
  const { until } = parseRule(rule);
  if (until?.kind !== "instant") return rule;
  const wall = new Date(toUtc(wallTime(until.at, timeZone))).toISOString();
  return withParts(rule, { UNTIL: wall.slice(0, 19).replaceAll(/[-:]/g, "") });
}

function toUtc({ day, time }: WallTime): number {
  return Date.parse(`${day}T${time}Z`);
}
