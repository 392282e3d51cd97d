/** Encrypts secrets (AES-256-GCM) with a key file. Backups contain the encrypted texts, but not the key. */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { codeOf } from "#lib/errors.ts";
import { syncFolder, unfinishedName } from "#lib/files.ts";
import type { Config } from "#platform/config.ts";

const keyName = "calendar.key";
const keyLength = 32;
const nonceLength = 12;
const tagLength = 16;
const cipher = "aes-256-gcm";
const version = "v1:";

/** Column of a row. An encrypted text can be decrypted only for the same column. */
export type SecretLocation = { readonly table: string; readonly id: string; readonly column: string };

export class Secrets {
  private known: Buffer | null = null;

  constructor(private readonly path: string) {}

  /** Encrypts `text` for a column. The first call creates the key. @throws Error if the key can't be read or written */
  seal(location: SecretLocation, text: string): string {
    const nonce = randomBytes(nonceLength);
    const sealing = createCipheriv(cipher, this.readKey() ?? this.makeKey(), nonce).setAAD(additionalDataOf(location));
    const parts = [nonce, sealing.update(text, "utf8"), sealing.final(), sealing.getAuthTag()];
    return version + Buffer.concat(parts).toString("base64url");
  }

  /** Decrypts `sealed`. Returns null if the text was encrypted with another key or for another column. */
  open(location: SecretLocation, sealed: string): string | null {
    const bytes = Buffer.from(sealed.slice(version.length), "base64url");
    if (!sealed.startsWith(version) || bytes.length < nonceLength + tagLength) return null;
    try {
      const key = this.readKey();
      if (key === null) return null;
      const opening = createDecipheriv(cipher, key, bytes.subarray(0, nonceLength), { authTagLength: tagLength })
        .setAAD(additionalDataOf(location))
        .setAuthTag(bytes.subarray(-tagLength));
      const text = opening.update(bytes.subarray(nonceLength, -tagLength), undefined, "utf8");
      return text + opening.final("utf8");
    } catch {
      return null;
    }
  }

  private readKey(): Buffer | null {
    if (this.known) return this.known;
    try {
      const key = Buffer.from(readFileSync(this.path, "utf8").trim(), "base64url");
      if (key.length !== keyLength) throw new Error(`${this.path} must hold ${keyLength} bytes in base64`);
      this.known = key;
      return key;
    } catch (error) {
      if (codeOf(error) === "ENOENT") return null;
      throw error;
    }
  }

  /** Creates the key file. Returns the key of another process if that process creates the file at the same time. */
  private makeKey(): Buffer {
    const folder = dirname(this.path);
    const unfinished = join(folder, unfinishedName(keyName));
    try {
      const file = openSync(unfinished, "w", 0o600);
      writeSync(file, `${randomBytes(keyLength).toString("base64url")}\n`);
      fsyncSync(file);
      closeSync(file);
      linkSync(unfinished, this.path);
      syncFolder(folder);
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
    } finally {
      rmSync(unfinished, { force: true });
    }
    const made = this.readKey();
    if (made === null) throw new Error(`${this.path} was not written`);
    return made;
  }
}

export function secretsOf({ dataDir, secretKeyFile }: Pick<Config, "dataDir" | "secretKeyFile">): Secrets {
  return new Secrets(secretKeyFile ?? join(dataDir, keyName));
}

/** Encrypts a text again with the key of `target`. A text that no key of `keys` can decrypt stays unchanged. */
export function reseal(keys: readonly Secrets[], target: Secrets, location: SecretLocation, sealed: string): string {
  const text = keys.map((key) => key.open(location, sealed)).find((each) => each !== null);
  return text === undefined ? sealed : target.seal(location, text);
}

const additionalDataOf = ({ table, id, column }: SecretLocation): Buffer => Buffer.from(`${table}/${id}/${column}`);
