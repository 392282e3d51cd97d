/** German texts of the pages before signing in and of pairing. */

export { moreErrors } from "./more-errors.ts";
export { linked } from "./notices/linked.ts";
export { pairing, setup } from "./setup.ts";
