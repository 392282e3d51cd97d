import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { randomSecret, Signer } from "#lib/signer.ts";

const secretBytes = 32;
/** The number of characters of a signature, which has about 128 bits. */
const signatureLength = 22;
const maxLength = 4_096;

/** Signs the addresses of thumbnails. The secret has its own file. It thus survives a restart but is never exported. */
export class SignedAddresses {
  private signer: Signer | null = null;

  constructor(private readonly dataDir: string) {}

  sign(text: string): string {
    return `${Buffer.from(text).toString("base64url")}.${this.loadSigner().sign(text)}`;
  }

  /** Returns the text that was signed. Null if this server did not sign the text. */
  verify(signed: string): string | null {
    if (signed.length > maxLength) return null;
    const [encoded = "", signature = "", ...rest] = signed.split(".");
    const text = Buffer.from(encoded, "base64url").toString();
    const isWhole = rest.length === 0 && Buffer.from(text).toString("base64url") === encoded;
    return isWhole && this.loadSigner().isValid(text, signature) ? text : null;
  }

  private loadSigner(): Signer {
    this.signer ??= new Signer(readSecret(this.dataDir) ?? makeSecret(this.dataDir), signatureLength);
    return this.signer;
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

/** Creates the secret and writes it to a file. If that fails, the secret is valid until the server stops. */
function makeSecret(dataDir: string): Uint8Array {
  const secret = randomSecret();
  try {
    const unfinished = `${pathOf(dataDir)}.tmp`;
    writeFileSync(unfinished, secret, { mode: 0o600 });
    renameSync(unfinished, pathOf(dataDir));
  } catch {}
  return secret;
}
