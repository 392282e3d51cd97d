/** Sends Web Push messages (RFC 8030). */
import { generateKeyPairSync } from "node:crypto";
import { BoundedCache } from "#lib/bounded-cache.ts";
import { day, hour } from "#lib/time.ts";
import type { Config } from "#platform/config.ts";
import type { Db } from "#platform/db/client.ts";
import { formerValues, instanceValue } from "#platform/db/instance.ts";
import { type Adapter, type Message, type Outcome, refused } from "../delivery/outcome.ts";
import type { PushConfig } from "./config.ts";
import { type AdapterDeps, post } from "./post.ts";
import { reasons } from "./reasons.ts";
import { createVapidHeader, encryptPush, type VapidKeys } from "./web-push.ts";

/** Bytes to which payloads are padded, to hide the length of the text. Firefox on Android accepts at most 3,070. */
const payloadSizes = [1_024, 2_048];
const maxPayloadBytes = 2_048;
/** Maximum of the `TTL` header (RFC 8030 §5.2). All push services accept four weeks, but may store for less. */
const maxTtlSeconds = (28 * day) / 1_000;
const headerMs = hour;
const maxCachedHeaders = 200;

/** Returns the server's keys. The first call creates them. New keys would make all existing subscriptions invalid. */
export function readVapidKeys(db: Db): VapidKeys {
  return JSON.parse(instanceValue(db, "vapid", () => JSON.stringify(makeVapidKeys())));
}

/** Searches the server's own keys, and keys of servers from which households moved to this server. */
function findVapidKeys(db: Db, publicKey: string): VapidKeys | undefined {
  const former = () => formerValues(db, "vapid").map((text): VapidKeys => JSON.parse(text));
  const own = readVapidKeys(db);
  return own.publicKey === publicKey ? own : former().find((keys) => keys.publicKey === publicKey);
}

function makeVapidKeys(): VapidKeys {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "", d = "" } = privateKey.export({ format: "jwk" });
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]);
  return { publicKey: point.toString("base64url"), privateKey: d };
}

/**
 * Returns the contact address that is sent to push services. If `isPublic` is false, the host of the address has no
 * public name. Apple's service rejects such an address; other services accept any address.
 */
export function contactOf(config: Config): { readonly subject: string; readonly isPublic: boolean } {
  const given =
    config.pushContact ?? config.origins.find((each) => each.startsWith("https:") && isPublicContact(each)) ?? null;
  if (given !== null && isPublicContact(given)) return { subject: given, isPublic: true };
  return { subject: given ?? "mailto:inglenook@localhost", isPublic: false };
}

function isPublicContact(contact: string): boolean {
  const isMail = contact.startsWith("mailto:");
  const host = isMail ? contact.slice(contact.lastIndexOf("@") + 1) : (URL.parse(contact)?.hostname ?? "");
  const [, ending = ""] = /^(?:[a-z0-9-]+\.)+([a-z0-9-]+)$/.exec(host.toLowerCase()) ?? [];
  return /[a-z]/.test(ending) && !privateEndings.test(ending);
}

/** Top-level names that are not public: RFC 6761, 6762, 8375 and names of home routers. */
const privateEndings =
  /^(local|localhost|invalid|test|example|internal|intranet|private|corp|home|lan|arpa|onion|box)$/;

const gone: Outcome = { kind: "gone", status: null, reason: reasons.subscribeAgain };
/** Outcome for a subscription that is damaged or was made with other keys. */
const damaged = refused(reasons.subscribeAgain);
const failures = { 400: damaged, 401: damaged, 403: damaged, 404: gone, 410: gone };

