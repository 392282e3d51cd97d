import { listMembers } from "#accounts/members/store.ts";
import { runStepsToEnd } from "#lib/concurrency.ts";
import { writeInstant } from "#lib/recurrence/rule-values.ts";
import type { Work } from "#platform/work.ts";
import { findObject, hiddenObjects } from "../calendars/objects.store.ts";
import { calendarDefaultsOf } from "../calendars/store.ts";
import { readEventsByEnd } from "../events/calendar.store.ts";
import { calendarStart, type Event, isHiddenFrom, shownTo } from "../events/event.ts";
import { eventFromRow, type RecordRow } from "../events/row.ts";
import { readStored } from "../events/store.ts";
import { type Component, hasProperty, isProperty, mapLines } from "../ical/component.ts";
import { property } from "../ical/lines.ts";
import { maskedText, objectFrom } from "../ical/objects.ts";
import { escapeText } from "../ical/values.ts";
import { contextOf, type RenderedObject, renderCalendar, renderObject, renderUnrolled } from "../ical/write.ts";

/** Exports an event. An imported event keeps its original lines until a change in the app. @throws ApiError 404 */
export function exportEvent(work: Work, id: string): { title: string; text: string } {
  const { row, event } = readStored(work, id);
  const text = renderCalendar([rendererFor(work)(row, event)], []);
  const isHidden = isHiddenFrom(row, work.viewerId);
  return { title: shownTo(event, work.viewerId).title, text: isHidden ? runStepsToEnd(maskedText(text)) : text };
}

/** Returns the household's own events as an iCalendar file. */
export function exportCalendar(work: Work): string {
  const render = rendererFor(work);
  const rows = readEventsByEnd(work, { endsAfter: calendarStart, sources: [], limit: -1 });
  const head = property("X-WR-TIMEZONE", work.timeZone);
  // Several dates of one object are written only once.
  const first = new Map(rows.map((row) => [row.isUnrolled === 1 ? row.objectId : row.id, row]));
  const hidden = hiddenObjects(work).flatMap(({ ics }) => objectFrom(ics) ?? []);
  const written = [...first.values()].map((row) => render(row, eventFromRow(row)));
  return renderCalendar([...written, ...hidden.map((each) => renderUnrolled(each, calendarDefaultsOf(work)))], [head]);
}

function rendererFor(work: Work): (row: RecordRow, event: Event) => RenderedObject {
  const home = calendarDefaultsOf(work);
  const names = new Map(listMembers(work).map(({ id, name }) => [id, name]));
  return (row, event) => {
    const kept = row.objectId === null ? null : findObject(work, row.objectId);
    const unrolled = kept?.kind === "unrolled" ? objectFrom(kept.ics) : null;
    if (unrolled) return renderUnrolled(unrolled, home);
    const rendered = renderObject(event, kept, contextOf({ row, event }, kept, home, names));
    if (!kept) return rendered;
    const updatedAt = Date.parse(row.updatedAt);
    return { ...rendered, components: rendered.components.map((each) => asStrict(each, kept.uid, updatedAt)) };
  };
}

/**
 * Makes a stored component acceptable to strict programs, which otherwise refuse the whole file. Removes bad lines and
 * adds a missing DTSTAMP. Also sets the UID, because the two halves of a split series have the same stored text.
 */
function asStrict(component: Component, uid: string, updatedAt: number): Component {
  const id = property("UID", escapeText(uid));
  const { items } = mapLines(component, (line) => (line.kind === "bad" ? [] : line));
  const named = items.map((item) => (isProperty(item, ["UID"]) && item.value !== id.value ? id : item));
  const stamps = hasProperty(component, "DTSTAMP") ? [] : [property("DTSTAMP", writeInstant(updatedAt))];
  return { ...component, items: [...stamps, ...named] };
}
