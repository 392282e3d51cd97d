export const scopes = [
  "calendar.read",
  "calendar.write",
  "tasks.read",
  "tasks.write",
  "chores.read",
  "checkins.read",
  "checkins.write",
  "lists.read",
  "lists.write",
  "meals.read",
  "meals.write",
  "activity.read",
] as const;

/** A permission of an API key. A scope for writing does not include the scope for reading. */
export type Scope = (typeof scopes)[number];

export const readScopes = scopes.filter((scope) => scope.endsWith(".read"));

export function isScope(text: string): text is Scope {
  return (scopes as readonly string[]).includes(text);
}
