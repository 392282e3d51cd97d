/** Undoing all own changes since a time or an entry: all or none, with one entry that can be undone. */
import { describe, expect, test } from "bun:test";
import { refusal } from "../../support/home/home.ts";
import { undo } from "../../support/home/undo.ts";
import { mcpGroceries, nobody } from "../../support/mcp/lists.ts";
import { tail, whole } from "../../support/mcp/mcp.ts";

type Home = Awaited<ReturnType<typeof mcpGroceries>>;

const everything = async (home: Home) => {
  const tasks = (await home.get("/v1/tasks")).body.tasks;
  const events = (await home.get("/v1/events?from=2026-11-01T00:00:00Z&to=2027-02-01T00:00:00Z")).body.events;
  return JSON.stringify([await home.sections(), tasks, events]).replace(/"updatedAt":"[^"]*"/g, "");
};

/** Changes tasks, lists, a series and one of its instances, a minute after the household was set up. */
async function busyHome() {
  const home = await mcpGroceries();
  const { use, clock } = home;
  const event = { title: "Piano", starts: "2026-12-01T16:00", durationMinutes: 60, repeat: "weekly" };
  const made = await use("create_event", event);
  if (made.isError) throw new Error(made.texts.join("\n"));
  clock.advance(60_000);
  const was = await everything(home);
  const first = await use("create_tasks", { tasks: [{ label: "Bins", member: "Anna" }] });
  const instance = { eventId: made.data.id, editScope: "this", instanceStart: "2026-12-08T16:00" };
  await use("update_event", { ...instance, title: "Violin" });
  await use("add_list_items", { items: [{ text: "Eggs" }, { text: "Butter", under: "Dairy" }] });
  await use("update_list_items", { list: "Groceries", items: [{ item: "Eggs", done: true, after: "" }] });
  await use("delete_list_items", { list: "Groceries", items: ["Milk"], confirm: true });
  await use("update_event", { ...instance, instanceStart: "2026-12-15T16:00", title: "Cello" });
  return { ...home, was, first: first.data.activityId as string };
}

