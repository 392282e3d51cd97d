/**
 * Random changes over all features, sent over HTTP like those of a person or a script, with ids that were just read.
 */
import type { Home } from "../../support/home/home.ts";
import { type Change, call, type Maker, on, readPresent, shuffled, words } from "../../support/random/makers.ts";
import type { Dice } from "../../support/random/rules.ts";
import { blocks, lists } from "./random-list-changes.ts";

const instant = (dice: Dice) => `2026-11-${dice.whole(10, 30)}T${dice.whole(10, 18)}:00:00Z`;
const later = (startsAt: string) => new Date(Date.parse(startsAt) + 3_600_000).toISOString();
const dueDate = (dice: Dice) => (dice.chance(0.3) ? null : `2026-12-${dice.whole(10, 28)}`);

const tasks: Maker[] = [
  ({ members }, dice) =>
    call("POST", "/v1/tasks", { label: dice.pick(words), memberId: dice.pick(members).id, dueDate: dueDate(dice) }),
  on(
    ({ tasks }) => tasks,
    ({ id }, dice) => call("PATCH", `/v1/tasks/${id}`, { label: dice.pick(words), dueDate: dueDate(dice) }),
  ),
  on(
    ({ tasks }) => tasks,
    ({ id, completedAt }) =>
      call("PATCH", `/v1/tasks/${id}`, { completedAt: completedAt ? null : "2026-11-27T08:00:00Z" }),
  ),
  on(
    ({ tasks }) => tasks,
    ({ id }) => call("DELETE", `/v1/tasks/${id}`),
  ),
];

const rules = ["FREQ=WEEKLY", "FREQ=DAILY;COUNT=9", "FREQ=DAILY;INTERVAL=3", "FREQ=MONTHLY;COUNT=3"];
const scopes = ["this", "this_and_future", "all"] as const;

const events: Maker[] = [
  ({ members }, dice) => {
    const startsAt = instant(dice);
    const recurrenceRule = dice.chance(0.6) ? dice.pick(rules) : null;
    const memberIds = dice.chance(0.5) ? [dice.pick(members).id] : [];
    return call("POST", "/v1/events", {
      title: dice.pick(words),
      startsAt,
      endsAt: later(startsAt),
      recurrenceRule,
      memberIds,
    });
  },
  on(
    ({ instances }) => instances,
    ({ id, instanceStartsAt }, dice) => {
      const startsAt = instant(dice);
      const what = dice.chance(0.5) ? { startsAt, endsAt: later(startsAt) } : { title: dice.pick(words) };
      return call(
        "PATCH",
        `/v1/events/${id}`,
        instanceStartsAt ? { ...what, editScope: dice.pick(scopes), instanceStartsAt } : what,
      );
    },
  ),
  on(
    ({ instances }) => instances,
    ({ id, instanceStartsAt }, dice) =>
      call(
        "DELETE",
        `/v1/events/${id}${instanceStartsAt ? `?scope=${dice.pick(scopes)}&instanceStartsAt=${instanceStartsAt}` : ""}`,
      ),
  ),
  on(
    ({ events }) => events,
    ({ id }, dice) => call("PATCH", `/v1/events/${id}`, { allDay: true, notes: dice.pick(words) }),
  ),
];

const mealTypes = ["breakfast", "morning_snack", "lunch", "dinner"];
const cell = (dice: Dice) => ({ date: `2026-11-${dice.whole(23, 25)}`, mealType: dice.pick(mealTypes) });

const days = ["2026-11-25"];

