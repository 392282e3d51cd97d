import { join } from "node:path";
import { parsePublicKey } from "#lib/minisign.ts";

export const keyFile = join(import.meta.dir, "../packaging/minisign.pub");

/**
 * Returns the public key of releases. Empty if there is no `packaging/minisign.pub`. @throws Error if that has no
 * public key.
 */
export async function readReleaseKey(path = keyFile): Promise<string> {
  const key = Bun.file(path);
  return (await key.exists()) ? parsePublicKey(await key.text()).text : "";
}
