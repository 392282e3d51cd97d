/**
 * Completions of chores: who may add and delete one, whether it counts, and what remains to be done.
 * This file is long because it tries each way of sharing a chore with each kind of caller.
 */
import { describe, expect, test } from "bun:test";
import { refusal } from "../support/home/home.ts";
import { homeWithChores, tablet } from "../support/records/chores.ts";

const unknown = "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";
const adultsOnly = refusal(403, "Only an owner or adult can do this");
const doneAlready = refusal(409, "Chore is done already");

describe("a completion of a chore", () => {
  test("A completion of a chore is returned, listed, rewarded with stars and shown in the activity feed", async () => {
    const { add, do: complete, find, stars, ids, date, entries, kept, rows } = await homeWithChores();
    const { id } = await add({ stars: 3 });
    const { status, body } = await complete(id, ids.mia);
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      memberId: ids.mia,
      date: date(),
      stars: 3,
      completedAt: expect.any(String),
    });
    const listed = await find(id);
    expect(listed.completions).toEqual([body]);
    expect(listed.today).toEqual([
      { memberId: ids.anna, date: date(), completed: false },
      { memberId: ids.ben, date: date(), completed: false },
      { memberId: ids.mia, date: date(), completed: true },
    ]);
    expect(await stars()).toEqual([0, 0, 3]);
    expect(entries()[0]).toMatchObject({
      action: "completed",
      actor: { kind: "member", id: ids.anna },
      subject: { type: "chore", id, label: "Dishes" },
      summary: "completed “Dishes” for Mia",
      changes: null,
    });
    expect(kept()).toEqual({ before: null, after: { choreCompletion: rows("chore_completion") } });
  });

  test("Deleting a completion of a chore takes the stars back, and the completion can be added again", async () => {
    const { add, anna, do: complete, find, stars, ids, entries, kept, rows } = await homeWithChores();
    const made = await add({ stars: 3, assignment: "anyone" });
    const { body: done } = await complete(made.id, ids.ben);
    const before = rows("chore_completion");
    const at = `/app/chores/${made.id}/completions/${done.id}`;
    expect((await anna.delete(at)).body).toEqual({ id: done.id, deleted: true });
    expect(await find(made.id)).toEqual(made);
    expect(await stars()).toEqual([0, 0, 0]);
    expect(rows("chore_completion")).toEqual([]);
    expect(entries()[0]).toMatchObject({
      action: "reopened",
      subject: { type: "chore", id: made.id, label: "Dishes" },
      summary: "reopened “Dishes” for Ben",
      changes: null,
    });
    expect(kept()).toEqual({ before: { choreCompletion: before }, after: null });
    expect((await anna.delete(at)).body).toEqual(refusal(404, "Completion not found"));
    expect((await complete(made.id, ids.ben)).status).toBe(200);
    expect(await stars()).toEqual([0, 3, 0]);
  });

  test("The activity entry of a completion for a past date shows that date", async () => {
    const { add, ben, ids, date, entries, stars } = await homeWithChores();
    const { id } = await add();
    const body = { memberId: ids.ben, date: date(-2) };
    const { body: done } = await ben.post(`/app/chores/${id}/completions`, body);
    expect(entries()[0]?.summary).toMatch(/^completed “Dishes”, due \w{3} \d+ \w{3}/);
    await ben.delete(`/app/chores/${id}/completions/${done.id}`);
    expect(entries()[0]?.summary).toMatch(/^reopened “Dishes”, due \w{3} \d+ \w{3}/);
    expect(await stars()).toEqual([0, 0, 0]);
  });

  test("A completion is not found if the address names another chore or household", async () => {
    const { add, anna, do: complete, ids, rows, neighbour } = await homeWithChores();
    const [one, other] = [await add(), await add()];
    const { body: done } = await complete(one.id, ids.mia);
    const none = refusal(404, "Completion not found");
    expect((await anna.delete(`/app/chores/${other.id}/completions/${done.id}`)).body).toEqual(none);
    expect((await anna.delete(`/app/chores/${one.id}/completions/${unknown}`)).body).toEqual(none);
    const theirs = await neighbour();
    const anotherAnna = theirs.as(theirs.members.anna);
    expect((await anotherAnna.delete(`/app/chores/${one.id}/completions/${done.id}`)).body).toEqual(
      refusal(404, "Chore not found"),
    );
    expect(rows("chore_completion").length).toBe(1);
  });

  test("A completion of a chore keeps the member when the chore is assigned to other members", async () => {
    const { add, anna, do: complete, find, stars, ids } = await homeWithChores();
    const { id } = await add({ stars: 2 });
    const { body: done } = await complete(id, ids.mia);
    await anna.patch(`/app/chores/${id}`, { memberIds: [ids.ben] });
    expect((await find(id)).completions).toEqual([done]);
    expect(await stars()).toEqual([0, 0, 2]);
    expect((await anna.delete(`/app/chores/${id}/completions/${done.id}`)).status).toBe(200);
    expect(await stars()).toEqual([0, 0, 0]);
  });
});

