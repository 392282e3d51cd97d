/** Searches photos with Openverse (https://api.openverse.org/v1), which needs no key. */
import { isUuid } from "#lib/wire.ts";
import { countOf, type Fields, linkOf, listOf, maxThumbnailBytes, type RemoteApi, textOf } from "./photo-api.ts";
import { type FoundPhoto, type PhotoProvider, pageSize } from "./provider.ts";

/** The number of pages that can be shown, because Openverse returns at most 240 results without a key. */
const maxAnonymousPages = 12;

export function openverse(api: RemoteApi): PhotoProvider {
  const remote = api("https://api.openverse.org");
  return {
    name: "openverse",
    isCached: true,
    async search(query, page) {
      if (page > maxAnonymousPages) return { photos: [], totalPages: maxAnonymousPages };
      const answer = await remote.json("/v1/images/", { q: query, page: String(page), page_size: String(pageSize) });
      if (!answer && page > 1) return { photos: [], totalPages: page - 1 };
      const photos = listOf(answer?.results, toPhoto);
      return { photos, totalPages: Math.min(countOf(answer?.page_count) ?? 0, maxAnonymousPages) };
    },
    async fetch(given) {
      const id = given.toLowerCase();
      return isUuid(id) ? remote.photo(id, `/v1/images/${id}/`, toPhoto, ({ url }) => linkOf(url)) : null;
    },
    thumbnail: (source) => remote.image(source, maxThumbnailBytes),
  };
}

function toPhoto(fields: Fields): FoundPhoto | null {
  const thumbnail = linkOf(fields.thumbnail) ?? linkOf(fields.url);
  if (typeof fields.id !== "string" || !isUuid(fields.id) || !thumbnail) return null;
  return {
    id: fields.id,
    description: textOf(fields.title) ?? "",
    width: countOf(fields.width),
    height: countOf(fields.height),
    color: null,
    thumbnail,
    photographer: textOf(fields.creator) ?? "Unknown",
    photographerUrl: linkOf(fields.creator_url),
    photoUrl: linkOf(fields.foreign_landing_url),
    license: licenseOf(textOf(fields.license), textOf(fields.license_version)),
  };
}

/** Returns the name of a licence. For example, `by-sa` and `4.0` become `CC BY-SA 4.0`. Null if `code` is null. */
function licenseOf(code: string | null, version: string | null): string | null {
  if (code === null) return null;
  const name = code === "pdm" ? "Public Domain Mark" : code === "cc0" ? "CC0" : `CC ${code.toUpperCase()}`;
  return version === null ? name : `${name} ${version}`;
}
