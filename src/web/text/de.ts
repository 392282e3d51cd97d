/** German. */

import type { Catalogue } from "./catalogue.ts";
import { activity } from "./de/activity.ts";
import { calendar } from "./de/calendar.ts";
import { checkIns } from "./de/check-ins.ts";
import { chores } from "./de/chores.ts";
import { common } from "./de/common.ts";
import { lists } from "./de/lists.ts";
import { meals } from "./de/meals.ts";
import { recipes } from "./de/recipes.ts";
import { settings } from "./de/settings.ts";
import { setup } from "./de/setup.ts";
import { tasks } from "./de/tasks.ts";
import { today } from "./de/today.ts";
import { wall } from "./de/wall.ts";

/** By area. */
export const de: Catalogue = {
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
