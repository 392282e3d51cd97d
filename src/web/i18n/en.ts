/** English: what Today says, which is there from the start. */
import { checkIns } from "./en/check-ins.ts";
import { chores } from "./en/chores.ts";
import { common } from "./en/common.ts";
import { tasks } from "./en/tasks.ts";
import { today } from "./en/today.ts";

/** By area. */
export const en = { common, today, tasks, chores, checkIns };
