/** Taking changes back. */
import { api, send } from "../../sync/api/client.ts";
import { write } from "../../sync/write.ts";

/** Takes back the change behind an entry of the feed; `entry` may be the id of the app's own write, too. */
export const undoActivity = write({
  name: "activity.undo",
  kinds: ["all"],
  send: ({ entry }: { entry: string }, headers) =>
    send(api.v1.activity({ id: entry }).undo.post(undefined, { headers })),
  takesBack: ({ entry }) => entry,
  refused: ({ errors }, _, { code }) => (code === "not_yours" ? errors.undoTooLate : null),
});
