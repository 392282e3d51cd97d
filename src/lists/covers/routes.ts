import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { readHousehold } from "#accounts/households/store.ts";
import { ApiError, raise, unknownAddress } from "#lib/errors.ts";
import { closed, Text, Uuid } from "#lib/wire.ts";
import type { Deps } from "#platform/deps.ts";
import { context, hidden, operationsOf } from "#platform/http/operation.ts";
import { respondPicture, writeWithoutPicture, writeWithPicture } from "#platform/http/pictures.ts";
import type { RequestContext } from "#platform/http/request-context.ts";
import { imageRefusals, oneImage } from "#platform/images/bounds.ts";
import { readStoredPicture } from "#platform/images/files.ts";
import { encodeCover } from "#platform/images/to-webp.ts";
import { findList } from "../lists/rows.store.ts";
import { List } from "../model.ts";
import type { Attribution } from "../photos/model.ts";
import type { Photos } from "../photos/photos.ts";
import { providerFailed } from "../photos/provider.ts";
import { deleteCover, setCover, setCoverVisibility } from "./store.ts";

const operation = operationsOf("Lists");
const listId = closed({ id: Uuid });
const noList = { 404: ["List not found"] };

function toProviderError(error: unknown): never {
  throw error instanceof ApiError && [415, 422].includes(error.status) ? providerFailed() : error;
}

export function covers({ photos, ...deps }: Deps & { readonly photos: Photos }) {
  /** Stores a list's cover. The caller should first check that the list exists, because decoding a picture is slow. */
  async function setPicture(call: RequestContext, id: string, picture: Uint8Array, attribution: Attribution | null) {
    const encoded = await encodeCover(picture);
    return writeWithPicture(deps, call, encoded, (work, file) => setCover(work, id, { file, attribution }));
  }

  return new Elysia({ prefix: "/v1/lists/:id/cover" })
    .use(context)
    .post(
      "",
      ({ call, params, body }) => {
        call.read((work) => findList(work, params.id));
        return setPicture(call, params.id, body, null);
      },
      operation({
        id: "uploadCover",
        summary: "Give a list a picture",
        description:
          "One JPEG, PNG, WebP, GIF or AVIF in the field `file`, at most 8 MB, 50 megapixels (AVIF: 12), and 16,384 pixels wide " +
          "and high. It is stored upright, smaller and without metadata. It replaces the previous cover and becomes visible.",
        access: "lists.write",
        params: listId,
        upload: oneImage,
        answer: List,
        refusals: { ...noList, ...imageRefusals },
      }),
    )
    .post(
      "/photos",
      async ({ call, params, body }) => {
        const { name } = call.read((work) => {
          findList(work, params.id);
          return readHousehold(work);
        });
        const { bytes, attribution } = await photos.fetch(body.photoId, name);
        return setPicture(call, params.id, bytes, attribution).catch(toProviderError);
      },
      operation({
        id: "setCoverFromPhoto",
        summary: "Give a list a photo that was searched for",
        description:
          "The server stores the photo with its attribution. It replaces the previous cover and becomes visible.",
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
      ({ call, params }) => writeWithoutPicture(deps, call, (work) => deleteCover(work, params.id)),
      operation({
        id: "deleteCover",
        summary: "Take a list's picture away",
        description: "Deletes the picture and shows the generated gradient.",
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
        summary: "Hide or show a list's cover",
        description: "A hidden picture is not deleted.",
        access: "lists.write",
        params: listId,
        body: closed({ hidden: Type.Boolean() }),
        answer: List,
        example: { hidden: true },
        refusals: noList,
      }),
    );
}

/** The route that serves covers. No sign-in is needed, because the file name of a cover is secret. */
const publicRoute = hidden("public", { id: "serveCover" });

export function coverFiles({ config }: Deps) {
  return new Elysia().use(context).get(
    "/covers/:file",
    async ({ params: { file } }) => {
      const picture = (await readStoredPicture(config.dataDir, file)) ?? raise(unknownAddress());
      return respondPicture(picture, { cache: "max-age=31536000, immutable", policy: "default-src 'none'" });
    },
    publicRoute,
  );
}