describe("undo_change for all changes since a time or an entry", () => {
  test.each([["an entry"], ["a time"], ["a moment"]])(
    "The tool undo_change, called with %s, undoes all changes since then as one change",
    async (by) => {
      const home = await busyHome();
      const changed = await everything(home);
      const before = home.entries().length;
      const since = by === "an entry" ? home.first : by === "a time" ? "10:01" : "2026-11-27T10:01";
      const { isError, texts, data } = await home.use("undo_change", { since });
      expect({ isError, texts }).toEqual({ isError: undefined, texts: [expect.any(String)] });
      const [header, ...lines] = texts[0].split("\n");
      expect(header).toBe(`Undid 6 changes, newest first · activityId ${data.activityId}`);
      expect(lines[5]).toMatch(/^- added “Bins” for Anna · id \S+$/);
      expect(await everything(home)).toBe(home.was);
      expect(home.entries().length).toBe(before + 1);
      expect(home.entries()[0]).toMatchObject({
        action: "undone",
        summary: expect.stringMatching(/^undid: 6 changes: “/),
      });
      const again = await home.use("undo_change", { since });
      expect(again.texts[0]).toStartWith("Nothing to undo");
      expect(home.entries().length).toBe(before + 1);
      const redone = await home.use("undo_change", { activityId: data.activityId });
      expect(redone.texts[0]).toStartWith("Done: did again: 6 changes: “");
      expect(await everything(home)).toBe(changed);
      expect((await home.use("undo_change", { since })).texts[0]).toStartWith("Undid");
      expect(await everything(home)).toBe(home.was);
    },
  );

  test("The tool undo_change, called with a time, undoes only changes of the same API key", async () => {
    const home = await mcpGroceries();
    home.clock.advance(60_000);
    const since = "10:01";
    const anna = home.as(home.members.anna);
    await anna.post("/v1/tasks", { label: "Hers", memberId: home.members.anna.id });
    await home.use("create_tasks", { tasks: [{ label: "Mine", member: "Anna" }] }, { key: home.createKey().key });
    expect((await home.use("undo_change", { since })).texts[0]).toStartWith("Nothing to undo");
    await home.use("create_tasks", { tasks: [{ label: "Own", member: "Anna" }] });
    const { texts } = await home.use("undo_change", { since });
    expect(texts[0]).toMatch(/^Undid 1 change, newest first · activityId \S+\n- added “Own” for Anna · id \S+$/);
    expect(home.entries()[0]?.summary).toBe("undid: added “Own” for Anna");
    const { tasks } = (await home.get("/v1/tasks")).body;
    expect(tasks.map(({ label }: any) => label).toSorted()).toEqual(["Hers", "Mine"]);
  });

  test("The tool undo_change, called with a time, also reverts undos that were made since then", async () => {
    const home = await mcpGroceries();
    const { data } = await home.use("create_tasks", { tasks: [{ label: "Old", member: "Anna" }] });
    home.clock.advance(60_000);
    await home.use("undo_change", { activityId: data.activityId });
    const pair = await home.use("create_tasks", { tasks: [{ label: "New", member: "Anna" }] });
    await home.use("undo_change", { activityId: pair.data.activityId });
    expect((await home.use("undo_change", { since: "10:01" })).texts[0]).toStartWith("Undid 1 change");
    expect((await home.get("/v1/tasks")).body.tasks).toMatchObject([{ label: "Old" }]);
  });

  test("The tool undo_change, called with an entry, undoes nothing if a record was changed since then", async () => {
    const home = await mcpGroceries();
    home.clock.advance(60_000);
    const { data } = await home.use("create_tasks", { tasks: [{ label: "Bins", member: "Anna" }] });
    await home.use("add_list_items", { items: [{ text: "Eggs" }] });
    const [task] = (await home.get("/v1/tasks")).body.tasks;
    await home.as(home.members.anna).patch(`/v1/tasks/${task.id}`, { label: "Old bins" });
    const [was, before] = [await everything(home), home.entries().length];
    const { isError, texts } = await home.use("undo_change", { since: data.activityId });
    expect(isError).toBe(true);
    expect(texts[0]).toBe(
      `1 of 2 stands in the way: “added "Bins" for Anna” (id ${data.activityId}): “Old bins” was changed by Anna on Fri 27 Nov at 10:01, so this can't be undone (see id ${tail(home.entries()[0]?.id)}). Nothing was undone. For the other 1 send partly: true`,
    );
    expect([await everything(home), home.entries().length]).toEqual([was, before]);
  });

  test("The tool undo_change, called with an entry, undoes nothing if a change is over 24 hours old", async () => {
    const home = await mcpGroceries();
    home.clock.advance(60_000);
    const made = home.createKey({ scopes: ["tasks.write", "lists.write"] });
    const { data } = await home.use(
      "create_tasks",
      { tasks: [{ label: "Bins", member: home.members.anna.id }] },
      { key: made.key },
    );
    home.clock.advance(25 * 3_600_000);
    const { texts } = await home.use("undo_change", { since: data.activityId }, { key: made.key });
    expect(texts[0]).toBe(
      `A change (id ${data.activityId}): Only your own changes of the last 24 hours can be undone. Nothing was undone`,
    );
  });

  test("The tool undo_change refuses a time with more than fifty changes since then, and a future time", async () => {
    const home = await mcpGroceries();
    home.clock.advance(60_000);
    const other = await home.neighbour();
    await other.post("/v1/lists/sections", { name: "Theirs" });
    for (const [input, text] of [
      [{}, "since: is required"],
      [{ activityId: nobody, since: "today" }, "since: must be left out with activityId"],
      [{ since: nobody }, "sinceId: no such activity entry"],
      [{ since: other.entries()[0]?.id }, "sinceId: no such activity entry"],
      [{ since: "23:59" }, /^since: must not be in the future: Fri 27 Nov 2026, 23:59/],
      [{ since: "25:00" }, /^since: /],
      [{ since: "whenever" }, /^since: /],
    ] as const) {
      const { isError, texts } = await home.use("undo_change", input);
      expect(isError).toBe(true);
      if (typeof text === "string") expect(texts[0]).toBe(text);
      else expect(texts[0]).toMatch(text);
    }
    const ids: string[] = [];
    for (let index = 0; index < 51; index++) ids.push((await home.block(`Thing ${index}`)).id);
    const { texts } = await home.use("undo_change", { since: "10:01" });
    expect(texts).toEqual([
      "since: covers more than 50 changes",
      "Nothing was undone. Parameter since: take a later one; at most 50 changes are undone in a call.",
    ]);
    const [, newest] = home.entries();
    expect((await home.use("undo_change", { since: tail(newest?.id) })).texts[0]).toStartWith("Undid 2 changes");
    expect((await home.use("undo_change", { since: "10:01" })).isError).toBeUndefined();
    expect((await home.tree()).flat()).toEqual(["Milk", "Oat", "Soy", "Dairy", "Bread"]);
  });

  test("The activity entry of undo_change reveals nothing about a personal list to other members", async () => {
    const home = await mcpGroceries();
    const { key } = home.createKey({ memberId: home.members.anna.id });
    home.clock.advance(60_000);
    const section = home.section.id;
    const secret = await home.call("POST", "/v1/lists", {
      key,
      body: { name: "Gifts", sectionId: section, visibility: "personal" },
    });
    await home.use("add_list_items", { list: secret.body.id, items: [{ text: "Bicycle" }] }, { key });
    await home.use(
      "create_tasks",
      {
        tasks: [
          { label: "Bins", member: "Anna" },
          { label: "Tyres", member: "Ben" },
        ],
      },
      { key },
    );
    const { data } = await home.use("undo_change", { since: "10:01" }, { key });
    const entry = whole(home.entries(), data.activityId);
    const [newest] = (await home.as(home.members.ben).get("/v1/activity?limit=1")).body.entries;
    expect(newest).toMatchObject({
      id: entry,
      summary: expect.stringMatching(/^undid: added 2 tasks: “Bins” and “Tyres”$/),
    });
    expect((await home.as(home.members.ben).post(`/v1/activity/${entry}/undo`, undefined)).status).toBe(422);
    expect((await undo(home, entry)).status).toBe(200);
  });
});

