/** English: what the other screens say. */
import { activity } from "./en/activity.ts";
import { calendar } from "./en/calendar.ts";
import { checkInScreen } from "./en/check-in-screen.ts";
import { choreBoard } from "./en/chore-board.ts";
import { lists } from "./en/lists.ts";
import { meals } from "./en/meals.ts";
import { recipes } from "./en/recipes.ts";
import { repeat } from "./en/recurrence.ts";
import { search } from "./en/search.ts";
import { settings } from "./en/settings.ts";
import { taskScreen } from "./en/task-screen.ts";

/** By area. */
export const enLater = {
  calendar,
  choreBoard,
  taskScreen,
  checkInScreen,
  lists,
  meals,
  recipes,
  repeat,
  activity,
  settings,
  search,
};
