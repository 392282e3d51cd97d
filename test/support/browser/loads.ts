/**
 * Counts the pages that each file of `test/browser` loads: a change of the screen or the household takes half as long
 * as a load.
 */

const maxLoads = 8;
const loads = new Map<string, number>();

/**
 * Returns the fault of one more load in the running test file. Null if it is allowed. In Firefox every page is a new
 * one.
 */
export function faultOfLoad(file = Bun.main): string | null {
  if (!file.includes("/test/browser/") || file.includes("/firefox/")) return null;
  const count = (loads.get(file) ?? 0) + 1;
  loads.set(file, count);
  return count > maxLoads ? `page load ${count} of ${file}, which may have ${maxLoads}` : null;
}
