/** Returns the fields of `after` that differ; null if none does. */
export function patchOf<Fields extends object>(before: Fields, after: Fields): Partial<Fields> | null {
  const isOther = (name: keyof Fields) => JSON.stringify(before[name]) !== JSON.stringify(after[name]);
  const names = (Object.keys(after) as (keyof Fields)[]).filter(isOther);
  return names.length === 0 ? null : (Object.fromEntries(names.map((name) => [name, after[name]])) as Partial<Fields>);
}
