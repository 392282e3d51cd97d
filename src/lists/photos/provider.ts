import { ApiError, notFound } from "#lib/errors.ts";

export const providerNames = ["openverse", "pexels", "unsplash", "folder"] as const;
export type ProviderName = (typeof providerNames)[number];

export type Attribution = {
  readonly photographer: string;
  readonly photographerUrl: string | null;
  readonly provider: ProviderName;
  readonly photoUrl: string | null;
  /** Null: the household's own photo. */
  readonly license: string | null;
};

export type FoundPhoto = {
  readonly id: string;
  readonly description: string;
  /** Pixels, upright. */
  readonly width: number | null;
  readonly height: number | null;
  /** `#rrggbb` */
  readonly color: string | null;
  readonly thumbnail: string;
  /** Null: the household. */
  readonly photographer: string | null;
} & Omit<Attribution, "provider" | "photographer">;

export type FoundPage = {
  readonly photos: readonly FoundPhoto[];
  /** From 0 to {@link maxPages}. */
  readonly totalPages: number;
};

/** Any other error than an ApiError means that the provider failed. */
export type PhotoProvider = {
  readonly name: ProviderName;
  readonly isCached: boolean;
  /** `page` starts at 1. */
  search(query: string, page: number): Promise<FoundPage>;
  /** `id` is untrusted input; null: not found. */
  fetch(id: string): Promise<{ bytes: Uint8Array; photo: FoundPhoto } | null>;
  thumbnail(source: string): Promise<Uint8Array | null>;
};

export const pageSize = 20;
export const maxPages = 50;

export const photoNotFound = (field: string | null = null) => notFound("Photo", field);
export const providerFailed = () => new ApiError(502, "upstream_failed", null, "Photo provider did not answer");
export const photosTurnedOff = () => new ApiError(503, "turned_off", null, "Photo search is turned off");
