import { ApiError, notFound } from "#lib/errors.ts";

export const providerNames = ["openverse", "pexels", "unsplash", "folder"] as const;
export type ProviderName = (typeof providerNames)[number];

export type Attribution = {
  readonly photographer: string;
  readonly photographerUrl: string | null;
  readonly provider: ProviderName;
  readonly photoUrl: string | null;
  /** The licence of the photo. Null if the photo belongs to the household. */
  readonly license: string | null;
};

export type FoundPhoto = {
  readonly id: string;
  readonly description: string;
  /** The width of the upright photo in pixels. Null if the width is unknown. */
  readonly width: number | null;
  readonly height: number | null;
  /** The main colour of the photo as `#rrggbb`. Null if the colour is unknown. */
  readonly color: string | null;
  readonly thumbnail: string;
  /** The photographer. Null if the photo belongs to the household. */
  readonly photographer: string | null;
} & Omit<Attribution, "provider" | "photographer">;

export type FoundPage = {
  readonly photos: readonly FoundPhoto[];
  /** The number of pages of results, from 0 to {@link maxPages}. */
  readonly totalPages: number;
};

/** A source of photos. Any error except an ApiError means that the provider failed. */
export type PhotoProvider = {
  readonly name: ProviderName;
  readonly isCached: boolean;
  /** Searches photos; `page` starts at 1. */
  search(query: string, page: number): Promise<FoundPage>;
  /** Fetches a photo. `id` comes from a request and must not be trusted. Null if no such photo exists. */
  fetch(id: string): Promise<{ bytes: Uint8Array; photo: FoundPhoto } | null>;
  thumbnail(source: string): Promise<Uint8Array | null>;
};

export const pageSize = 20;
export const maxPages = 50;

export const photoNotFound = (field: string | null = null) => notFound("Photo", field);
export const providerFailed = () => new ApiError(502, "upstream_failed", null, "Photo provider did not answer");
export const photosTurnedOff = () => new ApiError(503, "turned_off", null, "Photo search is turned off");
