/** Tests the outcome of a push message for every answer of a push service. */
import { describe, expect, test } from "bun:test";
import { systemTimers } from "#lib/timers.ts";
import { createChannels, type Network } from "#notifications/channels/adapters.ts";
import { readVapidKeys } from "#notifications/channels/push.ts";
import { transact } from "#platform/db/client.ts";
import { copySecrets } from "#platform/db/instance.ts";
import { openInMemory } from "#platform/db/migrate.ts";
import { start, TestClock, testDeps } from "../../support/home/home.ts";
import { message } from "../../support/reminders/messages.ts";
import {
  browser,
  decrypt,
  type PushAnswer,
  pushConfig,
  pushService,
  toPushService,
} from "../../support/reminders/push-service.ts";

const signal = new AbortController().signal;

function sender(
  answer: PushAnswer,
  { env = {}, network = {} }: { env?: Record<string, string>; network?: Network } = {},
) {
  const service = pushService(answer);
  const clock = new TestClock(start);
  const { config } = testDeps({ PUSH_CONTACT: "mailto:anna@family.org", ...service.env, ...env });
  const parts = { db: openInMemory(), config, clock: () => clock.now, timers: systemTimers };
  const channels = createChannels(parts, { ...toPushService, ...network });
  const device = browser();
  const channel = pushConfig(service.origin, device, channels.publicKey);
  const send = (sent = message(), more = {}) => channels.adapters.push.send({ ...channel, ...more }, sent, signal);
  return { service, channels, channel, device, send, parts };
}

const answers =
  (status: number, headers: Record<string, string> = {}) =>
  () =>
    new Response("x", { status, headers });
const again = "turn notifications on again on this device";

describe("the answer of a push service", () => {
  test.each([
    [201, {}, { kind: "ok", status: 201 }],
    [202, {}, { kind: "ok", status: 202 }],
    [404, {}, { kind: "gone", status: 404, reason: again }],
    [410, {}, { kind: "gone", status: 410, reason: again }],
    [400, {}, { kind: "refused", status: 400, reason: again }],
    [403, {}, { kind: "refused", status: 403, reason: again }],
    [
      429,
      { "Retry-After": "120" },
      { kind: "retry", status: 429, reason: "the service asks to wait", afterMs: 120_000 },
    ],
    [
      503,
      { "Retry-After": "Fri, 27 Nov 2026 09:10:00 GMT" },
      { kind: "retry", status: 503, reason: "the service asks to wait", afterMs: 600_000 },
    ],
    [
      429,
      { "Retry-After": "99999999" },
      { kind: "retry", status: 429, reason: "the service asks to wait", afterMs: 86_400_000 },
    ],
    [500, {}, { kind: "retry", status: 500, reason: "the service answered 500", afterMs: null }],
    [302, { Location: "https://127.0.0.1/" }, { kind: "refused", status: 302, reason: "the service answered 302" }],
    [418, {}, { kind: "refused", status: 418, reason: "the service answered 418" }],
  ] as const)(
    "The answer %i of a push service with %j leads to the right outcome of the delivery",
    async (status, headers, expected) => {
      const { send, service } = sender(answers(status, headers));
      expect(await send()).toEqual(expected);
      expect(service.seen.length).toBe(1);
    },
  );

  test("The answer 204 of a push service counts as success", async () => {
    const { send } = sender(() => new Response(null, { status: 204 }));
    expect(await send()).toEqual({ kind: "ok", status: 204 });
  });

  test("The answer 413 of a push service is followed by a message with the title alone, without padding", async () => {
    const { send, service, device } = sender((_, count) => new Response(null, { status: count === 1 ? 413 : 201 }));
    expect(await send()).toEqual({ kind: "ok", status: 201 });
    const [whole, short] = service.seen.map(({ body }) => decrypt(body, device));
    expect(whole?.length).toBe(1_024);
    expect(short?.length).toBeLessThan(400);
    const { notification } = JSON.parse(short?.toString() ?? "");
    expect([notification.title, notification.body, notification.actions]).toEqual(["In 10 min: Piano", "", []]);
  });

  test("The answer 413 of a push service to the title alone counts as a refusal", async () => {
    const { send, service } = sender(answers(413));
    expect(await send()).toEqual({ kind: "refused", status: 413, reason: "the message is too large for the service" });
    expect(service.seen.length).toBe(2);
  });

  test("A push message is tried again after a missing answer or an interrupted connection", async () => {
    const slow = sender(() => new Promise<Response>(() => {}), { network: { timeoutMs: 60 } });
    const late = { kind: "retry", status: null, reason: "the service did not answer in time", afterMs: null } as const;
    expect(await slow.send()).toEqual(late);
    const cut = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data: (socket) => void socket.terminate() } });
    const origin = `https://photos.example:${cut.port}`;
    const { channel, channels } = sender(answers(201), { env: { LAN_ORIGINS: origin } });
    const broken = { ...channel, endpoint: `${origin}/push/1` };
    expect(await channels.adapters.push.send(broken, message(), signal)).toEqual({
      kind: "retry",
      status: null,
      reason: "the service could not be reached",
      afterMs: null,
    });
    cut.stop(true);
  });

  test("An endless answer of a push service is not read", async () => {
    const endless = new ReadableStream({ pull: (out) => out.enqueue(new Uint8Array(65_536)) });
    const { send } = sender(() => new Response(endless, { status: 201 }));
    expect((await send()).kind).toBe("ok");
  });
});

