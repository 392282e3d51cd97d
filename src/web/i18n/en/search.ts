/** English: the search over everything. */

/** The search over everything. */
export const search = {
  title: "Search",
  field: "Search everything, or go somewhere",
  placeholder: "Dentist, pancakes, calendar …",
  hint: "Type a word: a name, a place, an ingredient. Or where you want to go.",
  goTo: "Go to",
  doNow: "Do now",
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
    block: "On lists",
    recipe: "Recipes",
    meal: "Meals",
    member: "People",
  },
  none: (query: string) => `Nothing is called “${query}”`,
  noneHint: "Try another word, or fewer letters of it.",
  offline: "Searching needs your server, which does not answer right now. Going somewhere works all the same.",
  searching: "Searching …",
  found: (count: number) => (count === 1 ? "1 found" : `${count} found`),
  keys: "↑ ↓ to choose, Enter to open",
};
