import type { Point } from "./parts.ts";

const flightMs = 180;

/**
 * The copy of a piece that is carried. The piece itself stays in its place, where nothing that draws it anew is disturbed;
 * the copy is its neighbour, so that it looks alike, in the top layer where there is one, so that nothing clips it.
 */
export class Ghost {
  private readonly copy: HTMLElement;
  private readonly home: DOMRect;
  private away: Point = { x: 0, y: 0 };

  constructor(source: HTMLElement) {
    this.home = source.getBoundingClientRect();
    this.copy = copyOf(source, this.home);
    source.parentElement?.append(this.copy);
    raise(this.copy);
  }

  /** Carries it so far from where it was. */
  moveBy(away: Point): void {
    this.away = away;
    this.copy.style.translate = `${away.x}px ${away.y}px`;
  }

  /** Carries it from place to place, for keys. */
  stepTo({ left, top }: DOMRect): void {
    this.copy.classList.add("drag-ghost-steps");
    this.moveBy({ x: left - this.home.left, y: top - this.home.top });
  }

  /** Lets it fly to where the piece is now; at once for those who want no motion. Then it is gone. */
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
    this.remove();
  }

  /** Takes it away. */
  remove(): void {
    this.copy.remove();
  }
}

/** Puts something over everything, dialogs too. */
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
  // A name would take the choice from the radio buttons of the original.
  for (const name of ["id", "name"]) {
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
