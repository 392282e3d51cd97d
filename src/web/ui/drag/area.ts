import { hearKeys } from "./keys.ts";
import { Lift } from "./lift.ts";
import type { Ground, Landing, Piece, Point } from "./parts.ts";
import { hearPresses } from "./press.ts";
import { prepareToSay, say } from "./say.ts";
import { indexOf } from "./survey.ts";

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

/** What an area does with drags, given anew whenever it is drawn. */
export type Hearing = { readonly words: DragWords; readonly help: string; readonly onDrop: (drop: Drop) => void };

/** Everything that can be dragged among itself, and the one drag of it that may be going on. */
export class Area {
  readonly pieces = new Set<Piece>();
  readonly grounds = new Set<Ground>();
  private readonly listeners = new Set<() => void>();
  private lift: Lift | null = null;
  /** Set while a ghost flies: what it has been is still shown as lifted. */
  private landed: Lift | null = null;

  constructor(private hearing: Hearing) {}

  /** What to say and to do from now on. */
  hear(hearing: Hearing): void {
    this.hearing = hearing;
    prepareToSay(hearing.help);
  }

  /** Begins to hear presses and keys. The answer ends it, and a drag with it. */
  readonly listen = (): (() => void) => {
    const ends = [hearPresses(this), hearKeys(this)];
    return () => {
      for (const end of ends) end();
      this.lift?.remove();
      this.landed?.remove();
      this.lift = null;
      this.landed = null;
    };
  };

  /** For `useSyncExternalStore`. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The drag that is going on. */
  get current(): Lift | null {
    return this.lift;
  }

  /** The id of what is lifted, or is still flying to its place. */
  get liftedId(): string | null {
    return (this.lift ?? this.landed)?.piece.id ?? null;
  }

  /** What it hangs over. */
  get over(): Ground | null {
    return this.lift?.landing?.ground ?? null;
  }

  /** Takes something in. The answer takes it out; if it is just being dragged, that is over. */
  add(part: Piece | Ground): () => void {
    const all: Set<Piece | Ground> = "kind" in part ? this.grounds : this.pieces;
    all.add(part);
    this.lift?.refresh();
    return () => {
      all.delete(part);
      this.lift?.refresh();
      if (this.lift?.piece === part) this.end(false);
    };
  }

  /** The piece that is dragged by an element, or by one around it. */
  pieceAt(target: EventTarget | null): Piece | undefined {
    if (!(target instanceof Node)) return undefined;
    return [...this.pieces].find((piece) => !piece.disabled && (piece.handle ?? piece.element)?.contains(target));
  }

  /** Lifts a piece: by a pointer at a point, or by keys. */
  start(piece: Piece, from: Point | null): Lift | null {
    if (!piece.element || this.lift) return null;
    this.landed?.remove();
    this.landed = null;
    this.lift = new Lift(this, piece, piece.element, from);
    say(this.hearing.words.lifted(piece.name));
    this.tell();
    return this.lift;
  }

  /** It hangs over something else now. */
  hasMoved({ piece, landing }: Lift): void {
    const { words } = this.hearing;
    say(landing ? words.over(piece.name, nameOf(landing)) : words.lifted(piece.name));
    this.tell();
  }

  /** Puts down what is lifted: where it hangs, or else where it was. */
  end(isDrop: boolean): void {
    const lift = this.lift;
    if (!lift) return;
    const { piece, landing } = lift;
    const drop = isDrop && landing ? dropOf(lift, landing) : null;
    const hasFocus = document.activeElement === (piece.handle ?? piece.element);
    lift.letGo();
    this.lift = null;
    this.landed = lift;
    say((drop ? this.hearing.words.dropped : this.hearing.words.cancelled)(piece.name));
    this.tell();
    if (drop) this.hearing.onDrop(drop);
    void this.land(lift, hasFocus);
  }

  private async land(lift: Lift, hadFocus: boolean): Promise<void> {
    // Until it is drawn in its new place.
    await frames(2);
    const piece = [...this.pieces].find(({ id }) => id === lift.piece.id);
    // What is drawn elsewhere loses the focus.
    if (hadFocus && document.activeElement === document.body) {
      (piece?.handle ?? piece?.element)?.focus({ preventScroll: true });
    }
    await lift.flyTo(piece?.element ?? null);
    if (this.landed !== lift) return;
    this.landed = null;
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

function dropOf(lift: Lift, landing: Landing): Drop {
  const { id, group, index } = lift.piece;
  if (group === null) return { kind: "dropped", id, target: landing.ground.id };
  const to = { group: landing.ground.id, index: indexOf(lift.now(), landing) };
  return { kind: "sorted", id, from: { group, index }, to };
}

function nameOf({ beside, ground }: Landing): string {
  return (beside ?? ground).name;
}

/** A page that nobody sees draws no frames. */
async function frames(count: number): Promise<void> {
  for (let each = 0; each < count; each++) {
    await new Promise<void>((resolve) => {
      requestAnimationFrame(() => resolve());
      setTimeout(resolve, 100);
    });
  }
}
