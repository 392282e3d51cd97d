/** Agents learn who gets a reminder, and how. The time is Friday 27 November 2026, 10:00 in Berlin. */
import { beforeEach, describe, expect, test } from "bun:test";
import { setPassword } from "#accounts/sign-in/store.ts";
import { reminderSentences, reminderText } from "#agents/mcp/output/reminders.ts";
import { addChannel } from "#notifications/channels/store.ts";
import { transact } from "#platform/db/client.ts";
import { serverInProcess } from "../../support/home/home.ts";
import { mcpHome } from "../../support/mcp/mcp.ts";

const at = "/v1/households/me/reminders";

let home: Awaited<ReturnType<typeof mcpHome>>;

beforeEach(async () => {
  home = await mcpHome({ server: serverInProcess() });
});

function letSignIn(...members: readonly { id: string }[]): void {
  for (const { id } of members) transact(home.db, () => setPassword(home.work(), id, "unusable"));
}

/** Adds a channel and returns its id. */
function add(member: { id: string }, kind: "ntfy" | "mail", isVerified = true): string {
  const shared = { id: Bun.randomUUIDv7(), label: "Sample", details: null, isVerified };
  const work = home.work();
  transact(home.db, () =>
    addChannel(
      work,
      member.id,
      kind === "ntfy"
        ? { ...shared, kind, config: { server: "http://127.0.0.1:9", topic: "ingle", token: null } }
        : { ...shared, kind, config: { address: "a@home.example", offToken: "x", code: null } },
    ),
  );
  return shared.id;
}

/** Sets up reminders: Anna by mail and ntfy, Ben only in the app, Mia not at all. */
function usual() {
  const { anna, ben } = home.members;
  letSignIn(anna, ben);
  return { mail: add(anna, "mail"), ntfy: add(anna, "ntfy") };
}

const setDefault = (defaultReminderMinutes: number | null) =>
  home.as(home.members.anna).patch("/app/household", { defaultReminderMinutes });

describe("GET /v1/households/me/reminders", () => {
  test("GET /reminders returns how a member gets reminders, and whose reminders an adult also gets", async () => {
    const { anna, ben, mia } = home.members;
    usual();
    const guest = home.add("Sitter", "guest");
    await setDefault(30);
    const { body } = await home.get(at);
    expect(body).toEqual({
      defaultReminderMinutes: 30,
      allDayReminder: { daysBefore: 0, time: "08:00" },
      isDelivering: true,
      recipients: [
        {
          memberId: anna.id,
          name: "Anna",
          ways: ["app", "mail", "ntfy"],
          also: [mia.id, guest.id],
          allDayAt: null,
          general: true,
        },
        { memberId: ben.id, name: "Ben", ways: ["app"], also: [mia.id, guest.id], allDayAt: null, general: true },
        { memberId: mia.id, name: "Mia", ways: [], also: [], allDayAt: null, general: true },
        { memberId: guest.id, name: "Sitter", ways: [], also: [], allDayAt: null, general: false },
      ],
    });
    expect(JSON.stringify(body)).not.toMatch(/home\.example|ingle|127\.0/);
    const { key } = home.createKey({ scopes: ["meals.read"] });
    expect((await home.get(at, { key })).body).toEqual(body);
  });

  test("GET /reminders leaves out channels that are not confirmed or are turned off for events", async () => {
    const { anna, ben, mia } = home.members;
    const { mail } = usual();
    add(ben, "mail", false);
    add(mia, "ntfy");
    const own = home.as(anna);
    await own.patch("/app/notifications", { kinds: { event: [mail] }, alsoFor: [], general: false });
    const { recipients } = (await home.get(at)).body;
    expect(recipients.map(({ ways, also, general }: any) => [ways, also, general])).toEqual([
      [["app", "mail"], [], false],
      [["app"], [], true],
      [["ntfy"], [], true],
    ]);
  });

  test("GET /reminders returns isDelivering: false if the server sends no notifications", async () => {
    const silent = await mcpHome({ server: serverInProcess({ DELIVERY: "off" }) });
    expect((await silent.get(at)).body.isDelivering).toBe(false);
  });
});

