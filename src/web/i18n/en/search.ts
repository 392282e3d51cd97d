import { number } from "../locale.ts";

export const search = {
  title: "Search",
  field: "Search everything, or open a screen",
  placeholder: "Dentist, pancakes, tomorrow …",
  clear: "Clear the search",
  toDay: (day: string) => `Calendar: ${day}`,
  hint: "Type a word: a name, a place, an ingredient. Or a day, or the screen that you want to open.",
  goTo: "Go to",
  doNow: "Add something",
  newEvent: "New event",
  newTask: "New task",
  newList: "New list",
  newChore: "New chore",
  newRecipe: "New recipe",
  types: {
    event: "Events",
    task: "Tasks",
    chore: "Chores",
    check_in: "Check-ins",
    list: "Lists",
    block: "Items on lists",
    recipe: "Recipes",
    meal: "Meals",
    member: "People",
  },
  none: (query: string) => `Nothing found for “${query}”`,
  noneHint: "Try another word, or fewer letters of it.",
  offline: "Searching needs your server, which does not answer right now. You can still open days and screens.",
  searching: "Searching …",
  found: (count: number) => `${number(count)} found`,
};

type ShortcutGroup = { readonly name: string; readonly keys: readonly (readonly [string, string])[] };

/** Keyboard shortcuts of the app in groups. They are written like `Ctrl+K`; a space separates alternatives. */
const groups: readonly ShortcutGroup[] = [
  {
    name: "Everywhere",
    keys: [
      ["N", "Add something"],
      ["Ctrl+K", "Search"],
      ["Ctrl+Z", "Take back your last change"],
      ["Ctrl+Shift+Z", "Do it again"],
      ["?", "Show this list"],
      ["Esc", "Close what is open"],
    ],
  },
  {
    name: "Calendar",
    keys: [
      ["1 2 3 4", "Day, week, month, agenda"],
      ["← →", "Earlier, later"],
      ["T", "Today"],
      ["G", "Go to a date"],
      ["Enter", "Open the chosen event"],
      ["Alt+Shift+↑ Alt+Shift+↓", "Move its end"],
    ],
  },
  {
    name: "What can be dragged",
    keys: [
      ["Space", "Pick up, and put down"],
      ["↑ ↓ ← →", "Move what is picked up"],
      ["Alt+↑ Alt+↓ Alt+← Alt+→", "Move at once"],
      ["Esc", "Leave it where it was"],
    ],
  },
  {
    name: "Writing a list",
    keys: [
      ["Enter", "Next item"],
      ["Tab Shift+Tab", "Indent, outdent"],
      ["Alt+↑ Alt+↓", "Move the item"],
      ["Esc", "Discard what was typed"],
    ],
  },
  { name: "Cooking", keys: [["← →", "Previous, next step"]] },
];

/** Texts of the sheet with keyboard shortcuts, which the key “?” opens. */
export const shortcuts = {
  title: "Keyboard shortcuts",
  names: { Ctrl: "Ctrl", Shift: "Shift", Alt: "Alt", Space: "Space", Enter: "Enter", Esc: "Esc", Tab: "Tab" },
  groups,
};
