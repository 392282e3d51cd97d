/** Tests what the doctor says about jobs, queued reminders, and the network that they need. */
import { describe, expect, test } from "bun:test";
import { hour, minute } from "#lib/time.ts";
import { examineNetwork } from "#operations/backup/doctor-network.ts";
import { examineWork } from "#operations/backup/doctor-work.ts";
import { readConfig } from "#platform/config.ts";
import { markFailed, markOk, markRunning, scheduleJob } from "#platform/jobs/store.ts";
import { isPublicName } from "#platform/net/public-address.ts";
import { household, serverInProcess } from "../support/home/home.ts";
import { TestTimers } from "../support/home/timers.ts";
import { settled } from "../support/reminders/jobs.ts";
import { addChannel, addDelivery, setReminderClock } from "../support/reminders/notices.ts";

const https = { BASE_URL: "https://home.example.com" };

async function home() {
  const own = await household({ server: serverInProcess() });
  const examine = (check: string, env: Record<string, string> = https) =>
    examineWork(own.db, readConfig(env), own.clock.now).find((each) => each.check === check);
  const before = (ms: number) => new Date(own.clock.now.getTime() - ms);
  return { ...own, examine, before };
}

const backup = { kind: "backup", subjectId: "" };

describe("background jobs in the command “doctor”", () => {
  test("The command “doctor” shows when a background job last succeeded and when the next run is due", async () => {
    const { db, examine, before } = await home();
    expect(examine("job backup")).toBeUndefined();
    scheduleJob(db, backup, null, before(hour));
    expect(examine("job backup")?.says).toBe("never succeeded, next at 2026-11-27T08:00:00.000Z");
    markOk(db, backup, before(hour), before(-hour));
    const says = "last succeeded at 2026-11-27T08:00:00.000Z, next at 2026-11-27T10:00:00.000Z";
    expect(examine("job backup")).toEqual({ check: "job backup", level: "ok", says, todo: null });
    markRunning(db, backup, before(minute));
    expect(examine("job backup")?.says).toEndWith(", runs since 2026-11-27T08:59:00.000Z");
  });

  test("The command “doctor” reports a background job as wrong after the third failure in a row", async () => {
    const { db, examine, before } = await home();
    scheduleJob(db, backup, null, before(0));
    const fail = (failures: number) =>
      markFailed(db, backup, { failures, deaths: 0, error: "no room", nextAt: before(-minute) });
    fail(2);
    const says = "failed 2 times in a row (no room); never succeeded, next attempt at 2026-11-27T09:01:00.000Z";
    expect(examine("job backup")).toMatchObject({ level: "notice", says });
    fail(3);
    expect(examine("job backup")?.level).toBe("wrong");
  });

  test("The command “doctor” reports a background job that is on hold after several crashes", async () => {
    const { db, clock, examine, before } = await home();
    scheduleJob(db, backup, null, before(0));
    const error = "the process ended 3 times in a row while it ran";
    markFailed(db, backup, { failures: 3, deaths: 3, error, nextAt: before(-6 * hour) });
    const says = `is on hold until 2026-11-27T15:00:00.000Z: ${error}; never succeeded`;
    expect(examine("job backup")).toMatchObject({ level: "wrong", says });
    clock.advance(6 * hour);
    expect(examine("job backup")?.says).toStartWith("failed 3 times in a row");
  });

  test("The command “doctor” describes only the worst of several background jobs of the same kind", async () => {
    const { db, id, examine, before } = await home();
    for (const subjectId of ["a", "b", "c"]) scheduleJob(db, { kind: "feed", subjectId }, id, before(0));
    const failure = { failures: 1, deaths: 0, error: "404", nextAt: before(-minute) };
    markFailed(db, { kind: "feed", subjectId: "b" }, failure);
    expect(examine("job feed")?.says).toStartWith("3 jobs; the worst failed 1 time in a row (404)");
  });
});

