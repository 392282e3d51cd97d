/** Undoes changes of a test household. */
import { expect } from "bun:test";
import type { Home } from "./home.ts";

const named = /^.+ was (changed|deleted) by .+ on .+ at \d\d:\d\d, so this can't be undone$/;
const unnamed = /^This was changed since, so it can't be undone$/;

/**
 * Refusal of an undo because the data have changed since. Some refusals also name the conflict, so the text is matched
 * loosely.
 */
export const changedSince = {
  error: expect.stringMatching(new RegExp(`${named.source}|${unnamed.source}`)),
  statusCode: 422,
};

/** Returns the id of the newest entry in the activity feed. */
export const newest = (home: Pick<Home, "entries">) => home.entries()[0]?.id ?? "";

/** Undoes an entry of the activity feed as Anna, who is an adult. The default is the newest entry. */
export const undo = (home: Pick<Home, "entries" | "as" | "members">, entry = newest(home)) =>
  home.as(home.members.anna).post(`/v1/activity/${entry}/undo`, undefined);