describe("a refused completion of a chore", () => {
  test.each([
    ["for a future date", { days: 1 }, 422, "date: must not be in the future"],
    ["for a date before its start", { days: -8 }, 422, "date: must be a date on which the chore is due"],
    ["for a date on which it is not due", { days: -1 }, 422, "date: must be a date on which the chore is due"],
    [
      "for a member to whom it is not assigned",
      { days: 0, who: "ben" },
      422,
      "memberId: must be one of the chore's members",
    ],
    ["for an unknown member", { days: 0, who: "nobody" }, 422, "memberId: no such member"],
    [
      "for a date that does not exist",
      { date: "2026-02-30" },
      400,
      "date: must be a date that exists, such as 2026-05-01",
    ],
    ["for a member's name instead of an id", { days: 0, who: "name" }, 400, "memberId: must be a UUID"],
  ] as const)("A completion of a chore is refused %s", async (_, given, status, error) => {
    const { add, do: complete, ids, date, rows, entries } = await homeWithChores();
    const { id } = await add({ recurrenceRule: "FREQ=DAILY;INTERVAL=7", memberIds: [ids.anna, ids.mia] });
    const { length } = entries();
    const people: Record<string, string> = { ...ids, nobody: unknown, name: "Mia" };
    const who = people["who" in given ? given.who : "mia"] ?? "";
    const on = "days" in given ? date(given.days) : given.date;
    expect((await complete(id, who, on)).body).toEqual(refusal(status, error));
    expect(rows("chore_completion")).toEqual([]);
    expect(entries().length).toBe(length);
    expect((await complete(id, ids.mia)).status).toBe(200);
  });

  test.each([["memberId"], ["date"]])("A completion of a chore is refused if the %s is missing", async (field) => {
    const { add, anna, ids, date } = await homeWithChores();
    const { id } = await add();
    const body = { memberId: ids.mia, date: date(), [field]: undefined };
    expect((await anna.post(`/app/chores/${id}/completions`, body)).body).toEqual(
      refusal(400, `${field}: is required`),
    );
  });
});

