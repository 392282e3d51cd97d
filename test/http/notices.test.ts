/** Notices of a member: reading them, marking them as read, and acting on them. */
import { beforeEach, describe, expect, test } from "bun:test";
import { day, hour, minute } from "#lib/time.ts";
import type { Facts } from "#notifications/notices/notice.ts";
import { type Home, household, refusal, serverInProcess } from "../support/home/home.ts";
import { tablet } from "../support/records/check-ins.ts";
import { addNotice } from "../support/reminders/notices.ts";
import { startReminders, titlesOf } from "../support/reminders/reminders.ts";

const tooLate = refusal(422, "This can no longer be done from here");
const adultsOnly = refusal(403, "Only an owner or adult can do this");
const at = "/app/notices";

type Person = ReturnType<Home["as"]>;

let home: Home;
let anna: Person;
let ben: Person;
let mia: Person;

beforeEach(async () => {
  home = await household({ server: serverInProcess() });
  [anna, ben, mia] = [home.as(home.members.anna), home.as(home.members.ben), home.as(home.members.mia)];
});

const idsOf = async (who: Person, query = "") => {
  const { body } = await who.get(`${at}${query}`);
  return body.notices.map(({ id }: { id: string }) => id);
};
const stateOf = async (who: Person, id: string) => (await who.get(`${at}/${id}`)).body.state;
const act = (who: Person, id: string, action: string, more = {}) => who.post(`${at}/${id}`, { action, ...more });

/** Returns what the newest entry of the feed records, and who caused it. */
const lastEntry = () => {
  const [entry] = home.entries();
  return [entry?.actor.name, entry?.action, entry?.subject.id] as unknown;
};

describe("a member's notices", () => {
  test("A member's notices are listed newest first, in pages", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) {
      ids.unshift(addNotice(home));
      addNotice(home, { memberId: home.members.ben.id });
      home.clock.advance(minute);
    }
    const first = (await anna.get(`${at}?limit=2`)).body;
    const second = (await anna.get(`${at}?limit=2&cursor=${first.nextCursor}`)).body;
    const third = (await anna.get(`${at}?limit=2&cursor=${second.nextCursor}`)).body;
    const pages = [first, second, third];
    expect(pages.map(({ notices }) => notices.map(({ id }: { id: string }) => id))).toEqual([
      ids.slice(0, 2),
      ids.slice(2, 4),
      ids.slice(4),
    ]);
    expect(pages.map(({ unread }) => unread)).toEqual([5, 5, 5]);
    expect(third.nextCursor).toBeNull();
  });

  test("A member's notices are worded at the time of reading, in the member's language", async () => {
    const id = addNotice(home, { about: [home.members.anna.id] });
    home.clock.advance(4 * minute);
    const { body } = await anna.get(`${at}/${id}`);
    expect(body).toMatchObject({
      ...{ id, kind: "event", title: "In 6 min: Piano", state: "open", actions: ["snooze"], names: ["Anna"] },
      ...{ readAt: null, memberId: home.members.anna.id, path: `/calendar?event=${body.subject.id}` },
    });
    await anna.patch("/app/notifications", { language: "de" });
    expect((await anna.get(`${at}/${id}`)).body.title).toBe("In 6 Min.: Piano");
    const titles = async (query: string) => (await anna.get(at + query)).body.notices.map((each: any) => each.title);
    expect(await titles("")).toEqual(["In 6 Min.: Piano"]);
    expect(await titles("?language=en")).toEqual(["In 6 min: Piano"]);
    expect(await titles("?language=fr")).toEqual(["In 6 min: Piano"]);
    expect((await anna.get(`${at}?language=<b>`)).status).toBe(400);
  });

  test("A page of notices is refused if the cursor is unknown or belongs to another member", async () => {
    const other = await home.neighbour();
    const cursors = [
      addNotice(home, { memberId: home.members.ben.id }),
      addNotice(other),
      Bun.randomUUIDv7("hex", home.clock.now),
    ];
    for (const cursor of cursors) {
      expect((await anna.get(`${at}?cursor=${cursor}`)).body).toEqual(refusal(400, "Invalid cursor"));
    }
    expect((await anna.get(`${at}?limit=101`)).status).toBe(400);
    expect((await anna.get(`${at}?limit=0`)).status).toBe(400);
  });

  test("The list of a member's notices leaves out hidden and snoozed notices", async () => {
    addNotice(home, { hidden: 1 });
    const later = new Date(home.clock.now.getTime() + hour).toISOString();
    const snoozed = addNotice(home, { kind: "snooze", dueAt: later });
    expect(await idsOf(anna)).toEqual([]);
    home.clock.advance(hour);
    expect(await idsOf(anna)).toEqual([snoozed]);
  });

  test("Notices of another member or household cannot be read, marked or acted on", async () => {
    const notFound = refusal(404, "Notice not found");
    const other = await home.neighbour();
    for (const id of [addNotice(home, { memberId: home.members.ben.id }), addNotice(other)]) {
      expect((await anna.get(`${at}/${id}`)).body).toEqual(notFound);
      expect((await act(anna, id, "dismiss")).body).toEqual(notFound);
      expect((await anna.post(`${at}/read`, { upTo: id })).body).toEqual(notFound);
    }
    expect((await ben.get(at)).body.unread).toBe(1);
    expect((await other.as(other.members.anna).get(at)).body.unread).toBe(1);
  });

  test("A member can mark all notices up to a given notice as read", async () => {
    const before = home.entries().length;
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) {
      ids.push(addNotice(home));
      home.clock.advance(minute);
    }
    addNotice(home, { memberId: home.members.ben.id });
    expect((await anna.post(`${at}/read`, { upTo: ids[1] })).body).toEqual({ unread: 1 });
    const { notices } = (await anna.get(at)).body;
    expect(notices.map(({ readAt }: { readAt: string | null }) => readAt !== null)).toEqual([false, true, true]);
    expect((await anna.post(`${at}/read`, { upTo: ids[2] })).body).toEqual({ unread: 0 });
    expect((await ben.get(at)).body.unread).toBe(1);
    expect(home.entries().length).toBe(before);
  });

  test("A member's notices cannot be read with an API key", async () => {
    expect((await home.get(at)).body).toEqual(refusal(403, "Only the app can do this"));
  });
});

