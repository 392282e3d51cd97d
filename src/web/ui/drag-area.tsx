/** The ground of every drag: sensors, what screen readers hear, and what a drop means. See drag.tsx. */
import { Plugin, type UniqueIdentifier } from "@dnd-kit/abstract";
import { Accessibility, type DragDropManager, PointerActivationConstraints, StyleInjector } from "@dnd-kit/dom";
import { DragDropProvider, type DragEndEvent, KeyboardSensor, PointerSensor } from "@dnd-kit/react";
import { isSortable } from "@dnd-kit/react/sortable";
import { type ReactNode, useMemo } from "react";
import { useLabels } from "./labels.tsx";

/** What was put down where. Indexes are from 0, as if the item had first been taken out. */
export type Drop =
  | { readonly kind: "sorted"; readonly id: string; readonly from: Spot; readonly to: Spot }
  | { readonly kind: "dropped"; readonly id: string; readonly target: string };

/** A place in a sortable list; `group` is that list's id. */
export type Spot = { readonly group: string; readonly index: number };

/** What screen readers hear while something is dragged. `to` is the name of what it is over. */
export type DragWords = {
  readonly lifted: (name: string) => string;
  readonly over: (name: string, to: string) => string;
  readonly dropped: (name: string) => string;
  readonly cancelled: (name: string) => string;
};

/** What each draggable and each target says of itself; `group` is set on the ground of a sortable list. */
export type DragData = { readonly name: string; readonly group?: string };

/** dnd-kit writes `<style>` elements, which our content security policy refuses; its rules are in styles/ui/drag.css. */
class NoStyleElements extends Plugin<DragDropManager> {
  constructor(manager: DragDropManager) {
    super(manager);
    const injector = manager.registry.plugins.get(StyleInjector);
    if (injector) injector.register = () => () => {};
  }
}

/** A handle drags at once; anything else by mouse after 5 px, by touch after a long press, so that a swipe scrolls. */
const pointer = PointerSensor.configure({
  activationConstraints: (event, source) => {
    const isHandle = event.target instanceof Element && source.handle?.contains(event.target);
    if (isHandle) return [new PointerActivationConstraints.Distance({ value: 3 })];
    if (event.pointerType === "mouse") return [new PointerActivationConstraints.Distance({ value: 5 })];
    return [new PointerActivationConstraints.Delay({ value: 300, tolerance: 8 })];
  },
});
const sensors = [pointer, KeyboardSensor];

/** Around everything that can be dragged among itself. `onDrop` is not called for a drag that changed nothing. */
export function DragArea(props: { words: DragWords; onDrop: (drop: Drop) => void; children: ReactNode }) {
  const { moveHelp } = useLabels();
  const { words, onDrop } = props;
  const spoken = useMemo(() => speech(words, moveHelp), [words, moveHelp]);
  return (
    <DragDropProvider
      sensors={sensors}
      plugins={(defaults) => [
        NoStyleElements,
        ...defaults.map((plugin) => (plugin === Accessibility ? spoken : plugin)),
      ]}
      onDragEnd={(event) => {
        const drop = event.canceled ? null : dropOf(event);
        if (drop) onDrop(drop);
      }}
    >
      {props.children}
    </DragDropProvider>
  );
}

function speech(words: DragWords, help: string) {
  return {
    plugin: Accessibility,
    options: {
      screenReaderInstructions: { draggable: help },
      announcements: {
        dragstart: ({ operation }: Heard) => words.lifted(nameOf(operation.source)),
        dragover: ({ operation }: Heard) =>
          operation.target && operation.target.id !== operation.source?.id
            ? words.over(nameOf(operation.source), nameOf(operation.target))
            : undefined,
        dragend: ({ operation, canceled }: Heard & { canceled: boolean }) =>
          (canceled ? words.cancelled : words.dropped)(nameOf(operation.source)),
      },
    },
  };
}

type Entity = { id: UniqueIdentifier; data: { name?: unknown } } | null;
type Heard = { operation: { source: Entity; target: Entity } };

function nameOf(entity: Entity): string {
  return typeof entity?.data.name === "string" ? entity.data.name : "";
}

function dropOf({ operation: { source, target } }: DragEndEvent): Drop | null {
  if (!source || !target) return null;
  const id = String(source.id);
  if (!isSortable(source)) return { kind: "dropped", id, target: String(target.id) };
  const from = { group: String(source.initialGroup), index: source.initialIndex };
  const ground: unknown = target.data.group;
  // Over the ground of another list, and not over one of its items: to its end.
  const isGround = typeof ground === "string" && ground !== String(source.group);
  const to = isGround
    ? { group: ground, index: Number.POSITIVE_INFINITY }
    : { group: String(source.group), index: source.index };
  return from.group === to.group && from.index === to.index ? null : { kind: "sorted", id, from, to };
}
