import { createPrivateKey, X509Certificate } from "node:crypto";
import { open } from "node:fs/promises";
import { messageOf } from "#lib/errors.ts";
import type { Config } from "../config.ts";

export type Certificate = { readonly cert: string; readonly key: string };

const maxBytes = 1_048_576;

/** Reads certificate and key. @throws Error if a file is unreadable, or if the key is another certificate's */
export async function readCertificate(tls: NonNullable<Config["tls"]>): Promise<Certificate> {
  const cert = await readPem("TLS_CERT", tls.cert);
  const key = await readPem("TLS_KEY", tls.key);
  const parsed = attempt(`TLS_CERT=${tls.cert} has no certificate in PEM`, () => new X509Certificate(cert));
  const secret = attempt(`TLS_KEY=${tls.key} has no key in PEM without a password`, () => createPrivateKey(key));
  if (!parsed.checkPrivateKey(secret)) throw new Error(`TLS_KEY=${tls.key} is not the key of TLS_CERT=${tls.cert}`);
  return { cert, key };
}

async function readPem(setting: string, path: string): Promise<string> {
  try {
    await using file = await open(path);
    const buffer = Buffer.alloc(maxBytes);
    const { bytesRead } = await file.read(buffer, 0, maxBytes, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } catch (error) {
    throw new Error(`${setting}=${path} cannot be read (${messageOf(error)})`);
  }
}

function attempt<T>(failure: string, read: () => T): T {
  try {
    return read();
  } catch {
    throw new Error(failure);
  }
}
