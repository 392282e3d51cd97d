/** Secret addresses from which other calendars read. `ical.js` reads them as another program would. */
import { describe, expect, test } from "bun:test";
import ICAL from "ical.js";
import { schoolCalendar } from "../../support/calendar/sample-calendar.ts";
import { type Home, household, refusal } from "../../support/home/home.ts";
import { feed, newFeed, preview } from "../../support/operations/calendar-operations.ts";

/** The path of a feed's address. */
const pathOf = ({ url }: { url: string }) => new URL(url).pathname;

/** Reads a feed without credentials, as calendar programs do. */
const read = (home: Home, path: string, headers: Record<string, string> = {}) =>
  home.call("GET", path, { key: null, headers });

function eventsIn(text: unknown): ICAL.Component[] {
  return new ICAL.Component(ICAL.parse(String(text))).getAllSubcomponents("vevent");
}

const textOf = (event: ICAL.Component, name: string) => String(event.getFirstPropertyValue(name) ?? "");
const titlesIn = (text: unknown) => eventsIn(text).map((each) => textOf(each, "summary"));

/** A household with an event of each member, a general one, a meal, a task, a list, a chore and a check-in. */
async function fullHome() {
  const home = await household();
  const { anna, ben, mia } = home.members;
  const times = { startsAt: "2026-12-01T16:00:00+01:00", endsAt: "2026-12-01T17:00:00+01:00" };
  const add = (title: string, more: object = {}) => home.post("/v1/events", { title, ...times, ...more });
  await add("Dentist", { memberIds: [anna.id], location: "Main street", notes: "Bring the card", reminderMinutes: 30 });
  await add("Football", { memberIds: [ben.id], recurrenceRule: "FREQ=WEEKLY;COUNT=5" });
  await add("Dinner with friends");
  const date = "2026-12-02";
  const { body: recipe } = await home.post("/v1/recipes", { name: "Lasagne", emoji: "🍝" });
  await home.post("/v1/meals", { date, mealType: "dinner", recipeId: recipe.id });
  await home.post("/v1/tasks", { label: "Passport photos", memberId: ben.id, dueDate: date });
  const section = (await home.post("/v1/lists/sections", { name: "Home" })).body.id;
  await home.post("/v1/lists", { name: "Presents", sectionId: section });
  const chore = { name: "Bins", memberIds: [mia.id], startDate: "2026-12-01", recurrenceRule: "FREQ=WEEKLY" };
  await home.as(anna).post("/app/chores", chore);
  return home;
}

