/** Parsed iCalendar (RFC 5545 §3.1) that writes back to the lines that were read. */

export type Parameter = { readonly name: string; readonly values: readonly string[] };

export type Property = {
  readonly kind: "property";
  /** Name in upper case. */
  readonly name: string;
  /** Names in upper case; values without quotes and RFC 6868 escapes. */
  readonly params: readonly Parameter[];
  /** Unfolded value, still escaped. */
  readonly value: string;
  /** Whole line, folded as it was read or as it will be written, without the last line break. */
  readonly raw: string;
};

/** Line that cannot be read. It is stored, so that it can be written again. */
export type BadLine = { readonly kind: "bad"; readonly raw: string; readonly line: number };

export type Component = {
  readonly kind: "component";
  /** Name in upper case. */
  readonly name: string;
  /** Items in the order in which they were read. */
  readonly items: readonly Item[];
};

export type Item = Property | BadLine | Component;

export function propertyOf({ items }: Component, name: string): Property | undefined {
  return items.find((each): each is Property => each.kind === "property" && each.name === name);
}

export function propertiesOf({ items }: Component, name: string): Property[] {
  return items.filter((each): each is Property => each.kind === "property" && each.name === name);
}

export function componentsOf({ items }: Component, name: string): Component[] {
  return items.filter((each): each is Component => each.kind === "component" && each.name === name);
}

export function parameterOf({ params }: Property, name: string): string | undefined {
  return params.find((each) => each.name === name)?.values[0];
}
