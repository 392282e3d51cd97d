/** Answers to check-ins, and who may read them. */
import { describe, expect, test } from "bun:test";
import { refusal } from "../support/home/home.ts";
import { homeWithCheckIns, tablet } from "../support/records/check-ins.ts";

const nobody = "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";
const adultsOnly = refusal(403, "Only an owner or adult can do this");

describe("answering a check-in", () => {
  test("The activity entry about a child's answer to a check-in contains neither the face nor the note", async () => {
    const { add, answer, asMia, mia, today, entries } = await homeWithCheckIns();
    const made = await add();
    const { status, body } = await answer(made, { note: "  We won  " }, asMia);
    expect(status).toBe(200);
    expect(body).toEqual({
      date: made.today[0].date,
      time: "07:30",
      label: null,
      memberId: mia.id,
      answer: { face: made.faces[1], note: "We won", answeredAt: expect.any(String) },
    });
    expect((await today(asMia))[0]).toEqual(body);
    expect(entries()[0]).toEqual({
      id: expect.any(String),
      createdAt: body.answer.answeredAt,
      actor: { kind: "member", id: mia.id, name: "Mia", agentName: null },
      action: "answered",
      subject: { type: "check_in", id: made.id, label: "Happiness" },
      summary: "answered “Happiness”",
      changes: null,
      canUndo: true,
    });
  });

  test("A second answer to a check-in replaces the first, and an identical answer writes nothing", async () => {
    const { add, answer, asMia, get, entries, today, history } = await homeWithCheckIns();
    const made = await add();
    const first = (await answer(made, { note: "Hm" }, asMia)).body;
    const count = entries().length;
    const etag = (await get("/v1/check-ins")).headers.get("ETag");
    expect((await answer(made, { note: " Hm " }, asMia)).body).toEqual(first);
    expect(entries().length).toBe(count);
    expect((await get("/v1/check-ins")).headers.get("ETag")).toBe(etag);

    const second = (await answer(made, { faceIndex: 0, note: " " }, asMia)).body;
    expect(second.answer).toMatchObject({ face: made.faces[0], note: null });
    expect(entries()[0]).toMatchObject({ action: "answered", summary: "changed the answer to “Happiness”" });
    expect(entries().length).toBe(count + 1);
    expect((await answer(made, { faceIndex: 0, note: null }, asMia)).body).toEqual(second);
    expect((await answer(made, { faceIndex: 0 }, asMia)).body).toEqual(second);
    expect(entries().length).toBe(count + 1);
    expect((await today(asMia))[0]).toEqual(second);
    expect((await history()).answers.length).toBe(1);
  });

  test("Only one of several simultaneous answers to a check-in is kept", async () => {
    const { add, answer, entries, history } = await homeWithCheckIns();
    const made = await add();
    const count = entries().length;
    await Promise.all([0, 0, 1, 1].map((faceIndex) => answer(made, { faceIndex })));
    expect((await history()).answers.length).toBe(1);
    expect(entries().length - count).toBeWithin(2, 5);
  });

  test("The activity feed names the adult and the child if an adult answers a check-in for a child", async () => {
    const { add, answer, mia, today, entries } = await homeWithCheckIns();
    const made = await add();
    await answer(made, { time: "19:00" });
    expect(entries()[0]).toMatchObject({ actor: { name: "Anna" }, summary: "answered “Happiness” for Mia" });
    const rows = await today();
    expect(rows.filter((row: any) => row.answer).map(({ time, memberId }: any) => [time, memberId])).toEqual([
      ["19:00", mia.id],
    ]);
  });

  test("An answer to a check-in keeps the question and the face, even if the check-in changes later", async () => {
    const { add, answer, asAnna, history, today } = await homeWithCheckIns();
    const made = await add({ presetKey: "custom", question: "Fed the cat?" });
    await answer(made);
    const faces = [
      { emoji: "🐕", label: "Yes" },
      { emoji: "🦮", label: "No" },
    ];
    await asAnna.patch(`/v1/check-ins/${made.id}`, { question: "Fed the dog?", faces });
    expect((await history()).answers[0]).toMatchObject({ question: "Fed the cat?", face: made.faces[1] });
    expect((await today())[0].answer.face).toEqual(made.faces[1]);
    await answer(made); // The same index, but the question and the face have changed.
    expect((await history()).answers).toMatchObject([{ question: "Fed the dog?", face: faces[1] }]);
  });

  test.each([
    [{ date: undefined }, 400, "date: is required"],
    [{ date: "2026-02-30" }, 400, "date: must be a date that exists, such as 2026-05-01"],
    [{ time: "25:00" }, 400, "time: must be a time of the day, such as 19:00"],
    [{ memberId: "mia" }, 400, "memberId: must be a UUID"],
    [{ faceIndex: undefined }, 400, "faceIndex: is required"],
    [{ faceIndex: -1 }, 400, "faceIndex: must be a whole number from 0 on"],
    [{ faceIndex: 0.5 }, 400, "faceIndex: must be a whole number from 0 on"],
    [{ faceIndex: 2 ** 40 }, 422, "faceIndex: must be 0 to 4"],
    [{ note: "x".repeat(501) }, 400, "note: must be at most 500 characters or null"],
    [{ face: 1 }, 400, "face: unknown field"],
    [{ memberId: nobody }, 422, "memberId: no such member"],
    [{ memberId: "BEN" }, 422, "memberId: must be one of the check-in's assignees"],
    [{ date: "9999-12-31" }, 422, "date: must not be in the future"],
    [{ date: "2001-01-01" }, 422, "date: must be at most 6 days ago"],
    [{ time: "07:31" }, 422, "time: must be one of the times of the check-in"],
    [{ faceIndex: 5 }, 422, "faceIndex: must be 0 to 4"],
    [{ faceIndex: 99 }, 422, "faceIndex: must be 0 to 4"],
  ])("An answer to a check-in with %j is refused", async (change, status, error) => {
    const { add, answer, entries, ben, history } = await homeWithCheckIns();
    const made = await add();
    const count = entries().length;
    const sent = "memberId" in change && change.memberId === "BEN" ? { memberId: ben.id } : change;
    expect((await answer(made, sent)).body).toEqual(refusal(status, error));
    expect(entries().length).toBe(count);
    expect((await history()).answers).toEqual([]);
  });

  test("An answer to a check-in may have any face of the check-in, and a note of up to 500 code points", async () => {
    const { add, answer } = await homeWithCheckIns();
    const faces = [
      { emoji: "👍", label: "Yes" },
      { emoji: "👎", label: "No" },
    ];
    const made = await add({ faces });
    const { body } = await answer(made, { faceIndex: 1, note: "👪".repeat(500) });
    expect(body.answer).toMatchObject({ face: faces[1], note: "👪".repeat(500) });
    expect((await answer(made, { faceIndex: 2 })).body).toEqual(refusal(422, "faceIndex: must be 0 to 1"));
  });

  test("Children and guests answer check-ins only for themselves, and API keys cannot answer", async () => {
    const { add, answer, asMia, asGus, gus, anna, mia, post, entries } = await homeWithCheckIns();
    const made = await add({ assigneeIds: [mia.id, anna.id, gus.id] });
    const count = entries().length;
    expect((await answer(made, { memberId: anna.id }, asMia)).body).toEqual(adultsOnly);
    expect((await answer(made, {}, asGus)).body).toEqual(adultsOnly);
    expect((await answer(made, {}, { post })).body).toEqual(refusal(403, "Only the app can do this"));
    expect(entries().length).toBe(count);
    const { body } = await answer(made, { memberId: gus.id }, asGus);
    expect(body.answer.face).toEqual(made.faces[1]); // The child's own answer.
  });

  test("A child who answers a check-in for other members gets the status 404", async () => {
    const { add, answer, asMia, anna, mia } = await homeWithCheckIns();
    const made = await add({ assigneeIds: [anna.id] });
    for (const memberId of [mia.id, anna.id]) {
      expect((await answer(made, { memberId }, asMia)).body).toEqual(refusal(404, "Check-in not found"));
    }
    expect((await asMia.get("/v1/check-ins")).body).toEqual({ checkIns: [] });
  });

  test("An answer on a tablet is stored for the selected member, and the tablet does not get the face", async () => {
    const home = await homeWithCheckIns();
    const { add, answer, mia, anna, gus, entries, today } = home;
    const device = await tablet(home);
    const made = await add();
    const { status, body } = await answer(made, { note: "Secret" }, device.for(mia));
    expect({ status, answer: body.answer }).toEqual({ status: 200, answer: { answeredAt: expect.any(String) } });
    expect(entries()[0]).toMatchObject({ actor: { kind: "member", id: mia.id }, summary: "answered “Happiness”" });
    expect((await today())[0].answer).toMatchObject({ face: made.faces[1], note: "Secret" });
    expect((await answer(made, { memberId: anna.id }, device.for(mia))).body).toEqual(adultsOnly);
    expect((await answer(made, { memberId: gus.id }, device.for(gus))).body).toEqual(
      refusal(422, "memberId: must be one of the check-in's assignees"),
    );
    expect((await answer(made, { faceIndex: 0 }, device.for(anna))).body.answer).toEqual({
      answeredAt: expect.any(String),
    });
    expect((await answer(made, { faceIndex: 0, active: false }, device.for(anna))).body).toEqual(adultsOnly);
    expect((await device.get("/app/check-ins/history")).body).toEqual(adultsOnly);
    expect((await today(device)).length).toBe(4);
  });
});

