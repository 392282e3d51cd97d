/** “Clear all” under the bell and its undo, and what notices say about changes by other members. */
import { beforeEach, describe, expect, test } from "bun:test";
import { day, hour, minute } from "#lib/time.ts";
import type { Facts } from "#notifications/notices/notice.ts";
import { type Home, household, refusal, serverInProcess } from "../support/home/home.ts";
import { tablet } from "../support/records/check-ins.ts";
import { addNotice } from "../support/reminders/notices.ts";
import { type RunningReminders, startReminders } from "../support/reminders/reminders.ts";

const at = "/app/notices";
const [one, two] = ["1".repeat(32), "2".repeat(32)] as const;

type Person = ReturnType<Home["as"]>;

let home: Home;
let anna: Person;
let ben: Person;

beforeEach(async () => {
  home = await household({ server: serverInProcess() });
  [anna, ben] = [home.as(home.members.anna), home.as(home.members.ben)];
});

const clear = (who: Person, upTo: string, id: string = one) => who.post(`${at}/clear`, { upTo, clear: id });
const reopen = (who: Person, id: string = one) => who.post(`${at}/reopen`, { clear: id });
const stateOf = async (who: Person, id: string) => (await who.get(`${at}/${id}`)).body.state;
const statesOf = async (ids: readonly string[]) => Promise.all(ids.map((id) => stateOf(anna, id)));

/** Adds notices for Anna, one a minute. Returns their ids, the oldest first. */
function addNotices(count: number): string[] {
  return Array.from({ length: count }, () => {
    home.clock.advance(minute);
    return addNotice(home);
  });
}

describe("clearing all notices", () => {
  test("“Clear all” dismisses all open notices up to the given one, without an entry in the feed", async () => {
    const ids = addNotices(130);
    const newest = addNotices(1)[0] ?? "";
    const hidden = addNotice(home, { hidden: 1, createdAt: new Date(home.clock.now.getTime() - hour) });
    const others = addNotice(home, { memberId: home.members.ben.id });
    const before = home.entries().length;
    expect((await clear(anna, ids.at(-1) ?? "")).body).toEqual({ count: 130, unread: 1 });
    expect(new Set(await statesOf(ids))).toEqual(new Set(["dismissed"]));
    expect(await statesOf([newest, hidden])).toEqual(["open", "open"]);
    expect(await stateOf(ben, others)).toBe("open");
    expect((await anna.get(`${at}?limit=1`)).body).toMatchObject({ open: 1, unread: 1 });
    expect(home.entries().length).toBe(before);
  });

  test("“Clear all” leaves a snoozed notice open that became due after the newest notice was shown", async () => {
    const [older = "", newer = ""] = addNotices(2);
    await anna.post(`${at}/${older}`, { action: "snooze", minutes: 5 });
    // The app has shown only the newer notice, and sends its “Clear all” after the snoozed one is due.
    home.clock.advance(10 * minute);
    expect((await clear(anna, newer)).body.count).toBe(1);
    const { notices } = (await anna.get(at)).body;
    const again = notices.find(({ kind }: { kind: string }) => kind === "snooze");
    expect(again.state).toBe("open");
    expect((await clear(anna, again.id, two)).body.count).toBe(1);
    expect(await stateOf(anna, again.id)).toBe("dismissed");
  });

  test("“Clear all” that is repeated, or sent twice at once, changes nothing more", async () => {
    const ids = addNotices(3);
    const newest = ids.at(-1) ?? "";
    const both = await Promise.all([clear(anna, newest), clear(anna, newest, two)]);
    expect(both.map(({ body }) => body.count).sort()).toEqual([0, 3]);
    expect((await clear(anna, newest)).body).toEqual({ count: 0, unread: 0 });
  });

  test("“Clear all” and its undo are refused for notices of others, for wrong ids and on a tablet", async () => {
    const other = await home.neighbour();
    const own = addNotice(home);
    for (const id of [addNotice(home, { memberId: home.members.ben.id }), addNotice(other)]) {
      expect((await clear(anna, id)).body).toEqual(refusal(404, "Notice not found"));
    }
    expect(await stateOf(anna, own)).toBe("open");
    for (const id of ["", "1", "1".repeat(33), "G".repeat(32), null, 1]) {
      expect((await anna.post(`${at}/clear`, { upTo: own, clear: id })).status).toBe(400);
      expect((await anna.post(`${at}/reopen`, { clear: id })).status).toBe(400);
    }
    const adultsOnly = refusal(403, "Only an owner or adult can do this");
    const wall = await tablet(home);
    for (const [path, body] of [
      ["clear", { upTo: own, clear: one }],
      ["reopen", { clear: one }],
    ] as const) {
      expect((await wall.for(home.members.anna).call("POST", `${at}/${path}`, { body })).body).toEqual(adultsOnly);
      expect((await home.call("POST", `${at}/${path}`, { body })).status).toBe(403);
    }
    expect(await stateOf(anna, own)).toBe("open");
  });
});

