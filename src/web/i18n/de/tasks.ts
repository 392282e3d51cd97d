import type { tasks as english } from "../en/tasks.ts";

export const tasks: typeof english = {
  added: (label) => `„${label}“ hinzugefügt`,
  changed: (label) => `„${label}“ geändert`,
  completed: (label) => `Erledigt: „${label}“`,
  reopened: (label) => `Wieder offen: „${label}“`,
  deleted: (label) => `„${label}“ gelöscht`,
};
