/** Gives the focus to the screen's heading: for when what had it is no more. */
export function focusHeading(): void {
  // After the menu has given it back to a button that is about to go.
  requestAnimationFrame(() => document.querySelector<HTMLElement>("#main h1")?.focus({ preventScroll: true }));
}
