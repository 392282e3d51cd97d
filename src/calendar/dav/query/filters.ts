/** Reads the filters of calendar queries (RFC 4791 §9.7–9.9). */

import { caldav, isNamed, type XmlElement } from "#lib/xml/xml.ts";
import type { TimeRange } from "../../events/event.ts";
import { property } from "../../ical/lines.ts";
import { readDateTime } from "../../ical/values.ts";
import { DavError } from "../errors.ts";

/** Range of time. A limit that the query omits is ±Infinity. */
export type Range = TimeRange;

export type ComponentFilter = {
  /** Name of the component in upper case. */
  readonly name: string;
  readonly isNotDefined: boolean;
  readonly range: Range | null;
  readonly properties: readonly PropertyFilter[];
  readonly components: readonly ComponentFilter[];
};

export type PropertyFilter = {
  readonly name: string;
  readonly isNotDefined: boolean;
  readonly range: Range | null;
  readonly text: TextMatch | null;
  readonly parameters: readonly ParameterFilter[];
};

export type ParameterFilter = Pick<PropertyFilter, "name" | "isNotDefined" | "text">;

export type TextMatch = { readonly text: string; readonly collation: Collation; readonly isNegated: boolean };

const collations = ["i;ascii-casemap", "i;octet", "i;unicode-casemap"] as const;
export type Collation = (typeof collations)[number];

/** Maximum number of conditions in one query. Each condition is checked against every component. */
const maxConditions = 200;

export function readFilter(element: XmlElement): ComponentFilter {
  const [root, ...others] = element.children;
  if (!root || others.length > 0 || !isNamed(root, caldav, "comp-filter")) throw invalid();
  const filter = new FilterReader().component(root);
  if (filter.name !== "VCALENDAR") throw invalid();
  return filter;
}

/** Returns a range that overlaps every matching event. Returns null if the filter has no time range. */
export function rangeOf({ components }: ComponentFilter): Range | null {
  return components.find((each) => each.name === "VEVENT" && each.range)?.range ?? null;
}

/** Whether the filter can match events. The server stores only events, so any other filter matches nothing. */
export function selectsEvents({ isNotDefined, components }: ComponentFilter): boolean {
  const isImpossible = (each: ComponentFilter) =>
    each.isNotDefined ? each.name === "VEVENT" : otherKinds.includes(each.name);
  return !isNotDefined && !components.some(isImpossible);
}

const otherKinds = ["VTODO", "VJOURNAL", "VFREEBUSY"];
const timedKinds = ["VEVENT", "VALARM", ...otherKinds];

export function readRange({ attributes }: XmlElement, error: () => DavError): Range {
  const { start, end } = attributes;
  const range = { from: instantOf(start, -Infinity, error), to: instantOf(end, Infinity, error) };
  if ((start === undefined && end === undefined) || range.from >= range.to) throw error();
  return range;
}

function instantOf(text: string | undefined, missing: number, error: () => DavError): number {
  if (text === undefined) return missing;
  const isUtc = /^\d{8}T\d{6}Z$/.test(text);
  const moment = isUtc ? readDateTime(property("", text)) : null;
  if (!moment) throw error();
  return moment.localMs;
}

const invalid = () => new DavError(403, { uri: caldav, local: "valid-filter" });
const unsupported = () => new DavError(403, { uri: caldav, local: "supported-filter" });

class FilterReader {
  #count = 0;

  component(element: XmlElement): ComponentFilter {
    const children = this.#childrenOf(element, ["is-not-defined", "time-range", "prop-filter", "comp-filter"]);
    const { name, isNotDefined } = this.#headOf(element, children);
    const range = this.#rangeIn(children);
    if (range && name === "VCALENDAR") throw invalid();
    if (range && !timedKinds.includes(name)) throw unsupported();
    const properties = named(children, "prop-filter").map((each) => this.#property(each));
    const components = named(children, "comp-filter").map((each) => this.component(each));
    return { name, isNotDefined, range, properties, components };
  }

  #property(element: XmlElement): PropertyFilter {
    const children = this.#childrenOf(element, ["is-not-defined", "time-range", "text-match", "param-filter"]);
    const head = this.#headOf(element, children);
    const range = this.#rangeIn(children);
    const text = this.#textIn(children);
    if (range && text) throw invalid();
    const parameters = named(children, "param-filter").map((each) => this.#parameter(each));
    return { ...head, range, text, parameters };
  }

  #parameter(element: XmlElement): ParameterFilter {
    const children = this.#childrenOf(element, ["is-not-defined", "text-match"]);
    return { ...this.#headOf(element, children), text: this.#textIn(children) };
  }

  #childrenOf({ children, attributes }: XmlElement, allowed: readonly string[]): readonly XmlElement[] {
    if (++this.#count > maxConditions || (attributes.test ?? "allof") !== "allof") throw unsupported();
    for (const { uri, local } of children) {
      if (uri !== caldav || !elements.includes(local)) throw unsupported();
      if (!allowed.includes(local)) throw invalid();
    }
    return children;
  }

  #headOf({ attributes }: XmlElement, children: readonly XmlElement[]) {
    const name = attributes.name?.trim().toUpperCase() ?? "";
    const isNotDefined = named(children, "is-not-defined").length > 0;
    if (name === "" || (isNotDefined && children.length > 1)) throw invalid();
    return { name, isNotDefined };
  }

  #rangeIn(children: readonly XmlElement[]): Range | null {
    const [range, ...others] = named(children, "time-range");
    if (others.length > 0) throw invalid();
    return range ? readRange(range, invalid) : null;
  }

  #textIn(children: readonly XmlElement[]): TextMatch | null {
    const [match, ...others] = named(children, "text-match");
    if (others.length > 0) throw invalid();
    if (!match) return null;
    const { collation: written = "i;ascii-casemap", "negate-condition": negated = "no" } = match.attributes;
    const collation = collations.find((each) => each === written);
    if (!collation) throw new DavError(403, { uri: caldav, local: "supported-collation" });
    if (!["yes", "no"].includes(negated) || match.children.length > 0) throw invalid();
    if ((match.attributes["match-type"] ?? "contains") !== "contains") throw unsupported();
    return { text: match.text, collation, isNegated: negated === "yes" };
  }
}

const elements = ["comp-filter", "prop-filter", "param-filter", "is-not-defined", "time-range", "text-match"];

function named(children: readonly XmlElement[], local: string): readonly XmlElement[] {
  return children.filter((each) => each.local === local);
}