describe("a push message", () => {
  test("A push message is declarative, and has the data that the service worker of the app needs", async () => {
    const { send, service, device, channel } = sender(answers(201));
    const sent = message();
    await send(sent);
    const [pushed] = service.seen;
    const navigate = `${channel.origin}/calendar?event=1`;
    expect(JSON.parse(decrypt(pushed?.body ?? Buffer.alloc(0), device).toString())).toEqual({
      web_push: 8030,
      notification: {
        title: sent.title,
        body: sent.body,
        lang: "en",
        dir: "auto",
        tag: "event 1",
        navigate,
        silent: false,
        data: { notice: sent.noticeId, token: "a-token" },
        actions: [{ action: "snooze", title: "In 10 minutes", navigate: `${channel.origin}/n/a-token` }],
      },
      app_badge: 2,
      mutable: true,
    });
    const { headers } = pushed ?? { headers: new Headers() };
    expect([headers.get("ttl"), headers.get("urgency")]).toEqual(["3600", "high"]);
    expect(headers.get("topic")).toMatch(/^[0-9a-f]{32}$/);
  });

  test("A push message that is sent again keeps its topic, but another notice has another topic", async () => {
    const { send, service } = sender(answers(201));
    const sent = message({ expiresAt: new Date(start.getTime() - 1) });
    for (const each of [sent, sent, message({ expiresAt: new Date("2099-01-01") })]) await send(each);
    const topics = service.seen.map(({ headers }) => headers.get("topic"));
    expect(topics[1]).toBe(topics[0] ?? "");
    expect(topics[2]).not.toBe(topics[0] ?? "");
    expect(service.seen.map(({ headers }) => headers.get("ttl"))).toEqual(["0", "0", "2419200"]);
  });
});

describe("the push keys of the server", () => {
  test("The push keys of the server are created once, and a device with other keys must subscribe again", async () => {
    const { send, channels, parts, service } = sender(answers(201));
    expect(createChannels(parts).publicKey).toBe(channels.publicKey);
    expect(Buffer.from(channels.publicKey, "base64url").length).toBe(65);
    expect(await send(message(), { serverKey: "another" })).toEqual({ kind: "refused", status: null, reason: again });
    expect(service.seen.length).toBe(0);
  });

  test("The push keys of a household's former server are used only for subscriptions from that server", async () => {
    const { send, service, parts, channel } = sender(answers(201));
    const former = openInMemory();
    const { publicKey } = readVapidKeys(former);
    expect((await send(message(), { serverKey: publicKey })).kind).toBe("refused");
    transact(parts.db, () => copySecrets(former, parts.db));
    for (const serverKey of [publicKey, channel.serverKey, publicKey]) {
      expect(await send(message(), { serverKey })).toEqual({ kind: "ok", status: 201 });
    }
    const keys = service.seen.map(({ headers }) => /k=([\w-]+)/.exec(headers.get("authorization") ?? "")?.[1]);
    expect(keys).toEqual([publicKey, channel.serverKey, publicKey]);
  });

  test("A push message to a browser with damaged keys is refused without a request", async () => {
    const { send, service } = sender(answers(201));
    const keys = { p256dh: "AAAA", auth: "AAAA" };
    expect(await send(message(), { keys })).toEqual({ kind: "refused", status: null, reason: again });
    expect(service.seen.length).toBe(0);
  });
});