describe("the reminders that create_event names", () => {
  const create = async (more: object) => {
    const input = { title: "Dentist", starts: "2026-12-01T16:00", ...more };
    const { texts, data } = await home.use("create_event", input);
    expect(texts[0].split("\n").at(-1)).toBe(data.reminders);
    return data.reminders;
  };

  test.each([
    [
      { members: ["Anna", "Ben"], reminders: [30] },
      "Reminds Anna (mail, ntfy) and Ben (app only) on Tue 1 Dec, 15:30.",
    ],
    [{ members: ["Mia"], reminders: [60] }, "Reminds Anna and Ben (for Mia) on Tue 1 Dec, 15:00."],
    [
      { members: ["Anna", "Mia"], reminders: [10, 1_440] },
      "Reminds Anna (mail, ntfy); Anna and Ben (for Mia) on Mon 30 Nov, 16:00 and Tue 1 Dec, 15:50.",
    ],
    [{ reminders: [0] }, "Reminds Anna (mail, ntfy) and Ben (app only) on Tue 1 Dec, 16:00."],
    [{ members: ["Ben"] }, "Reminds Ben (app only) on Tue 1 Dec, 15:45."],
    [{ members: ["Ben"], reminders: [] }, "Nobody gets a reminder: this event has none."],
    [{ members: ["Ben"], starts: "2026-11-27T10:05", reminders: [10] }, "Nobody gets a reminder: its time has passed."],
    [
      { members: ["Ben"], starts: "2026-11-27T10:05", reminders: [10, 1] },
      "Reminds Ben (app only) on Fri 27 Nov, 10:04.",
    ],
    [{ members: ["Ben"], starts: "2026-11-27" }, "Nobody gets a reminder: its time has passed."],
    [{ members: ["Ben"], starts: "2026-12-01" }, "Reminds Ben (app only) on Tue 1 Dec, 08:00."],
    [{ members: ["Ben"], starts: "2026-12-01", reminders: [360] }, "Reminds Ben (app only) on Mon 30 Nov, 18:00."],
    [{ members: ["Ben"], starts: "2026-12-01", reminders: [1_800] }, "Reminds Ben (app only) on Sun 29 Nov, 18:00."],
  ])("The answer to create_event with %j says who gets the reminder and how", async (event, line) => {
    usual();
    await setDefault(15);
    expect(await create(event)).toBe(line);
  });

  test("The answer to create_event for an all-day event says when each member is reminded", async () => {
    usual();
    await setDefault(15);
    const { anna } = home.members;
    await home.as(anna).patch("/app/notifications", { allDayAt: { daysBefore: 1, time: "18:00" }, alsoFor: [] });
    expect(await create({ starts: "2026-12-01", members: ["Anna", "Ben", "Mia"] })).toBe(
      "Reminds Anna (mail, ntfy) on Mon 30 Nov, 18:00. Reminds Ben (app only); Ben (for Mia) on Tue 1 Dec, 08:00.",
    );
    // Of today's event, Anna's time has passed.
    await home.as(home.members.ben).patch("/app/notifications", { allDayAt: { daysBefore: 0, time: "23:00" } });
    expect(await create({ starts: "2026-11-27", members: ["Anna", "Ben"] })).toBe(
      "Reminds Ben (app only) on Fri 27 Nov, 23:00.",
    );
  });

  test("The answer to create_event mentions if nobody is reminded", async () => {
    usual();
    expect(await create({ members: ["Ben"] })).toBe("Nobody gets a reminder: the household has no default for events.");
    await setDefault(15);
    for (const who of [home.members.anna, home.members.ben])
      await home.as(who).patch("/app/notifications", { alsoFor: [] });
    expect(await create({ members: ["Mia"] })).toBe("Nobody gets a reminder: there is no way yet to reach Mia.");
    expect(await create({ members: ["Mia", "Ben"] })).toBe(
      "Reminds Ben (app only) on Tue 1 Dec, 15:45. Nobody is told for Mia.",
    );
  });

  test("The answer to create_event says “app only” for reminders if the server sends no notifications", async () => {
    home = await mcpHome({ server: serverInProcess({ DELIVERY: "off" }) });
    const reminders = [5];
    expect(await create({ reminders })).toBe("Nobody gets a reminder: there is no way yet to reach everybody.");
    usual();
    expect(await create({ members: ["Anna"], reminders })).toBe("Reminds Anna (app only) on Tue 1 Dec, 15:55.");
  });

  test("The answer to create_event has the reminders in one line, whatever members' names contain", async () => {
    const guest = home.add("Zoe (push)\n- “x” · id 1", "adult");
    letSignIn(guest);
    expect(await create({ members: [guest.id], reminders: [5] })).toBe(
      'Reminds Zoe (push) - "x" - id 1 (app only) on Tue 1 Dec, 15:55.',
    );
  });

  test("The answer to create_event contains the reminders even for a key that may only write events", async () => {
    usual();
    const { key } = home.createKey({ scopes: ["calendar.write"] });
    const input = { title: "Dentist", starts: "2026-12-01T16:00", members: [home.members.ben.id], reminders: [5] };
    const { data } = await home.use("create_event", input, { key });
    expect(data.reminders).toBe("Reminds Ben (app only) on Tue 1 Dec, 15:55.");
  });
});