describe("the notices on a tablet", () => {
  test("A tablet shows the last day's notices that concern everybody, without duplicates", async () => {
    const { anna: annaId, ben: benId } = home.members;
    const same = { subjectId: "piano", slot: "2026-11-27" };
    addNotice(home, { ...same, about: [annaId.id] });
    addNotice(home, { ...same, memberId: benId.id, about: [benId.id] });
    const task: Facts = { type: "task", label: "Present", dueDate: "2026-11-27" };
    addNotice(home, { kind: "task", subjectType: "task", facts: task });
    addNotice(home, { kind: "item", listId: Bun.randomUUIDv7() });
    addNotice(home, { kind: "change" });
    const old = new Date(home.clock.now.getTime() - day);
    addNotice(home, { createdAt: old });
    const wall = await tablet(home);
    const { body } = await wall.get(at);
    expect(body).toMatchObject({ unread: 0, nextCursor: null });
    expect(body.notices).toHaveLength(1);
    const [notice] = body.notices;
    expect(notice).toMatchObject({ title: "Anna, Ben: Piano in 10 min", names: ["Anna", "Ben"], actions: [] });
    const [german] = (await wall.get(`${at}?language=de`)).body.notices;
    expect(german.title).toBe("Anna, Ben: Piano in 10 Min.");
    const acting = wall.for(annaId);
    expect((await acting.call("POST", `${at}/${notice.id}`, { body: { action: "dismiss" } })).body).toEqual(adultsOnly);
    expect((await acting.call("POST", `${at}/read`, { body: { upTo: notice.id } })).body).toEqual(adultsOnly);
    expect((await wall.get(`${at}/${notice.id}`)).body).toEqual(adultsOnly);
  });
});

