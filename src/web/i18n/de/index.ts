/** German texts that Today needs; the others are in signed-out.ts and later.ts. */
export { common, errors } from "./common.ts";
export { checkIns, chores, tasks, today } from "./today.ts";

export const direction: "ltr" | "rtl" = "ltr";
