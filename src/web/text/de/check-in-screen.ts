/** German: what the screen of check-ins says beside check-ins.ts. */
import type { checkInScreen as english } from "../en/check-in-screen.ts";

/** As the English. */
export const checkInScreen: typeof english = {};
