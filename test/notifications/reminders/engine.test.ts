/** The engine over a real database: what it decides, once, whatever is restarted or changed. */
import { describe, expect, test } from "bun:test";
import { isNull } from "drizzle-orm";
import { Signal } from "#lib/signal.ts";
import { minute, second } from "#lib/time.ts";
import { ReminderEngine } from "#notifications/reminders/engine.ts";
import { closeDatabase } from "#platform/db/client.ts";
import { notice, reminderClock } from "#platform/db/tables.ts";
import { silentLog } from "#platform/http/log.ts";
import { type Home, household, serverInProcess } from "../../support/home/home.ts";
import { TestTimers } from "../../support/home/timers.ts";
import { startReminders, titlesOf } from "../../support/reminders/reminders.ts";

const piano = {
  title: "Piano",
  startsAt: "2026-11-27T16:00:00+01:00",
  endsAt: "2026-11-27T16:45:00+01:00",
  location: "Music school",
};

/** Adds an event by Anna. She would get notices about events that others add. */
const add = (home: Home, event: object) => home.as(home.members.anna).post("/v1/events", event);

describe("an event's reminder", () => {
  test("An event's reminder rings once for each member of the event, at the right minute", async () => {
    const { home, at, restart, noticed } = await startReminders();
    const { anna, ben } = home.members;
    await add(home, { ...piano, memberIds: [anna.id, ben.id], reminderMinutesList: [10, 60] });
    at("2026-11-27T13:59:59.999Z");
    expect(await titlesOf(home, anna)).toEqual([]);
    at("2026-11-27T14:00:00.000Z");
    expect(await titlesOf(home, anna)).toEqual(["Anna, Ben: Piano in 1 h"]);
    restart();
    at("2026-11-27T14:00:01.000Z");
    at("2026-11-27T14:50:00.000Z");
    expect(await titlesOf(home, anna)).toEqual(["Anna, Ben: Piano in 10 min", "Anna, Ben: Piano in 10 min"]);
    expect(await titlesOf(home, ben)).toEqual([
      "Anna, Ben: Piano in 10 min",
      "Anna, Ben: Piano in 10 min",
      "While Inglenook was off: Anna added you: Piano",
    ]);
    expect(noticed.map(({ memberIds }) => memberIds.toSorted())).toEqual([
      [ben.id],
      [anna.id, ben.id].sort(),
      [anna.id, ben.id].sort(),
    ]);
    const { body } = await home.as(anna).get("/app/notices?limit=1");
    expect(body).toMatchObject({ unread: 2, nextCursor: body.notices[0].id });
    expect(body.notices[0]).toMatchObject({
      kind: "event",
      body: "16:00, Music school",
      actions: ["snooze"],
      state: "open",
      dueAt: "2026-11-27T14:50:00.000Z",
    });
  });

  test("The reminder of an event rings once if the clock is set back, but rings again if the event moves", async () => {
    const { home, at } = await startReminders();
    const { anna } = home.members;
    const { body: event } = await add(home, { ...piano, memberIds: [anna.id], reminderMinutes: 10 });
    at("2026-11-27T14:50:00Z");
    at("2026-11-27T12:00:00Z");
    at("2026-11-27T14:51:00Z");
    expect(await titlesOf(home, anna)).toHaveLength(1);
    await home.as(anna).patch(`/v1/events/${event.id}`, {
      startsAt: "2026-11-27T17:00:00+01:00",
      endsAt: "2026-11-27T17:45:00+01:00",
    });
    at("2026-11-27T15:50:00Z");
    expect(await titlesOf(home, anna)).toHaveLength(2);
  });

  test("The reminder of an event that is added after the reminder's time does not ring", async () => {
    const { home, at } = await startReminders();
    const { anna } = home.members;
    at("2026-11-27T14:55:00Z");
    await add(home, { ...piano, memberIds: [anna.id], reminderMinutes: 10 });
    at("2026-11-27T15:01:00Z");
    expect(await titlesOf(home, anna)).toEqual([]);
  });

  test("The reminder of an event without members is for everybody except guests", async () => {
    const { home, at } = await startReminders();
    const guest = home.add("Sitter", "guest");
    await add(home, { ...piano, reminderMinutes: 10 });
    at("2026-11-27T14:50:00Z");
    expect(await titlesOf(home, home.members.ben)).toEqual(["In 10 min: Piano"]);
    expect(await titlesOf(home, guest)).toEqual([]);
  });

  test("The reminder of a child without a sign-in goes to the adults, with the child's name", async () => {
    const { home, at } = await startReminders();
    const { anna, mia } = home.members;
    await add(home, { ...piano, memberIds: [mia.id], reminderMinutes: 10 });
    at("2026-11-27T14:50:00Z");
    expect(await titlesOf(home, anna)).toEqual(["Mia: Piano in 10 min"]);
  });
});

