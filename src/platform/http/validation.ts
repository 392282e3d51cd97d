import { Kind, type TObject, type TSchema } from "@sinclair/typebox";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import { Value } from "@sinclair/typebox/value";
import { boundedChunks } from "#lib/bounded-stream.ts";
import { freeBuffer } from "#lib/buffers.ts";
import { ApiError, invalid, invalidCursor, malformedRequest, tooLarge, unsupportedType } from "#lib/errors.ts";
import { isRecord } from "#lib/values.ts";
import { isStorable, lengthOf, WallTime } from "#lib/wire.ts";

const maxJsonBytes = 1_048_576;
export const bodyTimeoutMs = 60_000;
/** The size in bytes from which memory is allocated before the body arrives. Only uploads are this large. */
const minPreallocatedBytes = 2_000_000;
/** The size in bytes up to which a body is read in one piece, because streams are slow. */
const maxUnstreamedBytes = 65_536;
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Reads a JSON body. @throws ApiError 415, 413, 408 or 400 */
export async function readJson(request: Request): Promise<{ bytes: Uint8Array; value: unknown }> {
  if (mediaTypeOf(request) !== "application/json") throw unsupportedType("Expected application/json");
  const bytes = await readBytes(request, maxJsonBytes, "Request body is larger than 1 MB");
  try {
    return { bytes, value: JSON.parse(utf8.decode(bytes)) };
  } catch {
    throw new ApiError(400, "malformed_json", null, "Malformed JSON");
  }
}

export function mediaTypeOf(request: Request): string | undefined {
  return request.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
}

/** Reads at most `limit` bytes in a limited time, as a slow client is never idle. @throws ApiError 413, 408 or 400 */
export async function readBytes(request: Request, limit: number, refusal: string): Promise<Uint8Array> {
  const declared = Number(request.headers.get("content-length") ?? 0);
  if (declared > limit) throw tooLarge(refusal);
  if (declared > 0 && declared <= maxUnstreamedBytes && !request.headers.has("transfer-encoding")) {
    return readUnstreamed(request);
  }
  const reader = request.body?.getReader();
  if (!reader) return new Uint8Array(0);
  let isLate = false;
  const deadline = setTimeout(() => {
    isLate = true;
    reader.cancel().catch(() => {});
  }, bodyTimeoutMs);
  // If the body is longer than declared, the rest is collected in chunks.
  const room = Buffer.allocUnsafeSlow(declared >= minPreallocatedBytes ? declared : 0);
  let used = 0;
  const chunks: Uint8Array[] = [];
  const free = () => {
    freeBuffer(room);
    freeChunks(chunks);
  };
  try {
    for await (const chunk of boundedChunks(reader, limit, () => tooLarge(refusal))) {
      if (chunks.length === 0 && used + chunk.byteLength <= room.length) {
        room.set(chunk, used);
        used += chunk.byteLength;
        freeChunks([chunk]);
      } else chunks.push(chunk);
    }
  } catch (error) {
    free();
    throw error instanceof ApiError ? error : truncated();
  } finally {
    clearTimeout(deadline);
  }
  if (isLate) free();
  if (isLate) throw tooSlow();
  if (chunks.length === 0) return room.subarray(0, used);
  if (chunks.length === 1 && chunks[0] && used === 0) return chunks[0];
  const body = Buffer.concat([room.subarray(0, used), ...chunks]);
  free();
  return body;
}

/** Reads a small body in one piece. The server enforces the declared length. */
async function readUnstreamed(request: Request): Promise<Uint8Array> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const deadline = setTimeout(() => reject(tooSlow()), bodyTimeoutMs);
  try {
    return await Promise.race([request.bytes(), late]);
  } catch (error) {
    throw error instanceof ApiError ? error : truncated();
  } finally {
    clearTimeout(deadline);
  }
}

/** Returns the error for a slow body. The error closes the connection: the rest would be read as the next request. */
function tooSlow(): ApiError {
  return new ApiError(408, "too_slow", null, "Request body took too long", { Connection: "close" });
}

function truncated(): ApiError {
  return malformedRequest("Request body was truncated");
}

function freeChunks(chunks: readonly Uint8Array[]): void {
  for (const chunk of chunks) if (chunk.byteLength === chunk.buffer.byteLength) freeBuffer(chunk);
}

export function readQuery(schema: TObject, search: string): Record<string, unknown> {
  const query: Record<string, unknown> = Object.create(null);
  for (const [name, text] of new URLSearchParams(search)) {
    if (Object.hasOwn(query, name)) throw invalid(name, "must be given once");
    query[name] = decode(schema.properties[name], text);
  }
  for (const [name, field] of Object.entries(schema.properties)) {
    if (field.default !== undefined && !Object.hasOwn(query, name)) query[name] = field.default;
  }
  return validate(schema, query, "") as Record<string, unknown>;
}

