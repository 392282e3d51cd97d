/** sync-collection (RFC 6578): what changed since a token. */
import { describe, expect, test } from "bun:test";
import { maintainCalendars } from "#calendar/dav/jobs.ts";
import { day } from "#lib/time.ts";
import { davClient, event, nameIn, responsesIn, tokenIn } from "../../support/calendar/dav.ts";
import { household, serverInProcess, start } from "../../support/home/home.ts";
import { newest, undo } from "../../support/home/undo.ts";

async function setUp() {
  const home = await household();
  return { home, phone: davClient(home) };
}

type Phone = ReturnType<typeof davClient>;

/** `{name: "changed" | "gone"}` and the next token. */
async function changes(phone: Phone, key: string, token: string) {
  const { status, body } = await phone.sync(key, token);
  expect(status).toBe(207);
  const found = responsesIn(body).map(({ href, status: own }) => [nameIn(href), own === 404 ? "gone" : "changed"]);
  return { found: Object.fromEntries(found), token: tokenIn(body) };
}

test("A CalDAV sync reports what the app and calendar programs added, changed and deleted", async () => {
  const { home, phone } = await setUp();
  const first = await changes(phone, "family", "");
  expect(first.found).toEqual({});
  await phone.put(phone.at("family", "one.ics"), event("one@phone"));
  const times = { startsAt: "2026-12-01T16:00:00+01:00", endsAt: "2026-12-01T16:45:00+01:00" };
  const { body: made } = await home.post("/v1/events", { title: "Piano", ...times });
  const second = await changes(phone, "family", first.token);
  expect(second.found).toEqual({ "one.ics": "changed", [`${made.id}.ics`]: "changed" });
  expect((await changes(phone, "family", second.token)).found).toEqual({});
  await home.delete(`/v1/events/${made.id}`);
  const deletion = newest(home);
  const third = await changes(phone, "family", second.token);
  expect(third.found).toEqual({ [`${made.id}.ics`]: "gone" });
  await undo(home, deletion);
  expect((await changes(phone, "family", third.token)).found).toEqual({ [`${made.id}.ics`]: "changed" });
});

test("A CalDAV sync reports a moved event as deleted in the old and as added in the new calendar", async () => {
  const { home, phone } = await setUp();
  const { mia } = home.members;
  await phone.put(phone.at("family", "one.ics"), event("one@phone"));
  const [family, own] = [await changes(phone, "family", ""), await changes(phone, mia.id, "")];
  await phone.move(phone.at("family", "one.ics"), phone.at(mia.id, "two.ics"));
  expect((await changes(phone, "family", family.token)).found).toEqual({ "one.ics": "gone" });
  const moved = await changes(phone, mia.id, own.token);
  expect(moved.found).toEqual({ "two.ics": "changed" });
  await phone.move(phone.at(mia.id, "two.ics"), phone.at(mia.id, "three.ics"));
  expect((await changes(phone, mia.id, moved.token)).found).toEqual({ "two.ics": "gone", "three.ics": "changed" });
});

test("A CalDAV sync returns pages of the size that the program asks for", async () => {
  const { phone } = await setUp();
  for (let index = 0; index < 5; index++) await phone.put(phone.at("family", `${index}.ics`), event(`${index}@phone`));
  const limit = "<D:limit><D:nresults>2</D:nresults></D:limit>";
  const pages: string[][] = [];
  let token = "";
  for (let isCut = true; isCut; ) {
    const { body } = await phone.sync("family", token, limit);
    const all = responsesIn(body);
    isCut = all.some(({ href, status }) => status === 507 && href === phone.at("family"));
    pages.push(all.filter(({ status }) => status === null).map(({ href }) => nameIn(href)));
    token = tokenIn(body);
    if (pages.length === 1) await phone.put(phone.at("family", "0.ics"), event("0@phone", "X-A:1"));
  }
  expect(pages).toEqual([["0.ics", "1.ics"], ["2.ics", "3.ics"], ["4.ics"]]);
  expect((await changes(phone, "family", token)).found).toEqual({ "0.ics": "changed" });
});

