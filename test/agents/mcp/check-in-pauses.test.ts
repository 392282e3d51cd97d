/** Agents pause check-ins from one day to another. The time is Friday 27 November 2026, 10:00 in Berlin. */
import { describe, expect, test } from "bun:test";
import { withMcpClient } from "../../support/mcp/mcp.ts";
import { homeWithCheckIns } from "../../support/records/check-ins.ts";

async function asking() {
  const home = await homeWithCheckIns();
  const { use } = withMcpClient(home);
  const { id } = await home.add();
  const read = async () => (await home.asAnna.get(`/v1/check-ins/${id}`)).body;
  const save = (more: object) => use("save_check_in", { checkInId: id, ...more });
  return { ...home, use, id, read, save };
}

describe("a pause by save_check_in", () => {
  test.each([
    [{ pauseFrom: "2027-08-03", pauseTo: "2027-08-10" }, "2027-08-03", "2027-08-10"],
    [{ pauseFrom: "tomorrow", pauseTo: "sunday" }, "2026-11-28", "2026-11-29"],
    [{ pauseTo: "2026-11-30" }, "2026-11-27", "2026-11-30"],
    [{ pauseFrom: "nächste Woche" }, "2026-11-30", "2026-12-06"],
  ])("The pause %j lasts from %s to %s, in one entry, and list_check_ins shows it", async (pause, from, to) => {
    const { save, read, entries, use } = await asking();
    const before = entries().length;
    const { texts, data } = await save(pause);
    expect((await read()).pause).toEqual({ from, to });
    expect(entries().length).toBe(before + 1);
    expect(texts[0]).toContain(` · paused ${data.pause} · id `);
    expect((await use("list_check_ins")).texts[0]).toContain(`paused ${data.pause}`);
    expect((await save(pause)).texts[0]).toStartWith("Nothing to change: ");
    await save({ clear: ["pause"] });
    expect(await read()).not.toHaveProperty("pause");
  });

  test.each([
    [{ pauseFrom: "2027-08-03" }, "pauseTo: is required for a pause", "active: false"],
    [{ pauseFrom: "2027-08-03", pauseTo: "2027-08-01" }, "pauseTo: must not be before pauseFrom", "Sun 1 Aug 2027"],
    [
      { pauseFrom: "2026-08-03", pauseTo: "2026-08-10" },
      "pauseTo: must not be in the past",
      "today is Fri 27 Nov 2026",
    ],
    [{ pauseTo: "someday" }, /^pauseTo: must be a date/, "“someday”"],
    [{ pauseTo: "2026-12-01", clear: ["pause"] }, /^clear: must not contain pause/, "leave pause out"],
  ])("The pause %j is refused before anything is changed", async (pause, message, repair) => {
    const { save, read, entries } = await asking();
    const [before, was] = [entries().length, await read()];
    const { isError, texts } = await save({ ...pause, name: "Mood" });
    expect(isError).toBe(true);
    if (typeof message === "string") expect(texts[0]).toBe(message);
    else expect(texts[0]).toMatch(message);
    expect(texts[1]).toContain(repair);
    expect([entries().length, await read()]).toEqual([before, was]);
  });

  test("A new check-in can begin with a pause, and the answer says how to undo both changes", async () => {
    const { use, read, save } = await asking();
    const mood = { presetKey: "vibe", assignees: ["Mia"], days: ["monday"], times: ["19:00"], idempotencyKey: "once" };
    const pause = { pauseFrom: "2027-08-03", pauseTo: "2027-08-10" };
    const { texts } = await use("save_check_in", { ...mood, ...pause });
    expect(texts[0]).toMatch(/^Added: [\s\S]*\n2 changes; to undo both, go on with \S+$/);
    expect((await use("save_check_in", { ...mood, ...pause })).texts[0]).toStartWith("Added before: ");
    await save({ name: "Mood", ...pause });
    expect(await read()).toMatchObject({ name: "Mood", pause: { from: "2027-08-03", to: "2027-08-10" } });
  });

  test("An unknown check-in and a child's key are refused with the reason", async () => {
    const { use, createKey, mia } = await asking();
    const unknown = await use("save_check_in", { checkInId: "zzzzz", pauseTo: "2026-12-01" });
    expect(unknown.isError).toBe(true);
    const { key } = createKey({ scopes: ["checkins.write"], memberId: mia.id });
    expect((await use("save_check_in", { checkInId: "zzzzz", pauseTo: "2026-12-01" }, { key })).isError).toBe(true);
  });
});
