/** What takes part in a drag. The components write these objects anew whenever they are drawn. */

/** In CSS pixels, from the window's top left. */
export type Point = { readonly x: number; readonly y: number };

/** Something to drag. */
export type Piece = {
  id: string;
  name: string;
  /** The list it stands in, and where there; null for what is dragged onto targets. */
  group: string | null;
  index: number;
  disabled: boolean;
  element: HTMLElement | null;
  /** What it is dragged by; null: the whole of it. */
  handle: HTMLElement | null;
};

/** Where to drop: a list to sort, or a target. */
export type Ground = {
  id: string;
  name: string;
  kind: "list" | "target";
  disabled: boolean;
  element: HTMLElement | null;
};

/** Where something would go if it were let go now: on a target, or in a list beside an item of it. */
export type Landing = { readonly ground: Ground; readonly beside: Piece | null; readonly isAfter: boolean };

/** Whether both are the same place, or none. */
export function isSameLanding(one: Landing | null, other: Landing | null): boolean {
  return one?.ground === other?.ground && one?.beside === other?.beside && one?.isAfter === other?.isAfter;
}
