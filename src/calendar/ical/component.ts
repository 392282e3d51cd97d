/** Parsed iCalendar text (RFC 5545 §3.1). Keeps the original lines, so that they can be written unchanged. */

export type Parameter = { readonly name: string; readonly values: readonly string[] };

export type Property = {
  readonly kind: "property";
  /** Name of the property in upper case. */
  readonly name: string;
  /** Parameters with names in upper case. The values have no quotes and no RFC 6868 escapes. */
  readonly params: readonly Parameter[];
  /** Value of the property after unfolding, still with its escapes. */
  readonly value: string;
  /** Whole line with folds, as read or as it will be written. The final line break is not included. */
  readonly raw: string;
};

/** Line that cannot be parsed. The line is stored, so that it can be written again. */
export type BadLine = { readonly kind: "bad"; readonly raw: string; readonly line: number };

export type Component = {
  readonly kind: "component";
  /** Name of the component in upper case. */
  readonly name: string;
  /** Properties, components and bad lines in the original order. */
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

export function isProperty(item: Item, names: readonly string[]): item is Property {
  return item.kind === "property" && names.includes(item.name);
}

export function hasProperty({ items }: Component, ...names: string[]): boolean {
  return items.some((each) => isProperty(each, names));
}

export function withoutProperties(component: Component, names: readonly string[]): Component {
  return { ...component, items: component.items.filter((each) => !isProperty(each, names)) };
}

/** Returns the value of a property in upper case, such as `CANCELLED`. Empty if the property is missing. */
export function keywordOf(component: Component, name: string): string {
  return propertyOf(component, name)?.value.trim().toUpperCase() ?? "";
}

export function componentWith(name: string, items: readonly Item[]): Component {
  return { kind: "component", name, items };
}

export function mapLines(component: Component, map: (line: Property | BadLine) => Item | []): Component {
  const items = component.items.flatMap((item) => (item.kind === "component" ? mapLines(item, map) : map(item)));
  return { ...component, items };
}
