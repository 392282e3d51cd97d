import { api, send } from "./api/client.ts";
import { write } from "./write.ts";

/** Takes back the change behind an entry of the feed; `entry` may be the id of the app's own write, too. */
export const undoActivity = write({
  name: "activity.undo",
  invalidates: ["all"],
  send: ({ entry }: { entry: string }, headers) =>
    send(api.v1.activity({ id: entry }).undo.post(undefined, { headers })),
  undoes: ({ entry }) => entry,
});
