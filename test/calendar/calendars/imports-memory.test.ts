/** Calendar files that were read and not imported take little memory, and none after an hour. */
import { heapStats } from "bun:jsc";
import { expect, test } from "bun:test";
import { hour } from "#lib/time.ts";
import { calendar, choices, eventsOf } from "../../support/calendar/imports.ts";
import { household, refusal, serverInProcess } from "../../support/home/home.ts";
import { TestTimers } from "../../support/home/timers.ts";
import { preview } from "../../support/operations/calendar-operations.ts";

/** Each of the 60 events has 140 dates, so that reading makes 8,400 events, about 13 MB. */
function largeFile(): string {
  const dates = Array.from({ length: 140 }, (_, index) => {
    const iso = new Date(Date.UTC(2026, 11, 2 + index, 9)).toISOString();
    return `${iso.slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
  });
  const lines = ["DTSTART:20261201T090000Z", "DTEND:20261201T100000Z", `RDATE:${dates.join(",")}`];
  return calendar(...Array.from({ length: 60 }, (_, index) => [`UID:${index}@x`, `SUMMARY:${index}`, ...lines]));
}

const megabyte = 1e6;

async function heapBytes(): Promise<number> {
  for (let round = 0; round < 10; round++) {
    Bun.gc(true);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return heapStats().heapSize + heapStats().extraMemorySize;
}

test("Four previews of calendar files with 8,400 events use less than 20 MB of memory", async () => {
  const timers = new TestTimers();
  const home = await household({ server: serverInProcess({}, { timers }) });
  const text = largeFile();
  const small = await preview(home, calendar(["UID:1", "DTSTART:20261201T090000Z"]));
  await home.as(home.members.anna).delete(`/app/calendar-imports/${small.body.id}`);
  const before = await heapBytes();
  for (let count = 0; count < 4; count++) expect((await preview(home, text)).status).toBe(200);
  expect(timers.size).toBe(1);
  expect((await heapBytes()) - before).toBeLessThan(20 * megabyte);
  home.clock.advance(hour);
  timers.advance(hour);
  expect(timers.size).toBe(0);
}, 60_000);

test("The preview of a calendar file can be imported for an hour, and returns 404 afterwards", async () => {
  const home = await household({ server: serverInProcess() });
  const anna = home.as(home.members.anna);
  const read = async () =>
    (await preview(home, calendar(["UID:1", "SUMMARY:Choir", "DTSTART:20261201T090000"]))).body.id;
  const [first, second] = [await read(), await read()];
  home.clock.advance(hour - 1);
  expect(await anna.post(`/app/calendar-imports/${first}`, choices)).toMatchObject({ status: 200, body: { added: 1 } });
  expect((await eventsOf(home)).map(({ title, startsAt }: any) => [title, startsAt])).toEqual([
    ["Choir", "2026-12-01T08:00:00.000Z"],
  ]);
  home.clock.advance(1);
  const expired = { status: 404, body: refusal(404, "Import not found") };
  expect(await anna.post(`/app/calendar-imports/${second}`, choices)).toMatchObject(expired);
  expect(await anna.delete(`/app/calendar-imports/${second}`)).toMatchObject(expired);
});
