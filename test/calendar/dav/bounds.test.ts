/** Bounds of one calendar object, and of what a household's calendar keeps. */
import { describe, expect, test } from "bun:test";
import { addObject, ownSource } from "#calendar/calendars/objects.store.ts";
import { transact } from "#platform/db/client.ts";
import { openDataDir } from "#platform/db/migrate.ts";
import { connected } from "../../support/calendar/accounts.ts";
import { davClient, event } from "../../support/calendar/dav.ts";
import { heavySeries } from "../../support/calendar/heavy-objects.ts";
import { following } from "../../support/calendar/host.ts";
import { calendar, eventsOf, importAll } from "../../support/calendar/imports.ts";
import { type Home, household, serverInProcess, start } from "../../support/home/home.ts";
import { emptyFolder } from "../../support/home/program.ts";
import { preview } from "../../support/operations/calendar-operations.ts";

const megabyte = 1_048_576;
const maxBytes = 50 * megabyte;
const maxObjects = 40_000;

async function setUp() {
  const home = await household();
  return { home, phone: davClient(home) };
}

/** Keeps texts of this many bytes together, without events. */
function fill(home: Home, bytes: number, count = Math.ceil(bytes / megabyte)): void {
  const work = home.work();
  transact(home.db, () => {
    for (let index = 0, left = bytes; index < count; index++) {
      const length = Math.ceil(left / (count - index));
      left -= length;
      const id = Bun.randomUUIDv7();
      const place = { calendar: "family", clientName: `${id}.ics`, privateTo: null };
      const object = { id, uid: id, ics: "x".repeat(length), hash: "", kind: "event" as const, at: "2026-11-01" };
      addObject(work, { ...object, sourceId: ownSource, ...place });
    }
  });
}

/** A text of exactly this many bytes. */
function textOf(uid: string, bytes: number): string {
  const bare = event(uid, "X-LONG:");
  return event(uid, `X-LONG:${"x".repeat(bytes - bare.length)}`);
}

const refusalOf = ({ status, body, headers }: { status: number; body: string; headers: Headers }) => {
  return [status, /<D:error[^>]*><(\w:[\w-]+)/.exec(body)?.[1], headers.get("x-error-code")];
};

describe("the size of one calendar object", () => {
  test("A calendar object is refused if it has more than 2,000 overrides and excluded dates", async () => {
    const { home, phone } = await setUp();
    const put = (overrides: number, excluded: number) =>
      phone.put(phone.at("family", "one.ics"), heavySeries({ uid: "one", overrides, excluded }));
    expect(refusalOf(await put(1_000, 1_001))).toEqual([403, "C:max-instances", "object_too_large"]);
    expect(await eventsOf(home)).toEqual([]);
    expect((await put(1_000, 1_000)).status).toBe(201);
    expect(refusalOf(await put(2_001, 0))).toEqual([403, "C:max-instances", "object_too_large"]);
    expect(refusalOf(await put(0, 52_000))).toEqual([403, "C:max-resource-size", "object_too_large"]);
    const list = `EXDATE:${Array.from({ length: 2_001 }, () => "20261201T090000Z").join()}`;
    const listed = await phone.put(phone.at("family", "two.ics"), event("two", "RRULE:FREQ=DAILY", list));
    expect(refusalOf(listed)).toEqual([403, "C:max-instances", "object_too_large"]);
  });

  test("A calendar object is refused if it has more than 1 MB", async () => {
    const { phone } = await setUp();
    expect((await phone.put(phone.at("family", "one.ics"), textOf("one", megabyte))).status).toBe(201);
    const larger = await phone.put(phone.at("family", "two.ics"), textOf("two", megabyte + 1));
    expect(refusalOf(larger)).toEqual([403, "C:max-resource-size", "object_too_large"]);
  });

  test("Stored calendar objects over the size limit can still be read, moved and deleted", async () => {
    const { home, phone } = await setUp();
    await phone.put(phone.at("family", "one.ics"), heavySeries({ uid: "one", overrides: 10 }));
    const large = heavySeries({ uid: "one", overrides: 2_500 });
    home.db.$client.run("UPDATE calendar_object SET ics = ?", [large]);
    const known = await phone.list("family");
    expect(Object.keys(known)).toEqual(["one.ics"]);
    expect((await phone.get(phone.at("family", "one.ics"))).status).toBe(200);
    const moved = await phone.move(phone.at("family", "one.ics"), phone.at("family", "two.ics"));
    expect(moved.status).toBe(201);
    expect((await phone.delete(phone.at("family", "two.ics"))).status).toBe(204);
  });
});

