/** Verifies minisign signatures. Source: https://jedisct1.github.io/minisign/, "Signature format". */
import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto";

export type PublicKey = { readonly id: string; readonly key: KeyObject /** Base64. */; readonly text: string };

export type Signature = {
  readonly keyId: string;
  /** Whether the signature signs the BLAKE2b-512 hash of the file instead of the file itself. */
  readonly isPrehashed: boolean;
  readonly bytes: Buffer;
  readonly comment: string;
};

export class BadSignatureError extends Error {}

/** The DER prefix before the 32 bytes of an Ed25519 key (RFC 8410). */
const spkiHead = Buffer.from("302a300506032b6570032100", "hex");
const untrusted = /^untrusted comment:/;
const trusted = "trusted comment: ";

/** Parses a public key, given as the file `minisign.pub` or as the second line of that file. @throws Error */
export function parsePublicKey(text: string): PublicKey {
  const lines = linesOf(text);
  const encoded = (untrusted.test(lines[0] ?? "") ? lines.slice(1) : lines).join("\n");
  const { algorithm, id, rest } = decode(encoded, 32);
  if (algorithm !== "Ed") throw new Error("not a minisign public key");
  const key = createPublicKey({ key: Buffer.concat([spkiHead, rest]), format: "der", type: "spki" });
  return { id, key, text: encoded };
}

/** Parses a signature and verifies its trusted comment. Does not need the signed file. @throws BadSignatureError */
export function readSignature(text: string, { id, key }: PublicKey): Signature {
  const [first = "", encoded = "", second = "", global = "", ...others] = linesOf(text);
  if (!untrusted.test(first) || !second.startsWith(trusted) || others.length > 0) {
    throw new BadSignatureError("it is not a minisign signature");
  }
  const { algorithm, id: keyId, rest: bytes } = decode(encoded, 64);
  if (algorithm !== "Ed" && algorithm !== "ED") throw new BadSignatureError("it is of an unknown kind");
  if (keyId !== id) throw new BadSignatureError(`it is by the key ${keyId}, not by ${id}`);
  const comment = second.slice(trusted.length);
  const signed = Buffer.concat([bytes, Buffer.from(comment)]);
  if (!verify(null, signed, key, fromBase64(global, 64))) {
    throw new BadSignatureError("its trusted comment was changed, or another key made it");
  }
  return { keyId, isPrehashed: algorithm === "ED", bytes, comment };
}

/** Verifies that a signature belongs to a file. @throws BadSignatureError */
export function verifyFile(file: Uint8Array, { isPrehashed, bytes }: Signature, { key }: PublicKey): void {
  const signed = isPrehashed ? createHash("blake2b512").update(file).digest() : file;
  if (!verify(null, signed, key, bytes)) throw new BadSignatureError("it is for another file");
}

function decode(encoded: string, length: number) {
  const bytes = fromBase64(encoded, 10 + length);
  const id = Buffer.from(bytes.subarray(2, 10)).reverse().toString("hex").toUpperCase();
  return { algorithm: bytes.toString("latin1", 0, 2), id, rest: bytes.subarray(10) };
}

function fromBase64(text: string, length: number): Buffer {
  const bytes = Buffer.from(text, "base64");
  if (bytes.length !== length || bytes.toString("base64") !== text) {
    throw new BadSignatureError("it is damaged");
  }
  return bytes;
}

function linesOf(text: string): string[] {
  return text.replace(/\r?\n$/, "").split(/\r?\n/);
}
