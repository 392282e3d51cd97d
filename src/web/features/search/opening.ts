/** The key that opens the search from anywhere. */

/** True for Ctrl+K (⌘K). */
export function isSearchKey({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === "k" && (ctrlKey || metaKey) && !shiftKey && !altKey;
}
