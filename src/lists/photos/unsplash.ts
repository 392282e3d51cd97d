/**
 * Searches photos with Unsplash. The terms of Unsplash require an access key, a request for each download, and the text
 * `referral` in links.
 */

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

export function unsplash(api: RemoteApi, key: string): PhotoProvider {
  const remote = api("https://api.unsplash.com", { Authorization: `Client-ID ${key}`, "Accept-Version": "v1" });
  return {
    name: "unsplash",
    isCached: true,
    async search(query, page) {
      const answer = await remote.json("/search/photos", { query, page: String(page), per_page: String(pageSize) });
      const photos = listOf(answer?.results, toPhoto);
      return { photos, totalPages: Math.min(countOf(answer?.total_pages) ?? 0, maxPages) };
    },
    async fetch(id) {
      if (!idPattern.test(id)) return null;
      const found = await remote.photo(id, `/photos/${id}`, toPhoto, largeOf);
      if (found) await countDownload(remote, found.fields);
      return found;
    },
    thumbnail: (source) => remote.image(source, maxThumbnailBytes),
  };
}

const idPattern = /^[\w-]{1,40}$/;

function largeOf({ urls }: Fields): string | null {
  const { raw, regular } = fieldsOrEmpty(urls);
  return withParameters(linkOf(raw), { w: "1600", q: "80", fm: "jpg", fit: "max" }) ?? linkOf(regular);
}

/** Reports a download to Unsplash. Ignores failures. */
async function countDownload(remote: ReturnType<RemoteApi>, { links }: Fields): Promise<void> {
  const url = URL.parse(linkOf(fieldsOrEmpty(links).download_location) ?? "");
  if (url) await remote.json(url.pathname, Object.fromEntries(url.searchParams)).catch(() => null);
}

function withParameters(link: string | null, parameters: Readonly<Record<string, string>>): string | null {
  if (link === null) return null;
  const url = new URL(link);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

const referral = { utm_source: "inglenook", utm_medium: "referral" };

function toPhoto(fields: Fields): FoundPhoto | null {
  const { small, regular } = fieldsOrEmpty(fields.urls);
  const user = fieldsOrEmpty(fields.user);
  const thumbnail = linkOf(small) ?? linkOf(regular);
  if (typeof fields.id !== "string" || !idPattern.test(fields.id) || !thumbnail) return null;
  return {
    id: fields.id,
    description: textOf(fields.description) ?? textOf(fields.alt_description) ?? "",
    width: countOf(fields.width),
    height: countOf(fields.height),
    color: colorOf(fields.color),
    thumbnail,
    photographer: textOf(user.name) ?? "Unknown",
    photographerUrl: withParameters(linkOf(fieldsOrEmpty(user.links).html), referral),
    photoUrl: withParameters(linkOf(fieldsOrEmpty(fields.links).html), referral),
    license: "Unsplash License",
  };
}
