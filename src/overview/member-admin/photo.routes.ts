import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { Member } from "#accounts/members/model.ts";
import { requireMayChangePhoto, setPhoto } from "#accounts/members/store.ts";
import { invalid } from "#lib/errors.ts";
import { closed, integer, Uuid } from "#lib/wire.ts";
import { requireFiles } from "#platform/db/client.ts";
import type { Deps } from "#platform/deps.ts";
import { context, operationsOf } from "#platform/http/operation.ts";
import { imageRefusals, maxSide, oneImage } from "#platform/images/bounds.ts";
import { removePicture, replacePicture } from "#platform/images/files.ts";
import { type Crop, encodePhoto } from "#platform/images/to-webp.ts";

const operation = operationsOf("Members");
const memberId = closed({ id: Uuid });
const refusals = { 403: ["Only an owner can change owners"], 404: ["Member not found"] };
const whose = "Children and guests change only their own photo. Only an owner changes an owner's.";

/** Returns the requested crop, or null. @throws ApiError 400 if only some of the values are given */
function cropOf({ x, y, size }: Partial<Crop>): Crop | null {
  if (x === undefined && y === undefined && size === undefined) return null;
  if (x === undefined || y === undefined || size === undefined) throw invalid("size", "must be given with x and y");
  return { x, y, size };
}

export function memberPhotos({ db, config }: Deps) {
  return new Elysia({ prefix: "/app/members/:id/photo" })
    .use(context)
    .post(
      "",
      async ({ call, params: { id }, query, body }) => {
        const crop = cropOf(query);
        // Decoding is slow.
        call.read((work) => requireMayChangePhoto(work, id));
        const encoded = await encodePhoto(body, crop);
        // Storing would create a deleted data folder again.
        requireFiles(db);
        return replacePicture(config.dataDir, call.caller.householdId, encoded, (file) => {
          const { answer, orphan } = call.write((work) => setPhoto(work, id, file));
          return { answer, replaced: orphan };
        });
      },
      operation({
        id: "uploadMemberPhoto",
        summary: "Give a member a photo",
        description:
          "One picture in the field `file`, as for a list's cover. `x`, `y` and `size` name the square to keep, in pixels of the " +
          `upright picture; without them it is the middle. It is stored with 256 × 256 pixels and without metadata. ${whose}`,
        access: "app",
        params: memberId,
        query: closed({
          x: Type.Optional(integer(0, maxSide)),
          y: Type.Optional(integer(0, maxSide)),
          size: Type.Optional(integer(1, maxSide)),
        }),
        upload: oneImage,
        answer: Member,
        refusals: {
          ...refusals,
          ...imageRefusals,
          400: ["size: must be given with x and y"],
          422: [...imageRefusals[422], "size: must end within the picture, which has 640 × 480 pixels"],
        },
      }),
    )
    .delete(
      "",
      async ({ call, params: { id } }) => {
        const { answer, orphan } = call.write((work) => setPhoto(work, id, null));
        if (orphan !== null) await removePicture(config.dataDir, call.caller.householdId, orphan);
        return answer;
      },
      operation({
        id: "deleteMemberPhoto",
        summary: "Remove a member's photo",
        description: `Deletes the picture and shows the emoji or the initials. ${whose}`,
        access: "app",
        params: memberId,
        writes: true,
        answer: Member,
        refusals,
      }),
    );
}
