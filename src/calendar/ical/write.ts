/** Writes events as iCalendar text. */

import { runStepsToEnd } from "#lib/concurrency.ts";
import { writeInstant } from "#lib/recurrence/rule-values.ts";
import { second } from "#lib/time.ts";
import { type Event, seriesOf } from "../events/event.ts";
import type { PresentableEvent } from "../events/present.ts";
import { type Component, componentWith, type Property } from "./component.ts";
import { property, writeComponent } from "./lines.ts";
import { type CalendarObject, calendarWith, objectFrom, objectFromSteps } from "./objects.ts";
import { renderPatched } from "./patch-object.ts";
import type { CalendarDefaults, Reading } from "./read.ts";
import { remindersInForce } from "./read-details.ts";
import { escapeText } from "./values.ts";
import {
  alarmsFor,
  categoriesAt,
  categoriesGroup,
  detailGroups,
  type InstanceToWrite,
  isWritten,
  ruleGroup,
  shownAt,
  slotLine,
  stampGroups,
  timesGroup,
  withoutAlarms,
  withUnambiguousStart,
} from "./write-lines.ts";
import { shareZones, withZones } from "./write-zones.ts";

export type RenderedObject = { readonly components: readonly Component[]; readonly zones: readonly Component[] };

export type RenderContext = {
  readonly uid: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly home: CalendarDefaults;
  /** Categories to add to those of the stored text. */
  readonly categories: readonly string[];
  /** Returns the categories of an instance with members of its own. The categories are the names of these members. */
  readonly categoriesOf?: (memberIds: readonly string[]) => readonly string[];
  /** Names of all members. These names are removed from the stored categories, except names in `categories`. */
  readonly memberNames?: readonly string[];
  /** Whether alarms are written. If false, stored alarms are also removed. */
  readonly hasAlarms?: boolean;
  /** Whether only the times are written, with the title `Busy`. In that case the stored text is ignored. */
  readonly isBusyOnly?: boolean;
  /** Whether an unchanged text is written with its VCALENDAR, whose `X-WR-TIMEZONE` then applies to floating times. */
  readonly isWholeText?: boolean;
};

/** Returns the context for writing a stored event. The categories are those of its members' names that `names` has. */
export function contextOf(
  { row, event }: PresentableEvent,
  object: { readonly uid: string } | null,
  home: CalendarDefaults,
  names: ReadonlyMap<string, string>,
): RenderContext {
  const categoriesOf = (memberIds: readonly string[]) => memberIds.flatMap((id) => names.get(id) ?? []);
  return {
    uid: object?.uid ?? row.id,
    createdAt: Date.parse(row.createdAt),
    updatedAt: Date.parse(row.updatedAt),
    home,
    categories: categoriesOf(event.memberIds),
    categoriesOf,
    memberNames: [...names.values()],
  };
}

export function renderObject(
  event: Event,
  kept: { readonly ics: string } | null,
  context: RenderContext,
): RenderedObject {
  const { hasAlarms = true, isBusyOnly = false, home } = context;
  const object = kept && !isBusyOnly ? objectFrom(kept.ics) : null;
  const components = (object && runStepsToEnd(renderPatched(event, object, context))) ?? renderNew(event, context);
  return withZones(hasAlarms ? components : components.map(withoutAlarms), object ?? emptyObject, home);
}

/** Returns the stored text if the text still describes the event. Returns null if the text must be changed. */
export function renderVerbatim(event: Event, kept: { readonly ics: string }, context: RenderContext): string | null {
  const object = objectFrom(kept.ics);
  const components = object && runStepsToEnd(renderPatched(event, object, { ...context, isWholeText: true }));
  return components && components === object.components ? kept.ics : null;
}

export function* renderTextSteps(
  event: Event,
  kept: { readonly ics: string },
  context: RenderContext,
): Generator<void, string> {
  const object = yield* objectFromSteps(kept.ics);
  const components = object && (yield* renderPatched(event, object, { ...context, isWholeText: true }));
  if (object && components === object.components) return kept.ics;
  yield;
  const rendered = withZones(components ?? renderNew(event, context), object ?? emptyObject, context.home);
  yield;
  return renderCalendar([rendered], []);
}

export function isVerbatim(event: Event, parsed: { object: CalendarObject; known: Reading }, context: RenderContext) {
  const { object, known } = parsed;
  return runStepsToEnd(renderPatched(event, object, { ...context, isWholeText: true }, known)) === object.components;
}

export function renderUnrolled(object: CalendarObject, home: CalendarDefaults, hasAlarms = true): RenderedObject {
  return withZones(hasAlarms ? object.components : object.components.map(withoutAlarms), object, home);
}

const emptyObject: CalendarObject = { uid: "", components: [], zones: [], properties: [] };

export function renderCalendar(objects: readonly RenderedObject[], properties: readonly Property[]): string {
  return writeComponent(calendarWith([property("CALSCALE", "GREGORIAN"), ...properties, ...shareZones(objects)]));
}

function renderNew(given: Event, context: RenderContext): Component[] {
  const event = withUnambiguousStart(context.isBusyOnly ? busy(given) : given);
  const series = seriesOf(event);
  const overrides = event.exceptions.filter((each) => isWritten(each, context) && !each.cancelled);
  const instances = overrides.flatMap((exception): Component[] => {
    const slot = series?.slotOf(exception.wall);
    if (!slot) return [];
    const id = slotLine("RECURRENCE-ID", event, slot.localMs);
    const categories = categoriesAt(exception, context);
    return [newComponent(shownAt(event, slot, exception), event, [id], [], { ...context, categories })];
  });
  const excluded = event.exceptions.filter((each) => each.cancelled);
  const dates = excluded.map(({ wall: localMs }) => slotLine("EXDATE", event, localMs));
  return [newComponent(event, null, [], [...ruleGroup(event).lines, ...dates], context), ...instances];
}

function newComponent(
  shown: InstanceToWrite,
  series: Event | null,
  id: readonly Property[],
  repetition: readonly Property[],
  { uid, createdAt, updatedAt, home, categories, isBusyOnly }: RenderContext,
): Component {
  const sequence = Math.max(0, Math.floor((updatedAt - createdAt) / second));
  const groups = [
    ...stampGroups(updatedAt, sequence),
    detailGroups.title(shown),
    timesGroup(shown),
    { names: [], lines: repetition },
    detailGroups.location(shown),
    detailGroups.notes(shown),
    categoriesGroup(isBusyOnly ? [] : categories),
    detailGroups.privateTo(isBusyOnly ? { ...shown, isMasked: true } : shown, series),
  ];
  const lines = groups.flatMap((each) => each.lines);
  const head = [property("UID", escapeText(uid)), ...id, property("CREATED", writeInstant(createdAt))];
  const alarms = alarmsFor(remindersInForce(shown, home.defaultReminder), shown.title);
  return componentWith("VEVENT", [...head, ...lines, ...alarms]);
}

function busy(event: Event): Event {
  const bare = { location: null, notes: null, reminderMinutes: -1, reminderMinutesList: [] };
  const exceptions = event.exceptions.map((each) => ({ ...each, own: {} }));
  return { ...event, ...bare, title: "Busy", exceptions };
}
