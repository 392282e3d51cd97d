/** Names of resources: two never have the same one, and an object with several dates has one. */
import { describe, expect, test } from "bun:test";
import { davClient, event } from "../../support/calendar/dav.ts";
import { household } from "../../support/home/home.ts";
import { newest, undo } from "../../support/home/undo.ts";

async function setUp() {
  const home = await household();
  const { anna, mia } = home.members;
  return { home, phone: davClient(home), anna: home.as(anna), mia };
}

type Phone = ReturnType<typeof davClient>;

const times = { startsAt: "2026-12-01T16:00:00+01:00", endsAt: "2026-12-01T16:45:00+01:00" };
const strange = ["DTSTART:20261201T090000Z", "RRULE:FREQ=WEEKLY;COUNT=3", "RDATE:20261205T090000Z,20261209T100000Z"];

/** The UIDs of a calendar; each name must lead to one object. */
async function uids(phone: Phone, key: string): Promise<string[]> {
  const names = Object.keys(await phone.list(key));
  const texts = await Promise.all(names.map((name) => phone.get(phone.at(key, name))));
  const found = texts.map(({ status, body }) => `${status} ${/^UID:(.*?)\r?$/m.exec(body)?.[1]}`);
  return found.sort();
}

describe("an event that moves to a calendar in which its resource name is taken", () => {
  async function taken(...lines: string[]) {
    const world = await setUp();
    const { home, phone, mia } = world;
    const { body: made } = await home.post("/v1/events", { title: "Piano", memberIds: [mia.id], ...times });
    const id = String(made.id);
    const { status } = await phone.put(phone.at("family", `${id}.ics`), event("copy-1", ...lines));
    expect(status).toBe(201);
    return { ...world, id };
  }

  test.each([
    ["a shown event", []],
    ["one with several dates", strange],
    ["one that shows no event", ["STATUS:CANCELLED"]],
  ])("An event that moves keeps its resource name, and %s that has this name there gets another", async (_, lines) => {
    const { home, phone, id } = await taken(...lines);
    await home.patch(`/v1/events/${id}`, { memberIds: [], isGeneral: true });
    expect(await uids(phone, "family")).toEqual([`200 ${id}`, "200 copy-1"].sort());
    const path = phone.at("family", `${id}.ics`);
    expect((await phone.get(path)).body).toContain(`UID:${id}`);
    expect((await phone.delete(path)).status).toBe(204);
    expect(await uids(phone, "family")).toEqual(["200 copy-1"]);
    const [name = ""] = Object.keys(await phone.list("family"));
    expect((await phone.put(phone.at("family", name), event("copy-1", "X-A:1"))).status).toBe(204);
    expect((await phone.delete(phone.at("family", name))).status).toBe(204);
    expect((await phone.put(phone.at("family", "again.ics"), event("copy-1"))).status).toBe(201);
  });

  test("An event that gives up its resource name does not get the name of a third event", async () => {
    const { home, phone, mia } = await setUp();
    const make = async (memberIds: string[]) =>
      String((await home.post("/v1/events", { title: "Piano", memberIds, ...times })).body.id);
    const [first, second] = [await make([mia.id]), await make([])];
    await phone.move(phone.at("family", `${second}.ics`), phone.at("family", `${first}.ics`));
    expect((await phone.put(phone.at("family", `${second}.ics`), event("third@phone"))).status).toBe(201);
    await home.patch(`/v1/events/${first}`, { memberIds: [], isGeneral: true });
    expect(await uids(phone, "family")).toEqual([`200 ${first}`, `200 ${second}`, "200 third@phone"].sort());
    expect((await phone.get(phone.at("family", `${first}.ics`))).body).toContain(`UID:${first}`);
    expect((await phone.get(phone.at("family", `${second}.ics`))).body).toContain("UID:third@phone");
  });

  test("The new resource name of an event is reported to calendar programs that sync", async () => {
    const { home, phone, id } = await taken();
    const { body } = await phone.sync("family");
    const token = /<D:sync-token>(.*?)<\/D:sync-token>/.exec(body)?.[1] ?? "";
    await home.patch(`/v1/events/${id}`, { memberIds: [], isGeneral: true });
    const { body: changes } = await phone.sync("family", token);
    for (const name of Object.keys(await phone.list("family"))) expect(changes).toContain(name);
  });
});

test("A calendar program can write an event again if only the iCalendar text is still stored", async () => {
  const { home, phone } = await setUp();
  await phone.put(phone.at("family", "one.ics"), event("one@phone"));
  home.db.$client.run("DELETE FROM event WHERE household_id = ?", [home.id]);
  expect((await phone.put(phone.at("family", "one.ics"), event("one@phone"))).status).toBe(201);
  expect(await uids(phone, "family")).toEqual(["200 one@phone"]);
});