describe("the undo of “Clear all”", () => {
  test("Undo opens exactly the notices again that this “Clear all” dismissed, and they stay read", async () => {
    const ids = addNotices(3);
    const [dismissed = "", second = "", third = ""] = ids;
    await anna.post(`${at}/${dismissed}`, { action: "dismiss" });
    await clear(anna, second);
    await clear(anna, third, two);
    expect((await reopen(anna)).body).toEqual({ count: 1, unread: 0 });
    expect(await statesOf(ids)).toEqual(["dismissed", "open", "dismissed"]);
    expect((await anna.get(`${at}/${second}`)).body).toMatchObject({ actions: ["snooze"] });
    expect((await anna.get(`${at}/${second}`)).body.readAt).not.toBeNull();
  });

  test("Undo that is repeated, or sent twice at once, never opens a notice that was dismissed since", async () => {
    const [id = ""] = addNotices(1);
    await clear(anna, id);
    const both = await Promise.all([reopen(anna), reopen(anna)]);
    expect(both.map(({ body }) => body.count).sort()).toEqual([0, 1]);
    await anna.post(`${at}/${id}`, { action: "dismiss" });
    expect((await reopen(anna)).body.count).toBe(0);
    expect(await stateOf(anna, id)).toBe("dismissed");
  });

  test("Undo leaves a notice closed that was done or cleared again since", async () => {
    const { body: task } = await ben.post("/v1/tasks", { label: "Present", memberId: home.members.anna.id });
    const facts = { type: "task", label: "Present", dueDate: "2026-11-27" } as const;
    const about = { kind: "task", subjectType: "task", subjectId: task.id, facts };
    const done = addNotice(home, about);
    const [again = ""] = addNotices(1);
    await clear(anna, again);
    await anna.post(`${at}/${done}`, { action: "done" });
    await reopen(anna);
    await clear(anna, again, two);
    expect((await reopen(anna)).body.count).toBe(0);
    expect(await statesOf([done, again])).toEqual(["done", "dismissed"]);
  });

  test("Undo leaves a notice closed whose chore another member has done since", async () => {
    const { anna: owner, ben: other } = home.members;
    const body = { name: "Bins", memberIds: [owner.id, other.id], assignment: "anyone", startDate: "2026-11-27" };
    const { body: chore } = await ben.post("/app/chores", { ...body, recurrenceRule: "FREQ=DAILY" });
    const facts: Facts = {
      ...{ type: "chore", name: "Bins", emoji: "🗑️", date: "2026-11-27", dueTime: "10:00", isTurn: false },
    };
    const about = { kind: "chore", subjectType: "chore", subjectId: chore.id, slot: "2026-11-27", facts };
    const own = addNotice(home, { ...about, about: [owner.id] });
    const copy = addNotice(home, { ...about, memberId: other.id, about: [other.id] });
    await clear(anna, own);
    expect((await ben.post(`${at}/${copy}`, { action: "done" })).body.state).toBe("done");
    expect((await reopen(anna)).body.count).toBe(0);
    expect(await stateOf(anna, own)).toBe("done");
  });

  test("Undo opens no notices of another member or household, even with the same id", async () => {
    const other = await home.neighbour();
    const ids = [addNotice(home), addNotice(home, { memberId: home.members.ben.id }), addNotice(other)] as const;
    const annaThere = other.as(other.members.anna);
    for (const [who, id] of [
      [anna, ids[0]],
      [ben, ids[1]],
      [annaThere, ids[2]],
    ] as const)
      await clear(who, id);
    expect((await reopen(ben)).body.count).toBe(1);
    expect(await stateOf(anna, ids[0])).toBe("dismissed");
    expect(await stateOf(annaThere, ids[2])).toBe("dismissed");
  });
});