describe("reminders in the command “doctor”", () => {
  test("The command “doctor” reports reminders that were processed up to a time in the future", async () => {
    const own = await home();
    expect(own.examine("reminders")).toMatchObject({ level: "ok", says: "none decided yet" });
    setReminderClock(own, own.before(minute));
    expect(own.examine("reminders")?.says).toBe("decided up to 2026-11-27T08:59:00.000Z or later");
    setReminderClock(own, own.before(-2 * minute));
    const says =
      "are decided up to 2026-11-27T09:02:00.000Z, but the clock of this machine shows 2026-11-27T09:00:00.000Z";
    expect(own.examine("reminders")).toMatchObject({ level: "notice", says });
  });

  test("The command “doctor” reports a reminder that has waited for more than an hour to be sent", async () => {
    const own = await home();
    const channelId = addChannel(own);
    expect(own.examine("deliveries")).toMatchObject({ level: "ok", says: "0 queued, none late" });
    addDelivery(own, { channelId, createdAt: own.before(-8 * hour) }); // Held by quiet hours.
    addDelivery(own, { channelId, createdAt: own.before(2 * hour), state: "sent" });
    expect(own.examine("deliveries")).toMatchObject({ level: "ok", says: "1 queued, none late" });
    addDelivery(own, { channelId, createdAt: own.before(hour - 1) });
    expect(own.examine("deliveries")).toMatchObject({
      level: "ok",
      says: "2 queued, the oldest since 2026-11-27T08:00:00.001Z",
    });
    own.clock.advance(1);
    expect(own.examine("deliveries")?.level).toBe("wrong");
    expect(own.examine("deliveries", { DELIVERY: "off" })?.level).toBe("ok");
  });

  test("The command “doctor” lists at most five notification channels that are turned off", async () => {
    const own = await home();
    addChannel(own);
    expect(own.examine("channels")).toMatchObject({ level: "ok", says: "none turned off" });
    addChannel(own, { kind: "mail", label: "a@b.example", offReason: "550 no such user" });
    expect(own.examine("channels")).toMatchObject({
      level: "notice",
      says: "1 channel turned off: Anna's “a@b.example” (mail: 550 no such user)",
    });
    for (let n = 0; n < 6; n++) addChannel(own, { label: `phone ${n}`, offReason: "gone" });
    expect(own.examine("channels")?.says).toMatch(/^7 channels turned off: .*“phone 3” \(ntfy: gone\), and 2 more$/);
  });
});

describe("push messages in the command “doctor”", () => {
  test.each([
    [{}, "notice", "BASE_URL is no https address"],
    [{ BASE_URL: "http://home.example.com" }, "notice", "BASE_URL is no https address"],
    [{ BASE_URL: "https://nas.local" }, "notice", "Apple refuses push messages, because nas.local is no public name"],
    [{ BASE_URL: "https://192.168.1.5" }, "notice", "Apple refuses push messages"],
    [{ BASE_URL: "https://nas.local", PUSH_CONTACT: "mailto:anna@example.org" }, "ok", "contact mailto:"],
    [{ BASE_URL: "https://home.example.com" }, "ok", "contact https://home.example.com"],
  ])("The command “doctor” with the settings %j reports push messages as %s: %s", async (env, level, says) => {
    const { examine } = await home();
    expect(examine("push", env)).toMatchObject({ level, says: expect.stringContaining(says) });
  });

  test("The command “doctor” says nothing about push messages if the setting DELIVERY is off", async () => {
    const { examine } = await home();
    expect(examine("push", { DELIVERY: "off" })).toBeUndefined();
  });
});

test.each([
  ["home.example.com", true],
  ["home.tailnet.ts.net", true],
  ["nas", false],
  ["localhost", false],
  ["nas.local", false],
  ["NAS.LAN", false],
  ["nas.fritz.home.arpa", false],
  ["192.168.1.5", false],
  ["203.0.113.9", false],
  ["2001:db8::1", false],
])("The host name %s counts as public: %p", (name, isPublic) => {
  expect(isPublicName(name)).toBe(isPublic);
});

describe("doctor --network", () => {
  const config = readConfig({ SMTP_URL: "smtps://user:password@mail.example" });
  const lookUp = async () => [{ address: "192.0.2.1" }];

  test("The command “doctor --network” tries the mail server and looks up the push services", async () => {
    const timers = new TestTimers();
    const findings = await examineNetwork(config, { verifyMail: async () => null, lookUp, timers });
    expect(findings.map(({ check, level }) => [check, level])).toEqual([
      ["mail server", "ok"],
      ["push services", "ok"],
    ]);
    expect(timers.size).toBe(0);
    const without = await examineNetwork(readConfig({}), { verifyMail: async () => null, lookUp, timers });
    expect(without.map(({ check }) => check)).toEqual(["push services"]);
  });

  test("The command “doctor --network” reports what the mail server or DNS refuses, and says what to do", async () => {
    const findings = await examineNetwork(config, {
      verifyMail: async () => "535 wrong password",
      lookUp: (name) => (name.includes("apple") ? Promise.reject(new Error("ENOTFOUND")) : lookUp()),
      timers: new TestTimers(),
    });
    expect(findings).toEqual([
      { check: "mail server", level: "wrong", says: "535 wrong password", todo: "Check SMTP_URL and MAIL_FROM." },
      {
        check: "push services",
        level: "wrong",
        says: "no address for web.push.apple.com (ENOTFOUND)",
        todo: expect.stringContaining("DNS"),
      },
    ]);
  });

  test("The command “doctor --network” waits at most 10 seconds for an answer", async () => {
    const timers = new TestTimers();
    const never = () => new Promise<never>(() => {});
    const findings = examineNetwork(config, { verifyMail: never, lookUp: never, timers });
    await settled();
    timers.advance(10_000);
    expect((await findings).map(({ says }) => says)).toEqual([
      "no answer in 10 s",
      expect.stringContaining("fcm.googleapis.com (no answer in 10 s)"),
    ]);
  });
});
