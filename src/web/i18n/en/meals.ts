import { number, plural } from "../locale.ts";

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
  /**
   * Name of a cell in the meal plan. `type` is the type of the meal, such as “Dinner”. `day` is a date such as “Friday,
   * 27 November”.
   */
  cell: (type: string, day: string) => `${type}, ${day}`,
  plan: "Meal plan",
  previousWeek: "Previous week",
  nextWeek: "Next week",
  thisWeek: "This week",
  week: (from: string, to: string) => `${from} to ${to}`,
  planned: (recipe: string, cell: string) => `Planned “${recipe}” for ${cell}`,
  moved: (recipe: string, cell: string) => `Moved “${recipe}” to ${cell}`,
  swapped: (a: string, b: string) => `“${a}” and “${b}” have changed places`,
  removed: (recipe: string) => `Took “${recipe}” off the plan`,
  full: (cell: string) => `${cell} is full. Drop it on a meal that stands there to change places.`,
  tonight: "Tonight",
  archived: "Archived",
  /** Label of the button that plans a meal. `type` is the type of the meal, such as “Dinner”. */
  planType: (type: string) => `Plan ${type.toLowerCase()}`,
  /** A planned meal. `type` is the type of the meal, such as “Breakfast”. */
  typed: (type: string, name: string) => `${type}: ${name}`,
  anotherMeal: "Another meal",
  addTo: (cell: string) => `Plan something for ${cell}`,
  /** Texts for a cell of the plan during a drag. They say what happens if the user drops the meal there. */
  dropEffects: { move: "Move here", swap: "Change places", full: "Full", here: "Leave here" },
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
  emptyWeek: "Nothing is planned for this week yet. Tap a day to plan a meal.",
  findRecipe: "Find a recipe",
  pickNone: "Write what you want to eat. It becomes a recipe and waits here for next time.",
  pick: "What will it be?",
  pickHint: "A recipe, or the name of any dish",
  ideas: "Ideas",
  /** Label of the button that shows other ideas. */
  otherIdeas: "Other ideas",
  allRecipes: "All recipes",
  quickLabel: "Without a recipe",
  quick: { leftovers: "Leftovers", out: "Eating out", takeaway: "Takeaway", bread: "Bread and cheese" },
  /** Label of the button that plans a meal without a recipe. `text` is the name of the meal. */
  justThis: (text: string) => `Just “${text}”`,
  noIdeas: "No recipe fits: all are planned for these days, or the recipe box is empty.",
  /** Reasons why the app suggests a recipe. */
  reasons: {
    never: "not planned yet",
    notLately: (days: number) =>
      days < 14
        ? plural(days, { one: "not for # day", other: "not for # days" })
        : plural(Math.floor(days / 7), { one: "not for # week", other: "not for # weeks" }),
    liked: (names: string) => `loved by ${names}`,
  },
  details: "Note, who cooks, servings",
  detailsTitle: "About this meal",
  detailsChanged: (name: string) => `Changed “${name}” on the plan`,
  note: "Note",
  noteHint: "With salad",
  whoCooks: "Who cooks?",
  nobody: "Nobody yet",
  servings: "For how many?",
  servingsWrong: (most: number) => `A whole number from 1 to ${number(most)}, or nothing.`,
  noteTooLong: (most: number) => `At most ${number(most)} letters.`,
  servingsOf: (count: number) => plural(count, { one: "for # person", other: "for # people" }),
  repeat: "Repeat it …",
  repeatTitle: "Repeat it",
  repeats: "Repeats",
  everyWeeks: (weeks: number) => plural(weeks, { one: "Every week", other: "Every # weeks" }),
  howOften: "How often?",
  until: "Until",
  untilHint: "Empty: until somebody stops it",
  untilEarly: "Choose a day after the meal.",
  repeatHint: "It is planned four weeks ahead wherever there is room. A meal taken off stays off.",
  repeatsNow: (name: string) => `“${name}” repeats now`,
  stopRepeat: "Stop repeating it",
  stopTitle: "Stop repeating it?",
  stopKeep: "Leave the planned ones",
  stopRemove: "Take them off, too",
  stopped: (name: string) => `“${name}” no longer repeats`,
  fill: "Fill the dinners",
  fillEmpty: (count: number) => plural(count, { one: "Fill # empty dinner", other: "Fill # empty dinners" }),
  fillTitle: "Fill the dinners",
  fillHint: "What could be for dinner. Nothing is planned before you save.",
  fillNone: "Every dinner of this week is planned.",
  drawAgain: (day: string) => `Another idea for ${day}`,
  leaveEmpty: (day: string) => `Leave ${day} empty`,
  isLeftEmpty: "Stays empty",
  fillSave: (count: number) => plural(count, { one: "Plan # dinner", other: "Plan # dinners" }),
  filled: (count: number) => plural(count, { one: "Planned # dinner", other: "Planned # dinners" }),
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
  addCount: (count: number) => `Add ${things(count)}`,
  nothingToAdd: "Everything is on the list already, so there is nothing to add.",
  noIngredients: "No ingredients yet",
  without: (names: string) => `No ingredients are written down for ${names}.`,
  noIngredientsHint: "Write down what your recipes take, one thing a line, and they land on the list from here.",
  toRecipes: "To the recipes",
  haveIt: "You have it",
  whichDays: "For which days",
  nowThere: (was: string) => `on the list: ${was}`,
  moreFor: (line: string) => `More for ${line}`,
  alwaysHaveIt: "We always have it",
  noStaple: "We don't always have it",
  isStaple: (food: string) => `You always have ${food}`,
  isNoStaple: (food: string) => `You don't always have ${food}`,
  addedAndRaised: (added: number, raised: number) =>
    [added > 0 ? `${number(added)} added` : "", raised > 0 ? `${number(raised)} raised` : ""]
      .filter(Boolean)
      .join(", "),
  removeAll: "Take it and its ingredients off",
  offList: (name: string) => `Took the ingredients of “${name}” off the list`,
  addedCount: (count: number) => `Added ${things(count)} to the groceries`,
  openList: "Open the list",
};
