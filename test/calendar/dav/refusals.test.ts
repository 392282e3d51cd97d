/** Errors of PUT, its conditions, and names of resources. */
import { describe, expect, test } from "bun:test";
import { davClient, event, responsesIn } from "../../support/calendar/dav.ts";
import { type Home, household } from "../../support/home/home.ts";

async function setUp() {
  const home = await household();
  return { home, phone: davClient(home) };
}

const december = "/v1/events?from=2026-12-01T00:00:00Z&to=2027-01-01T00:00:00Z";
const eventsOf = async (home: Home) => (await home.get(december)).body.events;
const mastersOf = async (home: Home) => (await home.get(`${december}&raw=true`)).body.events;
const etagOf = ({ headers }: { headers: Headers }) => headers.get("etag") ?? "";

describe("conflicts", () => {
  test("A PUT with an existing UID is refused, and the refusal names the existing object", async () => {
    const { home, phone } = await setUp();
    const first = phone.at("family", "one.ics");
    await phone.put(first, event("one@phone"));
    const again = await phone.put(phone.at("family", "two.ics"), event("one@phone"));
    const conflict = `<C:no-uid-conflict><D:href>${first}</D:href></C:no-uid-conflict>`;
    expect([again.status, again.body]).toEqual([409, expect.stringContaining(conflict)]);
    const other = await phone.put(first, event("another@phone"));
    expect([other.status, other.body]).toEqual([409, expect.stringContaining(conflict)]);
    const guarded = davClient(home, home.members.anna as never, { calendars: [home.members.mia.id] });
    const hidden = await guarded.put(guarded.at(home.members.mia.id, "two.ics"), event("one@phone"));
    expect([hidden.status, hidden.body.includes("href")]).toEqual([409, false]);
  });

  test("A calendar object that moves to another calendar gets a free resource name there", async () => {
    const { home, phone } = await setUp();
    const { mia } = home.members;
    await phone.put(phone.at("family", "1.ics"), event("family@phone", "SUMMARY:Family"));
    await phone.put(phone.at(mia.id, "1.ics"), event("mia@phone", "SUMMARY:Mia"));
    const [{ id }] = (await mastersOf(home)).filter(({ title }: { title: string }) => title === "Family");
    await home.patch(`/v1/events/${id}`, { memberIds: [mia.id], isGeneral: false });
    const names = Object.keys(await phone.list(mia.id));
    expect(names).toHaveLength(2);
    expect((await phone.get(phone.at(mia.id, "1.ics"))).body).toContain("SUMMARY:Mia");
    const other = names.find((name) => name !== "1.ics") ?? "";
    expect((await phone.get(phone.at(mia.id, other))).body).toContain("SUMMARY:Family");
  });

  test.each([
    ["If-None-Match", "*", 412],
    ["If-Match", '"other"', 412],
    ["If-Match", "*", 204],
    ["If-Match", '"other", W/"own-gzip"', 204],
    ["If", '(["own"])', 204],
    ["If", '(["other"]) (Not ["other"])', 204],
    ["If", '(["other"])', 412],
    ["If", "(<data:,no/token/1/x>)", 412],
    ["If", "nonsense", 400],
  ])(
    "A PUT with the condition %s: %s is accepted or refused according to the entity tag",
    async (name, value, status) => {
      const { phone } = await setUp();
      const path = phone.at("family", "one.ics");
      const tag = etagOf(await phone.put(path, event("one@phone"))).slice(1, -1);
      const answer = await phone.put(path, event("one@phone", "X-A:1"), { [name]: value.replace("own", tag) });
      expect(answer.status).toBe(status);
    },
  );

  test.each([
    ["If-Match", '"other"', 412],
    ["If-Match", '"other", "own"', 200],
    ["If-Match", "*", 200],
    ["If-None-Match", '"own"', 304],
    ["If-None-Match", "*", 304],
    ["If-None-Match", '"other"', 200],
    ["If", '(["other"])', 412],
    ["If", '(["own"])', 200],
    ["If", "nonsense", 400],
  ])("A GET or HEAD with the condition %s: %s is answered according to the entity tag", async (name, value, status) => {
    const { phone } = await setUp();
    const path = phone.at("family", "one.ics");
    const tag = etagOf(await phone.put(path, event("one@phone"))).slice(1, -1);
    for (const method of ["GET", "HEAD"]) {
      const headers = { [name]: value.replace("own", tag) };
      expect([method, (await phone.send(method, path, { headers })).status]).toEqual([method, status]);
      const both = { ...headers, "If-None-Match": `"${tag}"` };
      const expected = status === 200 ? 304 : status;
      expect([method, (await phone.send(method, path, { headers: both })).status]).toEqual([method, expected]);
      const missing = await phone.send(method, phone.at("family", "none.ics"), { headers });
      expect([method, missing.status]).toEqual([method, 404]);
    }
  });

  test("Only one of two conflicting PUT requests at the same time succeeds", async () => {
    const { phone } = await setUp();
    const path = phone.at("family", "one.ics");
    const tag = etagOf(await phone.put(path, event("one@phone")));
    const both = await Promise.all(
      ["X-A:1", "X-A:2"].map((line) => phone.put(path, event("one@phone", line), { "If-Match": tag })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([204, 412]);
  });
});

describe("a body", () => {
  const wrap = (...lines: string[]) => ["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR", ""].join("\r\n");
  const plain = ["BEGIN:VEVENT", "UID:a", "DTSTART:20261201T090000Z", "END:VEVENT"];

  test.each([
    ["no calendar", "hello", 403, "C:valid-calendar-data"],
    ["a cut calendar", "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\n", 403, "C:valid-calendar-data"],
    ["bytes that are no UTF-8", new Uint8Array([...Buffer.from(wrap(...plain)), 0xff]), 403, "C:valid-calendar-data"],
    ["a to-do", wrap("BEGIN:VTODO", "UID:a", "END:VTODO"), 403, "C:supported-calendar-component"],
    ["no UID", wrap("BEGIN:VEVENT", "DTSTART:20261201T090000Z", "END:VEVENT"), 403, "C:valid-calendar-object-resource"],
    ["no DTSTART", wrap("BEGIN:VEVENT", "UID:a", "END:VEVENT"), 403, "C:valid-calendar-object-resource"],
    ["a METHOD", wrap("METHOD:REQUEST", ...plain), 403, "C:valid-calendar-object-resource"],
    [
      "two UIDs",
      wrap(...plain, ...plain.map((line) => line.replace("UID:a", "UID:b"))),
      403,
      "C:valid-calendar-object-resource",
    ],
    ["two events of one UID", wrap(...plain, ...plain), 403, "C:valid-calendar-object-resource"],
    [
      "an hourly rule",
      wrap(...plain.toSpliced(3, 0, "RRULE:FREQ=HOURLY;COUNT=5")),
      403,
      "C:valid-calendar-object-resource>RRULE: events repeat at most daily here<",
    ],
    [
      "a rule of another calendar system",
      wrap(...plain.toSpliced(3, 0, "RRULE:RSCALE=CHINESE;FREQ=YEARLY")),
      403,
      "C:valid-calendar-object-resource>RRULE: the rule is not known here<",
    ],
    [
      "a start that cannot be read",
      wrap("BEGIN:VEVENT", "UID:a", "DTSTART:tomorrow", "END:VEVENT"),
      403,
      "C:valid-calendar-data>DTSTART: cannot be read<",
    ],
    [
      "a start in 1850",
      wrap("BEGIN:VEVENT", "UID:a", "DTSTART:18500101T090000Z", "END:VEVENT"),
      403,
      "C:valid-calendar-object-resource>DTSTART: must be from 1900 to 2200<",
    ],
    ["no event", wrap("X-A:1"), 403, "C:valid-calendar-object-resource"],
    ["over 1 MB", wrap(...plain.slice(0, 3), `X-A:${"x".repeat(1_048_576)}`, "END:VEVENT"), 403, "C:max-resource-size"],
  ])("A PUT with a body of %s is refused", async (_, body, status, condition) => {
    const { home, phone } = await setUp();
    const answer = await phone.put(phone.at("family", "one.ics"), body);
    expect([answer.status, answer.body]).toEqual([status, expect.stringContaining(`<${condition}`)]);
    expect(await eventsOf(home)).toEqual([]);
  });

  test("A PUT of a part of an object is refused (RFC 9110 §14.5)", async () => {
    const { home, phone } = await setUp();
    const path = phone.at("family", "one.ics");
    const answer = await phone.put(path, event("one@phone"), { "Content-Range": "bytes 0-99/200" });
    expect([answer.status, await eventsOf(home)]).toEqual([400, []]);
  });

  test("A PUT with a body of another media type is refused", async () => {
    const { phone } = await setUp();
    const answer = await phone.put(phone.at("family", "one.ics"), event("a"), { "Content-Type": "application/json" });
    expect([answer.status, answer.body]).toEqual([415, expect.stringContaining("<C:supported-calendar-data/>")]);
  });

  test("A PUT with an unreadable iCalendar line is stored unchanged", async () => {
    const { phone } = await setUp();
    const path = phone.at("family", "one.ics");
    const ics = event("one@phone", "this is no line");
    expect([(await phone.put(path, ics)).status, (await phone.get(path)).body]).toEqual([201, ics]);
  });

  test.each([
    ["FREQ=WEEKLY;COUNT=10;UNTIL=20261215T235959Z;BYDAY=TU", ["12-01", "12-08", "12-15"]],
    ["FREQ=WEEKLY;INTERVAL=0;BYDAY=1TU,;COUNT=2", ["12-01", "12-08"]],
  ])(
    "A PUT with the faulty rule %s is stored unchanged, and app and phone show the same dates",
    async (rule, dates) => {
      const { home, phone } = await setUp();
      const path = phone.at("family", "one.ics");
      const ics = event("one@phone", `RRULE:${rule}`);
      expect([(await phone.put(path, ics)).status, (await phone.get(path)).body]).toEqual([201, ics]);
      const shown = (await eventsOf(home)).map(({ startsAt }: { startsAt: string }) => startsAt.slice(5, 10));
      expect(shown).toEqual(dates);
    },
  );

  test("A PUT with control characters is stored without these characters", async () => {
    const { phone } = await setUp();
    const path = phone.at("family", "one.ics");
    const put = await phone.put(path, event("one@phone", "X-A:a\u0001b"));
    expect([put.status, put.headers.get("etag")]).toEqual([201, null]);
    expect((await phone.get(path)).body).toBe(event("one@phone", "X-A:ab"));
  });
});

test("Resource names that calendar programs chose are always returned in one spelling", async () => {
  const { phone } = await setUp();
  for (const name of ["a b.ics", "ü%2F&<>'\".ics", "{x}@y+z.ics", "日本.ics"]) {
    const path = phone.at("family", name);
    expect((await phone.put(path, event(`${name}@phone`))).status).toBe(201);
    const { body } = await phone.propfind(phone.at("family"), "1", "<D:getetag/>");
    expect(responsesIn(body).map(({ href }) => href)).toContain(path);
  }
  for (const path of ["a%ZZ.ics", "..%2Fb.ics", "%00.ics", `${"x".repeat(256)}.ics`, "a/b.ics", "folder/"]) {
    expect((await phone.put(phone.at("family") + path, event("x@phone"))).status).toBe(404);
  }
});
