/** Tests undo of changes to lists and to series. */
import { describe, expect, test } from "bun:test";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { type Home, household } from "../support/home/home.ts";
import { upload } from "../support/home/multipart.ts";
import { changedSince, newest, undo } from "../support/home/undo.ts";
import { homeWithGroceries, homeWithLists } from "../support/records/lists.ts";

describe("undo of a change to a list", () => {
  test("Undoing the deletion of a list restores the list with all items and the position", async () => {
    const home = await homeWithGroceries();
    const before = (await home.all())[0];
    const { body } = await home.delete(`/v1/lists/${home.listId}`);
    expect(body.deleted).toBe(true);
    expect((await undo(home)).status).toBe(200);
    expect(await home.tree(home.listId)).toEqual([["Milk", "Oat", "Soy"], "Dairy", "Bread"]);
    expect((await home.all())[0].lists[0].createdBy).toEqual(before.lists[0].createdBy);
  });

  test("Undoing the creation of a record is refused if a later record depends on that record", async () => {
    const home = await homeWithLists();
    const { id } = await home.list("Groceries");
    const made = newest(home);
    const milk = await home.block(id, "Milk");
    expect((await undo(home, made)).body).toEqual(changedSince);
    expect(await home.tree(id)).toEqual(["Milk"]);
    await home.patch(`/v1/lists/${id}/blocks/${milk.id}/convert`, { type: "header" });
    await home.patch(`/v1/lists/${id}/blocks/${milk.id}/convert`, { type: "task" });
    const converted = newest(home);
    await home.block(id, "Oat", { parentId: milk.id });
    expect((await undo(home, converted)).body).toEqual(changedSince);
    expect(await home.tree(id)).toEqual([["Milk", "Oat"]]);
  });

  test("Undoing the deletion of an item uses the nearest free position", async () => {
    const home = await homeWithGroceries();
    await home.delete(`${home.at}/${home.bread.id}`);
    const deleted = newest(home);
    await home.add({ type: "task", content: "Eggs" });
    await home.add({ type: "task", content: "Salt" });
    expect((await undo(home, deleted)).status).toBe(200);
    expect(await home.tree(home.listId)).toEqual([["Milk", "Oat", "Soy"], "Dairy", "Eggs", "Salt", "Bread"]);
    // The undo can be undone, and that again.
    await undo(home);
    expect(await home.tree(home.listId)).toEqual([["Milk", "Oat", "Soy"], "Dairy", "Eggs", "Salt"]);
    await undo(home);
    expect(await home.tree(home.listId)).toEqual([["Milk", "Oat", "Soy"], "Dairy", "Eggs", "Salt", "Bread"]);
    await home.delete(`${home.at}/${home.dairy.id}`);
    const dairy = newest(home);
    await home.add({ type: "task", content: "Rice", afterBlockId: home.milk.id });
    expect((await undo(home, dairy)).status).toBe(200);
    expect(await home.tree(home.listId)).toEqual([["Milk", "Oat", "Soy"], "Rice", "Dairy", "Eggs", "Salt", "Bread"]);
    await home.delete(`${home.at}/${home.dairy.id}`);
    const again = newest(home);
    await home.delete(`/v1/lists/${home.listId}`);
    expect((await undo(home, again)).status).toBe(422);
  });

  test("Undoing a change of a section or list restores the position, even if the position is taken now", async () => {
    const home = await homeWithLists();
    const { body: other } = await home.post("/v1/lists/sections", { name: "Other" });
    const list = await home.list("Packing");
    await home.patch(`/v1/lists/${list.id}/move`, { sectionId: other.id });
    const moved = newest(home);
    await home.list("Movies");
    expect((await undo(home, moved)).status).toBe(200);
    expect(await home.names()).toEqual({ Home: ["Movies", "Packing"], Other: [] });
    await home.delete(`/v1/lists/${list.id}`);
    const deleted = newest(home);
    await home.list("Books");
    expect((await undo(home, deleted)).status).toBe(200);
    expect(await home.names()).toEqual({ Home: ["Movies", "Books", "Packing"], Other: [] });
    await home.delete(`/v1/lists/sections/${other.id}`);
    const section = newest(home);
    await home.post("/v1/lists/sections", { name: "Third" });
    expect((await undo(home, section)).status).toBe(200);
    expect(Object.keys(await home.names())).toEqual(["Home", "Third", "Other"]);
  });

  test("Undoing a reorder restores the order of the items and lists that still exist", async () => {
    const home = await homeWithGroceries();
    await home.patch(`${home.at}/reorder`, { ids: [home.bread.id, home.dairy.id, home.milk.id] });
    const reordered = newest(home);
    await home.add({ type: "task", content: "Eggs", beforeBlockId: home.bread.id });
    await home.delete(`${home.at}/${home.dairy.id}`);
    expect((await undo(home, reordered)).status).toBe(200);
    expect(await home.tree(home.listId)).toEqual(["Eggs", ["Milk", "Oat", "Soy"], "Bread"]);
    const { body: section } = await home.anna.post("/v1/lists/sections", { name: "Away" });
    const add = async (name: string, by: typeof home.anna, visibility = "shared") =>
      (await by.post("/v1/lists", { name, sectionId: section.id, visibility })).body.id;
    const gone = await add("Gone", home.anna);
    await add("Ben's", home.ben, "personal");
    const both = [await add("Books", home.anna), await add("Films", home.anna)];
    await home.anna.delete(`/v1/lists/${gone}`);
    await home.anna.patch("/v1/lists/reorder", { sectionId: section.id, ids: both.toReversed() });
    expect((await home.names(home.ben)).Away).toEqual(["Ben's", "Films", "Books"]);
    const { status, body } = await undo(home);
    expect(status).toBe(200);
    expect(both).toEqual(expect.arrayContaining(body.restored.map(({ id }: any) => id)));
    expect((await home.names(home.ben)).Away).toEqual(["Ben's", "Books", "Films"]);
  });

  test("Undoing a reorder or an insertion restores the order, even after a change of another item", async () => {
    const home = await homeWithGroceries();
    const order = await home.tree(home.listId);
    await home.patch(`${home.at}/reorder`, { ids: [home.bread.id, home.milk.id, home.dairy.id] });
    await undo(home);
    expect(await home.tree(home.listId)).toEqual(order);
    await home.add({ type: "task", content: "Eggs", beforeBlockId: home.milk.id });
    const added = newest(home);
    await home.change(home.dairy, { content: "Cheese" });
    expect((await undo(home, added)).status).toBe(200);
    expect(await home.tree(home.listId)).toEqual([["Milk", "Oat", "Soy"], "Cheese", "Bread"]);
  });

  test("Undoing a change of an item works after a later insertion moved the item", async () => {
    const home = await homeWithGroceries();
    await home.change(home.bread, { done: true });
    const ticked = newest(home);
    await home.add({ type: "task", content: "Jam" });
    const added = newest(home);
    await home.add({ type: "task", content: "Eggs", beforeBlockId: home.milk.id });
    expect((await undo(home, ticked)).status).toBe(200);
    expect((await undo(home, added)).status).toBe(200);
    expect(await home.tree(home.listId)).toEqual(["Eggs", ["Milk", "Oat", "Soy"], "Dairy", "Bread"]);
    expect((await home.find(home.listId)).blocks.at(-1)).toMatchObject({ content: "Bread", done: false });
  });

  test("Undoing the same changes repeatedly never puts an item on two lists", async () => {
    const home = await homeWithGroceries();
    const { body: other } = await home.post("/v1/lists", { name: "Drugstore", sectionId: home.section.id });
    await home.delete(`${home.at}/${home.bread.id}`);
    const { body: back } = await undo(home);
    const { body: gone } = await undo(home, back.id);
    expect((await undo(home, gone.id)).status).toBe(200);
    await home.change(home.bread, { targetListId: other.id }, "/move");
    for (const { id, subject } of home.entries()) {
      if (subject.type === "block") expect([200, 422]).toContain((await undo(home, id)).status);
    }
    const rows = home.db.$client.query("SELECT count(*) AS n FROM block WHERE id = ?").get(home.bread.id);
    expect((rows as { n: number }).n).toBeLessThan(2);
  });

  test("Undo refuses to restore a completion of a deleted chore", async () => {
    const home = await homeWithLists();
    const { anna, ben, members } = home;
    const { body: chore } = await anna.post("/app/chores", {
      name: "Sweep",
      memberIds: [members.anna.id],
      startDate: "2001-01-01",
    });
    await anna.post(`/app/chores/${chore.id}/completions`, { memberId: members.anna.id, date: "2001-01-01" });
    const done = newest(home);
    await anna.delete(`/app/chores/${chore.id}`);
    expect((await undo(home, done)).body).toEqual(changedSince);
    const list = await home.list("Ben's", {}, ben);
    await home.delete(`/v1/lists/${list.id}`);
    const deleted = newest(home);
    expect((await anna.delete(`/app/members/${members.ben.id}`)).status).toBe(200);
    expect((await undo(home, deleted)).status).toBe(200);
    expect((await anna.patch(`/v1/lists/${list.id}/settings`, { visibility: "personal" })).status).toBe(200);
  });

  test("Undo does not restore a completion of a chore that somebody has completed since", async () => {
    const home = await homeWithLists();
    const { anna, members } = home;
    const body = {
      name: "Sweep",
      memberIds: [members.anna.id, members.ben.id],
      startDate: "2001-01-01",
      assignment: "anyone",
    };
    const { id } = (await anna.post("/app/chores", body)).body;
    const does = (memberId: string) => anna.post(`/app/chores/${id}/completions`, { memberId, date: "2001-01-01" });
    const { body: first } = await does(members.anna.id);
    await anna.delete(`/app/chores/${id}/completions/${first.id}`);
    const reopened = newest(home);
    await does(members.ben.id);
    expect((await undo(home, reopened)).body).toEqual(changedSince);
    const { starBalances } = (await anna.get("/v1/chores")).body;
    expect(starBalances.map(({ stars }: any) => stars)).toEqual([0, 1, 0]);
  });

  test("Undo brings a cover back for 25 hours, and then reports its picture as not restored", async () => {
    const home = await homeWithLists();
    const { id } = await home.list("Packing");
    const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: "#468" } })
      .png()
      .toBuffer();
    const setCover = async () => (await home.call("POST", `/v1/lists/${id}/cover`, upload(picture))).body.cover.url;
    const isThere = (url: string) =>
      readdirSync(join(home.server.dataDir, "covers", home.id)).includes(url.split("/").at(-1) ?? "");
    const first = await setCover();
    await undo(home);
    expect((await home.find(id)).cover).toMatchObject({ kind: "gradient", url: null });
    expect(isThere(first)).toBe(false);
    const second = await setCover();
    await home.delete(`/v1/lists/${id}`);
    expect(isThere(second)).toBe(false);
    expect((await undo(home)).body.notRestored).toEqual([]);
    expect((await home.find(id)).cover.url).toBe(second);
    expect(isThere(second)).toBe(true);
    await home.delete(`/v1/lists/${id}`);
    rmSync(join(home.server.dataDir, "old-covers", home.id), { recursive: true });
    const { status, body } = await undo(home);
    expect(status).toBe(200);
    expect(body.notRestored).toEqual(["The cover of “Packing”: its picture was deleted, so it has its gradient"]);
    expect((await home.find(id)).cover).toMatchObject({ kind: "gradient", url: null });
    expect(isThere(second)).toBe(false);
    const third = await setCover();
    await home.patch(`/v1/lists/${id}`, { name: "Bags" });
    expect((await undo(home)).body.notRestored).toEqual([]);
    expect((await home.find(id)).cover.url).toBe(third);
    expect(isThere(third)).toBe(true);
  });
});