describe("the notice of a change", () => {
  let engine: RunningReminders;

  beforeEach(async () => {
    engine = await startReminders();
    home = engine.home;
    [anna, ben] = [home.as(home.members.anna), home.as(home.members.ben)];
  });

  const noticesOf = async (who: Person) => {
    engine.at(new Date(home.clock.now.getTime() + 5 * minute).toISOString());
    return (await who.get(at)).body.notices.filter(({ kind }: { kind: string }) => kind === "change");
  };
  const addEvent = (more: object) =>
    ben.post("/v1/events", { title: "Piano", memberIds: [home.members.anna.id], ...more });

  test("The notice of a new event says who added it and when it begins, in the household’s time zone", async () => {
    await addEvent({ startsAt: "2026-12-03T18:30:00Z", endsAt: "2026-12-03T19:30:00Z" });
    expect(await noticesOf(anna)).toMatchObject([
      {
        ...{ title: "Ben added you: Piano", body: "Thu 3 Dec, 19:30", by: "Ben", startsAt: null },
        change: { what: "event_named", label: "Piano", memberId: home.members.ben.id },
      },
    ]);
  });

  test("The notices of a new all-day event and a new task say the day, and the time if there is one", async () => {
    await addEvent({ allDay: true, startsAt: "2026-12-03T00:00:00Z", endsAt: "2026-12-04T00:00:00Z" });
    const task = { memberId: home.members.anna.id, dueDate: "2026-12-01" };
    const { body: bag } = await ben.post("/v1/tasks", { ...task, label: "Bag" });
    await ben.patch(`/v1/tasks/${bag.id}/details`, { dueTime: "07:30" });
    await ben.post("/v1/tasks", { ...task, label: "Form" });
    await ben.post("/v1/tasks", { memberId: home.members.anna.id, label: "Some day" });
    const bodies = (await noticesOf(anna)).map(({ change, body }: any) => [change.label, body]);
    expect(new Map(bodies)).toEqual(
      new Map([
        ["Piano", "Thu 3 Dec"],
        ["Bag", "by Tue 1 Dec, 07:30"],
        ["Form", "by Tue 1 Dec"],
        ["Some day", ""],
      ]),
    );
  });

  test("The notice of a series that began earlier says no day, because its next date is not known", async () => {
    const start = new Date(home.clock.now.getTime() - 30 * day);
    const times = { startsAt: start.toISOString(), endsAt: new Date(start.getTime() + hour).toISOString() };
    await addEvent({ ...times, recurrenceRule: "FREQ=WEEKLY" });
    expect(await noticesOf(anna)).toMatchObject([{ title: "Ben added you: Piano", body: "" }]);
  });

  test("A notice stored by an earlier version has no member and no start", async () => {
    const facts = { type: "change", what: "event_named", by: "Ben", label: "Piano", count: 1 } as const;
    addNotice(home, { kind: "change", facts, about: [home.members.anna.id] });
    expect((await anna.get(at)).body.notices).toMatchObject([
      {
        ...{ title: "Ben added you: Piano", body: "", by: "Ben", memberIds: [home.members.anna.id] },
        change: { what: "event_named", label: "Piano", memberId: null },
      },
    ]);
  });
});