test("The household's default reminder applies to events without their own reminders", async () => {
  const { home, at } = await startReminders();
  const { anna } = home.members;
  await home.as(anna).patch("/app/household", { defaultReminderMinutes: 30 });
  await add(home, { ...piano, memberIds: [anna.id] });
  const allDay = {
    title: "Waste paper",
    startsAt: "2026-11-28T00:00:00Z",
    endsAt: "2026-11-28T00:00:00Z",
    allDay: true,
  };
  await add(home, { ...allDay, memberIds: [anna.id] });
  await add(home, { ...piano, title: "Silent", memberIds: [anna.id], reminderMinutes: -1 });
  at("2026-11-27T14:30:00Z");
  expect(await titlesOf(home, anna)).toEqual(["In 30 min: Piano"]);
  await home.as(anna).patch("/app/notifications", { summaryAt: null });
  at("2026-11-28T07:00:00Z");
  expect((await titlesOf(home, anna))[0]).toBe("Today: Waste paper");
});

describe("the time while the server was off", () => {
  test("Reminders missed while the server was off become one notice, with past events under “Missed”", async () => {
    const { home, at, stop, restart } = await startReminders();
    const { anna } = home.members;
    await home.as(anna).patch("/app/notifications", { summaryAt: null });
    await add(home, { ...piano, memberIds: [anna.id], reminderMinutes: 10 });
    const evening = { title: "Choir", startsAt: "2026-11-27T20:00:00+01:00", endsAt: "2026-11-27T21:00:00+01:00" };
    await add(home, { ...evening, memberIds: [anna.id], reminderMinutes: 240 });
    stop();
    home.clock.now = new Date("2026-11-27T17:00:00Z");
    restart();
    at("2026-11-27T17:00:01Z");
    const { body } = await home.as(anna).get("/app/notices");
    expect(body.notices).toHaveLength(1);
    expect(body.notices[0]).toMatchObject({
      kind: "catch_up",
      title: "While Inglenook was off: 2 reminders",
      body: "In 2 h: Choir\nMissed:\nWas at 16:00: Piano",
    });
    restart();
    at("2026-11-27T17:01:00Z");
    expect(await titlesOf(home, anna)).toHaveLength(1);
  });

  test("A reminder that is more than a day late is not sent any more", async () => {
    const { home, at, stop, restart } = await startReminders();
    await home.as(home.members.anna).patch("/app/notifications", { summaryAt: null });
    await add(home, { ...piano, memberIds: [home.members.anna.id], reminderMinutes: 10 });
    stop();
    home.clock.now = new Date("2026-11-28T15:00:00Z");
    restart();
    at("2026-11-28T15:00:01Z");
    expect(await titlesOf(home, home.members.anna)).toEqual([]);
  });
});

