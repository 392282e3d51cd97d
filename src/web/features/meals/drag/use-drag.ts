/** Dragging over the plan, by mouse, finger and keyboard alike. */
import { createContext, type TargetedKeyboardEvent, type TargetedPointerEvent } from "preact";
import { useCallback, useContext, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Meal } from "../model/source.ts";
import { type Carried, type Goal, nextGoal } from "./carried.ts";
import { hurryAlong, type Point, watchPointer } from "./pointer.ts";

/** A drag that is going on. */
export type Drag = { readonly carried: Carried; readonly goal: Goal | null; readonly by: "pointer" | "keys" };

/** What sources and cells need of it. */
export type Dragging = {
  readonly drag: Drag | null;
  readonly press: (event: TargetedPointerEvent<HTMLElement>, carried: Carried) => void;
  readonly lift: (event: TargetedKeyboardEvent<HTMLElement>, carried: Carried) => void;
};

const Context = createContext<Dragging | null>(null);

/** Gives the drag to all that is below. */
export const DragContext = Context.Provider;

/** The drag of the plan around. @throws Error outside of one. */
export function useDragging(): Dragging {
  const dragging = useContext(Context);
  if (!dragging) throw new Error("There is nothing to drag outside of the plan");
  return dragging;
}

/** What makes an element one to pick up. */
export function useSource(carried: Carried) {
  const { drag, press, lift } = useDragging();
  const isCarried = drag !== null && idOf(drag.carried) === idOf(carried);
  return {
    isCarried,
    handlers: {
      onPointerDown: (event: TargetedPointerEvent<HTMLElement>) => press(event, carried),
      onKeyDown: (event: TargetedKeyboardEvent<HTMLElement>) => lift(event, carried),
      onContextMenu: (event: { preventDefault(): void }) => isCarried && event.preventDefault(),
    },
  };
}

function idOf(carried: Carried): string {
  return carried.kind === "recipe" ? carried.recipe.id : carried.meal.id;
}

const steps: Readonly<Record<string, { days: number; goals: number }>> = {
  ArrowUp: { days: 0, goals: -1 },
  ArrowDown: { days: 0, goals: 1 },
  ArrowLeft: { days: -1, goals: 0 },
  ArrowRight: { days: 1, goals: 0 },
};

type Plan = {
  readonly meals: readonly Meal[];
  readonly dates: readonly string[];
  /** Where a recipe goes first when it is picked up by keyboard. */
  readonly start: Goal;
  readonly onDrop: (carried: Carried, goal: Goal, by: Drag["by"]) => void;
  /** The goal has moved there; a phone shows that day. */
  readonly onDay: (date: string) => void;
};

/** The drag of a plan; `ghost` is the element that follows the pointer. */
export function useDrag(plan: Plan) {
  const [drag, show] = useState<Drag | null>(null);
  // Keys may come faster than React renders.
  const latest = useRef<Drag | null>(null);
  const setDrag = useCallback((next: Drag | null) => {
    latest.current = next;
    show(next);
  }, []);
  const now = useRef(plan);
  now.current = plan;
  const ghost = useRef<HTMLDivElement>(null);
  const at = useRef<Point>({ x: 0, y: 0 });
  const follow = useCallback((point: Point) => {
    at.current = point;
    if (ghost.current) ghost.current.style.translate = `${point.x}px ${point.y}px`;
  }, []);

  const press = useCallback(
    (event: TargetedPointerEvent<HTMLElement>, carried: Carried) =>
      watchPointer(event, {
        onLift: (point) => {
          setDrag({ carried, goal: null, by: "pointer" });
          follow(point);
        },
        onMove: follow,
        onGoal: (goal) => latest.current && setDrag({ ...latest.current, goal }),
        onDay: (date) => now.current.onDay(date),
        onEnd: (goal) => {
          setDrag(null);
          if (goal) now.current.onDrop(carried, goal, "pointer");
        },
      }),
    [follow, setDrag],
  );

  const lift = useCallback(
    (event: TargetedKeyboardEvent<HTMLElement>, carried: Carried) => {
      if (event.key !== " " || event.target !== event.currentTarget) return;
      // Else the space that picks it up would press the button, too.
      event.preventDefault();
      const { start } = now.current;
      const goal = carried.kind === "meal" ? { ...carried.meal, mealId: null } : start;
      setDrag({ carried, goal: { date: goal.date, mealType: goal.mealType, mealId: null }, by: "keys" });
    },
    [setDrag],
  );

  const isByKeys = drag?.by === "keys";
  // Before the next key can come.
  useLayoutEffect(() => {
    if (!isByKeys) return;
    const hear = (event: globalThis.KeyboardEvent) => {
      const step = steps[event.key];
      const isOver = [" ", "Enter", "Escape", "Tab"].includes(event.key);
      if (!step && !isOver) return;
      event.preventDefault();
      event.stopPropagation();
      const drag = latest.current;
      if (!drag) return;
      if (step) {
        const { meals, dates, onDay } = now.current;
        const next = drag.goal && nextGoal(drag.goal, turned(step), dates, drag.carried, meals);
        if (next && next.date !== drag.goal?.date) onDay(next.date);
        setDrag({ ...drag, goal: next });
        return;
      }
      setDrag(null);
      if (drag.goal && [" ", "Enter"].includes(event.key)) now.current.onDrop(drag.carried, drag.goal, "keys");
    };
    // Firefox presses a button when the space is let go, whatever became of the keydown.
    const hush = (event: globalThis.KeyboardEvent) => event.key === " " && event.preventDefault();
    const drop = () => setDrag(null);
    window.addEventListener("keydown", hear, true);
    window.addEventListener("keyup", hush, true);
    window.addEventListener("pointerdown", drop, true);
    return () => {
      window.removeEventListener("keydown", hear, true);
      window.removeEventListener("pointerdown", drop, true);
      setTimeout(() => window.removeEventListener("keyup", hush, true), 500);
    };
  }, [isByKeys, setDrag]);

  const isByPointer = drag?.by === "pointer";
  useEffect(() => {
    if (!isByPointer) return;
    follow(at.current);
    return hurryAlong(() => at.current);
  }, [isByPointer, follow]);

  return { drag, press, lift, ghost };
}

/** Left and right change sides where the reading does. */
function turned({ days, goals }: { days: number; goals: number }) {
  return { days: document.documentElement.dir === "rtl" ? -days : days, goals };
}
