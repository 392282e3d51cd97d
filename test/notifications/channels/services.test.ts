/**
 * ntfy and Apprise, against fakes made from their documentation: no such server can be installed here. The fakes accept
 * the documented fields and no others. Sources: docs.ntfy.sh/publish ("Publish as JSON", "Action buttons", "Limitations") and
 * the README of caronc/apprise-api ("Persistent (Stateful) Storage Solution").
 */
import { describe, expect, test } from "bun:test";
import { type TSchema, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { systemTimers } from "#lib/timers.ts";
import { closed } from "#lib/wire.ts";
import { createChannels } from "#notifications/channels/adapters.ts";
import { createTopic } from "#notifications/channels/ntfy.ts";
import { openInMemory } from "#platform/db/migrate.ts";
import { afterAllTests } from "../../support/home/clean-up.ts";
import { start, TestClock, testDeps } from "../../support/home/home.ts";
import { message } from "../../support/reminders/messages.ts";

const never = new AbortController().signal;
const text = (maxLength = 4_096) => Type.Optional(Type.String({ maxLength }));

const HttpAction = closed({
  action: Type.Literal("http"),
  label: Type.String({ minLength: 1 }),
  url: Type.String({ format: "uri" }),
  method: text(),
  headers: Type.Optional(Type.Record(Type.String(), Type.String())),
  body: text(),
  clear: Type.Optional(Type.Boolean()),
});

const Publication = closed({
  topic: Type.String({ pattern: "^[-_A-Za-z0-9]{1,64}$" }),
  message: text(),
  title: text(),
  tags: Type.Optional(Type.Array(Type.String())),
  priority: Type.Optional(Type.Integer({ minimum: 1, maximum: 5 })),
  click: text(),
  sequence_id: Type.Optional(Type.String({ pattern: "^[-_A-Za-z0-9]{1,64}$" })),
  actions: Type.Optional(Type.Array(HttpAction, { maxItems: 3 })),
});

const AppriseNotification = closed({
  body: Type.String({ minLength: 1 }),
  title: text(),
  type: Type.Optional(Type.Union(["info", "success", "warning", "failure"].map((each) => Type.Literal(each)))),
  tag: text(),
  format: Type.Optional(Type.Union(["text", "markdown", "html"].map((each) => Type.Literal(each)))),
});

/** Answers 400 to anything that is not as documented, and otherwise `status`. */
function fake(path: string, schema: TSchema) {
  const service = {
    status: 200,
    headers: {} as Record<string, string>,
    seen: [] as any[],
    tokens: [] as (string | null)[],
  };
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const body: any = await request.json();
      service.seen.push(body);
      service.tokens.push(request.headers.get("authorization"));
      const { pathname } = new URL(request.url);
      const isDocumented = request.method === "POST" && pathname === path && Value.Check(schema, body);
      const status = isDocumented ? service.status : 400;
      return new Response(status === 204 ? null : "secret details", { status, headers: service.headers });
    },
  });
  afterAllTests(() => void server.stop(true));
  return Object.assign(service, { origin: `http://127.0.0.1:${server.port}` });
}

function waysTo(env: Record<string, string>) {
  const clock = new TestClock(start);
  const { config } = testDeps({ BASE_URL: "https://home.family.org", ...env });
  return createChannels({ db: openInMemory(), config, clock: () => clock.now, timers: systemTimers });
}

