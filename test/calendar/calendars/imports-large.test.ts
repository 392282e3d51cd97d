/** Files of many thousand events are imported in parts, whose progress everybody who may import can read. */
import { describe, expect, test } from "bun:test";
import { calendar, choices, importAll } from "../../support/calendar/imports.ts";
import { type Home, household, refusal } from "../../support/home/home.ts";
import { undo } from "../../support/home/undo.ts";
import { preview } from "../../support/operations/calendar-operations.ts";

const most = 20_000;

const eventsAt = (count: number) =>
  Array.from({ length: count }, (_, at) => {
    const date = new Date(Date.UTC(2027, 0, 1 + (at % 3_000))).toISOString().slice(0, 10).replaceAll("-", "");
    return [`UID:${at}@club`, `DTSTART;VALUE=DATE:${date}`, `SUMMARY:Event ${at}`];
  });

const countEvents = (home: Home) =>
  home.db.$client.query("SELECT count(*) FROM event WHERE household_id = ?").values(home.id)[0]?.[0];

const imported = (home: Home) => home.entries().filter(({ action }) => action === "imported");

describe("a large calendar file", () => {
  test("A calendar file of 20,000 events is imported in several activity entries", async () => {
    const home = await household();
    const { body: found } = await preview(home, calendar(...eventsAt(most)));
    expect(found.counts).toMatchObject({ new: most });
    const { body } = await home.as(home.members.anna).post(`/app/calendar-imports/${found.id}`, choices);
    expect(body).toMatchObject({ added: most, updated: 0, skipped: 0 });
    expect(countEvents(home)).toBe(most);
    expect(body.activityIds).toHaveLength(20);
    expect(body.activityIds.at(-1)).toBe(body.activityId);
    expect(new Set(body.activityIds)).toEqual(new Set(imported(home).map(({ id }) => id)));
    for (const id of body.activityIds.slice(-2).toReversed()) expect((await undo(home, id)).status).toBe(200);
    expect(countEvents(home)).toBe(most - 2_000);
  }, 120_000);

  test("A calendar file of more than 20,000 events is refused, also if the events are dates of series", async () => {
    const home = await household();
    const refused = refusal(422, "file: holds more than 20,000 events");
    expect((await preview(home, calendar(...eventsAt(most + 1)))).body).toEqual(refused);
    const days = Array.from({ length: 1_500 }, (_, at) =>
      new Date(Date.UTC(2027, 0, 2 + at)).toISOString().slice(0, 10).replaceAll("-", ""),
    );
    const series = Array.from({ length: 14 }, (_, at) => [
      ...[`UID:${at}`, "DTSTART;VALUE=DATE:20270101", `RDATE;VALUE=DATE:${days}`],
    ]);
    expect((await preview(home, calendar(...series))).body).toEqual(refused);
  }, 60_000);

  test("The import of a large calendar file shows its progress", async () => {
    const home = await household();
    const anna = home.as(home.members.anna);
    const { body: found } = await preview(home, calendar(...eventsAt(3_500)));
    const path = `/app/calendar-imports/${found.id}`;
    expect((await anna.get(path)).body).toEqual({ id: found.id, state: "read", done: 0, total: 3_500 });
    const other = await home.neighbour();
    expect((await other.as(other.members.anna).get(path)).status).toBe(404);
    let isDone = false;
    const importing = anna.post(path, choices).finally(() => {
      isDone = true;
    });
    const seen: number[] = [];
    let second: unknown = null;
    while (!isDone) {
      const { body } = await anna.get(path);
      if (body.state === "importing") {
        seen.push(body.done);
        expect(body.total).toBe(3_500);
        second ??= (await anna.post(path, choices)).body;
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(second).toEqual(refusal(409, "This file is being imported"));
    expect(seen).toEqual(seen.toSorted((one, other) => one - other));
    expect(new Set(seen).size).toBeGreaterThan(1);
    expect((await importing).body).toMatchObject({ added: 3_500 });
    expect((await anna.get(path)).body).toEqual(refusal(404, "Import not found"));
  }, 60_000);

  test("The import of a large calendar file can be cancelled, and then reports how much was imported", async () => {
    const home = await household();
    const anna = home.as(home.members.anna);
    const { body: found } = await preview(home, calendar(...eventsAt(5_500)));
    const path = `/app/calendar-imports/${found.id}`;
    const send = () => anna.post(path, choices, { headers: { "Idempotency-Key": "import until cancelled" } });
    const importing = send();
    const state = async () => (await anna.get(path)).body;
    while ((await state()).done < 1_000) await new Promise((resolve) => setImmediate(resolve));
    const other = await home.neighbour();
    expect((await other.as(other.members.anna).delete(path)).status).toBe(404);
    expect((await anna.delete(path)).body).toEqual({ id: found.id, deleted: true });
    expect(await state()).toMatchObject({ state: "importing", total: 5_500 });
    const first = await importing;
    expect(first.body.added).toBeLessThan(5_500);
    expect(countEvents(home)).toBe(first.body.added);
    expect(first.body.activityIds).toHaveLength(first.body.added / 1_000);
    expect((await send()).body).toEqual(first.body);
    expect((await anna.get(path)).status).toBe(404);
    expect((await undo(home, first.body.activityId)).status).toBe(200);
  }, 60_000);

  test("The import of a large calendar file still shows its progress after four more previews", async () => {
    const home = await household();
    const anna = home.as(home.members.anna);
    const { body: found } = await preview(home, calendar(...eventsAt(3_500)));
    const path = `/app/calendar-imports/${found.id}`;
    for (let count = 0; count < 3; count++) await preview(home);
    const importing = anna.post(path, choices);
    while ((await anna.get(path)).body.state === "read") await new Promise((resolve) => setImmediate(resolve));
    await preview(home);
    expect((await anna.get(path)).body).toMatchObject({ state: "importing" });
    expect((await importing).body).toMatchObject({ added: 3_500 });
  }, 60_000);

  test("A repeated request imports a large calendar file only once, and returns the same counts again", async () => {
    const home = await household();
    const anna = home.as(home.members.anna);
    const { body: found } = await preview(home, calendar(...eventsAt(1_200)));
    const send = () =>
      anna.post(`/app/calendar-imports/${found.id}`, choices, { headers: { "Idempotency-Key": "import once" } });
    const first = await send();
    expect(first.body).toMatchObject({ added: 1_200 });
    expect(first.body.activityIds).toHaveLength(2);
    const again = await send();
    expect(again.body).toEqual(first.body);
    expect(countEvents(home)).toBe(1_200);
  }, 60_000);

  test("The import of a large calendar file adds each of 1,200 equal events, and a second adds none", async () => {
    const home = await household();
    const twins = eventsAt(1_200).map(([uid = ""]) => [uid, "DTSTART;VALUE=DATE:20270105", "SUMMARY:Twin"]);
    expect((await importAll(home, calendar(...twins))).body).toMatchObject({ added: 1_200, skipped: 0 });
    expect((await importAll(home, calendar(...twins))).body).toMatchObject({ added: 0, skipped: 1_200 });
  }, 60_000);
});
