/**
 * Creating, changing, deleting and reading chores.
 * This file is long because most of it is a table of refused values.
 */
import { describe, expect, test } from "bun:test";
import { refusal } from "../support/home/home.ts";
import { homeWithChores, tablet } from "../support/records/chores.ts";

const unknown = "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";

describe("a new chore", () => {
  test("A new chore has the defaults, is listed with the same fields, and appears in the activity feed", async () => {
    const home = await homeWithChores();
    const { anna, ids, date, entries, read, kept, rows } = home;
    const sent = { name: " Water the plants ", memberIds: [ids.mia], startDate: date() };
    const { status, body } = await anna.post("/app/chores", sent);
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: "Water the plants",
      emoji: "🧹",
      stars: 1,
      recurrenceRule: null,
      startDate: date(),
      dueTime: null,
      assignment: "each",
      memberIds: [ids.mia],
      active: true,
      createdAt: expect.any(String),
      updatedAt: body.createdAt,
      createdBy: { kind: "member", id: ids.anna, name: "Anna", agentName: null },
      today: [{ memberId: ids.mia, date: date(), completed: false }],
      completions: [],
    });
    expect(await read()).toEqual({
      chores: [body],
      starBalances: [ids.anna, ids.ben, ids.mia].map((memberId) => ({ memberId, stars: 0 })),
    });
    expect(entries()[0]).toMatchObject({
      action: "created",
      actor: { kind: "member", id: ids.anna },
      subject: { type: "chore", id: body.id, label: "Water the plants" },
      summary: expect.stringMatching(/^added the chore “Water the plants” for Mia, due \w{3} \d/),
      changes: null,
    });
    expect(kept()).toEqual({ before: null, after: { chore: rows("chore") } });
  });

  test("A new chore accepts all fields, and a rule without the prefix RRULE", async () => {
    const { make, ids, entries } = await homeWithChores();
    const all = {
      emoji: "👩‍🍳",
      stars: 100,
      recurrenceRule: " RRULE:FREQ=WEEKLY;INTERVAL=2;X-APP=1 ",
      dueTime: "07:05",
      assignment: "rotate",
      memberIds: [ids.mia, ids.anna.toUpperCase(), ids.mia],
      active: false,
    };
    const { body } = await make(all);
    expect(body).toMatchObject({
      ...all,
      recurrenceRule: "FREQ=WEEKLY;INTERVAL=2;X-APP=1",
      memberIds: [ids.mia, ids.anna],
      today: [],
    });
    expect(entries()[0]?.summary).toBe("added the chore “Dishes” for Mia and Anna, every 2 weeks");
  });

  test.each([
    [{ name: " " }, "name: must be 1 to 100 characters"],
    [{ name: "x".repeat(101) }, "name: must be 1 to 100 characters"],
    [{ name: undefined }, "name: is required"],
    [{ memberIds: [] }, "memberIds: must be a list of at least 1 items"],
    [{ memberIds: undefined }, "memberIds: is required"],
    [{ memberIds: ["Mia"] }, "memberIds[0]: must be a UUID"],
    [{ startDate: undefined }, "startDate: is required"],
    [{ startDate: "2026-02-30" }, "startDate: must be a date that exists, such as 2026-05-01"],
    [{ startDate: null }, "startDate: must be a date that exists, such as 2026-05-01"],
    [{ emoji: "" }, "emoji: must be 1 to 16 characters"],
    [{ emoji: "x".repeat(17) }, "emoji: must be 1 to 16 characters"],
    [{ stars: -1 }, "stars: must be a whole number from 0 to 100"],
    [{ stars: 101 }, "stars: must be a whole number from 0 to 100"],
    [{ stars: 1.5 }, "stars: must be a whole number from 0 to 100"],
    [{ stars: "1" }, "stars: must be a whole number from 0 to 100"],
    [{ recurrenceRule: "" }, "recurrenceRule: must be 1 to 2000 characters or null"],
    [{ recurrenceRule: `FREQ=DAILY;X-A=${"x".repeat(1_986)}` }, "recurrenceRule: must be 1 to 2000 characters or null"],
    [{ dueTime: "25:00" }, "dueTime: must be a time of the day, such as 19:00 or null"],
    [{ dueTime: "24:00" }, "dueTime: must be a time of the day, such as 19:00 or null"],
    [{ dueTime: "7:05" }, "dueTime: must be a time of the day, such as 19:00 or null"],
    [{ dueTime: "07:60" }, "dueTime: must be a time of the day, such as 19:00 or null"],
    [{ dueTime: "07:05\n" }, "dueTime: must be a time of the day, such as 19:00 or null"],
    [{ assignment: "both" }, "assignment: must be one of each, anyone, rotate"],
    [{ active: "yes" }, "active: must be true or false"],
    [{ completions: [] }, "completions: unknown field"],
  ])("A new chore is refused with %j", async (more, error) => {
    const { make, rows } = await homeWithChores();
    expect((await make(more)).body).toEqual(refusal(400, error));
    expect(rows("chore")).toEqual([]);
  });

  test.each([
    [{ name: "x".repeat(100), emoji: "x".repeat(16), stars: 0, dueTime: "00:00" }],
    [{ name: "𝄞".repeat(100), dueTime: "23:59", recurrenceRule: null }],
    [{ startDate: "1900-01-01", recurrenceRule: "FREQ=YEARLY;BYHOUR=9" }],
    [{ startDate: "2200-01-01", recurrenceRule: null }],
    [{ recurrenceRule: `FREQ=DAILY;X-A=${"x".repeat(1_985)}` }],
  ])("A new chore is accepted with values at the limits: %j", async (more) => {
    const { make } = await homeWithChores();
    const { status, body } = await make(more);
    expect(status).toBe(200);
    expect(body).toMatchObject(more);
  });
});

