/** The search, opened from anywhere. */
import { createStore } from "../data/store.ts";

/** Whether it is open. */
export const isSearchOpen = createStore(false);

/** Opens the search. */
export function openSearch(): void {
  isSearchOpen.set(true);
}

/** Ctrl+K (⌘K) opens it, wherever the focus is but in another sheet, and closes it again. */
export function searchByKey(event: KeyboardEvent): void {
  if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
  const isBusy = !isSearchOpen.get() && document.querySelector("[role=dialog], [role=alertdialog]") !== null;
  event.preventDefault();
  if (!isBusy) isSearchOpen.set(!isSearchOpen.get());
}
