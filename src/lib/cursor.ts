import type { Static, TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { invalidCursor } from "./errors.ts";
import { parseJson } from "./values.ts";

export function encodeCursor(value: unknown, householdId: string): string {
  return encode(JSON.stringify(value), householdId);
}

/** Decodes a cursor. @throws ApiError 400 for a cursor that is invalid or belongs to another household */
export function decodeCursor<Holds extends TSchema>(schema: Holds, cursor: string, householdId: string): Static<Holds> {
  const text = Buffer.from(cursor.split(".", 1)[0] ?? "", "base64url").toString();
  if (cursor !== encode(text, householdId)) throw invalidCursor();
  const value = parseJson(text);
  if (!Value.Check(schema, value)) throw invalidCursor();
  return value;
}

function encode(text: string, householdId: string): string {
  return `${Buffer.from(text).toString("base64url")}.${checksum(text, householdId)}`;
}

/** Returns a checksum that detects mistakes. It need not detect attacks, because every query filters by household. */
function checksum(text: string, householdId: string): string {
  return Bun.hash(`${householdId} ${text}`).toString(36);
}
