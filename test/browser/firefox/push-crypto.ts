/** Encrypts push messages (RFC 8291, RFC 8188) with node:crypto, not with the package that the server uses. */
import { createCipheriv, createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from "node:crypto";

/** Keys of a push subscription, as `PushSubscription.toJSON()` returns them: in base64url. */
export type PushKeys = { readonly p256dh: string; readonly auth: string };

const curve = "prime256v1";
const tagBytes = 16;
const keyBytes = 65;
/** Length of the header in bytes: 16 for the salt, 4 for the record size, 1 for the length of the key, then the key. */
const headerBytes = 16 + 4 + 1 + keyBytes;

/** Creates the keys of a push subscription and a function that decrypts its messages, for tests without a browser. */
export function makeReceiver() {
  const ecdh = createECDH(curve);
  ecdh.generateKeys();
  const auth = randomBytes(16);
  const keys: PushKeys = { p256dh: ecdh.getPublicKey("base64url"), auth: auth.toString("base64url") };
  return {
    keys,
    /**
     * Decrypts a message.
     * @throws Error if the message was encrypted for other keys
     */
    decrypt: (body: Uint8Array) => decrypt(Buffer.from(body), ecdh, auth),
  };
}

/** Encrypts a message for these keys. Returns the body of the request to the push service. */
export function encrypt(keys: PushKeys, text: string): Buffer<ArrayBuffer> {
  const [receiver, auth] = [Buffer.from(keys.p256dh, "base64url"), Buffer.from(keys.auth, "base64url")];
  const ecdh = createECDH(curve);
  ecdh.generateKeys();
  const salt = randomBytes(16);
  const { key, nonce } = derive(ecdh.computeSecret(receiver), auth, receiver, ecdh.getPublicKey(), salt);
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  const sealed = Buffer.concat([cipher.update(text), cipher.update(Buffer.of(2)), cipher.final(), cipher.getAuthTag()]);
  const recordSize = Buffer.alloc(4);
  recordSize.writeUInt32BE(4_096);
  return Buffer.concat([salt, recordSize, Buffer.of(keyBytes), ecdh.getPublicKey(), sealed]);
}

function decrypt(body: Buffer, ecdh: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(headerBytes - keyBytes, headerBytes);
  const { key, nonce } = derive(ecdh.computeSecret(sender), auth, ecdh.getPublicKey(), sender, salt);
  const decipher = createDecipheriv("aes-128-gcm", key, nonce);
  decipher.setAuthTag(body.subarray(-tagBytes));
  const padded = Buffer.concat([decipher.update(body.subarray(headerBytes, -tagBytes)), decipher.final()]);
  // RFC 8188: a delimiter (2 in the last record) and zeros follow the text.
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== 2) throw new Error("The record is not the last one");
  return padded.subarray(0, end).toString();
}

function derive(secret: Buffer, auth: Buffer, receiver: Buffer, sender: Buffer, salt: Buffer) {
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), receiver, sender]);
  const input = Buffer.from(hkdfSync("sha256", secret, auth, info, 32));
  const expand = (label: string, length: number) =>
    Buffer.from(hkdfSync("sha256", input, salt, `Content-Encoding: ${label}\0`, length));
  return { key: expand("aes128gcm", 16), nonce: expand("nonce", 12) };
}
