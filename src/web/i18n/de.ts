/** German: what Today says, which is there from the start. */
import { checkIns } from "./de/check-ins.ts";
import { chores } from "./de/chores.ts";
import { common } from "./de/common.ts";
import { tasks } from "./de/tasks.ts";
import { today } from "./de/today.ts";
import type { Areas } from "./loaders.ts";

/** By area. */
export const de: Areas["first"] = { common, today, tasks, chores, checkIns };
