/** Reminders on their way out: real engine, sender and channels, loopback services, and the test's clock. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { minute, second } from "#lib/time.ts";
import { delivery, notice } from "#platform/db/tables.ts";
import type { Home } from "../../support/home/home.ts";
import { type RunningDelivery, startDelivery } from "../../support/reminders/delivering.ts";

setDefaultTimeout(60_000); // Answers come from real sockets.

/** Half an hour after the start of the test. */
const piano = { title: "Piano", startsAt: "2026-11-27T10:30:00+01:00", endsAt: "2026-11-27T11:15:00+01:00" };
const tenBefore = "2026-11-27T09:20:00.000Z";

const add = (home: Home, change: object = {}, member = home.members.anna) =>
  home.as(member).post("/v1/events", { ...piano, memberIds: [member.id], reminderMinutesList: [10], ...change });

const arrivalTimes = ({ sinks, server }: RunningDelivery, answer: number | (() => number)) => {
  const times: number[] = [];
  sinks.answer(() => {
    times.push(server.clock.now.getTime());
    return typeof answer === "number" ? answer : answer();
  });
  return times;
};

describe("a delivery", () => {
  test("A delivery is sent once when the reminder is due, and is marked as sent", async () => {
    const place = await startDelivery();
    place.connect(place.home, place.home.members.anna);
    await add(place.home);
    const times = arrivalTimes(place, 200);
    await place.until("2026-11-27T10:00:00Z");
    expect(place.titles()).toEqual(["In 10 min: Piano"]);
    expect(times[0]! - Date.parse(tenBefore)).toBeLessThan(100);
    expect(place.rows()).toMatchObject([{ state: "sent", attempts: 1, maybeSent: 0 }]);
  });

  test("A delivery is tried again after 5 s, 30 s, 2 min, 10 min and 30 min, until the event is over", async () => {
    const place = await startDelivery();
    place.connect(place.home, place.home.members.anna);
    await add(place.home);
    const times = arrivalTimes(place, 500);
    await place.until("2026-11-27T12:30:00Z");
    const waits = times.slice(1).map((time, index) => time - times[index]!);
    for (const [index, expected] of [5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute].entries()) {
      expect(Math.abs(waits[index]! / expected - 1)).toBeLessThan(0.22);
    }
    expect(times.at(-1)!).toBeLessThan(Date.parse("2026-11-27T10:30:00Z"));
    expect(place.rows()).toMatchObject([{ state: "failed", status: 500, error: "the service answered 500" }]);
    const { body } = await place.home.as(place.home.members.anna).get("/app/notifications");
    expect(body.channels).toMatchObject([{ state: "failing" }]);
  });

  test("A delivery expires if it cannot be tried again before the end of the event", async () => {
    const place = await startDelivery();
    place.connect(place.home, place.home.members.anna);
    await add(place.home);
    const times = arrivalTimes(place, 500);
    await place.until("2026-11-27T09:20:20Z");
    await place.jump("2026-11-27T10:30:00Z");
    await place.pass(second);
    expect(times).toHaveLength(2);
    expect(place.rows()).toMatchObject([{ state: "expired" }]);
  });

  test("A delivery with an unreadable notice does not delay other deliveries", async () => {
    const place = await startDelivery();
    const neighbour = await place.home.neighbour();
    for (const home of [place.home, neighbour]) {
      place.connect(home, home.members.anna);
      await add(home, { title: `Piano ${home.id}` });
    }
    await place.until("2026-11-27T09:19:00Z");
    await place.stop();
    place.server.clock.now = new Date(tenBefore);
    place.sinks.answer(() => 500);
    place.start();
    await place.pass(second);
    place.server.db.update(notice).set({ facts: "{}" }).where(eq(notice.householdId, place.home.id)).run();
    place.sinks.answer(() => 200);
    await place.pass(10 * second);
    expect(place.titles().at(-1)).toBe(`In 10 min: Piano ${neighbour.id}`);
    expect(
      place
        .rows()
        .map(({ state, error }) => [state, error])
        .sort(),
    ).toEqual([
      ["queued", "the notice could not be read"],
      ["sent", null],
    ]);
  });
});