/** The same cases as for events, because both use one parser. */
const badSchedules: [object, string][] = [
  [{ recurrenceRule: "weekly" }, "recurrenceRule: must be parts such as FREQ=WEEKLY, separated by semicolons"],
  [{ recurrenceRule: "FREQ=DAILY\nFREQ=DAILY" }, "recurrenceRule: must be a single line"],
  [
    { recurrenceRule: "FREQ=DAILY;DTSTART=20260101" },
    "recurrenceRule: must not contain DTSTART, which is a separate field",
  ],
  [{ recurrenceRule: "FREQ=HOURLY" }, "recurrenceRule: FREQ must not be finer than DAILY"],
  [{ recurrenceRule: "FREQ=DAILY;INTERVAL=0" }, "recurrenceRule: INTERVAL must be at least 1"],
  [
    { recurrenceRule: "FREQ=DAILY;COUNT=1;UNTIL=20990101" },
    "recurrenceRule: COUNT and UNTIL must not be given together",
  ],
  [
    { recurrenceRule: "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30" },
    "recurrenceRule: must give at least one instance between startDate and 2200",
  ],
  [
    { recurrenceRule: "FREQ=DAILY;UNTIL=20000101" },
    "recurrenceRule: must give at least one instance between startDate and 2200",
  ],
  [{ startDate: "1899-12-31" }, "startDate: must lie between 1900 and 2200"],
  [{ startDate: "2200-01-02" }, "startDate: must lie between 1900 and 2200"],
];

