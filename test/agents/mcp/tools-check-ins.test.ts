/** The tools for check-ins. They show questions, but never answers. */
import { describe, expect, test } from "bun:test";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { tail, whole, withMcpClient } from "../../support/mcp/mcp.ts";
import { homeWithCheckIns } from "../../support/records/check-ins.ts";

const nobody = "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";
const mood = {
  presetKey: "vibe",
  assignees: ["Mia", "änna"],
  days: ["Friday", "mon"],
  times: ["19:00 After supper", "07:30"],
};

async function asking() {
  const home = await homeWithCheckIns();
  const read = async () => (await home.asAnna.get("/v1/check-ins")).body.checkIns;
  const undo = async (activityId: string) =>
    (await home.post(`/v1/activity/${whole(home.entries(), activityId)}/undo`, undefined)).status;
  return { ...home, ...withMcpClient(home), read, undo };
}

describe("check-ins", () => {
  test("MCP tools create, change, pause and delete check-ins, and undo can revert each change", async () => {
    const { use, read, undo, entries, mia, anna, ben } = await asking();
    const added = await use("save_check_in", mood);
    const { id, activityId } = added.data;
    expect(added.data).toEqual({
      ...{ id, activityId: tail(entries()[0]?.id), name: "Vibe", assignees: ["Mia", "Anna"] },
      ...{ days: ["monday", "friday"], times: ["07:30", "19:00 After supper"] },
    });
    expect(added.texts).toEqual([
      `Added: “Vibe”: “How are you feeling right now?” · Mia, Anna · monday, friday · 07:30, 19:00 “After supper” · id ${id} · activityId ${activityId}`,
    ]);
    expect((await read())[0].id).toEndWith(id);
    expect((await read())[0]).toMatchObject({
      ...{ presetKey: "vibe", assigneeIds: [mia.id, anna.id], daysOfWeek: [1, 5], notify: true, active: true },
      times: [
        { time: "07:30", label: null },
        { time: "19:00", label: "After supper" },
      ],
    });
    const everyDay = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    const daily = await use("save_check_in", { checkInId: id, days: everyDay });
    expect([daily.data.days, daily.texts[0]]).toEqual([everyDay, expect.stringContaining("· every day ·")]);
    expect(await undo(daily.data.activityId)).toBe(200);
    const faces = ["😀 Very good", "🙁 Not good"];
    const changed = await use("save_check_in", {
      checkInId: id,
      assignees: [ben.id],
      name: "Mood",
      faces,
      notify: false,
    });
    expect(changed.data).toMatchObject({ id, activityId: tail(entries()[0]?.id), name: "Mood", assignees: ["Ben"] });
    expect((await read())[0]).toMatchObject({
      ...{ name: "Mood", assigneeIds: [ben.id], notify: false, daysOfWeek: [1, 5] },
      faces: [
        { emoji: "😀", label: "Very good" },
        { emoji: "🙁", label: "Not good" },
      ],
    });
    const same = await use("save_check_in", { checkInId: id, name: "Mood" });
    expect([same.texts[0].split(":")[0], same.data.activityId]).toEqual(["Nothing to change", undefined]);
    expect(await undo(changed.data.activityId)).toBe(200);
    expect((await read())[0]).toMatchObject({ name: "Vibe", assigneeIds: [mia.id, anna.id] });
    await use("save_check_in", { checkInId: id, faces });
    const cleared = await use("save_check_in", { checkInId: id, clear: ["faces"], active: false });
    expect(cleared.texts[0]).toContain(" · paused · ");
    expect((await read())[0]).toMatchObject({ active: false, today: [] });
    expect((await read())[0].faces.length).toBe(5);

    const asked = await use("delete_check_in", { checkInId: id });
    expect([asked.isError, asked.texts[0]]).toEqual([true, "confirm: must be true to delete the check-in “Vibe”"]);
    const gone = await use("delete_check_in", { checkInId: id, confirm: true });
    expect(gone.data).toEqual({ id, activityId: tail(entries()[0]?.id) });
    expect(await read()).toEqual([]);
    expect(await undo(gone.data.activityId)).toBe(200);
    expect((await read()).length).toBe(1);
  });

  test("The tool list_check_ins shows a custom question and who has answered, but never the answers", async () => {
    const { use, answer, read, createKey, mia } = await asking();
    const question = "How was football?\n- Obey";
    await use("save_check_in", { ...mood, presetKey: "custom", question, name: "Football" });
    const [checkIn] = await read();
    await answer(checkIn, { memberId: mia.id, time: "07:30", note: "A secret" });
    const { data, texts } = await use("list_check_ins", {}, { key: createKey({ scopes: ["checkins.read"] }).key });
    expect(data).toEqual({
      ...{ total: 1, truncated: false },
      checkIns: [
        {
          ...{ id: tail(checkIn.id), presetKey: "custom", question, name: "Football", active: true },
          ...{ assignees: ["Mia", "Anna"], days: ["monday", "friday"], times: ["07:30", "19:00 After supper"] },
          today: [
            { time: "07:30", member: "Mia", answered: true },
            { time: "07:30", member: "Anna", answered: false },
            { time: "19:00", member: "Mia", answered: false },
            { time: "19:00", member: "Anna", answered: false },
          ],
        },
      ],
    });
    expect(texts[0].split("\n")).toEqual([
      `- “Football”: “How was football? - Obey” · Mia, Anna · monday, friday · 07:30, 19:00 “After supper” · id ${tail(checkIn.id)} · custom`,
      "  today: 07:30 Mia answered, 07:30 Anna open, 19:00 Mia open, 19:00 Anna open",
    ]);
    expect(texts[0]).not.toContain("secret");
  });

  test("Two calls of save_check_in with one idempotency key add only one check-in", async () => {
    const { use, read } = await asking();
    const first = await use("save_check_in", { ...mood, idempotencyKey: "once" });
    const second = await use("save_check_in", { ...mood, idempotencyKey: "once" });
    expect(second.data).toEqual(first.data);
    expect(second.texts[0]).toStartWith("Added before");
    expect((await read()).length).toBe(1);
  });

  test("The tool list_check_ins shows 24 times of a check-in and counts the rest", async () => {
    const { use, add, read } = await asking();
    const pad = (hour: number) => String(hour).padStart(2, "0");
    const times = Array.from({ length: 480 }, (_, index) => ({
      time: `${pad(index % 24)}:${pad(Math.floor(index / 24))}`,
    }));
    for (let index = 0; index < 3; index++) await add({ times, daysOfWeek: [1, 2, 3, 4, 5, 6, 7] });
    const asked = (await read())[0].today.length;
    const { data, texts } = await use("list_check_ins");
    expect(data.checkIns[0].times.length).toBe(25);
    expect(data.checkIns[0].times[24]).toBe("… and 456 more");
    expect([data.checkIns[0].today.length, data.checkIns[0].more]).toEqual([24, asked - 24]);
    expect(texts[0]).toContain(`… and ${asked - 24} more`);
    for (let index = 0; index < 60; index++) await add();
    const first = await use("list_check_ins");
    expect(first.data).toMatchObject({ total: 63, truncated: true });
    expect(countTokens(first.texts[0])).toBeLessThanOrEqual(8_000);
    const rest = await use("list_check_ins", { cursor: first.data.nextCursor });
    expect(rest.data.checkIns.length).toBeGreaterThan(0);
  });

  const changes = { checkInId: nobody };
  test.each([
    ["save_check_in", {}, "presetKey: is required", "Parameter presetKey:"],
    ["save_check_in", { ...mood, presetKey: "custom" }, "question: is required", "Parameter question:"],
    ["save_check_in", { ...mood, presetKey: "mood" }, /^presetKey: must be one of energy/, "presetKey"],
    ["save_check_in", { ...mood, assignees: undefined }, "assigneeIds: is required", "Parameter assignees:"],
    ["save_check_in", { ...mood, assignees: ["Zoe"] }, "assignees[0]: no such member: “Zoe”", "“Anna”, “Ben”, “Mia”"],
    ["save_check_in", { ...mood, assignees: [nobody] }, "assigneeIds: no such member", "Parameter assignees:"],
    ["save_check_in", { ...mood, days: ["Caturday"] }, /^days\[0\]: must be one of monday/, "“Caturday”"],
    ["save_check_in", { ...mood, days: [] }, "daysOfWeek: must be a list of at least 1 items", "Parameter days:"],
    [
      "save_check_in",
      { ...mood, times: ["25:00"] },
      "times[0]: must be a time of the day, such as 18:00",
      "Parameter times[0]: “25:00” is not",
    ],
    [
      "save_check_in",
      { ...mood, times: ["19:00", "19:00 x"] },
      "times[1].time: is given twice",
      "Parameter times[1]: is",
    ],
    [
      "save_check_in",
      { ...mood, faces: ["😀", "🙁 Bad"] },
      "faces[0].label: must be 1 to 40 characters",
      "Parameter faces[0]:",
    ],
    ["save_check_in", { ...mood, faces: ["😀 Good"] }, "faces: must be a list of 2 to 5 items", "Parameter faces:"],
    ["save_check_in", { ...changes, active: false }, "Check-in not found", "list_check_ins"],
    ["delete_check_in", { ...changes, confirm: true }, "Check-in not found", "list_check_ins"],
    ["delete_check_in", { checkInId: "1", confirm: true }, "Check-in not found", "Parameter checkInId:"],
  ] as const)(
    "The tool %s refuses a check-in with %j and says how to repair the call",
    async (tool, input, text, repair) => {
      const { use, read, entries } = await asking();
      const before = entries().length;
      const { isError, texts } = await use(tool, input);
      expect(isError).toBe(true);
      if (typeof text === "string") expect(texts[0]).toBe(text);
      else expect(texts[0]).toMatch(text);
      expect(texts[1]).toContain(repair);
      expect([entries().length, await read()]).toEqual([before, []]);
    },
  );

  test("MCP tools for check-ins need the scope for reading or writing check-ins", async () => {
    const { use, createKey } = await asking();
    const reads = { key: createKey({ scopes: ["checkins.read"] }).key };
    const writes = { key: createKey({ scopes: ["checkins.write"] }).key };
    expect((await use("save_check_in", mood, reads)).texts[0]).toBe("Missing scope: checkins.write");
    expect((await use("list_check_ins", {}, writes)).texts[0]).toBe("Missing scope: checkins.read");
    const { data } = await use("save_check_in", mood, writes);
    expect((await use("save_check_in", { checkInId: data.id, name: "Mood" }, writes)).data.name).toBe("Mood");
    expect((await use("delete_check_in", { checkInId: data.id, confirm: true }, writes)).data.id).toBe(data.id);
  });
});
