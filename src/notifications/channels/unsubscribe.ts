/** Signs and reads links that turn mails off without a sign-in. */

import { isUuid } from "#lib/wire.ts";
import type { Db } from "#platform/db/client.ts";
import { instanceSigners } from "#platform/db/instance.ts";

export type MailChannel = { readonly householdId: string; readonly channelId: string };

const bytesOfId = 16;

export function createUnsubscribeToken(db: Db, { householdId, channelId }: MailChannel): string {
  const ids = Buffer.from(`${householdId}${channelId}`.replaceAll("-", ""), "hex").toString("base64url");
  return `${ids}.${signersOf(db)[0].sign(ids)}`;
}

/** Returns the mail channel that a token turns off, or null if this server did not make the token. */
export function readUnsubscribeToken(db: Db, token: string): MailChannel | null {
  const [ids = "", signature = ""] = token.split(".");
  if (!signersOf(db).some((signer) => signer.isValid(ids, signature))) return null;
  const bytes = Buffer.from(ids, "base64url");
  const householdId = uuidOf(bytes.subarray(0, bytesOfId));
  const channelId = uuidOf(bytes.subarray(bytesOfId));
  return isUuid(householdId) && isUuid(channelId) ? { householdId, channelId } : null;
}

function signersOf(db: Db) {
  return instanceSigners(db, "mail-off");
}

function uuidOf(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
