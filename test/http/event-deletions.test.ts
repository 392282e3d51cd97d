/** Tests deleting several events in one request: all or none, with one entry that undoes them. */
import { describe, expect, test } from "bun:test";
import { household, refusal } from "../support/home/home.ts";
import { changedSince, undo } from "../support/home/undo.ts";

const path = "/v1/events/batch/delete";
const range = "/v1/events?from=2026-11-01T00:00:00Z&to=2027-02-01T00:00:00Z";
const unknown = "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";

async function calendar() {
  const home = await household();
  const add = async (title: string, more: object = {}): Promise<string> => {
    const times = { startsAt: "2026-12-01T10:00:00.000Z", endsAt: "2026-12-01T11:00:00.000Z" };
    return (await home.post("/v1/events", { title, ...times, ...more })).body.id;
  };
  const titles = async () =>
    (await home.get(range)).body.events.map(({ title, startsAt }: any) => `${title} ${startsAt.slice(5, 13)}`);
  const remove = (events: object[], more: object = {}) => home.post(path, { events, ...more });
  const at = (day: number) => `2026-12-0${day}T10:00:00.000Z`;
  const dance = await add("Dance", { recurrenceRule: "FREQ=DAILY;COUNT=4" });
  const tea = await add("Tea");
  return { ...home, add, titles, remove, at, dance, tea };
}

describe("POST /v1/events/batch/delete", () => {
  test("A batch deletes events and instances of series with one activity entry, which can be undone", async () => {
    const { titles, remove, at, dance, tea, ...home } = await calendar();
    const exam = { title: "Exam", editScope: "this", instanceStartsAt: at(2) };
    await home.patch(`/v1/events/${dance}`, exam);
    const before = [await titles(), (await home.get(`/v1/events/${dance}`)).body.exceptions];
    const count = home.entries().length;
    const events = [{ id: tea }, { id: dance, instanceStartsAt: at(2) }, { id: dance, instanceStartsAt: at(4) }];
    const look = await remove([...events, events[1] ?? {}], { dryRun: true });
    expect([await titles(), home.entries().length]).toEqual([before[0], count]);
    const { status, body, headers } = await remove([...events, events[1] ?? {}]);
    expect(status).toBe(200);
    expect(body).toEqual(look.body);
    expect(
      body.events.map(({ title, recurring, instanceStartsAt }: any) => [title, recurring, instanceStartsAt]),
    ).toEqual([
      ["Tea", false, null],
      ["Exam", true, at(2)],
      ["Dance", true, at(4)],
    ]);
    const left = ["Dance 12-01T10", "Dance 12-03T10"];
    expect(await titles()).toEqual(left);
    expect(home.entries()[0]).toMatchObject({
      ...{ id: headers.get("x-activity-id"), action: "updated" },
      summary: "deleted 3 events: “Tea”, “Exam” and “Dance”",
    });
    expect(home.entries().length).toBe(count + 1);
    expect((await undo(home)).status).toBe(200);
    expect([await titles(), (await home.get(`/v1/events/${dance}`)).body.exceptions]).toEqual(before);
    expect((await undo(home)).status).toBe(200);
    expect(await titles()).toEqual(left);
  });

  test("If one request deletes all remaining instances of a series, the series itself is deleted", async () => {
    const { titles, remove, at, dance, ...home } = await calendar();
    await home.delete(`/v1/events/${dance}?scope=this&instanceStartsAt=${at(1)}`);
    const count = home.entries().length;
    expect((await remove([{ id: dance, instanceStartsAt: at(1) }])).body).toEqual({ events: [] });
    expect(home.entries().length).toBe(count);
    const all = [1, 2, 3, 4].map((day) => ({ id: dance, instanceStartsAt: at(day) }));
    expect((await remove(all)).body.events).toHaveLength(3);
    expect((await home.get(`/v1/events/${dance}`)).status).toBe(404);
    expect(home.entries()[0]).toMatchObject({
      action: "deleted",
      summary: "deleted 3 events: “Dance”, “Dance” and “Dance”",
    });
    expect((await undo(home)).status).toBe(200);
    expect(await titles()).toHaveLength(4);
    const whole = await remove([{ id: dance, instanceStartsAt: at(2) }, { id: dance }]);
    expect(whole.body.events).toMatchObject([{ title: "Dance", recurring: true, instanceStartsAt: null }]);
    expect(home.entries()[0]?.summary).toBe("deleted the series “Dance”");
  });

  test("A batch of deletions cannot be undone after a series in the batch was changed again", async () => {
    const { remove, at, dance, tea, titles, ...home } = await calendar();
    await remove([{ id: tea }, { id: dance, instanceStartsAt: at(2) }]);
    const entry = home.entries()[0]?.id;
    await home.patch(`/v1/events/${dance}`, { title: "Ballet" });
    expect((await undo(home, entry)).body).toEqual(changedSince);
    expect(await titles()).toHaveLength(3);
  });

  test("If one deletion in a batch is refused, no event is deleted, and the error names that deletion", async () => {
    const { remove, dance, tea, titles, createKey, ...home } = await calendar();
    const other = await home.neighbour();
    const { body: theirs } = await other.post("/v1/events", {
      ...{ title: "Theirs", startsAt: "2026-12-01T10:00:00Z", endsAt: "2026-12-01T11:00:00Z" },
    });
    const { key } = createKey({ scopes: ["calendar.read"] });
    const before = [await titles(), home.entries().length];
    for (const id of [unknown, theirs.id]) {
      expect((await remove([{ id: tea }, { id }])).body).toEqual(refusal(422, "events[1].id: no such event"));
    }
    expect((await remove([{ id: tea }, { id: dance, instanceStartsAt: "2026-12-09T10:00:00Z" }])).body).toEqual(
      refusal(422, "events[1].instanceStartsAt: no such instance"),
    );
    expect((await remove([])).body).toEqual(refusal(400, "events: must be a list of 1 to 50 items"));
    expect((await remove(Array(51).fill({ id: tea }))).body).toEqual(
      refusal(400, "events: must be a list of 1 to 50 items"),
    );
    expect((await home.post(path, { events: [{ id: tea }] }, { key })).status).toBe(403);
    const mia = home.as(home.members.mia);
    expect((await mia.post(path, { events: [{ id: tea }, { id: dance }] })).body).toEqual(
      refusal(403, "Only an owner or adult can do this"),
    );
    expect([await titles(), home.entries().length]).toEqual(before);
    expect((await other.get(`/v1/events/${theirs.id}`)).status).toBe(200);
    expect((await mia.post(path, { events: [{ id: tea }] })).status).toBe(200);
  });

  test("A batch of deletions deletes an event only once, even if repeated or sent simultaneously", async () => {
    const { remove, tea, dance, ...home } = await calendar();
    const headers = { "Idempotency-Key": "once" };
    const first = await home.post(path, { events: [{ id: tea }] }, { headers });
    const again = await home.post(path, { events: [{ id: tea }] }, { headers });
    expect([again.body, again.headers.get("Idempotency-Replayed")]).toEqual([first.body, "true"]);
    const both = await Promise.all([remove([{ id: dance }]), remove([{ id: dance }])]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
  });
});
