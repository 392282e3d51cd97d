export const tasks = {
  added: (label: string) => `Added “${label}”`,
  changed: (label: string) => `Changed “${label}”`,
  completed: (label: string) => `Done: “${label}”`,
  reopened: (label: string) => `Open again: “${label}”`,
  deleted: (label: string) => `Deleted “${label}”`,
};
