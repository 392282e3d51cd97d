import type { Area } from "./area.ts";
import { Ghost } from "./ghost.ts";
import { hurryAlong } from "./hurry.ts";
import { Mark } from "./mark.ts";
import { isSameLanding, type Landing, type Piece, type Point } from "./parts.ts";
import { type Direction, nextStep, rectOfLanding } from "./steps.ts";
import { landingAt, type Survey, survey } from "./survey.ts";

/** One drag, from when a piece is lifted until it is put down: where it is, and what that looks like. */
export class Lift {
  /** Where it would go; null: back to where it was. */
  landing: Landing | null = null;
  private readonly ghost: Ghost;
  private readonly mark = new Mark();
  private map: Survey;
  private isStale = false;
  private frame = 0;
  private at: Point | null;
  private stopHurrying = () => {};

  /** `from`: the point at which a pointer took it; null for keys. */
  constructor(
    private readonly area: Area,
    readonly piece: Piece,
    element: HTMLElement,
    private readonly from: Point | null,
  ) {
    this.map = survey(piece, area.pieces, area.grounds);
    this.ghost = new Ghost(element);
    this.at = from;
    if (from) this.stopHurrying = hurryAlong(() => this.at ?? from);
    document.documentElement.classList.add("is-dragging");
    getSelection()?.removeAllRanges();
    window.addEventListener("scroll", this.refresh, { capture: true, passive: true });
    window.addEventListener("resize", this.refresh);
  }

  /** Something may lie elsewhere now: measures again in the next frame. */
  readonly refresh = (): void => {
    this.isStale = true;
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => {
      this.measure();
      if (this.at) this.goTo(landingAt(this.map, this.at));
      else this.stand();
    });
  };

  /** The pointer has moved. */
  follow(point: Point): void {
    const { x, y } = this.from ?? point;
    this.at = point;
    this.ghost.moveBy({ x: point.x - x, y: point.y - y });
    this.measure();
    this.goTo(landingAt(this.map, point));
  }

  /** An arrow key was pressed. */
  step(direction: Direction): void {
    this.measure();
    const next = nextStep(this.map, this.standing(), direction);
    if (!next) return;
    this.goTo(next.landing);
    const { beside, ground } = next.landing ?? { beside: this.piece, ground: null };
    (beside?.element ?? ground?.element)?.scrollIntoView({ block: "nearest", inline: "nearest" });
    this.ghost.stepTo(next.rect);
  }

  /** Where everything lies now. */
  now(): Survey {
    this.measure();
    return this.map;
  }

  /** Lets go of the pointer and keys; only its ghost is still on its way. */
  letGo(): void {
    this.stopHurrying();
    cancelAnimationFrame(this.frame);
    window.removeEventListener("scroll", this.refresh, true);
    window.removeEventListener("resize", this.refresh);
    document.documentElement.classList.remove("is-dragging");
    this.mark.remove();
  }

  /** The ghost flies to where the piece has come. */
  flyTo(element: HTMLElement | null): Promise<void> {
    return this.ghost.flyTo(element);
  }

  /** Takes everything away that shows it. */
  remove(): void {
    this.letGo();
    this.ghost.remove();
  }

  private measure(): void {
    if (this.isStale) this.map = survey(this.piece, this.area.pieces, this.area.grounds);
    this.isStale = false;
  }

  private goTo(landing: Landing | null): void {
    const isNew = !isSameLanding(landing, this.landing);
    this.landing = landing;
    this.mark.show(this.map, landing);
    if (isNew) this.area.hasMoved(this);
  }

  /** Keys: stays on its place, wherever that lies now; if it is gone, on its own. */
  private stand(): void {
    const rect = rectOfLanding(this.map, this.landing);
    this.goTo(rect ? this.landing : null);
    this.ghost.stepTo(rect ?? this.map.home);
  }

  private standing(): DOMRect {
    // A target around the piece is far larger than the piece, from where one sets out.
    return (this.landing && rectOfLanding(this.map, this.landing)) ?? this.map.home;
  }
}