describe("ntfy", () => {
  const server = fake("/", Publication);
  const channels = waysTo({ NTFY_URLS: server.origin });
  const channel = { server: server.origin, topic: createTopic(), token: null };
  const send = (sent = message(), more: object = {}) =>
    channels.adapters.ntfy.send({ ...channel, ...more }, sent, never);

  test("An ntfy server gets the notice with a link, buttons and an id that repeated notices share", async () => {
    server.status = 200;
    const sent = message();
    expect(await send(sent)).toEqual({ kind: "ok", status: 200 });
    expect(server.seen.at(-1)).toEqual({
      topic: channel.topic,
      title: "In 10 min: Piano",
      message: "16:00, Music school",
      priority: 4,
      tags: ["bell"],
      click: "https://home.family.org/calendar?event=1",
      sequence_id: sent.noticeId,
      actions: [
        {
          action: "http",
          label: "In 10 minutes",
          url: "https://home.family.org/n/a-token",
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: '{"action":"snooze"}',
          clear: true,
        },
      ],
    });
    expect(server.tokens.at(-1)).toBeNull();
  });

  test("An ntfy server gets the token that the member entered", async () => {
    expect((await send(message(), { token: "tk_1" })).kind).toBe("ok");
    expect(server.tokens.at(-1)).toBe("Bearer tk_1");
  });

  test("An ntfy server gets at most 4,096 bytes, and only the title if the notice has no text", async () => {
    await send(message({ body: "ü🎹".repeat(2_000) }));
    const { message: body } = server.seen.at(-1);
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(4_096);
    expect(body).toMatch(/^(ü🎹)+ü?…$/u);
    await send(message({ body: "", urgency: "low" }));
    expect(server.seen.at(-1)).toMatchObject({ message: "In 10 min: Piano", priority: 2 });
  });

  test.each([
    [401, "refused", "the ntfy server wants an access token for this topic"],
    [403, "refused", "the ntfy server wants an access token for this topic"],
    [400, "refused", "the service answered 400"],
    [413, "refused", "the message is too large for the service"],
    [429, "retry", "the service asks to wait"],
    [500, "retry", "the service answered 500"],
    [507, "retry", "the service answered 507"],
  ])("The answer %i of an ntfy server has the outcome %s", async (status, kind, reason) => {
    server.status = status;
    expect(await send()).toMatchObject({ kind, status, reason });
  });

  test("An ntfy server that the operator no longer allows gets no more notices", async () => {
    const count = server.seen.length;
    const without = waysTo({ NTFY_URLS: "off" });
    expect(await without.adapters.ntfy.send(channel, message(), never)).toMatchObject({
      kind: "refused",
      status: null,
    });
    expect(server.seen.length).toBe(count);
  });

  test("The topics for ntfy are random and well-formed", () => {
    const topics = new Set(Array.from({ length: 1_000 }, createTopic));
    expect(topics.size).toBe(1_000);
    expect([...topics].every((topic) => /^ingle-[A-Za-z0-9]{20}$/.test(topic))).toBe(true);
  });
});

describe("Apprise", () => {
  const server = fake("/apprise/notify/anna-key", AppriseNotification);
  const channels = waysTo({ APPRISE_URL: `${server.origin}/apprise/` });
  const send = (sent = message(), key = "anna-key") => channels.adapters.apprise.send({ key }, sent, never);

  test("The service Apprise gets the notice as text with a link", async () => {
    expect(await send()).toEqual({ kind: "ok", status: 200 });
    expect(server.seen.at(-1)).toEqual({
      title: "In 10 min: Piano",
      body: "16:00, Music school\nhttps://home.family.org/calendar?event=1",
      type: "info",
      format: "text",
    });
    expect(await send(message({ body: "" }))).toEqual({ kind: "ok", status: 200 });
  });

  test.each([
    [204, "refused", "Apprise has no configuration under this key"],
    [424, "refused", "a service behind Apprise refuses it"],
    [400, "refused", "the service answered 400"],
    [500, "retry", "the service answered 500"],
  ])("The answer %i of Apprise has the outcome %s", async (status, kind, reason) => {
    server.status = status;
    expect(await send()).toMatchObject({ kind, status, reason });
  });

  test("The service Apprise counts as unavailable if it is not set up", async () => {
    const without = waysTo({ APPRISE_URL: "" });
    expect(await without.adapters.apprise.send({ key: "a" }, message(), never)).toMatchObject({ kind: "down" });
    expect([without.available().apprise, channels.available().apprise]).toEqual([false, true]);
  });
});
