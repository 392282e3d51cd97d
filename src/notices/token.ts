/** The holder of a notification may act on that one notice, for some days and without a sign-in. */
import type { Db } from "../db/client.ts";
import { instanceValue } from "../db/instance.ts";
import { randomSecret, Signer } from "../lib/signer.ts";
import { day } from "../lib/time.ts";
import { isUuid } from "../wire.ts";

export type NoticeAddress = { readonly householdId: string; readonly noticeId: string };

/** After the notice was due. */
export const tokenLifeMs = 3 * day;

const bytesOfId = 16;
/** 128 bits in base64url. */
const signatureLength = 22;
const lengthOfIds = Math.ceil((2 * bytesOfId * 8) / 6);

/** The same at each call, so that a repeated message carries the same token. */
export function noticeToken(db: Db, { householdId, noticeId }: NoticeAddress): string {
  const ids = Buffer.from(`${householdId}${noticeId}`.replaceAll("-", ""), "hex").toString("base64url");
  return ids + signerOf(db).sign(ids);
}

/** Null if we did not make it. Whether it is too old, its notice says. */
export function readNoticeToken(db: Db, token: string): NoticeAddress | null {
  const [ids, signature] = [token.slice(0, lengthOfIds), token.slice(lengthOfIds)];
  if (!signerOf(db).isValid(ids, signature)) return null;
  const hex = Buffer.from(ids, "base64url").toString("hex");
  const [householdId, noticeId] = [uuidOf(hex.slice(0, 2 * bytesOfId)), uuidOf(hex.slice(2 * bytesOfId))];
  return isUuid(householdId) && isUuid(noticeId) ? { householdId, noticeId } : null;
}

const signers = new WeakMap<Db, Signer>();

function signerOf(db: Db): Signer {
  const known = signers.get(db);
  if (known) return known;
  const secret = instanceValue(db, "notice-links", () => Buffer.from(randomSecret()).toString("base64url"));
  const signer = new Signer(Buffer.from(secret, "base64url"), signatureLength);
  signers.set(db, signer);
  return signer;
}

function uuidOf(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
