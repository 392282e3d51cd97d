/** Talking to a photo provider over the network, and reading answers that need not be what was promised. */
import { ApiError } from "../errors.ts";
import { checkDeclaredSizes } from "../images/bounds.ts";
import { formatOf } from "../images/formats.ts";
import type { GuardedFetch } from "../net/guarded-fetch.ts";
import { lengthOf } from "../wire.ts";
import type { FoundPhoto } from "./provider.ts";

const mostAnswerBytes = 4_194_304;
const mostThumbnailBytes = 4_194_304;

/** A provider's answer can't be used; `message` is for the log. */
export class UpstreamError extends Error {}

/** A provider's API below one base address. */
export class Remote {
  constructor(
    private readonly guardedFetch: GuardedFetch,
    /** Without a slash at its end. */
    private readonly base: string,
    /** Who we are to the API; sent there and nowhere else. */
    private readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  /** A JSON object; null where the API has none there. @throws UpstreamError or FetchError. */
  async json(path: string, query: Readonly<Record<string, string>> = {}): Promise<Fields | null> {
    const address = `${this.base}${path}?${new URLSearchParams(query)}`;
    const { status, bytes } = await this.guardedFetch(address, { headers: this.headers, maxBytes: mostAnswerBytes });
    if (isGone(status)) return null;
    if (status !== 200) throw new UpstreamError(`status ${status}`);
    return fieldsOf(parseJson(bytes));
  }

  /**
   * A photo with the fields it was read from, and its picture at the address that `addressOf` finds there; null where either
   * is gone, or the API has another photo there: some words mean more to it than an id (`random`).
   * @throws UpstreamError or FetchError.
   */
  async photo(
    id: string,
    path: string,
    toPhoto: (fields: Fields) => FoundPhoto | null,
    addressOf: (fields: Fields) => string | null,
  ) {
    const fields = await this.json(path);
    if (!fields) return null;
    const photo = toPhoto(fields);
    const address = addressOf(fields);
    if (!photo || !address) throw new UpstreamError("a photo without the fields it should have");
    const bytes = photo.id === id ? await this.image(address) : null;
    return bytes && { bytes, photo, fields };
  }

  /**
   * A picture of a size that a cover can be made of, whatever type it is called by; null where it is gone.
   * @throws UpstreamError or FetchError.
   */
  async image(address: string, maxBytes?: number): Promise<Uint8Array | null> {
    const { status, bytes } = await this.guardedFetch(address, maxBytes === undefined ? {} : { maxBytes });
    if (isGone(status)) return null;
    if (status !== 200) throw new UpstreamError(`status ${status} for a picture`);
    const format = formatOf(bytes);
    if (format === null) throw new UpstreamError("a picture that is none");
    try {
      checkDeclaredSizes(format, bytes);
    } catch (error) {
      throw error instanceof ApiError ? new UpstreamError(error.message) : error;
    }
    return bytes;
  }

  /** The same for a small one. */
  thumbnail(address: string): Promise<Uint8Array | null> {
    return this.image(address, mostThumbnailBytes);
  }
}

const isGone = (status: number) => status === 404 || status === 410;

/** An object of unknown fields. */
export type Fields = Readonly<Record<string, unknown>>;

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new UpstreamError("an answer that is not JSON");
  }
}

function fieldsOf(value: unknown): Fields {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Fields;
  throw new UpstreamError("an answer without the fields it should have");
}

/** An object's fields, none for anything else. */
export function partsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

/** The things that `read` makes of a list's items, but for those it makes null of. @throws UpstreamError for no list. */
export function listOf<T>(value: unknown, read: (fields: Fields) => T | null): T[] {
  if (!Array.isArray(value)) throw new UpstreamError("an answer without the list it should have");
  return value.flatMap((item) => read(partsOf(item)) ?? []);
}

/** A line of text, free of control characters and at most 300 code points long; null for what is none. */
export function textOf(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const line = value
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  if (line === "") return null;
  return lengthOf(line) <= 300 ? line : `${[...line].slice(0, 299).join("")}…`;
}

/** An address that a browser may be sent to, http or https, at most 2,000 characters; null for anything else. */
export function linkOf(value: unknown): string | null {
  const url = typeof value === "string" ? URL.parse(value) : null;
  return url && /^https?:$/.test(url.protocol) && url.href.length <= 2_000 ? url.href : null;
}

/** A whole number from 1 to 1,000,000; null for anything else. */
export function countOf(value: unknown): number | null {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 1_000_000 ? Number(value) : null;
}

/** `#rrggbb` in lower case; null for anything else. */
export function colorOf(value: unknown): string | null {
  return typeof value === "string" && /^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : null;
}
