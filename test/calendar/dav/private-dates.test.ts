/**
 * Private events whose class changes or differs by date, that have no owner, and of members who leave; their reminders.
 */
import { beforeEach, describe, expect, test } from "bun:test";
import { migrations } from "#platform/db/migrations.ts";
import { davClient, event } from "../../support/calendar/dav.ts";
import { choices } from "../../support/calendar/imports.ts";
import {
  type Caller,
  details,
  eventsOf,
  get,
  notYours,
  override,
  privateHome,
  range,
  secret,
  series,
  single,
  textOf,
} from "../../support/calendar/private-events.ts";
import type { Home } from "../../support/home/home.ts";
import { upload } from "../../support/home/multipart.ts";
import { preview } from "../../support/operations/calendar-operations.ts";
import { startReminders, titlesOf } from "../../support/reminders/reminders.ts";

let home: Home;
let all: Awaited<ReturnType<typeof privateHome>>;

beforeEach(async () => {
  all = await privateHome();
  home = all.home;
});

describe("an instance that alone is private or public", () => {
  test("A single private instance of a public series is shown as “Busy” to other members", async () => {
    const lines = ["SUMMARY:Training", "LOCATION:Hall", ...override(...details, "CLASS:PRIVATE")];
    await all.put("series", series(...lines));
    const titles = async (caller: Caller) =>
      (await eventsOf(caller)).map((each): (string | null)[] => [each.title, each.location]);
    const usual = ["Training", "Hall"];
    expect(await titles(all.anna)).toEqual([usual, ["Busy", null], usual, usual]);
    expect(await titles(all.ben)).toEqual([usual, ["QxTitle", "QxPlace"], usual, usual]);
    const raw = await get(all.anna, `/v1/events?${range}&raw=true`);
    expect(textOf(raw)).not.toMatch(secret);
    const { body } = await davClient(home).get(davClient(home).at("family", "series.ics"));
    expect(body).toContain("SUMMARY:Training");
    expect(body).not.toMatch(secret);
    const [{ id }] = await eventsOf(all.anna);
    expect((await all.anna.call("PATCH", `/v1/events/${id}`, { body: { title: "x" } })).body).toEqual(notYours);
  });

  test("A single public instance of a private series is shown with all details to other members", async () => {
    const shown = ["SUMMARY:Party", "LOCATION:Garden", "CLASS:PUBLIC"];
    await all.put("series", series(...details, "CLASS:PRIVATE", ...override(...shown)));
    const titles = (await eventsOf(all.anna)).map(({ title }: { title: string }) => title);
    expect(titles).toEqual(["Busy", "Party", "Busy", "Busy"]);
    const anna = davClient(home);
    const { body } = await anna.get(anna.at("family", "series.ics"));
    expect(body).toContain("SUMMARY:Party");
    expect(body).not.toMatch(secret);
  });
});

describe("a private event of a file", () => {
  test("A private event of an imported file has no owner and is shown to everybody", async () => {
    const { body } = await preview(home, single("CLASS:PRIVATE"));
    const choices = { memberIds: [], isGeneral: true, known: "skip" };
    await home.as(home.members.anna).post(`/app/calendar-imports/${body.id}`, choices);
    expect(textOf(await get(all.others.mia!, `/v1/events?${range}`))).toMatch(/QxTitle/);
    const [file = ""] = Object.keys(await all.phone.list("family"));
    const text = (await all.phone.get(all.phone.at("family", file))).body;
    await all.phone.put(all.phone.at("family", file), text.replace("QxNotes", "QxOther"));
    expect(textOf(await get(all.others.mia!, `/v1/events?${range}`))).toMatch(/QxTitle/);
  });
});

