import type { Area } from "./area.ts";
import type { Direction } from "./steps.ts";

const directions: readonly string[] = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"] satisfies Direction[];

/** Drags by keyboard: Space or Enter on the handle lifts and puts down, arrows move, Escape and leaving put it back. */
export function hearKeys(area: Area): () => void {
  let isCarrying = false;

  const begin = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || isChord(event) || !isPress(event)) return;
    const piece = area.pieceAt(event.target);
    if (!piece || event.target !== (piece.handle ?? piece.element) || !area.start(piece, null)) return;
    event.preventDefault();
    isCarrying = true;
    window.addEventListener("keydown", carry, true);
    window.addEventListener("pointerdown", leave, true);
  };
  const stop = (isDrop: boolean) => {
    isCarrying = false;
    window.removeEventListener("keydown", carry, true);
    window.removeEventListener("pointerdown", leave, true);
    area.end(isDrop);
  };
  const leave = () => stop(false);
  const carry = (event: KeyboardEvent) => {
    // What was dragged may have gone meanwhile.
    if (!area.current) return stop(false);
    if (isChord(event)) return;
    if (event.key === "Tab") return leave();
    if (isDirection(event.key)) area.current.step(event.key);
    else if (event.key === "Escape") stop(false);
    else if (isPress(event) && !event.repeat) stop(true);
    // One key does one thing: no dialog closes, nothing scrolls.
    event.preventDefault();
    event.stopPropagation();
  };

  document.addEventListener("keydown", begin);
  return () => {
    document.removeEventListener("keydown", begin);
    if (isCarrying) leave();
  };
}

function isPress({ key }: KeyboardEvent): boolean {
  return key === " " || key === "Enter";
}

function isChord({ altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return altKey || ctrlKey || metaKey;
}

function isDirection(key: string): key is Direction {
  return directions.includes(key);
}
