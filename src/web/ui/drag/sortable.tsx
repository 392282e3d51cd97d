/**
 * Sortable lists and drop targets. Every drag must have an alternative without dragging, such as a menu item or a
 * sheet.
 */
import { type ComponentChildren, createContext } from "preact";
import { useSyncExternalStore } from "preact/compat";
import { useContext, useLayoutEffect, useState } from "preact/hooks";
import { cx } from "../cx.ts";
import { useLabels } from "../display/labels.tsx";
import { GripVertical } from "../icons.ts";
import { DragContext, type Drop } from "./drag-context.ts";
import type { Draggable, Droppable } from "./layout.ts";
import { useDragging } from "./session.ts";
import { useDragSources } from "./use-drag-sources.ts";

export type { Drop } from "./drag-context.ts";

type ElementRef = (element: Element | null) => void;

const Context = createContext<DragContext | null>(null);

/**
 * Area in which items can be dragged. `onDrop` is called only for drags that change something. `onHold` is called with
 * an item on which a finger rested without dragging it.
 */
export function DragArea(props: {
  onDrop: (drop: Drop) => void;
  onHold?: (element: HTMLElement) => void;
  children: ComponentChildren;
}) {
  const { onDrop, onHold, children } = props;
  const dragging = useDragging();
  const [context] = useState(() => new DragContext(dragging, onDrop));
  context.onDrop = onDrop;
  context.onHold = onHold;
  useDragSources(context.find);
  return <Context value={context}>{children}</Context>;
}

function useDragContext(): DragContext {
  const context = useContext(Context);
  if (!context) throw new Error("Drags need a <DragArea> around them");
  return context;
}

export type Sortable = { readonly id: string; readonly name: string };

type RowProps<Item> = {
  /**
   * Renders an item. If `focusRef` is attached to a link or button in the item, the pointer drags the whole item, and
   * the keys drag it from that element. A handle is then only a help.
   */
  children: (item: Item, handle: ComponentChildren, focusRef: ElementRef) => ComponentChildren;
  className?: string | undefined;
  disabled?: boolean | undefined;
};

/** Returns the ids of the items in their order after the item `id` has moved to `index`. */
export function movedTo<Item extends { readonly id: string }>(
  items: readonly Item[],
  id: Item["id"],
  index: number,
): Item["id"][] {
  const others = items.map((item) => item.id).filter((each) => each !== id);
  return others.toSpliced(index, 0, id);
}

/** Sortable list. `onReorder` gets the ids in their new order, and the dragged item. */
export function SortableList<Item extends Sortable>(
  props: RowProps<Item> & {
    items: readonly Item[];
    label: string;
    onReorder: (ids: Item["id"][], dragged: Item) => void;
  },
) {
  const { onReorder, ...list } = props;
  const reorder = (drop: Drop) => {
    const dragged = list.items.find(({ id }) => id === drop.id);
    if (drop.kind === "sorted" && dragged) onReorder(movedTo(list.items, dragged.id, drop.to.index), dragged);
  };
  return (
    <DragArea onDrop={reorder}>
      <SortableGroup id="list" {...list} />
    </DragArea>
  );
}

/**
 * Sortable list in a drag area with several lists. An item that is dropped at the end of another list gets the index
 * `Infinity`, which means “append”.
 */
export function SortableGroup<Item extends Sortable>(
  props: RowProps<Item> & { id: string; items: readonly Item[]; label: string },
) {
  const { id, items, label, className, ...row } = props;
  const { ref } = useDroppable({ id, name: label, kind: "list", disabled: false });
  return (
    <ul ref={ref} className={className} aria-label={label}>
      {items.map((item, index) => (
        <SortableRow key={item.id} item={item} index={index} group={id} {...row} />
      ))}
    </ul>
  );
}

