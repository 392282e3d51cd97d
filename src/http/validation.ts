/** From the bytes of a request to values that fit a schema, or to the one sentence that says why not. */
import { Kind, type TObject, type TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { ApiError, invalid } from "../errors.ts";
import { freeBuffer } from "../lib/buffers.ts";
import { isStorable, WallTime } from "../wire.ts";

const maxJsonBytes = 1_048_576;
/** The time that a body may take, counted from when the server begins to read it. */
export const bodyTimeoutMs = 60_000;
/** More than any JSON: room for a body before it comes is for uploads, of which few are read at once. */
const minPreallocatedBytes = 2_000_000;
const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Reads a request's JSON, at most 1 MB.
 * @throws ApiError 415, 413, 408 or 400 `Malformed JSON`, in that order.
 */
export async function readJson(request: Request): Promise<{ bytes: Uint8Array; value: unknown }> {
  if (mediaTypeOf(request) !== "application/json") throw new ApiError(415, "Expected application/json");
  const bytes = await readBytes(request, maxJsonBytes, "Request body is larger than 1 MB");
  try {
    return { bytes, value: JSON.parse(utf8.decode(bytes)) };
  } catch {
    throw invalid("Malformed JSON");
  }
}

/** What a request says its body is, in lower case and without parameters. */
export function mediaTypeOf(request: Request): string | undefined {
  return request.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
}

/**
 * Reads a body of at most `limit` bytes, trusting neither a missing nor a false `Content-Length`. It must arrive within
 * {@link bodyTimeoutMs} of this call: a client that sends a byte now and then is never idle, and would otherwise hold its
 * connection and its place for ever.
 * @throws ApiError 413 with `refusal` as soon as the limit is passed, 408 as soon as the time is.
 */
export async function readBytes(request: Request, limit: number, refusal: string): Promise<Uint8Array> {
  const declared = Number(request.headers.get("content-length") ?? 0);
  if (declared > limit) throw new ApiError(413, refusal);
  const reader = request.body?.getReader();
  if (!reader) return new Uint8Array(0);
  let isLate = false;
  const deadline = setTimeout(() => {
    isLate = true;
    reader.cancel().catch(() => {});
  }, bodyTimeoutMs);
  // An upload is kept once, not as chunks and then as a whole. Chunks are what does not fit into the declared length.
  const room = Buffer.allocUnsafeSlow(declared >= minPreallocatedBytes ? declared : 0);
  let used = 0;
  const chunks: Uint8Array[] = [];
  const free = () => {
    freeBuffer(room);
    freeChunks(chunks);
  };
  let length = 0;
  try {
    for (let { value } = await reader.read(); value !== undefined; { value } = await reader.read()) {
      length += value.byteLength;
      if (length > limit) throw new ApiError(413, refusal);
      if (chunks.length === 0 && length <= room.length) {
        room.set(value, used);
        used = length;
        freeChunks([value]);
      } else chunks.push(value);
    }
  } catch (error) {
    free();
    // The client went away: nobody hears the answer, and it is no fault of ours.
    throw error instanceof ApiError ? error : invalid("Request body was truncated");
  } finally {
    clearTimeout(deadline);
  }
  if (isLate) free();
  // What is still to come can't be told from a next request: the connection ends.
  if (isLate) throw new ApiError(408, "Request body took too long", { Connection: "close" });
  if (chunks.length === 0) return room.subarray(0, used);
  if (chunks.length === 1 && chunks[0] && used === 0) return chunks[0];
  const body = Buffer.concat([room.subarray(0, used), ...chunks]);
  free();
  return body;
}

function freeChunks(chunks: readonly Uint8Array[]): void {
  for (const chunk of chunks) if (chunk.byteLength === chunk.buffer.byteLength) freeBuffer(chunk);
}

/**
 * The query of an address by its schema: whole numbers and booleans decoded, defaults filled in.
 * @throws ApiError 400 for a parameter that is unknown, given twice, or not what the schema says.
 */
export function readQuery(schema: TObject, search: string): Record<string, unknown> {
  const query: Record<string, unknown> = Object.create(null);
  for (const [name, text] of new URLSearchParams(search)) {
    if (Object.hasOwn(query, name)) throw invalid(`${name}: must be given once`);
    query[name] = decode(schema.properties[name], text);
  }
  for (const [name, field] of Object.entries(schema.properties)) {
    if (field.default !== undefined && !Object.hasOwn(query, name)) query[name] = field.default;
  }
  return validate(schema, query, "") as Record<string, unknown>;
}

function decode(schema: TSchema | undefined, text: string): unknown {
  if (schema?.type === "integer" && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (schema?.type === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}

/**
 * A value in the form that handlers see: text trimmed, ids in lower case. `place` is as in {@link explain}. All input is
 * checked here, not by Elysia, which takes `5.0` for a whole number in a query and seconds over a deeply nested body.
 * @throws ApiError 400 where it does not fit the schema.
 */
export function validate(schema: TSchema, value: unknown, place: string): unknown {
  const normal = normalise(schema, value);
  const reason = explain(schema, normal, place);
  if (reason) throw invalid(reason);
  return normal;
}

/** Brings free text to its trimmed and ids to their lower-case form, all through a value; what doesn't fit is left as it is. */
function normalise(schema: TSchema, value: unknown): unknown {
  if (typeof value === "string") {
    const field = activeSchema(schema, value);
    if (field[Kind] === "Text") return value.trim();
    return field.format === "uuid" ? value.toLowerCase() : value;
  }
  if (value === 0) return 0; // JSON has a −0, which equals 0 nowhere but here.
  if (Array.isArray(value)) {
    const { items } = activeSchema(schema, value) as { items?: TSchema };
    return items ? value.map((item) => normalise(items, item)) : value;
  }
  if (isRecord(value)) {
    const { properties } = activeSchema(schema, value) as { properties?: Record<string, TSchema> };
    for (const [name, field] of Object.entries(properties ?? {})) {
      if (Object.hasOwn(value, name)) value[name] = normalise(field, value[name]);
    }
  }
  return value;
}

/**
 * Why a value does not fit its schema: `<path>: <what was expected>` for the first failing field in schema order, unknown
 * fields last. Null where it fits. `place` names the whole value: `body`, or `` for a query.
 */
function explain(schema: TSchema, value: unknown, place: string): string | null {
  if (Value.Check(schema, value)) return null;
  const field = activeSchema(schema, value);
  if (schema["x-tag"] && isRecord(value) && !isVariant(field, schema["x-tag"], value)) {
    return explainTag(schema, value, place);
  }
  if (field.type === "object" && isRecord(value)) return explainFields(field as TObject, value, place);
  if (field.type === "array" && Array.isArray(value)) {
    for (const [index, item] of (value as unknown[]).entries()) {
      const reason = explain(field.items, item, `${place}[${index}]`);
      if (reason) return reason;
    }
  }
  if (field.title === "Cursor") return "Invalid cursor";
  return `${place}: ${expectation(schema, value)}`;
}

function explainFields(schema: TObject, value: Record<string, unknown>, place: string): string | null {
  const within = (name: string) => fieldAt(place, name);
  for (const [name, field] of Object.entries(schema.properties)) {
    if (Object.hasOwn(value, name)) {
      const reason = explain(field, value[name], within(field["x-name"] ?? name));
      if (reason) return reason;
    } else if (schema.required?.includes(name)) return `${within(name)}: is required`;
  }
  const unknown = Object.keys(value).find((name) => !Object.hasOwn(schema.properties, name));
  return unknown === undefined ? null : `${within(unknown.slice(0, 60) || '""')}: unknown field`;
}

function fieldAt(place: string, name: string): string {
  return place === "" || place === "body" ? name : `${place}.${name}`;
}

function expectation(schema: TSchema, value: unknown): string {
  const field = activeSchema(schema, value);
  const orNull = field === schema || schema["x-tag"] ? "" : " or null";
  return sentence(field, value) + orNull;
}

function sentence(schema: TSchema, value: unknown): string {
  if (schema[Kind] === "Text") {
    if (typeof value === "string" && !isStorable(value)) return "must not contain U+0000 or half a surrogate pair";
    if (schema.minLength === 0) return `must be at most ${schema.maxLength} characters`;
    return `must be ${schema.minLength} to ${schema.maxLength} characters`;
  }
  if (schema[Kind] === "Password") return `must be ${schema.minLength} to ${schema.maxLength} characters`;
  if (schema.format === "email") return "must be an email address";
  if (schema.pattern === "^[0-9]{6}$") return "must be six digits";
  if (schema.pattern === WallTime.pattern) return "must be a time of the day, such as 19:00";
  if (schema.enum) return `must be one of ${schema.enum.join(", ")}`;
  if (schema.format === "uuid") return "must be a UUID";
  if (schema.format === "date") return "must be a date that exists, such as 2026-05-01";
  if (schema.format === "date-time") return "must be a date-time with an offset, such as 2026-05-01T09:00:00Z";
  if (schema.type === "integer") return `must be a whole number${boundsOf(schema)}`;
  if (schema.type === "boolean") return "must be true or false";
  if (schema.type === "array") return itemsSentence(schema);
  if (schema.type === "object") return "must be a JSON object";
  if (typeof value === "string" && schema.maxLength) {
    return `must be ${schema.minLength ?? 0} to ${schema.maxLength} characters`;
  }
  return "must be text";
}

function boundsOf({ minimum, maximum }: TSchema): string {
  const isOpen = maximum === undefined || maximum === Number.MAX_SAFE_INTEGER;
  if (minimum === undefined) return isOpen ? "" : ` of at most ${maximum}`;
  return isOpen ? ` from ${minimum} on` : ` from ${minimum} to ${maximum}`;
}

function itemsSentence({ minItems = 0, maxItems = Number.POSITIVE_INFINITY, uniqueItems }: TSchema): string {
  const range = maxItems === Number.POSITIVE_INFINITY ? `at least ${minItems}` : `${minItems} to ${maxItems}`;
  return `must be a list of ${range} ${uniqueItems ? "different items" : "items"}`;
}

/** The schema behind a nullable one, or the variant that a value says it is; else itself. */
function activeSchema(schema: TSchema, value: unknown): TSchema {
  if (schema[Kind] !== "Union") return schema;
  const variants = schema.anyOf as TSchema[];
  const tag = schema["x-tag"];
  return (tag && isRecord(value) && variants.find((each) => isVariant(each, tag, value))) || (variants[0] as TSchema);
}

function isVariant(schema: TSchema, tag: string, value: Record<string, unknown>): boolean {
  return schema.properties[tag].const === value[tag];
}

function explainTag(schema: TSchema, value: Record<string, unknown>, place: string): string {
  const tag: string = schema["x-tag"];
  const tags = (schema.anyOf as TSchema[]).map(({ properties }) => properties[tag].const);
  const wish = Object.hasOwn(value, tag) ? `must be one of ${tags.join(", ")}` : "is required";
  return `${fieldAt(place, tag)}: ${wish}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