describe("refused syncs", () => {
  const invalid = "<D:valid-sync-token/>";

  test.each([
    ["another's", "data:,foreign/family/1/x"],
    ["no token", "http://example.com/1"],
    ["half a token", "data:,a/b"],
    ["a huge number", `data:,x/family/${"9".repeat(40)}/x`],
  ])("A CalDAV sync refuses an invalid token: %s", async (_, token) => {
    const { phone } = await setUp();
    const { status, body } = await phone.sync("family", token);
    expect([status, body]).toEqual([403, expect.stringContaining(invalid)]);
  });

  test("A CalDAV sync refuses a token of another calendar, or with a future revision", async () => {
    const { home, phone } = await setUp();
    const { token } = await changes(phone, "family", "");
    expect((await phone.sync(home.members.mia.id, token)).status).toBe(403);
    const future = token.replace(/\/(\d+)\/(\w+)$/, "/999999999/$2");
    expect((await phone.sync("family", future)).status).toBe(403);
    await home.as(home.members.anna).patch(`/app/members/${home.members.mia.id}`, { name: "Mia Sofie" });
    expect((await phone.sync("family", token)).body).toContain(invalid);
  });

  test("A CalDAV sync refuses infinite depth", async () => {
    const { phone } = await setUp();
    const body = `<D:sync-collection xmlns:D="DAV:"><D:sync-token/><D:sync-level>infinite</D:sync-level><D:prop/></D:sync-collection>`;
    const answer = await phone.report(phone.at("family"), body);
    expect([answer.status, answer.body]).toEqual([403, expect.stringContaining("<D:sync-traversal-supported/>")]);
  });

  test("A CalDAV sync refuses a sync level other than 1", async () => {
    const { phone } = await setUp();
    const body = `<D:sync-collection xmlns:D="DAV:"><D:sync-token/><D:sync-level>2</D:sync-level><D:prop/></D:sync-collection>`;
    expect((await phone.report(phone.at("family"), body)).status).toBe(400);
  });

  test("A CalDAV sync refuses a token if later changes were deleted, because they were half a year old", async () => {
    const home = await household({ server: serverInProcess() });
    const phone = davClient(home);
    const { token: oldest } = await changes(phone, "family", "");
    await phone.put(phone.at("family", "one.ics"), event("one@phone"));
    await phone.put(phone.at("family", "two.ics"), event("two@phone"));
    const { token: between } = await changes(phone, "family", "");
    await phone.delete(phone.at("family", "one.ics"));
    const { token: newest } = await changes(phone, "family", "");
    home.db.$client.run("UPDATE event_change SET at = ?", [(start.getTime() - 181 * day) / 1_000]);
    const tended = await maintainCalendars(home.db, start, new AbortController().signal);
    expect(tended.deletedChanges).toBe(1);
    expect((await phone.sync("family", oldest)).body).toContain(invalid);
    expect((await phone.sync("family", between)).body).toContain(invalid);
    expect((await changes(phone, "family", newest)).found).toEqual({});
    expect(Object.keys((await changes(phone, "family", "")).found)).toEqual(["two.ics"]);
    expect((await maintainCalendars(home.db, start, new AbortController().signal)).deletedChanges).toBe(0);
  });
});

test("The events of a member who leaves move to the family's calendar", async () => {
  const { home, phone } = await setUp();
  const { mia } = home.members;
  await phone.put(phone.at(mia.id, "one.ics"), event("one@phone"));
  await phone.put(phone.at(mia.id, "hidden.ics"), event("hidden@phone", "STATUS:CANCELLED"));
  await home.as(home.members.anna).delete(`/app/members/${mia.id}`, { body: {} });
  expect(Object.keys(await phone.list("family")).sort()).toEqual(["hidden.ics", "one.ics"]);
  expect((await phone.sync(mia.id)).status).toBe(404);
});

test("Extra dates of a calendar object that are far in the future become events later, when these dates are nearer", async () => {
  const home = await household({ server: serverInProcess() });
  const phone = davClient(home);
  const path = phone.at("family", "strange.ics");
  const rdates = "RDATE:20270101T090000Z,20290301T090000Z";
  const ics = event("strange@phone", "DTSTART:20261201T090000Z", rdates);
  await phone.put(path, ics);
  const count = () => home.db.$client.query("SELECT count(*) AS n FROM event WHERE household_id = ?").get(home.id);
  expect(count()).toEqual({ n: 2 });
  const later = new Date(start.getTime() + 400 * day);
  await maintainCalendars(home.db, later, new AbortController().signal);
  expect(count()).toEqual({ n: 3 });
  expect((await phone.get(path)).body).toBe(ics);
});
