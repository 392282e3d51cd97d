import type { Prompt } from "./index.ts";
import { completeWeekStart, weekStartArgument, weekStartText } from "./weeks.ts";

export const planWeek: Prompt = {
  tools: ["list_events", "list_meals", "list_recipes", ["plan_meals", "schedule_meal"]],
  listed: {
    name: "plan_week",
    title: "Plan the week's meals",
    description: "Looks at the calendar and the recipes, proposes dinners for a week, and saves them once you agree.",
    arguments: [weekStartArgument],
  },
  complete: { weekStart: completeWeekStart },
  async write(context, { weekStart }, toolFor) {
    return `Plan our dinners for the seven days from ${await weekStartText(context, weekStart)}.
1. Read what is on in these days with list_events, what is planned already with list_meals, and what we cook with list_recipes.
2. Propose one dinner for each day that has none: something quick where the evening is busy, and no recipe twice.
3. Show me the proposal as a table with the dates, and wait. Save it with ${toolFor("plan_meals", "schedule_meal")} only when I agree.`;
  },
};