describe("an invalid schedule of a chore", () => {
  test.each(badSchedules)(
    "An invalid schedule is refused for a new and for an existing chore: %j",
    async (more, error) => {
      const { make, add, anna, rows } = await homeWithChores();
      const { id } = await add();
      const before = rows("chore");
      expect((await make(more)).body).toEqual(refusal(422, error));
      expect((await anna.patch(`/app/chores/${id}`, more)).body).toEqual(refusal(422, error));
      expect(rows("chore")).toEqual(before);
    },
  );

  test("A chore's start and rule are validated together, even if only the start or the rule changes", async () => {
    const { add, anna } = await homeWithChores();
    const { id } = await add({ startDate: "2020-01-01", recurrenceRule: "FREQ=DAILY;UNTIL=20200201" });
    const nothing = refusal(422, "recurrenceRule: must give at least one instance between startDate and 2200");
    expect((await anna.patch(`/app/chores/${id}`, { startDate: "2020-02-02" })).body).toEqual(nothing);
    expect((await anna.patch(`/app/chores/${id}`, { startDate: "2020-02-01" })).status).toBe(200);
    const both = { startDate: "2021-01-01", recurrenceRule: "FREQ=DAILY;UNTIL=20210101" };
    expect((await anna.patch(`/app/chores/${id}`, both)).body).toMatchObject(both);
  });
});

describe("the members of a chore", () => {
  test("A new or changed chore refuses members who do not exist or belong to another household", async () => {
    const { make, add, anna, neighbour, ids } = await homeWithChores();
    const other = (await neighbour()).members.anna.id;
    const { id } = await add();
    for (const stranger of [unknown, other]) {
      const memberIds = [ids.anna, stranger];
      const none = refusal(422, "memberIds: no such member");
      expect((await make({ memberIds })).body).toEqual(none);
      expect((await anna.patch(`/app/chores/${id}`, { memberIds })).body).toEqual(none);
    }
  });

  test("A removed member is removed from all chores, and a chore without members is paused", async () => {
    const { add, anna, do: complete, find, stars, ids, date, entries, read } = await homeWithChores();
    const shared = await add({ name: "Shared", assignment: "rotate", memberIds: [ids.mia, ids.ben], stars: 2 });
    const own = await add({ name: "Own", memberIds: [ids.mia] });
    const paused = await add({ name: "Paused", memberIds: [ids.mia], active: false });
    await complete(shared.id, ids.mia, date(-1));
    expect(await stars()).toEqual([0, 0, 2]);
    const before = entries().length;
    expect((await anna.delete(`/app/members/${ids.mia}`)).status).toBe(200);
    expect(entries().length).toBe(before + 1);
    expect(await find(shared.id)).toMatchObject({
      memberIds: [ids.ben],
      active: true,
      today: [{ memberId: ids.ben, date: date(), completed: false }],
      completions: [{ memberId: ids.mia, stars: 2 }],
    });
    for (const { id } of [own, paused]) {
      expect(await find(id)).toMatchObject({ memberIds: [], active: false, today: [] });
    }
    expect((await read()).starBalances).toEqual([
      { memberId: ids.anna, stars: 0 },
      { memberId: ids.ben, stars: 0 },
    ]);
    const at = `/app/chores/${own.id}`;
    expect((await anna.patch(at, { active: true })).body).toEqual(
      refusal(422, "memberIds: must name at least one member"),
    );
    expect((await anna.patch(at, { name: "Anybody's" })).status).toBe(200);
    expect((await complete(own.id, ids.mia)).body).toEqual(refusal(422, "memberId: no such member"));
    expect((await complete(own.id, ids.ben)).body).toEqual(
      refusal(422, "memberId: must be one of the chore's members"),
    );
    const back = await anna.patch(at, { active: true, memberIds: [ids.ben] });
    expect(back.body.today).toEqual([{ memberId: ids.ben, date: date(), completed: false }]);
  });
});