test("The operation POST /v1/activity/undo says how the field “since” is wrong", async () => {
  const home = await mcpGroceries();
  const send = async (body: object) => (await home.post("/v1/activity/undo", body)).body;
  expect(await send({})).toEqual(refusal(400, "since: is required"));
  expect(await send({ since: "2026-11-27T10:00:00Z", sinceId: nobody })).toEqual(
    refusal(422, "sinceId: must not be combined with since"),
  );
  expect(await send({ since: "2026-11-28T10:00:00Z" })).toEqual({ undone: [], notRestored: [], restored: [] });
});

/** Two tasks by the key, one of which Anna changed, and an item. */
async function contestedHome() {
  const home = await mcpGroceries();
  home.clock.advance(60_000);
  const bins = await home.use("create_tasks", { tasks: [{ label: "Bins", member: "Anna" }] });
  await home.use("create_tasks", { tasks: [{ label: "Tyres", member: "Anna" }] });
  await home.use("add_list_items", { items: [{ text: "Eggs" }] });
  const [task] = (await home.get("/v1/tasks")).body.tasks.filter(({ label }: any) => label === "Bins");
  await home.as(home.members.anna).patch(`/v1/tasks/${task.id}`, { label: "Old bins" });
  const labels = async () => (await home.get("/v1/tasks")).body.tasks.map(({ label }: any) => label).toSorted();
  return { ...home, bins: bins.data.activityId as string, later: tail(home.entries()[0]?.id), labels };
}

