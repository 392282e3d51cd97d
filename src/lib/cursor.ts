/** Cursors that carry where a page ended and what was asked for, and that only this server makes. Pure. */
import type { Static, TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { invalid } from "../errors.ts";

/** A cursor of a household that holds a value (anything JSON can write), for {@link openCursor}. */
export function sealCursor(value: unknown, householdId: string): string {
  return seal(JSON.stringify(value), householdId);
}

/**
 * What a cursor holds.
 * @throws ApiError 400 `Invalid cursor` for one that was not made for this household, or holds something else.
 */
export function openCursor<Holds extends TSchema>(schema: Holds, cursor: string, householdId: string): Static<Holds> {
  const text = Buffer.from(cursor.split(".", 1)[0] ?? "", "base64url").toString();
  if (cursor !== seal(text, householdId)) throw invalid("Invalid cursor");
  const value = parsed(text);
  if (!Value.Check(schema, value)) throw invalid("Invalid cursor");
  return value;
}

function seal(text: string, householdId: string): string {
  return `${Buffer.from(text).toString("base64url")}.${checksum(text, householdId)}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Tells ours from made-up and from another household's. It is no secret: whatever a cursor says, it is checked again, and the
 * household is the caller's.
 */
function checksum(text: string, householdId: string): string {
  return Bun.hash(`${householdId} ${text}`).toString(36);
}