describe("a change of a chore", () => {
  test("A change of a chore changes only the given fields, and the activity feed names these fields", async () => {
    const { add, anna, ids, entries, kept, rows, find } = await homeWithChores();
    const made = await add({ dueTime: "18:00", stars: 2 });
    const at = `/app/chores/${made.id}`;
    const before = rows("chore");
    const { body } = await anna.patch(at, { stars: 5, dueTime: null, memberIds: [ids.ben, ids.anna, ids.ben] });
    expect(body).toEqual({
      ...made,
      stars: 5,
      dueTime: null,
      memberIds: [ids.ben, ids.anna],
      today: made.today.slice(0, 2).reverse(),
      updatedAt: body.updatedAt,
    });
    expect(await find(made.id)).toEqual(body);
    expect(entries()[0]).toMatchObject({
      action: "updated",
      subject: { type: "chore", id: made.id, label: "Dishes" },
      summary: "changed the stars, time and people of the chore “Dishes”",
      changes: {
        stars: { from: 2, to: 5 },
        dueTime: { from: "18:00", to: null },
        memberIds: { from: [ids.anna, ids.ben, ids.mia], to: [ids.ben, ids.anna] },
      },
    });
    expect(kept()).toEqual({ before: { chore: before }, after: { chore: rows("chore") } });
  });

  test.each([
    [{ name: "Pots" }, "renamed the chore “Dishes” to “Pots”"],
    [{ active: false }, "paused the chore “Dishes”"],
    [{ emoji: "🍽️" }, "changed the emoji of the chore “Dishes”"],
    [{ recurrenceRule: null }, "changed the repetition of the chore “Dishes”"],
    [{ assignment: "rotate" }, "changed the assignment of the chore “Dishes”"],
  ])("The activity summary of the change %j to a chore reads: %s", async (patch, summary) => {
    const { add, anna, entries } = await homeWithChores();
    const { id } = await add();
    expect((await anna.patch(`/app/chores/${id}`, patch)).body).toMatchObject(patch);
    expect(entries()[0]?.summary).toBe(summary);
  });

  test("A change of a chore writes nothing when nothing changes", async () => {
    const { add, anna, ids, entries, rows } = await homeWithChores();
    const made = await add();
    const [length, before] = [entries().length, rows("chore")];
    const same = { recurrenceRule: "RRULE:FREQ=DAILY", memberIds: [ids.anna, ids.ben, ids.mia, ids.anna], stars: 1 };
    for (const patch of [{}, same]) expect((await anna.patch(`/app/chores/${made.id}`, patch)).body).toEqual(made);
    expect(entries().length).toBe(length);
    expect(rows("chore")).toEqual(before);
  });

  test("A change can pause a chore, and a later change resumes the chore with the same schedule", async () => {
    const { add, anna, do: complete, find, ids } = await homeWithChores();
    const { id } = await add({ assignment: "anyone" });
    await complete(id, ids.ben);
    const before = await find(id);
    const paused = (await anna.patch(`/app/chores/${id}`, { active: false })).body;
    expect(paused).toMatchObject({ active: false, today: [], completions: before.completions });
    const { body } = await anna.patch(`/app/chores/${id}`, { active: true });
    expect(body).toEqual({ ...before, updatedAt: body.updatedAt });
  });

  test("A change of a chore's stars does not change the stars that members already earned", async () => {
    const { add, anna, do: complete, stars, ids, date } = await homeWithChores();
    const { id } = await add({ assignment: "anyone", stars: 3 });
    await complete(id, ids.ben, date(-1));
    await anna.patch(`/app/chores/${id}`, { stars: 0 });
    await complete(id, ids.ben);
    expect(await stars()).toEqual([0, 3, 0]);
  });

  test("A change of a chore keeps HTML in its text unchanged", async () => {
    const { add, anna } = await homeWithChores();
    const name = `<script>“'"; DROP TABLE chore; --`;
    const { id } = await add({ name });
    expect((await anna.patch(`/app/chores/${id}`, { emoji: "<b>" })).body).toMatchObject({ name, emoji: "<b>" });
  });
});