describe("undo_change with partly", () => {
  test("The tool undo_change with partly undoes the others, and lists what stayed by id and code", async () => {
    const home = await contestedHome();
    const before = home.entries().length;
    const { data, texts } = await home.use("undo_change", { since: "10:01", partly: true });
    const why = "“Old bins” was changed by Anna on Fri 27 Nov at 10:01, so this can't be undone";
    expect(data.stayed).toEqual([{ id: home.bins, code: "changed_since" }]);
    expect(texts[0]).toStartWith("Undid 2 changes, newest first");
    expect(texts[0]).toEndWith(`\nLeft as they are: 1\n- id ${home.bins} · changed_since · ${why}`);
    expect(await home.labels()).toEqual(["Old bins"]);
    expect(home.entries().length).toBe(before + 1);
    const nothing = await home.use("undo_change", { since: "10:01", partly: true });
    expect(nothing.texts[0]).toStartWith("Nothing was undone.\nLeft as they are: 1");
    expect(home.entries().length).toBe(before + 1);
    await home.use("undo_change", { activityId: data.activityId });
    expect(await home.labels()).toEqual(["Old bins", "Tyres"]);
  });

  test("The operation POST /v1/activity/undo names all entries in the way, and lists with partly what stayed", async () => {
    const home = await contestedHome();
    const since = { since: "2026-11-27T09:01:00Z" };
    const entry = whole(home.entries(), home.bins);
    const error = "“Old bins” was changed by Anna on Fri 27 Nov at 10:01, so this can't be undone";
    const refused = await home.post("/v1/activity/undo", since);
    expect(refused.headers.get("X-Error-Code")).toBe("changed_since");
    expect(refused.body).toEqual(
      refusal(
        422,
        `1 of 3 stands in the way: Entry ${entry}: ${error}. Nothing was undone. For the other 2 send partly: true`,
      ),
    );
    expect(await home.labels()).toEqual(["Old bins", "Tyres"]);
    const { body } = await home.post("/v1/activity/undo", { ...since, partly: true });
    expect(body.undone.length).toBe(2);
    expect(body.stayed).toEqual([{ id: entry, code: "changed_since", error }]);
  });

  test("A refusal of undo_change for one entry names the id of the change in the way", async () => {
    const home = await contestedHome();
    const { texts } = await home.use("undo_change", { activityId: home.bins });
    expect(texts[1]).toStartWith(`The change in the way is id ${home.later}. Undo the later changes first`);
  });
});

describe("the parameter since of undo_change and list_activity", () => {
  test.each([
    ["2 hours ago", "Fri 27 Nov 2026, 10:00"],
    ["vor einer halben Stunde", "Fri 27 Nov 2026, 11:30"],
    ["this morning", "Fri 27 Nov 2026, 00:00"],
    ["heute früh", "Fri 27 Nov 2026, 00:00"],
    ["lunch", "Fri 27 Nov 2026, 12:00"],
    ["since noon", "Fri 27 Nov 2026, 12:00"],
    ["Mittag", "Fri 27 Nov 2026, 12:00"],
    ["10am", "Fri 27 Nov 2026, 10:00"],
    ["yesterday 18:00", "Thu 26 Nov 2026, 18:00"],
  ])("The moment %p is read as %p, and the answer says so", async (since, time) => {
    const home = await mcpGroceries();
    home.clock.advance(2 * 3_600_000);
    await home.use("create_tasks", { tasks: [{ label: "Bins", member: "Anna" }] });
    const listed = await home.use("list_activity", { since });
    expect(listed.texts[0]).toEndWith(`\nsince read as ${time}.`);
    expect(listed.data.entries[0].what).toBe("added “Bins” for Anna");
    const undone = await home.use("undo_change", { since, partly: true });
    expect(undone.texts[0]).toContain("- added “Bins” for Anna");
    expect(undone.texts[0]).toEndWith(`\nsince read as ${time}.`);
  });

  test.each(["whenever", "this afternoon", "dinner", "last night"])(
    "The moment %p is asked back without offering the whole day",
    async (since) => {
      const home = await mcpGroceries();
      for (const tool of ["list_activity", "undo_change"]) {
        const { isError, texts } = await home.use(tool, { since });
        expect({ tool, isError }).toEqual({ tool, isError: true });
        expect(texts.join("\n")).toContain("2 hours ago");
        expect(texts.join("\n")).not.toMatch(/today/i);
      }
    },
  );
});