describe("how a chore is shared", () => {
  test("A chore for each member can be completed by every member, once a day", async () => {
    const { add, do: complete, find, stars, ids, date } = await homeWithChores();
    const { id } = await add({ assignment: "each" });
    for (const who of [ids.anna, ids.ben]) {
      expect((await complete(id, who)).status).toBe(200);
      expect((await complete(id, who)).body).toEqual(doneAlready);
      expect((await complete(id, who, date(-1))).status).toBe(200);
    }
    expect((await find(id)).today.map(({ completed }: { completed: boolean }) => completed)).toEqual([
      true,
      true,
      false,
    ]);
    expect(await stars()).toEqual([2, 2, 0]);
  });

  test("A chore for anyone appears once, and without a member until somebody completes the chore", async () => {
    const { add, do: complete, find, ids, date } = await homeWithChores();
    const { id, today } = await add({ assignment: "anyone" });
    expect(today).toEqual([{ memberId: null, date: date(), completed: false }]);
    await complete(id, ids.ben);
    for (const who of Object.values(ids)) expect((await complete(id, who)).body).toEqual(doneAlready);
    expect((await find(id)).today).toEqual([{ memberId: ids.ben, date: date(), completed: true }]);
  });

  test("A rotating chore appears for one member, but the stars go to the member who completes the chore", async () => {
    const { add, do: complete, find, stars, ids, date } = await homeWithChores();
    const { id, today } = await add({ assignment: "rotate", stars: 2 }); // Seven days after the start: the second of three members.
    expect(today).toEqual([{ memberId: ids.ben, date: date(), completed: false }]);
    expect((await complete(id, ids.mia)).body).toMatchObject({ memberId: ids.mia, stars: 2 });
    expect((await complete(id, ids.ben)).body).toEqual(doneAlready);
    expect((await find(id)).today).toEqual([{ memberId: ids.ben, date: date(), completed: true }]);
    expect(await stars()).toEqual([0, 0, 2]);
  });

  test.each(["anyone", "rotate"])(
    "A chore that is shared as %s is completed only once, even by several simultaneous requests",
    async (assignment) => {
      const { add, anna, ben, mia, ids, date, stars, entries, rows } = await homeWithChores();
      const { id } = await add({ assignment });
      const { length } = entries();
      const calls = [anna, ben, mia, anna, ben, mia].map((each, index) =>
        each.post(`/app/chores/${id}/completions`, { memberId: Object.values(ids)[index % 3], date: date() }),
      );
      const statuses = (await Promise.all(calls)).map(({ status }) => status).sort();
      expect(statuses).toEqual([200, 409, 409, 409, 409, 409]);
      expect(rows("chore_completion").length).toBe(1);
      expect((await stars()).reduce((sum: number, each: number) => sum + each, 0)).toBe(1);
      expect(entries().length).toBe(length + 1);
    },
  );

  test("A chore for each member is completed once for each member, even by simultaneous requests", async () => {
    const { add, do: complete, ids, stars } = await homeWithChores();
    const { id } = await add();
    const people = Object.values(ids);
    const answers = await Promise.all([...people, ...people].map((who) => complete(id, who)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409, 409]);
    expect(await stars()).toEqual([1, 1, 1]);
  });

  test("If the way of sharing a chore changes, existing completions count in the new way", async () => {
    const { add, anna, do: complete, find, ids, date } = await homeWithChores();
    const { id } = await add({ assignment: "each" });
    await complete(id, ids.mia);
    await complete(id, ids.ben);
    await anna.patch(`/app/chores/${id}`, { assignment: "anyone" });
    expect((await find(id)).today).toEqual([{ memberId: ids.mia, date: date(), completed: true }]);
    expect((await complete(id, ids.anna)).body).toEqual(doneAlready);
    await anna.patch(`/app/chores/${id}`, { assignment: "each" });
    expect((await complete(id, ids.anna)).status).toBe(200);
  });
});

