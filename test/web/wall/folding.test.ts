/** Rules of what the screen Today of a wall tablet folds until it fits on one screen. */
import { describe, expect, test } from "bun:test";
import type { PersonDay } from "#web/features/today/model/timeline.ts";
import {
  columnsOf,
  folded,
  furtherSteps,
  hasRows,
  isFinished,
  noParts,
  rowsOf,
  titleSize,
} from "#web/features/wall/model/folding.ts";

/** Returns what each step of folding leaves, until nothing more can be folded. */
function stepsOf(all: typeof noParts) {
  const seen = [];
  for (let steps = 0; ; steps++) {
    const { parts, next } = folded(all, steps);
    seen.push(parts);
    if (next === null) return seen;
  }
}

/** Returns a day with so many open and done tasks. */
function dayOf(memberId: string, open: number, done = 0): PersonDay {
  const entriesOf = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ key: `${index}`, time: null, kind: "task" }));
  return JSON.parse(JSON.stringify({ memberId, open: entriesOf(open), done: entriesOf(done), past: [] }));
}

const namesOf = (columns: readonly (readonly PersonDay[])[]) =>
  columns.map((column) => column.map(({ memberId }) => memberId).join(" "));

describe("Folding on a wall tablet", () => {
  test("The events are folded after tomorrow's meal, and tomorrow is folded before the last event", () => {
    const seen = stepsOf({ ...noParts, meal: 1, later: 6, tomorrow: 1 });
    const shown = seen.map(({ meal, later, tomorrow }) => `${meal} ${later} ${tomorrow}`);
    expect(shown).toEqual(["1 6 1", "0 6 1", "0 4 1", "0 3 1", "0 2 1", "0 1 1", "0 1 0", "0 0 0"]);
  });

  test("The first step takes two events, unless a line already counts the events of earlier today", () => {
    expect(folded({ ...noParts, later: 6 }, 1).parts.later).toBe(4);
    expect(folded({ ...noParts, later: 6, hasRest: true }, 1).parts.later).toBe(5);
  });

  test("The fullest person loses rows first, and nobody keeps a line “1 more” in place of a row", () => {
    const seen = stepsOf({ ...noParts, rows: [6, 3] }).map(({ rows }) => rows.join(" "));
    expect(seen).toEqual(["6 3", "4 3", "3 3", "2 3", "2 1", "1 1", "1 0", "0 0"]);
  });

  test("The chore of “Anyone” is only counted before the last rows are folded", () => {
    const seen = stepsOf({ ...noParts, rows: [1, 1], anyone: 1 }).map(
      ({ rows, anyone }) => `${rows.join(" ")} ${anyone}`,
    );
    expect(seen).toEqual(["1 1 1", "1 1 0", "1 0 0", "0 0 0"]);
  });

  test("Each region folds for itself in landscape, and nothing changes if everything fits", () => {
    expect(furtherSteps([0, 0, 2], [-1, 0.5, 30], [0, 2, 2], false)).toEqual([0, 1, 4]);
    expect(furtherSteps([0, 0, 2], [-1, 0, -3], [0, 2, 2], false)).toBeNull();
    expect(furtherSteps([3, 1], [2, 5], [null, null], false)).toBeNull();
  });

  test("A column in portrait makes room by the next step of the order, even if that step is about the events", () => {
    expect(furtherSteps([0, 0], [-1, 3], [1, 2], true)).toEqual([1, 0]);
    expect(furtherSteps([4, 0], [-1, 3], [3, 2], true)).toEqual([4, 1]);
    expect(furtherSteps([4, 9], [-1, 3], [8, null], true)).toEqual([5, 9]);
  });
});

describe("The people on a wall tablet", () => {
  test("Each person goes to the shorter column, in the order of the household", () => {
    const four = [dayOf("Anna", 4), dayOf("Ben", 2), dayOf("Mia", 4), dayOf("Leo", 2)];
    expect(namesOf(columnsOf(four, 34))).toEqual(["Anna Leo", "Ben Mia"]);
    expect(namesOf(columnsOf([dayOf("Anna", 1)], 34))).toEqual(["Anna"]);
  });

  test("More than four people have three columns if there is room, and more than six have only heads", () => {
    const many = ["A", "B", "C", "D", "E", "F", "G"].map((name, index) => dayOf(name, index));
    expect(namesOf(columnsOf(many.slice(0, 5), 34))).toEqual(["A D", "B E", "C"]);
    expect(columnsOf(many.slice(0, 5), 20)).toHaveLength(2);
    expect(namesOf(columnsOf(many, 34))).toEqual(["A D G", "B E", "C F"]);
    expect([6, 7].map(hasRows)).toEqual([true, false]);
  });

  test("The rows of an opened person take the place of the rows of the others in the column", () => {
    const column = [dayOf("Anna", 4), dayOf("Leo", 2)];
    expect(rowsOf(column, null, true)).toEqual([4, 2]);
    expect(rowsOf(column, "Leo", true)).toEqual([0, 2]);
    expect(rowsOf(column, "Mia", true)).toEqual([4, 2]);
    expect(rowsOf(column, null, false)).toEqual([0, 0]);
    expect(rowsOf(column, "Anna", false)).toEqual([4, 0]);
  });

  test("A person is finished if there was something to do and all of it is done", () => {
    expect([dayOf("Anna", 0, 2), dayOf("Ben", 1, 2), dayOf("Mia", 0)].map(isFinished)).toEqual([true, false, false]);
  });

  test("The title of the next event is larger the shorter it is", () => {
    expect(["Schwimmen 🏊 🏊", "Parents’ evening", "Football training in the park"].map(titleSize)).toEqual([
      "short",
      "long",
      "longest",
    ]);
  });
});
