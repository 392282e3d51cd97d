import type { Event } from "../events/event.ts";
import { seriesOf } from "../events/event.ts";
import { midnightOf } from "../lib/zone.ts";

/** Wall times of slots before and after a series was moved. */
export type Move = {
  readonly forward: (wall: number) => number;
  readonly back: (wall: number) => number;
};

const still: Move = { forward: (wall) => wall, back: (wall) => wall };

/** Exceptions decide whether a series was moved or begins later. */
export function moveBetween(before: Event, after: Event): Move {
  const isTimeLost = after.allDay && !before.allDay;
  const from = isTimeLost ? midnightOf(before.startWall) : before.startWall;
  const distance = after.startWall - from;
  if (distance === 0 && !isTimeLost) return still;
  const move: Move = {
    forward: (wall) => (isTimeLost ? midnightOf(wall) : wall) + distance,
    back: (wall) => wall - distance + before.startWall - from,
  };
  if (before.allDay !== after.allDay) return move;
  const known = new Set(after.exceptions.map((each) => each.wall));
  const countKept = ({ forward }: Move) => before.exceptions.filter(({ wall }) => known.has(forward(wall))).length;
  const [moved, unmoved] = [countKept(move), countKept(still)];
  if (moved !== unmoved) return moved > unmoved ? move : still;
  return seriesOf(before)?.slotOf(after.startWall) ? still : move;
}