describe("the database of reminders", () => {
  test("The search for reminders does not write to the database while no reminder is due", async () => {
    const { home, at, server } = await startReminders();
    await add(home, { ...piano, memberIds: [home.members.anna.id], reminderMinutes: 10 });
    at("2026-11-27T09:01:00Z");
    const changes = () => server.db.$client.query("SELECT total_changes() AS n").get() as { n: number };
    const before = changes();
    for (let minute = 2; minute < 60; minute++) at(`2026-11-27T09:${String(minute).padStart(2, "0")}:00Z`);
    expect(changes()).toEqual(before);
  });

  test("The creation of notices does not change the household's revision or the activity feed", async () => {
    const { home, at } = await startReminders();
    await add(home, { ...piano, memberIds: [home.members.anna.id], reminderMinutes: 10 });
    const tag = (await home.get("/v1/tasks")).headers.get("etag");
    const { length } = home.entries();
    at("2026-11-27T14:50:00Z");
    expect(await titlesOf(home, home.members.anna)).toHaveLength(1);
    expect((await home.get("/v1/tasks")).headers.get("etag")).toBe(tag);
    expect(home.entries()).toHaveLength(length);
  });

  test("A stop of the server stores the time up to which the server has looked for reminders", async () => {
    const { at, stop, server } = await startReminders();
    at("2026-11-27T11:00:00Z");
    stop();
    expect(server.db.select().from(reminderClock).get()?.settledTo).toBe("2026-11-27T11:00:00.000Z");
  });

  test("The database has one row for each reminder and member, even after restarts", async () => {
    const { home, at, server, restart } = await startReminders();
    await add(home, { ...piano, reminderMinutesList: [10, 20] });
    for (const minute of [39, 40, 41, 49, 50, 51]) {
      at(`2026-11-27T14:${minute}:00Z`);
      restart();
    }
    const rows = server.db.select().from(notice).where(isNull(notice.digestId)).all();
    expect(rows).toHaveLength(6);
  });
});

/** An engine over a household, whose reads of that household are counted. */
async function counted() {
  const server = serverInProcess();
  const { id } = await household({ server });
  const timers = new TestTimers();
  const lines: string[] = [];
  let reads = 0;
  const engine = new ReminderEngine({
    db: server.db,
    clock: () => server.clock.now,
    timers,
    log: { ...silentLog, error: (line) => lines.push(line) },
    channelsOf: () => {
      reads++;
      return [];
    },
    noticed: new Signal(),
    onDecided: () => {},
  });
  engine.start();
  const pass = async (milliseconds: number) => {
    server.clock.advance(milliseconds);
    timers.advance(milliseconds);
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  const readsDuring = async (run: () => Promise<void>) => {
    const before = reads;
    await run();
    return reads - before;
  };
  return { server, id, timers, lines, engine, pass, readsDuring };
}

describe("the reminders of a household that changes", () => {
  test("A household that changes is checked for due reminders at once, and then at most once in 250 ms", async () => {
    const { engine, id, pass, readsDuring } = await counted();
    const change = async () => {
      engine.noteChange(id, "now");
      await pass(0);
    };
    expect(await readsDuring(change)).toBe(1);
    const many = async () => {
      for (let count = 0; count < 10; count++) await change();
      await pass(249);
    };
    expect(await readsDuring(many)).toBe(0);
    expect(await readsDuring(() => pass(1))).toBe(1);
    expect(await readsDuring(() => pass(250))).toBe(0);
    expect(await readsDuring(change)).toBe(1);
  });

  test("A household is checked for reminders within 75 s of a change that is not urgent", async () => {
    const { engine, id, pass, readsDuring } = await counted();
    const change = async () => {
      engine.noteChange(id, "later");
      engine.noteChange(id, "never");
      await pass(0);
    };
    const many = async () => {
      for (let count = 0; count < 45; count++) {
        await change();
        await pass(second);
      }
    };
    expect(await readsDuring(many)).toBe(0);
    expect(await readsDuring(() => pass(15 * second))).toBe(1);
    const never = async () => {
      engine.noteChange(id, "never");
      await pass(15 * second);
      await pass(minute);
    };
    expect(await readsDuring(never)).toBe(0);
  });

  test("A household that changed just before the server stopped is checked for reminders at the next start", async () => {
    const { engine, id, server, pass } = await counted();
    engine.noteChange(id, "now");
    await pass(0);
    const stored = () => server.db.select().from(reminderClock).get()?.settledTo;
    const before = stored();
    await pass(100);
    engine.noteChange(id, "now");
    engine.stop();
    expect(stored()).toBe(before);
  });
});

test("A stopped reminder engine does not use the closed database", async () => {
  const { server, id, timers, lines, engine, pass } = await counted();
  engine.noteChange(id, "now");
  timers.advance(second);
  engine.stop();
  closeDatabase(server.db);
  await pass(second);
  expect(lines).toEqual([]);
});
