/** Finds events. A series appears once, at its next occurrence. */
import { busyTitle, isHiddenFrom } from "#calendar/events/event.ts";
import {
  type EventText,
  eventTexts,
  hasPrivateEvents,
  otherTexts,
  type ShownTime,
  shownTimes,
} from "#calendar/events/search.store.ts";
import { sayRule } from "#lib/recurrence/rule-text.ts";
import { type Phrase, type Sentence, say, sayDate, sayTime } from "#lib/sentence.ts";
import { dateIn, isoOf } from "#lib/time.ts";
import { toInstant, toLocalMs } from "#lib/zone.ts";
import { cachedIndex } from "../index-cache.ts";
import type { Find, Hit, SearchContext } from "../search-context.ts";

export function findEvents(context: SearchContext): Find {
  const { work, today } = context;
  const midnight = toInstant(work.timeZone, Date.parse(`${today}T00:00:00Z`));
  const name = hasPrivateEvents(work) ? `events ${work.viewerId}` : "events";
  const read = () => eventTexts(work, midnight);
  const texts = cachedIndex(work, name, read, (row) => ({ title: row.title, more: otherTexts(row) }));
  return (match) => {
    const matches = match(texts, ({ memberIds }) => memberIds);
    const timeOf = shownTimes(
      work,
      matches.map(({ row }) => row),
      midnight,
    );
    const hits: Hit[] = [];
    for (const { row, rank } of matches) {
      const time = timeOf(row);
      if (!time) continue;
      const when = { at: time.from, isAhead: time.to > midnight || time.from >= midnight };
      const display = () => ({
        title: row.title === busyTitle && isHiddenFrom(row, work.viewerId) ? say`Busy` : row.title,
        line: eventLine(row, time, context),
      });
      hits.push({ id: row.id, rank, when, display });
    }
    return hits;
  };
}

function eventLine(event: EventText, time: ShownTime, context: SearchContext): Sentence {
  const place = time.location ? say`, ${truncateLine(time.location)}` : "";
  return say`${spokenTime(time, context)}${sayRule(event)}${place}`;
}

function spokenTime({ from, to, allDay }: ShownTime, { work: { timeZone }, today }: SearchContext): Phrase {
  const dateOf = (instant: number) => sayDate(dateIn(timeZone, new Date(instant)), today);
  const timeOf = (instant: number) => sayTime(isoOf(toLocalMs(timeZone, instant)).slice(11, 16));
  const [first, last] = [dateOf(from), dateOf(allDay ? Math.max(from, to - 1) : to)];
  const isOneDay = first.english === last.english;
  if (allDay) return isOneDay ? say`${first}, all day` : say`${first} to ${last}`;
  if (from === to) return say`${first}, ${timeOf(from)}`;
  if (isOneDay) return say`${first}, ${timeOf(from)} to ${timeOf(to)}`;
  return say`${first}, ${timeOf(from)} to ${last}, ${timeOf(to)}`;
}

const longestLine = 80;

function truncateLine(text: string): string {
  const letters = [...text.replace(/[\s\u0085]+/gu, " ").trim()];
  return letters.length > longestLine ? `${letters.slice(0, longestLine - 1).join("")}…` : letters.join("");
}
