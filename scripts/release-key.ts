import { join } from "node:path";
import { parsePublicKey } from "#lib/minisign.ts";

export const keyFile = join(import.meta.dir, "../packaging/minisign.pub");

/**
 * Returns the public key with which releases are signed. Empty if there is no `packaging/minisign.pub`.
 * @throws Error if that file does not contain a public key
 */
export async function readReleaseKey(path = keyFile): Promise<string> {
  const key = Bun.file(path);
  return (await key.exists()) ? parsePublicKey(await key.text()).text : "";
}
