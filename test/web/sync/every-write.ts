/** Samples of all writes that the app declares, by the name of the write. */
import { agendaSource, daysOfToday } from "#web/features/calendar/model/agenda.ts";
import { monthSource } from "#web/features/calendar/model/source.ts";
import { checkInsSource } from "#web/features/check-ins/model/source.ts";
import { choresSource } from "#web/features/chores/model/source.ts";
import { templatesSource } from "#web/features/lists/model/copies.ts";
import { boardSource, listSource } from "#web/features/lists/model/source.ts";
import { groceriesSource } from "#web/features/meals/model/shopping.ts";
import { mealsSource } from "#web/features/meals/model/source.ts";
import { followsSource } from "#web/features/notifications/model/writes.ts";
import { recipesSource } from "#web/features/recipes/model/source.ts";
import { provisionalId } from "#web/sync/ids.ts";
import { noticesSource, notificationsSource } from "#web/sync/notices.ts";
import { displaySource, householdSource, membersSource } from "#web/sync/session.ts";
import type { Home } from "../../support/home/home.ts";
import {
  blocks,
  checkIn,
  choreId,
  eventId,
  listId,
  mealId,
  recipeId,
  sectionId,
  taskId,
  templateId,
} from "../../support/operations/sample-records.ts";
import { addNotice } from "../../support/reminders/notices.ts";
import { type Sample, taskSamples } from "./every-task-write.ts";

const today = "2026-11-27";
const weekStart = "2026-11-23";
const board = [boardSource, {}] as const;
const oneList = (id: string) => [listSource, { id }] as const;
const meals = [mealsSource, { weekStart }] as const;
const month = [monthSource, { month: "2026-12-01", timeZone: "Europe/Berlin" }] as const;
const id = provisionalId;
const clear = "9f86d081884c7d659a2feaa0c55ad015";

const read = async (home: Home, path: string) => (await home.as(home.members.anna).get(path)).body;
const findRecipe = async (home: Home) => {
  const made = await recipeId(home, ["Milk"]);
  return (await read(home, "/v1/recipes")).recipes.find((each: any) => each.id === made);
};
const findMeal = async (home: Home, made: string) =>
  (await read(home, `/v1/meals?weekStart=${weekStart}`)).meals.find((each: any) => each.id === made);
const meal = async (home: Home, place?: object) => findMeal(home, await mealId(home, place));
const findList = async (home: Home, list: string) =>
  (await read(home, "/v1/lists")).sections.flatMap((each: any) => each.lists).find((each: any) => each.id === list);
const instance = async (home: Home) => {
  await eventId(home);
  const range = "from=2026-12-01T00:00:00Z&to=2026-12-02T00:00:00Z";
  return (await read(home, `/v1/events?${range}`)).events[0];
};
const someChore = async (home: Home) => {
  const chore = await choreId(home);
  return { chore, done: { choreId: chore, name: "Sample", memberId: home.members.anna.id, date: today, turnOf: null } };
};
/** Creates a list with three items, and returns the variables that all writes of its first item need. */
const item = async (home: Home) => {
  const { at, ids } = await blocks(home);
  const list = at.split("/")[3]!;
  return { list, ids, first: { listId: list, id: ids[0]!, label: "Milk" } };
};
/** Creates a weekly meal. */
const repeated = async (home: Home) => {
  const made = await mealId(home);
  await home.as(home.members.anna).post(`/app/meals/${made}/repeat`, { everyWeeks: 1 });
  return findMeal(home, made);
};

