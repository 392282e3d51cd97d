/** The tools for the activity feed and undo. These tests move the clock. */
import { describe, expect, test } from "bun:test";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { serverInProcess } from "../../support/home/home.ts";
import { mcpHome, tail, whole } from "../../support/mcp/mcp.ts";

const hour = 3_600_000;

/** Friday, 10:00 in Berlin. The feed already has the entries of the household's creation. */
async function feed() {
  const home = await mcpHome({ server: serverInProcess() });
  const task = async (label: string, agent?: string) =>
    home.post(
      "/v1/tasks",
      { label, memberId: home.members.anna.id },
      agent === undefined ? {} : { headers: { "X-Agent-Name": agent } },
    );
  return { ...home, task, anna: home.as(home.members.anna) };
}

describe("the activity feed through MCP", () => {
  test("The tool list_activity shows who changed what and when", async () => {
    const { use, task, anna, members, entries, clock } = await feed();
    await anna.post("/v1/tasks", { label: "Bins\n- “x”", memberId: members.anna.id });
    clock.advance(3 * hour);
    const { body } = await task("Water", "Gardener");
    await task("Sweep");
    const { data, texts } = await use("list_activity", { limit: 3 });
    const [sweep, water, bins] = entries();
    const at = "Fri 27 Nov 2026, 13:00 (Europe/Berlin)";
    expect(data.entries[1]).toEqual({
      ...{ id: tail(water?.id), when: at, who: "agent “Gardener” (key “Test key”)" },
      ...{ what: water?.summary, subject: `task id ${tail(body.id)}` },
    });
    expect(data.total).toBeUndefined();
    expect(data).toMatchObject({ truncated: true, nextCursor: bins?.id });
    expect(texts[0].split("\n")).toEqual([
      "# Fri 27 Nov 2026 (Europe/Berlin)",
      `- 13:00 · key “Test key”: ${sweep?.summary} · id ${tail(sweep?.id)}`,
      `- 13:00 · agent “Gardener”: ${water?.summary} · id ${tail(water?.id)}`,
      expect.stringMatching(/^- 10:00 · Anna: added .*“Bins - "x"” for/),
      `There is more: cursor ${bins?.id}`,
    ]);
    const rest = await use("list_activity", { cursor: data.nextCursor });
    expect(rest.data.entries.map(({ id }: any) => id)).toEqual(
      entries()
        .slice(3)
        .map(({ id }) => tail(id)),
    );
    expect((await use("list_activity")).data.total).toBe(entries().length);
  });

  test("The tool list_activity marks undone changes, and names the items that a batch changed", async () => {
    const { use, post } = await feed();
    const section = (await post("/v1/lists/sections", { name: "Home" })).body.id;
    await post("/v1/lists", { name: "Groceries", sectionId: section });
    const items = ["Milk", "Bread", "Eggs", "Salt”"].map((text) => ({ text }));
    const { data } = await use("add_list_items", { list: "Groceries", items });
    await use("add_list_items", {
      list: "Groceries",
      allowDuplicates: true,
      items: items.slice(0, 2).map(({ text }) => ({ text: `${text} 2` })),
    });
    const lines = async () => (await use("list_activity", { limit: 3 })).texts[0].split("\n");
    const [, two, four] = await lines();
    expect(two).toContain("changed “Groceries”: 2 items added (“Milk 2”, “Bread 2”) · id");
    expect(four).toContain("changed “Groceries”: 4 items added (“Milk”, “Bread”, “Eggs” and others) · id");
    await use("undo_change", { activityId: data.activityId });
    const entries = (await use("list_activity", { limit: 3 })).data.entries;
    expect(entries.map(({ undone }: any) => undone)).toEqual([undefined, undefined, true]);
    const [, undo, , undone] = await lines();
    expect(undo).toContain("undid: changed “Groceries”: 4 items added · ");
    expect(undone).toContain("and others) · undone · id");
  });

  test("The parameter since of list_activity means a day in the household's time zone", async () => {
    const { use, task, clock } = await feed();
    const labels = async (since: string) =>
      (await use("list_activity", { since })).data.entries.map(({ what }: any) => /“(.*)”/.exec(what)?.[1]);
    for (const [day, before, after] of [
      ["2027-03-28", "2027-03-27T22:59:00Z", "2027-03-28T22:00:00Z"],
      ["2027-10-31", "2027-10-30T21:59:00Z", "2027-10-31T23:00:00Z"],
    ] as const) {
      clock.now = new Date(before);
      await task(`last of the day before ${day}`);
      clock.advance(60_000);
      await task(`first of ${day}`);
      clock.now = new Date(after);
      await task(`first of the day after ${day}`);
      const next = Temporal.PlainDate.from(day).add({ days: 1 }).toString();
      expect(await labels(next)).toEqual([`first of the day after ${day}`]);
      expect(await labels(day)).toEqual([`first of the day after ${day}`, `first of ${day}`]);
    }
    clock.now = new Date("2027-11-03T12:00:00Z"); // A Wednesday.
    for (const since of ["sunday", "last sunday"]) {
      expect(await labels(since)).toEqual(["first of the day after 2027-10-31", "first of 2027-10-31"]);
    }
    expect(await labels("wednesday")).toEqual([]);
    await task("now");
    expect([await labels("wednesday"), await labels("yesterday"), await labels("today")]).toEqual(
      Array(3).fill(["now"]),
    );
  });

  test("The tool list_activity names each day and the time zone once, in at most 35 tokens for an entry", async () => {
    const { use, task, clock } = await feed();
    for (const label of ["Water the plants", "Take out the bins", "Call the plumber"]) await task(label, "Claude Code");
    clock.advance(24 * hour);
    for (let index = 0; index < 20; index++) await task(`Return the books to the library ${index}`, "Claude Code");
    const { texts } = await use("list_activity", { since: "friday", by: "agent" });
    const lines = texts[0].split("\n");
    expect(lines.filter((line: string) => line.startsWith("#"))).toEqual([
      "# Sat 28 Nov 2026 (Europe/Berlin)",
      "# Fri 27 Nov 2026",
    ]);
    expect(countTokens(texts[0]) / 23).toBeLessThanOrEqual(35);
  });

  test("The author “agent” in list_activity means all agents and keys, unless a member is named “Agent”", async () => {
    const { use, task, anna, members, as } = await feed();
    await anna.post("/v1/tasks", { label: "Hers", memberId: members.anna.id });
    await task("Plain");
    await task("Named", "Gardener");
    const labels = async (by: string) =>
      (await use("list_activity", { by })).data.entries.map(({ what }: any) => /“(.*)”/.exec(what)?.[1]);
    for (const by of ["agent", "the agent", "Agents", "alle Agenten"])
      expect(await labels(by)).toEqual(["Named", "Plain"]);
    expect((await use("list_activity", { by: "agent" })).texts[0]).toEndWith("\nby read as all agents and keys.");
    await as(members.anna).post("/app/members", { name: "Agent", role: "adult" });
    expect(await labels("agent")).toEqual([]);
  });

  test("The author “me” in list_activity means this API key, unless a member is named “Me”", async () => {
    const { use, task, anna, members, createKey, post, as } = await feed();
    await anna.post("/v1/tasks", { label: "Hers", memberId: members.anna.id });
    await task("Plain");
    await task("Named", "Gardener");
    const other = createKey({ scopes: ["tasks.write", "activity.read"], memberId: members.anna.id });
    await post("/v1/tasks", { label: "Other", memberId: members.anna.id }, { key: other.key });
    const labels = async (by: string, told = {}) =>
      (await use("list_activity", { by }, told)).data.entries.map(({ what }: any) => /“(.*)”/.exec(what)?.[1]);
    for (const by of ["me", "Myself", "ich"]) expect(await labels(by)).toEqual(["Named", "Plain"]);
    expect(await labels("me", { key: other.key })).toEqual(["Other"]);
    expect((await use("list_activity", { by: "me" })).texts[0]).toEndWith("\nby read as this key.");
    const fresh = createKey({ scopes: ["activity.read"] });
    expect((await use("list_activity", { by: "me" }, { key: fresh.key })).texts[0]).toStartWith("No changes.");
    await as(members.anna).post("/app/members", { name: "Me", role: "adult" });
    expect(await labels("me")).toEqual([]);
  });

  test("The tool list_activity finds the few changes of a member, API key or agent among many others", async () => {
    const { use, task, key, members, createKey, anna } = await feed();
    for (const label of ["a", "b", "c"]) await task(label, "Gärtner");
    for (let index = 0; index < 130; index++) await task(String(index), "Cook");
    const by = async (name: string, more = {}) => (await use("list_activity", { by: name, ...more })).data;
    expect((await by("gartner")).total).toBe(3);
    const first = await by("gärtner", { limit: 2 });
    expect([first.entries.length, first.truncated]).toEqual([2, true]);
    expect(first.nextCursor).toEndWith(first.entries[1].id);
    const second = await by("gärtner", { limit: 2, cursor: first.nextCursor });
    expect([second.entries.length, second.truncated]).toEqual([1, false]);
    expect((await by("Test key", { limit: 40 })).entries.length).toBe(40);
    expect((await by(key.id, { limit: 1 })).entries.length).toBe(1);
    expect((await by("ben")).entries).toEqual([]);
    expect((await by(members.mia.id)).total).toBe(0);
    await anna.post("/v1/tasks", { label: "Bins", memberId: members.anna.id });
    for (const id of [members.anna.id, tail(members.anna.id), tail(members.anna.id).toUpperCase()]) {
      expect((await by(id)).entries).toEqual([expect.objectContaining({ who: "Anna" })]);
    }
    expect((await by(tail(members.mia.id))).total).toBe(0);
    const { isError, texts } = await use("list_activity", { by: "Gardner" });
    expect([isError, texts[0]]).toEqual([true, "by: no member, key or agent called “Gardner” changed anything then"]);
    expect(texts[1]).toContain("“Anna”, “Ben”, “Mia”");
    expect(texts[1]).toContain("“Gärtner”");
    const { key: other } = createKey({ scopes: ["tasks.read"] });
    expect((await use("list_activity", {}, { key: other })).texts[0]).toBe("Missing scope: activity.read");
  });

  test("The tool list_activity reads at most 1,000 entries in one call, and returns a cursor", async () => {
    const { use, task } = await feed();
    await task("rare", "Gardener");
    for (let index = 0; index < 1_000; index++) await task("often", "Cook");
    const first = await use("list_activity", { by: "Gardener" });
    expect(first.data).toMatchObject({ truncated: true, entries: [] });
    expect(first.texts[0]).toStartWith("No such change among the latest.");
    const second = await use("list_activity", { by: "Gardener", cursor: first.data.nextCursor });
    expect(second.data.entries.length).toBe(1);
  });

  test("The answer of list_activity is split into pages that contain each entry exactly once", async () => {
    const { use, task, entries } = await feed();
    for (let index = 0; index < 90; index++) await task(`${index} ${"買い物に行って牛乳を買う".repeat(20)}`);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { data, texts } = await use("list_activity", { limit: 100, ...(cursor ? { cursor } : {}) });
      expect(Math.max(countTokens(texts[0]), countTokens(JSON.stringify(data)))).toBeLessThanOrEqual(8_000);
      seen.push(...data.entries.map(({ id }: any) => id));
      cursor = data.nextCursor ?? undefined;
    } while (cursor);
    expect(seen.map((id) => whole(entries(), id))).toEqual(entries().map(({ id }) => id));
  });

  test.each([
    [{ cursor: "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42" }, "Invalid cursor", "nextCursor"],
    [{ cursor: "x" }, "Invalid cursor", "nextCursor"],
    [{ limit: 101 }, "limit: must be a whole number from 1 to 100", "Parameter limit:"],
    [{ since: "07/08" }, "since: “07/08” could mean more than one day", "2026-07-08"],
    [
      { since: "tomorrow" },
      "since: must not be in the future: Sat 28 Nov 2026",
      "Parameter since: send yesterday, a weekday (the last one) or an earlier date.",
    ],
  ])("The tool list_activity refuses %j and says how to repair the call", async (input, text, repair) => {
    const { use } = await feed();
    const { isError, texts } = await use("list_activity", input);
    expect([isError, texts[0]]).toEqual([true, text]);
    expect(texts[1]).toContain(repair);
  });
});

