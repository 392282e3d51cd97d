/** Tests when tasks with a time, or with reminders of their own, ring. */
import { describe, expect, test } from "bun:test";
import { day } from "#lib/time.ts";
import { urgencyOf } from "#notifications/reminders/urgency.ts";
import type { Entry } from "#platform/activity/record.ts";
import { startReminders, titlesOf } from "../../support/reminders/reminders.ts";
import { aHousehold, aMember, between, formatReminders } from "./household-builders.ts";

type Details = { dueTime?: string | null; reminderMinutesList?: number[] | null };

const anna = (taskAt: string | null) => aMember("anna", {}, { taskAt });

const homeWithTask = (dueDate: string, details: Details, members = [anna("09:00")], memberId = "anna") =>
  aHousehold({ members, tasks: [{ id: "rent", label: "Rent", memberId, dueDate, changedAt: 0, ...details }] });

const found = (dueDate: string, details: Details, taskAt: string | null = "09:00") =>
  formatReminders(between(homeWithTask(dueDate, details, [anna(taskAt)]), "2026-01-01", "2027-01-01"));

describe("the reminder of a task", () => {
  test("A task with a time rings at its time, whatever the member chose for tasks without one", () => {
    expect(found("2026-05-04", { dueTime: "17:30" })).toEqual(["2026-05-04 17:30 anna task"]);
    expect(found("2026-05-04", { dueTime: "17:30" }, null)).toEqual(["2026-05-04 17:30 anna task"]);
    expect(found("2026-05-04", {})).toEqual(["2026-05-04 09:00 anna task"]);
    expect(found("2026-05-04", {}, null)).toEqual([]);
  });

  test("A task's own reminders count from its time, and replace the usual reminder", () => {
    expect(found("2026-05-04", { dueTime: "00:20", reminderMinutesList: [0, 30, 40_320] }, null)).toEqual([
      "2026-04-06 00:20 anna task",
      "2026-05-03 23:50 anna task",
      "2026-05-04 00:20 anna task",
    ]);
    expect(found("2026-05-04", { dueTime: "17:30", reminderMinutesList: [] })).toEqual([]);
  });

  test("The own reminders of a task without a time count from the midnight that begins its day", () => {
    expect(found("2026-05-04", { reminderMinutesList: [360, 2_340] })).toEqual([
      "2026-05-02 09:00 anna task",
      "2026-05-03 18:00 anna task",
    ]);
    expect(found("2026-05-04", { reminderMinutesList: [] })).toEqual([]);
  });

  test("A task rings once at the time that the clock skips, and once at the time that comes twice", () => {
    expect(found("2026-03-29", { dueTime: "02:30" })).toEqual(["2026-03-29 03:30 anna task"]);
    const back = between(homeWithTask("2026-10-25", { dueTime: "02:30" }), "2026-10-24", "2026-10-26");
    expect(back.map(({ dueAt }) => new Date(dueAt).toISOString())).toEqual(["2026-10-25T00:30:00.000Z"]);
    // The evening before, at 18:00, although the day has 25 hours.
    expect(found("2026-10-26", { reminderMinutesList: [360] })).toEqual(["2026-10-25 18:00 anna task"]);
    expect(found("2028-02-29", { dueTime: "08:00" })).toEqual([]);
  });

  test("The reminder of a timed task of a member without a sign-in goes to an adult, too", () => {
    const members = [anna(null), aMember("mia", { role: "child", isReachable: false })];
    const home = homeWithTask("2026-05-04", { dueTime: "17:30" }, members, "mia");
    const reminders = between(home, "2026-05-04", "2026-05-05");
    expect(reminders.map(({ memberId, about }) => `${memberId}: ${about}`)).toEqual(["anna: mia", "mia: mia"]);
    expect(reminders[0]).toMatchObject({ slot: "2026-05-04", facts: { dueTime: "17:30" } });
  });
});

test("A task far ahead with reminders of its own causes an immediate check, because one may be due at once", () => {
  const now = new Date("2026-11-27T09:00:00Z");
  const dateAfter = (days: number) => new Date(now.getTime() + days * day).toISOString().slice(0, 10);
  const urgency = (days: number, reminderMinutesList: string | null) => {
    const after = { task: [{ dueDate: dateAfter(days), reminderMinutesList }] };
    const subject = { type: "task", id: "one", label: "Rent" } as const;
    const entry: Entry = { action: "updated", subject, summary: "x", changes: null, before: null, after };
    return urgencyOf([{ id: "entry", entry }], now);
  };
  expect([urgency(28, "[40320]"), urgency(28, null), urgency(31, "[40320]")]).toEqual(["now", "later", "later"]);
});

test("The server tells a member of a task weeks before it is due, if the task says so", async () => {
  const { home, at, stop } = await startReminders();
  const { anna } = home.members;
  const { post, patch, get } = home.as(anna);
  const task = await post("/v1/tasks", { label: "Rent", memberId: anna.id, dueDate: "2026-12-25" });
  const details = { dueTime: "10:30", reminderMinutesList: [40_320], notes: "IBAN" };
  await patch(`/v1/tasks/${task.body.id}/details`, details);
  at("2026-11-27T09:29:00Z");
  expect(await titlesOf(home, anna)).toEqual([]);
  at("2026-11-27T09:31:00Z");
  expect(await titlesOf(home, anna)).toEqual(["Due on Fri 25 Dec: Rent"]);
  const { notices } = (await get("/app/notices")).body;
  expect(notices[0]).toMatchObject({ body: "10:30" });
  stop();
});
