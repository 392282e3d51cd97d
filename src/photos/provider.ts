/** What a source of photos is, wherever it has them from. */
import { ApiError, notFound } from "../errors.ts";

/** Where photos can come from. */
export const providerNames = ["openverse", "pexels", "unsplash", "folder"] as const;
/** See {@link providerNames}. */
export type ProviderName = (typeof providerNames)[number];

/** Who made a photo and on what terms it may be shown; stored with a cover and answered with it. */
export type Attribution = {
  readonly photographer: string;
  /** http or https; null: none is known. */
  readonly photographerUrl: string | null;
  readonly provider: ProviderName;
  /** The photo's own page, http or https; null: it has none. */
  readonly photoUrl: string | null;
  /** `CC BY 4.0`; null for the household's own. */
  readonly license: string | null;
};

/** A photo as its provider describes it. */
export type FoundPhoto = {
  /** The provider's own. */
  readonly id: string;
  readonly description: string;
  /** Pixels, as it is shown; null: not known. */
  readonly width: number | null;
  /** Pixels, as it is shown; null: not known. */
  readonly height: number | null;
  /** `#rrggbb`, its average or main colour; null: not known. */
  readonly color: string | null;
  /** What {@link PhotoProvider.thumbnail} takes. */
  readonly thumbnail: string;
  /** Null where nobody is named: then it is the household's own. */
  readonly photographer: string | null;
} & Omit<Attribution, "provider" | "photographer">;

/** One page of a search. */
export type FoundPage = {
  readonly photos: readonly FoundPhoto[];
  /** 0 where nothing was found; at most 50, the last page that can be asked for. */
  readonly totalPages: number;
};

/** One source of photos. Whatever it throws that is no ApiError means that it did not answer. */
export type PhotoProvider = {
  readonly name: ProviderName;
  /** True where the same search gives the same for a day. */
  readonly isCached: boolean;
  /** Up to 20 photos. `page` counts from 1; one past the last is empty. */
  search(query: string, page: number): Promise<FoundPage>;
  /** A photo large enough for a cover; null where the provider has none of that id, which may be any text. */
  fetch(id: string): Promise<{ bytes: Uint8Array; photo: FoundPhoto } | null>;
  /** A small picture of what was found; `source` is one that this provider gave. Null where it is gone. */
  thumbnail(source: string): Promise<Uint8Array | null>;
};

/** Photos on a page. */
export const pageSize = 20;
/** The last page that can be asked for (interface §8). */
export const mostPages = 50;

/** 404: no photo of that id, or another provider's. */
export const noPhoto = (field: string | null = null) => notFound("Photo", field);
/** 502: the provider is away, slow, refuses us, or talks nonsense; the log says which. */
export const noAnswer = () => new ApiError(502, "upstream_failed", null, "Photo provider did not answer");
/** 503: the operator wants none. */
export const turnedOff = () => new ApiError(503, "turned_off", null, "Photo search is turned off");
