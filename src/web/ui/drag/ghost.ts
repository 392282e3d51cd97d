import type { Point } from "./session.ts";

const flightMs = 180;

/**
 * The copy of a dragged element that follows the pointer. The element itself stays where it is, so that rendering it is not
 * disturbed. The copy is its sibling, so that it looks the same, and in the top layer, so that nothing clips it.
 */
export class Ghost {
  private readonly copy: HTMLElement;
  private readonly home: DOMRect;
  private away: Point = { x: 0, y: 0 };

  /** `from`: the point at which a pointer took it; null for keys. */
  constructor(
    source: HTMLElement,
    private readonly from: Point | null,
  ) {
    this.home = source.getBoundingClientRect();
    this.copy = copyOf(source, this.home);
    source.parentElement?.append(this.copy);
    raise(this.copy);
  }

  /** Follows the pointer. */
  follow({ x, y }: Point): void {
    if (this.from) this.moveBy({ x: x - this.from.x, y: y - this.from.y });
  }

  /** Moves from place to place, for keys. */
  stepTo({ left, top }: DOMRect): void {
    this.copy.classList.add("drag-ghost-steps");
    this.moveBy({ x: left - this.home.left, y: top - this.home.top });
  }

  /** Flies to an element, at once for those who want no motion; then it is removed. */
  async flyTo(target: HTMLElement | null): Promise<void> {
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (target && !isStill) {
      const { left, top } = target.getBoundingClientRect();
      const [from, to] = [this.away, { x: left - this.home.left, y: top - this.home.top }];
      const frames = [from, to].map(({ x, y }) => ({ translate: `${x}px ${y}px` }));
      this.copy.animate(frames, { duration: flightMs, easing: "cubic-bezier(0.2, 0.8, 0.2, 1)", fill: "forwards" });
      // Not when it has finished: a page that nobody sees finishes nothing.
      await new Promise((resolve) => setTimeout(resolve, flightMs));
    }
    this.copy.remove();
  }

  private moveBy(away: Point): void {
    this.away = away;
    this.copy.style.translate = `${away.x}px ${away.y}px`;
  }
}

/** Puts an element over everything, dialogs too. */
export function raise(element: HTMLElement): void {
  if (!("showPopover" in element)) return;
  element.popover = "manual";
  element.showPopover();
}

function copyOf(source: HTMLElement, { left, top, width, height }: DOMRect): HTMLElement {
  const copy = source.cloneNode(true) as HTMLElement;
  copy.classList.add("drag-ghost");
  copy.inert = true;
  copy.setAttribute("aria-hidden", "true");
  // What is found by these is the original; a name would take the choice from its radio buttons.
  for (const name of ["id", "name", "data-row", "data-meal", "data-goal"]) {
    for (const each of [copy, ...copy.querySelectorAll(`[${name}]`)]) each.removeAttribute(name);
  }
  Object.assign(copy.style, {
    position: "fixed",
    inset: "auto",
    left: `${left}px`,
    top: `${top}px`,
    margin: "0",
    width: `${width}px`,
    height: `${height}px`,
    maxWidth: "none",
    maxHeight: "none",
  });
  return copy;
}
