/**
 * Addresses of thumbnails that only this server can make. The secret is a file of the data folder: one that was new at each
 * start would break the pictures of every search that is on a screen meanwhile; and a row of the database would need a table
 * and find its way into exports. It is in no backup: after a restore an address from before is worth nothing anyway.
 */
import { closeSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import { isSameToken } from "../../auth/tokens.ts";

const secretBytes = 32;
/** 128 bits: nobody guesses that over HTTP. */
const signatureLength = 22;
const longest = 4_096;

/** Signs texts with the data folder's secret, which is read, or made, when it is first wanted. */
export class Seal {
  private secret: Uint8Array | null = null;

  constructor(private readonly dataDir: string) {}

  /** A text as base64url with its signature: what an address can carry. The same text always gives the same. */
  sign(text: string): string {
    return `${Buffer.from(text).toString("base64url")}.${this.signatureOf(text)}`;
  }

  /** The text that was signed; null where this server did not. */
  open(signed: string): string | null {
    if (signed.length > longest) return null;
    const [encoded = "", signature = "", ...rest] = signed.split(".");
    const text = Buffer.from(encoded, "base64url").toString();
    const isWhole = rest.length === 0 && Buffer.from(text).toString("base64url") === encoded;
    return isWhole && isSameToken(signature, this.signatureOf(text)) ? text : null;
  }

  private signatureOf(text: string): string {
    this.secret ??= readSecret(this.dataDir) ?? makeSecret(this.dataDir);
    const digest = new Bun.CryptoHasher("sha256", this.secret).update(text).digest("base64url");
    return digest.slice(0, signatureLength);
  }
}

const pathOf = (dataDir: string) => join(dataDir, "thumbnails.key");

function readSecret(dataDir: string): Uint8Array | null {
  try {
    const secret = readFileSync(pathOf(dataDir));
    return secret.length === secretBytes ? secret : null;
  } catch {
    return null;
  }
}

/** Where it can't be written (a full disk), it is good until the server stops. */
function makeSecret(dataDir: string): Uint8Array {
  const secret = crypto.getRandomValues(new Uint8Array(secretBytes));
  try {
    const unfinished = `${pathOf(dataDir)}.tmp`;
    const file = openSync(unfinished, "w", 0o600);
    writeSync(file, secret);
    closeSync(file);
    renameSync(unfinished, pathOf(dataDir));
  } catch {}
  return secret;
}