const meals: Maker[] = [
  (_, dice) =>
    call("POST", "/v1/recipes", { name: dice.pick(words), ingredients: [dice.pick(words), dice.pick(words)] }),
  on(
    ({ recipes }) => recipes,
    ({ id }, dice) => call("PATCH", `/v1/recipes/${id}`, { name: dice.pick(words), prepMinutes: dice.whole(1, 90) }),
  ),
  on(
    ({ recipes }) => recipes,
    ({ id }) => call("DELETE", `/v1/recipes/${id}`),
  ),
  ...[0, 1].map(
    (): Maker =>
      on(
        ({ recipes }) => recipes,
        ({ id: recipeId }, dice) => call("POST", "/v1/meals", { ...cell(dice), recipeId }),
      ),
  ),
  on(
    ({ meals }) => meals,
    ({ id }, dice) => call("PATCH", `/v1/meals/${id}`, { ...cell(dice), slot: dice.whole(0, 1) }),
  ),
  on(
    ({ meals }) => meals,
    ({ id }) => call("DELETE", `/v1/meals/${id}`),
  ),
  on(
    ({ meals }) => meals,
    ({ id: a }, dice, present) => call("POST", "/app/meals/swap", { a, b: dice.pick(present.meals).id }),
  ),
  (_, dice) =>
    call("POST", "/v1/meals/grocery", dice.chance(0.5) ? { weekStart: "2026-11-23" } : { weekStart: "2026-11-25" }),
  (_, dice) => call("POST", "/v1/meals/grocery/items", { ingredient: dice.pick(words) }),
];

const assignments = ["each", "anyone", "rotate"];

const chores: Maker[] = [
  ({ members }, dice) =>
    call("POST", "/app/chores", {
      ...{ name: dice.pick(words), memberIds: members.slice(0, dice.whole(1, 3)).map(({ id }) => id) },
      ...{ startDate: "2026-11-23", recurrenceRule: "FREQ=DAILY", assignment: dice.pick(assignments) },
    }),
  on(
    ({ chores }) => chores,
    ({ id }, dice) => call("PATCH", `/app/chores/${id}`, { stars: dice.whole(0, 9), active: dice.chance(0.8) }),
  ),
  on(
    ({ chores }) => chores,
    ({ id }) => call("DELETE", `/app/chores/${id}`),
  ),
  ...[0, 1].map(
    (): Maker =>
      on(
        ({ chores }) => chores,
        ({ id, memberIds }, dice) =>
          call("POST", `/app/chores/${id}/completions`, {
            memberId: dice.pick(memberIds),
            date: `2026-11-${dice.whole(24, 27)}`,
          }),
      ),
  ),
  on(
    ({ chores }) => chores.filter(({ completions }) => completions.length > 0),
    ({ id, completions }, dice) => call("DELETE", `/app/chores/${id}/completions/${dice.pick<any>(completions).id}`),
  ),
];

const checkIns: Maker[] = [
  ({ members }, dice) =>
    call("POST", "/v1/check-ins", {
      ...{ presetKey: dice.pick(["vibe", "sleep", "custom"]), question: "How was it?", daysOfWeek: [5] },
      ...{ assigneeIds: [dice.pick(members).id], times: [{ time: "08:00" }, { time: "19:00" }] },
    }),
  on(
    ({ checkIns }) => checkIns,
    ({ id }, dice) =>
      call("PATCH", `/v1/check-ins/${id}`, { presetKey: dice.pick(["energy", "custom"]), notify: dice.chance(0.5) }),
  ),
  on(
    ({ checkIns }) => checkIns,
    ({ id }) => call("DELETE", `/v1/check-ins/${id}`),
  ),
  ...[0, 1].map(
    (): Maker =>
      on(
        ({ checkIns }) => checkIns,
        ({ id, assigneeIds: [memberId] }, dice) =>
          call("POST", `/app/check-ins/${id}/answers`, {
            ...{ date: "2026-11-27", time: dice.pick(["08:00", "19:00"]), memberId, faceIndex: dice.whole(0, 4) },
            note: dice.pick(words),
          }),
      ),
  ),
];

const batches: Maker[] = [
  ({ recipes: box }, dice) => {
    const meal = () => ({ ...cell(dice), recipeId: dice.pick(box).id });
    return box.length === 0 ? null : call("POST", "/v1/meals/batch", { meals: [meal(), meal()] });
  },
  (_, dice) => {
    const event = () => ({ title: dice.pick(words), startsAt: "2026-11-28T10:00:00Z", endsAt: "2026-11-28T11:00:00Z" });
    return call("POST", "/v1/events/batch", { events: [event(), event()] });
  },
  on(
    ({ events }) => events,
    ({ id }, dice, { events }) =>
      call("POST", "/v1/events/batch/delete", { events: [{ id }, { id: dice.pick(events).id }] }),
  ),
  on(
    ({ lists }) => lists.filter(({ blocks: own }) => own.length > 1),
    ({ id, blocks: own }, dice, present) =>
      call("POST", `/v1/lists/${id}/blocks/batch`, {
        operations: [
          { op: "create", type: "task", content: dice.pick(words), beforeBlockId: own[0].id },
          { op: "update", blockId: own[0].id, content: dice.pick(words) },
          { op: "move", blockId: own[1].id, targetListId: dice.pick(present.lists).id },
          dice.chance(0.5)
            ? { op: "delete", blockId: own[0].id }
            : { op: "convert", blockId: own[0].id, type: "header" },
        ],
      }),
  ),
];