describe("a chore that is not due today", () => {
  test("A chore can be completed for a past date, even if the chore is not due today", async () => {
    const { add, do: complete, find, ids, date } = await homeWithChores();
    const { id, today } = await add({ startDate: date(-3), recurrenceRule: "FREQ=DAILY;INTERVAL=2" });
    expect(today).toEqual([]);
    expect((await complete(id, ids.mia)).body).toEqual(refusal(422, "date: must be a date on which the chore is due"));
    expect((await complete(id, ids.mia, date(-1))).status).toBe(200);
    expect(await find(id)).toMatchObject({ today: [], completions: [{ date: date(-1) }] });
  });

  test("A chore is due on the start date, even if the rule excludes that date", async () => {
    const { add, find, anna, do: complete, ids, date } = await homeWithChores();
    const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
    const dayAfter = weekdays[Temporal.PlainDate.from(date(1)).dayOfWeek - 1];
    const rule = `FREQ=WEEKLY;BYDAY=${dayAfter};COUNT=2`;
    const { id } = await add({ startDate: date(), recurrenceRule: rule, assignment: "anyone" });
    expect((await find(id)).today.length).toBe(1);
    await anna.patch(`/app/chores/${id}`, { startDate: date(-7) }); // The second of the two dates was six days ago.
    expect((await complete(id, ids.mia)).body).toEqual(refusal(422, "date: must be a date on which the chore is due"));
    for (const days of [-7, -6]) expect((await complete(id, ids.mia, date(days))).status).toBe(200);
  });

  test("A chore is due only once a day, even if the rule has several times of day", async () => {
    const { add, do: complete, ids, date } = await homeWithChores();
    const recurrenceRule = "FREQ=DAILY;BYHOUR=7,19;BYMINUTE=0,30";
    const { id, today } = await add({ startDate: date(-1), recurrenceRule, assignment: "rotate" });
    expect(today).toEqual([{ memberId: ids.ben, date: date(), completed: false }]);
    expect((await complete(id, ids.ben)).status).toBe(200);
    expect((await complete(id, ids.ben)).body).toEqual(doneAlready);
  });

  test("A paused chore can still be completed for a past date", async () => {
    const { add, do: complete, find, ids, date } = await homeWithChores();
    const { id } = await add({ active: false });
    expect((await complete(id, ids.mia, date(-1))).status).toBe(200);
    expect(await find(id)).toMatchObject({ active: false, today: [], completions: [{ memberId: ids.mia }] });
  });
});

describe("a chore without a recurrence rule", () => {
  test("A chore without a recurrence rule is due only on its date", async () => {
    const { make, ids, date, do: complete } = await homeWithChores();
    const { body } = await make({ recurrenceRule: null, startDate: date(1) });
    expect(body.today).toEqual([]);
    expect((await complete(body.id, ids.mia, date(1))).body).toEqual(refusal(422, "date: must not be in the future"));
  });

  test.each([-3, -400])(
    "A chore without a recurrence rule, due %p days from today, stays due until completed",
    async (days) => {
      const { add, anna, find, ids, date, do: complete } = await homeWithChores();
      const startDate = date(days);
      const { id, today } = await add({ recurrenceRule: null, startDate, assignment: "anyone" });
      expect(today).toEqual([{ memberId: null, date: startDate, completed: false }]);
      expect((await complete(id, ids.mia)).body).toEqual(
        refusal(422, "date: must be a date on which the chore is due"),
      );
      const { body: done } = await complete(id, ids.mia, startDate);
      expect((await find(id)).today).toEqual([]);
      expect((await complete(id, ids.ben, startDate)).body).toEqual(doneAlready);
      await anna.delete(`/app/chores/${id}/completions/${done.id}`);
      expect((await find(id)).today).toEqual(today);
    },
  );

  test.each([-2, -200])(
    "A single chore for each member, due %p days from today, stays due until every member is done",
    async (days) => {
      const { add, find, ids, date, do: complete } = await homeWithChores();
      const startDate = date(days);
      const { id } = await add({ recurrenceRule: null, startDate });
      await complete(id, ids.ben, startDate);
      expect((await find(id)).today).toEqual([
        { memberId: ids.anna, date: startDate, completed: false },
        { memberId: ids.ben, date: startDate, completed: true },
        { memberId: ids.mia, date: startDate, completed: false },
      ]);
      await complete(id, ids.anna, startDate);
      await complete(id, ids.mia, startDate);
      expect((await find(id)).today).toEqual([]);
    },
  );

  test("A chore without a recurrence rule is shown as done on its own date", async () => {
    const { add, find, ids, date, do: complete } = await homeWithChores();
    const { id } = await add({ recurrenceRule: null, startDate: date(), assignment: "rotate" });
    await complete(id, ids.mia);
    expect((await find(id)).today).toEqual([{ memberId: ids.anna, date: date(), completed: true }]);
  });

  test("A chore without a recurrence rule is due again when its date changes", async () => {
    const { add, anna, find, ids, date, do: complete } = await homeWithChores();
    const { id } = await add({ recurrenceRule: null, startDate: date(-3), assignment: "anyone" });
    await complete(id, ids.mia, date(-3));
    const { body } = await anna.patch(`/app/chores/${id}`, { startDate: date(-1) });
    expect(body.today).toEqual([{ memberId: null, date: date(-1), completed: false }]);
    expect(await find(id)).toEqual(body);
  });
});

