/** English: what the pages before signing in say, and the tablet on the wall. */
import { setup } from "./en/setup.ts";
import { wall } from "./en/wall.ts";

/** By area. */
export const enSignedOut = { setup, wall };
