/** English texts of the pages before signing in and of pairing. */

export { moreErrors } from "./more-errors.ts";
export { pairing, setup } from "./setup.ts";
