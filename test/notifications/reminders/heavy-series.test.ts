/** Settlements of households whose calendars are large. */
import { expect, spyOn, test } from "bun:test";
import { planReminders } from "#notifications/reminders/plan.ts";
import { davClient } from "../../support/calendar/dav.ts";
import { heavySeries } from "../../support/calendar/heavy-objects.ts";
import { type Home, household, serverInProcess } from "../../support/home/home.ts";
import { startReminders, titlesOf } from "../../support/reminders/reminders.ts";

test("The search for reminders parses only the calendar objects that changed since the last search", async () => {
  const server = serverInProcess();
  const home = await household({ server });
  const phone = davClient(home);
  const put = (uid: string) => phone.put(phone.at("family", `${uid}.ics`), heavySeries({ uid, overrides: 300 }));
  const largeTextsOf = async (change: () => Promise<unknown>) => {
    await change();
    const parse = spyOn(JSON, "parse");
    planReminders(server.db, home.id, null, home.clock.now, []);
    const large = parse.mock.calls.filter(([text]) => text.length > 20_000);
    parse.mockRestore();
    return large.length;
  };
  await largeTextsOf(() => put("zero"));
  for (const uid of ["one", "two", "three"]) {
    // The series, and the image of its entry.
    expect(await largeTextsOf(() => put(uid))).toBe(2);
  }
  expect(await largeTextsOf(() => home.post("/v1/tasks", { label: "Bins", memberId: home.members.ben.id }))).toBe(0);
  expect(await largeTextsOf(() => phone.delete(phone.at("family", "one.ics")))).toBe(1);
});

test("The exceptions of series without reminders do not fill the cache of the search for reminders", async () => {
  const server = serverInProcess();
  const home = await household({ server });
  const phone = davClient(home);
  const put = async (uid: string) => {
    const text = heavySeries({ uid, overrides: 2_000, bytes: 1_000_000 });
    expect((await phone.put(phone.at("family", `${uid}.ics`), text)).status).toBe(201);
  };
  for (let index = 0; index < 28; index++) await put(`${index}`);
  planReminders(server.db, home.id, null, home.clock.now, []);
  await home.post("/v1/tasks", { label: "Bins", memberId: home.members.ben.id });
  const parse = spyOn(JSON, "parse");
  planReminders(server.db, home.id, null, home.clock.now, []);
  expect(parse.mock.calls.filter(([text]) => text.length > 20_000)).toEqual([]);
  parse.mockRestore();
});

async function putSeriesWithAlarms(home: Home): Promise<void> {
  const phone = davClient(home);
  const alarm = "BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT10M\r\nDESCRIPTION:Series\r\nEND:VALARM\r\n";
  for (const uid of ["one", "two", "three"]) {
    const text = heavySeries({ uid, overrides: 1_500, bytes: 700_000 });
    const withAlarms = text.replaceAll("END:VEVENT", `${alarm}END:VEVENT`);
    expect((await phone.put(phone.at("family", `${uid}.ics`), withAlarms)).status).toBe(201);
  }
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
}

test("The first search for reminders in a large calendar finds all reminders, in several turns of the event loop", async () => {
  const { home, at, restart } = await startReminders();
  await putSeriesWithAlarms(home);
  restart();
  const parse = spyOn(JSON, "parse");
  at("2026-11-28T09:50:00Z");
  const atOnce = parse.mock.calls.filter(([text]) => text.length > 20_000).length;
  parse.mockRestore();
  expect(atOnce).toBeLessThan(3);
  await turns(20);
  expect(await titlesOf(home, home.members.anna)).toContain("In 10 min: Changed 330");
});

test("A stop of the server during the search for reminders in a large calendar loses no reminder", async () => {
  const { home, server, restart, stop } = await startReminders();
  await putSeriesWithAlarms(home);
  server.clock.now = new Date("2026-11-28T09:50:00Z");
  restart();
  stop();
  await turns(40);
  expect(await titlesOf(home, home.members.anna)).toEqual([]);
  restart();
  await turns(40);
  expect(await titlesOf(home, home.members.anna)).toContain("In 10 min: Changed 330");
});