describe("a channel", () => {
  test("A channel that is refused ten times in a row is turned off, and the member gets a notice in the app", async () => {
    const place = await startDelivery();
    const { anna } = place.home.members;
    place.connect(place.home, anna);
    await add(place.home, { reminderMinutesList: [10, 11, 12, 13, 14, 15, 16, 17, 18] });
    await add(place.home, { title: "Choir", reminderMinutesList: [1, 2] });
    const times = arrivalTimes(place, 403);
    await place.until("2026-11-27T09:30:00Z");
    expect(times).toHaveLength(10);
    const { body } = await place.home.as(anna).get("/app/notifications");
    expect(body.channels).toMatchObject([
      { state: "off", reason: "the ntfy server wants an access token for this topic" },
    ]);
    const notices = (await place.home.as(anna).get("/app/notices")).body.notices;
    expect(notices.filter(({ kind }: { kind: string }) => kind === "system")).toHaveLength(1);
    expect(place.rows().map(({ state }) => state)).toEqual(Array(10).fill("failed"));
  });

  test("A channel that the push service no longer knows is deleted together with its queued deliveries", async () => {
    const place = await startDelivery();
    place.connect(place.home, place.home.members.anna, "push");
    await add(place.home);
    arrivalTimes(place, 410);
    await place.until("2026-11-27T09:21:00Z");
    const { body } = await place.home.as(place.home.members.anna).get("/app/notifications");
    expect(body.channels).toEqual([]);
    expect(place.rows()).toEqual([]);
  });

  test("A channel of an unavailable service waits 15 minutes, without delaying the household's other channels", async () => {
    const place = await startDelivery({ APPRISE_URL: "" });
    const { anna } = place.home.members;
    place.connect(place.home, anna, "apprise");
    place.connect(place.home, anna);
    await add(place.home, { reminderMinutesList: [9, 10] });
    let count = 0;
    const times = arrivalTimes(place, () => (++count === 1 ? 500 : 200));
    await place.until("2026-11-27T09:22:00Z");
    expect(times).toHaveLength(3);
    expect(times[1]! - times[0]!).toBeLessThan(7 * second);
    const waiting = place.rows().filter(({ target }) => target === "apprise");
    expect(waiting).toMatchObject([
      { state: "queued", attempts: 1 },
      { state: "queued", attempts: 0 },
    ]);
    await place.until("2026-11-27T09:36:00Z");
    expect(place.rows().find(({ id }) => id === waiting[0]!.id)).toMatchObject({ attempts: 2 });
  });

  test("A channel that does not answer delays no deliveries of other channels", async () => {
    const place = await startDelivery();
    const neighbour = await place.home.neighbour();
    place.connect(place.home, place.home.members.anna, "push");
    place.connect(place.home, place.home.members.anna);
    place.connect(neighbour, neighbour.members.anna);
    await add(place.home, { reminderMinutesList: [8, 9, 10] });
    await add(neighbour, { reminderMinutesList: [8, 9, 10] });
    const hanging = Promise.withResolvers<number>();
    place.sinks.answer(({ kind }) => (kind === "push" ? hanging.promise : 200));
    await place.until("2026-11-27T09:22:05Z");
    expect(place.titles()).toHaveLength(6);
    const pushed = place.rows().filter(({ target }) => target === place.sinks.origins.push);
    expect(pushed.map(({ error }) => error)).toContain("the service did not answer in time");
    expect(place.rows().filter(({ state }) => state === "sent")).toHaveLength(6);
    hanging.resolve(200);
    await place.pass(5 * minute);
    expect(place.rows().filter(({ state }) => state === "sent")).toHaveLength(9);
  });

  test("A channel with a long queue does not delay the household's other channels", async () => {
    const place = await startDelivery({ APPRISE_URL: "" });
    const { anna, ben } = place.home.members;
    place.connect(place.home, anna, "apprise");
    place.connect(place.home, ben);
    await place.stop();
    for (let index = 0; index < 50; index++) await add(place.home, { title: `Event ${index}` });
    await place.home.as(anna).patch("/app/notifications", { quiet: null });
    await add(place.home, {}, ben);
    place.start();
    await place.until("2026-11-27T09:20:10Z");
    expect(place.titles()).toEqual(["In 10 min: Piano"]);
  });
});

