/**
 * What screens need to let things be dragged: by mouse, by finger and by keyboard. Every drag has another way: a menu entry
 * or a sheet that does the same.
 */
import type { ComponentChildren } from "preact";
import { cx } from "../cx.ts";
import { useLabels } from "../display/labels.tsx";
import { GripVertical } from "../icons.ts";
import { DragArea, type DragWords, type PartRef, useGround, usePiece } from "./drag-area.tsx";

export { DragArea, type DragWords, type Drop } from "./drag-area.tsx";

/** What is needed of an item to sort it; `name` is said at its handle and while it moves. */
export type Sortable = { readonly id: string; readonly name: string };

type RowProps<Item> = {
  /** Draws a row. `handle` is the button to drag it by; put it where it suits. */
  children: (item: Item, handle: ComponentChildren) => ComponentChildren;
  className?: string | undefined;
  disabled?: boolean | undefined;
};

/** One list to sort. `onReorder` says the index at which the item stands afterwards. */
export function SortableList<Item extends Sortable>(
  props: RowProps<Item> & {
    items: readonly Item[];
    /** The name of the list, for screen readers. */
    label: string;
    words: DragWords;
    onReorder: (id: string, index: number) => void;
  },
) {
  const { words, onReorder, ...list } = props;
  return (
    <DragArea words={words} onDrop={(drop) => drop.kind === "sorted" && onReorder(drop.id, drop.to.index)}>
      <SortableGroup id="list" {...list} />
    </DragArea>
  );
}

/**
 * One of several lists of a {@link DragArea} among which items move. A drop below its items has the index `Infinity`
 * (to the end).
 */
export function SortableGroup<Item extends Sortable>(
  props: RowProps<Item> & { id: string; items: readonly Item[]; label: string },
) {
  const { id, items, label, className, ...row } = props;
  const { ref } = useGround({ id, name: label, kind: "list", disabled: false });
  return (
    <ul ref={ref} className={className} aria-label={label}>
      {items.map((item, index) => (
        <Row key={item.id} item={item} index={index} group={id} {...row} />
      ))}
    </ul>
  );
}

function Row<Item extends Sortable>(
  props: Omit<RowProps<Item>, "className"> & { item: Item; index: number; group: string },
) {
  const { item, index, group, disabled = false, children } = props;
  const { move } = useLabels();
  const { ref, handleRef, isDragging } = usePiece({ id: item.id, name: item.name, group, index, disabled });
  const handle = (
    <button
      ref={handleRef}
      type="button"
      className="icon-button drag-handle"
      aria-label={`${move}: ${item.name}`}
      aria-roledescription={move}
      disabled={disabled}
    >
      <GripVertical />
    </button>
  );
  return (
    <li ref={ref} className={cx("sortable", isDragging && "dragging")}>
      {children(item, handle)}
    </li>
  );
}

/**
 * Makes an element one to drag onto a {@link useDropTarget}. Without a `handleRef` the whole of it is the handle: a finger
 * must then rest on it first, so that a swipe scrolls.
 */
export function useDraggable({ id, name, disabled = false }: Sortable & { disabled?: boolean }): {
  ref: PartRef;
  handleRef: PartRef;
  isDragging: boolean;
} {
  return usePiece({ id, name, group: null, index: 0, disabled });
}

/** Makes an element a place to drop on; `isOver` while something hangs over it (class `drop-target` shows it). */
export function useDropTarget({ id, name, disabled = false }: Sortable & { disabled?: boolean }): {
  ref: PartRef;
  isOver: boolean;
} {
  return useGround({ id, name, kind: "target", disabled });
}
