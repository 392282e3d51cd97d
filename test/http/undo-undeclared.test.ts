/**
 * Tests that undo refuses entries without a rule. The tests write the entries directly to the database, as another
 * version could.
 */
import { describe, expect, test } from "bun:test";
import { columnsNamingMembers } from "#overview/undo/members.ts";
import { type Entry, record } from "#platform/activity/record.ts";
import { transact } from "#platform/db/client.ts";
import { restorableTables } from "#platform/traits.ts";
import { type Home, household, refusal } from "../support/home/home.ts";
import { changedSince, newest, undo } from "../support/home/undo.ts";

const notUndoable = refusal(422, "This kind of change can't be undone");
const id = "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";

/** Writes a feed entry with these images, as a change by the household's key. Returns its id. */
function write(home: Home, images: Pick<Entry, "before" | "after">, subject: object = {}): string {
  const actor = { kind: "api_key", id: home.key.id, name: home.key.name, agentName: null } as const;
  const about = { type: "task", id, label: "Tyre", ...subject } as Entry["subject"];
  const entry: Entry = { action: "updated", subject: about, summary: "changed “Tyre”", changes: null, ...images };
  return transact(home.db, () => record({ ...home.work(), actor }, entry));
}

describe("undo by an API key", () => {
  const scopes = {
    ...{ task: "tasks.write", event: "calendar.write", instance: "calendar.write", calendarObject: "calendar.write" },
    ...{ listSection: "lists.write", list: "lists.write", block: "lists.write" },
    ...{ recipe: "meals.write", meal: "meals.write", checkIn: "checkins.write", checkInAnswer: "checkins.write" },
    ...{ member: null, profile: null, settings: null, chore: null, choreCompletion: null, listTemplate: null },
    ...{ groceryItem: "lists.write", groceryList: null, foodPlace: null, mealRepeat: null, recipeLike: null },
  };

  test("Every table that undo can restore declares the scope that an API key needs", () => {
    const parts = ["instance", "profile", "settings"];
    expect(Object.keys(scopes).sort()).toEqual([...restorableTables(), ...parts].sort());
  });

  test.each(Object.entries(scopes))(
    "An API key can undo changes of “%s” only with the write scope, if such a scope exists",
    async (name, scope) => {
      const home = await household();
      const entry = write(home, { before: { [name]: [{ id }] }, after: { [name]: [{ id }] } });
      const undoAs = async (key: string) =>
        (await home.call("POST", `/v1/activity/${entry}/undo`, { key, body: undefined })).body;
      if (scope === null) expect(await undoAs(home.key.key)).toEqual(refusal(403, "Only the app can do this"));
      else {
        const { key } = home.createKey({ scopes: [scope.replace("write", "read") as "tasks.read"] });
        expect(await undoAs(key)).toEqual(refusal(403, `Missing scope: ${scope}`));
      }
    },
  );
});

test("Undo checks every column with members for members who no longer exist", () => {
  const naming = restorableTables().map((name) => [name, columnsNamingMembers(name)]);
  expect(Object.fromEntries(naming)).toEqual({
    ...{ member: [], listSection: [], recipe: [], meal: ["cookId"], recipeLike: ["memberId"] },
    ...{ mealRepeat: [], groceryItem: [], groceryList: [], foodPlace: [] },
    ...{ task: ["memberId"], list: ["ownerId"], listTemplate: ["ownerId"], block: ["memberId"], chore: ["memberIds"] },
    ...{ event: ["memberIds", "syncTargets", "exceptions", "privateTo", "privateDetails"], checkIn: ["assigneeIds"] },
    ...{ choreCompletion: [], checkInAnswer: [], calendarObject: ["privateTo"] },
  });
});