describe("a start of the server", () => {
  test("A reminder that is found to be due when the server starts is sent once", async () => {
    const place = await startDelivery();
    place.connect(place.home, place.home.members.anna);
    await add(place.home);
    await place.until("2026-11-27T09:19:00Z");
    await place.jump("2026-11-27T09:21:00Z");
    await place.pass(minute);
    expect(place.titles()).toEqual(["In 9 min: Piano"]);
    expect(place.rows()).toMatchObject([{ state: "sent", attempts: 1, maybeSent: 0 }]);
  });

  test("A start of the server repeats unfinished deliveries, and marks them as perhaps sent twice", async () => {
    const place = await startDelivery();
    place.connect(place.home, place.home.members.anna);
    await add(place.home);
    place.sinks.answer(() => new Promise(() => {}));
    await place.until("2026-11-27T09:20:01Z");
    await place.stop(3 * second);
    await place.pass(second);
    expect(place.rows()).toMatchObject([{ state: "sending", attempts: 1, maybeSent: 0 }]);
    place.sinks.answer(() => 200);
    place.start();
    await place.pass(second);
    expect(place.rows()).toMatchObject([{ state: "sent", attempts: 2, maybeSent: 1 }]);
    const ids = place.textsOf("ntfy").map((text) => JSON.parse(text).sequence_id);
    expect(ids).toEqual([ids[0], ids[0]]);
  });

  test("A start of the server with DELIVERY=off cancels queued and unfinished deliveries", async () => {
    const place = await startDelivery();
    place.connect(place.home, place.home.members.anna);
    await add(place.home, { reminderMinutesList: [9, 10] });
    place.sinks.answer(() => new Promise(() => {}));
    await place.until("2026-11-27T09:20:01Z");
    await place.stop();
    const [row] = place.rows();
    place.start({ DELIVERY: "off" });
    await place.until("2026-11-27T09:23:00Z");
    expect(row).toMatchObject({ state: "sending" });
    expect(place.rows()).toMatchObject([{ state: "cancelled", error: "DELIVERY=off" }]);
    expect(place.sinks.arrivals).toHaveLength(1);
    const { body } = await place.home.as(place.home.members.anna).get("/app/notices");
    expect(body.notices).toHaveLength(2);
  });
});

describe("outdated notices about records, which are not sent", () => {
  const changed = {
    moved: (home: Home, id: string) =>
      home.as(home.members.anna).patch(`/v1/events/${id}`, {
        startsAt: "2026-11-27T12:30:00+01:00",
        endsAt: "2026-11-27T13:15:00+01:00",
      }),
    deleted: (home: Home, id: string) => home.as(home.members.anna).delete(`/v1/events/${id}`),
  };

  test.each(Object.entries(changed))("A notice about an event that was %s is not sent again", async (_, change) => {
    const place = await startDelivery();
    place.connect(place.home, place.home.members.anna);
    const { body } = await add(place.home);
    place.sinks.answer(() => 500);
    await place.until("2026-11-27T09:20:01Z");
    await change(place.home, body.id);
    await place.until("2026-11-27T10:00:00Z");
    expect(place.sinks.arrivals).toHaveLength(1);
    expect(place.rows()).toMatchObject([{ state: "cancelled" }]);
  });

  test("A notice about a task that is done is not sent again", async () => {
    const place = await startDelivery();
    const { anna } = place.home.members;
    place.connect(place.home, anna);
    await place.home.as(anna).patch("/app/notifications", { taskAt: "10:20" });
    const task = { label: "Buy a cake", memberId: anna.id, dueDate: "2026-11-27" };
    const { body } = await place.home.as(anna).post("/v1/tasks", task);
    place.sinks.answer(() => 500);
    await place.until("2026-11-27T09:20:01Z");
    expect(place.titles()).toEqual(["Due today: Buy a cake"]);
    await place.home.as(anna).patch(`/v1/tasks/${body.id}`, { completedAt: "2026-11-27T09:20:01Z" });
    await place.until("2026-11-27T10:00:00Z");
    expect(place.sinks.arrivals).toHaveLength(1);
    expect(place.rows()).toMatchObject([{ state: "cancelled" }]);
  });
});

describe("outdated notices about another member's change", () => {
  const reverted = {
    "a task that is deleted": ["/v1/tasks", (own, id) => own.delete(`/v1/tasks/${id}`)],
    "a task that is done": ["/v1/tasks", (own, id) => own.patch(`/v1/tasks/${id}`, { completedAt: tenBefore })],
    "a task that goes to another": ["/v1/tasks", (own, id, ben) => own.patch(`/v1/tasks/${id}`, { memberId: ben })],
    "an event that is deleted": ["/v1/events", (own, id) => own.delete(`/v1/events/${id}`)],
    "an event that is somebody else's": [
      "/v1/events",
      (own, id, ben) => own.patch(`/v1/events/${id}`, { memberIds: [ben] }),
    ],
  } as const satisfies Record<string, [string, (own: ReturnType<Home["as"]>, id: string, ben: string) => unknown]>;

  test.each(Object.entries(reverted))(
    "A notice about another member's change is not sent if it is outdated: %s",
    async (_, [path, revert]) => {
      const place = await startDelivery();
      const { anna, ben } = place.home.members;
      place.connect(place.home, anna);
      await place.home.as(anna).patch("/app/notifications", { quiet: null });
      const own = place.home.as(ben);
      const make = () =>
        path === "/v1/tasks"
          ? own.post(path, { label: "Cake", memberId: anna.id })
          : own.post(path, { ...piano, memberIds: [anna.id], reminderMinutesList: [] });
      const { body } = await make();
      await place.pass(minute);
      await revert(own, body.id, ben.id);
      await make();
      await place.pass(5 * minute);
      expect(place.titles()).toHaveLength(1);
    },
  );

  test("A notice about another member's change is not sent again if the change was reverted", async () => {
    const place = await startDelivery();
    const { anna, ben } = place.home.members;
    place.connect(place.home, anna);
    const own = place.home.as(ben);
    const { body } = await own.post("/v1/tasks", { label: "Cake", memberId: anna.id });
    place.sinks.answer(() => 500);
    await place.pass(3 * minute + 2 * second);
    await own.delete(`/v1/tasks/${body.id}`);
    await place.pass(minute);
    expect(place.sinks.arrivals).toHaveLength(1);
    expect(place.rows()).toMatchObject([{ state: "cancelled" }]);
  });
});

