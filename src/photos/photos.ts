/** Photos for covers: searched, shown small and fetched through the one provider that the settings name. */
import type { Config } from "../config.ts";
import { ApiError } from "../errors.ts";
import type { Log } from "../http/log.ts";
import { formatOf } from "../images/formats.ts";
import { hour } from "../lib/time.ts";
import { TtlCache } from "../lib/ttl-cache.ts";
import { createGuardedFetch, type Guard } from "../net/guarded-fetch.ts";
import { folder, photosFolder } from "./folder.ts";
import { openverse, openverseUrl } from "./openverse.ts";
import { pexels, pexelsHeaders, pexelsUrl } from "./pexels.ts";
import {
  type Attribution,
  type FoundPage,
  type FoundPhoto,
  noAnswer,
  noPhoto,
  type PhotoProvider,
  turnedOff,
} from "./provider.ts";
import { Remote } from "./remote.ts";
import { Seal } from "./sealed-address.ts";
import { unsplash, unsplashHeaders, unsplashUrl } from "./unsplash.ts";

/** A photo as a search answers it. `id` is `provider:id`; `thumbnailUrl` is an address on this server, without host. */
export type PhotoResult = Attribution &
  Pick<FoundPhoto, "id" | "description" | "width" | "height" | "color"> & { readonly thumbnailUrl: string };

/** One page of results. `totalPages` is 0 where nothing was found. */
export type PhotoPage = { readonly photos: PhotoResult[]; readonly page: number; readonly totalPages: number };

/** A photo to make a cover of. */
export type FetchedPhoto = { readonly bytes: Uint8Array; readonly attribution: Attribution };

/** A small picture and its media type. */
export type Thumbnail = { readonly bytes: Uint8Array; readonly type: string };

/** Whose search it is: the household's name stands where its own pictures would name a photographer. */
export type Searcher = { readonly householdName: string; readonly now: Date };

const ttlMs = 24 * hour;
/** In UTF-16 units of JSON. */
const mostCachedText = 4_000_000;
/** In bytes. */
const mostCachedThumbnails = 16_000_000;
/** No provider's ids or addresses are longer. */
const longestText = 4_096;

/** See the top of this file. Never call it within a transaction: it waits for others. */
export class Photos {
  private readonly searches = new TtlCache<FoundPage>({
    ttlMs,
    maxSize: mostCachedText,
    sizeOf: (page) => JSON.stringify(page).length,
  });
  private readonly thumbnails = new TtlCache<Uint8Array | null>({
    ttlMs,
    maxSize: mostCachedThumbnails,
    sizeOf: (bytes) => bytes?.length ?? 0,
  });

  /** `given` is null where photo search is turned off. */
  constructor(
    private readonly given: PhotoProvider | null,
    private readonly seal: Seal,
    private readonly log: Log,
  ) {}

  /** @throws ApiError 502 where the provider does not answer, 503 where photo search is turned off. */
  async search(query: string, page: number, { householdName, now }: Searcher): Promise<PhotoPage> {
    const { provider } = this;
    const ask = () => this.asking(provider.search(query, page));
    const key = `${page} ${query.normalize("NFKC").toLowerCase()}`;
    const found = provider.isCached ? await this.searches.getOrFetch(key, now, ask) : await ask();
    const photos = found.photos.map((photo): PhotoResult => {
      const { id, description, width, height, color, thumbnail } = photo;
      const thumbnailUrl = `/photos/thumbnails/${this.seal.sign(`${provider.name}:${thumbnail}`)}`;
      const own = { id: `${provider.name}:${id}`, description, width, height, thumbnailUrl, color };
      return { ...own, ...attributionOf(photo, provider, householdName) };
    });
    return { photos, page, totalPages: found.totalPages };
  }

  /**
   * The photo behind a search result's id, at a size fit for a cover. The bytes are a picture by their first bytes; they may
   * be damaged all the same.
   * @throws ApiError 404 for an unknown or malformed id, or another provider's; 502; 503.
   */
  async fetch(photoId: string, householdName: string): Promise<FetchedPhoto> {
    const { provider } = this;
    const found = await this.asking(provider.fetch(this.partOf(photoId, "photoId")));
    if (!found) throw noPhoto("photoId");
    return { bytes: found.bytes, attribution: attributionOf(found.photo, provider, householdName) };
  }

  /** The picture behind a `thumbnailUrl`, by its last part. @throws ApiError 404 for one that is not ours; 502; 503. */
  async thumbnail(sealed: string, now: Date): Promise<Thumbnail> {
    const { provider } = this;
    const source = this.partOf(this.seal.open(sealed) ?? "");
    const ask = () => this.asking(provider.thumbnail(source));
    const bytes = provider.isCached ? await this.thumbnails.getOrFetch(source, now, ask) : await ask();
    if (!bytes) throw noPhoto();
    const format = formatOf(bytes);
    if (!format) throw noAnswer();
    return { bytes, type: `image/${format}` };
  }

  private get provider(): PhotoProvider {
    if (!this.given) throw turnedOff();
    return this.given;
  }

  /** What follows the provider's name. @throws ApiError 404 where another is named, or nothing follows. */
  private partOf(text: string, field: string | null = null): string {
    const prefix = `${this.provider.name}:`;
    if (!text.startsWith(prefix) || text.length === prefix.length || text.length > longestText) throw noPhoto(field);
    return text.slice(prefix.length);
  }

  /** @throws ApiError: what a provider throws is said in the log, and to the caller in one sentence. */
  private async asking<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      if (error instanceof ApiError) throw error;
      this.log.error(`photos: ${this.provider.name}: ${error instanceof Error ? error.message : error}`);
      throw noAnswer();
    }
  }
}

/** The photos of a server. Touches neither disk nor network yet. `guard` is for tests. */
export function createPhotos(config: Config, log: Log, guard: Partial<Guard> = {}): Photos {
  return new Photos(providerOf(config, guard), new Seal(config.dataDir), log);
}

function providerOf(
  { photoProvider, photoBaseUrl, pexelsApiKey, unsplashAccessKey, dataDir }: Config,
  guard: Partial<Guard>,
): PhotoProvider | null {
  const remote = (base: string, headers: Record<string, string>) => {
    const exemptOrigins = photoBaseUrl === null ? [] : [new URL(photoBaseUrl).origin];
    return new Remote(createGuardedFetch({ exemptOrigins, ...guard }), photoBaseUrl ?? base, headers);
  };
  if (photoProvider === "openverse") return openverse(remote(openverseUrl, {}));
  if (photoProvider === "pexels") return pexels(remote(pexelsUrl, pexelsHeaders(pexelsApiKey)));
  if (photoProvider === "unsplash") return unsplash(remote(unsplashUrl, unsplashHeaders(unsplashAccessKey)));
  return photoProvider === "folder" ? folder(photosFolder(dataDir)) : null;
}

function attributionOf(photo: FoundPhoto, { name }: PhotoProvider, householdName: string): Attribution {
  const { photographer, photographerUrl, photoUrl, license } = photo;
  return { photographer: photographer ?? householdName, photographerUrl, provider: name, photoUrl, license };
}