describe("the contact for push messages", () => {
  const apple = { endpoint: "https://web.push.apple.com/QGuQyavXutnMH" };
  const unreachable = { lookup: async () => ["127.0.0.1"] };

  test.each([
    [{ PUSH_CONTACT: "mailto:anna@family.org" }, true],
    [{ PUSH_CONTACT: "https://family.org/contact" }, true],
    [{ BASE_URL: "https://home.family.org" }, true],
    [{ BASE_URL: "http://nas.lan:4100,https://home.family.org" }, true],
    [{ PUSH_CONTACT: "mailto:anna@localhost" }, false],
    [{ PUSH_CONTACT: "mailto:anna@nas.local" }, false],
    [{ PUSH_CONTACT: "mailto:anna@push.invalid" }, false],
    [{ BASE_URL: "https://nas.lan" }, false],
    [{ BASE_URL: "https://192.168.1.5" }, false],
    [{ BASE_URL: "http://home.family.org" }, false],
    [{}, false],
  ])("The contact %j for push messages is accepted as sufficient for Apple's devices: %p", async (env, isEnough) => {
    const { channels, send } = sender(answers(201), { env: { PUSH_CONTACT: "", ...env }, network: unreachable });
    expect(channels.available().push.apple).toBe(isEnough);
    const reason = isEnough
      ? "leads into the home network; the operator allows that with LAN_ORIGINS"
      : "Apple's devices need PUSH_CONTACT on this server";
    expect(await send(message(), apple)).toEqual({ kind: "refused", status: null, reason });
    expect((await send()).kind).toBe("ok"); // Every other service takes it.
  });
});

describe("a push endpoint", () => {
  test.each([
    ["https://fcm.googleapis.com/fcm/send/abc", "always"],
    ["https://updates.push.services.mozilla.com/wpush/v2/abc", "always"],
    ["https://192.168.1.5/", "private"],
    ["https://[fd12::1]:8443/push", "private"],
    ["http://192.168.1.5/", "never"],
    ["http://fcm.googleapis.com/fcm/send/abc", "never"],
    ["https://user@fcm.googleapis.com/", "never"],
    ["https://127.0.0.1/", "never"],
    ["https://169.254.169.254/", "never"],
    ["https://[::1]/", "never"],
    ["mailto:anna@family.org", "never"],
    ["nonsense", "never"],
  ])("The push endpoint %s may be subscribed: %s", (address, when) => {
    const { channels } = sender(answers(201), { env: { LAN_ORIGINS: "" } });
    expect(channels.isEndpoint(address)).toBe(when === "always");
    const open = sender(answers(201), { env: { LAN_ORIGINS: "private" } });
    expect(open.channels.isEndpoint(address)).toBe(when !== "never");
  });

  test.each(["", "private", "https://other.example"])(
    "A push endpoint with a name that resolves to the server itself is refused at each send, with LAN_ORIGINS=%s",
    async (LAN_ORIGINS) => {
      const { service, channels, channel } = sender(answers(201), { env: { LAN_ORIGINS } });
      const reason = "leads into the home network; the operator allows that with LAN_ORIGINS";
      const outcome = await channels.adapters.push.send(channel, message(), signal);
      expect(outcome).toEqual({ kind: "refused", status: null, reason });
      expect(service.seen).toEqual([]);
    },
  );
});
