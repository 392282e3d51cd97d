import { api, read } from "../../../sync/api/client.ts";
import { source } from "../../../sync/source.ts";

/** All chores with what is due today, the last 90 days' completions, and everybody's stars. */
export const choresSource = source("chores", ["chore", "member"], () => read(api.v1.chores.get({ query: {} })));

export type Chores = Awaited<ReturnType<typeof choresSource.fetch>>;
export type Chore = Chores["chores"][number];
/** A duty of today as the server lists it; `memberId` null: anyone may do it. */
export type ChoreTurn = Chore["today"][number];