describe("children and guests", () => {
  test("Children and guests can add and delete completions of chores only for themselves", async () => {
    const home = await homeWithChores();
    const { add, anna, mia, as, ids, date, rows } = home;
    const guest = home.addMember("Sitter", "guest");
    const sitter = as(guest);
    const { id } = await add({ memberIds: [ids.anna, ids.mia, guest.id] });
    const at = `/app/chores/${id}/completions`;
    const { body: annas } = await anna.post(at, { memberId: ids.anna, date: date() });
    for (const [person, own] of [
      [mia, ids.mia],
      [sitter, guest.id],
    ] as const) {
      const length = rows("chore_completion").length;
      expect((await person.post(at, { memberId: ids.anna, date: date(-1) })).body).toEqual(adultsOnly);
      expect((await person.delete(`${at}/${annas.id}`)).body).toEqual(adultsOnly);
      expect(rows("chore_completion").length).toBe(length);
      const { status, body } = await person.post(at, { memberId: own, date: date() });
      expect(status).toBe(200);
      expect((await person.delete(`${at}/${body.id}`)).body).toEqual({ id: body.id, deleted: true });
      expect((await person.post(at, { memberId: own, date: date() })).status).toBe(200);
    }
    const [mias] = (await home.find(id)).completions.filter((each: { memberId: string }) => each.memberId === ids.mia);
    expect((await sitter.delete(`${at}/${mias.id}`)).body).toEqual(adultsOnly);
    expect((await home.ben.delete(`${at}/${mias.id}`)).status).toBe(200);
  });
});

describe("a tablet", () => {
  test("A tablet completes chores as the selected member, with that member's rights", async () => {
    const home = await homeWithChores();
    const { add, ids, date, entries, rows, neighbour } = home;
    const device = await tablet(home);
    const { id } = await add();
    const at = `/app/chores/${id}/completions`;
    const mias = { memberId: ids.mia, date: date() };
    const { length } = entries();
    expect((await device("POST", at, mias)).body).toEqual(refusal(400, "X-Acting-Member: must be a member's UUID"));
    expect((await device("POST", at, mias, (await neighbour()).members.anna.id)).body).toEqual(
      refusal(422, "X-Acting-Member: no such member"),
    );
    expect((await device("POST", at, { ...mias, stars: 100 }, ids.anna)).body).toEqual(adultsOnly);
    expect((await device("POST", at, { ...mias, memberId: ids.ben }, ids.mia)).body).toEqual(adultsOnly);
    expect(entries().length).toBe(length);
    const { status, body } = await device("POST", at, mias, ids.mia);
    expect(status).toBe(200);
    expect(entries()[0]).toMatchObject({ action: "completed", actor: { kind: "member", id: ids.mia, name: "Mia" } });
    const { body: bens } = await device("POST", at, { ...mias, memberId: ids.ben }, ids.anna);
    expect((await device("DELETE", `${at}/${bens.id}`, undefined, ids.mia)).body).toEqual(adultsOnly);
    expect((await device("DELETE", `${at}/${body.id}`)).body).toEqual(
      refusal(400, "X-Acting-Member: must be a member's UUID"),
    );
    expect((await device("DELETE", `${at}/${body.id}`, undefined, ids.mia)).body).toEqual({
      id: body.id,
      deleted: true,
    });
    expect(entries()[0]).toMatchObject({ action: "reopened", actor: { kind: "member", id: ids.mia } });
    expect(rows("chore_completion").map(({ id: left }) => left)).toEqual([bens.id]);
  });
});
