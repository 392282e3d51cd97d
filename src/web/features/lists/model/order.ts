/**
 * Applies a wished order to a level that has changed since: only `moved` changes its place, to behind the nearest item that was
 * to precede it.
 */
export function reapplied(wished: readonly string[], moved: string, now: readonly string[]): string[] {
  if (!now.includes(moved)) return [...now];
  const present = new Set(now);
  const before = wished.slice(0, wished.indexOf(moved)).findLast((id) => present.has(id));
  const others = now.filter((id) => id !== moved);
  return others.toSpliced(before === undefined ? 0 : others.indexOf(before) + 1, 0, moved);
}
