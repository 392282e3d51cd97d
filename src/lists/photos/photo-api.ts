/** Calls the API of a photo service, whose responses are not trusted. */

import { ApiError, raise } from "#lib/errors.ts";
import { isRecord } from "#lib/values.ts";
import { lengthOf } from "#lib/wire.ts";
import { checkDeclaredSizes } from "#platform/images/bounds.ts";
import { formatOf } from "#platform/images/formats.ts";
import type { Outbound } from "#platform/net/outbound.ts";
import type { FoundPhoto } from "./provider.ts";

const maxResponseBytes = 4_194_304;
export const maxThumbnailBytes = 4_194_304;

/** An error about a wrong response of a photo service. `message` is for the log. */
class UpstreamError extends Error {}

export class PhotoApi {
  constructor(
    private readonly outbound: Outbound,
    /** The base address of the API, without a slash at the end. */
    private readonly base: string,
    /** Headers with credentials. They are sent only to the API, not to the addresses of pictures. */
    private readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  /** Fetches JSON from the API. Null if the status is 404 or 410. @throws UpstreamError or OutboundError. */
  async json(path: string, query: Readonly<Record<string, string>> = {}): Promise<Fields | null> {
    const address = `${this.base}${path}?${new URLSearchParams(query)}`;
    const { status, bytes } = await this.outbound(address, { headers: this.headers, maxBytes: maxResponseBytes });
    if (isNotFound(status)) return null;
    if (status !== 200) throw new UpstreamError(`status ${status}`);
    return parseFields(bytes);
  }

  /**
   * Fetches a photo by its id. Null if no such photo exists. Null also if the response is about a photo with another
   * id, because an API may accept an id such as `random`.
   * @throws UpstreamError or OutboundError.
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

  /** Fetches a picture. Null if the status is 404 or 410. @throws UpstreamError or OutboundError. */
  async image(address: string, maxBytes?: number): Promise<Uint8Array | null> {
    const { status, bytes } = await this.outbound(address, maxBytes === undefined ? {} : { maxBytes });
    if (isNotFound(status)) return null;
    if (status !== 200) throw new UpstreamError(`status ${status} for a picture`);
    const format = formatOf(bytes);
    if (format === null) throw new UpstreamError("a response that is not a picture");
    try {
      checkDeclaredSizes(format, bytes);
    } catch (error) {
      throw error instanceof ApiError ? new UpstreamError(error.message) : error;
    }
    return bytes;
  }
}

export type RemoteApi = (base: string, headers?: Readonly<Record<string, string>>) => PhotoApi;

const isNotFound = (status: number) => status === 404 || status === 410;

export type Fields = Readonly<Record<string, unknown>>;

function parseFields(bytes: Uint8Array): Fields {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new UpstreamError("an answer that is not JSON");
  }
  return isRecord(value) ? value : raise(new UpstreamError("an answer without the fields it should have"));
}

export const fieldsOrEmpty = (value: unknown): Fields => (isRecord(value) ? value : {});

/** Reads an array, without elements for which `read` returns null. @throws UpstreamError for any other value. */
export function listOf<T>(value: unknown, read: (fields: Fields) => T | null): T[] {
  if (!Array.isArray(value)) throw new UpstreamError("an answer without the list it should have");
  return value.flatMap((item) => read(fieldsOrEmpty(item)) ?? []);
}

export function textOf(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const line = value
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  if (line === "") return null;
  return lengthOf(line) <= 300 ? line : `${[...line].slice(0, 299).join("")}…`;
}

export function linkOf(value: unknown): string | null {
  const url = typeof value === "string" ? URL.parse(value) : null;
  return url && /^https?:$/.test(url.protocol) && url.href.length <= 2_000 ? url.href : null;
}

export function countOf(value: unknown): number | null {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 1_000_000 ? Number(value) : null;
}

export function colorOf(value: unknown): string | null {
  return typeof value === "string" && /^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : null;
}
