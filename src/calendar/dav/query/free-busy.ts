/** Computes when somebody is busy (RFC 4791 §7.10). */

import { writeInstant } from "#lib/recurrence/rule-values.ts";
import type { XmlElement } from "#lib/xml/xml.ts";
import { timeRangeOf } from "../../events/event.ts";
import { type Component, componentWith, keywordOf } from "../../ical/component.ts";
import { property, writeComponent } from "../../ical/lines.ts";
import { type CalendarObject, calendarWith } from "../../ical/objects.ts";
import type { CalendarDefaults } from "../../ical/read.ts";
import { isCancelled } from "../../ical/read-details.ts";
import { DavError } from "../errors.ts";
import { tooMany } from "./budget.ts";
import { type Range, readRange as readOpenRange } from "./filters.ts";
import { Instances } from "./instances.ts";

const maxInstances = 20_000;

type Type = "BUSY" | "BUSY-TENTATIVE";

export function readRange(element: XmlElement | undefined): Range {
  const malformed = () => new DavError(400, null);
  if (!element) throw malformed();
  const range = readOpenRange(element, malformed);
  if (!Number.isFinite(range.from) || !Number.isFinite(range.to)) throw malformed();
  return range;
}

export class BusyTimes {
  readonly #busy: Range[] = [];
  readonly #tentative: Range[] = [];

  constructor(
    private readonly range: Range,
    private readonly home: CalendarDefaults,
  ) {}

  add(object: CalendarObject): void {
    const [busy, tentative] = [this.#busy, this.#tentative];
    const instances = new Instances(object, this.home);
    for (const { component, event } of instances.overlapping(this.range)) {
      const type = typeOf(component);
      if (type) (type === "BUSY" ? busy : tentative).push(timeRangeOf(event, this.home.timeZone));
      if (busy.length + tentative.length > maxInstances) throw tooMany();
    }
    if (instances.isExhausted) throw tooMany();
  }

  /** Writes the busy times as iCalendar text. `at` is the time of the response. */
  write(at: Date): string {
    const { range } = this;
    const lines = [...linesOf("BUSY", this.#busy, range), ...linesOf("BUSY-TENTATIVE", this.#tentative, range)];
    const head = [
      property("DTSTAMP", writeInstant(at.getTime())),
      property("DTSTART", writeInstant(range.from)),
      property("DTEND", writeInstant(range.to)),
    ];
    return writeComponent(calendarWith([componentWith("VFREEBUSY", [...head, ...lines])]));
  }
}

function typeOf(component: Component): Type | null {
  if (isCancelled(component) || keywordOf(component, "TRANSP") === "TRANSPARENT") return null;
  return keywordOf(component, "STATUS") === "TENTATIVE" ? "BUSY-TENTATIVE" : "BUSY";
}

function linesOf(type: Type, periods: readonly Range[], range: Range) {
  const params = type === "BUSY" ? [] : [{ name: "FBTYPE", values: [type] }];
  return merged(periods, range).map(({ from, to }) => {
    return property("FREEBUSY", `${writeInstant(from)}/${writeInstant(to)}`, params);
  });
}

/** Merges overlapping periods and cuts them to the range. Leaves out empty periods. */
function merged(periods: readonly Range[], range: Range): Range[] {
  const found: { from: number; to: number }[] = [];
  for (const each of periods.toSorted((one, other) => one.from - other.from)) {
    const [from, to] = [Math.max(each.from, range.from), Math.min(each.to, range.to)];
    const last = found.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else if (from < to) found.push({ from, to });
  }
  return found;
}
