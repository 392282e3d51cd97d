import { ApiError, notFound } from "#lib/errors.ts";
import type { Photo, ProviderName } from "./model.ts";

/** A photo as a provider describes it. The width and height are those of the upright photo in pixels. */
export type FoundPhoto = Omit<Photo, "thumbnailUrl" | "provider" | "photographer"> & {
  /** The source of the small picture, as {@link PhotoProvider.thumbnail} takes it. */
  readonly thumbnail: string;
  /** The photographer. Null if the photo belongs to the household. */
  readonly photographer: string | null;
};

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
