/** Search results on successive days. */
import { describe, expect, test } from "bun:test";
import { serverInProcess } from "../support/home/home.ts";
import { homeWithAgenda } from "../support/records/agenda.ts";

const day = 86_400_000;

/** `lines` returns the lines of the results, in order. */
async function home() {
  const own = await homeWithAgenda(serverInProcess());
  const lines = async (query: string) =>
    (await own.get(`/v1/search?query=${query}`)).body.results.map(({ line }: any) => line);
  return { ...own, lines };
}

describe("search results on successive days", () => {
  test("Search results show the next date of a series, or the last date if the series has ended", async () => {
    const { event, lines, clock, patch } = await home();
    const weekly = { recurrenceRule: "FREQ=WEEKLY;COUNT=3" };
    const { id } = await event("Piano", "2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", weekly);
    const at = "15:00:00.000Z";
    const edit = (date: string, change: object) =>
      patch(`/v1/events/${id}`, { editScope: "this", instanceStartsAt: `${date}T${at}`, ...change });
    expect(await lines("piano")).toEqual(["Fri 27 Nov, 16:00 to 17:00, every week"]);
    await edit("2026-11-27", { location: "Church" });
    expect(await lines("piano")).toEqual(["Fri 27 Nov, 16:00 to 17:00, every week, Church"]);
    clock.advance(7 * 3_600_000 + 30 * 60_000); // Later on the same day, after its end.
    expect(await lines("piano")).toEqual(["Fri 27 Nov, 16:00 to 17:00, every week, Church"]);
    clock.advance(day);
    expect(await lines("piano")).toEqual(["Fri 4 Dec, 16:00 to 17:00, every week"]);
    await edit("2026-12-04", { startsAt: "2026-12-20T09:00:00Z", endsAt: "2026-12-20T10:00:00Z" });
    expect(await lines("piano")).toEqual(["Sun 20 Dec, 10:00 to 11:00, every week"]);
    clock.advance(400 * day);
    expect(await lines("piano")).toEqual(["Sun 20 Dec 2026, 10:00 to 11:00, every week"]);
  });

  test.each([
    ["FREQ=YEARLY", "2024-02-29", "Tue 29 Feb 2028, all day, every year"],
    ["FREQ=YEARLY;INTERVAL=100", "1950-06-01", "Wed 1 Jun 2050, all day, every 100 years"],
    ["FREQ=DAILY", "1900-01-01", "Fri 27 Nov, all day, every day"],
    ["FREQ=MONTHLY;UNTIL=20200101", "2010-01-31", "Tue 31 Dec 2019, all day, every month"],
    ["FREQ=YEARLY;INTERVAL=250", "1960-06-01", "Wed 1 Jun 1960, all day, every 250 years"],
  ])(
    "The search shows the right date of an event with the rule %s that begins on %s",
    async (recurrenceRule, date, line) => {
      const { event, lines } = await home();
      await event("Feast", `${date}T00:00:00Z`, `${date}T00:00:00Z`, { allDay: true, recurrenceRule });
      expect(await lines("feast")).toEqual([line]);
    },
  );

  test("Search results list future events first, the soonest first, then past ones, the latest first", async () => {
    const { event, task, meal, lines, clock, get } = await home();
    const once = (date: string) => event("Zoo", `${date}T10:00:00Z`, `${date}T11:00:00Z`);
    for (const date of ["2026-11-01", "2026-11-26", "2026-12-24", "2026-11-27"]) await once(date);
    await task("Zoo", "2026-11-30");
    await task("Zoo", "2026-11-24");
    await meal("Zoo", "2026-12-01");
    await meal("Zoo", "2026-10-28");
    await meal("Zoo", "2026-10-27"); // 31 days ago.
    const types = "&types=event,task,meal";
    const dates = async () => (await lines(`zoo${types}`)).map((line: string) => /\d+ \w+/.exec(line)?.[0]);
    const ahead = ["27 Nov", "30 Nov", "1 Dec", "24 Dec"];
    expect(await dates()).toEqual([...ahead, "26 Nov", "24 Nov", "1 Nov", "28 Oct"]);
    const before = (await get(`/v1/search?query=zoo${types}`)).headers.get("ETag");
    clock.advance(day);
    expect(await dates()).toEqual([...ahead.slice(1), "27 Nov", "26 Nov", "24 Nov", "1 Nov"]);
    expect((await get(`/v1/search?query=zoo${types}`)).headers.get("ETag")).not.toBe(before);
  });

  test("Search results include what another process wrote to the database", async () => {
    const { task, lines, db, id } = await home();
    await task("Zoo", null);
    expect((await lines("zoo")).length).toBe(1);
    db.$client.run("UPDATE task SET label = 'Farm' WHERE household_id = ?", [id]);
    db.$client.run("UPDATE household SET revision = revision + 1 WHERE id = ?", [id]);
    expect([await lines("zoo"), await lines("farm")]).toEqual([[], ["For Anna"]]);
  });
});
