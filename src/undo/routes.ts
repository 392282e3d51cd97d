import { Elysia } from "elysia";
import type { Deps } from "../deps.ts";
import { context, operation } from "../http/operation.ts";
import { removePicture } from "../images/files.ts";
import { finish } from "../lib/concurrency.ts";
import { closed, Uuid } from "../wire.ts";
import type { Work } from "../work.ts";
import { UndoneEntry } from "./model.ts";
import { undoScopes } from "./permissions.ts";
import { isLarge, undoActivity } from "./store.ts";

export function undo({ config }: Deps) {
  return new Elysia({ prefix: "/v1/activity" }).use(context).post(
    "/:id/undo",
    async ({ call, params }) => {
      let orphans: readonly string[] = [];
      const undoing = function* (work: Work) {
        const undone = yield* undoActivity(work, params.id, (scope) => call.requireScope(scope));
        orphans = undone.pictureFiles;
        return undone.answer;
      };
      const isLong = call.read((work) => isLarge(work, params.id));
      const answer = isLong ? await call.writeInTurns(undoing) : call.write((work) => finish(undoing(work)));
      for (const file of orphans) await removePicture(config.dataDir, call.caller.householdId, file);
      return answer;
    },
    operation({
      id: "undoActivity",
      tag: "Activity",
      summary: "Undo a change",
      description:
        "Undoes everything that an entry changed, or nothing, and only once. A key needs the write scope of what changed. Keys, " +
        "children and guests can undo their own changes of the last 24 hours, adults any change. An undo can be undone. " +
        "`notRestored` describes what could not be restored, such as a deleted cover's picture, or a cook who left. `restored` lists the restored " +
        "records; a list includes its blocks, and undoing a creation restores nothing.",
      access: "any",
      params: closed({ id: Uuid }),
      writes: true,
      answer: UndoneEntry,
      refusals: {
        403: [
          "Only your own changes of the last 24 hours can be undone",
          ...undoScopes.map((scope) => `Missing scope: ${scope}`),
          "Only the app can do this",
          "Only the list's owner can change who sees it",
          "Only an owner can change owners",
        ],
        404: ["Activity entry not found"],
        422: [
          "This was changed since, so it can't be undone",
          "This change is undone already",
          "This kind of change can't be undone",
          "A list holds at most 1,000 blocks",
          "name: must not be another member's name",
        ],
      },
    }),
  );
}
