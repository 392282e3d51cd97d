/** Push service on this machine, and browsers that have subscribed to it. */
import { createDecipheriv, createECDH, createHmac, randomBytes } from "node:crypto";
import type { PushConfig } from "#notifications/channels/config.ts";
import { cert, key } from "../../lists/photos/tls.ts";
import { afterAllTests } from "../home/clean-up.ts";

/** Message that reached the push service. */
export type Pushed = { readonly path: string; readonly headers: Headers; readonly body: Buffer };

/** Function that responds to a message. `count` is the number of messages so far, including this one. */
export type PushAnswer = (pushed: Pushed, count: number) => Response | Promise<Response>;

/** Starts a push service at `https://photos.example:<port>`, with the certificate of the tests. */
export function pushService(answer: PushAnswer = () => new Response(null, { status: 201 })) {
  const service = { seen: [] as Pushed[], answer, origin: "", env: {} as Record<string, string> };
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    tls: { key, cert },
    async fetch(request) {
      const body = Buffer.from(await request.arrayBuffer());
      const pushed = { path: new URL(request.url).pathname, headers: request.headers, body };
      service.seen.push(pushed);
      return service.answer(pushed, service.seen.length);
    },
  });
  afterAllTests(() => void server.stop(true));
  service.origin = `https://photos.example:${server.port}`;
  service.env = { LAN_ORIGINS: service.origin };
  return service;
}

/** Network settings with which `createChannels` can reach the push service. */
export const toPushService = { lookup: async () => ["127.0.0.1"], ca: cert };

/** Creates the keys of a browser for push, as browsers do. */
export function browser() {
  const ecdh = createECDH("prime256v1");
  const publicKey = ecdh.generateKeys();
  const auth = randomBytes(16);
  return { ecdh, auth, keys: { p256dh: publicKey.toString("base64url"), auth: auth.toString("base64url") } };
}

export type Browser = ReturnType<typeof browser>;

/** Returns the body of the request with which a browser subscribes. */
export function subscription(endpoint = `https://push.example.org/${randomBytes(20).toString("hex")}`) {
  return { endpoint, keys: browser().keys };
}

/** Returns the configuration of a notification channel for a push subscription. */
export function pushConfig(origin: string, { keys }: Browser, serverKey: string): PushConfig {
  return {
    endpoint: `${origin}/push/${randomBytes(20).toString("hex")}`,
    keys,
    serverKey,
    origin: "https://home.test",
  };
}

/** Decrypts a push message as RFC 8291 and RFC 8188 describe, step by step. */
export function decrypt(body: Buffer, { ecdh, auth }: Browser): Buffer {
  const salt = body.subarray(0, 16);
  const recordSize = body.readUInt32BE(16);
  const idLength = body[20] ?? 0;
  const senderKey = body.subarray(21, 21 + idLength);
  const record = body.subarray(21 + idLength);
  if (record.length > recordSize) throw new Error("more than one record");
  const hmac = (secret: Buffer, ...parts: (Buffer | string)[]) => {
    const hash = createHmac("sha256", secret);
    for (const part of parts) hash.update(part);
    return hash.digest();
  };
  const shared = ecdh.computeSecret(senderKey);
  const keyInfo = Buffer.concat([Buffer.from("WebPush: info\0"), ecdh.getPublicKey(), senderKey]);
  const input = hmac(hmac(auth, shared), keyInfo, "\x01");
  const random = hmac(salt, input);
  const contentKey = hmac(random, "Content-Encoding: aes128gcm\0\x01").subarray(0, 16);
  const nonce = hmac(random, "Content-Encoding: nonce\0\x01").subarray(0, 12);
  const decipher = createDecipheriv("aes-128-gcm", contentKey, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  let end = padded.length - 1;
  while (end >= 0 && padded[end] === 0) end -= 1;
  if (padded[end] !== 2) throw new Error("not the last record");
  return padded.subarray(0, end);
}