describe("the size of all calendar objects of a household", () => {
  test("A calendar object is refused if the household's iCalendar texts would exceed 50 MB", async () => {
    const { home, phone } = await setUp();
    const small = textOf("one", 500);
    fill(home, maxBytes - 500);
    const path = phone.at("family", "one.ics");
    const larger = await phone.put(path, textOf("one", 501));
    expect(refusalOf(larger)).toEqual([507, "D:quota-not-exceeded", "calendar_full"]);
    expect((await phone.put(path, small)).status).toBe(201);
    expect((await phone.put(path, small.replace("Dentist", "Doctor1"))).status).toBe(204);
    expect((await phone.put(path, textOf("one", 501))).status).toBe(507);
    expect((await phone.put(path, textOf("one", 499))).status).toBe(204);
    expect((await phone.put(path, small)).status).toBe(204);
    expect((await phone.delete(path)).status).toBe(204);
    expect((await phone.put(phone.at("family", "two.ics"), textOf("two", 500))).status).toBe(201);
  });

  test("A calendar object is refused if the household already has 40,000 calendar objects", async () => {
    const { home, phone } = await setUp();
    fill(home, maxObjects, maxObjects - 1);
    expect((await phone.put(phone.at("family", "one.ics"), event("one"))).status).toBe(201);
    const next = await phone.put(phone.at("family", "two.ics"), event("two"));
    expect(refusalOf(next)).toEqual([507, "D:quota-not-exceeded", "calendar_full"]);
    expect((await phone.put(phone.at("family", "one.ics"), event("one", "SUMMARY:Doctor"))).status).toBe(204);
  });

  test("A household whose storage for calendar objects is full does not limit another household", async () => {
    const { home, phone } = await setUp();
    fill(home, maxBytes);
    expect((await phone.put(phone.at("family", "one.ics"), event("one"))).status).toBe(507);
    const other = davClient(await household({ server: home.server }));
    expect((await other.put(other.at("family", "one.ics"), event("one"))).status).toBe(201);
  });

  test("A series cannot be split if the copy of its iCalendar text would exceed the storage limit", async () => {
    const { home, phone } = await setUp();
    fill(home, maxBytes - 1_500);
    await phone.put(
      phone.at("family", "one.ics"),
      textOf("one", 1_000).replace("SUMMARY", "RRULE:FREQ=DAILY\r\nSUMMARY"),
    );
    const [first] = await eventsOf(home);
    const body = { editScope: "this_and_future", instanceStartsAt: "2026-12-03T09:00:00.000Z", title: "Later" };
    const answer = await home.patch(`/v1/events/${first.id}`, body);
    expect([answer.status, answer.headers.get("x-error-code")]).toEqual([507, "calendar_full"]);
  });
});

test("Small and large calendar objects count towards the same storage limit of the household", async () => {
  const db = openDataDir(emptyFolder(), { now: start });
  const home = await household({ server: serverInProcess({}, { db }) });
  const phone = davClient(home);
  const put = async (uid: string, bytes: number) =>
    (await phone.put(phone.at("family", `${uid}.ics`), textOf(uid, bytes))).status;
  fill(home, maxBytes - 200_000);
  const statuses = [await put("a", 1_000), await put("b", 70_000), await put("c", 70_000), await put("d", 60_000)];
  expect(statuses).toEqual([201, 201, 201, 507]);
});

