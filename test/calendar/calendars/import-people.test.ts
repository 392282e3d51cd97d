/** Imports of events that the household has for somebody under another id. */
import { describe, expect, test } from "bun:test";
import { calendar, eventsOf, importAll } from "../../support/calendar/imports.ts";
import { household } from "../../support/home/home.ts";
import { preview } from "../../support/operations/calendar-operations.ts";

describe("an import of events that the household has under other UIDs", () => {
  const at = "20270115T180000";
  const file = (uid: string, ...more: string[]) =>
    calendar([`UID:${uid}`, "SUMMARY:Parents evening", `DTSTART:${at}`, ...more]);
  const forOnly = (...members: { id: string }[]) => ({ memberIds: members.map(({ id }) => id), isGeneral: false });

  test("An import adds an event that equals another member's event and has a new UID", async () => {
    const home = await household();
    const { ben, mia } = home.members;
    await importAll(home, file("leo-1@school"), forOnly(ben));
    const { body } = await preview(home, file("mia-1@school"));
    expect(body.counts).toMatchObject({ new: 0, known: 1 });
    expect(body.events[0]).toMatchObject({ state: "known", knownFor: [ben.id] });
    expect(body.knownFor).toEqual([{ memberIds: [ben.id], count: 1 }]);
    expect((await importAll(home, file("mia-1@school"), forOnly(mia))).body).toMatchObject({ added: 1, skipped: 0 });
    const concerned = (await eventsOf(home)).map(({ memberIds }: { memberIds: string[] }) => memberIds);
    expect(concerned.toSorted()).toEqual([[ben.id], [mia.id]].toSorted());
  });

  test("An import skips an event that equals a known event of the same member", async () => {
    const home = await household();
    const { anna, ben, mia } = home.members;
    await importAll(home, file("one"), forOnly(ben, mia));
    for (const choice of [forOnly(mia), forOnly(anna, ben), { memberIds: [anna.id], isGeneral: true }, {}]) {
      expect((await importAll(home, file("two"), choice)).body).toMatchObject({ added: 0, skipped: 1 });
    }
    expect((await importAll(home, file("two"), forOnly(anna))).body).toMatchObject({ added: 1 });
    expect((await importAll(home, file("three"), forOnly(anna))).body).toMatchObject({ added: 0, skipped: 1 });
    expect((await preview(home, file("three"))).body.knownFor).toEqual([
      { memberIds: [anna.id, ben.id, mia.id].toSorted(), count: 1 },
    ]);
  });

  test("An import assigns events to the members whom the calendar file names", async () => {
    const home = await household();
    const { ben } = home.members;
    await importAll(home, file("one"), forOnly(ben));
    const { body } = await preview(home, file("two", "CATEGORIES:Mia"));
    expect(body).toMatchObject({ counts: { new: 1, known: 0 }, knownFor: [] });
    expect((await importAll(home, file("two", "CATEGORIES:Mia"), forOnly(ben))).body).toMatchObject({ added: 1 });
    expect((await importAll(home, file("three", "CATEGORIES:Ben"))).body).toMatchObject({ added: 0, skipped: 1 });
  });

  test("An import recognises an event by its UID, whatever members the import is for", async () => {
    const home = await household();
    const { ben, mia } = home.members;
    await importAll(home, file("one"), forOnly(ben));
    expect((await preview(home, file("one"))).body).toMatchObject({ counts: { known: 1 }, knownFor: [] });
    expect((await importAll(home, file("one"), forOnly(mia))).body).toMatchObject({ added: 0, skipped: 1 });
  });
});
