/** Opaque page cursors: a JSON value as base64url, with a checksum. */
import type { Static, TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { invalidCursor } from "../errors.ts";

/** Encodes a JSON value as a cursor that only this household can use. */
export function encodeCursor(value: unknown, householdId: string): string {
  return encode(JSON.stringify(value), householdId);
}

/**
 * Decodes a cursor and checks its value against a schema.
 * @throws ApiError 400 `Invalid cursor` if it was made for another household, was changed, or does not match the schema.
 */
export function decodeCursor<Holds extends TSchema>(schema: Holds, cursor: string, householdId: string): Static<Holds> {
  const text = Buffer.from(cursor.split(".", 1)[0] ?? "", "base64url").toString();
  if (cursor !== encode(text, householdId)) throw invalidCursor();
  const value = parse(text);
  if (!Value.Check(schema, value)) throw invalidCursor();
  return value;
}

function encode(text: string, householdId: string): string {
  return `${Buffer.from(text).toString("base64url")}.${checksum(text, householdId)}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Not a secret signature: handlers check every decoded value again, and the household is always the caller's. */
function checksum(text: string, householdId: string): string {
  return Bun.hash(`${householdId} ${text}`).toString(36);
}