describe("an imported or synchronised event that does not fit", () => {
  const largeOf = (uid: string) => heavySeries({ uid, overrides: 1_200, excluded: 801 });
  const eventsIn = (text: string) => text.slice(text.indexOf("BEGIN:VEVENT"), text.indexOf("END:VCALENDAR")).trimEnd();
  const fileOf = (...texts: string[]) =>
    ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//School//EN", ...texts, "END:VCALENDAR", ""].join("\r\n");

  test("An import reports an event that is too large, and adds all other events", async () => {
    const { home } = await setUp();
    const small = eventsIn(event("small"));
    const text = fileOf(small, eventsIn(largeOf("large")));
    const { body } = await preview(home, text);
    expect(body.counts).toMatchObject({ new: 1, unreadable: 1 });
    expect(body.remarks).toMatchObject([{ uid: "large", title: "Series", code: "object_too_large" }]);
    expect((await importAll(home, text)).body).toMatchObject({ added: 1, skipped: 0 });
  });

  test("An import reports the events that do not fit in the storage limit of the household", async () => {
    const { home } = await setUp();
    fill(home, maxBytes - 400);
    const text = calendar(
      ...["a", "b", "c"].map((uid) => [`UID:${uid}`, "DTSTART:20261201T090000Z", `SUMMARY:${uid}`]),
    );
    const { body } = await preview(home, text);
    expect(body.remarks).toMatchObject([{ uid: "c", title: "c", code: "calendar_full" }]);
    expect((await importAll(home, text)).body).toMatchObject({
      added: 2,
      skipped: 0,
      remarks: [{ uid: "c", code: "calendar_full" }],
    });
  });

  test("A followed calendar keeps the earlier version of an event that became too large", async () => {
    const { host, anna, follow, events } = await following();
    const refresh = async (id: string) => (await anna.post(`/app/subscriptions/${id}/refresh`, undefined)).body;
    host.answer({ body: fileOf(eventsIn(event("one"))) });
    const { id } = (await follow()).body;
    host.answer({ body: fileOf(eventsIn(largeOf("one")), eventsIn(event("two", "SUMMARY:New"))) });
    expect((await refresh(id)).remarks).toMatchObject([{ uid: "one", code: "object_too_large" }]);
    expect((await events()).map(({ title }) => title)).toEqual(["Dentist", "New"]);
    expect((await refresh(id)).remarks).toMatchObject([{ uid: "one", code: "object_too_large" }]);
  });

  test("A followed calendar reports an event that does not fit in the household's storage limit", async () => {
    const { home, host, anna, follow, events } = await following();
    const refresh = async (id: string) => (await anna.post(`/app/subscriptions/${id}/refresh`, undefined)).body;
    fill(home, maxBytes - 50);
    host.answer({ body: fileOf(eventsIn(event("one"))) });
    const { id, remarks } = (await follow()).body;
    expect(remarks).toMatchObject([{ uid: "one", title: "Dentist", date: "2026-12-01", code: "calendar_full" }]);
    expect(await events()).toEqual([]);
    home.db.$client.run("DELETE FROM calendar_object WHERE source_id = ''");
    await home.post("/v1/tasks", { label: "Raises the revision", memberId: home.members.anna.id });
    expect((await refresh(id)).remarks).toEqual([]);
    expect((await events()).map(({ title }) => title)).toEqual(["Dentist"]);
  });

  test("A synchronised calendar keeps the earlier version of an event that became too large", async () => {
    const { home, far, phone, sync, calendar: accountCalendar } = await connected();
    await phone.put(phone.at("family", "one.ics"), event("one"));
    await sync();
    const large = event("one", "SUMMARY:Changed", `X-LONG:${"x".repeat(megabyte)}`);
    await phone.put(phone.at("family", "one.ics"), event("one", "SUMMARY:Changed"));
    far.db.$client.run("UPDATE calendar_object SET ics = ?", [large]);
    await sync();
    expect((await accountCalendar()).remarks).toMatchObject([{ uid: "one", code: "object_too_large" }]);
    fill(home, maxBytes - 300);
    await phone.put(phone.at("family", "two.ics"), event("two", "SUMMARY:New"));
    await sync();
    const titles = (await eventsOf(home)).map(({ title }: { title: string }) => title);
    expect(titles).toEqual(["Dentist"]);
    expect((await accountCalendar()).remarks).toMatchObject([
      { title: "New", code: "calendar_full" },
      { uid: "one", code: "object_too_large" },
    ]);
  });
});
