import type { RefObject } from "preact";
import type { Aisle } from "#lib/ingredients/aisles.ts";
import { currentText } from "#web/page/text.ts";
import { perform } from "#web/page/undo.ts";
import { DragPreview } from "#web/ui/drag/drag-preview.ts";
import { stepOf } from "#web/ui/drag/keyboard.ts";
import type { Direction, DragSession, Point } from "#web/ui/drag/session.ts";
import { useDragSources } from "#web/ui/drag/use-drag-sources.ts";
import { type AisleGroup, setAisle } from "../model/aisles.ts";
import { nameOf } from "../model/block-actions.ts";
import { renderKey } from "../model/keys.ts";
import type { Block } from "../model/source.ts";
import { grabbedRow } from "./use-row-drag.ts";

/** Lets users drag items between aisles. A drop under another aisle's heading changes the aisle of the item's food. */
export function useShelfDrag(area: RefObject<HTMLElement | null>, groups: readonly AisleGroup[]): void {
  useDragSources((target, press) => {
    const grabbed = grabbedRow(target, press);
    const isIt = ({ id }: Block) => renderKey(id) === grabbed?.key;
    const home = groups.find(({ blocks }) => blocks.some(isIt));
    const block = home?.blocks.find(isIt);
    const { current } = area;
    if (!grabbed || !home || block?.type !== "task" || !current) return null;
    return { isHandle: grabbed.isHandle, lift: (from) => new ShelfDrag(current, groups, home.aisle, block, from) };
  }, area);
}

class ShelfDrag implements DragSession {
  readonly name: string;
  readonly preview: DragPreview | undefined;
  private readonly item: HTMLElement | null;
  private to: Aisle;

  constructor(
    private readonly container: HTMLElement,
    private readonly groups: readonly AisleGroup[],
    private readonly home: Aisle,
    private readonly block: Block,
    from: Point | null,
  ) {
    this.name = nameOf(block);
    this.to = home;
    this.item = this.target();
    if (this.item && from) this.preview = new DragPreview(this.item, from);
    this.item?.classList.add("dragging");
  }

  move(at: Point): void {
    this.preview?.follow(at);
    const under = this.groups.find(({ aisle }) => at.y < (this.shelf(aisle)?.getBoundingClientRect().bottom ?? 0));
    this.aim(under?.aisle ?? this.groups.at(-1)?.aisle ?? this.home);
  }

  step(direction: Direction): void {
    const aisles = this.groups.map(({ aisle }) => aisle);
    this.aim(aisles[aisles.indexOf(this.to) + stepOf(direction).y] ?? this.to);
    this.shelf(this.to)?.scrollIntoView({ block: "nearest" });
  }

  positionName(): string | null {
    return this.to === this.home ? null : currentText().lists.aisles.names[this.to];
  }

  end(isDrop: boolean): boolean {
    const { id, content } = this.block;
    if (isDrop && this.to !== this.home) perform(setAisle, { blockId: id, text: content, aisle: this.to });
    this.aim(null);
    return isDrop;
  }

  target(): HTMLElement | null {
    return this.container.querySelector(`[data-row="${CSS.escape(renderKey(this.block.id))}"]`)?.closest("li") ?? null;
  }

  landed(): void {
    this.item?.classList.remove("dragging");
  }

  /** Highlights an aisle as the drop target. If `aisle` is null, removes the highlight. */
  private aim(aisle: Aisle | null): void {
    this.shelf(this.to)?.classList.remove("lists-shelf-goal");
    if (aisle === null) return;
    this.to = aisle;
    if (aisle !== this.home) this.shelf(aisle)?.classList.add("lists-shelf-goal");
  }

  private shelf(aisle: Aisle): HTMLElement | null {
    return this.container.querySelector(`[data-aisle="${aisle}"]`);
  }
}
