/** Channels: the ways to reach a member. Only that member sees and changes them. */
import { beforeEach, describe, expect, test } from "bun:test";
import { channel } from "#platform/db/tables.ts";
import { type Home, household, refusal, serverInProcess } from "../support/home/home.ts";
import { channelPath, knownCode } from "../support/operations/sample-records.ts";
import { subscription } from "../support/reminders/push-service.ts";

const at = "/app/notifications";
let home: Home;
let anna: ReturnType<Home["as"]>;

beforeEach(async () => {
  home = await household();
  anna = home.as(home.members.anna);
});

const put = (who: ReturnType<Home["as"]>, body: object, headers = {}) =>
  who.call("PUT", `${at}/push`, { body, headers });
const rowsOf = (memberId: string) =>
  home.db
    .select()
    .from(channel)
    .all()
    .filter((row) => row.memberId === memberId);

describe("a browser's push subscription", () => {
  test("A push subscription becomes a channel with the browser's name, and shows no secrets", async () => {
    const body = subscription();
    const agent = "Mozilla/5.0 (Android 14; Mobile; rv:141.0) Gecko/141.0 Firefox/141.0";
    const { status, body: answer } = await put(anna, body, { "User-Agent": agent });
    expect(status).toBe(200);
    expect(answer).toEqual({
      id: answer.id,
      kind: "push",
      label: "Firefox, Android",
      address: "push.example.org",
      details: null,
      state: "on",
      reason: null,
      lastSentAt: null,
      createdAt: answer.createdAt,
      isThisDevice: true,
      subscribeUrl: null,
    });
    expect(JSON.stringify(answer)).not.toContain(body.endpoint.slice(-20));
    const [row] = rowsOf(home.members.anna.id);
    expect(JSON.parse(row?.config ?? "")).toEqual({
      ...body,
      serverKey: expect.stringMatching(/^[\w-]{87}$/),
      origin: home.server.origin,
    });
  });

  test("A push subscription that is sent again turns the channel on only if the keys are new", async () => {
    const body = subscription();
    const first = (await put(anna, { ...body, label: "Phone" })).body;
    await anna.patch(`${at}/channels/${first.id}`, { isOn: false });
    expect((await put(anna, body)).body).toMatchObject({ id: first.id, label: "Phone", state: "off" });
    const { keys } = subscription();
    expect((await put(anna, { ...body, keys })).body).toMatchObject({ id: first.id, label: "Phone", state: "on" });
    expect(rowsOf(home.members.anna.id).length).toBe(1);
  });

  test("A browser's push subscription belongs to the last member who subscribed, even across households", async () => {
    const body = subscription();
    await put(anna, body);
    await put(home.as(home.members.ben), body);
    expect([home.members.anna, home.members.ben].map(({ id }) => rowsOf(id).length)).toEqual([0, 1]);
    const other = await home.neighbour();
    await put(other.as(other.members.anna), body);
    expect([rowsOf(home.members.ben.id).length, rowsOf(other.members.anna.id).length]).toEqual([0, 1]);
  });

  test("A push subscription beyond ten channels replaces the push channel that was unused for longest", async () => {
    const ids: string[] = [];
    for (let index = 0; index < 10; index++) ids.push((await put(anna, subscription())).body.id);
    const [, used = ""] = ids;
    const change = (id: string, at: string) =>
      home.db.$client.run("UPDATE channel SET created_at = ?, ok_at = ? WHERE id = ?", [at, at, id]);
    for (const id of ids) change(id, "2026-06-01T00:00:00.000Z");
    change(used, "2026-01-01T00:00:00.000Z");
    const eleventh = (await put(anna, subscription())).body.id;
    expect(
      rowsOf(home.members.anna.id)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([...ids.filter((id) => id !== used), eleventh].sort());
  });

  test("A push subscription is refused if the member already has ten channels of other kinds", async () => {
    for (let index = 0; index < 10; index++) channelPath(home);
    const limit = refusal(422, "At most 10 channels");
    expect((await put(anna, subscription())).body).toEqual(limit);
    expect((await anna.post(`${at}/channels`, { kind: "ntfy" })).body).toEqual(limit);
  });

  test.each([
    "http://push.example.org/1",
    "https://push.example.org:8443/1",
    "https://127.0.0.1/1",
    "https://[::1]/1",
    "https://192.168.1.1/1",
    "https://169.254.169.254/1",
    "https://a:b@push.example.org/1",
    "push",
  ])("A push subscription must have the address of a push service, not %s", async (endpoint) => {
    expect((await put(anna, subscription(endpoint))).body).toEqual(
      refusal(422, "endpoint: must be an https address of a push service"),
    );
  });

  test.each([
    { p256dh: "AAAA", auth: "AAAA" },
    { p256dh: `B${"A".repeat(86)}`, auth: "AAAAAAAAAAAAAAAAAAAAAA" },
    { p256dh: "%", auth: "%" },
  ])("A push subscription with keys that cannot come from a browser is refused: %j", async (keys) => {
    const answer = await put(anna, { ...subscription(), keys });
    expect(answer.body).toEqual(refusal(422, "keys: must be those of the browser's subscription"));
    // A library that failed could leave its error to the next use of cryptography.
    expect(new Bun.CryptoHasher("sha256", "secret").update("text").digest("hex")).toHaveLength(64);
  });
});

describe("channels for ntfy, Apprise and mail", () => {
  test("An ntfy channel gets a topic that nobody can guess, and returns the address to subscribe to", async () => {
    const { body } = await anna.post(`${at}/channels`, { kind: "ntfy", token: "tk_secret", details: "full" });
    expect(body).toMatchObject({ kind: "ntfy", address: "127.0.0.1:9", state: "on", details: "full" });
    expect(body.subscribeUrl).toMatch(/^http:\/\/127\.0\.0\.1:9\/ingle-[A-Za-z0-9]{20}$/);
    expect(JSON.stringify(body)).not.toContain("tk_secret");
    const other = (await anna.post(`${at}/channels`, { kind: "ntfy" })).body;
    expect(other.subscribeUrl).not.toBe(body.subscribeUrl);
  });

  test.each([
    [
      { kind: "ntfy", server: "https://ntfy.evil.example" },
      422,
      "server: is not one that the operator allows (NTFY_URLS)",
    ],
    [{ kind: "apprise" }, 400, "key: is required"],
    [{ kind: "mail" }, 400, "address: is required"],
    [{ kind: "ntfy", key: "anna" }, 400, "key: does not belong to ntfy"],
    [{ kind: "apprise", key: "a/../b" }, 400, "key: must be text"],
  ])("A new notification channel is refused with %j", async (body, status, text) => {
    const answer = await anna.post(`${at}/channels`, body);
    expect(answer.body).toEqual(refusal(status, text));
  });

  test("The key of an Apprise channel is never returned", async () => {
    const { body } = await anna.post(`${at}/channels`, { kind: "apprise", key: "anna-key" });
    expect(body).toMatchObject({ kind: "apprise", label: "Apprise", address: "Apprise", state: "on" });
    expect(JSON.stringify(body)).not.toContain("anna-key");
  });

  test("A mail address is not saved if the confirmation code could not be sent", async () => {
    const answer = await anna.post(`${at}/channels`, { kind: "mail", address: "anna@home.example" });
    expect([answer.status, answer.body.error]).toEqual([
      502,
      "The mail was not sent: the service could not be reached",
    ]);
    expect(rowsOf(home.members.anna.id)).toEqual([]);
  });
});

describe("a notification channel", () => {
  test("A notification channel can be renamed, set to send less detail, and turned off and on", async () => {
    const path = channelPath(home);
    expect((await anna.patch(path, { label: "Kitchen", details: "none" })).body).toMatchObject({
      label: "Kitchen",
      details: "none",
      state: "on",
    });
    expect((await anna.patch(path, { isOn: false })).body).toMatchObject({
      state: "off",
      reason: "turned off in Inglenook",
    });
    expect((await anna.patch(path, { isOn: true, details: null })).body).toMatchObject({
      label: "Kitchen",
      details: null,
      state: "on",
      reason: null,
    });
    expect((await anna.delete(path)).body.deleted).toBe(true);
    expect((await anna.delete(path)).body).toEqual(refusal(404, "Channel not found"));
  });

  test.each(["", "/test", "/code", "/verify"])(
    "Another member's notification channel gives the same error as an unknown channel: %s",
    async (end) => {
      const path = channelPath(home, "mail") + end;
      const ben = home.as(home.members.ben);
      const body = end === "/verify" ? { code: knownCode } : end === "" ? { isOn: false } : undefined;
      const answer = end === "" ? await ben.patch(path, body) : await ben.post(path, body);
      expect(answer.body).toEqual(refusal(404, "Channel not found"));
    },
  );

  test("A change of a notification channel raises no revision and makes no activity entry", async () => {
    const revision = () => home.db.$client.query("SELECT revision FROM household WHERE id = ?").get(home.id);
    const before = [revision(), home.entries().length];
    await put(anna, subscription());
    const path = channelPath(home);
    await anna.patch(path, { isOn: false });
    await anna.delete(path);
    expect([revision(), home.entries().length]).toEqual(before);
  });

  test("Removing a member deletes all the member's channels; removing the sign-in deletes push channels", async () => {
    const { ben } = home.members;
    const asBen = home.as(ben);
    await put(asBen, subscription());
    await asBen.post(`${at}/channels`, { kind: "ntfy" });
    expect((await anna.delete(`/app/members/${ben.id}/sign-in`)).status).toBe(200);
    expect(rowsOf(ben.id).map(({ kind }) => kind)).toEqual(["ntfy"]);
    expect((await anna.delete(`/app/members/${ben.id}`)).status).toBe(200);
    expect(rowsOf(ben.id)).toEqual([]);
  });
});

describe("the confirmation code for a mail address", () => {
  test("A confirmation code for a mail address is deleted when the address is confirmed", async () => {
    const path = channelPath(home, "mail");
    const right = await anna.post(`${path}/verify`, { code: knownCode });
    expect(right.body).toMatchObject({ kind: "mail", address: "anna@home.example", state: "on" });
    expect(JSON.parse(rowsOf(home.members.anna.id)[0]?.config ?? "").code).toBeNull();
  });

  test("A confirmation code for a mail address is invalid after five wrong tries", async () => {
    const path = channelPath(home, "mail");
    for (const code of ["000000", "000001", "000002", "000003", "000004", knownCode]) {
      expect((await anna.post(`${path}/verify`, { code })).body).toEqual(refusal(422, "code: is not right"));
    }
    expect((await anna.patch(path, {})).body.state).toBe("unverified");
  });

  test("A confirmation code for a mail address is invalid after ten minutes", async () => {
    const path = channelPath(home, "mail");
    home.db.$client.run("UPDATE channel SET config = json_set(config, '$.code.expiresAt', ?)", [
      "2020-01-01T00:00:00.000Z",
    ]);
    expect((await anna.post(`${path}/verify`, { code: knownCode })).body).toEqual(refusal(422, "code: is not right"));
  });

  test("A confirmation code for a mail address is invalid after a new code is requested", async () => {
    const path = channelPath(home, "mail");
    expect((await anna.post(`${path}/code`, undefined)).body).toEqual({
      outcome: "retry",
      reason: "the service could not be reached",
    });
    expect((await anna.post(`${path}/verify`, { code: knownCode })).body).toEqual(refusal(422, "code: is not right"));
  });
});

describe("a test message", () => {
  test("A request for a test message returns the outcome, and is allowed five times in ten minutes", async () => {
    const path = channelPath(home);
    const unreachable = { outcome: "retry", reason: "the service could not be reached" };
    for (let count = 0; count < 5; count++)
      expect((await anna.post(`${path}/test`, undefined)).body).toEqual(unreachable);
    const sixth = await anna.post(`${path}/test`, undefined);
    expect([sixth.status, sixth.headers.get("Retry-After")]).toEqual([429, "120"]);
  });

  test("A test message to an unconfirmed address is not sent", async () => {
    const path = channelPath(home, "mail");
    expect((await anna.post(`${path}/test`, undefined)).body).toEqual({
      outcome: "refused",
      reason: "confirm the address with the code first",
    });
  });

  test("A request for a test message reports if the setting DELIVERY is off", async () => {
    const quiet = await household({ server: serverInProcess({ DELIVERY: "off" }) });
    const answer = await quiet.as(quiet.members.anna).post(`${channelPath(quiet)}/test`, undefined);
    expect(answer.body).toEqual({ outcome: "down", reason: "this server sends no reminders (DELIVERY=off)" });
  });
});
