/** English: chores. */
export const chores = {
  ticked: (name: string) => `Done: ${name}`,
  reopened: (name: string) => `Not done yet: ${name}`,
};
