/** Holds the page still. What stands on it keeps its place: a scroll bar that goes leaves its room. */
export function lockScroll(): void {
  const root = document.documentElement;
  const bar = window.innerWidth - root.clientWidth;
  root.style.overflow = "hidden";
  if (bar === 0) return;
  if (CSS.supports("scrollbar-gutter", "stable")) root.style.setProperty("scrollbar-gutter", "stable");
  else root.style.paddingInlineEnd = `${bar}px`;
}

/** Lets the page scroll again. */
export function unlockScroll(): void {
  for (const name of ["overflow", "scrollbar-gutter", "padding-inline-end"]) {
    document.documentElement.style.removeProperty(name);
  }
}
