import { ApiError, messageOf } from "#lib/errors.ts";
import { hour } from "#lib/time.ts";
import type { Config } from "#platform/config.ts";
import type { Log } from "#platform/http/log.ts";
import { formatOf } from "#platform/images/formats.ts";
import { createOutbound, type Guard } from "#platform/net/outbound.ts";
import { folder, photosFolder } from "./folder.ts";
import type { Attribution, Photo, PhotoPage, ProviderName } from "./model.ts";
import { openverse } from "./openverse.ts";
import { pexels } from "./pexels.ts";
import { PhotoApi, type RemoteApi } from "./photo-api.ts";
import {
  type FoundPage,
  type FoundPhoto,
  type PhotoProvider,
  photoNotFound,
  photosTurnedOff,
  providerFailed,
} from "./provider.ts";
import { SignedAddresses } from "./signed-address.ts";
import { TtlCache } from "./ttl-cache.ts";
import { unsplash } from "./unsplash.ts";

const ttlMs = 24 * hour;
/** The maximum size of all cached search results, in UTF-16 code units of their JSON. */
const maxCachedTextLength = 4_000_000;
const maxCachedThumbnailBytes = 16_000_000;
const maxTextLength = 4_096;

/** Searches and fetches photos. Never call this inside a transaction, because it waits for the network. */
export class Photos {
  private readonly searches = new TtlCache<FoundPage>({
    ttlMs,
    maxSize: maxCachedTextLength,
    sizeOf: (page) => JSON.stringify(page).length,
  });
  private readonly thumbnails = new TtlCache<Uint8Array | null>({
    ttlMs,
    maxSize: maxCachedThumbnailBytes,
    sizeOf: (bytes) => bytes?.length ?? 0,
  });

  /** `configured` is the source of photos, or null if photo search is turned off. */
  constructor(
    private readonly configured: PhotoProvider | null,
    private readonly addresses: SignedAddresses,
    private readonly log: Log,
  ) {}

  /** The name of the photo service. Null if photo search is turned off. */
  get providerName(): ProviderName | null {
    return this.configured?.name ?? null;
  }

  /** Searches photos. @throws ApiError 502 if the photo service fails; 503 if photo search is turned off. */
  async search(
    query: string,
    page: number,
    { householdName, now }: { householdName: string; now: Date },
  ): Promise<PhotoPage> {
    const { provider } = this;
    const ask = () => this.callProvider(provider.search(query, page));
    const key = `${page} ${query.normalize("NFKC").toLowerCase()}`;
    const found = provider.isCached ? await this.searches.getOrFetch(key, now, ask) : await ask();
    const photos = found.photos.map((photo): Photo => {
      const { id, description, width, height, color, thumbnail } = photo;
      const thumbnailUrl = `/photos/thumbnails/${this.addresses.sign(`${provider.name}:${thumbnail}`)}`;
      const own = { id: `${provider.name}:${id}`, description, width, height, thumbnailUrl, color };
      return { ...own, ...attributionOf(photo, provider, householdName) };
    });
    return { photos, page, totalPages: found.totalPages };
  }

  /** Fetches a photo, which may be damaged. @throws ApiError 404; 502 if the service fails; 503 if search is off. */
  async fetch(photoId: string, householdName: string): Promise<{ bytes: Uint8Array; attribution: Attribution }> {
    const { provider } = this;
    const found = await this.callProvider(provider.fetch(this.withoutPrefix(photoId, "photoId")));
    if (!found) throw photoNotFound("photoId");
    return { bytes: found.bytes, attribution: attributionOf(found.photo, provider, householdName) };
  }

  /**
   * Fetches a thumbnail.
   * @throws ApiError 404 if this server did not sign the address `sealed` or there is no such picture; 502 if the photo
   * service fails; 503 if photo search is turned off.
   */
  async thumbnail(sealed: string, now: Date): Promise<{ bytes: Uint8Array; type: string }> {
    const { provider } = this;
    const source = this.withoutPrefix(this.addresses.verify(sealed) ?? "");
    const ask = () => this.callProvider(provider.thumbnail(source));
    const bytes = provider.isCached ? await this.thumbnails.getOrFetch(source, now, ask) : await ask();
    if (!bytes) throw photoNotFound();
    const format = formatOf(bytes);
    if (!format) throw providerFailed();
    return { bytes, type: `image/${format}` };
  }

  private get provider(): PhotoProvider {
    if (!this.configured) throw photosTurnedOff();
    return this.configured;
  }

  private withoutPrefix(text: string, field: string | null = null): string {
    const prefix = `${this.provider.name}:`;
    if (!text.startsWith(prefix) || text.length === prefix.length || text.length > maxTextLength)
      throw photoNotFound(field);
    return text.slice(prefix.length);
  }

  private async callProvider<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      if (error instanceof ApiError) throw error;
      this.log.error(`photos: ${this.provider.name}: ${messageOf(error)}`);
      throw providerFailed();
    }
  }
}

/** Creates the photo search of the server. Only tests pass a `guard`. */
export function createPhotos(config: Config, log: Log, guard: Partial<Guard> = {}): Photos {
  return new Photos(providerOf(config, guard), new SignedAddresses(config.dataDir), log);
}

function providerOf(
  { photoProvider, photoBaseUrl, pexelsApiKey, unsplashAccessKey, dataDir }: Config,
  guard: Partial<Guard>,
): PhotoProvider | null {
  const api: RemoteApi = (base, headers) => {
    const allowedOrigins = photoBaseUrl === null ? [] : [new URL(photoBaseUrl).origin];
    return new PhotoApi(createOutbound({ allowedOrigins, ...guard }), photoBaseUrl ?? base, headers);
  };
  if (photoProvider === "openverse") return openverse(api);
  if (photoProvider === "pexels") return pexels(api, pexelsApiKey);
  if (photoProvider === "unsplash") return unsplash(api, unsplashAccessKey);
  return photoProvider === "folder" ? folder(photosFolder(dataDir)) : null;
}

function attributionOf(photo: FoundPhoto, { name }: PhotoProvider, householdName: string): Attribution {
  const { photographer, photographerUrl, photoUrl, license } = photo;
  return { photographer: photographer ?? householdName, photographerUrl, provider: name, photoUrl, license };
}
