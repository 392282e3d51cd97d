/** Tests the time, the notes, the reminders and the priority of tasks. */
import { describe, expect, test } from "bun:test";
import { readExport } from "#operations/backup/export.ts";
import { refusal } from "../support/home/home.ts";
import { changedSince, newest, undo } from "../support/home/undo.ts";
import { homeWithTasks } from "../support/records/tasks.ts";

const details = { dueTime: "17:30", notes: "Room 12", reminderMinutesList: [30, 1_440], isPriority: true };
const none = { dueTime: null, notes: null, reminderMinutesList: null, isPriority: false };
const date = "2026-12-04";

async function homeWithForm(dueDate: string | null = date) {
  const home = await homeWithTasks();
  const form = await home.add("Form", dueDate);
  const change = (body: object, by: Pick<typeof home, "patch"> = home) =>
    by.patch(`/v1/tasks/${form.id}/details`, body);
  const read = async () => (await home.get(`/v1/tasks/${form.id}`)).body;
  return { ...home, form, change, read };
}

describe("the details of a task", () => {
  test("A task without details has no time, notes and reminders, and no priority", async () => {
    const { form, read } = await homeWithForm();
    expect(form).toMatchObject(none);
    expect(await read()).toEqual(form);
  });

  test("All details of a task can be set, and each can be cleared alone", async () => {
    const { change, read, form } = await homeWithForm();
    const { status, body } = await change(details);
    expect(status).toBe(200);
    expect(body).toEqual({ ...form, ...details, updatedAt: body.updatedAt });
    expect(await read()).toEqual(body);
    expect((await change({ dueTime: null })).body).toMatchObject({ ...details, dueTime: null });
    expect((await change({ notes: null })).body).toMatchObject({ dueTime: null, notes: null, isPriority: true });
    expect((await change({ reminderMinutesList: null })).body.reminderMinutesList).toBeNull();
    expect((await change({ isPriority: false })).body).toMatchObject(none);
  });

  test.each([
    [{ dueTime: "24:00" }, "dueTime: must be a time of the day, such as 19:00 or null"],
    [{ dueTime: "9:00" }, "dueTime: must be a time of the day, such as 19:00 or null"],
    [{ dueTime: "" }, "dueTime: must be a time of the day, such as 19:00 or null"],
    [{ notes: "x".repeat(2_001) }, "notes: must be at most 2000 characters or null"],
    [{ notes: 5 }, "notes: must be at most 2000 characters or null"],
    [{ notes: "a\u0000b" }, "notes: must not contain U+0000 or half a surrogate pair"],
    [{ reminderMinutesList: Array.from({ length: 11 }, (_, index) => index) }, "reminderMinutesList: "],
    [{ reminderMinutesList: [-1] }, "reminderMinutesList[0]: "],
    [{ reminderMinutesList: [40_321] }, "reminderMinutesList[0]: "],
    [{ reminderMinutesList: [1.5] }, "reminderMinutesList[0]: "],
    [{ reminderMinutesList: 30 }, "reminderMinutesList: "],
    [{ isPriority: null }, "isPriority: must be true or false"],
    [{ isPriority: 1 }, "isPriority: must be true or false"],
    [{ label: "x" }, "label: unknown field"],
    [{ dueDate: date }, "dueDate: unknown field"],
    [{ ...details, priority: true }, "priority: unknown field"],
  ])("The details of a task refuse %j", async (body, error) => {
    const { change, read, form } = await homeWithForm();
    const refused = await change(body);
    expect(refused.status).toBe(400);
    expect(refused.body.error).toStartWith(error);
    expect(await read()).toEqual(form);
  });

  test("Notes have at most 2,000 characters after they are trimmed, and empty notes are no notes", async () => {
    const { change } = await homeWithForm();
    const notes = "👪".repeat(2_000);
    expect((await change({ notes: `  ${notes}\n` })).body.notes).toBe(notes);
    expect((await change({ notes: "First\n\nhttps://example.org" })).body.notes).toBe("First\n\nhttps://example.org");
    expect((await change({ notes: "  " })).body.notes).toBeNull();
  });

  test("A task has at most ten reminders, each once and in ascending order", async () => {
    const { change } = await homeWithForm();
    const ten = [40_320, 1_440, 720, 60, 30, 15, 10, 5, 1, 0];
    expect((await change({ reminderMinutesList: ten })).body.reminderMinutesList).toEqual(ten.toReversed());
    expect((await change({ reminderMinutesList: [30, 5, 30] })).body.reminderMinutesList).toEqual([5, 30]);
    expect((await change({ reminderMinutesList: [] })).body.reminderMinutesList).toEqual([]);
  });

  test("A task without a due date refuses a time, but takes the other details", async () => {
    const { change } = await homeWithForm(null);
    const { dueTime, ...others } = details;
    const { body, headers } = await change(details);
    expect(body).toEqual(refusal(422, "dueTime: needs a dueDate"));
    expect(headers.get("X-Error-Field")).toBe("dueTime");
    expect((await change({ dueTime })).body).toEqual(refusal(422, "dueTime: needs a dueDate"));
    expect((await change({ ...others, dueTime: null })).body).toMatchObject({ ...others, dueTime: null });
  });

  test("A task loses its time when its date is cleared, and keeps its time when its date changes", async () => {
    const { change, patch, form, entries } = await homeWithForm();
    await change(details);
    const moved = await patch(`/v1/tasks/${form.id}`, { dueDate: "2026-12-05" });
    expect(moved.body).toMatchObject(details);
    const cleared = await patch(`/v1/tasks/${form.id}`, { dueDate: null });
    expect(cleared.body).toMatchObject({ ...details, dueDate: null, dueTime: null });
    expect(entries()[0]).toMatchObject({
      summary: "took the due date off “Form”",
      changes: { dueDate: { from: "2026-12-05", to: null }, dueTime: { from: "17:30", to: null } },
    });
  });

  test("The specified operations of tasks take no details", async () => {
    const { post, patch, form, anna } = await homeWithForm();
    for (const field of Object.keys(details)) {
      const body = { [field]: details[field as keyof typeof details] };
      expect((await post("/v1/tasks", { label: "x", memberId: anna, ...body })).body).toEqual(
        refusal(400, `${field}: unknown field`),
      );
      expect((await patch(`/v1/tasks/${form.id}`, body)).body).toEqual(refusal(400, `${field}: unknown field`));
    }
  });

  test("A change of details makes one entry in the feed, and one without an effect makes none", async () => {
    const { change, entries, form } = await homeWithForm();
    const count = entries().length;
    await change({ notes: "Room 12" });
    expect(entries()[0]).toMatchObject({
      action: "updated",
      subject: { type: "task", id: form.id, label: "Form" },
      summary: "changed the notes of “Form”",
      changes: { notes: { from: null, to: "Room 12" } },
    });
    const { body, headers } = await change({ notes: " Room 12 ", dueTime: null, isPriority: false });
    expect(headers.get("X-Activity-Id")).toBeNull();
    expect(body).toMatchObject({ ...none, notes: "Room 12" });
    expect((await change({})).body).toEqual(body);
    expect(entries().length).toBe(count + 1);
    await change({ dueTime: "08:00", reminderMinutesList: [5], isPriority: true });
    expect(entries()[0]?.summary).toBe("changed the time, reminder and priority of “Form”");
  });

  test("Undo restores all details of a task, and is refused after a later change", async () => {
    const home = await homeWithForm();
    await home.change(details);
    const first = newest(home);
    await home.change({ dueTime: null, notes: null, reminderMinutesList: [], isPriority: false });
    expect((await undo(home, first)).body).toEqual(changedSince);
    expect((await undo(home)).status).toBe(200);
    expect(await home.read()).toMatchObject(details);
    await home.patch(`/v1/tasks/${home.form.id}`, { dueDate: null });
    expect((await undo(home)).status).toBe(200);
    expect(await home.read()).toMatchObject({ ...details, dueDate: date });
    await home.delete(`/v1/tasks/${home.form.id}`);
    expect((await undo(home)).status).toBe(200);
    expect(await home.read()).toMatchObject({ ...details, dueDate: date });
  });

  test("The same change of details, sent twice with one idempotency key, runs once", async () => {
    const { patch, form, entries } = await homeWithForm();
    const send = () => patch(`/v1/tasks/${form.id}/details`, details, { headers: { "Idempotency-Key": "once" } });
    const first = await send();
    const count = entries().length;
    expect((await send()).body).toEqual(first.body);
    expect(entries().length).toBe(count);
  });

  test("The details of a task are refused to another household and to keys without the scope", async () => {
    const { change, neighbour, createKey, patch, form } = await homeWithForm();
    expect((await change(details, await neighbour())).body).toEqual(refusal(404, "Task not found"));
    const { key } = createKey({ scopes: ["tasks.read"] });
    const { status, headers } = await patch(`/v1/tasks/${form.id}/details`, details, { key });
    expect([status, headers.get("X-Error-Code")]).toEqual([403, "missing_scope"]);
  });

  test("A child can change the details of a task, as the child can change its text", async () => {
    const { change, as, members } = await homeWithForm();
    expect((await change(details, as(members.mia))).body).toMatchObject(details);
  });
});

