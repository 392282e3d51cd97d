import { raise } from "./ghost.ts";
import type { Landing } from "./parts.ts";
import type { Field, Survey } from "./survey.ts";

const thickness = 3;
const mostGap = 24;

/** The line that shows where in a list something would go. */
export class Mark {
  private readonly line = document.createElement("div");

  constructor() {
    this.line.className = "drag-mark";
    this.line.setAttribute("aria-hidden", "true");
    this.line.hidden = true;
    Object.assign(this.line.style, { position: "fixed", inset: "auto", margin: "0" });
    document.body.append(this.line);
    raise(this.line);
  }

  /** Draws it, or hides it where no list is meant. */
  show(map: Survey, landing: Landing | null): void {
    const field = map.fields.find(({ ground }) => ground === landing?.ground);
    this.line.hidden = !landing || field?.ground.kind !== "list";
    if (!landing || !field || this.line.hidden) return;
    const { x, y, width, height } = lineOf(field, landing);
    const [left, top] = [`${x}px`, `${y}px`];
    Object.assign(this.line.style, { left, top, width: `${width}px`, height: `${height}px` });
  }

  /** Takes it away. */
  remove(): void {
    this.line.remove();
  }
}

/** In the middle of the gap before or after the item; at the top of a list that has none. */
function lineOf({ rect: ground, rows, isGrid, isRtl }: Field, { beside, isAfter }: Landing): DOMRect {
  const at = rows.findIndex(({ piece }) => piece === beside);
  const rect = rows[at]?.rect;
  if (!rect) return new DOMRect(ground.left, ground.top, ground.width, thickness);
  const next = rows[at + (isAfter ? 1 : -1)]?.rect;
  if (isGrid) {
    const isRight = isAfter !== isRtl;
    const gap = next ? (isRight ? next.left - rect.right : rect.left - next.right) : 0;
    const edge = isRight ? rect.right + half(gap) : rect.left - half(gap);
    return new DOMRect(edge - thickness / 2, rect.top, thickness, rect.height);
  }
  const gap = next ? (isAfter ? next.top - rect.bottom : rect.top - next.bottom) : 0;
  const edge = isAfter ? rect.bottom + half(gap) : rect.top - half(gap);
  return new DOMRect(rect.left, edge - thickness / 2, rect.width, thickness);
}

/** Of a gap between two neighbours; what is further away is in another row, or what is dragged lies between. */
function half(gap: number): number {
  return gap > 0 && gap <= mostGap ? gap / 2 : 0;
}