test("Messages about changes in quiet hours are sent later as one message, but shown in the app at once", async () => {
  const place = await startDelivery();
  const { anna, ben } = place.home.members;
  place.connect(place.home, anna);
  await place.home.as(anna).patch("/app/notifications", { summaryAt: null });
  const saturday = { startsAt: "2026-11-28T00:00:00Z", endsAt: "2026-11-29T00:00:00Z", allDay: true };
  await add(place.home, { title: "Waste paper", ...saturday, reminderMinutesList: [60] });
  await place.jump("2026-11-27T21:00:00Z");
  const task = { label: "Buy a cake", memberId: anna.id };
  await place.home.as(ben).post("/v1/tasks", task);
  await place.until("2026-11-27T22:30:00Z");
  const { body } = await place.home.as(anna).get("/app/notices");
  expect(body.notices).toHaveLength(2);
  expect(place.titles()).toEqual([]);
  await place.jump("2026-11-28T05:29:30Z");
  await place.until("2026-11-28T05:29:59Z");
  expect(place.titles()).toEqual([]);
  await place.until("2026-11-28T05:31:00Z");
  expect(place.titles()).toHaveLength(1);
  const { message } = JSON.parse(place.textsOf("ntfy")[0]!);
  expect(message).toContain("Waste paper");
  expect(message).toContain("Buy a cake");
});

test("A snoozed reminder rings again, five times at most", async () => {
  const place = await startDelivery();
  const { anna } = place.home.members;
  place.connect(place.home, anna);
  await add(place.home, { endsAt: "2026-11-27T20:00:00+01:00" });
  await place.until("2026-11-27T09:20:01Z");
  const answers: number[] = [];
  for (let count = 1; count <= 6; count++) {
    const { body } = await place.home.as(anna).get("/app/notices");
    const { status } = await place.home
      .as(anna)
      .post(`/app/notices/${body.notices[0].id}`, { action: "snooze", minutes: 10 });
    answers.push(status);
    await place.pass(10 * minute + second);
  }
  expect(answers).toEqual([200, 200, 200, 200, 200, 422]);
  expect(place.titles()).toHaveLength(6);
});

test("A household with 500 queued deliveries does not delay another household", async () => {
  const place = await startDelivery();
  const neighbour = await place.home.neighbour();
  const { anna } = place.home.members;
  const channelId = place.connect(place.home, anna);
  place.connect(neighbour, neighbour.members.anna);
  await add(place.home);
  await add(neighbour, { title: "Choir" });
  await place.until("2026-11-27T09:19:59Z");
  await place.stop();
  place.server.clock.now = new Date(tenBefore);
  place.start();
  await place.stop();
  const { db } = place.server;
  const [row] = db.select().from(delivery).where(eq(delivery.householdId, place.home.id)).all();
  const known = db.select().from(notice).where(eq(notice.householdId, place.home.id)).get()!;
  for (let index = 0; index < 500; index++) {
    const id = crypto.randomUUID();
    db.insert(notice)
      .values({ ...known, id, minutes: 100 + index })
      .run();
    db.insert(delivery)
      .values({ ...row!, id: crypto.randomUUID(), noticeId: id, channelId, state: "queued" })
      .run();
  }
  place.start();
  await place.pass(500);
  expect(place.titles().slice(0, 8)).toContain("In 10 min: Choir");
});

test("A household that is created while the server runs gets reminders", async () => {
  const place = await startDelivery();
  const neighbour = await place.home.neighbour();
  place.connect(neighbour, neighbour.members.anna);
  await add(neighbour);
  await place.until("2026-11-27T09:21:00Z");
  expect(place.titles()).toEqual(["In 10 min: Piano"]);
});
