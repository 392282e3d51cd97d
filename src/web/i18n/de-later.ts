/** German: what the other screens say. */
import { activity } from "./de/activity.ts";
import { calendar } from "./de/calendar.ts";
import { checkInScreen } from "./de/check-in-screen.ts";
import { choreBoard } from "./de/chore-board.ts";
import { lists } from "./de/lists.ts";
import { meals } from "./de/meals.ts";
import { recipes } from "./de/recipes.ts";
import { repeat } from "./de/recurrence.ts";
import { search } from "./de/search.ts";
import { settings } from "./de/settings.ts";
import { taskScreen } from "./de/task-screen.ts";
import type { Areas } from "./loaders.ts";

/** By area. */
export const deLater: Areas["later"] = {
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
