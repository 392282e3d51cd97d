/** English texts that Today needs; the others are in later.ts. */
export { checkIns } from "./check-ins.ts";
export { chores } from "./chores.ts";
export { common } from "./common.ts";
export { errors } from "./errors.ts";
export { tasks } from "./tasks.ts";
export { today } from "./today.ts";

export const direction: "ltr" | "rtl" = "ltr";