describe("details of tasks in other operations", () => {
  test("A batch creates and changes tasks with details, and one undo reverts all", async () => {
    const home = await homeWithForm();
    const { post, anna, ben, form, entries } = home;
    const count = entries().length;
    const create = { op: "create", label: "Pack", dueDate: date, ...details };
    const { body } = await post("/v1/tasks/batch", {
      operations: [
        { ...create, memberId: anna },
        { ...create, memberId: ben },
        { op: "update", taskId: form.id, label: "Old form", ...details },
      ],
    });
    expect(body.tasks).toMatchObject([
      { label: "Pack", memberId: anna, ...details },
      { label: "Pack", memberId: ben, ...details },
      { label: "Old form", ...details },
    ]);
    expect(entries().length).toBe(count + 1);
    expect((await undo(home)).status).toBe(200);
    expect(await home.labels()).toEqual(["Form"]);
    expect(await home.read()).toMatchObject(none);
  });

  test("A batch names the task whose time lacks a date, and clears the time along with the date", async () => {
    const { post, anna, form, change } = await homeWithForm();
    await change(details);
    const send = (...operations: object[]) => post("/v1/tasks/batch", { operations });
    const create = { op: "create", label: "Pack", memberId: anna, dueTime: "08:00" };
    expect((await send({ op: "update", taskId: form.id }, create)).body).toEqual(
      refusal(422, "operations[1].dueTime: needs a dueDate"),
    );
    const update = { op: "update", taskId: form.id, dueDate: null };
    expect((await send({ ...update, dueTime: "08:00" })).body).toEqual(
      refusal(422, "operations[0].dueTime: needs a dueDate"),
    );
    expect((await send(update)).body.tasks).toMatchObject([{ ...details, dueDate: null, dueTime: null }]);
    expect((await send({ ...update, dueDate: date, dueTime: "08:00" })).body.tasks).toMatchObject([
      { dueDate: date, dueTime: "08:00" },
    ]);
  });

  test("The agenda and the list of tasks sort the tasks of a day by time, those without a time last", async () => {
    const { add, labels, get, patch } = await homeWithTasks();
    const timed = async (label: string, dueTime: string, day = date) =>
      patch(`/v1/tasks/${(await add(label, day)).id}/details`, { dueTime });
    await add("Any time", date);
    await timed("Late", "21:15");
    await timed("Early", "07:00");
    await add("Another", date);
    await timed("Noon", "12:00");
    await timed("Day before", "23:00", "2026-12-03");
    await add("Some day");
    const order = ["Early", "Noon", "Late", "Any time", "Another"];
    expect(await labels()).toEqual(["Day before", ...order, "Some day"]);
    const [day] = (await get(`/v1/agenda?from=${date}&days=1`)).body.days;
    expect(day.tasks.map(({ label }: { label: string }) => label)).toEqual(order);
    expect(day.tasks[0]).toMatchObject({ ...none, dueTime: "07:00" });
  });

  test("The search finds tasks by their notes, after those with the word in their text", async () => {
    const { change, get, add } = await homeWithForm();
    await change({ notes: "Ask for the sousaphone" });
    await add("Oil the sousaphone");
    const titles = async () => (await get("/v1/search?query=sousaphone")).body.results.map((each: any) => each.title);
    expect(await titles()).toEqual(["Oil the sousaphone", "Form"]);
    await change({ notes: null });
    expect(await titles()).toEqual(["Oil the sousaphone"]);
  });

  test("An export contains the details of tasks", async () => {
    const { change, db, id } = await homeWithForm();
    await change(details);
    const [row] = readExport({ db, householdId: id }).task ?? [];
    expect(row).toMatchObject({ ...details, isPriority: 1 });
  });
});
