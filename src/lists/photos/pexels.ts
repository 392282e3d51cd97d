import {
  colorOf,
  countOf,
  type Fields,
  fieldsOrEmpty,
  linkOf,
  listOf,
  maxThumbnailBytes,
  type RemoteApi,
  textOf,
} from "./photo-api.ts";
import { type FoundPhoto, maxPages, type PhotoProvider, pageSize } from "./provider.ts";

export function pexels(api: RemoteApi, key: string): PhotoProvider {
  const remote = api("https://api.pexels.com", { Authorization: key });
  return {
    name: "pexels",
    isCached: true,
    async search(query, page) {
      const answer = await remote.json("/v1/search", { query, page: String(page), per_page: String(pageSize) });
      const photos = listOf(answer?.photos, toPhoto);
      const total = countOf(answer?.total_results) ?? 0;
      return { photos, totalPages: Math.min(Math.ceil(total / pageSize), maxPages) };
    },
    fetch: async (id) => (/^[1-9]\d{0,14}$/.test(id) ? remote.photo(id, `/v1/photos/${id}`, toPhoto, largeOf) : null),
    thumbnail: (source) => remote.image(source, maxThumbnailBytes),
  };
}

/** Returns the address of a photo up to 1,880 pixels wide, else of the original. Null if both are missing. */
function largeOf({ src }: Fields): string | null {
  const { large2x, original } = fieldsOrEmpty(src);
  return linkOf(large2x) ?? linkOf(original);
}

function toPhoto(fields: Fields): FoundPhoto | null {
  const { medium, large } = fieldsOrEmpty(fields.src);
  const thumbnail = linkOf(medium) ?? linkOf(large);
  if (!Number.isSafeInteger(fields.id) || !thumbnail) return null;
  return {
    id: String(fields.id),
    description: textOf(fields.alt) ?? "",
    width: countOf(fields.width),
    height: countOf(fields.height),
    color: colorOf(fields.avg_color),
    thumbnail,
    photographer: textOf(fields.photographer) ?? "Unknown",
    photographerUrl: linkOf(fields.photographer_url),
    photoUrl: linkOf(fields.url),
    license: "Pexels License",
  };
}