describe("changes that undo refuses", () => {
  test.each([
    ...["household", "session", "apiKey", "signIn", "plan", "somethingNew"],
    ...["constructor", "toString", "__proto__", "hasOwnProperty"],
  ])("Undo refuses a stored change of a table without rules for undo: %s", async (name) => {
    const home = await household();
    const image = JSON.parse(`{"${name}": [{"id": "${id}"}]}`);
    for (const images of [
      { before: image, after: image },
      { before: null, after: image },
      { before: image, after: null },
    ]) {
      const entry = write(home, images);
      expect((await undo(home, entry)).body).toEqual(notUndoable);
      expect((await home.call("POST", `/v1/activity/${entry}/undo`)).body).toEqual(notUndoable);
      expect(newest(home)).toBe(entry);
    }
  });

  test("Undo refuses a stored change of a valid and an undeclared table, and changes neither table", async () => {
    const home = await household();
    const { body: task } = await home.post("/v1/tasks", { label: "Tyre", memberId: home.members.ben.id });
    const { before, after } = home.db.$client
      .query("SELECT before, after FROM activity WHERE id = ?")
      .get(newest(home)) as {
      before: string | null;
      after: string;
    };
    expect(before).toBeNull();
    const entry = write(home, { before: null, after: { ...JSON.parse(after), constructor: [{ id }] } });
    expect((await undo(home, entry)).body).toEqual(notUndoable);
    expect((await home.get("/v1/tasks")).body.tasks).toEqual([task]);
  });

  test("Undo refuses an activity entry about an unknown type of record", async () => {
    const home = await household();
    const { body: task } = await home.post("/v1/tasks", { label: "Tyre", memberId: home.members.ben.id });
    home.db.$client.run("UPDATE activity SET subject_type = 'spaceship' WHERE id = ?", [newest(home)]);
    expect((await undo(home)).body).toEqual(notUndoable);
    expect((await home.get("/v1/tasks")).body.tasks).toEqual([task]);
  });

  test.each([
    ["nothing on either side", { before: {}, after: {} }],
    ["no row", { before: { task: [] }, after: { task: [] } }],
    ["a number", { before: 5, after: 5 }],
    ["a text", { before: "task", after: "task" }],
    ["an answer of the first version", { before: null, after: { id, label: "Tyre" } }],
  ])("Undo refuses a stored change with %s", async (_, images) => {
    const home = await household();
    const entry = write(home, images as unknown as Pick<Entry, "before" | "after">);
    expect((await undo(home, entry)).body).toEqual(notUndoable);
  });

  test("Undo refuses to restore a row with an unknown column", async () => {
    const home = await household();
    const { body: task } = await home.post("/v1/tasks", { label: "Tyre", memberId: home.members.ben.id });
    await home.delete(`/v1/tasks/${task.id}`);
    const entry = newest(home);
    home.db.$client.run("UPDATE activity SET before = json_set(before, '$.task[0].mood', 'gloomy') WHERE id = ?", [
      entry,
    ]);
    expect((await undo(home, entry)).body).toEqual(notUndoable);
    expect((await home.get("/v1/tasks")).body.tasks).toEqual([]);
  });

  test("Undo refuses to restore a row with a secret", async () => {
    const home = await household();
    const { id } = home.members.ben;
    const image = { member: [{ id, position: 1, passwordHash: null }] };
    const entry = write(home, { before: image, after: image });
    expect((await undo(home, entry)).body).toEqual(notUndoable);
  });

  test("Undo refuses a change of settings with a missing or duplicate stored row", async () => {
    const home = await household();
    await home.as(home.members.anna).patch("/app/household", { name: "Ours" });
    const row = home.db.$client.query("SELECT before, after FROM activity WHERE id = ?").get(newest(home));
    const { before, after } = row as { before: string; after: string };
    const [was, is] = [JSON.parse(before), JSON.parse(after)];
    const twice = { settings: [...is.settings, ...is.settings] };
    for (const images of [
      { before: was, after: null },
      { before: null, after: is },
      { before: was, after: twice },
      { before: { settings: [...was.settings, ...was.settings] }, after: twice },
    ]) {
      expect((await undo(home, write(home, images))).body).toEqual(changedSince);
    }
    expect((await home.as(home.members.anna).get("/app/household")).body.name).toBe("Ours");
  });
});
