export { moreErrors } from "./more-errors.ts";
export { setup } from "./setup.ts";
export { wall } from "./wall.ts";