describe("a deleted chore", () => {
  test("A deleted chore loses the completions, but members keep the earned stars", async () => {
    const { add, anna, do: complete, read, stars, ids, entries, kept, rows } = await homeWithChores();
    const { id } = await add({ stars: 4 });
    const { body: done } = await complete(id, ids.mia);
    const before = rows("chore");
    expect((await anna.delete(`/app/chores/${id}`)).body).toEqual({ id, deleted: true });
    expect((await read()).chores).toEqual([]);
    expect(await stars()).toEqual([0, 0, 4]);
    expect(rows("chore_completion").length).toBe(1);
    expect(entries()[0]).toMatchObject({ action: "deleted", summary: "deleted the chore “Dishes”", changes: null });
    expect(kept()).toEqual({ before: { chore: before }, after: { chore: rows("chore") } });
    const gone = refusal(404, "Chore not found");
    expect((await anna.delete(`/app/chores/${id}`)).body).toEqual(gone);
    expect((await anna.patch(`/app/chores/${id}`, {})).body).toEqual(gone);
    expect((await complete(id, ids.ben)).body).toEqual(gone);
    expect((await anna.delete(`/app/chores/${id}/completions/${done.id}`)).body).toEqual(gone);
  });
});

describe("reading chores", () => {
  test("Chores are listed in order of creation, the same for every caller", async () => {
    const home = await homeWithChores();
    const { add, read, anna, mia, as, get, createKey, neighbour } = home;
    for (const name of ["Zinc", "Ash", "Mint"]) await add({ name });
    const all = await read();
    expect(all.chores.map(({ name }: { name: string }) => name)).toEqual(["Zinc", "Ash", "Mint"]);
    const device = await tablet(home);
    const sitter = as(home.addMember("Sitter", "guest"));
    const now = await read();
    expect(now.chores).toEqual(all.chores);
    for (const reader of [anna, mia, sitter]) expect((await reader.get("/v1/chores")).body).toEqual(now);
    expect((await device("GET", "/v1/chores")).body).toEqual(now);
    const { key } = createKey({ scopes: ["chores.read"] });
    expect((await get("/v1/chores", { key })).body).toEqual(now);
    const theirs = (await (await neighbour()).get("/v1/chores")).body;
    expect(theirs.chores).toEqual([]);
    expect(theirs.starBalances.length).toBe(3);
  });

  test("The public API under /v1 can read chores, but cannot write chores", async () => {
    const { add, post, call } = await homeWithChores();
    const { id } = await add();
    expect((await post("/v1/chores", {})).body).toEqual(refusal(405, "Method not allowed"));
    for (const method of ["GET", "PATCH", "DELETE"]) {
      expect((await call(method, `/v1/chores/${id}`)).body).toEqual(refusal(404, "Not found"));
    }
  });

  test("The list of chores returns the stars of every member in display order", async () => {
    const { add, anna, do: complete, read, ids } = await homeWithChores();
    const one = await add({ stars: 2 });
    const two = await add({ stars: 5, assignment: "anyone" });
    await complete(one.id, ids.anna);
    await complete(one.id, ids.mia);
    await complete(two.id, ids.mia);
    await anna.patch("/app/members/reorder", { ids: [ids.mia, ids.anna, ids.ben] });
    expect((await read()).starBalances).toEqual([
      { memberId: ids.mia, stars: 7 },
      { memberId: ids.anna, stars: 2 },
      { memberId: ids.ben, stars: 0 },
    ]);
  });
});

test("Children, guests and tablets cannot create, change or delete chores", async () => {
  const home = await homeWithChores();
  const { add, mia, as, body, ids, rows } = home;
  const device = await tablet(home);
  const sitter = as(home.addMember("Sitter", "guest"));
  const { id } = await add();
  const before = rows("chore");
  const adults = refusal(403, "Only an owner or adult can do this");
  for (const { call } of [mia, sitter]) {
    expect((await call("POST", "/app/chores", { body: body() })).body).toEqual(adults);
    expect((await call("PATCH", `/app/chores/${id}`, { body: { stars: 100 } })).body).toEqual(adults);
    expect((await call("DELETE", `/app/chores/${id}`)).body).toEqual(adults);
  }
  expect((await device("POST", "/app/chores", body(), ids.anna)).body).toEqual(adults);
  expect((await device("PATCH", `/app/chores/${id}`, { stars: 100 }, ids.anna)).body).toEqual(adults);
  expect((await device("DELETE", `/app/chores/${id}`, undefined, ids.anna)).body).toEqual(adults);
  expect(rows("chore")).toEqual(before);
});
