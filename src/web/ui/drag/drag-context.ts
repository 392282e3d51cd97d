import { DragPreview } from "./drag-preview.ts";
import { DropIndicator } from "./drop-indicator.ts";
import {
  type Draggable,
  type DropPosition,
  type Droppable,
  indexOf,
  isSamePosition,
  type Layout,
  lineOf,
  measure,
  positionAt,
} from "./layout.ts";
import type { Direction, Dragging, DragSession, FindSource, Point } from "./session.ts";
import { nextStep, rectOfPosition } from "./steps.ts";

/**
 * Result of a drag: a new position in a sortable list, or a drop on a target that is no list. Indexes start at 0 and do
 * not count the dragged item.
 */
export type Drop =
  | { readonly kind: "sorted"; readonly id: string; readonly from: ListPosition; readonly to: ListPosition }
  | { readonly kind: "dropped"; readonly id: string; readonly target: string };

/** Position in a sortable list. `group` is the id of the list. */
export type ListPosition = { readonly group: string; readonly index: number };

export class DragContext {
  readonly draggables = new Set<Draggable>();
  readonly droppables = new Set<Droppable>();
  private readonly listeners = new Set<() => void>();
  /** The current drag. The drag ends only when the dragged copy has reached its final position. */
  private drag: Drag | null = null;

  /** Called with the element on which a finger rested without dragging it. */
  onHold: ((element: HTMLElement) => void) | undefined;

  constructor(
    readonly dragging: Dragging,
    public onDrop: (drop: Drop) => void,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  get draggedId(): string | null {
    return this.drag?.dragged.id ?? null;
  }

  get over(): Droppable | null {
    return this.drag?.position?.droppable ?? null;
  }

  add(part: Draggable | Droppable): () => void {
    const all: Set<Draggable | Droppable> = "kind" in part ? this.droppables : this.draggables;
    all.add(part);
    this.refresh();
    return () => {
      all.delete(part);
      this.refresh();
      if (this.drag?.dragged === part) this.dragging.end(this.drag, false);
    };
  }

  refresh(): void {
    this.drag?.refresh();
  }

  readonly find: FindSource = (target, press) => {
    const isOn = (part: HTMLElement | null) => part !== null && (press ? part.contains(target) : part === target);
    const isOnSurface = ({ element, handle, focus }: Draggable) => {
      if (!focus) return !handle && isOn(element);
      return isOn(press ? element : focus) && !target.closest("button, [popover]");
    };
    for (const each of this.draggables) {
      if (each.disabled) continue;
      const isHandle = isOn(each.handle);
      if (!isHandle && !isOnSurface(each)) continue;
      return {
        isHandle,
        lift: (from) => this.lift(each, from),
        hold: () => each.element && this.onHold?.(each.element),
      };
    }
    return null;
  };

  show(drag: Drag | null): void {
    this.drag = drag;
    for (const listener of this.listeners) listener();
  }

  hide(drag: Drag): void {
    if (this.drag === drag) this.show(null);
  }

  private lift(dragged: Draggable, from: Point | null): Drag | null {
    if (!dragged.element) return null;
    const drag = new Drag(this, dragged, new DragPreview(dragged.element, from));
    this.show(drag);
    return drag;
  }
}

class Drag implements DragSession {
  /** Current drop position. Null is the position where the drag began. */
  position: DropPosition | null = null;
  readonly name: string;
  private readonly indicator = new DropIndicator();
  private layout: Layout;
  private isStale = false;
  private isOver = false;
  private frame = 0;
  /** Position of the pointer. Null for a drag by keyboard. */
  private at: Point | null = null;

  constructor(
    private readonly context: DragContext,
    readonly dragged: Draggable,
    readonly preview: DragPreview,
  ) {
    this.name = dragged.name;
    this.layout = measure(dragged, context.draggables, context.droppables);
    window.addEventListener("scroll", this.refresh, { capture: true, passive: true });
    window.addEventListener("resize", this.refresh);
  }

  readonly refresh = (): void => {
    if (this.isOver) return;
    this.isStale = true;
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => {
      if (this.at) this.move(this.at);
      else this.stay();
      this.context.dragging.announcePosition(this);
    });
  };

  move(to: Point): void {
    this.at = to;
    this.preview.follow(to);
    this.goTo(positionAt(this.measured(), to));
  }

  step(direction: Direction): void {
    // A target may be far larger than the dragged element in it: steps start from the element.
    const from = (this.position && rectOfPosition(this.measured(), this.position)) ?? this.measured().home;
    const next = nextStep(this.layout, from, direction);
    if (!next) return;
    this.goTo(next.position);
    const { beside, droppable } = next.position ?? { beside: this.dragged, droppable: null };
    (beside?.element ?? droppable?.element)?.scrollIntoView({ block: "nearest", inline: "nearest" });
    this.preview.stepTo(next.rect);
  }

  positionName(): string | null {
    return this.position && (this.position.beside ?? this.position.droppable).name;
  }

  end(isDrop: boolean): boolean {
    this.isOver = true;
    cancelAnimationFrame(this.frame);
    window.removeEventListener("scroll", this.refresh, true);
    window.removeEventListener("resize", this.refresh);
    this.indicator.remove();
    const { dragged, position } = this;
    const layout = this.measured();
    this.position = null;
    this.context.show(this);
    if (!isDrop || !position) return false;
    const { id, group, index } = dragged;
    const { droppable } = position;
    const to = { group: droppable.id, index: indexOf(layout, position) };
    if (group === null) this.context.onDrop({ kind: "dropped", id, target: droppable.id });
    else this.context.onDrop({ kind: "sorted", id, from: { group, index }, to });
    return true;
  }

  target(): HTMLElement | null {
    return [...this.context.draggables].find(({ id }) => id === this.dragged.id)?.element ?? null;
  }

  landed(): void {
    this.context.hide(this);
  }

  private measured(): Layout {
    const { draggables, droppables } = this.context;
    if (this.isStale) this.layout = measure(this.dragged, draggables, droppables);
    this.isStale = false;
    return this.layout;
  }

  private goTo(position: DropPosition | null): void {
    const isNew = !isSamePosition(position, this.position);
    this.position = position;
    this.indicator.show(lineOf(this.layout, position));
    if (isNew) this.context.show(this);
  }

  /**
   * Updates a drag by keyboard after the page has changed. If the current drop position no longer exists, the dragged
   * item moves back to the place where the drag began.
   */
  private stay(): void {
    const rect = rectOfPosition(this.measured(), this.position);
    this.goTo(rect ? this.position : null);
    this.preview.stepTo(rect ?? this.layout.home);
  }
}
