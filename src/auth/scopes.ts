/** The scopes there are (interface §5.3), in canonical order. A new resource adds its line here. */
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

/** What a key may do to one group of resources. Write does not imply read. */
export type Scope = (typeof scopes)[number];

/** Every scope that only reads. */
export const readScopes = scopes.filter((scope) => scope.endsWith(".read"));

/** True for the name of a scope. */
export function isScope(text: string): text is Scope {
  return (scopes as readonly string[]).includes(text);
}
