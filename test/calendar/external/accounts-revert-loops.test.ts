/** An event that keeps changing back rests for a while; one that people edit often does not. */
import { expect, test } from "bun:test";
import { hour, minute, second } from "#lib/time.ts";
import { eventsOf } from "../../support/calendar/accounts.ts";
import { event } from "../../support/calendar/dav.ts";
import { looseAccount } from "../../support/calendar/loose-caldav.ts";

const path = "/cal/a/a.ics";

async function withDentist() {
  const all = await looseAccount();
  const there = (title: string) => all.there.put(path, event("a", `SUMMARY:${title}`));
  const shown = async () => (await eventsOf(all.home))[0];
  const here = async (title: string) => all.home.patch(`/v1/events/${(await shown()).id}`, { title });
  const step = () => all.run(20 * second);
  /** A change here arrives there, where something else takes its place. */
  const revert = async (ours: string, theirs: string) => {
    await here(ours);
    await step();
    expect(all.there.texts.get(path)?.text).toContain(`SUMMARY:${ours}`);
    there(theirs);
    await step();
  };
  const failures = async () => (await all.calendar()).failures;
  const waitMinutes = async () => (Date.parse((await failures())[0].nextAt) - all.home.clock.now.getTime()) / minute;
  there("Dentist");
  await step();
  return { ...all, there, shown, here, step, revert, failures, waitMinutes, server: all.there };
}

test("Twelve different edits in the app and at the server within ten minutes are all synchronised", async () => {
  const all = await withDentist();
  for (let index = 0; index < 6; index++) await all.revert(`Here ${index}`, `There ${index}`);
  expect(await all.failures()).toEqual([]);
  expect((await all.shown()).title).toBe("There 5");
  await all.here("Here at last");
  await all.step();
  expect(all.server.texts.get(path)?.text).toContain("SUMMARY:Here at last");
});

test("An event continues to sync if the calendar server reverts it three times in ten minutes", async () => {
  const all = await withDentist();
  for (let index = 0; index < 3; index++) await all.revert(`Here ${index}`, "Dentist");
  expect(await all.failures()).toEqual([]);
  expect((await all.shown()).title).toBe("Dentist");
});

test("An event that the calendar server reverts a fourth time is paused and listed as failed", async () => {
  const all = await withDentist();
  for (let index = 0; index < 4; index++) await all.revert(`Here ${index}`, "Dentist");
  expect(await all.failures()).toEqual([
    { eventId: (await all.shown()).id, title: "Here 3", error: "bouncing", nextAt: expect.any(String) },
  ]);
  expect(await all.waitMinutes()).toBe(15);
  await all.here("Here, while it rests");
  await all.run(14 * minute);
  expect(all.server.texts.get(path)?.text).toContain("SUMMARY:Dentist");
  expect((await all.shown()).title).toBe("Here, while it rests");
  await all.run(minute);
  expect(await all.failures()).toEqual([]);
  // The calendar there says nothing of when it changed, so it counts.
  expect((await all.shown()).title).toBe("Dentist");
  await all.here("Here again");
  await all.step();
  expect(all.server.texts.get(path)?.text).toContain("SUMMARY:Here again");
});

test("An event that the calendar server reverts again and again is paused for up to six hours", async () => {
  const all = await withDentist();
  const waits: number[] = [];
  for (let rests = 0; rests < 7; rests++) {
    for (let index = 0; index < 4; index++) await all.revert(`Here ${rests} ${index}`, "Dentist");
    waits.push(await all.waitMinutes());
    await all.run((waits.at(-1) ?? 0) * minute);
    expect(await all.failures()).toEqual([]);
  }
  expect(waits).toEqual([15, 30, 60, 120, 240, 360, 360]);
});

test("A manual sync also syncs an event that was paused because the calendar server kept reverting it", async () => {
  const all = await withDentist();
  for (let index = 0; index < 4; index++) await all.revert(`Here ${index}`, "Dentist");
  await all.sync();
  expect(await all.failures()).toEqual([]);
  expect((await all.shown()).title).toBe("Dentist");
});

test("An event that an earlier version had excluded from the sync for ever is synchronised again", async () => {
  const all = await withDentist();
  all.home.db.$client.run(
    "UPDATE calendar_link SET state = 'failed', error = 'bouncing', etag = NULL, next_at = '9999-12-31T00:00:00.000Z', bounces = ?",
    [JSON.stringify([all.home.clock.now.toISOString()])],
  );
  all.there("Dentist at ten");
  await all.run(hour);
  expect(await all.failures()).toEqual([]);
  expect((await all.shown()).title).toBe("Dentist at ten");
});
