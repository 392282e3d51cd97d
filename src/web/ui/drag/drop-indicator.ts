import { raise } from "./drag-preview.ts";

export class DropIndicator {
  private readonly line = document.createElement("div");

  constructor() {
    this.line.className = "drag-mark";
    this.line.setAttribute("aria-hidden", "true");
    Object.assign(this.line.style, { position: "fixed", inset: "auto", margin: "0" });
    document.body.append(this.line);
    raise(this.line);
    this.show(null);
  }

  /** Shows the indicator line at a rectangle in viewport coordinates. If `rect` is null, hides the line. */
  show(rect: DOMRect | null): void {
    this.line.hidden = rect === null;
    const { x, y, width, height } = rect ?? new DOMRect();
    Object.assign(this.line.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
  }

  remove(): void {
    this.line.remove();
  }
}
