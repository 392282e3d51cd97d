/**
 * Messages are decrypted by two programs that share no code with the sender's: `http_ece`, and our own steps of RFC 8291.
 * `bun run prove:push` sends 2,000.
 */
import { expect, test } from "bun:test";
import { createPublicKey, verify } from "node:crypto";
import ece from "http_ece";
import webPush from "web-push";
import { systemTimers } from "#lib/timers.ts";
import { createChannels } from "#notifications/channels/adapters.ts";
import type { Message } from "#notifications/delivery/outcome.ts";
import { openInMemory } from "#platform/db/migrate.ts";
import { start, TestClock, testDeps } from "../../support/home/home.ts";
import { message } from "../../support/reminders/messages.ts";
import { browser, decrypt, pushConfig, pushService, toPushService } from "../../support/reminders/push-service.ts";

const count = Number(process.env.PUSH_MESSAGES ?? 100);
const signal = new AbortController().signal;

function sender(env: Record<string, string> = {}) {
  const service = pushService();
  const clock = new TestClock(start);
  const { config } = testDeps({ PUSH_CONTACT: "mailto:anna@family.org", ...service.env, ...env });
  const db = openInMemory();
  const channels = createChannels({ db, config, clock: () => clock.now, timers: systemTimers }, toPushService);
  return { service, clock, channels };
}

const pieces = [
  "Klavier",
  "🎹",
  "👨‍👩‍👧‍👦",
  'say "hi"',
  "\\",
  "\n",
  "\u0007",
  "كتاب",
  "ß",
  "\u2028",
  "x".repeat(30),
  "  ",
];

function randomText(maxLength: number): string {
  const wanted = Math.floor(Math.random() ** 3 * maxLength);
  let text = "";
  while ([...text].length < wanted) text += pieces[Math.floor(Math.random() * pieces.length)];
  return [...text].slice(0, wanted).join("");
}

function randomMessage(): Message {
  return message({
    title: randomText(120),
    body: randomText(5_000),
    language: Math.random() < 0.5 ? "en" : "de",
    unread: Math.random() < 0.2 ? null : Math.floor(Math.random() * 100),
    actions: [
      { action: "done", title: "Done" },
      { action: "snooze", title: "1 h" },
    ].slice(Math.floor(Math.random() * 3)) as unknown as Message["actions"],
  });
}

test(`${count} random push messages are decrypted alike by our code and by a library`, async () => {
  const { service, channels } = sender();
  const sizes = new Set<number>();
  for (let index = 0; index < count; index++) {
    const device = browser();
    const sent = randomMessage();
    const channel = pushConfig(service.origin, device, channels.publicKey);
    expect((await channels.adapters.push.send(channel, sent, signal)).kind).toBe("ok");
    const body = service.seen.at(-1)?.body ?? Buffer.alloc(0);
    const own = decrypt(body, device);
    const theirs = ece.decrypt(body, { version: "aes128gcm", privateKey: device.ecdh, authSecret: device.keys.auth });
    expect(own.equals(theirs)).toBe(true);
    const { notification } = JSON.parse(own.toString("utf8"));
    expect(notification.title).toBe(sent.title);
    const whole = notification.body === sent.body;
    expect(whole || sent.body.startsWith(notification.body.slice(0, -1))).toBe(true);
    expect(body.length).toBeLessThan(2_200);
    sizes.add(own.length);
  }
  expect([...sizes].sort()).toEqual(expect.arrayContaining([1_024]));
  expect([...sizes].filter((size) => size > 2_048)).toEqual([]);
});

test("A push message has a VAPID token for the push service, valid for at most 24 hours, with a contact", async () => {
  const { service, channels, clock } = sender();
  const channel = pushConfig(service.origin, browser(), channels.publicKey);
  const tokens: string[] = [];
  const send = async () => {
    await channels.adapters.push.send(channel, message(), signal);
    tokens.push(service.seen.at(-1)?.headers.get("authorization") ?? "");
  };
  await send();
  const [, token = "", publicKey = ""] = /^vapid t=([^,]+), k=(.+)$/.exec(tokens[0] ?? "") ?? [];
  expect(publicKey).toBe(channels.publicKey);
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(publicKey, "base64url");
  const [x, y] = [point.subarray(1, 33).toString("base64url"), point.subarray(33).toString("base64url")];
  const verifier = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
  const signed = Buffer.from(`${head}.${claims}`);
  const isRight = verify(
    "sha256",
    signed,
    { key: verifier, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  expect(isRight).toBe(true);
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, "base64url").toString());
  expect([aud, sub]).toEqual([service.origin, "mailto:anna@family.org"]);
  const seconds = exp - start.getTime() / 1_000;
  expect(seconds).toBeGreaterThan(11 * 3_600);
  expect(seconds).toBeLessThan(24 * 3_600);
  // Signing takes time, so the token is kept for an hour; a clock that jumps makes a new one.
  clock.advance(59 * 60_000);
  await send();
  clock.advance(60_000);
  await send();
  clock.advance(-3_600_000);
  await send();
  expect(tokens[1]).toBe(tokens[0] ?? "");
  expect(new Set(tokens.slice(1)).size).toBe(3);
});

test("The library “web-push” builds a push request with the same headers as Inglenook", async () => {
  const { service, channels } = sender();
  const device = browser();
  const channel = pushConfig(service.origin, device, channels.publicKey);
  await channels.adapters.push.send(channel, message(), signal);
  const ours = service.seen.at(-1)?.headers;
  const vapid = webPush.generateVAPIDKeys();
  const theirs = webPush.generateRequestDetails(channel, "hello", {
    vapidDetails: { subject: "mailto:anna@family.org", ...vapid },
    TTL: 3_600,
    urgency: "high",
    topic: ours?.get("topic") ?? "",
  });
  expect(decrypt(theirs.body, device).toString()).toBe("hello");
  for (const name of Object.keys(theirs.headers).filter((each) => !/^(authorization|content-length)$/i.test(each))) {
    expect({ name, value: ours?.get(name) }).toEqual({ name, value: String(theirs.headers[name]) });
  }
  expect(theirs.headers.Authorization).toMatch(/^vapid t=[^,]+, k=/);
});
