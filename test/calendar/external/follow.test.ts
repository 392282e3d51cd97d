/** Following a calendar at an address, from the first look to the last event that goes. */
import { describe, expect, test } from "bun:test";
import { hour } from "#lib/time.ts";
import { calendarOf, comingDays, following } from "../../support/calendar/host.ts";
import { refusal } from "../../support/home/home.ts";

describe("following a calendar", () => {
  test("A followed calendar shows all events read-only, in a separate calendar", async () => {
    const { host, home, follow, events } = await following();
    host.answer({ body: calendarOf([{ title: "Autumn break" }], ["X-WR-CALNAME:Schule"]) });
    const { status, body } = await follow();
    const at = "2026-11-27T09:00:00.000Z";
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: "School holidays",
      host: host.origin.replace("http://", ""),
      color: "leaf",
      memberIds: [],
      isGeneral: true,
      everyHours: 6,
      state: "fresh",
      error: null,
      heardAt: at,
      eventCount: 1,
      isHeld: false,
      remarks: [],
      createdBy: { kind: "member", name: "Anna" },
    });
    expect(body.runs).toEqual([
      { at, added: 1, changed: 0, deleted: 0, ms: 0, bytes: expect.any(Number), error: null },
    ]);
    const [event, ...others] = await events();
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      title: "Autumn break",
      allDay: true,
      startsAt: "2026-12-01T00:00:00.000Z",
      isGeneral: true,
      reminderMinutes: -1,
      reminderMinutesList: [],
      calendar: { key: body.id, name: "School holidays" },
      readOnly: true,
      createdBy: { kind: "system", name: "Calendar sync" },
    });
    expect(home.entries()[0]).toMatchObject({
      action: "created",
      summary: "followed “School holidays”",
      actor: { kind: "member", name: "Anna" },
      subject: { type: "calendar", id: body.id, label: "School holidays" },
    });
    expect((await home.patch(`/v1/events/${event.id}`, { title: "Mine" })).status).toBe(422);
  });

  test("The export of one date of a followed series with extra dates contains the whole series", async () => {
    const { host, home, follow, events } = await following();
    const extra = ["DTSTART:20261201T100000Z", "RDATE:20261205T100000Z,20261212T100000Z", "X-ROOM:12"];
    host.answer({ body: calendarOf([{ title: "Club", lines: extra }]) });
    await follow();
    const [first, ...others] = await events();
    expect(others).toHaveLength(2);
    const { body } = await home.get(`/v1/events/${first.id}/ics`);
    for (const line of extra) expect(String(body).split("\r\n")).toContain(line);
  });

  test("The preview of a calendar to follow shows the calendar's events and writes nothing", async () => {
    const { host, home, anna, url } = await following();
    const head = ["NAME:Schule", "COLOR:seagreen", "X-APPLE-CALENDAR-COLOR:#1E90FFFF", "X-PUBLISHED-TTL:PT12H"];
    const events = [{ uid: "past@school", title: "Over", day: "20260301" }, { title: "Autumn break" }];
    const toDo = "BEGIN:VTODO\r\nUID:todo\r\nSUMMARY:Pack\r\nEND:VTODO\r\nEND:VCALENDAR";
    host.answer({ body: calendarOf(events, head).replace("END:VCALENDAR", toDo) });
    const before = home.entries().length;
    const { status, body } = await anna.post("/app/subscriptions/preview", { url });
    expect(status).toBe(200);
    expect(body).toEqual({
      name: "Schule",
      color: "sky",
      everyHours: 12,
      counts: { new: 1, known: 0, past: 1, unreadable: 0, toDos: 1 },
      from: "2026-03-01T00:00:00.000Z",
      to: "2026-12-01T00:00:00.000Z",
      events: [
        {
          uid: "past@school",
          title: "Over",
          startsAt: "2026-03-01T00:00:00.000Z",
          allDay: true,
          rule: null,
          state: "past",
          knownFor: null,
        },
        {
          uid: "one@school",
          title: "Autumn break",
          startsAt: "2026-12-01T00:00:00.000Z",
          allDay: true,
          rule: null,
          state: "new",
          knownFor: null,
        },
      ],
      knownFor: [],
      remarks: [{ uid: "todo", title: "Pack", date: null, code: "to_do", text: "is a to-do; left out", values: {} }],
    });
    expect(home.entries()).toHaveLength(before);
    expect((await anna.get("/app/subscriptions")).body).toEqual({ subscriptions: [] });
  });

  test("The preview of a followed calendar counts a series that ended long ago as past", async () => {
    const { host, anna, url } = await following();
    const lines = ["DTSTART:20100104T100000Z", "RRULE:FREQ=WEEKLY;COUNT=3", "RRULE:FREQ=DAILY;COUNT=2"];
    host.answer({ body: calendarOf([{ title: "Club", lines }]) });
    const { body } = await anna.post("/app/subscriptions/preview", { url });
    expect(body).toMatchObject({ counts: { new: 0, past: 1, unreadable: 0 }, events: [] });
  });

  test("A followed calendar takes its name from the calendar file, or else from the host", async () => {
    const { host, follow } = await following();
    host.answer({ body: calendarOf([], ["X-WR-CALNAME:  Holidays\\, all  "]) });
    expect((await follow({ name: undefined })).body.name).toBe("Holidays, all");
    host.answer({ body: calendarOf([]) });
    expect((await follow({ name: undefined })).body.name).toBe(host.origin.replace("http://", ""));
  });

  test("A change of name, people or colour of a followed calendar applies to all events at once", async () => {
    const { host, home, anna, follow, events } = await following();
    host.answer({ body: calendarOf(comingDays(2)) });
    const { id } = (await follow()).body;
    const { ben } = home.members;
    const patch = { name: " Club ", color: "sky", memberIds: [ben.id], isGeneral: false, everyHours: 12 };
    const { body } = await anna.patch(`/app/subscriptions/${id}`, patch);
    expect(body).toMatchObject({ ...patch, name: "Club" });
    for (const event of await events()) {
      expect(event).toMatchObject({ memberIds: [ben.id], isGeneral: false, calendar: { key: id, name: "Club" } });
    }
    expect(home.entries()[0]).toMatchObject({
      summary: "changed the colour, people, how often it is read and name of the calendar “Club”",
      changes: { name: { from: "School holidays", to: "Club" } },
    });
    const count = home.entries().length;
    expect((await anna.patch(`/app/subscriptions/${id}`, { name: "Club" })).status).toBe(200);
    expect(home.entries()).toHaveLength(count);
    expect((await home.get("/v1/calendars")).body.calendars.at(-1)).toMatchObject({ name: "Club", color: "sky" });
  });

  test("A followed calendar with a new address replaces all events without asking for approval", async () => {
    const { host, home, anna, url, follow, events } = await following();
    host.answer({ body: calendarOf(comingDays(20)) });
    const { id } = (await follow()).body;
    host.answer({ body: calendarOf([{ uid: "other", title: "Other" }]) });
    const { status, body } = await anna.patch(`/app/subscriptions/${id}`, { url: `${url}&other` });
    expect(status).toBe(200);
    expect(body).toMatchObject({ eventCount: 1, isHeld: false });
    expect((await events()).map(({ title }) => title)).toEqual(["Other"]);
    expect(home.entries().slice(0, 2)).toMatchObject([
      { summary: "“School holidays”: an event added, 20 deleted" },
      { summary: "changed the address of the calendar “School holidays”" },
    ]);
    host.answer({ status: 404 });
    const refused = await anna.patch(`/app/subscriptions/${id}`, { url: `${url}&gone`, name: "New" });
    expect(refused).toMatchObject({ status: 422, body: refusal(422, "url: is no calendar") });
    expect((await anna.get("/app/subscriptions")).body.subscriptions[0]).toMatchObject({ name: "School holidays" });
  });

  test("Deleting a followed calendar deletes all events of the calendar", async () => {
    const { host, home, anna, follow, events } = await following();
    host.answer({ body: calendarOf(comingDays(3)) });
    const { id } = (await follow()).body;
    expect((await anna.delete(`/app/subscriptions/${id}`)).body).toEqual({ id, deleted: true });
    expect(await events()).toEqual([]);
    expect((await anna.get("/app/subscriptions")).body).toEqual({ subscriptions: [] });
    expect(home.entries()[0]).toMatchObject({ action: "deleted", summary: "stopped following “School holidays”" });
    const rows = home.db.$client
      .query("SELECT count(*) AS n FROM calendar_object UNION ALL SELECT count(*) FROM job")
      .values();
    expect(rows).toEqual([[0], [0]]);
    for (const [method, path] of [
      ["PATCH", id],
      ["DELETE", id],
      ["POST", `${id}/refresh`],
    ]) {
      const again = await anna.call(
        method ?? "",
        `/app/subscriptions/${path}`,
        method === "PATCH" ? { body: { name: "x" } } : {},
      );
      expect(again).toMatchObject({ status: 404, body: refusal(404, "Calendar not found") });
    }
  });

  test("A followed calendar no longer concerns members who have left the household", async () => {
    const { host, home, anna, follow, events } = await following();
    host.answer({ body: calendarOf(comingDays(2)) });
    const { ben, mia } = home.members;
    await follow({ memberIds: [ben.id, mia.id], isGeneral: false });
    expect((await anna.delete(`/app/members/${ben.id}`)).status).toBe(200);
    expect((await anna.get("/app/subscriptions")).body.subscriptions[0].memberIds).toEqual([mia.id]);
    for (const event of await events()) expect(event.memberIds).toEqual([mia.id]);
  });

  test("A calendar cannot be followed twice, even if the address is written in another way", async () => {
    const { host, home, anna, url, follow } = await following();
    host.answer({ body: calendarOf(comingDays(1)) });
    const { id } = (await follow({ url })).body;
    const other = (await follow()).body.id;
    const { length } = home.entries();
    const seen = host.seen.length;
    const taken = { status: 422, body: refusal(422, "url: is followed already") };
    for (const address of [url, ` ${url.replace("http:", "HTTP:")}#top `, url.replace("/holidays", "/x/../holidays")]) {
      const answers = [
        await anna.post("/app/subscriptions/preview", { url: address }),
        await follow({ url: address }),
        await anna.patch(`/app/subscriptions/${other}`, { url: address }),
      ];
      for (const { headers, ...answer } of answers) {
        expect(answer).toMatchObject(taken);
        expect(headers.get("x-error-code")).toBe("already_followed");
        expect(headers.get("x-error-field")).toBe("url");
      }
    }
    expect(host.seen).toHaveLength(seen);
    expect(home.entries()).toHaveLength(length);
    expect((await anna.patch(`/app/subscriptions/${id}`, { url })).status).toBe(200);
    const neighbour = await home.neighbour();
    const stranger = neighbour.as(neighbour.members.anna);
    expect((await stranger.post("/app/subscriptions/preview", { url })).status).toBe(200);
    await anna.delete(`/app/subscriptions/${id}`);
    expect((await follow({ url })).status).toBe(200);
  });

  test("A calendar that two members begin to follow at the same time is followed once", async () => {
    const { host, anna, url, follow } = await following();
    host.answer({ body: calendarOf(comingDays(1)) });
    const other = (await follow({ url: `${url}&other` })).body.id;
    const answers = await Promise.all([
      follow({ url }),
      follow({ url }),
      anna.patch(`/app/subscriptions/${other}`, { url }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
    expect(host.seen).toHaveLength(4);
    const { subscriptions } = (await anna.get("/app/subscriptions")).body;
    expect(subscriptions).toHaveLength(answers[2].status === 200 ? 1 : 2);
  });

  test("Following a calendar is refused for unknown members, beyond 30 calendars, and for children", async () => {
    const { host, home, follow, url } = await following();
    host.answer({ body: calendarOf([]) });
    const stranger = crypto.randomUUID();
    expect(await follow({ memberIds: [stranger] })).toMatchObject({
      status: 422,
      body: refusal(422, "memberIds: no such member"),
    });
    for (let count = 0; count < 30; count++) expect((await follow()).status).toBe(200);
    const seen = host.seen.length;
    expect(await follow()).toMatchObject({
      status: 422,
      body: refusal(422, "A household can have at most 30 subscriptions"),
    });
    expect(host.seen).toHaveLength(seen);
    const mia = home.as(home.members.mia);
    expect((await mia.get("/app/subscriptions")).status).toBe(403);
    expect((await mia.post("/app/subscriptions/preview", { url })).status).toBe(403);
  });

  test.each([
    ["http://school.org/a.ics", "must be https:// or webcal://"],
    ["ftp://school.org/a.ics", "must be https:// or webcal://"],
    ["holidays", "must be https:// or webcal://"],
    ["https://anna:pw@school.org/a.ics", "must not contain a user or password"],
    ["https://192.168.1.5/a.ics", "leads into your own network; CALENDAR_ORIGINS can allow it"],
    ["http://nas.local/a.ics", "leads into your own network; CALENDAR_ORIGINS can allow it"],
    ["webcal://localhost/a.ics", "leads into your own network; CALENDAR_ORIGINS can allow it"],
  ])("Following a calendar at %s is refused", async (address, reason) => {
    const { anna, follow } = await following();
    for (const answer of [
      await follow({ url: address }),
      await anna.post("/app/subscriptions/preview", { url: address }),
    ]) {
      expect(answer).toMatchObject({ status: 422, body: refusal(422, `url: ${reason}`) });
      expect(answer.headers.get("x-error-field")).toBe("url");
    }
  });

  test.each([
    ["no answer", { status: 503 }, "does not answer"],
    ["404", { status: 404 }, "is no calendar"],
    ["a page to sign in", { status: 403, body: "Sign in" }, "is no calendar"],
    ["HTML", { body: "<!doctype html><title>Holidays</title>" }, "is no calendar"],
    ["nothing", { body: "" }, "is no calendar"],
    ["half a calendar", { body: calendarOf(comingDays(2)).slice(0, -20) }, "is no calendar"],
    [
      "an endless calendar",
      { body: `BEGIN:VCALENDAR\r\n${"X-A:b\r\n".repeat(1_600_000)}END:VCALENDAR` },
      "is larger than 10 MB",
    ],
    ["10,001 events", { body: calendarOf(comingDays(10_001)) }, "holds more than 10,000 events"],
  ])("Following a calendar that returns %s is refused without any write", async (_, reply, reason) => {
    const { host, home, follow } = await following();
    host.answer(reply);
    const before = home.entries().length;
    expect(await follow()).toMatchObject({ status: 422, body: refusal(422, `url: ${reason}`) });
    expect(home.entries()).toHaveLength(before);
  });

  test("A followed calendar can be compressed with gzip, and may have at most 10 MB", async () => {
    const { host, follow } = await following();
    const headers = { "Content-Encoding": "gzip" };
    host.answer({ headers, body: Bun.gzipSync(calendarOf(comingDays(3))) });
    expect((await follow()).body.eventCount).toBe(3);
    expect(host.seen[0]?.headers.get("accept-encoding")).toBe("gzip");
    host.answer({ headers, body: Bun.gzipSync(Buffer.alloc(200 << 20)) });
    expect((await follow()).body.error).toBe("url: is larger than 10 MB");
    host.answer({ headers, body: Bun.gzipSync(calendarOf(comingDays(300))).subarray(0, 500) });
    expect((await follow()).body.error).toBe("url: does not answer");
  });
});

describe("a followed calendar", () => {
  test("A deleted followed calendar is removed from the calendar feeds that included it", async () => {
    const { host, anna, follow } = await following();
    host.answer({ body: calendarOf(comingDays(1)) });
    const { id } = (await follow()).body;
    const { body: feed } = await anna.post("/app/calendar-feeds", {
      name: "All",
      parts: ["events"],
      calendarIds: [id],
    });
    await anna.delete(`/app/subscriptions/${id}`);
    const { feeds } = (await anna.get("/app/calendar-feeds")).body;
    expect(feeds[0]).toMatchObject({ id: feed.id, calendarIds: [] });
    expect((await anna.patch(`/app/calendar-feeds/${feed.id}`, { calendarIds: [] })).status).toBe(200);
  });

  test("A followed calendar shows different events that share a UID, also after a refresh", async () => {
    const { host, anna, follow, events } = await following();
    const days = comingDays(3).map((each) => ({ ...each, uid: "school" }));
    host.answer({ body: calendarOf(days) });
    const { id } = (await follow()).body;
    const before = await events();
    expect(before).toHaveLength(3);
    host.answer({ body: calendarOf(days.slice(1)) });
    await anna.post(`/app/subscriptions/${id}/refresh`, undefined);
    expect(await events()).toEqual(before.slice(1));
  });

  test("A new reading interval of a followed calendar applies at once", async () => {
    const { host, home, anna, follow } = await following();
    host.answer({ body: calendarOf(comingDays(1)) });
    const { id } = (await follow({ everyHours: 24 })).body;
    const { body } = await anna.patch(`/app/subscriptions/${id}`, { everyHours: 1 });
    expect(Date.parse(body.nextAt) - home.clock.now.getTime()).toBeLessThan(1.2 * 3_600_000);
  });

  test("Several manual refreshes that fail do not mark a followed calendar as stale", async () => {
    const { host, anna, follow } = await following();
    host.answer({ body: calendarOf(comingDays(1)) });
    const { id } = (await follow()).body;
    host.answer({ status: 503 });
    for (let count = 0; count < 4; count++) {
      const { body } = await anna.post(`/app/subscriptions/${id}/refresh`, undefined);
      expect(body).toMatchObject({ state: "fresh", error: "no_answer" });
    }
  });

  test("A change of name does not change the time of a followed calendar's next reading", async () => {
    const { host, home, anna, follow } = await following();
    host.answer({ body: calendarOf(comingDays(1)) });
    const { id, nextAt, everyHours } = (await follow()).body;
    home.clock.advance(hour);
    const patched = await anna.patch(`/app/subscriptions/${id}`, { name: "Club", everyHours });
    expect(patched.body).toMatchObject({ name: "Club", nextAt });
    host.answer({ status: 503 });
    expect((await anna.post(`/app/subscriptions/${id}/refresh`, undefined)).body).toMatchObject({ nextAt });
  });

  test("Following many slow calendars blocks further requests of the same household only", async () => {
    const { host, home, anna, url, follow } = await following();
    const reply = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    host.answer(async ({ url: asked }) => {
      if (asked.endsWith("slow")) {
        arrived.resolve();
        await reply.promise;
      }
      return { body: calendarOf([]) };
    });
    const preview = () => anna.post("/app/subscriptions/preview", { url: `${url}&slow` });
    const slow = Array.from({ length: 11 }, preview);
    await arrived.promise;
    const before = home.entries().length;
    expect(await follow()).toMatchObject({ status: 429, body: refusal(429, "Too many calendars are being read") });
    expect((await anna.get("/app/subscriptions")).body).toEqual({ subscriptions: [] });
    expect(home.entries()).toHaveLength(before);
    const neighbour = await home.neighbour();
    const other = neighbour.as(neighbour.members.anna);
    expect((await other.post("/app/subscriptions/preview", { url })).status).toBe(200);
    reply.resolve();
    for (const { status } of await Promise.all(slow)) expect(status).toBe(200);
  });
});
