import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { useLabels } from "../display/labels.tsx";
import { watchKeyboard } from "./keyboard.ts";
import { watchPointer } from "./pointer.ts";
import { type FindSource, useDragging } from "./session.ts";

/** Listens to presses and keys that drag items in `area`. If `area` is missing, listens in the whole page. */
export function useDragSources(find: FindSource, area?: RefObject<HTMLElement | null>): void {
  const { drag } = useLabels();
  const dragging = useDragging();
  const latest = useRef(find);
  latest.current = find;
  useLayoutEffect(() => dragging.prepareAnnouncements(drag), [dragging, drag]);
  useLayoutEffect(() => {
    const root = area ? area.current : document;
    if (!root) return;
    const findNow: FindSource = (target, press) => latest.current(target, press);
    const stops = [watchPointer(dragging, root, findNow), watchKeyboard(dragging, root, findNow)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [dragging, area]);
}
