/** Events among what is searched: a series once, with the time that it happens next. */
import { type EventText, eventTexts, otherTexts, type ShownTime, shownTimes } from "../../events/search.store.ts";
import { dateIn, formatDate, isoOf } from "../../lib/time.ts";
import { toInstant, toWall } from "../../lib/zone.ts";
import { spokenRule } from "../../recurrence/spoken-rule.ts";
import { kept } from "../index-cache.ts";
import { oneLine } from "../lines.ts";
import type { Found } from "../result.ts";
import { fitting, type Sought } from "../search-context.ts";

/** Events that fit, by title, place and notes. */
export function findEvents(sought: Sought): Found[] {
  const { work, today } = sought;
  const texts = kept(work, "events", eventTexts, (row) => ({ title: row.title, more: otherTexts(row) }));
  const fits = fitting(sought, texts);
  const midnight = toInstant(work.timeZone, Date.parse(`${today}T00:00:00Z`));
  const timeOf = shownTimes(
    work,
    fits.map(({ row }) => row),
    midnight,
  );
  const found: Found[] = [];
  for (const { row, rank } of fits) {
    const time = timeOf(row);
    if (!time) continue;
    const when = { at: time.from, isAhead: time.to > midnight || time.from >= midnight };
    const show = () => ({ title: row.title, line: lineOf(row, time, sought) });
    found.push({ type: "event", id: row.id, rank, when, show });
  }
  return found;
}

/** `Tue 1 Dec, 16:00 to 16:45, every week, Town hall`. */
function lineOf(event: EventText, time: ShownTime, sought: Sought): string {
  const place = time.location ? `, ${oneLine(time.location)}` : "";
  return `${spokenTime(time, sought)}${spokenRule(event)}${place}`;
}

/** In the household's wall time. An all-day one ends with its last day. */
function spokenTime({ from, to, allDay }: ShownTime, { work: { timeZone }, today }: Sought): string {
  const dateOf = (instant: number) => formatDate(dateIn(timeZone, new Date(instant)), today);
  const timeOf = (instant: number) => isoOf(toWall(timeZone, instant)).slice(11, 16);
  const [first, last] = [dateOf(from), dateOf(allDay ? Math.max(from, to - 1) : to)];
  if (allDay) return first === last ? `${first}, all day` : `${first} to ${last}`;
  if (from === to) return `${first}, ${timeOf(from)}`;
  return `${first}, ${timeOf(from)} to ${first === last ? "" : `${last}, `}${timeOf(to)}`;
}
