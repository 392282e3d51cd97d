/** Exports only the German texts that the Today screen needs. */
export { common, errors } from "./common.ts";
export { checkIns, chores, tasks, today } from "./today.ts";

export const direction: "ltr" | "rtl" = "ltr";
