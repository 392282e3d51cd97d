import type { Point } from "./session.ts";

const flightMs = 180;

/**
 * Copy of the dragged element. The copy follows the pointer, or moves in steps during a drag by keyboard. The original
 * element stays in its place, so that rendering is not disturbed. The copy is a sibling of the original, so that the
 * same CSS rules apply to both. The copy is in the top layer, so that no other element clips it.
 */
export class DragPreview {
  private readonly copy: HTMLElement;
  private readonly home: DOMRect;
  private away: Point = { x: 0, y: 0 };

  /** Creates the copy. `from` is the point at which the pointer grabbed the element, or null for a drag by keyboard. */
  constructor(
    source: HTMLElement,
    private readonly from: Point | null,
  ) {
    this.home = source.getBoundingClientRect();
    this.copy = copyOf(source, this.home);
    source.parentElement?.append(this.copy);
    raise(this.copy);
  }

  follow({ x, y }: Point): void {
    if (this.from) this.moveBy({ x: x - this.from.x, y: y - this.from.y });
  }

  stepTo({ left, top }: DOMRect): void {
    this.copy.classList.add("drag-ghost-steps");
    this.moveBy({ x: left - this.home.left, y: top - this.home.top });
  }

  /** Moves the copy to the element `target` with an animation, or at once if the user prefers reduced motion. */
  async flyTo(target: HTMLElement | null): Promise<void> {
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (target && !isStill) {
      const { left, top } = target.getBoundingClientRect();
      const [from, to] = [this.away, { x: left - this.home.left, y: top - this.home.top }];
      const frames = [from, to].map(({ x, y }) => ({ translate: `${x}px ${y}px` }));
      this.copy.animate(frames, { duration: flightMs, easing: "cubic-bezier(0.2, 0.8, 0.2, 1)", fill: "forwards" });
      // A timer is needed because animations do not finish in a hidden page.
      await new Promise((resolve) => setTimeout(resolve, flightMs));
    }
    this.copy.remove();
  }

  private moveBy(away: Point): void {
    this.away = away;
    this.copy.style.translate = `${away.x}px ${away.y}px`;
  }
}

/** Moves the element to the top layer, above everything else including dialogs. */
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
  // Selectors must find only the original, and a copied `name` would uncheck its radio buttons.
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