export function createPush({ db, ...deps }: AdapterDeps & { readonly db: Db }): Adapter<PushConfig> {
  const { config, clock } = deps;
  const contact = contactOf(config);
  const headers = new BoundedCache<string, { authorization: string; madeAt: number }>({
    eviction: "lru",
    maxSize: maxCachedHeaders,
  });

  function authorizationFor(channel: PushConfig, keys: VapidKeys): string {
    const { origin } = new URL(channel.endpoint);
    const name = `${origin} ${keys.publicKey}`;
    const date = clock();
    const now = date.getTime();
    const known = headers.get(name);
    // The clock may have been set back.
    if (known && now >= known.madeAt && now - known.madeAt < headerMs) return known.authorization;
    const authorization = createVapidHeader(origin, contact.subject, keys, date);
    headers.set(name, { authorization, madeAt: now });
    return authorization;
  }

  async function send(channel: PushConfig, message: Message, signal: AbortSignal): Promise<Outcome> {
    const keys = findVapidKeys(db, channel.serverKey);
    if (!keys) return damaged;
    const isApple = /(^|\.)push\.apple\.com$/.test(new URL(channel.endpoint).hostname);
    if (!contact.isPublic && isApple) return refused(reasons.needsContact);
    if (!areBrowserKeys(channel.keys)) return damaged;
    const seconds = Math.ceil((message.expiresAt.getTime() - clock().getTime()) / 1_000);
    const attempt = (payload: Uint8Array) =>
      post(deps, {
        address: channel.endpoint,
        body: encryptPush(channel.keys, payload),
        headers: {
          Authorization: authorizationFor(channel, keys),
          "Content-Encoding": "aes128gcm",
          "Content-Type": "application/octet-stream",
          TTL: String(Math.min(Math.max(seconds, 0), maxTtlSeconds)),
          Urgency: message.urgency,
          // Apple refuses some characters of base64url.
          Topic: Bun.SHA256.hash(message.noticeId, "hex").slice(0, 32),
        },
        failures,
        signal,
      });
    const whole = await attempt(payloadOf(message, channel.origin));
    return whole.status === 413 ? attempt(encode({ ...message, actions: [] }, "", channel.origin)) : whole;
  }

  return { target: ({ endpoint }) => new URL(endpoint).origin, send };
}

/** Returns the message as JSON, padded with spaces, which JSON ignores. */
function payloadOf(message: Message, origin: string): Uint8Array {
  let body = [...message.body];
  let bytes = encode(message, body.join(""), origin);
  while (bytes.length > maxPayloadBytes && body.length > 0) {
    body = body.slice(0, Math.floor(body.length * 0.9));
    bytes = encode(message, body.length === 0 ? "" : `${body.join("")}…`, origin);
  }
  const padded = new Uint8Array(payloadSizes.find((size) => bytes.length <= size) ?? bytes.length).fill(0x20);
  padded.set(bytes);
  return padded;
}

/**
 * Encodes a declarative push message (W3C Push API), shown without a service worker unless the app's worker changes it.
 */
function encode(message: Message, body: string, origin: string): Uint8Array {
  const { title, language, tag, path, noticeId, token, actions, unread } = message;
  const navigate = `${origin}${path}`;
  return new TextEncoder().encode(
    JSON.stringify({
      web_push: 8030,
      notification: {
        title,
        body,
        lang: language,
        dir: "auto",
        tag,
        navigate,
        silent: false,
        data: { notice: noticeId, token },
        actions: actions.map(({ action, title: label }) => ({
          action,
          title: label,
          navigate: token === "" ? navigate : `${origin}/n/${token}`,
        })),
      },
      ...(unread === null ? {} : { app_badge: unread }),
      mutable: true,
    }),
  );
}

/** Prime of the curve P-256 (FIPS 186-4 D.1.2.3): y² = x³ − 3x + b. */
const prime = 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n;
const curveB = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;

/**
 * Whether the keys are an uncompressed point of the curve and a secret of 16 bytes (RFC 8291 §3). Does not use
 * WebCrypto: after an invalid key, Bun 1.4.5 reports the error again in the next HMAC of any request.
 */
export function areBrowserKeys({ p256dh, auth }: PushConfig["keys"]): boolean {
  const point = bytesOf(p256dh);
  if (point?.length !== 65 || point[0] !== 4 || bytesOf(auth)?.length !== 16) return false;
  const x = BigInt(`0x${point.toString("hex", 1, 33)}`);
  const y = BigInt(`0x${point.toString("hex", 33)}`);
  return x < prime && y < prime && (y * y - (x * x * x - 3n * x + curveB)) % prime === 0n;
}

/** Decodes a text in either alphabet of base64, with or without padding. Returns null for any other text. */
function bytesOf(text: string): Buffer | null {
  return /^[\w+/-]+={0,2}$/.test(text) ? Buffer.from(text, "base64url") : null;
}