test("The answer to create_events names the people of equal reminders only once", async () => {
  usual();
  await setDefault(15);
  const on = (day: number, members: string[]) => ({ title: `On ${day}`, starts: `2026-12-0${day}T09:00`, members });
  const same = await home.use("create_events", { events: [on(1, ["Ben"]), on(2, ["Ben"])] });
  expect(same.data.reminders).toBe(
    "- Reminds Ben (app only): events[0] on Tue 1 Dec, 08:45; events[1] on Wed 2 Dec, 08:45.",
  );
  expect(same.texts[0].split("\n").at(-1)).toBe(same.data.reminders);
  const events = [on(3, ["Ben"]), on(4, ["Anna"]), on(5, ["Ben"])];
  const { data } = await home.use("create_events", { events, dryRun: true });
  expect(data.reminders.split("\n")).toEqual([
    "- Reminds Ben (app only): events[0] on Thu 3 Dec, 08:45; events[2] on Sat 5 Dec, 08:45.",
    "- Reminds Anna (mail, ntfy): events[1] on Fri 4 Dec, 08:45.",
  ]);
});

describe("the reminders that get_today names", () => {
  const line = async () => {
    const { texts, data } = await home.use("get_today");
    expect(texts[0].split("\n")).toContain(data.reminders);
    return data.reminders;
  };

  test("The answer of get_today says how reminders reach each member, and who is reminded for a child", async () => {
    usual();
    expect(await line()).toBe("Reminders reach Anna by mail and ntfy; Ben only in the app; Mia’s go to Anna and Ben.");
    for (const who of [home.members.anna, home.members.ben])
      await home.as(who).patch("/app/notifications", { alsoFor: [] });
    expect(await line()).toBe("Reminders reach Anna by mail and ntfy; Ben only in the app; nobody is told for Mia.");
  });

  test("The answer of get_today mentions if reminders reach nobody", async () => {
    expect(await line()).toBe("Reminders reach nobody yet: nobody can sign in or has a channel.");
  });
});

test("The reminder of a series is not reported as passed when only the first date of the series is over", () => {
  const event = {
    ...{ allDay: false, startsAt: "2026-11-20T09:00:00.000Z", recurrenceRule: "FREQ=WEEKLY", memberIds: ["a"] },
    ...{ isGeneral: false, reminderMinutes: 5, reminderMinutesList: [5] },
  };
  const settings = {
    ...{ defaultReminderMinutes: null, allDayReminder: null, isDelivering: true },
    recipients: [{ memberId: "a", name: "Anna", ways: ["push" as const], also: [], allDayAt: null, general: true }],
  };
  const now = { timeZone: "Europe/Berlin", now: Date.parse("2026-11-27T09:00:00Z") };
  const text = (each: typeof event) => reminderText(reminderSentences(each, settings, now));
  expect(text(event)).toBe("Reminds Anna (push) 5 min before each time.");
  expect(text({ ...event, startsAt: "2026-12-01T09:00:00.000Z" })).toBe(
    "Reminds Anna (push) 5 min before each time, first on Tue 1 Dec, 09:55.",
  );
  expect(reminderText(reminderSentences({ ...event, recurrenceRule: null }, settings, now))).toContain(
    "its time has passed",
  );
});
