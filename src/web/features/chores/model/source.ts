import { read } from "#web/sync/api/client.ts";
import { source } from "#web/sync/source.ts";

/** Chores with today's occurrences and 90 days of completions, and the star balances of the members. */
export const choresSource = source("chores", ["chore", "member"], (_, api) => read(api.v1.chores.get({ query: {} })));

export type Chores = Awaited<ReturnType<typeof choresSource.fetch>>;
export type Chore = Chores["chores"][number];
/** Occurrence of a chore that is on today's board. If `memberId` is null, anyone may do the chore. */
export type ChoreTurn = Chore["today"][number];
