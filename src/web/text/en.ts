/** English, the shape of every language. */
import { activity } from "./en/activity.ts";
import { calendar } from "./en/calendar.ts";
import { checkIns } from "./en/check-ins.ts";
import { chores } from "./en/chores.ts";
import { common } from "./en/common.ts";
import { lists } from "./en/lists.ts";
import { meals } from "./en/meals.ts";
import { recipes } from "./en/recipes.ts";
import { settings } from "./en/settings.ts";
import { setup } from "./en/setup.ts";
import { tasks } from "./en/tasks.ts";
import { today } from "./en/today.ts";
import { wall } from "./en/wall.ts";

/** By area. */
export const en = {
  common,
  today,
  calendar,
  tasks,
  chores,
  checkIns,
  lists,
  meals,
  recipes,
  activity,
  settings,
  setup,
  wall,
};
