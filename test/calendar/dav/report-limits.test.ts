/** Limits of one REPORT. */
import { expect, test } from "bun:test";
import { davClient, event, responsesIn } from "../../support/calendar/dav.ts";
import { household } from "../../support/home/home.ts";

const range = 'start="20200101T000000Z" end="20400101T000000Z"';
const expanded = `<D:prop><C:calendar-data><C:expand ${range}/></C:calendar-data></D:prop>`;
const whole = "<D:prop><C:calendar-data/></D:prop>";
const namespaces = 'xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"';
const megabyte = "x".repeat(1_000_000);

async function setUp() {
  const phone = davClient(await household());
  const put = async (name: string, ...lines: string[]) => {
    const { status } = await phone.put(phone.at("family", name), event(name, ...lines));
    expect(status).toBe(201);
  };
  const multiget = (prop: string, ...names: string[]) => {
    const hrefs = names.map((name) => `<D:href>${phone.at("family", name)}</D:href>`).join("");
    return `<C:calendar-multiget ${namespaces}>${prop}${hrefs}</C:calendar-multiget>`;
  };
  const report = async (body: string) => {
    const { status, body: text } = await phone.report(phone.at("family"), body);
    return { status, isTooMuch: text.includes("<D:number-of-matches-within-limits/>"), text };
  };
  return { phone, put, multiget, report };
}

test("A CalDAV report of more than 5,000 instances is refused", async () => {
  const { put, multiget, report } = await setUp();
  await put("one.ics", "RRULE:FREQ=DAILY;COUNT=2500");
  await put("two.ics", "RRULE:FREQ=DAILY;COUNT=2500");
  const fitting = await report(multiget(expanded, "one.ics", "two.ics"));
  expect([fitting.status, fitting.text.split("BEGIN:VEVENT").length - 1]).toEqual([207, 5_000]);
  await put("three.ics");
  const filter = '<C:filter><C:comp-filter name="VCALENDAR"/></C:filter>';
  const reports = [
    multiget(expanded, "one.ics", "two.ics", "three.ics"),
    `<C:calendar-query ${namespaces}>${expanded}${filter}</C:calendar-query>`,
    `<D:sync-collection ${namespaces}><D:sync-token/><D:sync-level>1</D:sync-level>${expanded}</D:sync-collection>`,
  ];
  for (const body of reports) expect(await report(body)).toMatchObject({ status: 403, isTooMuch: true });
});

test("A CalDAV report that expands a series of large events is refused before the memory is full", async () => {
  const { put, multiget, report } = await setUp();
  await put("long.ics", "RRULE:FREQ=DAILY;COUNT=5000", `X-LONG:${megabyte}`);
  const before = process.memoryUsage().rss;
  const answer = await report(multiget(expanded, "long.ics"));
  expect(answer).toMatchObject({ status: 403, isTooMuch: true });
  expect(process.memoryUsage().rss - before).toBeLessThan(1_000_000_000);
});

test("Other requests are served between the steps of a CalDAV report on a large event", async () => {
  const { phone, multiget } = await setUp();
  const moved = Array.from({ length: 1_900 }, (_, index) => {
    const day = new Date(Date.UTC(2020, 0, 1 + index)).toISOString().slice(0, 10).replaceAll("-", "");
    const times = [`RECURRENCE-ID:${day}T090000Z`, `DTSTART:${day}T110000Z`, `DTEND:${day}T120000Z`];
    return ["END:VEVENT", "BEGIN:VEVENT", "UID:large", "DTSTAMP:20261101T100000Z", ...times];
  });
  const start = ["DTSTART:20200101T090000Z", "DTEND:20200101T100000Z", "RRULE:FREQ=DAILY;COUNT=2500"];
  const ics = event("large", ...start, ...moved.flat());
  expect((await phone.put(phone.at("family", "large.ics"), ics)).status).toBe(201);
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns++;
    if (!isDone) setImmediate(count);
  };
  const filter = `<C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT"><C:time-range ${range}/></C:comp-filter></C:comp-filter></C:filter>`;
  const query = `<C:calendar-query ${namespaces}>${expanded}${filter}</C:calendar-query>`;
  for (const [body, least] of [
    [multiget(expanded, "large.ics"), 4],
    [query, 5],
  ] as const) {
    turns = 0;
    isDone = false;
    count();
    expect((await phone.report(phone.at("family"), body)).status).toBe(207);
    isDone = true;
    expect(turns).toBeGreaterThanOrEqual(least);
    await new Promise((resolve) => setImmediate(resolve));
  }
});

test("An object that a CalDAV report requests twice is returned once (RFC 4918 §14.24)", async () => {
  const { phone, put, multiget, report } = await setUp();
  await put("one.ics");
  const own = phone.at("family", "one.ics");
  const spellings = [own, own.replace("one", "%6Fne"), `http://localhost${own}`, own, "/elsewhere", "/elsewhere"];
  const hrefs = spellings.map((href) => `<D:href>${href}</D:href>`).join("");
  const { text } = await report(multiget(whole).replace("</C:", `${hrefs}</C:`));
  expect(responsesIn(text).map(({ href }) => href)).toEqual([own, "/elsewhere"]);
});
