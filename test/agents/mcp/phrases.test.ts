/** People's phrases find the right tool in a word search, because some clients show the model only the best results. */
import { describe, expect, test } from "bun:test";
import { catalogue } from "#agents/mcp/catalogue.ts";
import { designed, toolNames } from "../../support/mcp/tools.ts";
import { indexOf } from "./bm25.ts";
import { everydayPhrases } from "./everyday-phrases.ts";

const phrases: Readonly<Record<string, readonly string[]>> = {
  list_members: [
    "Who lives in our household?",
    "Show me everybody in the family, with their names and roles",
    "Which members can I give something to do?",
  ],
  list_events: [
    "What's on the calendar next week?",
    "Show me Ben's events in December",
    "Which appointments do we have between Monday and Friday?",
  ],
  create_event: [
    "Put the dentist in the calendar, Thursday at four",
    "Add an event: Mia's birthday party, Saturday, all day",
    "Piano lessons are every Tuesday at 16:00, add that to the calendar with a reminder",
  ],
  update_event: [
    "Move the dentist event to Friday",
    "Change the location of the parents' evening event",
    "Football training starts at six from this week on, change the recurring event",
  ],
  delete_event: [
    "Cancel the dentist, delete that event",
    "Delete the whole series of piano lessons from the calendar",
    "Remove only this one instance of the recurring event",
  ],
  delete_events: [
    "Delete all of Leo's events in the week we are away",
    "Cancel several events at once: swimming and football in the holidays",
    "Clear the calendar: delete everything from Monday to Friday",
  ],
  get_event: [
    "Show me all details of the dentist event",
    "How does that recurring event repeat, and which exceptions does it have?",
    "Read the notes and reminders of one event",
  ],
  list_tasks: [
    "Which tasks are still open for Ben?",
    "Show the to-dos that are due tomorrow",
    "What tasks are overdue or due today?",
  ],
  create_tasks: [
    "Add a to-do for Anna: call the school",
    "New task for Mia: tidy the desk, due tomorrow",
    "Ben has to fix the bike by Friday, add a task",
  ],
  update_tasks: [
    "Tick off the task with the bike, it's done",
    "Give that task to another person",
    "Change the due date of the to-do to next Monday",
  ],
  delete_tasks: [
    "Delete the task about the tyres",
    "Remove that to-do for good, we don't need it any more",
    "Throw away the task that was added by mistake, remove it",
  ],
  list_lists: ["What's on the shopping list?", "Show me all our lists", "Which items are left on the Groceries list?"],
  add_list_items: [
    "Put milk and eggs on the shopping list",
    "Add sunscreen to the packing list",
    "We need bread and butter: add both items to Groceries",
  ],
  update_list_items: [
    "Tick the milk off on the list",
    "Move the item batteries to the hardware list",
    "Mark bread and butter as done on the Groceries list",
    "Change the text of that item on the list",
  ],
  delete_list_items: [
    "Delete the cheese item from the shopping list",
    "Remove these three items from the packing list",
    "Remove everything that is done from the list's items",
  ],
  create_list: [
    "Start a new packing list for the holidays",
    "Make a personal list for gift ideas, a new one",
    "Create a list called Camping in the section Travel",
  ],
  update_list: [
    "Rename the list Misc to Household",
    "Give the packing list another colour and icon",
    "Make the gift list a favourite",
    "Move that whole list to another section",
  ],
  delete_list: [
    "Delete the whole camping list",
    "Remove the old packing list with everything on it",
    "Get rid of that list for good, delete it",
  ],
  manage_list_section: [
    "Add a section for our lists called Travel",
    "Rename the section Home to House",
    "Delete the empty section",
  ],
  set_list_cover: [
    "Put a photo of the sea on the holiday list as its cover",
    "Search for a nice cover picture for the camping list",
    "Hide the cover of that list",
  ],
  list_recipes: [
    "What recipes do we have?",
    "Which recipes take less than 30 minutes?",
    "Show me the ingredients and instructions of the lasagne recipe",
    "Which recipes have we not eaten lately?",
    "Recipes that we have not eaten in the last 30 days",
    "Find recipes with the tag quick",
  ],
  create_recipe: [
    "Save this recipe for pancakes with its ingredients",
    "Add a new recipe: tomato soup, 20 minutes",
    "Keep Grandma's apple pie as a recipe",
    "Add a recipe for four people, with its ingredients",
    "Import the recipe from this web page",
    "Save the recipe at this url",
    "Add the lasagne recipe of chefkoch.de from its page",
  ],
  update_recipe: [
    "Change the lasagne recipe: it takes 45 minutes",
    "Rename a recipe and change its ingredients",
    "Correct the instructions of the pancake recipe",
  ],
  archive_recipe: [
    "Archive the recipe that nobody likes",
    "Remove the fish soup from our recipe box",
    "Delete the old curry recipe",
  ],
  list_meals: [
    "What's for dinner this week?",
    "Show the meal plan for next week",
    "Which meals are planned for lunch?",
  ],
  schedule_meal: [
    "Plan lasagne for dinner on Friday",
    "Move Friday's meal to Saturday",
    "Put pancakes on the meal plan for breakfast on Sunday",
    "Plan leftovers for dinner tomorrow, without a recipe",
    "Plan takeaway for Friday's dinner",
    "Ben cooks dinner on Friday, put that in the plan",
    "Plan lasagne for dinner for six people",
  ],
  remove_meal: [
    "Take the pizza off Friday's meal plan",
    "Remove Wednesday's lunch from the plan",
    "We eat out on Friday, remove the dinner meal",
  ],
  plan_meals: [
    "Plan dinners for the whole week at once",
    "Fill the meal plan for next week with our recipes",
    "Schedule many meals together, breakfast and dinner for seven days",
    "Plan several meals at once, leftovers among them",
  ],
  add_groceries: [
    "Put the ingredients for this week's meals on the shopping list",
    "Make the grocery list from the meal plan",
    "Add what we need for next week's meals to the groceries",
    "Add up the amounts that this week's meals need, and put the sum on the list",
    "One line for all the flour of the week's planned meals on the groceries, please",
    "Raise the amounts on the Groceries list for the meals that we planned since",
  ],
  list_activity: [
    "What changed in the household since yesterday?",
    "Show the activity feed",
    "Which changes did the agent make, and who did the rest?",
  ],
  undo_change: ["Undo that", "Take back the last change you made", "That was wrong, undo what you changed"],
  get_today: [
    "What date is it today?",
    "What's going on in the household today?",
    "Give me an overview of today and the dates of the next days",
  ],
  get_agenda: [
    "Show the agenda for the coming days",
    "What happens on Saturday: events, tasks, chores and meals?",
    "Day by day, what does Mia have on her agenda?",
  ],
  search: [
    "Search everything for dentist",
    "Find all events, tasks, lists and recipes that mention Grandma",
    "Where did we write down the wifi password? Search by words",
  ],
  find_free_time: [
    "When are Anna and Ben both free for two hours?",
    "Find a free evening for the whole family",
    "Is there a time on Saturday when nobody is busy?",
  ],
  create_events: [
    "Add all these school holidays to the calendar at once",
    "Enter the whole season's matches as events",
    "Put these ten events in the calendar together, all or none",
  ],
  list_chores: [
    "Which chores are to be done today?",
    "Whose turn is it with the dishes chore?",
    "How many stars does Mia have?",
  ],
  list_check_ins: [
    "Which check-ins do the children have?",
    "Has Leo answered his check-in today?",
    "What questions do the check-ins ask?",
  ],
  save_check_in: [
    "Ask Mia a question every evening: a new check-in about school",
    "Change the times of the sleep check-in",
    "Set up a check-in about energy for Leo on weekdays",
    "Pause the happiness check-in",
  ],
  delete_check_in: [
    "Delete the school check-in",
    "Remove the sleep check-in, we don't want to be asked any more",
    "Get rid of a check-in for good",
  ],
};