export const samples: Readonly<Record<string, (home: Home) => Promise<Sample>>> = {
  "activity.undo": async (home) => {
    await taskId(home);
    return { variables: { entry: home.entries()[0]!.id }, shown: null };
  },
  "calendar.create": async ({ members: { anna } }) => {
    const at = { startsAt: "2026-12-03T10:00:00.000Z", endsAt: "2026-12-03T11:00:00.000Z" };
    const event = { title: "Dentist", ...at, memberIds: [anna.id], reminderMinutesList: [10] };
    const by = { kind: "member", id: anna.id, name: "Anna", agentName: null };
    return { variables: { id: id(), event, timeZone: "Europe/Berlin", by }, shown: month, later: ["calendar"] };
  },
  "calendar.update": async (home) => {
    const base = await instance(home);
    const change = { scope: "this_and_future", patch: { title: "Violin" }, mark: "1" };
    // A split gives the later instances an id and a rule of their own.
    return {
      variables: { id: base.id, base, ...change },
      shown: month,
      later: ["recurrenceRule", "isException", "mark"],
    };
  },
  "calendar.delete": async (home) => {
    const base = await instance(home);
    return { variables: { id: base.id, base, scope: "this" }, shown: month, later: ["isException"] };
  },
  "checkIns.answer": async (home) => {
    const made = await checkIn(home);
    const { id: memberId } = home.members.anna;
    const asked = { checkInId: made.id, memberId, date: today, time: "07:30" };
    const answer = { faceIndex: 0, face: made.faces[0], question: made.question, note: null };
    const at = home.clock.now.toISOString();
    return { variables: { ...asked, ...answer, at, isSealed: false }, shown: [checkInsSource, {}] };
  },
  "checkIns.create": async ({ members: { anna } }) => ({
    variables: {
      ...{ id: id(), today, presetKey: "custom", name: "Football", question: "How was it?", assigneeIds: [anna.id] },
      ...{ daysOfWeek: [1, 5], times: [{ time: "19:00", label: null }], notify: true, active: true },
      faces: [
        { emoji: "🙂", label: "Good" },
        { emoji: "🙁", label: "Bad" },
      ],
    },
    shown: [checkInsSource, {}],
  }),
  "checkIns.update": async (home) => {
    const { id: made } = await checkIn(home);
    return { variables: { id: made, patch: { daysOfWeek: [1] }, named: "", today }, shown: [checkInsSource, {}] };
  },
  "checkIns.endPause": async (home) => {
    const { id: made } = await checkIn(home);
    await home.patch(`/v1/check-ins/${made}/pause`, { from: today, to: today });
    return { variables: { id: made, named: "", today }, shown: [checkInsSource, {}] };
  },
  "checkIns.delete": async (home) => ({
    variables: { id: (await checkIn(home)).id, named: "" },
    shown: [checkInsSource, {}],
  }),
  "chores.complete": async (home) => ({
    variables: { ...(await someChore(home)).done, id: id() },
    shown: [choresSource, {}],
  }),
  "chores.reopen": async (home) => {
    const { chore, done } = await someChore(home);
    const body = { memberId: done.memberId, date: today };
    const { body: made } = await home.as(home.members.anna).post(`/app/chores/${chore}/completions`, body);
    return { variables: { ...done, completionId: made.id }, shown: [choresSource, {}] };
  },
  "chores.create": async ({ members: { anna, ben } }) => {
    const when = { recurrenceRule: "FREQ=DAILY", startDate: today, dueTime: null, active: true };
    const input = { name: "Dishes", emoji: "🧽", stars: 2, assignment: "each", memberIds: [anna.id, ben.id], ...when };
    return { variables: { id: id(), today, input }, shown: [choresSource, {}], later: ["createdBy"] };
  },
  "chores.update": async (home) => ({
    variables: { id: await choreId(home), name: "Sample", today, patch: { name: "Pots", active: false } },
    shown: [choresSource, {}],
  }),
  "chores.delete": async (home) => ({
    variables: { id: await choreId(home), name: "Sample" },
    shown: [agendaSource, { from: today, days: daysOfToday }],
  }),
  "display.update": async () => ({ variables: { weekStartsToday: true }, shown: [displaySource, {}] }),
  "household.update": async () => ({ variables: { name: "The Fireside" }, shown: [householdSource, {}] }),
  "lists.aisle": async (home) => {
    const { list, first } = await item(home);
    await home.as(home.members.anna).patch(`/app/groceries/lists/${list}`, { byAisle: true });
    return {
      variables: { blockId: first.id, text: "Milk", aisle: "frozen" },
      shown: [groceriesSource, {}],
      later: ["foods"],
    };
  },
  "lists.aisles": async (home) => {
    const made = await listId(home);
    await home.as(home.members.anna).patch(`/app/groceries/lists/${made}`, { byAisle: true });
    return { variables: { id: made, name: "Groceries", change: { byAisle: false } }, shown: [groceriesSource, {}] };
  },
  "lists.block.add": async (home) => {
    const { list, ids } = await item(home);
    const added = { id: id(), type: "task", content: "Tea", place: { afterBlockId: ids[0] } };
    return { variables: { listId: list, ...added }, shown: oneList(list) };
  },
  "lists.block.assign": async (home) => {
    const { list, first } = await item(home);
    const patch = { memberId: home.members.ben.id, dueDate: "2026-12-01T09:00:00.000Z" };
    return { variables: { ...first, patch }, shown: oneList(list) };
  },
  "lists.block.convert": async (home) => {
    const { list, first } = await item(home);
    return { variables: { ...first, type: "header" }, shown: oneList(list) };
  },
  "lists.block.delete": async (home) => {
    const { list, first } = await item(home);
    return { variables: first, shown: oneList(list) };
  },
  "lists.block.move": async (home) => {
    const { list, first } = await item(home);
    return {
      variables: { ...first, targetListId: await listId(home, "Cellar"), target: "Cellar" },
      shown: oneList(list),
    };
  },
  "lists.block.move-level": async (home) => {
    const { list, ids } = await item(home);
    const nested = { id: ids[1], label: "Eggs", parentId: ids[0], beforeId: null };
    return { variables: { listId: list, ...nested }, shown: oneList(list) };
  },
  "lists.block.order": async (home) => {
    const { list, first, ids } = await item(home);
    return { variables: { ...first, parentId: null, ids: [ids[1], ids[0], ids[2]] }, shown: oneList(list) };
  },
  "lists.block.rewrite": async (home) => {
    const { list, first } = await item(home);
    return { variables: { ...first, content: "Oat milk", was: "Milk", at: 0 }, shown: oneList(list) };
  },
  "lists.block.tick": async (home) => {
    const { list, first } = await item(home);
    return { variables: { ...first, done: true }, shown: oneList(list) };
  },
  "lists.blocks.add": async (home) => {
    const { list, ids } = await item(home);
    const items = ["Tea", "Rice"].map((content) => ({ id: id(), type: "task", content, done: content === "Rice" }));
    return { variables: { listId: list, items, place: { afterBlockId: ids[0] } }, shown: oneList(list) };
  },
  "lists.blocks.delete": async (home) => {
    const { list, ids } = await item(home);
    return { variables: { listId: list, ids: ids.slice(0, 2) }, shown: oneList(list) };
  },
  "lists.blocks.untick": async (home) => {
    const { list, ids } = await item(home);
    await home.patch(`/v1/lists/${list}/blocks/${ids[0]}`, { done: true });
    return { variables: { listId: list, label: "Groceries", ids: [ids[0]] }, shown: oneList(list) };
  },
  "lists.copy": async (home) => {
    const { list } = await item(home);
    const { icon, colorKey, cover, hideDone, sectionId: section, visibility, blocks: all } = await findList(home, list);
    const copied = all.map((each: any) => ({ ...each, id: id() }));
    const shown = { icon, colorKey, cover, hideDone, blocks: copied };
    const named = { id: id(), name: "Groceries (copy)", sectionId: section, visibility };
    return { variables: { ...named, original: { copyOf: list }, shown }, shown: board, later: ["gradient"] };
  },
  "lists.cover.hide": async (home) => ({
    variables: { id: await listId(home), name: "Groceries", hidden: true },
    shown: board,
  }),
  "lists.create": async (home) => ({
    variables: { id: id(), name: "Cellar", sectionId: await sectionId(home), visibility: "shared" },
    shown: board,
    later: ["cover"],
  }),
  "lists.delete": async (home) => ({ variables: { id: await listId(home), name: "Groceries" }, shown: board }),
  "lists.follow": async (home) => ({
    variables: { id: await listId(home), followed: true },
    shown: [followsSource, {}],
  }),
  "lists.move": async (home) => {
    const made = await listId(home);
    const to = { sectionId: await sectionId(home), section: "Home" };
    return { variables: { id: made, name: "Groceries", ...to }, shown: board };
  },
  "lists.order": async (home) => {
    const section = await sectionId(home);
    const add = async (name: string) => (await home.post("/v1/lists", { name, sectionId: section })).body.id;
    const ids = [await add("First"), await add("Second")].toReversed();
    return { variables: { sectionId: section, ids, moved: ids[0], name: "Second" }, shown: board };
  },
  "lists.rename": async (home) => ({ variables: { id: await listId(home), name: "Shop" }, shown: board }),
  "lists.section.create": async () => ({ variables: { id: id(), name: "School" }, shown: board }),
  "lists.section.delete": async (home) => ({ variables: { id: await sectionId(home), name: "Home" }, shown: board }),
  "lists.section.order": async (home) => {
    const first = await sectionId(home);
    const { id: second } = (await home.post("/v1/lists/sections", { name: "School" })).body;
    return { variables: { ids: [second, first], moved: second, name: "School" }, shown: board };
  },
  "lists.section.rename": async (home) => ({ variables: { id: await sectionId(home), name: "House" }, shown: board }),
  "lists.settings": async (home) => ({
    variables: { id: await listId(home), name: "Groceries", settings: { icon: "🛒", favorite: true, hideDone: true } },
    shown: board,
  }),
  "lists.template.delete": async (home) => ({
    variables: { id: await templateId(home), name: "Groceries" },
    shown: [templatesSource, {}],
  }),
  "lists.template.save": async (home) => {
    const { list } = await item(home);
    const { icon, colorKey, cover, visibility } = await findList(home, list);
    const items = ["Milk", "Eggs", "Bread"].map((content) => ({ type: "task", content, memberId: null, subtasks: [] }));
    const shown = { icon, colorKey, cover, visibility, items };
    return {
      variables: { id: id(), listId: list, name: "Week", shown },
      shown: [templatesSource, {}],
      later: ["gradient"],
    };
  },
  "meals.copy-week": async (home) => {
    const recipe = await findRecipe(home);
    const made = { id: id(), date: "2026-11-25", mealType: "dinner", recipe, note: null, servings: null };
    return { variables: { weekStart, meals: [made] }, shown: meals, later: ["timesEaten"] };
  },
  "meals.details": async (home) => ({
    variables: { meal: await meal(home), patch: { note: "Double", servings: 4, cookId: home.members.ben.id } },
    shown: meals,
  }),
  "meals.move": async (home) => {
    const to = { date: "2026-11-28", mealType: "lunch", slot: 1 };
    return { variables: { meal: await meal(home), to }, shown: meals };
  },
  "meals.plan": async (home) => ({
    variables: { id: id(), date: today, mealType: "dinner", recipe: await findRecipe(home) },
    shown: meals,
    later: ["timesEaten"],
  }),
  "meals.plan-quick": async () => ({
    variables: { id: id(), date: today, mealType: "dinner", text: "Leftovers", emoji: "🍲" },
    shown: meals,
    later: ["archivedAt", "id"],
  }),
  "meals.remove": async (home) => ({ variables: { meal: await meal(home) }, shown: meals }),
  "meals.repeat": async (home) => ({ variables: { meal: await meal(home), everyWeeks: 1, until: null }, shown: null }),
  "meals.shop": async (home) => {
    const { date } = await meal(home);
    const order = { weekStart, days: [date], leaveOut: [], include: [], language: "en" };
    return { variables: { order, lines: [] }, shown: null };
  },
  "meals.shop-remove": async (home) => {
    const { id: made, date } = await meal(home);
    await home.post("/v1/meals/shopping", { weekStart, days: [date] });
    return { variables: { id: made, name: "Lasagne" }, shown: null };
  },
  "meals.staple": async () => ({
    variables: { text: "salt", food: "salt", staple: true },
    shown: [groceriesSource, {}],
    later: ["aisle"],
  }),
  "meals.stop-repeat": async (home) => {
    const { repeatId } = await repeated(home);
    return { variables: { id: repeatId, meals: "keep", name: "Lasagne" }, shown: meals };
  },
  "meals.swap": async (home) => {
    const a = await meal(home);
    const quick = { date: "2026-11-26", mealType: "lunch", text: "Leftovers", emoji: "🍲" };
    const b = await findMeal(home, (await home.post("/v1/meals/quick", quick)).body.id);
    return { variables: { a, b }, shown: meals };
  },
  "members.reorder": async ({ members: { anna, ben, mia } }) => ({
    variables: { ids: [mia.id, ben.id, anna.id] },
    shown: [membersSource, {}],
  }),
  "members.update": async ({ members: { ben } }) => ({
    variables: { id: ben.id, name: "Ben", patch: { name: "Benjamin" } },
    shown: [membersSource, {}],
  }),
  "notices.act": async (home) => ({
    variables: { id: addNotice(home), action: "dismiss", title: "Piano" },
    shown: [noticesSource, { pages: 1 }],
    later: ["actions"],
  }),
  "notices.clear": async (home) => {
    const upTo = addNotice(home);
    return {
      variables: { upTo, clear, ids: [upTo] },
      shown: [noticesSource, { pages: 1 }],
      later: ["actions", "readAt"],
    };
  },
  "notices.read": async (home) => ({
    variables: { upTo: addNotice(home) },
    shown: [noticesSource, { pages: 1 }],
    later: ["readAt", "read"],
  }),
  "notices.reopen": async (home) => {
    const upTo = addNotice(home);
    await home.as(home.members.anna).post("/app/notices/clear", { upTo, clear });
    return { variables: { clear, ids: [upTo] }, shown: [noticesSource, { pages: 1 }], later: ["actions"] };
  },
  "notifications.preferences": async () => ({
    variables: { kinds: { task: [] } },
    shown: [notificationsSource, {}],
  }),
  "recipes.archive": async (home) => ({
    variables: { id: await recipeId(home), label: "Lasagne", at: home.clock.now.toISOString() },
    shown: [recipesSource, {}],
  }),
  "recipes.create": async () => ({
    variables: {
      id: id(),
      name: "Waffles",
      emoji: "🧇",
      prepMinutes: 20,
      ingredients: ["Eggs"],
      instructions: "Bake.",
    },
    shown: [recipesSource, {}],
  }),
  "recipes.like": async (home) => ({
    variables: { id: await recipeId(home), memberId: home.members.anna.id, name: "Anna" },
    shown: [recipesSource, {}],
  }),
  "recipes.unlike": async (home) => {
    const { anna } = home.members;
    const liked = await recipeId(home);
    await home.as(anna).post(`/app/recipes/${liked}/likes`, { memberId: anna.id });
    return { variables: { id: liked, memberId: anna.id, name: "Anna" }, shown: [recipesSource, {}] };
  },
  "recipes.update": async (home) => ({
    variables: { id: await recipeId(home), patch: { name: "Pasta", sourceName: "Grandma" }, label: "Pasta" },
    shown: [recipesSource, {}],
  }),
  ...taskSamples,
};