function SortableRow<Item extends Sortable>(
  props: Omit<RowProps<Item>, "className"> & { item: Item; index: number; group: string },
) {
  const { item, index, group, disabled = false, children } = props;
  const { name } = item;
  const { ref, handleRef, focusRef, isDragging } = useDragged({ id: item.id, name, group, index, disabled });
  return (
    <li ref={ref} className={cx("sortable", isDragging && "dragging")}>
      {children(item, <DragHandle handleRef={handleRef} name={name} disabled={disabled} />, focusRef)}
    </li>
  );
}

/** Handle with which an item is dragged. `help` describes further keys of this handle for screen readers. */
export function DragHandle(props: {
  name: string;
  handleRef?: ElementRef;
  disabled?: boolean;
  className?: string;
  help?: string;
}) {
  const { move, moveHelp } = useLabels();
  const { name, handleRef, disabled, className, help } = props;
  return (
    <button
      ref={handleRef}
      type="button"
      className={cx("icon-button drag-handle", className)}
      aria-label={`${move}: ${name}`}
      aria-roledescription={move}
      aria-description={help ? `${moveHelp} ${help}` : moveHelp}
      disabled={disabled}
    >
      <GripVertical />
    </button>
  );
}

type DraggedProps = Pick<Draggable, "id" | "name" | "group" | "index" | "disabled">;
type Dragged = { ref: ElementRef; handleRef: ElementRef; focusRef: ElementRef; isDragging: boolean };

/**
 * Makes an element draggable. Attach `ref` to the element, and `handleRef` to the handle of the element. If there is no
 * handle, a drag can begin anywhere on the element. A finger must then first rest on the element, because a finger that
 * moves at once scrolls.
 */
export function useDraggable({ id, name, disabled = false }: Sortable & { disabled?: boolean }): Dragged {
  return useDragged({ id, name, group: null, index: 0, disabled });
}

export function useDropTarget({ id, name, disabled = false }: Sortable & { disabled?: boolean }) {
  return useDroppable({ id, name, kind: "target", disabled });
}

function useDragged(props: DraggedProps): Dragged {
  const context = useDragContext();
  const { moveHelp } = useLabels();
  const [{ draggable, ...refs }] = useState(() => {
    const draggable: Draggable = { ...props, element: null, handle: null, focus: null };
    const ref = refTo((element) => (draggable.element = element));
    const handleRef = refTo((element) => (draggable.handle = element));
    return { draggable, ref, handleRef, focusRef: refTo((element) => (draggable.focus = element)) };
  });
  useLayoutEffect(() => {
    const isElsewhere = draggable.index !== props.index || draggable.group !== props.group;
    Object.assign(draggable, props);
    const { element, handle, focus, disabled } = draggable;
    if (element && (focus || !handle) && !disabled) makeHandle(element, focus ?? element, moveHelp);
    if (isElsewhere) context.refresh();
  });
  useLayoutEffect(() => context.add(draggable), [context, draggable]);
  const isDragging = useSyncExternalStore(context.subscribe, () => context.draggedId === props.id);
  return { ...refs, isDragging };
}

/** Lets the pointer drag an element, and the keys drag it from `focus`. A long press on it does not select text. */
function makeHandle(element: HTMLElement, focus: HTMLElement, help: string): void {
  element.dataset.draggable = "";
  focus.setAttribute("aria-description", help);
  if (focus.tabIndex < 0) focus.tabIndex = 0;
}

function useDroppable(props: Omit<Droppable, "element">): { ref: ElementRef; isOver: boolean } {
  const context = useDragContext();
  const [{ droppable, ref }] = useState(() => {
    const droppable: Droppable = { ...props, element: null };
    return { droppable, ref: refTo((element) => (droppable.element = element)) };
  });
  useLayoutEffect(() => {
    Object.assign(droppable, props);
  });
  useLayoutEffect(() => context.add(droppable), [context, droppable]);
  const isOver = useSyncExternalStore(context.subscribe, () => context.over === droppable);
  return { ref, isOver };
}

function refTo(set: (element: HTMLElement | null) => void): ElementRef {
  return (element) => set(element instanceof HTMLElement ? element : null);
}
