import { foldText } from "#lib/case-folding.ts";
import { lazy } from "#lib/lazy.ts";
import { day } from "#lib/time.ts";
import { toInstant } from "#lib/zone.ts";
import {
  type Component,
  componentsOf,
  type Property,
  parameterOf,
  propertiesOf,
  propertyOf,
} from "../../ical/component.ts";
import { type CalendarObject, calendarWith } from "../../ical/objects.ts";
import type { CalendarDefaults } from "../../ical/read.ts";
import { type Duration, readDateTime, readDuration, readPeriods, unescapeText } from "../../ical/values.ts";
import type { Collation, ComponentFilter, ParameterFilter, PropertyFilter, Range, TextMatch } from "./filters.ts";
import { type Instance, Instances } from "./instances.ts";

/** Whether an object matches, or has too many dates to check. Dates and floating times are in `at.home.timeZone`. */
export function matches(
  filter: ComponentFilter,
  object: CalendarObject,
  at: { readonly home: CalendarDefaults },
): boolean {
  const calendar = calendarWith([...object.properties, ...object.zones, ...object.components]);
  return new Matcher(object, at.home).matchesAny(filter, [calendar], null);
}

class Matcher {
  readonly #instances: () => Instances;

  constructor(object: CalendarObject, home: CalendarDefaults) {
    this.#instances = lazy(() => new Instances(object, home));
  }

  matchesAny(filter: ComponentFilter, among: readonly Component[], parent: Component | null): boolean {
    const named = among.filter(({ name }) => name === filter.name);
    if (filter.isNotDefined) return named.length === 0;
    return named.some((each) => this.#matches(filter, each, parent));
  }

  #matches(
    { range, properties, components }: ComponentFilter,
    component: Component,
    parent: Component | null,
  ): boolean {
    if (!properties.every((each) => this.#hasProperty(each, component))) return false;
    const hasComponent = (each: ComponentFilter) =>
      this.matchesAny(each, componentsOf(component, each.name), component);
    if (!components.every(hasComponent)) return false;
    return range === null || this.#isWithin(range, component, parent);
  }

  #isWithin(range: Range, component: Component, parent: Component | null): boolean {
    const instances = this.#instances();
    const found =
      component.name === "VALARM"
        ? isTriggeredIn(component, parent, instances, range)
        : instances.overlapping(range, component).next().done === false;
    return found || instances.isExhausted;
  }

  #hasProperty(filter: PropertyFilter, component: Component): boolean {
    const named = propertiesOf(component, filter.name);
    if (filter.isNotDefined) return named.length === 0;
    const { range, text, parameters } = filter;
    return named.some((each) => {
      if (range && !this.#isDuring(range, each)) return false;
      if (text && !isFound(text, [unescapeText(each.value)])) return false;
      return parameters.every((wanted) => hasParameter(wanted, each));
    });
  }

  #isDuring({ from, to }: Range, found: Property): boolean {
    const { clock, zone } = this.#instances();
    return readPeriods(found).some((period) => {
      if (!period) return false;
      const { allDay, localMs, at } = clock.resolve(period.start);
      const instant = allDay ? toInstant(zone, localMs) : at;
      return instant >= from && instant < to;
    });
  }
}

function hasParameter({ name, isNotDefined, text }: ParameterFilter, { params }: Property): boolean {
  const found = params.find((each) => each.name === name);
  if (!found || isNotDefined) return !found === isNotDefined;
  return text === null || isFound(text, found.values);
}

function isFound({ text, collation, isNegated }: TextMatch, values: readonly string[]): boolean {
  const fold = folds[collation];
  const wanted = fold(text);
  return values.some((each) => fold(each).includes(wanted)) !== isNegated;
}

const folds: Readonly<Record<Collation, (text: string) => string>> = {
  "i;octet": (text) => text,
  "i;ascii-casemap": (text) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()),
  "i;unicode-casemap": foldText,
};

/** Whether an alarm or one of its repetitions goes off in the range. */
function isTriggeredIn(alarm: Component, event: Component | null, instances: Instances, range: Range): boolean {
  const trigger = propertyOf(alarm, "TRIGGER");
  if (!trigger || !event) return false;
  const { count, every } = repetitionOf(alarm);
  const isTriggered = (at: number) => {
    const first = every > 0 && range.from > at ? Math.ceil((range.from - at) / every) : 0;
    const nearest = at + Math.min(first, count) * every;
    return nearest >= range.from && nearest < range.to;
  };
  const absolute = readDateTime(trigger);
  if (absolute) return isTriggered(instances.clock.resolve(absolute).at);
  const duration = readDuration(trigger.value);
  if (!duration) return false;
  const isAtEnd = parameterOf(trigger, "RELATED")?.toUpperCase() === "END";
  const shift = duration.sign * (duration.days * day + duration.ms);
  const around = { from: range.from - shift - count * every - day, to: range.to - shift + day };
  for (const each of instances.near(around, event)) {
    if (isTriggered(triggerAt(each, duration, isAtEnd, instances.zone))) return true;
  }
  return false;
}

function repetitionOf(alarm: Component): { count: number; every: number } {
  const count = Number(propertyOf(alarm, "REPEAT")?.value) || 0;
  const { days, ms } = readDuration(propertyOf(alarm, "DURATION")?.value ?? "") ?? { days: 0, ms: 0 };
  const every = days * day + ms;
  return every > 0 && count > 0
    ? { count: Math.min(Math.floor(count), maxRepetitions), every }
    : { count: 0, every: 0 };
}

const maxRepetitions = 10_000;

/** Returns when an alarm goes off. Counts days in local time (RFC 5545 §3.3.6): in `zone` if the event is all-day. */
function triggerAt({ event }: Instance, { sign, days, ms }: Duration, isAtEnd: boolean, zone: string): number {
  const { allDay, startAt, endAt, startWall, endWall } = event;
  const timeZone = allDay ? zone : event.timeZone;
  const localMs = isAtEnd ? endWall : startWall;
  const at = isAtEnd ? endAt : startAt;
  const isPlain = days === 0 && !allDay;
  return (isPlain ? at : toInstant(timeZone, localMs + sign * days * day)) + sign * ms;
}