describe("an import that equals a private event", () => {
  const guess = (uid: string) => single().replace("SUMMARY:QxTitle", "SUMMARY:QXTITLE").replace("single@phone", uid);

  test("An imported event named “Busy” counts as new, even beside a private event shown as “Busy”", async () => {
    await all.put("single", single("CLASS:PRIVATE"));
    const { body } = await preview(home, guess("guess@file").replace("QXTITLE", "Busy"));
    expect(body.counts).toMatchObject({ new: 1, known: 0 });
  });

  test("An import recognises a known series, even if an instance of the series is private", async () => {
    const shown = ["SUMMARY:Training", "LOCATION:Hall"];
    await all.put("series", series(...shown, ...override(...details, "CLASS:PRIVATE")));
    const { body } = await preview(home, series(...shown).replace("series@phone", "other@file"));
    expect(body.counts).toMatchObject({ new: 0, known: 1 });
  });

  test.each(["anna", "ben"] as const)(
    "An imported copy of a private event is recognised only if the owner imports the copy (%s)",
    async (name) => {
      await all.put("single", single("CLASS:PRIVATE"));
      const isOwner = name === "ben";
      const member = home.as(home.members[name]);
      const file = upload(Buffer.from(guess("guess@file")), "guess.ics");
      const { body: found } = await member.call("POST", "/app/calendar-imports", file);
      expect(found.counts).toMatchObject(isOwner ? { new: 0, known: 1 } : { new: 1, known: 0 });
      const { body } = await member.post(`/app/calendar-imports/${found.id}`, choices);
      expect(body).toMatchObject(isOwner ? { added: 0, skipped: 1 } : { added: 1, skipped: 0 });
    },
  );

  test("An import does not change another member's cancelled private object with the same UID", async () => {
    const text = event("hidden@phone", "STATUS:CANCELLED", ...details, "CLASS:PRIVATE");
    await all.put("hidden", text);
    const { body: found } = await preview(home, guess("hidden@phone"));
    const { body } = await all.anna.post(`/app/calendar-imports/${found.id}`, choices);
    expect(body).toMatchObject({ added: 0, remarks: [{ code: "taken_id" }] });
    expect((await all.phone.get(all.phone.at("family", "hidden.ics"))).body).toBe(text);
  });
});

describe("a member who leaves", () => {
  test("A member's private events are deleted with the member", async () => {
    await all.plant();
    const anna = home.as(home.members.anna);
    expect((await anna.delete(`/app/members/${home.members.ben.id}`)).status).toBe(200);
    expect(await eventsOf(anna)).toEqual([]);
    expect(Object.keys(await davClient(home).list("family"))).toEqual([]);
  });
});

describe("a member with one private date in another's series, who leaves", () => {
  test("A member's private instance of a shared series is deleted with the member", async () => {
    const { ben, anna } = home.members;
    await all.put("series", series("SUMMARY:Training", "LOCATION:Hall", ...override(...details, "CLASS:PRIVATE")));
    expect(await eventsOf(all.anna)).toHaveLength(4);
    expect((await home.as(anna).delete(`/app/members/${ben.id}`)).status).toBe(200);
    const left = await eventsOf(all.anna);
    expect(left.map(({ title, readOnly }: Record<string, unknown>) => [title, readOnly ?? false])).toEqual(
      Array.from({ length: 3 }, () => ["Training", false]),
    );
    const phone = davClient(home);
    const { body } = await phone.get(phone.at("family", "series.ics"));
    expect(body).toContain("UID:series@phone");
    expect(body).not.toMatch(secret);
  });
});

describe("an event that becomes private", () => {
  test("The activity feed hides entries about an event that became private", async () => {
    await all.put("first", event("first@phone", ...details, "CLASS:PRIVATE"));
    const anna = davClient(home);
    const own = (...lines: string[]) =>
      anna.put(anna.at("family", "own.ics"), event("own@phone", ...details, ...lines));
    const { body: shared } = await home
      .as(home.members.ben)
      .post("/v1/events", { title: "QxTitle", startsAt: "2026-12-24T10:00:00Z", endsAt: "2026-12-24T11:00:00Z" });
    await own();
    const before = (await get(all.ben, "/v1/activity")).body;
    await own("CLASS:PRIVATE");
    const entriesOf = ({ activity = [], entries = activity }: any) =>
      entries.filter(({ subject }: any) => subject.id === shared.id);
    expect(entriesOf((await get(all.others.mia!, "/v1/activity")).body)).toEqual(entriesOf(before));
    const owned = (await eventsOf(all.ben)).find(({ title, id }: any) => title === "QxTitle" && id !== shared.id);
    const seen = textOf(await get(all.anna, "/v1/activity"));
    expect(seen).not.toContain(JSON.stringify({ id: owned.id, label: "QxTitle" }).slice(1, -1));
  });
});

