/** An object that cannot be written is named, and the others of its calendar go on, wherever it comes from. */
import type { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { hour } from "#lib/time.ts";
import { event } from "../../support/calendar/dav.ts";
import { calendarOf, comingDays, following } from "../../support/calendar/host.ts";
import { calendar, choices, eventsOf, objects, titlesOf } from "../../support/calendar/imports.ts";
import { looseAccount } from "../../support/calendar/loose-caldav.ts";
import { googleEvent } from "../../support/google/account.ts";
import { connectedGoogle } from "../../support/google/home.ts";
import { household, serverInProcess } from "../../support/home/home.ts";
import { undo } from "../../support/home/undo.ts";
import { preview } from "../../support/operations/calendar-operations.ts";

/** Fails as a constraint of the database does. Returns how to end it. */
function refuseTitle({ $client }: { readonly $client: Database }, title: string): () => void {
  for (const kind of ["INSERT", "UPDATE"]) {
    $client.run(
      `CREATE TRIGGER "refuse ${kind}" BEFORE ${kind} ON event WHEN new.title = '${title}' BEGIN SELECT RAISE(ABORT, 'refused'); END`,
    );
  }
  return () => {
    for (const kind of ["INSERT", "UPDATE"]) $client.run(`DROP TRIGGER "refuse ${kind}"`);
  };
}

const named = (remarks: any[]) => remarks.map(({ title, code }) => [title, code]);

test("A followed calendar skips an event that cannot be stored until the event's content changes", async () => {
  const { host, home, anna, follow } = await following();
  const days = comingDays(3);
  const renamed = (title: string) => days.map((each, index) => (index === 1 ? { ...each, title } : each));
  host.answer({ body: calendarOf(days) });
  const { id } = (await follow()).body;
  const read = async () => {
    home.clock.advance(hour);
    return (await anna.call("POST", `/app/subscriptions/${id}/refresh`)).body;
  };
  const before = await titlesOf(home);
  const allow = refuseTitle(home.db, "Refused");
  host.answer({ body: calendarOf([...renamed("Refused"), { uid: "late", title: "Late", day: "20261230" }]) });
  const first = await read();
  expect(first).toMatchObject({ state: "fresh", error: null, eventCount: 4 });
  expect(named(first.remarks)).toEqual([["Refused", "not_taken"]]);
  expect((await titlesOf(home)).sort()).toEqual([...before, "Late"].sort());
  expect(named((await read()).remarks)).toEqual([["Refused", "not_taken"]]);
  allow();
  host.answer({ body: calendarOf(renamed("Refused")) });
  expect(named((await read()).remarks)).toEqual([]);
  expect(await titlesOf(home)).toContain("Refused");
});

test("An import leaves out an event that cannot be stored, and reports the event's title", async () => {
  const home = await household({ server: serverInProcess() });
  refuseTitle(home.db, "Refused");
  const day = "DTSTART;VALUE=DATE:20261201";
  const file = calendar(
    ["UID:a", "SUMMARY:First", day],
    ["UID:b", "SUMMARY:Refused", day],
    ["UID:c", "SUMMARY:Last", day],
  );
  const { body } = await preview(home, file);
  const done = await home.as(home.members.anna).post(`/app/calendar-imports/${body.id}`, choices);
  expect(done).toMatchObject({ status: 200, body: { added: 2, updated: 0, skipped: 0 } });
  expect(named(done.body.remarks)).toEqual([["Refused", "not_taken"]]);
  expect((await titlesOf(home)).sort()).toEqual(["First", "Last"]);
  expect(objects(home).sort()).toEqual(["a", "c"]);
  expect((await undo(home)).status).toBe(200);
  expect(await eventsOf(home)).toEqual([]);
});

test("The sync of a CalDAV account skips new and changed objects that cannot be stored", async () => {
  const all = await looseAccount();
  all.there.put("/cal/a/a.ics", event("a", "SUMMARY:Dentist"));
  await all.run();
  const allow = refuseTitle(all.home.db, "Refused");
  all.there.put("/cal/a/a.ics", event("a", "SUMMARY:Refused"));
  all.there.put("/cal/a/b.ics", event("b", "SUMMARY:Refused"));
  all.there.put("/cal/a/c.ics", event("c", "SUMMARY:Judo"));
  await all.run();
  expect((await titlesOf(all.home)).sort()).toEqual(["Dentist", "Judo"]);
  const remarks = named((await all.calendar()).remarks);
  expect(remarks).toEqual([
    ["Refused", "not_taken"],
    ["Refused", "not_taken"],
  ]);
  allow();
  await all.run(hour);
  expect((await titlesOf(all.home)).sort()).toEqual(["Judo", "Refused", "Refused"]);
  expect((await all.calendar()).remarks).toEqual([]);
});

test("The sync of a Google account skips an event that cannot be stored, and stores the event later", async () => {
  const all = await connectedGoogle();
  const allow = refuseTitle(all.home.db, "Refused");
  all.events.insert(googleEvent("judo1", { summary: "Judo" }));
  all.events.insert(googleEvent("judo2", { summary: "Refused" }));
  expect(await all.sync()).toMatchObject({ state: "ready", error: null });
  expect(await titlesOf(all.home)).toEqual(["Judo"]);
  expect(named((await all.calendar()).remarks)).toEqual([["Refused", "not_taken"]]);
  allow();
  all.pass(hour);
  await all.sync();
  expect((await titlesOf(all.home)).sort()).toEqual(["Judo", "Refused"]);
  expect((await all.calendar()).remarks).toEqual([]);
});
