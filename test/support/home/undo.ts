/** Undoes the last change. */
import { expect } from "bun:test";
import type { Home } from "./home.ts";

const named = /^.+ was (changed|deleted) by .+ on .+ at \d\d:\d\d, so this can't be undone$/;
const unnamed = /^This was changed since, so it can't be undone$/;

/** The refusal of an undo if the data has changed since, whether it names what stands in the way or not. */
export const changedSince = {
  error: expect.stringMatching(new RegExp(`${named.source}|${unnamed.source}`)),
  statusCode: 422,
};

/** The id of the newest entry of the feed. */
export const newest = (home: Pick<Home, "entries">) => home.entries()[0]?.id ?? "";

/** Undoes an entry (by default the newest) as Anna, who is an adult. */
export const undo = (home: Pick<Home, "entries" | "as" | "members">, entry = newest(home)) =>
  home.as(home.members.anna).post(`/v1/activity/${entry}/undo`, undefined);
