/** Chores of a day, and who may tick them, tested without a browser. */
import { describe, expect, test } from "bun:test";
import {
  choreKey,
  columnsOf,
  isLastOpen,
  nextInTurn,
  obviousCompleter,
  occurrencesToday,
} from "#web/features/chores/model/occurrences.ts";
import { choreOwners, itemOwners, mayTick, taskOwners } from "#web/people/permissions.ts";

const today = "2026-11-21";
const members: any[] = ["anna", "ben", "mia"].map((id) => ({ id, name: id, role: id === "mia" ? "child" : "adult" }));
const [anna, , mia] = members;

/** Returns a chore with rows of today for its members. */
function chore(id: string, more: object = {}): any {
  const usual = { assignment: "each", memberIds: ["mia"], recurrenceRule: "FREQ=DAILY", startDate: "2026-11-01" };
  const all: any = { id, active: true, dueTime: null, completions: [], ...usual, ...more };
  const owners =
    all.assignment === "anyone" ? [null] : all.assignment === "each" ? all.memberIds : all.memberIds.slice(0, 1);
  return { today: owners.map((memberId: string | null) => ({ memberId, date: today, completed: false })), ...all };
}
const occurrences = (chores: any[], agenda: any[] = []) => occurrencesToday(chores, agenda, today, "Europe/Berlin");
const done = (memberId: string, date: string, completedAt: string) => ({
  id: "1",
  memberId,
  date,
  completedAt,
  stars: 1,
});

describe("The chores of today", () => {
  test("The chores of today are sorted by due time, and chores without a due time come last", () => {
    const all = [chore("any"), chore("late", { dueTime: "18:00" }), chore("early", { dueTime: "07:30" })];
    expect(occurrences(all).map((occurrence) => occurrence.chore.id)).toEqual(["early", "late", "any"]);
  });

  test("The chores of today come from the agenda if the list of chores was loaded yesterday", () => {
    const stale = chore("dishes", { today: [{ memberId: "mia", date: "2026-11-20", completed: true }] });
    expect(occurrences([stale])).toEqual([]);
    const row: any = { choreId: "dishes", memberId: "mia", date: today };
    expect(occurrences([stale], [row]).map(choreKey)).toEqual([`dishes ${today} mia`]);
  });

  test("A completed chore that does not repeat is among today's chores only if it was completed today", () => {
    const once = { recurrenceRule: null, startDate: "2026-11-19", today: [] };
    const late = chore("car", { ...once, completions: [done("mia", "2026-11-19", "2026-11-21T09:00:00Z")] });
    const earlier = chore("attic", { ...once, completions: [done("mia", "2026-11-19", "2026-11-20T09:00:00Z")] });
    const [occurrence, ...others] = occurrences([late, earlier]);
    expect([occurrence?.chore.id, occurrence?.completion?.memberId, others]).toEqual(["car", "mia", []]);
  });

  test("The chores of today that anyone may do stay in the column for anyone when they are completed", () => {
    const bins = chore("bins", {
      ...{ assignment: "anyone", memberIds: ["ben", "mia"], completions: [done("mia", today, "2026-11-21T09:00:00Z")] },
      today: [{ memberId: "mia", date: today, completed: true }],
    });
    const columns = columnsOf(occurrences([bins]), [], members, null);
    expect(columns.map(({ member, occurrences: all }) => [member, all.length])).toEqual([[null, 1]]);
  });

  test("The chores of today have a column for each assignee, and the column of a given member comes first", () => {
    const all = [chore("a", { memberIds: ["anna", "mia"] }), chore("b", { memberIds: ["ben"], today: [] })];
    const names = (first: string | null) =>
      columnsOf(occurrences(all), all, members, first).map(({ member }) => member?.id);
    expect(names(null)).toEqual(["anna", "ben", "mia"]);
    expect(names("mia")).toEqual(["mia", "anna", "ben"]);
  });
});

describe("The member who completes a chore", () => {
  const dutyOf = (more: object) => occurrences([chore("x", more)])[0]!;

  test.each([
    [{ memberIds: ["mia"] }, "mia"],
    [{ assignment: "rotate", memberIds: ["ben", "mia"] }, "ben"],
    [{ assignment: "anyone", memberIds: ["ben"] }, "ben"],
    [{ assignment: "anyone", memberIds: ["ben", "mia"] }, null],
  ])(
    "When an adult ticks the chore %j, the member who gets the credit is %p; null means that the app asks",
    (more, doer) => {
      expect(obviousCompleter(dutyOf(more))).toBe(doer);
    },
  );

  test("When members do a chore in turns, the turns follow the order of the chore's members", () => {
    expect(nextInTurn(dutyOf({ assignment: "rotate", memberIds: ["mia", "ben"] }))).toBe("ben");
    expect(nextInTurn(dutyOf({ memberIds: ["mia", "ben"] }))).toBeNull();
  });

  test("A member's chores count as finished when the last open chore is completed", () => {
    const all = occurrences([chore("a"), chore("b")]);
    expect(isLastOpen(all, all[0]!)).toBe(false);
    const [first, second] = occurrences([
      chore("a", { completions: [done("mia", today, "2026-11-21T09:00:00Z")] }),
      chore("b"),
    ]);
    expect(isLastOpen([first!, second!], second!)).toBe(true);
  });
});

describe("the permission to tick", () => {
  const chores = { assignment: "each", memberIds: ["ben", "mia"] };
  const owners = {
    "a task of Ben": taskOwners({ memberId: "ben" }),
    "a task of Mia": taskOwners({ memberId: "mia" }),
    "an item of nobody": itemOwners({ memberId: null }),
    "an item of Ben": itemOwners({ memberId: "ben" }),
    "Ben's occurrence": choreOwners({ chore: chores, memberId: "ben", completion: null }),
    "Ben's turn": choreOwners({ chore: { ...chores, assignment: "rotate" }, memberId: "ben", completion: null }),
    "anyone's occurrence": choreOwners({
      chore: { ...chores, assignment: "anyone" },
      memberId: null,
      completion: null,
    }),
    "what Ben did": choreOwners({ chore: chores, memberId: null, completion: { memberId: "ben" } }),
  };
  const forMia = ["a task of Mia", "an item of nobody", "Ben's turn", "anyone's occurrence"];

  test.each(Object.entries(owners))(
    "Adults and tablets may tick “%s”, and the child Mia may tick it only if it is hers or shared with her",
    (name, each) => {
      expect(mayTick(anna, each)).toBe(true);
      expect(mayTick(mia, each)).toBe(forMia.includes(name));
      // A shared tablet asks who ticks.
      expect(mayTick(null, each)).toBe(true);
    },
  );
});
