/** English texts of the pages before signing in and of the tablet on the wall. */
export { moreErrors } from "./more-errors.ts";
export { setup } from "./setup.ts";
export { wall } from "./wall.ts";