function decode(schema: TSchema | undefined, text: string): unknown {
  // A number with more digits than a double can hold exactly exceeds all limits.
  if (schema?.type === "integer" && /^-?\d+$/.test(text))
    return text.length > 15 ? Number(`${text}e999`) : Number(text);
  if (schema?.type === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}

const checks = new WeakMap<TSchema, (value: unknown) => boolean>();

/** Whether a value is valid. Compiles the schema when it is first used, because `Value.Check` takes ten times as long. */
function isValid(schema: TSchema, value: unknown): boolean {
  const known = checks.get(schema);
  if (known) return known(value);
  const compiled = TypeCompiler.Compile(schema);
  const check = (candidate: unknown) => compiled.Check(candidate);
  checks.set(schema, check);
  return check(value);
}

/**
 * Validates `value` and normalises it in place: trims texts, and writes ids in lower case. Elysia's own validation
 * accepts `5.0` as an integer and takes seconds for deep nesting.
 * @throws ApiError 400
 */
export function validate(schema: TSchema, value: unknown, path: string): unknown {
  const normal = normalise(schema, value);
  if (isValid(schema, normal)) return normal;
  const [first] = explain(schema, normal, path);
  if (first) throw first;
  return normal;
}

/** Validates like `validate`, but returns all errors instead of throwing the first. */
export function examine(schema: TSchema, value: unknown, path: string) {
  const normal = normalise(schema, value);
  return { normal, refusals: explain(schema, normal, path) };
}

function normalise(schema: TSchema, value: unknown): unknown {
  if (typeof value === "string") {
    const field = activeSchema(schema, value);
    if (field[Kind] === "Text") return value.trim();
    return field.format === "uuid" ? value.toLowerCase() : value;
  }
  if (value === 0) return 0; // This turns −0 into 0.
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

/** Yields errors in the order of the schema, and errors about unknown fields last. */
function* explain(schema: TSchema, value: unknown, path: string): Generator<ApiError, void> {
  if (Value.Check(schema, value)) return;
  const field = activeSchema(schema, value);
  if (schema["x-tag"] && isRecord(value) && !isVariant(field, schema["x-tag"], value)) {
    yield explainTag(schema, value, path);
    return;
  }
  if (field.type === "object" && isRecord(value)) {
    yield* explainFields(field as TObject, value, path);
    return;
  }
  let isItemWrong = false;
  for (const [index, item] of field.type === "array" && Array.isArray(value) ? (value as unknown[]).entries() : []) {
    for (const refusal of explain(field.items, item, `${path}[${index}]`)) {
      isItemWrong = true;
      yield refusal;
    }
  }
  if (isItemWrong) return;
  if (field.title === "Cursor") yield invalidCursor();
  else yield invalid(path, expectation(schema, value), isOutOfRange(field, value) ? "out_of_range" : "invalid_value");
}

function* explainFields(schema: TObject, value: Record<string, unknown>, path: string): Generator<ApiError, void> {
  const within = (name: string) => fieldAt(path, name);
  for (const [name, field] of Object.entries(schema.properties)) {
    if (Object.hasOwn(value, name)) yield* explain(field, value[name], within(field["x-name"] ?? name));
    else if (schema.required?.includes(name)) yield invalid(within(name), "is required", "required");
  }
  for (const name of Object.keys(value)) {
    if (!Object.hasOwn(schema.properties, name)) {
      yield invalid(within(name.slice(0, 60) || '""'), "unknown field", "unknown_field");
    }
  }
}

function fieldAt(path: string, name: string): string {
  return path === "" || path === "body" ? name : `${path}.${name}`;
}

/** Returns the refusal of a schema's first field, such as `label: must be 1 to 300 characters`, or null. */
export function firstRefusal(schema: TSchema): string | null {
  const [first] = Object.entries<TSchema>(activeSchema(schema, undefined).properties ?? {});
  if (!first) return null;
  const [name, field] = first;
  return `${field["x-name"] ?? name}: ${expectation(field, undefined)}`;
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

function isOutOfRange(schema: TSchema, value: unknown): boolean {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  if (typeof value === "number") {
    const isWhole = Number.isInteger(value) || !Number.isFinite(value);
    return schema.type === "integer" && isWhole && isOutside(value, minimum, maximum);
  }
  if (Array.isArray(value)) return schema.type === "array" && isOutside(value.length, minItems, maxItems);
  if (typeof value !== "string" || schema.format || schema.pattern || !isStorable(value)) return false;
  return schema.type === "string" && isOutside(lengthOf(value), minLength, maxLength);
}

function isOutside(size: number, least = Number.NEGATIVE_INFINITY, most = Number.MAX_SAFE_INTEGER): boolean {
  return size < least || size > most;
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

function activeSchema(schema: TSchema, value: unknown): TSchema {
  if (schema[Kind] !== "Union") return schema;
  const variants = schema.anyOf as TSchema[];
  const tag = schema["x-tag"];
  return (tag && isRecord(value) && variants.find((each) => isVariant(each, tag, value))) || (variants[0] as TSchema);
}

function isVariant(schema: TSchema, tag: string, value: Record<string, unknown>): boolean {
  return schema.properties[tag].const === value[tag];
}

function explainTag(schema: TSchema, value: Record<string, unknown>, path: string): ApiError {
  const tag: string = schema["x-tag"];
  if (!Object.hasOwn(value, tag)) return invalid(fieldAt(path, tag), "is required", "required");
  const tags = (schema.anyOf as TSchema[]).map(({ properties }) => properties[tag].const);
  return invalid(fieldAt(path, tag), `must be one of ${tags.join(", ")}`);
}