/** Notices about a task, a chore and an item, as the engine makes them. */
const aboutTask = (id: string, memberId: string, label = "Present") =>
  addNotice(home, {
    ...{ memberId, kind: "task", subjectType: "task", subjectId: id, slot: "2026-11-27", minutes: -1 },
    ...{ facts: { type: "task", label, dueDate: "2026-11-27" }, about: [memberId] },
  });
const aboutChore = (id: string, memberId: string, about = [memberId]) =>
  addNotice(home, {
    ...{ memberId, kind: "chore", subjectType: "chore", subjectId: id, slot: "2026-11-27", minutes: -1, about },
    facts: {
      ...{ type: "chore", name: "Dishwasher", emoji: "🍽️", date: "2026-11-27", dueTime: "10:00", isTurn: false },
    } as Facts,
  });
const addTask = async (memberId: string) => (await ben.post("/v1/tasks", { label: "Present", memberId })).body.id;
const addChore = async (memberIds: string[], assignment = "anyone") => {
  const body = { name: "Dishwasher", memberIds, assignment, startDate: "2026-11-27", recurrenceRule: "FREQ=DAILY" };
  return (await ben.post("/app/chores", body)).body.id;
};

describe("the action “Done” of a notice", () => {
  test("The action “Done” of a notice completes the task once, as the member", async () => {
    const task = await addTask(home.members.anna.id);
    const id = aboutTask(task, home.members.anna.id);
    const before = home.entries().length;
    const { body } = await act(anna, id, "done");
    expect(body).toEqual({ state: "done", line: "Done: Present" });
    expect(lastEntry()).toEqual(["Anna", "completed", task]);
    expect((await act(anna, id, "done")).body).toEqual(body);
    expect(home.entries().length).toBe(before + 1);
    expect((await anna.get(`/v1/tasks/${task}`)).body.completedAt).not.toBeNull();
    expect(await stateOf(anna, id)).toBe("done");
    expect((await anna.get(at)).body.unread).toBe(0);
  });

  test("The action “Done” of a notice changes nothing if the task is already completed", async () => {
    const task = await addTask(home.members.anna.id);
    const id = aboutTask(task, home.members.anna.id);
    await anna.patch(`/v1/tasks/${task}`, { completedAt: home.clock.now.toISOString() });
    const before = home.entries().length;
    home.clock.advance(hour);
    expect((await act(anna, id, "done")).body).toEqual({ state: "done", line: "Done: Present" });
    expect(home.entries().length).toBe(before);
  });

  test("The action “Done” of a notice completes the chore, and closes other members' notices", async () => {
    const { anna: one, ben: two } = home.members;
    const chore = await addChore([one.id, two.id]);
    const [own, other] = [aboutChore(chore, one.id), aboutChore(chore, two.id)];
    expect((await act(anna, own, "done")).body).toEqual({ state: "done", line: "Done: Dishwasher" });
    expect(lastEntry()).toEqual(["Anna", "completed", chore]);
    expect(await stateOf(ben, other)).toBe("done");
    const before = home.entries().length;
    expect((await act(ben, other, "done")).body.state).toBe("done");
    expect(home.entries().length).toBe(before);
  });

  test("The action “Done” of a notice closes no other notices if each member has to do the chore", async () => {
    const { anna: one, ben: two, mia: child } = home.members;
    const chore = await addChore([one.id, two.id, child.id], "each");
    const own = aboutChore(chore, one.id, [one.id]);
    const other = aboutChore(chore, two.id, [two.id]);
    await act(anna, own, "done");
    expect(await stateOf(ben, other)).toBe("open");
    await act(ben, other, "done");
    const { today } = (await anna.get("/v1/chores")).body.chores[0];
    expect(today.map(({ completed }: { completed: boolean }) => completed)).toEqual([true, true, false]);
  });

  test("The action “Done” of a notice about a chore shared with a child credits the notice's member", async () => {
    const { anna: one, mia: child } = home.members;
    const chore = await addChore([child.id, one.id]);
    await act(anna, aboutChore(chore, one.id, [child.id, one.id]), "done");
    expect((await anna.get("/v1/chores")).body.chores[0].today[0].memberId).toBe(one.id);
  });

  test("The action “Done” of a notice completes a small child's chore for the child", async () => {
    const { anna: one, ben: two, mia: child } = home.members;
    const chore = await addChore([child.id, two.id], "each");
    const own = aboutChore(chore, one.id, [child.id]);
    const other = aboutChore(chore, two.id, [child.id]);
    await act(anna, own, "done");
    expect((await anna.get("/v1/chores")).body.chores[0].today[0]).toMatchObject({
      memberId: child.id,
      completed: true,
    });
    expect(await stateOf(ben, other)).toBe("done");
  });

  test("The action “Done” of a notice ticks the item of a list", async () => {
    const { body: section } = await anna.post("/v1/lists/sections", { name: "Home" });
    const { body: list } = await anna.post("/v1/lists", { name: "Groceries", sectionId: section.id });
    const { body: item } = await anna.post(`/v1/lists/${list.id}/blocks`, { type: "task", content: "Milk" });
    const facts: Facts = { type: "item", content: "Milk", listName: "Groceries", dueAt: home.clock.now.getTime() };
    const subject = { kind: "item", subjectType: "block", subjectId: item.id, listId: list.id };
    const id = addNotice(home, { ...subject, facts });
    expect((await act(anna, id, "done")).body).toEqual({ state: "done", line: "Done: Milk" });
    expect((await anna.get(`/v1/lists/${list.id}`)).body.blocks[0].done).toBe(true);
    const gone = addNotice(home, { ...subject, facts, slot: "2026-11-28" });
    await anna.delete(`/v1/lists/${list.id}/blocks/${item.id}`);
    expect((await act(anna, gone, "done")).body).toEqual(tooLate);
  });

  test("The action “Done” of a notice is refused if a child's task now belongs to another member", async () => {
    const { ben: two, mia: child } = home.members;
    const [own, given] = [await addTask(child.id), await addTask(child.id)];
    const ids = [aboutTask(own, child.id), aboutTask(given, child.id)];
    await ben.patch(`/v1/tasks/${given}`, { memberId: two.id });
    expect((await act(mia, ids[0] ?? "", "done")).body.state).toBe("done");
    const before = home.entries().length;
    expect((await act(mia, ids[1] ?? "", "done")).body).toEqual(adultsOnly);
    expect(await stateOf(mia, ids[1] ?? "")).toBe("open");
    expect(home.entries().length).toBe(before);
  });

  test("The action “Done” of a notice is refused for a deleted task, and for an event", async () => {
    const task = await addTask(home.members.anna.id);
    const id = aboutTask(task, home.members.anna.id);
    await anna.delete(`/v1/tasks/${task}`);
    expect((await act(anna, id, "done")).body).toEqual(tooLate);
    expect((await act(anna, addNotice(home), "done")).body).toEqual(tooLate);
    expect(await stateOf(anna, id)).toBe("open");
  });
});

