/** German: chores. */
import type { chores as english } from "../en/chores.ts";

/** As the English. */
export const chores: typeof english = {
  ticked: (name) => `Erledigt: ${name}`,
  reopened: (name) => `Doch nicht erledigt: ${name}`,
};