describe("undoing", () => {
  test("The tool undo_change reverts a change by the same API key, and can revert the undo", async () => {
    const { use, entries, get } = await feed();
    const added = await use("create_tasks", { tasks: [{ label: "Water", member: "Anna" }] });
    const { data, texts } = await use("undo_change", { activityId: added.data.activityId });
    expect(data).toEqual({
      ...{
        id: added.data.tasks[0].id,
        activityId: tail(entries()[0]?.id),
        undone: entries()[0]?.summary,
        notRestored: [],
      },
    });
    expect(texts).toEqual([
      `Done: ${entries()[0]?.summary} · task id ${added.data.tasks[0].id} is gone · activityId ${data.activityId}`,
    ]);
    expect((await get("/v1/tasks")).body.tasks).toEqual([]);
    const twice = await use("undo_change", { activityId: added.data.activityId });
    expect([twice.isError, twice.texts[0]]).toEqual([true, "This change is undone already"]);
    await use("undo_change", { activityId: data.activityId });
    expect((await get("/v1/tasks")).body.tasks.length).toBe(1);
  });

  test("The answer of undo_change about the split of a series names the restored and the deleted series", async () => {
    const { use, clock, createKey, entries } = await feed();
    const lessons = { title: "Piano", starts: "2026-12-01T16:00", repeat: "weekly" };
    await use("create_event", { ...lessons, title: "Chess" });
    const { data: made } = await use("create_event", lessons);
    clock.advance(hour);
    const from = { editScope: "this_and_future", instanceStart: "2026-12-08T16:00" };
    const { data: split } = await use("update_event", { eventId: made.id, ...from, title: "Violin" });
    clock.advance(hour);
    const { data, texts } = await use("undo_change", { activityId: split.activityId });
    expect(texts[0]).toContain(`· event id ${split.id} is gone, “Piano” is back: id ${made.id} · activityId`);
    expect(data.id).toBe(made.id);
    const renamed = await use("update_event", { eventId: data.id, editScope: "all", title: "Cello" });
    expect(renamed.texts[0]).toStartWith("Saved: “Cello”");
    // A key without read scope gets only the id.
    const { key } = createKey({ scopes: ["calendar.write"] });
    const again = await use("update_event", { eventId: made.id, ...from, title: "Violin" }, { key });
    const undone = await use("undo_change", { activityId: again.data.activityId }, { key });
    expect(undone.texts[0]).toEndWith(`· event id ${again.data.id} is gone · activityId ${tail(entries()[0]?.id)}`);
    // Undoing a creation deletes the event and restores nothing.
    const { data: once } = await use("create_event", { title: "Once", starts: "today" });
    const gone = await use("undo_change", { activityId: once.activityId });
    expect(gone.texts[0]).toContain(`· event id ${once.id} is gone · activityId`);
    const kept = await use("undo_change", { activityId: gone.data.activityId });
    expect(kept.texts[0]).toContain(`· event id ${once.id} · activityId`);
  });

  test("A refusal of undo_change advises to undo the later change first, and the undo then works", async () => {
    const { use, get } = await feed();
    const added = await use("create_tasks", { tasks: [{ label: "Water", member: "Anna" }] });
    await use("update_tasks", { tasks: [{ taskId: added.data.tasks[0].id, label: "Water all" }] });
    const refused = await use("undo_change", { activityId: added.data.activityId });
    expect(refused.texts[0]).toBe(
      "“Water all” was changed by MCP agent on Fri 27 Nov at 10:00, so this can't be undone",
    );
    expect(refused.texts[1]).toContain("newest first: list_activity");
    const [later, first] = (await use("list_activity", { limit: 2 })).data.entries;
    for (const { id } of [later, first]) expect((await use("undo_change", { activityId: id })).isError).toBeUndefined();
    expect((await get("/v1/tasks")).body.tasks).toEqual([]);
  });

  test("The tool undo_change can undo only this API key's changes of the last 24 hours", async () => {
    const { use, anna, members, entries, createKey, clock, get, neighbour } = await feed();
    const own = "Only your own changes of the last 24 hours can be undone";
    const refusal = async (activityId: string | undefined, told = {}) =>
      (await use("undo_change", { activityId }, told)).texts;
    await anna.post("/v1/tasks", { label: "Bins", memberId: members.anna.id });
    expect((await refusal(entries()[0]?.id))[0]).toBe(own);
    const { data } = await use("create_tasks", { tasks: [{ label: "Water", member: "Anna" }] });
    const told = (scope: any) => ({ key: createKey({ scopes: [scope] }).key });
    expect((await refusal(data.activityId, told("tasks.write")))[0]).toBe(own);
    expect((await refusal(data.activityId, told("lists.write")))[0]).toBe("Missing scope: tasks.write");
    expect((await refusal(data.activityId, told("tasks.read")))[0]).toMatch(/^Missing scope: /);
    clock.advance(24 * hour + 1);
    expect(await refusal(data.activityId)).toEqual([own, expect.stringContaining("in the app")]);
    const unknown = await refusal("01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42");
    expect(unknown).toEqual(["Activity entry not found", expect.stringContaining("Parameter activityId:")]);
    expect(await refusal("1")).toEqual(["Activity entry not found", expect.stringContaining("Parameter activityId:")]);
    const theirs = { key: (await neighbour()).key.key };
    expect((await refusal(data.activityId, theirs))[0]).toBe("Activity entry not found");
    expect((await get("/v1/tasks")).body.tasks.length).toBe(2);
  });
});
