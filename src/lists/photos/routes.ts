import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { readHousehold } from "#accounts/households/store.ts";
import { closed, integer, nullable, oneOf, Text } from "#lib/wire.ts";
import { context, hidden, operationsOf } from "#platform/http/operation.ts";
import { respondPicture } from "#platform/http/pictures.ts";
import { PhotoPage, providerNames } from "./model.ts";
import type { Photos } from "./photos.ts";
import { maxPages } from "./provider.ts";

const operation = operationsOf("Lists");
const publicRoute = hidden("public", { id: "serveThumbnail" });

export function photos({ photos: source }: { readonly photos: Photos }) {
  return new Elysia()
    .use(context)
    .get(
      "/v1/lists/photos/search",
      ({ call, query }) => {
        const { name } = call.read(readHousehold);
        return source.search(query.query, query.page, { householdName: name, now: call.now });
      },
      operation({
        id: "searchPhotos",
        summary: "Search photos for a cover",
        description:
          "Returns 20 photos per page from the configured provider. Thumbnails come through this server. Results " +
          "may be up to 24 hours old.",
        access: "lists.read",
        isVolatile: true, // The answer depends on the photo service and not on the household's revision.
        query: closed({ query: Text(1, 200), page: integer(1, maxPages, { default: 1 }) }),
        answer: PhotoPage,
        refusals: { 502: ["Photo provider did not answer"], 503: ["Photo search is turned off"] },
      }),
    )
    .get(
      "/app/photos",
      ({ call }) => {
        const { photoSearch } = call.read(readHousehold);
        return { provider: source.providerName, isAllowed: photoSearch === 1 };
      },
      operation({
        id: "readPhotoSearch",
        summary: "Where a search for photos goes",
        description: "`provider` is null if the search is turned off. `isAllowed` is the household's `photoSearch`.",
        access: "app",
        isVolatile: true,
        answer: closed({ provider: nullable(oneOf(providerNames)), isAllowed: Type.Boolean() }),
      }),
    )
    .get(
      "/photos/thumbnails/:sealed",
      async ({ call, params }) => {
        const { bytes, type } = await source.thumbnail(params.sealed, call.now);
        return respondPicture(bytes, { type, cache: "max-age=86400" });
      },
      publicRoute,
    );
}
