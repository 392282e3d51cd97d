import { Elysia } from "elysia";
import { runStepsToEnd } from "#lib/concurrency.ts";
import { invalid, unprocessable } from "#lib/errors.ts";
import { closed, Uuid } from "#lib/wire.ts";
import type { Since } from "#platform/activity/store.ts";
import { scopes } from "#platform/auth/scopes.ts";
import type { Deps } from "#platform/deps.ts";
import { context, operationsOf } from "#platform/http/operation.ts";
import type { RequestContext } from "#platform/http/request-context.ts";
import { bringBackPicture, hasPicture, keepReplacedPicture } from "#platform/images/files.ts";
import { traits, type UndoTraits } from "#platform/traits.ts";
import type { Work } from "#platform/work.ts";
import { type ChangedPictures, changedPictures } from "./losses.ts";
import { UndoneEntries, UndoneEntry, UndoSince } from "./model.ts";
import { entriesToUndo, undoSince } from "./since.store.ts";
import { isLarge, type UndoAccess, type UndoResult, undoActivity } from "./store.ts";

const operation = operationsOf("Activity");
const refusals = () => [
  "Only your own changes of the last 24 hours can be undone",
  "Only its owner can change this event",
  ...undoScopes().map((scope) => `Missing scope: ${scope}`),
  "Only the app can do this",
  "Only the list's owner can change who sees it",
  "Only an owner can change owners",
];

/** Returns the scopes that an API key can need for an undo. */
function undoScopes() {
  const { tables, virtualTables } = traits();
  const all = [...Object.values(tables), ...Object.values(virtualTables)].map(({ undo }): UndoTraits | null => undo);
  return scopes.filter((scope) => all.some((undo) => undo?.scope === scope));
}

const stopped = [
  "This was changed since, so it can't be undone",
  "“…” was changed by … on …, so this can't be undone",
  "This change is undone already",
  "This kind of change can't be undone",
  "What this changed is no longer kept, so it can't be undone",
  "A list holds at most 1,000 blocks",
  "name: must not be another member's name",
];

export function undo({ config }: Deps) {
  const refused = refusals();
  /** Runs an undo. A large undo is split over several turns of the event loop. Moves pictures after the commit. */
  async function run<Answer>(
    call: RequestContext,
    isLong: (work: Work) => boolean,
    undoing: (work: Work, access: UndoAccess) => Generator<void, UndoResult<Answer>>,
  ): Promise<Answer> {
    const { dataDir } = config;
    const { householdId } = call.caller;
    const access: UndoAccess = {
      hasScope: (scope) => call.hasScope(scope),
      hasPicture: (file) => hasPicture(dataDir, householdId, file),
    };
    let changed: ChangedPictures | null = null;
    const steps = function* (work: Work) {
      const { answer, pictures } = yield* undoing(work, access);
      changed = pictures;
      return answer;
    };
    const answer = call.read(isLong)
      ? await call.writeCooperatively(steps)
      : call.write((work) => runStepsToEnd(steps(work)));
    const { restored, orphans } = changed ?? changedPictures([]);
    for (const file of restored) await bringBackPicture(dataDir, householdId, file);
    for (const file of orphans) await keepReplacedPicture(dataDir, householdId, file, call.now);
    return answer;
  }

  return new Elysia({ prefix: "/v1/activity" })
    .use(context)
    .post(
      "/undo",
      ({ call, body }) => {
        const since = sinceIn(body);
        return run(
          call,
          (work) => isLarge(work, entriesToUndo(work, since)),
          (work, access) => undoSince(work, since, access, body.partly),
        );
      },
      operation({
        id: "undoSince",
        summary: "Undo your own changes since a time or an entry",
        description:
          "Undoes the caller's own changes since the instant `since`, or since the entry `sinceId` with that entry, newest " +
          "first: all or none, and at most 50. With `partly` it leaves out what stands in the way: `stayed` lists these entries " +
          "and why. Leaves out what is undone already. Records one entry in the feed, which can be " +
          "undone. `undone` lists the entries; it is empty if there was nothing to undo. Otherwise as `POST " +
          "/v1/activity/{id}/undo`, with errors that name the entries: `3 of 25 stand in the way: Entry …`.",
        access: "any",
        body: UndoSince,
        answer: UndoneEntries,
        example: { since: "2026-05-01T10:00:00Z" },
        refusals: {
          400: ["since: is required"],
          403: refused.map((text) => `Entry …: ${text}`),
          422: [
            "sinceId: must not be combined with since",
            "sinceId: no such activity entry",
            "since: covers more than 50 changes",
            "since: must be among the latest 1,000 changes of the household",
            ...stopped.map((text) => `Entry …: ${text}`),
          ],
        },
      }),
    )
    .post(
      "/:id/undo",
      ({ call, params: { id } }) =>
        run(
          call,
          (work) => isLarge(work, [id]),
          (work, access) => undoActivity(work, id, access),
        ),
      operation({
        id: "undoActivity",
        summary: "Undo a change",
        description:
          "Undoes everything that an entry changed, or nothing, and only once. A key needs the write scope of what changed. Keys, " +
          "children and guests can undo their own changes of the last 24 hours, adults any change. An undo can be undone. A change " +
          "of more than 64 KB can be undone for 25 hours. `changed_since` names what stands in the way, and `X-Error-Details` has " +
          "it as percent-encoded JSON. " +
          "`notRestored` describes what could not be restored, such as a deleted cover's picture, or a cook who left. `restored` lists the restored " +
          "records; a list includes its blocks, and undoing a creation restores nothing.",
        access: "any",
        params: closed({ id: Uuid }),
        writes: true,
        answer: UndoneEntry,
        refusals: { 403: refused, 404: ["Activity entry not found"], 422: stopped },
      }),
    );
}

function sinceIn({ since, sinceId }: UndoSince): Since {
  if (sinceId !== undefined && since !== undefined) throw unprocessable("sinceId", "must not be combined with since");
  if (sinceId !== undefined) return { sinceId };
  if (since === undefined) throw invalid("since", "is required", "required");
  return { since };
}
