/**
 * Counts the page loads of each file in `test/browser`, because a load takes twice as long as changing the screen or
 * the household in a loaded page.
 */

const maxLoads = 8;
const loads = new Map<string, number>();

/**
 * Counts one more page load of the running test file. Returns an error text if the file has loaded too many pages,
 * otherwise null. Loads are not limited in Firefox, where pages are not reused.
 */
export function faultOfLoad(file = Bun.main): string | null {
  if (!file.includes("/test/browser/") || file.includes("/firefox/")) return null;
  const count = (loads.get(file) ?? 0) + 1;
  loads.set(file, count);
  return count > maxLoads ? `page load ${count} of ${file}, which may have ${maxLoads}` : null;
}
