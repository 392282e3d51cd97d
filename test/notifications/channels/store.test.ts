/** Tests what the sender records about a channel, and when that turns it off or deletes it. */
import { beforeEach, describe, expect, test } from "bun:test";
import {
  addChannel,
  deleteGoneChannel,
  findChannel,
  listChannels,
  listOpenChannels,
  putPush,
  recordFailure,
  recordRefusal,
  recordSuccess,
  turnOffByMail,
  updateChannel,
} from "#notifications/channels/store.ts";
import { createUnsubscribeToken, readUnsubscribeToken } from "#notifications/channels/unsubscribe.ts";
import { changeCount } from "#platform/db/change-counter.ts";
import { type Home, household, refusal, serverInProcess } from "../../support/home/home.ts";
import { browser, pushConfig } from "../../support/reminders/push-service.ts";

let home: Home;
const anna = () => home.members.anna.id;

beforeEach(async () => {
  home = await household({ server: serverInProcess() });
});

function push(): string {
  const config = pushConfig("https://push.example.org", browser(), "key");
  return putPush(home.work(), anna(), { config, label: "Phone", isLabelGiven: true }).id;
}

function mail(): string {
  const config = { address: "anna@home.example", offToken: "x", code: null };
  return addChannel(home.work(), anna(), { kind: "mail", label: "Mail", config, details: null, isVerified: true }).id;
}

const refuse = (id: string, count: number) =>
  Array.from({ length: count }, () => recordRefusal(home.work(), id, "no")).at(-1);
const shown = (id: string) => listChannels(home.work(), anna()).find((each) => each.id === id);

describe("ten refused deliveries in a row", () => {
  test("A channel is turned off after ten refused deliveries in a row, and the last reason is stored", () => {
    const id = mail();
    expect(refuse(id, 9)).toBe("kept");
    expect(shown(id)).toMatchObject({ state: "failing", reason: null });
    expect(refuse(id, 1)).toBe("off");
    expect(shown(id)).toMatchObject({ state: "off", reason: "no" });
    expect(listOpenChannels(home.work())).toEqual([]);
    expect(findChannel(home.work(), id)?.isOpen).toBe(false);
  });

  test("The refused deliveries of a channel are counted from zero again after each success", () => {
    const id = push();
    refuse(id, 9);
    recordSuccess(home.work(), id);
    expect(shown(id)).toMatchObject({ state: "on", lastSentAt: home.clock.now.toISOString() });
    expect(refuse(id, 9)).toBe("kept");
    expect(refuse(id, 1)).toBe("off");
    updateChannel(home.work(), anna(), id, { isOn: true });
    expect(refuse(id, 9)).toBe("kept");
    expect(refuse(id, 1)).toBe("off");
    expect(refuse(id, 20)).toBe("kept"); // It once worked, so it stays.
  });
});

describe("twenty refused deliveries without a success", () => {
  test("A push channel that never worked is deleted after twenty refused deliveries", () => {
    const id = push();
    expect(refuse(id, 10)).toBe("off");
    updateChannel(home.work(), anna(), id, { isOn: true });
    expect(refuse(id, 9)).toBe("kept");
    expect(refuse(id, 1)).toBe("deleted");
    expect(refuse(id, 1)).toBe("deleted");
    expect(shown(id)).toBeUndefined();
  });

  test("A mail address that never worked is not deleted after twenty refused deliveries", () => {
    const id = mail();
    expect(refuse(id, 40)).toBe("kept");
    expect(shown(id)?.state).toBe("off");
  });
});

test("A temporary error of a channel is shown until the next success", () => {
  const id = push();
  recordFailure(home.work(), id);
  expect(shown(id)?.state).toBe("failing");
  recordSuccess(home.work(), id);
  expect(shown(id)?.state).toBe("on");
  deleteGoneChannel(home.work(), id);
  expect(shown(id)).toBeUndefined();
});

test("The usable channels of a household are its members' confirmed channels that are turned on", async () => {
  const [first, second] = [push(), mail()];
  const config = { address: "b@home.example", offToken: "x", code: null };
  addChannel(home.work(), anna(), { kind: "mail", label: "B", config, details: null, isVerified: false });
  const other = await home.neighbour();
  expect(listOpenChannels(home.work()).map(({ id, memberId, kind }) => [id, memberId, kind])).toEqual([
    [first, anna(), "push"],
    [second, anna(), "mail"],
  ]);
  expect(listOpenChannels(other.work())).toEqual([]);
  expect(findChannel(other.work(), first)).toBeNull();
});

describe("the link in a mail", () => {
  test("The link in a mail turns off notices to the mail's address by POST, but not by GET", async () => {
    const id = mail();
    const token = createUnsubscribeToken(home.db, { householdId: home.id, channelId: id });
    const path = `/app/mail/off/${token}`;
    const opened = await home.call("GET", path, { key: null });
    expect([opened.status, opened.headers.get("Location")]).toEqual([303, `/mail-off/${token}`]);
    expect(shown(id)?.state).toBe("on");
    const before = changeCount(home.db, home.id);
    // As mail programs send it (RFC 8058): a form, and no origin.
    const form = { "Content-Type": "application/x-www-form-urlencoded" };
    for (const raw of ["List-Unsubscribe=One-Click", ""]) {
      const { status, body } = await home.call("POST", path, { key: null, headers: form, raw });
      expect([status, body]).toEqual([200, { off: true }]);
    }
    expect(shown(id)).toMatchObject({ state: "off", reason: "turned off by the link in a mail" });
    expect(changeCount(home.db, home.id)).toBe(before);
  });

  test("The link in a mail can turn off only a mail address, and is refused if the link was altered", async () => {
    const id = push();
    const token = createUnsubscribeToken(home.db, { householdId: home.id, channelId: id });
    expect((await home.call("POST", `/app/mail/off/${token}`, { key: null })).status).toBe(200);
    expect(shown(id)?.state).toBe("on");
    const changed = [`${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`, `_${token.slice(1)}`, "x", "a.b"];
    for (const wrong of changed) {
      const { body } = await home.call("POST", `/app/mail/off/${wrong}`, { key: null });
      expect(body).toEqual(refusal(403, "Link is not valid"));
    }
    expect(readUnsubscribeToken(home.db, token)).toEqual({ householdId: home.id, channelId: id });
    turnOffByMail(home.work(), id);
    expect(shown(id)?.state).toBe("on");
  });

  test("The link in a mail can be used 30 times a minute from one IP address", async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 31; count++)
      statuses.push((await home.call("POST", "/app/mail/off/x", { key: null })).status);
    expect([statuses.at(29), statuses.at(30)]).toEqual([403, 429]);
  });
});
