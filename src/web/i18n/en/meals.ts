import { plural } from "../plural.ts";

const some = (count: number) => plural(count, { one: "# meal", other: "# meals" });
const things = (count: number) => plural(count, { one: "# thing", other: "# things" });

export const meals = {
  types: {
    breakfast: "Breakfast",
    morning_snack: "Morning snack",
    lunch: "Lunch",
    afternoon_snack: "Afternoon snack",
    dinner: "Dinner",
    evening_snack: "Evening snack",
  },
  /** `day` is “Friday, 27 November”. */
  cell: (type: string, day: string) => `${type}, ${day}`,
  plan: "Meal plan",
  days: "Days of the week",
  previousWeek: "Previous week",
  nextWeek: "Next week",
  previousDay: "Previous day",
  nextDay: "Next day",
  thisWeek: "This week",
  week: (from: string, to: string) => `${from} to ${to}`,
  planned: (recipe: string, cell: string) => `Planned “${recipe}” for ${cell}`,
  moved: (recipe: string, cell: string) => `Moved “${recipe}” to ${cell}`,
  swapped: (a: string, b: string) => `“${a}” and “${b}” have changed places`,
  removed: (recipe: string) => `Took “${recipe}” off the plan`,
  full: (cell: string) => `${cell} is full. Drop it on a meal that stands there to change places.`,
  fullForRecipe: (cell: string) => `${cell} is full. Move or remove a meal there first.`,
  tonight: "Tonight",
  archived: "Archived",
  plannedOn: (count: number) => (count === 0 ? "Nothing planned" : `${some(count)} planned`),
  addTo: (cell: string) => `Plan something for ${cell}`,
  /** Effects of a drop. */
  meanings: { plan: "Plan here", move: "Move here", swap: "Change places", full: "Full", here: "Leave here" },
  over: (cell: string, meaning: string) => `${cell} (${meaning})`,
  more: "More for this week",
  copyLastWeek: "Copy last week",
  copied: (count: number, full: number, archived: number) =>
    [
      `Copied ${some(count)} from last week`,
      full > 0
        ? plural(full, { one: "# left out, as its place is taken", other: "# left out, as their places are taken" })
        : "",
      archived > 0
        ? plural(archived, {
            one: "# left out, as its recipe is archived",
            other: "# left out, as their recipes are archived",
          })
        : "",
    ]
      .filter(Boolean)
      .join("; "),
  nothingLastWeek: "There was nothing planned last week.",
  nothingToCopy: "Nothing to copy: all of last week is here already, or its places are taken.",
  emptyWeek: "Nothing is planned for this week yet. Tap a place, or drag a recipe onto it.",
  tray: "Recipes to plan",
  findRecipe: "Find a recipe",
  nothingFound: "No recipe is called that.",
  noRecipes:
    "Tap a place in the plan and write what you want to eat. It becomes a recipe and waits here for next time.",
  pickNone: "Write what you want to eat. It becomes a recipe and waits here for next time.",
  pick: "What will it be?",
  pickHint: "A recipe, or the name of any dish",
  create: (name: string) => `Add “${name}” as a new recipe`,
  often: "Often cooked",
  openRecipe: "Open the recipe",
  cook: "Cook now",
  move: "Move to …",
  moveTitle: "Where to?",
  moveHere: "Move it here",
  swap: "Change places with …",
  swapTitle: "With which meal?",
  noOthers: "There is no other meal in this week.",
  remove: "Take it off the plan",
  archivedHint: "This recipe is archived: it stays in the plan, but nothing new can be planned with it.",
  planTitle: "Plan it",
  planHere: "Plan it here",
  day: "Day",
  meal: "Meal",
  free: "free",
  isFull: "full",
  choosePlace: "Choose a meal that has room.",
  groceries: "Add week to groceries",
  groceriesShort: "Groceries",
  groceriesTitle: "To the groceries",
  groceriesWeek: (from: string, to: string) => `What the week from ${from} to ${to} takes`,
  toAdd: "To add",
  thereAlready: "On the list already",
  tickedOff: "ticked off",
  forRecipes: (names: string) => `for ${names}`,
  addCount: (count: number) => `Add ${things(count)}`,
  nothingToAdd: "Everything is on the list already, so there is nothing to add.",
  noIngredients: "No ingredients yet",
  without: (names: string) => `No ingredients are written down for ${names}.`,
  noIngredientsHint: "Write down what your recipes take, one thing a line, and they land on the list from here.",
  toRecipes: "To the recipes",
  addedCount: (count: number) => `Added ${things(count)} to the groceries`,
  skippedCount: (count: number) => plural(count, { one: "# was there already", other: "# were there already" }),
  openList: "Open the list",
};
