/** One valid call of every MCP tool, and a household with the records that these calls need. */
import { homeWithChores } from "../records/chores.ts";
import { tail, withMcpClient } from "./mcp.ts";

/** Creates a household with a record of every kind. Returns the household with the ids of the records. */
export async function everything() {
  const home = await homeWithChores();
  const { use } = withMcpClient(home);
  const add = async (name: string, input: object) => (await use(name, input)).data;
  const { ids } = home;
  await home.add({ name: "Dishes", memberIds: [ids.anna] });
  const event = await add("create_event", { title: "Piano", starts: "2026-12-01T16:00", repeat: "weekly" });
  const once = await add("create_event", { title: "Dentist", starts: "2026-12-02T16:00" });
  const task = await home.post("/v1/tasks", { label: "Tyres", memberId: ids.anna });
  const list = await add("create_list", { name: "Groceries" });
  const items = await add("add_list_items", { items: [{ text: "Milk" }, { text: "Bread" }, { text: "Soap" }] });
  const recipe = await add("create_recipe", { name: "Soup", ingredients: ["Carrots"] });
  const meal = await add("schedule_meal", { date: "today", mealType: "dinner", recipe: "Soup" });
  const days = { days: ["friday"], times: ["19:00"], assignees: ["Anna"] };
  const checkIn = await add("save_check_in", { presetKey: "energy", ...days });
  const [milk, bread] = items.added;
  const at = { event, once, list, recipe, meal, checkIn, milk, bread, task: tail(task.body.id) };
  return { ...home, use, ...at, activityId: checkIn.activityId as string };
}

export type Everything = Awaited<ReturnType<typeof everything>>;

const agreed = { confirm: true };
const instance = { instanceStart: "2026-12-08T16:00" };
/** Functions that return the input of one valid call, by the name of the tool. */
export const toolSamples: Readonly<Record<string, (home: Everything) => object>> = {
  list_members: () => ({}),
  get_today: () => ({}),
  get_agenda: () => ({ days: 14 }),
  search: () => ({ query: "a" }),
  find_free_time: () => ({ durationMinutes: 60 }),
  list_events: () => ({ to: "2026-12-31" }),
  get_event: ({ event }) => ({ eventId: event.id }),
  create_event: () => ({ title: "Concert", starts: "2026-12-01T16:30" }),
  create_events: () => ({ events: [{ title: "Piano", starts: "2026-12-01T16:00" }] }),
  update_event: ({ event }) => ({ eventId: event.id, editScope: "this_and_future", ...instance, title: "Violin" }),
  delete_event: ({ event }) => ({ eventId: event.id, scope: "this", ...instance, ...agreed }),
  delete_events: ({ once }) => ({ events: [{ eventId: once.id }], ...agreed }),
  list_tasks: () => ({}),
  create_tasks: () => ({ tasks: [{ label: "Water", member: "Anna" }] }),
  update_tasks: ({ task }) => ({ tasks: [{ taskId: task, completed: true }] }),
  delete_tasks: ({ task }) => ({ taskIds: [task], ...agreed }),
  list_lists: () => ({ includeDone: true }),
  create_list: () => ({ name: "groceries", icon: "🧳" }),
  update_list: ({ list }) => ({ list: list.id, name: "Shopping" }),
  delete_list: ({ list }) => ({ list: list.id, ...agreed }),
  add_list_items: ({ milk }) => ({ items: [{ text: "Oat", under: milk.id }, { text: "Bread" }] }),
  update_list_items: ({ list, milk, bread }) => ({ list: list.id, items: [{ item: milk.id, after: bread.id }] }),
  delete_list_items: ({ list, milk }) => ({ list: list.id, items: [milk.id], ...agreed }),
  set_list_cover: ({ list }) => ({ list: list.id, hidden: true }),
  manage_list_section: () => ({ action: "create", name: "Attic" }),
  list_recipes: () => ({ details: true }),
  create_recipe: () => ({ name: "soup" }),
  update_recipe: ({ recipe }) => ({ recipe: recipe.id, servings: 2 }),
  archive_recipe: ({ recipe }) => ({ recipe: recipe.id, ...agreed }),
  list_meals: () => ({}),
  schedule_meal: ({ meal }) => ({ date: "tomorrow", mealType: "lunch", mealId: meal.id }),
  plan_meals: ({ recipe }) => ({ meals: [{ date: "today", mealType: "lunch", recipe: recipe.id }] }),
  remove_meal: ({ meal }) => ({ mealId: meal.id }),
  add_groceries: () => ({ weekStart: "today" }),
  list_chores: () => ({}),
  list_check_ins: () => ({}),
  save_check_in: ({ checkIn }) => ({ checkInId: checkIn.id, active: false }),
  delete_check_in: ({ checkIn }) => ({ checkInId: checkIn.id, ...agreed }),
  list_activity: () => ({}),
  undo_change: ({ activityId }) => ({ activityId }),
};
