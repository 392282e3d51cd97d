import { describe, expect, test } from "bun:test";
import { household, refusal } from "../support/home/home.ts";

async function home() {
  const own = await household();
  const add = (label: string, headers = {}) =>
    own.post("/v1/tasks", { label, memberId: own.members.anna.id }, { headers });
  const page = async (query = "") => (await own.get(`/v1/activity${query}`)).body;
  return { ...own, add, page };
}

describe("the activity feed", () => {
  test("The activity feed lists the changes of each API key and agent, newest first", async () => {
    const { add, page, key, createKey, post, members } = await home();
    await add("One", { "X-Agent-Name": "Robot" });
    const other = createKey({ name: "Other key" });
    await post("/v1/tasks", { label: "Two", memberId: members.ben.id }, { key: other.key });
    const { entries } = await page("?limit=3");
    expect(entries.map((entry: any) => [entry.summary, entry.actor])).toEqual([
      ["added “Two” for Ben", { kind: "api_key", id: other.id, name: "Other key", agentName: null }],
      ["made the API key “Other key”", { kind: "system", id: null, name: "Inglenook", agentName: null }],
      ["added “One” for Anna", { kind: "api_key", id: key.id, name: "Test key", agentName: "Robot" }],
    ]);
  });

  test("The activity feed has one entry for each request that changed something", async () => {
    const { add, patch, delete: remove, get, entries } = await home();
    const { body } = await add("One");
    const { length } = entries();
    await patch(`/v1/tasks/${body.id}`, {});
    await patch(`/v1/tasks/${body.id}`, { label: "" });
    await patch(`/v1/tasks/01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42`, { label: "x" });
    await get("/v1/tasks");
    expect(entries().length).toBe(length);
    await patch(`/v1/tasks/${body.id}`, { label: "Two", dueDate: "2031-01-01" });
    await remove(`/v1/tasks/${body.id}`);
    expect(entries().length).toBe(length + 2);
  });

  test("An activity entry shows the old and the new value of each field that a PATCH changed", async () => {
    const { add, patch, entries } = await home();
    const { body } = await add("One");
    await patch(`/v1/tasks/${body.id}`, { label: "Two", memberId: body.memberId, dueDate: "2031-01-01" });
    expect(entries()[0]?.changes).toEqual({
      label: { from: "One", to: "Two" },
      dueDate: { from: null, to: "2031-01-01" },
    });
  });

  test("The activity feed does not return the whole rows that are stored for each change", async () => {
    const { add, patch, delete: remove, db, id, page } = await home();
    const made = (await add("One")).body;
    const changed = (await patch(`/v1/tasks/${made.id}`, { label: "Two" })).body;
    await remove(`/v1/tasks/${made.id}`);
    const rows = db.$client
      .query("SELECT before, after FROM activity WHERE household_id = ? AND subject_type = 'task' ORDER BY seq")
      .all(id) as { before: string | null; after: string | null }[];
    const images = rows.map(({ before, after }) => [JSON.parse(before ?? "null"), JSON.parse(after ?? "null")]);
    const row = ({ createdBy, isPriority, ...task }: any) => ({
      task: [{ ...task, createdBy: expect.any(Number), isPriority: Number(isPriority) }],
    });
    expect(images).toEqual([
      [null, row(made)],
      [row(made), row(changed)],
      [row(changed), null],
    ]);
    for (const entry of (await page()).entries) {
      expect(Object.keys(entry)).toEqual([
        "id",
        "createdAt",
        "actor",
        "action",
        "subject",
        "summary",
        "changes",
        "canUndo",
      ]);
    }
  });

  test("The pages of the activity feed return each entry once, also while new entries are added", async () => {
    const { add, page, entries } = await home();
    for (let index = 0; index < 12; index++) await add(`Task ${index}`);
    const whole = entries().map(({ id }) => id);
    const seen: string[] = [];
    let { entries: part, nextCursor } = await page("?limit=5");
    for (let pages = 1; ; pages++) {
      seen.push(...part.map((entry: any) => entry.id));
      if (nextCursor === null) {
        expect(pages).toBe(Math.ceil(whole.length / 5));
        break;
      }
      expect(nextCursor).toBe(part.at(-1).id);
      await add("In between");
      ({ entries: part, nextCursor } = await page(`?limit=5&cursor=${nextCursor}`));
    }
    expect(seen).toEqual(whole);
  });

  test("The activity feed has no next page when the last page is exactly full", async () => {
    const { page, entries } = await home();
    const { length } = entries();
    expect((await page(`?limit=${length}`)).nextCursor).toBeNull();
    expect((await page(`?limit=${length - 1}`)).nextCursor).toEqual(expect.any(String));
  });

  test("The activity feed returns fifty entries by default", async () => {
    const { add, page } = await home();
    for (let index = 0; index < 60; index++) await add(`Task ${index}`);
    expect((await page()).entries.length).toBe(50);
    expect((await page("?limit=100")).entries.length).toBeGreaterThan(60);
  });

  test.each([
    ["limit=0", "limit: must be a whole number from 1 to 100"],
    ["limit=101", "limit: must be a whole number from 1 to 100"],
    ["limit=-1", "limit: must be a whole number from 1 to 100"],
    ["limit=5.0", "limit: must be a whole number from 1 to 100"],
    ["limit=+5", "limit: must be a whole number from 1 to 100"],
    ["limit=1e1", "limit: must be a whole number from 1 to 100"],
    ["limit=", "limit: must be a whole number from 1 to 100"],
    ["limit=5&limit=6", "limit: must be given once"],
    ["cursor=", "Invalid cursor"],
    ["cursor=abc", "Invalid cursor"],
    ["cursor=01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42", "Invalid cursor"],
  ])("The activity feed refuses the query %s", async (query, error) => {
    const { page } = await home();
    expect(await page(`?${query}`)).toEqual(refusal(400, error));
  });

  test("Another household's activity entry is never shown, and is refused as a cursor", async () => {
    const { page, neighbour, entries } = await home();
    const other = await neighbour();
    await other.post("/v1/tasks", { label: "Theirs", memberId: other.members.anna.id });
    expect(await page(`?cursor=${other.entries()[0]?.id}`)).toEqual(refusal(400, "Invalid cursor"));
    const { length } = entries();
    expect((await page("?limit=100")).entries.length).toBe(length);
  });
});
