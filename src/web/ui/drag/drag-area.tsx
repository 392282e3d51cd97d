/** The ground of every drag, in React's terms; what happens on it is in dragging/. See drag.tsx. */
import { type ComponentChildren, createContext } from "preact";
import { useSyncExternalStore } from "preact/compat";
import { useContext, useLayoutEffect, useState } from "preact/hooks";
import { useLabels } from "../display/labels.tsx";
import { Area, type DragWords, type Drop } from "./area.ts";
import type { Ground, Piece } from "./parts.ts";
import { helpId } from "./say.ts";

export type { DragWords, Drop, Spot } from "./area.ts";

const AreaContext = createContext<Area | null>(null);

/** Around everything that can be dragged among itself. `onDrop` is not called for a drag that changed nothing. */
export function DragArea(props: { words: DragWords; onDrop: (drop: Drop) => void; children: ComponentChildren }) {
  const { moveHelp: help } = useLabels();
  const { words, onDrop, children } = props;
  const [area] = useState(() => new Area({ words, help, onDrop }));
  useLayoutEffect(() => area.hear({ words, help, onDrop }));
  useLayoutEffect(() => area.listen(), [area]);
  return <AreaContext value={area}>{children}</AreaContext>;
}

/** The {@link DragArea} around. @throws Error outside of one */
export function useArea(): Area {
  const area = useContext(AreaContext);
  if (!area) throw new Error("There is nothing to drag outside of a <DragArea>");
  return area;
}

/** Gives a ref for what it stands on. */
export type PartRef = (element: Element | null) => void;

type PieceProps = Pick<Piece, "id" | "name" | "group" | "index" | "disabled">;

/** Makes something a piece of the area. */
export function usePiece(props: PieceProps): { ref: PartRef; handleRef: PartRef; isDragging: boolean } {
  const area = useArea();
  const [{ piece, ref, handleRef }] = useState(() => pieceOf(props));
  useLayoutEffect(() => {
    const isElsewhere = piece.index !== props.index || piece.group !== props.group;
    Object.assign(piece, props);
    if (piece.element && !piece.handle && !piece.disabled) makeHandle(piece.element);
    if (isElsewhere) area.current?.refresh();
  });
  useLayoutEffect(() => area.add(piece), [area, piece]);
  const isDragging = useSyncExternalStore(area.subscribe, () => area.liftedId === props.id);
  return { ref, handleRef, isDragging };
}

function pieceOf(props: PieceProps) {
  const piece: Piece = { ...props, element: null, handle: null };
  const ref: PartRef = (element) => {
    piece.element = htmlOf(element);
  };
  const handleRef: PartRef = (element) => {
    piece.handle = htmlOf(element);
    if (!piece.handle) return;
    piece.handle.setAttribute("aria-describedby", helpId);
    // A finger on it drags at once.
    piece.handle.style.touchAction = "none";
  };
  return { piece, ref, handleRef };
}

/** What is dragged by the whole of it can be reached by keys, and a long press on it selects nothing. */
function makeHandle(element: HTMLElement): void {
  element.dataset.draggable = "";
  element.setAttribute("aria-describedby", helpId);
  if (element.tabIndex < 0) element.tabIndex = 0;
}

/** Makes something a place to drop on. */
export function useGround(props: Pick<Ground, "id" | "name" | "kind" | "disabled">): { ref: PartRef; isOver: boolean } {
  const area = useArea();
  const [{ ground, ref }] = useState(() => {
    const ground: Ground = { ...props, element: null };
    const ref: PartRef = (element) => {
      ground.element = htmlOf(element);
    };
    return { ground, ref };
  });
  useLayoutEffect(() => {
    Object.assign(ground, props);
  });
  useLayoutEffect(() => area.add(ground), [area, ground]);
  const isOver = useSyncExternalStore(area.subscribe, () => area.over === ground);
  return { ref, isOver };
}

function htmlOf(element: Element | null): HTMLElement | null {
  return element instanceof HTMLElement ? element : null;
}
