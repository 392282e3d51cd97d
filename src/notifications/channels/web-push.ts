/**
 * Encrypts Web Push messages (RFC 8291, 8188) and signs the identity of the sender (RFC 8292). Written here because
 * `@block65/webcrypto-web-push` does not support Node 20. Tests compare the results with `web-push`.
 */
import { createCipheriv, createECDH, createPrivateKey, hkdfSync, randomBytes, sign } from "node:crypto";
import { hour } from "#lib/time.ts";

/** VAPID keys. The public key is an uncompressed point of the curve P-256. */
export type VapidKeys = { readonly publicKey: string; readonly privateKey: string };

const curve = "prime256v1";
const recordSize = 4_096;
const endOfRecord = Buffer.from([2]);
const proofMs = 12 * hour;

/** Returns the encrypted body of a push request. @throws Error if `p256dh` is not a point of the curve */
export function encryptPush(keys: { p256dh: string; auth: string }, text: Uint8Array): Buffer<ArrayBuffer> {
  const [theirs, auth] = [Buffer.from(keys.p256dh, "base64url"), Buffer.from(keys.auth, "base64url")];
  const own = createECDH(curve);
  const ours = own.generateKeys();
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), theirs, ours]);
  const input = derive(own.computeSecret(theirs), auth, info, 32);
  const salt = randomBytes(16);
  const key = derive(input, salt, "Content-Encoding: aes128gcm\0", 16);
  const cipher = createCipheriv("aes-128-gcm", key, derive(input, salt, "Content-Encoding: nonce\0", 12));
  const head = Buffer.alloc(5);
  head.writeUInt32BE(recordSize);
  head[4] = ours.length;
  const record = [cipher.update(text), cipher.update(endOfRecord), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat([salt, head, ours, ...record]);
}

function derive(key: Buffer, salt: Buffer, info: Buffer | string, length: number): Buffer {
  return Buffer.from(hkdfSync("sha256", key, salt, info, length));
}

/** Returns the `Authorization` header for all push endpoints of the origin. */
export function createVapidHeader(origin: string, subject: string, keys: VapidKeys, now: Date): string {
  const point = Buffer.from(keys.publicKey, "base64url");
  const [x, y] = [point.toString("base64url", 1, 33), point.toString("base64url", 33)];
  const key = createPrivateKey({ key: { kty: "EC", crv: "P-256", x, y, d: keys.privateKey }, format: "jwk" });
  const claims = { aud: origin, exp: Math.floor((now.getTime() + proofMs) / 1_000), sub: subject };
  const signed = [{ typ: "JWT", alg: "ES256" }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  const signature = sign("sha256", Buffer.from(signed), { key, dsaEncoding: "ieee-p1363" });
  return `vapid t=${signed}.${signature.toString("base64url")}, k=${keys.publicKey}`;
}