describe("snoozing a notice", () => {
  test("A notice can be snoozed for 1 to 1,440 whole minutes", async () => {
    const id = addNotice(home);
    for (const minutes of [0, 1_441, 1.5, "10", null])
      expect((await act(anna, id, "snooze", { minutes })).status).toBe(400);
    expect((await act(anna, id, "later")).status).toBe(400);
    expect(await stateOf(anna, id)).toBe("open");
    expect((await act(anna, id, "snooze", { minutes: 1_440 })).status).toBe(200);
  });

  test("A notice that was snoozed twice becomes due again only once", async () => {
    const task = await addTask(home.members.anna.id);
    const id = aboutTask(task, home.members.anna.id);
    const { body } = await act(anna, id, "snooze");
    expect(body).toEqual({ state: "snoozed", line: "Again at 11:00: Present" });
    home.clock.advance(minute);
    expect((await act(anna, id, "snooze", { minutes: 5 })).body).toEqual(body);
    expect(await idsOf(anna)).toEqual([id]);
    home.clock.advance(59 * minute);
    const [again] = await idsOf(anna).then((ids) => ids.filter((each: string) => each !== id));
    expect((await anna.get(`${at}/${again}`)).body).toMatchObject({ kind: "snooze", actions: ["done", "snooze"] });
    await act(anna, id, "done");
    expect(await stateOf(anna, again)).toBe("done");
  });

  test("A notice of an event is snoozed for 10 minutes by default, and at most until the event starts", async () => {
    const event = (minutes: number): Facts => {
      const from = home.clock.now.getTime() + minutes * minute;
      return { type: "event", title: "Piano", location: null, allDay: false, from, to: from + hour, firstDay: null };
    };
    const lineOf = async (facts: Facts, more = {}) =>
      (await act(anna, addNotice(home, { facts }), "snooze", more)).body.line;
    expect(await lineOf(event(30))).toBe("Again at 10:10: Piano");
    expect(await lineOf(event(30), { minutes: 45 })).toBe("Again at 10:30: Piano");
    expect(await lineOf(event(4))).toBe("Again at 10:04: Piano");
    expect(await lineOf(event(-4))).toBe("Again at 10:10: Piano");
  });

  test("A notice can be snoozed at most five times in a row", async () => {
    const task = await addTask(home.members.anna.id);
    let id = aboutTask(task, home.members.anna.id);
    for (let times = 1; times <= 5; times++) {
      expect((await act(anna, id, "snooze", { minutes: 1 })).body.state).toBe("snoozed");
      home.clock.advance(minute);
      const { notices } = (await anna.get(at)).body;
      id = notices.find(({ state }: { state: string }) => state === "open").id;
    }
    expect((await act(anna, id, "snooze", { minutes: 1 })).body).toEqual(tooLate);
  });

  test("A notice that is done or dismissed cannot be snoozed", async () => {
    const task = await addTask(home.members.anna.id);
    const [first, second] = [aboutTask(task, home.members.anna.id), addNotice(home)];
    await act(anna, first, "done");
    await act(anna, second, "dismiss");
    expect((await act(anna, first, "snooze")).body).toEqual(tooLate);
    expect((await act(anna, second, "snooze")).body).toEqual(tooLate);
  });
});

