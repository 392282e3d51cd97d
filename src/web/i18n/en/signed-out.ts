/** English texts of the pages before signing in, and of the pairing of tablets. */

export { moreErrors } from "./more-errors.ts";
export { pairing, setup } from "./setup.ts";
