/** Signs and reads links that turn mails off without a sign-in. */

import type { Db } from "#platform/db/client.ts";
import { instanceSigners } from "#platform/db/instance.ts";
import { packIds, unpackIds } from "../notices/token.ts";

type MailChannel = { readonly householdId: string; readonly channelId: string };

const signersOf = (db: Db) => instanceSigners(db, "mail-off");

export function createUnsubscribeToken(db: Db, { householdId, channelId }: MailChannel): string {
  const ids = packIds(householdId, channelId);
  return `${ids}.${signersOf(db)[0].sign(ids)}`;
}

/** Returns the mail channel that a token turns off, or null if this server did not make the token. */
export function readUnsubscribeToken(db: Db, token: string): MailChannel | null {
  const [ids = "", signature = ""] = token.split(".");
  if (!signersOf(db).some((signer) => signer.isValid(ids, signature))) return null;
  const found = unpackIds(ids);
  return found && { householdId: found[0], channelId: found[1] };
}
