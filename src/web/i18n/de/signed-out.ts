/** German texts of the pages that are shown before the sign-in, and of the page on which a tablet is paired. */

export { moreErrors } from "./more-errors.ts";
export { pairing, setup } from "./setup.ts";
