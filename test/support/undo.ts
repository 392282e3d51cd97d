/** Undoes the last change. */
import { type Home, refusal } from "./home.ts";

/** The refusal of an undo if the data has changed since. */
export const changedSince = refusal(422, "This was changed since, so it can't be undone");

/** The id of the newest entry of the feed. */
export const newest = (home: Pick<Home, "entries">) => home.entries()[0]?.id ?? "";

/** Undoes an entry (by default the newest) as Anna, who is an adult. */
export const undo = (home: Pick<Home, "entries" | "as" | "members">, entry = newest(home)) =>
  home.as(home.members.anna).post(`/v1/activity/${entry}/undo`, undefined);
