/**
 * Creates and reads the tokens in messages. Whoever has a token may act on one notice for some days, without a sign-in.
 */

import { lazyFor } from "#lib/lazy.ts";
import { day } from "#lib/time.ts";
import { isUuid } from "#lib/wire.ts";
import type { Db } from "#platform/db/client.ts";
import { instanceSigners } from "#platform/db/instance.ts";

type NoticeRef = { readonly householdId: string; readonly noticeId: string };

/** Time for which a token is valid after its notice was due. */
export const tokenLifeMs = 3 * day;

const bytesOfId = 16;
/** Length of a signature of 128 bits in base64url. */
const signatureLength = 22;
const lengthOfIds = Math.ceil((2 * bytesOfId * 8) / 6);

/** Returns the same token for the same notice, so that a message that is sent again has the same content. */
export function createNoticeToken(db: Db, { householdId, noticeId }: NoticeRef): string {
  const ids = packIds(householdId, noticeId);
  return ids + signersOf(db)[0].sign(ids);
}

/** Returns the token's notice, or null if it is forged. Does not check the token's age, which depends on the notice. */
export function readNoticeToken(db: Db, token: string): NoticeRef | null {
  const [ids, signature] = [token.slice(0, lengthOfIds), token.slice(lengthOfIds)];
  if (!signersOf(db).some((signer) => signer.isValid(ids, signature))) return null;
  const found = unpackIds(ids);
  return found && { householdId: found[0], noticeId: found[1] };
}

const signersOf = lazyFor((db: Db) => instanceSigners(db, "notice-links", signatureLength));

export function packIds(one: string, other: string): string {
  return Buffer.from(`${one}${other}`.replaceAll("-", ""), "hex").toString("base64url");
}

/** Reads the ids of a text that {@link packIds} wrote. Null if the text does not hold two ids. */
export function unpackIds(packed: string): readonly [string, string] | null {
  const hex = Buffer.from(packed, "base64url").toString("hex");
  const uuidOf = (digits: string) => digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  const [one, other] = [uuidOf(hex.slice(0, 2 * bytesOfId)), uuidOf(hex.slice(2 * bytesOfId))];
  return isUuid(one) && isUuid(other) ? [one, other] : null;
}