test("The action “Dismiss” closes the notice and changes nothing else", async () => {
  const task = await addTask(home.members.anna.id);
  const id = aboutTask(task, home.members.anna.id);
  const before = home.entries().length;
  const { body } = await act(anna, id, "dismiss");
  expect(body).toEqual({ state: "dismissed", line: "Dismissed: Present" });
  expect((await act(anna, id, "dismiss")).body).toEqual(body);
  expect((await anna.get(`/v1/tasks/${task}`)).body.completedAt).toBeNull();
  expect((await anna.get(at)).body).toMatchObject({ unread: 0, notices: [{ id, state: "dismissed", actions: [] }] });
  expect(home.entries().length).toBe(before);
  expect((await act(anna, id, "done")).body.state).toBe("done");
});

test("A due reminder can be snoozed, becomes due again later, and can then be marked as done", async () => {
  const engine = await startReminders();
  home = engine.home;
  const { anna: owner } = home.members;
  anna = home.as(owner);
  await anna.patch("/app/notifications", { taskAt: "17:00", summaryAt: null });
  const { body: task } = await anna.post("/v1/tasks", { label: "Present", memberId: owner.id, dueDate: "2026-11-27" });
  engine.at("2026-11-27T16:00:00Z");
  expect(await titlesOf(home, owner)).toEqual(["Due today: Present"]);
  const [first] = await idsOf(anna);
  await act(anna, first, "snooze", { minutes: 30 });
  engine.at("2026-11-27T16:29:59Z");
  expect(await idsOf(anna)).toEqual([first]);
  engine.at("2026-11-27T16:30:00Z");
  const { notices, unread } = (await anna.get(at)).body;
  expect(notices).toHaveLength(2);
  expect(unread).toBe(1);
  const open = notices.find(({ state }: { state: string }) => state === "open");
  expect((await act(anna, open.id, "done")).body).toEqual({ state: "done", line: "Done: Present" });
  expect((await anna.get(`/v1/tasks/${task.id}`)).body.completedAt).toBe("2026-11-27T16:30:00.000Z");
});
