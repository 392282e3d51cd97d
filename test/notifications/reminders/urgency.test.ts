/** How soon a change can cause a reminder, and that a change that cannot reads nothing for it. */
import { expect, test } from "bun:test";
import { getTableName } from "drizzle-orm";
import { day, hour, minute, second } from "#lib/time.ts";
import { planReminders } from "#notifications/reminders/plan.ts";
import { tablesWithoutReminders, urgencyOf } from "#notifications/reminders/urgency.ts";
import type { Entry, Image } from "#platform/activity/record.ts";
import { tableOf } from "#platform/traits.ts";
import { household, serverInProcess } from "../../support/home/home.ts";
import { countedDatabase, recordStatements } from "../../support/home/queries.ts";
import { startDelivery } from "../../support/reminders/delivering.ts";
import { titlesOf } from "../../support/reminders/reminders.ts";

const now = new Date("2026-11-27T09:00:00Z");

function urgencyOfImages(before: Image | null, after: Image | null) {
  const entry: Entry = {
    ...{ action: "updated", subject: { type: "task", id: "one", label: "Bins" }, summary: "x", changes: null },
    ...{ before, after },
  };
  return urgencyOf([{ id: "entry", entry }], now);
}

const dateAfter = (days: number) => new Date(now.getTime() + days * day).toISOString().slice(0, 10);
const instantAfter = (days: number) => new Date(now.getTime() + days * day).toISOString();

test("A changed task or list item causes an immediate check of reminders only if due within two days", () => {
  const due = [null, -1, 0, 1, 2, 3].map((days) => (days === null ? null : dateAfter(days)));
  expect(due.map((dueDate) => urgencyOfImages(null, { task: [{ dueDate }] }))).toEqual([
    "later",
    "now",
    "now",
    "now",
    "now",
    "later",
  ]);
  const dueAt = [null, 0, 2, 2.01].map((days) => (days === null ? null : instantAfter(days)));
  expect(dueAt.map((dueDate) => urgencyOfImages(null, { block: [{ dueDate }] }))).toEqual([
    "later",
    "now",
    "now",
    "later",
  ]);
  expect(urgencyOfImages(null, { task: [{ dueDate: null }, { dueDate: dateAfter(0) }] })).toBe("now");
});

test("A deletion, or a new order of items, causes a later check of reminders", () => {
  expect(urgencyOfImages({ task: [{ dueDate: dateAfter(0) }] }, null)).toBe("later");
  const places = [{ listId: "list", id: "milk", position: 3 }];
  expect(urgencyOfImages({ block: places }, { block: places })).toBe("later");
});

test("A change of a meal alone causes no check of reminders", () => {
  expect(urgencyOfImages(null, { meal: [{}] })).toBe("never");
  expect(urgencyOfImages({ meal: [{}] }, { meal: [{}], block: [{ dueDate: null }] })).toBe("later");
  expect(urgencyOfImages({ meal: [{}] }, { meal: [{}], event: [{}] })).toBe("now");
});

test("A change of an unknown kind causes a check of reminders at once", () => {
  expect(urgencyOf([], now)).toBe("now");
  expect(urgencyOfImages(null, null)).toBe("now");
  for (const table of ["event", "chore", "checkIn", "list"] as const) {
    expect(urgencyOfImages({ [table]: [{}] }, null)).toBe("now");
  }
});

test("The search for reminders does not read the database tables that never affect reminders", async () => {
  const server = serverInProcess();
  const { id } = await household({ server });
  const statements = recordStatements(server.db);
  planReminders(server.db, id, now.getTime() - day, now, []);
  const read = [...statements].join("\n");
  expect(read).toContain('"event"');
  for (const table of tablesWithoutReminders) expect(read).not.toContain(`"${getTableName(tableOf(table))}"`);
});

test("The delivery of reminders adds no database reads when a task without a date is written", async () => {
  const { db, meanwhile } = countedDatabase();
  const { home, pass, stop } = await startDelivery({}, db);
  await pass(hour);
  const readsOfTask = async () => {
    const write = async () => {
      await home.post("/v1/tasks", { label: "Bins", memberId: home.members.ben.id });
      await pass(second);
    };
    return await meanwhile(write);
  };
  await readsOfTask();
  const reminded = await readsOfTask();
  expect(reminded).toBeGreaterThan(3);
  await stop();
  await readsOfTask();
  expect(reminded).toBe(await readsOfTask());
});

test("A reminder that is already due when its event is written is created at once", async () => {
  const { home, server, pass } = await startDelivery();
  const { anna } = home.members;
  await pass(minute);
  const startsAt = new Date(server.clock.now.getTime() + 10 * minute).toISOString();
  const endsAt = new Date(server.clock.now.getTime() + hour).toISOString();
  await home
    .as(anna)
    .post("/v1/events", { title: "Piano", startsAt, endsAt, memberIds: [anna.id], reminderMinutes: 10 });
  await new Promise((resolve) => setImmediate(resolve));
  expect(await titlesOf(home, anna)).toEqual(["In 10 min: Piano"]);
});