/** The texts of a tool that the search covers: name, title, description and the texts of its input schema. */
const texts = new Map(
  catalogue.entries.map(({ tool: { name, title, description }, listed: { inputSchema } }) => [
    name,
    [name, title, description, ...textsOf(inputSchema)].join("\n"),
  ]),
);

function textsOf(schema: unknown): string[] {
  const { properties = {}, items, description, enum: values = [] } = schema as Record<string, any>;
  return [
    ...(description ? [description] : []),
    ...values.map(String),
    ...Object.entries(properties).flatMap(([name, each]) => [name, ...textsOf(each)]),
    ...(items ? textsOf(items) : []),
  ];
}

const mostShown = 5;
const { find } = indexOf(texts);

test("The test data have 138 different phrases that people say, at least three for each MCP tool", () => {
  expect(Object.keys(phrases).toSorted()).toEqual(toolNames.toSorted());
  const all = Object.values(phrases).flat();
  expect(new Set(all).size).toBe(138);
  expect(all.length).toBe(138);
  for (const each of Object.values(phrases)) expect(each.length).toBeGreaterThanOrEqual(3);
});

test("A search with a person's words finds the right tool among five results in 95 % of cases", () => {
  const said = [...texts.keys()].flatMap((name) => (phrases[name] ?? []).map((phrase) => ({ name, phrase })));
  const missed = said
    .map(({ name, phrase }) => ({ name, phrase, found: find(phrase).slice(0, mostShown) }))
    .filter(({ name, found }) => !found.includes(name));
  expect(said.length).toBeGreaterThan(0);
  if (missed.length > said.length * 0.05) expect(missed).toEqual([]);
});

describe.each(catalogue.entries.map(({ tool }) => ({ name: tool.name, tool })))("$name", ({ name, tool }) => {
  test("Each MCP tool is in its designed profile, and reads, adds or changes data as designed", () => {
    const kind = tool.does === "reads" || tool.does === "adds" ? tool.does : "changes or deletes";
    expect([name, tool.profile, designed[tool.profile][name]]).toEqual([name, tool.profile, kind]);
  });

  test("A search finds each MCP tool by at least one of the tool's phrases", () => {
    expect(phrases[name]?.some((phrase) => find(phrase).slice(0, mostShown).includes(name))).toBe(true);
  });
});

test("A search with 90 everyday phrases finds the right tool among five results in 95 % of cases", () => {
  expect(Object.keys(everydayPhrases).toSorted()).toEqual(toolNames.toSorted());
  const all = Object.entries(everydayPhrases).flatMap(([tool, said]) => said.map((phrase) => ({ tool, phrase })));
  expect(all.length).toBeGreaterThanOrEqual(90);
  const missed = all.filter(({ tool, phrase }) => !find(phrase).slice(0, mostShown).includes(tool));
  expect({ missed, share: 1 - missed.length / all.length }).toMatchObject({ share: expect.closeTo(1, 0.05) });
});