describe("reading the answer to a check-in", () => {
  test("A member's answer to a check-in can be read only by that member and by adults", async () => {
    const home = await homeWithCheckIns();
    const { add, answer, mia, anna, gus, asMia, asAnna, asBen, asGus, today, createKey } = home;
    const made = await add({ assigneeIds: [anna.id, mia.id, gus.id], times: [{ time: "07:30" }] });
    for (const { id } of [mia, anna]) await answer(made, { memberId: id, note: "Secret" });
    const sealed = { answeredAt: expect.any(String) };
    const open = { ...sealed, face: made.faces[1], note: "Secret" };
    const answers = async (as: { get(path: string): Promise<any> }) =>
      (await today(as as any)).map(({ memberId, answer: given }: any) => [memberId, given]);
    const keyOf = (memberId: string | null) => {
      const { key } = createKey({ memberId });
      return { get: (path: string) => home.get(path, { key }) };
    };
    const all = (seen: object) => [
      [anna.id, seen],
      [mia.id, seen],
      [gus.id, null],
    ];
    for (const as of [asAnna, asBen]) expect(await answers(as)).toEqual(all(open));
    for (const as of [asGus, keyOf(null), keyOf(anna.id), keyOf(gus.id), await tablet(home)])
      expect(await answers(as)).toEqual(all(sealed));
    expect(await answers(asMia)).toEqual([[mia.id, open]]);
    expect(await answers(keyOf(mia.id))).toEqual([[mia.id, sealed]]);
    expect((await asMia.get("/v1/check-ins")).body.checkIns[0].assigneeIds).toEqual([anna.id, mia.id, gus.id]);
    const patched = await home.patch(`/v1/check-ins/${made.id}`, { name: "By a key" });
    expect(patched.body.today.map((row: any) => row.answer)).toEqual([sealed, sealed, null]);
    expect((await asBen.patch(`/v1/check-ins/${made.id}`, { name: "By Ben" })).body.today[0].answer).toEqual(open);
  });

  test("An answer to a check-in never appears in the activity feed", async () => {
    const { add, answer, get } = await homeWithCheckIns();
    const faces = [
      { emoji: "🦄", label: "Unicorn" },
      { emoji: "🐙", label: "Octopus" },
    ];
    const made = await add({ name: "Animal", faces });
    await answer(made, { note: "Secret" });
    await answer(made, { note: "Secret too" });
    const { entries } = (await get("/v1/activity?limit=2")).body;
    const said = entries.map(({ summary, changes }: any) => [summary, changes]);
    expect(said).toEqual([
      ["changed the answer to “Animal” for Mia", null],
      ["answered “Animal” for Mia", null],
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/Secret|Octopus|🐙/);
  });
});
