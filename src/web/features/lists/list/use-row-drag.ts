import type { RefObject } from "preact";
import { currentText } from "#web/page/text.ts";
import { DragPreview } from "#web/ui/drag/drag-preview.ts";
import { DropIndicator } from "#web/ui/drag/drop-indicator.ts";
import { stepOf } from "#web/ui/drag/keyboard.ts";
import { horizontalLine } from "#web/ui/drag/layout.ts";
import type { Direction, DragSession, Point } from "#web/ui/drag/session.ts";
import { useDragSources } from "#web/ui/drag/use-drag-sources.ts";
import { nameOf } from "../model/block-actions.ts";
import { renderKey } from "../model/keys.ts";
import {
  dropTarget,
  indented,
  isTooDeep,
  levelIn,
  moved,
  outdented,
  rowOf,
  stepped,
  type Target,
} from "../model/placing.ts";
import { type Row, rowsOf } from "../model/rows.ts";
import type { Block } from "../model/source.ts";
import { findBlock } from "../model/tree.ts";
import type { ItemActions } from "./use-items.ts";

// Sideways distance that changes the level, and inset of the drop line per level.
const deepPx = 28;
const insetPx = { top: 16, deep: 72 };

export function useRowDrag(area: RefObject<HTMLElement | null>, shown: readonly Block[], actions: ItemActions): void {
  useDragSources((target, press) => {
    const grabbed = grabbedRow(target, press);
    const row = rowsOf(shown).find(({ block }) => renderKey(block.id) === grabbed?.key);
    const { current } = area;
    if (!grabbed || !row || !current) return null;
    return { isHandle: grabbed.isHandle, lift: (from) => new RowDrag(current, shown, row, from, actions) };
  }, area);
}

/**
 * Returns the row that a press or a key starts to drag. Returns null if the press or key starts no drag. A press on the
 * handle of a row drags the row. A long press of a finger or a pen anywhere on the row, except on a link, drags the row
 * as well. If a key is pressed, `press` is null. A key drags the row only if the handle has the focus.
 */
export function grabbedRow(target: Element, press: PointerEvent | null): { key: string; isHandle: boolean } | null {
  const grip = target.closest(".lists-grip");
  if (press ? !grip && (press.pointerType === "mouse" || target.closest("a")) : target !== grip) return null;
  const key = target.closest<HTMLElement>("[data-row]")?.dataset.row;
  return key === undefined ? null : { key, isHandle: grip !== null };
}

class RowDrag implements DragSession {
  readonly name: string;
  readonly preview: DragPreview | undefined;
  private readonly indicator = new DropIndicator();
  private readonly item: HTMLElement | null;
  private readonly home: Target;
  /** Place of the row after the drop. Null if the drop would change nothing. */
  private to: Target | null = null;
  /**
   * Blocks in the order in which a drop would leave them, after the arrow keys pressed so far. The next arrow key moves
   * the row on from its place in this order.
   */
  private reordered: readonly Block[];
  private isRefused = false;

  constructor(
    private readonly container: HTMLElement,
    private readonly shown: readonly Block[],
    private readonly row: Row,
    private readonly from: Point | null,
    private readonly actions: ItemActions,
  ) {
    const { block, parentId } = row;
    this.name = nameOf(block);
    this.reordered = shown;
    const level = levelIn(shown, parentId);
    this.home = { parentId, after: level[level.indexOf(block.id) - 1] ?? null };
    this.item = this.target();
    if (this.item && from) this.preview = new DragPreview(this.item, from);
    this.item?.classList.add("dragging");
  }

  move(at: Point): void {
    const { row } = this;
    const start = this.from?.x ?? at.x;
    // Sideways, only a change of level counts.
    this.preview?.follow({ x: Math.max(start - deepPx, Math.min(start + deepPx, at.x)), y: at.y });
    const others = rowsOf(this.shown).filter((each) => {
      return each.block.id !== row.block.id && each.parentId !== row.block.id;
    });
    const boxes = others.map(({ block }) => this.elementOf(block.id)?.getBoundingClientRect());
    const below = boxes.findIndex((box) => box && at.y < box.top + box.height / 2);
    const index = below < 0 ? others.length : below;
    const across = (at.x - start) * (this.isRtl ? -1 : 1);
    const isDeep = row.parentId === null ? across > deepPx : across > -deepPx;
    this.isRefused = isTooDeep(row, others[index - 1], isDeep);
    this.aim(this.isRefused ? this.home : dropTarget(row, others[index - 1], others[index], isDeep));
    this.showLine(boxes[index]?.top ?? boxes[index - 1]?.bottom);
  }

  step(direction: Direction): void {
    const { x, y } = stepOf(direction);
    const row = rowOf(this.reordered, this.row.block.id);
    const by = y === 0 ? null : y > 0 ? 1 : -1;
    const to = row && (by ? stepped(this.reordered, row, by) : x > 0 ? indented(this.reordered, row) : outdented(row));
    this.isRefused = x > 0 && row !== undefined && row.subtaskCount > 0;
    if (!row || !to) return;
    this.reordered = moved(this.reordered, row, to);
    this.aim(to);
    const { parentId, after } = to;
    const [first] = levelIn(this.shown, null);
    // A position after a block is after its subtasks; one before the first subtask is directly below the parent.
    const end = after === null ? this.elementOf(parentId ?? "") : this.elementOf(after)?.closest("li");
    const box = (end ?? this.elementOf(first ?? ""))?.getBoundingClientRect();
    (end ?? this.item)?.scrollIntoView({ block: "nearest" });
    this.showLine(end ? box?.bottom : box?.top);
  }

  positionName(): string | null {
    const { item } = currentText().lists;
    if (this.isRefused) return item.cannotNest(this.name);
    if (!this.to) return null;
    const { parentId, after } = this.to;
    const first = levelIn(this.shown, parentId).find((id) => id !== this.row.block.id);
    const beside = findBlock(this.shown, after ?? first ?? parentId ?? "");
    return [beside && nameOf(beside), parentId && item.asSubtask].filter(Boolean).join(", ");
  }

  end(isDrop: boolean): boolean {
    this.indicator.remove();
    if (isDrop && this.isRefused) return !this.actions.refuseNesting(this.row);
    if (isDrop && this.to) this.actions.drop(this.row, this.to);
    return isDrop;
  }

  target(): HTMLElement | null {
    return this.elementOf(this.row.block.id)?.closest("li") ?? null;
  }

  landed(): void {
    this.item?.classList.remove("dragging");
  }

  private aim(to: Target): void {
    this.to = to.parentId === this.home.parentId && to.after === this.home.after ? null : to;
  }

  private showLine(y: number | undefined): void {
    const { left, width } = this.container.getBoundingClientRect();
    const inset = this.to?.parentId ? insetPx.deep : insetPx.top;
    const row = new DOMRect(this.isRtl ? left : left + inset, 0, width - inset);
    this.indicator.show(this.to && y !== undefined ? horizontalLine(row, y) : null);
  }

  private get isRtl(): boolean {
    return getComputedStyle(this.container).direction === "rtl";
  }

  private elementOf(id: string): HTMLElement | null {
    return this.container.querySelector(`[data-row="${CSS.escape(renderKey(id))}"]`);
  }
}
