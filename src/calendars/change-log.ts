/** The triggers that write `event_change`, for CalDAV: so undo, removed members and verbs are noticed too. */
import type { Database } from "bun:sqlite";

const triggers = [
  "calendar_object_added",
  "calendar_object_changed",
  "calendar_object_moved",
  "calendar_object_named",
  "calendar_object_removed",
  "event_added",
  "event_changed",
  "event_moved",
  "event_named",
  "event_removed",
] as const;

/** A migration that rebuilds a table drops its triggers. */
export function missingTriggers(client: Database): string[] {
  const present = client.query("SELECT name FROM sqlite_schema WHERE type = 'trigger'").values().flat();
  return triggers.filter((name) => !present.includes(name));
}
