import { quotedShort } from "../output/format.ts";
import { completeList } from "../resources/list.ts";
import type { Prompt } from "./index.ts";
import { completeWeekStart, weekStartArgument, weekStartText } from "./weeks.ts";

export const weeklyGroceries: Prompt = {
  tools: ["list_meals", "list_lists", "add_groceries"],
  listed: {
    name: "weekly_groceries",
    title: "The week's groceries",
    description: "Puts what a week's planned meals need on a list, without what is on it already.",
    arguments: [
      weekStartArgument,
      { name: "list", description: "Name of the list; left out: the household's groceries", required: false },
    ],
  },
  complete: {
    weekStart: completeWeekStart,
    list: completeList,
  },
  async write(context, { weekStart, list: given }) {
    const list = given ?? (await context.householdNow()).household.groceryListName;
    return `Get our shopping ready for the seven days from ${await weekStartText(context, weekStart)}.
1. Read the planned meals with list_meals. If a dinner is missing, tell me before you go on.
2. Add what they need to the list ${quotedShort(list)} with add_groceries.
3. Read the list with list_lists, and tell me what was added, what was there already, and what we may have at home.`;
  },
};