describe("a calendar feed", () => {
  test("A calendar feed contains only events, meals and tasks", async () => {
    const home = await fullHome();
    const made = await feed(home);
    expect(made.url).toMatch(/^http:\/\/localhost\/calendars\/[\w-]{43}\.ics$/);
    expect(made.webcal).toBe(made.url.replace("http:", "webcal:"));
    const { status, body, headers } = await read(home, pathOf(made));
    expect(status).toBe(200);
    expect(headers.get("Content-Type")).toBe("text/calendar; charset=utf-8");
    expect(headers.get("X-Robots-Tag")).toBe("noindex");
    expect(headers.get("Referrer-Policy")).toBe("no-referrer");
    expect(headers.get("Cache-Control")).toBe("private, max-age=300");
    expect(titlesIn(body).sort()).toEqual(
      ["Dentist", "Dinner with friends", "Football", "☐ Passport photos (Ben)", "🍝 Lasagne"].sort(),
    );
    const text = String(body);
    for (const line of ["METHOD:PUBLISH", "NAME:On my phone", "X-WR-CALNAME:On my phone", "X-PUBLISHED-TTL:PT1H"])
      expect(text).toContain(`\r\n${line}\r\n`);
    expect(text).toContain("\r\nREFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n");
    expect(text).toContain("BEGIN:VTIMEZONE");
    expect(text).not.toContain("VALARM");
    const dentist = eventsIn(body).find((each) => textOf(each, "summary") === "Dentist");
    expect(dentist && textOf(dentist, "categories")).toBe("Anna");
    expect(dentist?.getFirstProperty("dtstart")?.getParameter("tzid")).toBe("Europe/Berlin");
    const meal = eventsIn(body).find((each) => textOf(each, "summary") === "🍝 Lasagne");
    expect(meal && [textOf(meal, "dtstart"), textOf(meal, "transp")]).toEqual(["2026-12-02", "TRANSPARENT"]);
  });

  test("A calendar feed of a member contains the member's events and the events for everybody", async () => {
    const home = await fullHome();
    const made = await feed(home, { name: "Anna", parts: ["events", "tasks"], memberId: home.members.anna.id });
    expect(titlesIn((await read(home, pathOf(made))).body).sort()).toEqual(["Dentist", "Dinner with friends"]);
    expect(String((await read(home, pathOf(made))).body)).toMatch(/\r\nCOLOR:[a-z]+\r\n/);
  });

  test("A calendar feed shows a task with a time at its time, and other tasks all day", async () => {
    const home = await household();
    const memberId = home.members.ben.id;
    const add = (label: string) => home.post("/v1/tasks", { label, memberId, dueDate: "2026-12-02" });
    const { body: task } = await add("Bins");
    await home.patch(`/v1/tasks/${task.id}/details`, { dueTime: "23:50" });
    await add("Passport");
    const { body } = await read(home, pathOf(await feed(home)));
    const times = eventsIn(body).map((each) => [
      textOf(each, "dtstart"),
      textOf(each, "dtend"),
      textOf(each, "transp"),
    ]);
    expect(times).toEqual([
      ["2026-12-02T23:50:00", "2026-12-03T00:05:00", "TRANSPARENT"],
      ["2026-12-02", "2026-12-03", "TRANSPARENT"],
    ]);
    expect(String(body)).toContain("DTSTART;TZID=Europe/Berlin:20261202T235000");
  });

  test("A calendar feed has the household's colour, but a feed of one member has the member's colour", async () => {
    const home = await household();
    const colorOf = async (input: object) => {
      const { url } = await feed(home, { ...newFeed, ...input });
      const { body } = await home.call("GET", new URL(url).pathname, { key: null });
      return /^COLOR:(.*)\r$/m.exec(String(body))?.[1];
    };
    expect(await colorOf({})).toBe("teal");
    const { mia } = home.members;
    await home.as(home.members.anna).patch(`/app/members/${mia.id}`, { color: "berry" });
    expect(await colorOf({ memberId: mia.id })).toBe("mediumvioletred");
  });

  test("A calendar feed of a member contains only the instances of a series that concern the member", async () => {
    const home = await household();
    const { anna, ben } = home.members;
    const weekly = {
      title: "Swimming",
      startsAt: "2026-12-01T16:00:00+01:00",
      endsAt: "2026-12-01T17:00:00+01:00",
      memberIds: [anna.id],
      recurrenceRule: "FREQ=WEEKLY;COUNT=3",
    };
    const { body: event } = await home.post("/v1/events", weekly);
    const second = { editScope: "this", instanceStartsAt: "2026-12-08T15:00:00.000Z" };
    await home.patch(`/v1/events/${event.id}`, { ...second, memberIds: [ben.id] });
    const ofAnna = await feed(home, { ...newFeed, memberId: anna.id });
    const [series] = eventsIn((await read(home, pathOf(ofAnna))).body);
    expect(series?.getAllProperties("exdate").map(({ jCal }) => jCal[3])).toEqual(["2026-12-08T16:00:00"]);
    const ofBen = await feed(home, { ...newFeed, memberId: ben.id });
    const events = eventsIn((await read(home, pathOf(ofBen))).body);
    expect(events.map((each) => [textOf(each, "dtstart"), textOf(each, "rrule")])).toEqual([
      ["2026-12-08T16:00:00", ""],
    ]);
  });

  test("A calendar feed that is limited to busy times contains no details of events", async () => {
    const home = await fullHome();
    const made = await feed(home, { ...newFeed, detail: "busy", alarms: true });
    const { body } = await read(home, pathOf(made));
    expect(new Set(titlesIn(body))).toEqual(new Set(["Busy"]));
    expect(titlesIn(body)).toHaveLength(3);
    for (const word of ["Dentist", "Main street", "card", "Anna", "Lasagne", "Passport"])
      expect(String(body)).not.toContain(word);
  });

  test("A calendar feed contains reminders if the settings of the feed ask for reminders", async () => {
    const home = await fullHome();
    const made = await feed(home, { ...newFeed, alarms: true });
    expect(String((await read(home, pathOf(made))).body)).toContain("TRIGGER:-PT30M");
  });

  test("A calendar feed leaves out events that ended more than 400 days ago", async () => {
    const home = await household();
    const at = (startsAt: string, endsAt: string, title: string) =>
      home.post("/v1/events", { title, startsAt, endsAt });
    await at("2025-10-01T10:00:00Z", "2025-10-01T11:00:00Z", "Long ago");
    await at("2025-12-01T10:00:00Z", "2025-12-01T11:00:00Z", "A year ago");
    expect(titlesIn((await read(home, pathOf(await feed(home)))).body)).toEqual(["A year ago"]);
  });

  test("A calendar feed keeps the UID and the free-time mark of an imported event", async () => {
    const home = await household();
    const text = schoolCalendar.replace("SUMMARY:Christmas", "TRANSP:TRANSPARENT\r\nSUMMARY:Christmas");
    const { body } = await preview(home, text);
    const choices = { memberIds: [], isGeneral: true, known: "skip" };
    await home.as(home.members.anna).post(`/app/calendar-imports/${body.id}`, choices);
    const events = eventsIn((await read(home, pathOf(await feed(home)))).body);
    expect(events.map((each) => [textOf(each, "uid"), textOf(each, "transp")]).sort()).toEqual([
      ["holidays@school.example", "TRANSPARENT"],
      ["parents-evening@school.example", ""],
    ]);
  });

  test("A calendar feed keeps its content and entity tag until an event changes or is added", async () => {
    const home = await fullHome();
    const path = pathOf(await feed(home));
    const first = await read(home, path);
    const tag = first.headers.get("ETag") ?? "";
    expect(tag).toMatch(/^"[^"]+"$/);
    expect((await read(home, path, { "If-None-Match": tag })).status).toBe(304);
    const packed = await read(home, path, { "Accept-Encoding": "gzip" });
    expect(packed.headers.get("Content-Encoding")).toBe("gzip");
    await home.post("/v1/events", { title: "New", startsAt: "2026-12-05T10:00:00Z", endsAt: "2026-12-05T11:00:00Z" });
    const second = await read(home, path, { "If-None-Match": tag });
    expect(second.status).toBe(200);
    expect(titlesIn(second.body)).toContain("New");
  });

  test("A calendar feed returns 404 as soon as the feed is deleted", async () => {
    const home = await fullHome();
    const anna = home.as(home.members.anna);
    const made = await feed(home);
    expect((await read(home, pathOf(made))).status).toBe(200);
    expect((await anna.delete(`/app/calendar-feeds/${made.id}`)).body).toEqual({ id: made.id, deleted: true });
    expect((await read(home, pathOf(made))).status).toBe(404);
    expect((await anna.delete(`/app/calendar-feeds/${made.id}`)).body).toEqual(refusal(404, "Feed not found"));
    expect(home.entries()[0]?.summary).toBe("stopped sharing the calendar “On my phone”");
  });

  test("A calendar feed of a member is deleted with the member", async () => {
    const home = await fullHome();
    const { anna, mia } = home.members;
    const made = await feed(home, { ...newFeed, memberId: mia.id });
    expect((await home.as(anna).delete(`/app/members/${mia.id}`)).status).toBe(200);
    expect((await read(home, pathOf(made))).status).toBe(404);
    expect((await home.as(anna).get("/app/calendar-feeds")).body.feeds).toEqual([]);
  });

  test.each([
    ["too short", "/calendars/abc.ics"],
    ["unknown", `/calendars/${"a".repeat(43)}.ics`],
    ["without its ending", `/calendars/${"a".repeat(43)}`],
  ])("A calendar feed is not found at a wrong address: %s", async (_, path) => {
    const home = await household();
    expect((await read(home, path)).status).toBe(404);
  });

  test("A calendar feed can be read at most 120 times an hour", async () => {
    const home = await household();
    const path = pathOf(await feed(home));
    const statuses: number[] = [];
    for (let count = 0; count < 121; count++) statuses.push((await read(home, path)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(120);
    expect(statuses.at(-1)).toBe(429);
    expect((await read(home, pathOf(await feed(home)))).status).toBe(200);
  });

  test("A calendar feed keeps its address when its settings change", async () => {
    const home = await fullHome();
    const anna = home.as(home.members.anna);
    const made = await feed(home);
    const { body } = await anna.patch(`/app/calendar-feeds/${made.id}`, { parts: ["meals"] });
    expect(body).toMatchObject({ id: made.id, parts: ["meals"], name: "On my phone" });
    expect(titlesIn((await read(home, pathOf(made))).body)).toEqual(["🍝 Lasagne"]);
    const [entry] = home.entries();
    expect(entry?.changes).toEqual({ parts: { from: ["events", "meals", "tasks"], to: ["meals"] } });
  });

  test("Reading a calendar feed stores when it was read, but does not raise the household's revision", async () => {
    const home = await fullHome();
    const anna = home.as(home.members.anna);
    const made = await feed(home);
    const revision = () => home.db.$client.query("SELECT revision FROM household WHERE id = ?").get(home.id);
    const before = revision();
    await read(home, pathOf(made));
    const { body } = await anna.get("/app/calendar-feeds");
    expect(body.feeds[0].lastUsedAt).toBe(home.clock.now.toISOString());
    expect(revision()).toEqual(before);
  });

  test("The address of a calendar feed is not stored, and is shown only when the feed is created", async () => {
    const home = await fullHome();
    const token = pathOf(await feed(home)).slice("/calendars/".length, -4);
    const { body } = await home.as(home.members.anna).get("/app/calendar-feeds");
    expect(JSON.stringify([body, home.entries()])).not.toContain(token);
    const stored = JSON.stringify(home.db.$client.query("SELECT * FROM calendar_feed").all());
    expect(stored).not.toContain(token);
  });

  test("A calendar feed is refused with members of another household, or if the household has 20 feeds", async () => {
    const home = await household();
    const other = await home.neighbour();
    const anna = home.as(home.members.anna);
    const post = (more: object) => anna.post("/app/calendar-feeds", { ...newFeed, ...more });
    expect((await post({ memberId: other.members.anna.id })).body).toEqual(refusal(422, "memberId: no such member"));
    const unknown = "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";
    expect((await post({ calendarIds: [unknown] })).body).toEqual(refusal(422, "calendarIds: no such calendar"));
    for (let count = 0; count < 20; count++) expect((await post({})).status).toBe(200);
    expect((await post({})).body).toEqual(refusal(422, "A household can have at most 20 feeds"));
  });
});

describe("an event as a file", () => {
  test("The iCalendar file of an event contains the whole series with all exceptions", async () => {
    const home = await household();
    const weekly = { title: "Piano", startsAt: "2026-12-01T16:00:00+01:00", endsAt: "2026-12-01T17:00:00+01:00" };
    const { body: event } = await home.post("/v1/events", { ...weekly, recurrenceRule: "FREQ=WEEKLY" });
    const second = { editScope: "this", instanceStartsAt: "2026-12-08T15:00:00.000Z" };
    await home.patch(`/v1/events/${event.id}`, { ...second, title: "Recital" });
    const { status, body, headers } = await home.get(`/v1/events/${event.id}/ics`);
    expect(status).toBe(200);
    expect(headers.get("Content-Type")).toBe("text/calendar; charset=utf-8");
    expect(headers.get("Content-Disposition")).toBe(`attachment; filename="event.ics"; filename*=UTF-8''Piano.ics`);
    const events = eventsIn(body);
    expect(events.map((each) => [textOf(each, "summary"), textOf(each, "uid")])).toEqual([
      ["Piano", event.id],
      ["Recital", event.id],
    ]);
    expect(textOf(events[1] as ICAL.Component, "recurrence-id")).toBe("2026-12-08T16:00:00");
  });
});
