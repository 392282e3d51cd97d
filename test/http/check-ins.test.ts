/**
 * Check-ins without their answers, which are in `check-ins-answers.test.ts`.
 * This file is long because most of it is a table of refused values.
 */
import { describe, expect, test } from "bun:test";
import { refusal } from "../support/home/home.ts";
import { checkInBody, evenings, homeWithCheckIns } from "../support/records/check-ins.ts";

const nobody = "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";
const own = [
  { emoji: "👍", label: "Yes" },
  { emoji: "👎", label: "No" },
];
const presets = ["energy", "happiness", "health", "sleep", "school", "vibe"];

describe("adding a check-in", () => {
  test("A new check-in is returned with all fields, today's occurrences and the creating API key", async () => {
    const { post, mia, anna, key, entries } = await homeWithCheckIns();
    const { status, body } = await post("/v1/check-ins", checkInBody([mia.id, anna.id, mia.id]), {
      headers: { "X-Agent-Name": "Carer" },
    });
    expect(status).toBe(200);
    const date = body.today[0].date;
    const at = (time: string, label: string | null, { id }: { id: string }) => {
      return { date, time, label, memberId: id, answer: null };
    };
    expect(body).toEqual({
      id: expect.any(String),
      name: "Happiness",
      presetKey: "happiness",
      question: "How do you feel inside today?",
      assigneeIds: [mia.id, anna.id],
      daysOfWeek: [1, 2, 3, 4, 5, 6, 7],
      times: [
        { time: "07:30", label: null },
        { time: "19:00", label: "After supper" },
      ],
      notify: true,
      active: true,
      faces: expect.any(Array),
      today: [
        at("07:30", null, mia),
        at("07:30", null, anna),
        at("19:00", "After supper", mia),
        at("19:00", "After supper", anna),
      ],
      createdAt: expect.any(String),
      updatedAt: body.createdAt,
      createdBy: { kind: "api_key", id: key.id, name: "Test key", agentName: "Carer" },
    });
    expect(entries()[0]).toEqual({
      id: expect.any(String),
      createdAt: body.createdAt,
      actor: body.createdBy,
      action: "created",
      subject: { type: "check_in", id: body.id, label: "Happiness" },
      summary: "added the check-in “Happiness” for Mia and Anna",
      changes: null,
      canUndo: true,
    });
  });

  test.each(presets)("The check-in preset %s has its own question, name and five faces", async (presetKey) => {
    const { add } = await homeWithCheckIns();
    const { question, name, faces } = await add({ presetKey, question: "Mine" });
    expect(question).toMatch(/^[A-Z].*\?$/);
    expect(question).not.toBe("Mine");
    expect(name.toLowerCase()).toBe(presetKey);
    expect(faces.length).toBe(5);
    expect(new Set(faces.map(({ emoji }: any) => emoji)).size).toBe(5);
    expect(new Set(faces.map(({ label }: any) => label)).size).toBe(5);
    for (const { emoji, label } of faces) {
      expect([...emoji].length).toBeLessThanOrEqual(8);
      expect(label).toMatch(/^[A-Z][\w -]{1,39}$/);
    }
  });

  test("A check-in with the preset “custom” has the given question, and a name made from the question", async () => {
    const { add } = await homeWithCheckIns();
    const { faces } = await add({ presetKey: "vibe" });
    const question = `  ${"👪".repeat(98)}, and so on until the end?`;
    const made = await add({ presetKey: "custom", question });
    expect(made).toMatchObject({ question: question.trim(), name: `${"👪".repeat(98)},`, faces });
    expect((await add({ presetKey: "custom", question: "Fed the cat?" })).name).toBe("Fed the cat?");
  });

  test("A new check-in uses the given values of “name”, “faces”, “notify” and “active”", async () => {
    const { add } = await homeWithCheckIns();
    const more = { name: " Mood ", faces: own, notify: false, active: false };
    expect(await add(more)).toMatchObject({
      ...more,
      name: "Mood",
      question: "How do you feel inside today?",
      today: [],
    });
  });

  test.each([
    [{ presetKey: undefined }, "presetKey: is required"],
    [{ presetKey: "mood" }, "presetKey: must be one of energy, happiness, health, sleep, school, vibe, custom"],
    [{ question: undefined }, "question: is required"],
    [{ question: " " }, "question: must be 1 to 200 characters"],
    [{ question: "x".repeat(201) }, "question: must be 1 to 200 characters"],
    [{ assigneeIds: undefined }, "assigneeIds: is required"],
    [{ assigneeIds: [] }, "assigneeIds: must be a list of at least 1 items"],
    [{ assigneeIds: ["mia"] }, "assigneeIds[0]: must be a UUID"],
    [{ daysOfWeek: undefined }, "daysOfWeek: is required"],
    [{ daysOfWeek: [] }, "daysOfWeek: must be a list of at least 1 items"],
    [{ daysOfWeek: [1, 0] }, "daysOfWeek[1]: must be a whole number from 1 to 7"],
    [{ daysOfWeek: [8] }, "daysOfWeek[0]: must be a whole number from 1 to 7"],
    [{ daysOfWeek: [1.5] }, "daysOfWeek[0]: must be a whole number from 1 to 7"],
    [{ times: undefined }, "times: is required"],
    [{ times: [] }, "times: must be a list of at least 1 items"],
    [{ times: ["07:30"] }, "times[0]: must be a JSON object"],
    [{ times: [{ label: "x" }] }, "times[0].time: is required"],
    [{ times: [{ time: "25:00" }] }, "times[0].time: must be a time of the day, such as 19:00"],
    [{ times: [{ time: "24:00" }] }, "times[0].time: must be a time of the day, such as 19:00"],
    [{ times: [{ time: "12:60" }] }, "times[0].time: must be a time of the day, such as 19:00"],
    [{ times: [{ time: "7:30" }] }, "times[0].time: must be a time of the day, such as 19:00"],
    [{ times: [{ time: "07:30:00" }] }, "times[0].time: must be a time of the day, such as 19:00"],
    [{ times: [{ time: "07:30" }, { time: "07:30", label: "x" }] }, "times[1].time: is given twice"],
    [{ times: [{ time: "07:30", label: "x".repeat(41) }] }, "times[0].label: must be at most 40 characters or null"],
    [{ times: [{ time: "07:30", colour: 1 }] }, "times[0].colour: unknown field"],
    [{ name: "" }, "name: must be 1 to 100 characters"],
    [{ name: "x".repeat(101) }, "name: must be 1 to 100 characters"],
    [{ name: null }, "name: must be 1 to 100 characters"],
    [{ notify: "yes" }, "notify: must be true or false"],
    [{ active: null }, "active: must be true or false"],
    [{ faces: null }, "faces: must be a list of 2 to 5 items"],
    [{ faces: own.slice(1) }, "faces: must be a list of 2 to 5 items"],
    [{ faces: [...own, ...own, ...own] }, "faces: must be a list of 2 to 5 items"],
    [{ faces: [own[0], { emoji: "", label: "x" }] }, "faces[1].emoji: must be 1 to 8 characters"],
    [{ faces: [own[0], { emoji: "x".repeat(9), label: "x" }] }, "faces[1].emoji: must be 1 to 8 characters"],
    [{ faces: [{ emoji: "x", label: "x".repeat(41) }, own[0]] }, "faces[0].label: must be 1 to 40 characters"],
    [{ faces: [{ emoji: "x" }, own[0]] }, "faces[0].label: is required"],
    [{ today: [] }, "today: unknown field"],
  ])("A new check-in with %j is refused", async (change, error) => {
    const { post, get, mia, asAnna, add } = await homeWithCheckIns();
    expect((await post("/v1/check-ins", checkInBody([mia.id], change))).body).toEqual(refusal(400, error));
    expect((await get("/v1/check-ins")).body).toEqual({ checkIns: [] });
    if (/required/.test(error) && !/\[/.test(error)) return;
    if (error.startsWith("faces: ") && "faces" in change && change.faces === null) return;
    const made = await add();
    const { body } = await asAnna.patch(`/v1/check-ins/${made.id}`, change);
    expect(body).toEqual(refusal(400, error.startsWith("faces: ") ? `${error} or null` : error));
  });

  test("A new check-in accepts texts of the maximum length, and turns an empty label of a time into null", async () => {
    const { add } = await homeWithCheckIns();
    const faces = [1, 2, 3, 4, 5].map((n) => ({ emoji: "👪".repeat(8), label: `${n}${"é".repeat(39)}` }));
    const made = await add({
      presetKey: "custom",
      question: "?".repeat(200),
      name: "👪".repeat(100),
      times: [
        { time: "23:59", label: ` ${"x".repeat(40)} ` },
        { time: "00:00", label: " " },
        { time: "12:00", label: null },
      ],
      daysOfWeek: [3, 1, 3],
      faces,
    });
    expect(made).toMatchObject({ question: "?".repeat(200), name: "👪".repeat(100), faces, daysOfWeek: [1, 3] });
    expect(made.times).toEqual([
      { time: "00:00", label: null },
      { time: "12:00", label: null },
      { time: "23:59", label: "x".repeat(40) },
    ]);
  });

  test("A new check-in cannot ask an unknown member or a member of another household", async () => {
    const { post, mia, neighbour, get } = await homeWithCheckIns();
    for (const id of [(await neighbour()).members.anna.id, nobody]) {
      const { body } = await post("/v1/check-ins", checkInBody([mia.id, id]));
      expect(body).toEqual(refusal(422, "assigneeIds: no such member"));
    }
    expect((await get("/v1/check-ins")).body).toEqual({ checkIns: [] });
  });

  test("Twenty check-ins that are added simultaneously are all stored, in the order of creation", async () => {
    const { add, get } = await homeWithCheckIns();
    const made = await Promise.all(Array.from({ length: 20 }, (_, index) => add({ name: `Check-in ${index}` })));
    const listed = (await get("/v1/check-ins")).body.checkIns;
    expect(listed.length).toBe(20);
    const keys = listed.map(({ createdAt, id }: any) => `${createdAt} ${id}`);
    expect(keys).toEqual([...keys].sort());
    expect(new Set(listed.map(({ id }: any) => id))).toEqual(new Set(made.map(({ id }) => id)));
  });
});

describe("changing a check-in", () => {
  test("A change of a check-in changes only the given fields, and the activity feed names these fields", async () => {
    const { add, asAnna, anna, entries } = await homeWithCheckIns();
    const before = await add();
    const { body } = await asAnna.patch(`/v1/check-ins/${before.id}`, {
      assigneeIds: [anna.id],
      daysOfWeek: [7, 5, 5, 6, 1, 2, 3, 4],
      times: [{ time: "20:00" }],
      notify: false,
    });
    expect(body).toEqual({
      ...before,
      assigneeIds: [anna.id],
      times: [{ time: "20:00", label: null }],
      notify: false,
      today: [{ date: before.today[0].date, time: "20:00", label: null, memberId: anna.id, answer: null }],
      updatedAt: expect.any(String),
    });
    expect(entries()[0]).toMatchObject({
      action: "updated",
      summary: "changed the people, times and notification of the check-in “Happiness”",
      changes: {
        assigneeIds: { from: before.assigneeIds, to: [anna.id] },
        times: { from: before.times, to: body.times },
        notify: { from: true, to: false },
      },
    });
  });

  test("A change of a check-in writes nothing when nothing changes", async () => {
    const { add, asAnna, entries, get, mia, anna } = await homeWithCheckIns();
    const made = await add();
    const count = entries().length;
    const etag = (await get("/v1/check-ins")).headers.get("ETag");
    const { presetKey, question, name, assigneeIds, notify, active, faces } = made;
    const bodies = [
      {},
      { ...{ presetKey, question, name, assigneeIds, notify, active, faces }, ...evenings },
      { faces: null },
      { question: "It has one already" },
      { assigneeIds: [mia.id, anna.id, mia.id] },
      { times: made.times.reverse() },
    ];
    for (const body of bodies) {
      expect((await asAnna.patch(`/v1/check-ins/${made.id}`, body)).body).toEqual(await readOnly(asAnna));
    }
    expect(entries().length).toBe(count);
    expect((await get("/v1/check-ins")).headers.get("ETag")).toBe(etag);
  });

  test("A new preset of a check-in changes the question, but keeps a chosen name and chosen faces", async () => {
    const { add, asAnna, entries } = await homeWithCheckIns();
    const { faces, name, question } = await add({ presetKey: "sleep" });
    const to = async (id: string, body: object) => (await asAnna.patch(`/v1/check-ins/${id}`, body)).body;

    const plain = await add();
    expect(await to(plain.id, { presetKey: "sleep" })).toMatchObject({ faces, name, question });
    expect(entries()[0]).toMatchObject({
      summary: "changed the name, preset, question and faces of the check-in “Happiness”",
      changes: { presetKey: { from: "happiness", to: "sleep" }, question: { from: plain.question, to: question } },
    });

    const named = await add({ name: "Mood", faces: own });
    expect(await to(named.id, { presetKey: "sleep" })).toMatchObject({ faces: own, name: "Mood", question });
    expect(await to(named.id, { faces: null, name })).toMatchObject({ faces, name });
    expect((await to(named.id, { presetKey: "energy" })).name).toBe("Energy"); // At that time, the name was the preset's.
    const together = { presetKey: "sleep", name: "Night", faces: own, question: "Ignored" };
    expect(await to(named.id, together)).toMatchObject({ name: "Night", faces: own, question });
  });

  test("A check-in that changes to the preset “custom” keeps the question if no new question is given", async () => {
    const { add, asAnna } = await homeWithCheckIns();
    const to = async (id: string, body: object) => (await asAnna.patch(`/v1/check-ins/${id}`, body)).body;
    const { faces } = await add({ presetKey: "vibe" });
    const { id, question } = await add();
    expect(await to(id, { presetKey: "custom" })).toMatchObject({ question, name: question, faces });
    expect(await to(id, { question: "Fed the cat?" })).toMatchObject({ question: "Fed the cat?", name: question });
    expect(await to(id, { name: "Cat" })).toMatchObject({ question: "Fed the cat?", name: "Cat" });
    expect(await to(id, { question: "Fed the dog?" })).toMatchObject({ question: "Fed the dog?", name: "Cat" });
    const other = await add();
    expect(await to(other.id, { presetKey: "custom", question: "Really?" })).toMatchObject({ question: "Really?" });
  });

  test("A paused check-in has no occurrences until somebody resumes the check-in", async () => {
    const { add, asAnna, entries, answer } = await homeWithCheckIns();
    const made = await add();
    const path = `/v1/check-ins/${made.id}`;
    expect((await asAnna.patch(path, { active: false })).body.today).toEqual([]);
    expect(entries()[0]?.summary).toBe("paused the check-in “Happiness”");
    expect((await answer(made)).body).toEqual(refusal(422, "Check-in is not active"));
    expect((await asAnna.patch(path, { active: true })).body.today).toEqual(made.today);
    expect(entries()[0]?.summary).toBe("resumed the check-in “Happiness”");
    await asAnna.patch(path, { name: "Mood" });
    expect(entries()[0]?.summary).toBe("renamed the check-in “Happiness” to “Mood”");
  });

  test("A change that makes a check-in ask an unknown member is refused and changes nothing", async () => {
    const { add, asAnna, mia } = await homeWithCheckIns();
    const made = await add();
    const { body } = await asAnna.patch(`/v1/check-ins/${made.id}`, { name: "x", assigneeIds: [mia.id, nobody] });
    expect(body).toEqual(refusal(422, "assigneeIds: no such member"));
    expect(await readOnly(asAnna)).toEqual(made);
  });

  const readOnly = async (as: { get(path: string): Promise<{ body: any }> }) =>
    (await as.get("/v1/check-ins")).body.checkIns[0];
});

describe("deleting a check-in", () => {
  test("A deleted check-in is no longer returned, but the answers stay in the history", async () => {
    const { add, answer, asAnna, delete: remove, entries, history } = await homeWithCheckIns();
    const made = await add();
    await answer(made, { note: "Kept" });
    const path = `/v1/check-ins/${made.id}`;
    expect((await remove(path)).body).toEqual({ id: made.id, deleted: true });
    expect(entries()[0]).toMatchObject({
      action: "deleted",
      summary: "deleted the check-in “Happiness”",
      subject: { type: "check_in", id: made.id, label: "Happiness" },
      changes: null,
    });
    const count = entries().length;
    expect((await asAnna.get("/v1/check-ins")).body).toEqual({ checkIns: [] });
    for (const { body } of [await remove(path), await asAnna.patch(path, { name: "x" }), await answer(made)]) {
      expect(body).toEqual(refusal(404, "Check-in not found"));
    }
    expect(entries().length).toBe(count);
    expect((await history()).answers).toMatchObject([{ checkInId: made.id, question: made.question, note: "Kept" }]);
  });
});

describe("removing a member", () => {
  test("Removing a member pauses the check-ins that ask nobody else, and keeps the answers", async () => {
    const { add, answer, asAnna, mia, anna, ben, entries, history, db } = await homeWithCheckIns();
    const [both, alone] = [await add(), await add({ assigneeIds: [mia.id] })];
    const { id: deleted } = await add();
    await asAnna.delete(`/v1/check-ins/${deleted}`);
    await answer(both);
    const count = entries().length;
    expect((await asAnna.delete(`/app/members/${mia.id}`)).status).toBe(200);
    expect(entries().length).toBe(count + 1);
    const { checkIns } = (await asAnna.get("/v1/check-ins")).body;
    expect(checkIns).toMatchObject([
      { id: both.id, assigneeIds: [anna.id], active: true },
      { id: alone.id, assigneeIds: [], active: false, today: [] },
    ]);
    expect(checkIns[0].today.map(({ memberId }: any) => memberId)).toEqual([anna.id, anna.id]);
    expect((await history(`?memberId=${mia.id}`)).answers.length).toBe(1);
    expect((await answer(both)).body).toEqual(refusal(422, "memberId: no such member"));
    const { assignee_ids: left } = db.$client
      .query("SELECT assignee_ids FROM check_in WHERE id = ?")
      .get(deleted) as any;
    expect(JSON.parse(left)).toEqual([anna.id]);
    const nobody = refusal(422, "assigneeIds: must name at least one member");
    expect((await asAnna.patch(`/v1/check-ins/${alone.id}`, { active: true })).body).toEqual(nobody);
    const { body } = await asAnna.patch(`/v1/check-ins/${alone.id}`, { assigneeIds: [ben.id], active: true });
    expect(body.today.length).toBe(2);
  });
});