describe("undo of a change to a series", () => {
  const lesson = {
    ...{ title: "Piano", startsAt: "2026-12-01T16:00:00+01:00", endsAt: "2026-12-01T17:00:00+01:00" },
    recurrenceRule: "FREQ=WEEKLY;COUNT=6",
  };
  const week = (count: number) => new Date(Date.parse("2026-12-01T15:00:00Z") + count * 7 * 86_400_000).toISOString();
  const titles = async (home: Home) =>
    (await home.get("/v1/events?from=2026-12-01T00:00:00Z&to=2027-02-01T00:00:00Z")).body.events.map(
      (each: any) => each.title,
    );

  test("Undoing the split of a series joins both parts again", async () => {
    const home = await household();
    const { body: master } = await home.post("/v1/events", lesson);
    const edit = { title: "Cello", editScope: "this_and_future", instanceStartsAt: week(2) };
    await home.patch(`/v1/events/${master.id}`, edit);
    expect(await titles(home)).toEqual(["Piano", "Piano", ...Array(4).fill("Cello")]);
    expect((await undo(home)).status).toBe(200);
    expect(await titles(home)).toEqual(Array(6).fill("Piano"));
    const { body } = await home.get(`/v1/events/${master.id}`);
    expect(body).toEqual({ ...master, updatedAt: expect.any(String) });
    expect(
      (await home.get("/v1/events?raw=true&from=2026-12-01T00:00:00Z&to=2027-02-01T00:00:00Z")).body.events.length,
    ).toBe(1);
  });

  test("Undoing a change to an instance is refused while the series has a new rule", async () => {
    const home = await household();
    const { body: master } = await home.post("/v1/events", lesson);
    const one = (index: number, more: object) =>
      home.patch(`/v1/events/${master.id}`, { editScope: "this", instanceStartsAt: week(index), ...more });
    await one(1, { title: "Concert" });
    const first = newest(home);
    await home.delete(`/v1/events/${master.id}?scope=this&instanceStartsAt=${week(3)}`);
    const cancelled = newest(home);
    await one(1, { location: "Church" });
    expect((await undo(home, first)).body).toEqual(changedSince);
    await undo(home);
    expect((await undo(home, first)).status).toBe(200);
    expect(await titles(home)).toEqual(Array(5).fill("Piano"));
    await home.patch(`/v1/events/${master.id}`, { recurrenceRule: "FREQ=WEEKLY;COUNT=3" });
    expect((await undo(home, cancelled)).body).toEqual(changedSince);
    await undo(home);
    expect((await undo(home, cancelled)).status).toBe(200);
    expect(await titles(home)).toEqual(Array(6).fill("Piano"));
  });
});