describe("reminders of a private event", () => {
  test("A reminder of a private event is complete for the owner and says “Busy” for other members", async () => {
    const reminder = await startReminders();
    all = await privateHome(reminder.home);
    home = reminder.home;
    const { anna, ben: owner } = home.members;
    await all.put("first", event("first@phone", "DTSTART:20261127T100000Z", "DTEND:20261127T110000Z", ...details));
    for (const caller of [anna, owner]) await home.as(caller).patch("/app/notifications", { general: true });
    await home.as(anna).patch("/app/notifications", { language: "de" });
    reminder.at("2026-11-27T09:46:00.000Z");
    expect((await titlesOf(home, anna)).join()).toMatch(/QxTitle/);
    await all.put(
      "first",
      event("first@phone", "DTSTART:20261127T100000Z", "DTEND:20261127T110000Z", ...details, "CLASS:PRIVATE"),
    );
    await all.put(
      "second",
      event("second@phone", "DTSTART:20261127T120000Z", "DTEND:20261127T130000Z", ...details, "CLASS:PRIVATE"),
    );
    reminder.at("2026-11-27T11:46:00.000Z");
    const { body } = await home.as(anna).get("/app/notices?limit=100");
    expect(JSON.stringify(body)).not.toMatch(secret);
    expect((await titlesOf(home, anna)).map((title) => title.split(": ").at(-1))).toEqual([
      "Beschäftigt",
      "Beschäftigt",
    ]);
    expect((await titlesOf(home, owner)).join()).toMatch(/QxTitle/);
    const { body: shared } = await get(all.others.tablet!, "/app/notices?limit=100");
    expect(shared.notices.length).toBeGreaterThan(0);
    expect(JSON.stringify(shared)).not.toMatch(secret);
  });
});

test("The database migration hides private events that phones wrote to an older version", async () => {
  await all.put("single", single("CLASS:PRIVATE"));
  await all.put("series", series(...details, "CLASS:CONFIDENTIAL", ...override(...details, "PRIORITY:1")));
  await all.put("public", event("public@phone", "CLASS:PUBLIC"));
  const { $client } = home.db;
  const client = { run: (sql: string) => $client.run(sql) };
  const now = JSON.stringify(await eventsOf(all.ben));
  client.run(`UPDATE event SET title = private_details ->> 'title', location = private_details ->> 'location',
    notes = private_details ->> 'notes', exceptions = json_extract(private_details, '$.exceptions') WHERE private_to IS NOT NULL`);
  client.run("UPDATE event SET private_to = NULL, private_details = NULL");
  client.run("UPDATE calendar_object SET private_to = NULL");
  client.run("UPDATE activity SET private_to = NULL");
  const steps = (migrations.at(16) ?? "").split("--> statement-breakpoint").filter((each) => each.includes("UPDATE"));
  expect(steps.length).toBe(8);
  for (const step of steps) client.run(step);
  // A write makes the cached answers old.
  await home.post("/v1/tasks", { label: "Bins", memberId: home.members.anna.id });
  expect(JSON.stringify(await eventsOf(all.ben))).toBe(now);
  for (const caller of Object.values(all.others)) {
    expect(textOf(await get(caller, `/v1/events?${range}`))).not.toMatch(secret);
    expect(textOf(await get(caller, "/v1/activity"))).not.toMatch(secret);
  }
  const anna = davClient(home);
  const { body } = await anna.get(anna.at("family", "series.ics"));
  expect(body).not.toMatch(secret);
  expect((await eventsOf(all.anna)).map(({ title }: { title: string }) => title).sort()).toEqual([
    ...Array.from({ length: 5 }, () => "Busy"),
    "Dentist",
  ]);
});
