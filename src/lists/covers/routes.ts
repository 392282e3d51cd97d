import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { requireFiles } from "../../db/client.ts";
import type { Deps } from "../../deps.ts";
import { ApiError } from "../../errors.ts";
import { readHousehold } from "../../households/store.ts";
import { context, operation } from "../../http/operation.ts";
import type { RequestContext } from "../../http/request-context.ts";
import { tooWide } from "../../images/bounds.ts";
import { type Attribution, noAnswer } from "../../photos/provider.ts";
import { closed, Text, Uuid } from "../../wire.ts";
import { findList } from "../lists/rows.store.ts";
import { List } from "../model.ts";
import { removeCover } from "./files.ts";
import { replaceCover } from "./replace.ts";
import { deleteCover, setCover, setCoverVisibility } from "./store.ts";

const listId = closed({ id: Uuid });
const noList = { 404: ["List not found"] };
const badImage = [tooWide().message, "Image has too many pixels", "Image cannot be read"];

/** What an upload takes. */
const oneImage = {
  maxBytes: 8_388_608,
  tooLargeMessage: "Image is larger than 8 MB",
  expectedFile: "exactly one image file",
};

/** A photo that can't be made a cover is the provider's fault, not the caller's. */
function blameProvider(error: unknown): never {
  throw error instanceof ApiError && [415, 422].includes(error.status) ? noAnswer() : error;
}

/** The covers of lists (interface §4, Lists). */
export function covers({ db, config, photos }: Deps) {
  /** Decodes, keeps and sets a picture. Whether there is such a list is to be asked before, so that none is decoded in vain. */
  function give(call: RequestContext, id: string, picture: Uint8Array, attribution: Attribution | null) {
    const point = (file: string) => {
      let replaced: string | null = null;
      // What is written is what a repeated request is answered with: the list alone.
      const answer = call.write((work) => {
        const change = setCover(work, id, { file, attribution });
        replaced = change.orphan;
        return change.answer;
      });
      return { answer, replaced };
    };
    // A file that was stored while the data folder is gone would make a new folder in its place.
    return replaceCover(config.dataDir, picture, point, () => requireFiles(db));
  }

  return new Elysia({ prefix: "/v1/lists/:id/cover" })
    .use(context)
    .post(
      "",
      ({ call, params, body }) => {
        call.read((work) => findList(work, params.id));
        return give(call, params.id, body, null);
      },
      operation({
        id: "uploadCover",
        tag: "Lists",
        summary: "Give a list a picture",
        description:
          "One JPEG, PNG, WebP, GIF or AVIF in the field `file`, at most 8 MB, 50 megapixels (AVIF: 12), and 16,384 pixels wide " +
          "and high. It is turned upright, made smaller, and stored without what the camera wrote into it. It replaces any cover before it, and shows.",
        access: "lists.write",
        params: listId,
        upload: oneImage,
        answer: List,
        refusals: { ...noList, 415: ["Unsupported image type"], 422: badImage },
      }),
    )
    .post(
      "/photos",
      async ({ call, params, body }) => {
        const { name } = call.read((work) => {
          findList(work, params.id);
          return readHousehold(work.db, work.householdId);
        });
        const { bytes, attribution } = await photos.fetch(body.photoId, name);
        return give(call, params.id, bytes, attribution).catch(blameProvider);
      },
      operation({
        id: "setCoverFromPhoto",
        tag: "Lists",
        summary: "Give a list a photo that was searched for",
        description:
          "The server fetches the photo and keeps it with its attribution. It replaces any cover before it, and shows.",
        access: "lists.write",
        params: listId,
        body: closed({ photoId: Text(1, 1_000_000) }),
        answer: List,
        example: { photoId: "folder:beach.webp" },
        refusals: {
          404: ["List not found", "Photo not found"],
          502: ["Photo provider did not answer"],
          503: ["Photo search is turned off"],
        },
      }),
    )
    .delete(
      "",
      async ({ call, params }) => {
        const { answer, orphan } = call.write((work) => deleteCover(work, params.id));
        if (orphan !== null) await removeCover(config.dataDir, orphan);
        return answer;
      },
      operation({
        id: "deleteCover",
        tag: "Lists",
        summary: "Take a list's picture away",
        description: "The picture is deleted, and the generated gradient shows again.",
        access: "lists.write",
        params: listId,
        writes: true,
        answer: List,
        refusals: noList,
      }),
    )
    .patch(
      "/visibility",
      ({ call, params, body }) => call.write((work) => setCoverVisibility(work, params.id, body.hidden)),
      operation({
        id: "setCoverVisibility",
        tag: "Lists",
        summary: "Hide or show a list's cover",
        description: "A hidden picture is kept.",
        access: "lists.write",
        params: listId,
        body: closed({ hidden: Type.Boolean() }),
        answer: List,
        example: { hidden: true },
        refusals: noList,
      }),
    );
}
