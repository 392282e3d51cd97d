/** Chores, as the server has them. */
import { api, read } from "../../../sync/api/client.ts";
import { source } from "../../../sync/source.ts";

/** All chores with what is due today, the last 90 days' completions, and everybody's stars. */
export const choresSource = source("chores", ["chore", "member"], () => read(api.v1.chores.get({ query: {} })));

/** All of it. */
export type Chores = Awaited<ReturnType<typeof choresSource.fetch>>;
/** A chore. */
export type Chore = Chores["chores"][number];
/** One thing to do of a chore: on a date, by a member (null: by anyone). */
export type ChoreTurn = Chore["today"][number];