describe("an object with several dates", () => {
  test("An object with several events gets another resource name after undo if the name is taken", async () => {
    const { home, phone } = await setUp();
    const path = phone.at("family", "u.ics");
    await phone.put(path, event("strange@phone", ...strange));
    await phone.delete(path);
    const deletion = newest(home);
    await phone.put(path, event("other@phone"));
    expect((await undo(home, deletion)).status).toBe(200);
    expect(await uids(phone, "family")).toEqual(["200 other@phone", "200 strange@phone"]);
    expect((await phone.get(path)).body).toContain("UID:other@phone");
  });

  test.each([
    ["dates", strange],
    ["one date", []],
  ])("A leaving member's calendar object with %s gets another resource name if the name is taken", async (_, lines) => {
    const { phone, anna, mia } = await setUp();
    await phone.put(phone.at("family", "same.ics"), event("family@phone"));
    await phone.put(phone.at(mia.id, "same.ics"), event("mia@phone", ...lines));
    await anna.delete(`/app/members/${mia.id}`, { body: {} });
    expect(await uids(phone, "family")).toEqual(["200 family@phone", "200 mia@phone"]);
    expect((await phone.get(phone.at("family", "same.ics"))).body).toContain("UID:family@phone");
  });

  test("A calendar object with several events is one object even if no resource name is stored", async () => {
    const { home, phone } = await setUp();
    await phone.put(phone.at("family", "u.ics"), event("strange@phone", ...strange));
    home.db.$client.run("UPDATE event SET client_name = NULL WHERE household_id = ?", [home.id]);
    expect(await uids(phone, "family")).toEqual(["200 strange@phone"]);
  });
});

describe("a cancelled object", () => {
  const hidden = "STATUS:CANCELLED";

  test.each([
    ["an event", []],
    ["another such", [hidden]],
  ])("A leaving member's cancelled calendar object gets another resource name if %s has the name", async (_, lines) => {
    const { phone, anna, mia } = await setUp();
    await phone.put(phone.at("family", "same.ics"), event("family@phone", ...lines));
    await phone.put(phone.at(mia.id, "same.ics"), event("mia@phone", hidden));
    await anna.delete(`/app/members/${mia.id}`, { body: {} });
    expect(await uids(phone, "family")).toEqual(["200 family@phone", "200 mia@phone"]);
    expect((await phone.get(phone.at("family", "same.ics"))).body).toContain("UID:family@phone");
  });

  test("A cancelled calendar object keeps its resource name if undo restores an event of that name", async () => {
    const { home, phone } = await setUp();
    const path = phone.at("family", "same.ics");
    await phone.put(path, event("shown@phone"));
    await phone.delete(path);
    const deletion = newest(home);
    await phone.put(path, event("hidden@phone", hidden));
    expect((await undo(home, deletion)).status).toBe(200);
    expect(await uids(phone, "family")).toEqual(["200 hidden@phone", "200 shown@phone"]);
    expect((await phone.get(path)).body).toContain("UID:hidden@phone");
  });
});

describe("a resource name with a slash", () => {
  const name = "222Oy7wK/zI==.ics";

  test("A resource name with a slash is kept exactly as sent by the calendar program", async () => {
    const { phone } = await setUp();
    const path = phone.at("family", name);
    expect(path).toEndWith("222Oy7wK%2FzI%3D%3D.ics");
    const put = await phone.put(path, event("222Oy7wK/zI=="), { "If-None-Match": "*" });
    expect(put.status).toBe(201);
    expect(await phone.list("family")).toEqual({ [name]: String(put.headers.get("etag")) });
    expect((await phone.get(path)).body).toBe(event("222Oy7wK/zI=="));
    expect((await phone.put(path, event("222Oy7wK/zI==", "X-A:1"))).status).toBe(204);
    const { body } = await phone.report(
      phone.at("family"),
      `<C:calendar-multiget xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><D:getetag/></D:prop><D:href>${path}</D:href></C:calendar-multiget>`,
    );
    expect(body).toContain(`<D:href>${path}</D:href>`);
    expect(body).not.toContain(" 404 ");
    expect((await phone.sync("family")).body).toContain(`<D:href>${path}</D:href>`);
    expect((await phone.move(path, phone.at("family", "a/b c.ics"))).status).toBe(201);
    expect((await phone.get(path)).status).toBe(404);
    expect((await phone.delete(phone.at("family", "a/b c.ics"))).status).toBe(204);
  });

  test("A resource name with a slash gives no access to other calendars", async () => {
    const { phone, mia } = await setUp();
    await phone.put(phone.at("family", "one.ics"), event("one"));
    expect((await phone.get(phone.at(mia.id, "../family/one.ics"))).status).toBe(404);
    expect((await phone.get(`${phone.homePath}family%2Fone.ics`)).status).not.toBe(200);
    expect((await phone.put(phone.at("family", ".."), event("two"))).status).not.toBe(201);
  });
});
