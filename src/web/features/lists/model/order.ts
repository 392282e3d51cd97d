/** Reapplies the move of `moved` to a changed list: after its nearest earlier neighbour in `wished`. */
export function reapplied(wished: readonly string[], moved: string, now: readonly string[]): string[] {
  if (!now.includes(moved)) return [...now];
  const present = new Set(now);
  const before = wished.slice(0, wished.indexOf(moved)).findLast((id) => present.has(id));
  const others = now.filter((id) => id !== moved);
  return others.toSpliced(before === undefined ? 0 : others.indexOf(before) + 1, 0, moved);
}