const household: Maker[] = [
  ({ members }, dice) =>
    call("PATCH", "/app/members/reorder", {
      ids: shuffled(
        dice,
        members.map(({ id }) => id),
      ),
    }),
  on(
    ({ members }) => members,
    ({ id, name }, dice) =>
      call("PATCH", `/app/members/${id}`, {
        name: `${name.slice(0, 3)}${dice.whole(1, 99)}`,
        color: dice.pick(["leaf", "sky"]),
      }),
  ),
  (_, dice) => call("PATCH", "/app/household", { name: dice.pick(words), weekStartsOn: dice.whole(1, 7) }),
];

const kitchen: Maker[] = [
  on(
    ({ recipes }) => recipes,
    ({ id, ingredients }, dice) =>
      call("PATCH", `/v1/recipes/${id}/details`, {
        ...{ servings: dice.whole(1, 8), tags: [dice.pick(words), dice.pick(words)], notes: dice.pick(words) },
        groups: ingredients.length > 1 ? [{ title: dice.pick(words), at: dice.whole(0, 1) }] : [],
      }),
  ),
  on(
    ({ recipes }) => recipes,
    ({ id }, dice, { members }) => call("POST", `/app/recipes/${id}/likes`, { memberId: dice.pick(members).id }),
  ),
  on(
    ({ recipes }) => recipes.filter(({ likes }) => likes.length > 0),
    ({ id, likes }, dice) => call("DELETE", `/app/recipes/${id}/likes/${dice.pick(likes)}`),
  ),
  on(
    ({ meals }) => meals,
    ({ id }, dice, { members }) =>
      call("PATCH", `/v1/meals/${id}/details`, {
        ...{ note: dice.pick(words), cookId: dice.pick(members).id, servings: dice.whole(1, 8) },
      }),
  ),
  on(
    ({ meals }) => meals,
    ({ id }, dice) => call("POST", `/app/meals/${id}/repeat`, { everyWeeks: dice.whole(1, 4) }),
  ),
  (_, dice) => call("POST", "/v1/meals/shopping", { weekStart: dice.pick(["2026-11-23", "2026-11-25"]), days }),
  on(
    ({ recipes }) => recipes,
    ({ id: recipeId }) => call("POST", "/v1/meals/shopping", { recipeId }),
  ),
  on(
    ({ meals }) => meals,
    ({ id }) => call("POST", `/v1/meals/${id}/shopping/remove`, {}),
  ),
  on(
    ({ lists }) => lists,
    ({ id }, dice) => call("PATCH", `/app/groceries/lists/${id}`, { byAisle: dice.chance(0.5), aisles: ["dairy"] }),
  ),
  (_, dice) => call("PUT", "/app/groceries/foods", { text: dice.pick(words), staple: dice.chance(0.5) }),
  on(
    ({ repeats }) => repeats,
    ({ id }, dice) => call("DELETE", `/app/meal-repeats/${id}?meals=${dice.pick(["keep", "remove"])}`),
  ),
];

/** Changes of lists and meals depend on earlier ones, so they are chosen more often. */
const groups = [
  tasks,
  events,
  lists,
  lists,
  blocks,
  blocks,
  blocks,
  meals,
  meals,
  kitchen,
  chores,
  checkIns,
  batches,
  household,
];

/** Returns a random change that is possible in the current state. */
export async function inventChange(home: Home, dice: Dice): Promise<Change> {
  const present = await readPresent(home);
  for (;;) {
    const change = dice.pick(dice.pick(groups))(present, dice);
    if (change) return change;
  }
}
