/** Merges other people's changes of a record into the draft of an open form. */

export type Versions<Draft> = {
  /** Version of the record with which the draft was last merged. */
  readonly base: Draft;
  readonly draft: Draft;
};

/**
 * Groups of fields. The fields of one group depend on one another, so they are merged and sent together. If several
 * fields of a group have a conflict, the form asks only one question.
 */
export type Units<Fields> = readonly (readonly (keyof Fields & string)[])[];

/**
 * Functions that convert the value of a field before two values are compared. They remove parts that do not matter for
 * the comparison, such as the ids of lines.
 */
export type Comparable<Draft> = { readonly [Field in keyof Draft]?: (value: Draft[Field]) => unknown };

/**
 * Merges a new version of the record into the draft. `record` is the new version, and `base` is the version that the
 * user started from. If the user has not changed a group of fields, the group gets the new values. Otherwise, the group
 * keeps the user's values. If both the user and the new version have changed a group, and the values differ, the group
 * has a conflict. `clashes` has the first field of each group with a conflict.
 */
export function merge<Draft extends object>(
  { base, draft }: Versions<Draft>,
  record: Draft,
  units: Units<Draft> = [],
  comparable: Comparable<Draft> = {},
): Versions<Draft> & { readonly clashes: readonly (keyof Draft & string)[] } {
  const next = { base: { ...base }, draft: { ...draft } };
  const clashes: (keyof Draft & string)[] = [];
  for (const unit of unitsOf(record, units)) {
    const isSame = (a: Draft, b: Draft) => unit.every((field) => isEqual(a[field], b[field], comparable[field]));
    if (isSame(base, record)) continue;
    if (isSame(base, draft)) Object.assign(next.draft, picked(record, unit));
    else if (!isSame(draft, record)) {
      clashes.push(...unit.slice(0, 1));
      continue;
    }
    Object.assign(next.base, picked(record, unit));
  }
  return { ...next, clashes };
}

/**
 * Resolves the conflict in the group of `field`. If `takes` is true, the draft gets the values of the record.
 * Otherwise, the draft keeps its own values.
 */
export function settled<Draft extends object>(
  { base, draft }: Versions<Draft>,
  record: Draft,
  { field, takes, units = [] }: { field: keyof Draft & string; takes: boolean; units?: Units<Draft> },
): Versions<Draft> {
  const theirs = picked(record, unitsOf(record, units).find((unit) => unit.includes(field)) ?? []);
  return { base: { ...base, ...theirs }, draft: takes ? { ...draft, ...theirs } : draft };
}

/**
 * Returns the changed fields of `after`, together with the fields that depend on a changed field. Returns null if no
 * field has changed.
 */
export function patchOf<Fields extends object>(
  before: Fields,
  after: Fields,
  units: Units<Fields> = [],
): Partial<Fields> | null {
  const changed = unitsOf(after, units).filter((unit) => !unit.every((field) => isEqual(before[field], after[field])));
  return changed.length === 0 ? null : picked(after, changed.flat());
}

function unitsOf<Fields extends object>(fields: Fields, units: Units<Fields>): Units<Fields> {
  const dependent = new Set<string>(units.flat());
  const names = Object.keys(fields) as (keyof Fields & string)[];
  return [...units, ...names.filter((name) => !dependent.has(name)).map((name) => [name])];
}

function picked<Fields extends object>(fields: Fields, unit: readonly (keyof Fields & string)[]): Partial<Fields> {
  return Object.fromEntries(unit.map((field) => [field, fields[field]])) as Partial<Fields>;
}

function isEqual<Value>(a: Value, b: Value, comparable: (value: Value) => unknown = (value) => value): boolean {
  return JSON.stringify(comparable(a), trimmed) === JSON.stringify(comparable(b), trimmed);
}

/** Trims texts before a comparison, because the app also trims texts before sending them. */
function trimmed(_: string, value: unknown): unknown {
  return typeof value === "string" ? value.trim() : value;
}
