/** Templates of lists, lists made from a template or another list, and unticking a whole list. */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { readFolder } from "#lib/files.ts";
import { listTemplate } from "#platform/db/tables.ts";
import { type Home, refusal } from "../support/home/home.ts";
import { upload } from "../support/home/multipart.ts";
import { plain } from "../support/pictures/pictures.ts";
import { homeWithGroceries } from "../support/records/lists.ts";

const unknownId = "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";

async function home() {
  const own = await homeWithGroceries();
  const { anna, section, listId } = own;
  const { ben } = own.members;
  await anna.patch(`/v1/lists/${listId}/settings`, { icon: "🛒", colorKey: "leaf", favorite: true, hideDone: true });
  await own.change(own.bread, { done: true, dueDate: "2026-12-01T08:00:00.000Z", memberId: ben.id });
  await own.change(own.oat, { done: true });
  const save = (body: object = { listId }, by = anna) => by.post("/app/list-templates", body);
  const templates = async (by: typeof anna = anna) => (await by.get("/app/list-templates")).body.templates;
  const make = (body: object, by = anna) => by.post("/app/lists", { sectionId: section.id, name: "Rome", ...body });
  const newest = () => own.entries()[0];
  const undo = (by = anna) => by.post(`/v1/activity/${newest()?.id}/undo`, undefined);
  const secret = await own.list("Gifts", { visibility: "personal" }, anna);
  await own.block(secret.id, "Bicycle", {}, anna);
  return { ...own, save, templates, make, newest, undo, secret };
}

const nobodys = { memberId: null };
const itemsFor = (benId: string) => [
  {
    ...{ type: "task", content: "Milk", ...nobodys },
    subtasks: [
      { content: "Oat", ...nobodys },
      { content: "Soy", ...nobodys },
    ],
  },
  { type: "header", content: "Dairy", ...nobodys, subtasks: [] },
  { type: "task", content: "Bread", memberId: benId, subtasks: [] },
];

type Uploading = Pick<Home, "call" | "server">;

async function addCover(home: Uploading, id: string): Promise<string> {
  const bytes = await plain(300, 200).png().toBuffer();
  return (await home.call("POST", `/v1/lists/${id}/cover`, upload(bytes))).body.cover.url;
}

async function isServed({ server }: Uploading, url: string): Promise<boolean> {
  return (await server.handle(new Request(`http://localhost${url}`))).status === 200;
}

describe("a template of a list", () => {
  test("A template keeps the look and the items of a list, and the deletion of a template can be undone", async () => {
    const { save, templates, members, newest, undo, anna, ben } = await home();
    const { status, body } = await save();
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: "Groceries",
      icon: "🛒",
      colorKey: "leaf",
      visibility: "shared",
      cover: { kind: "gradient", hidden: false, url: null, attribution: null, gradient: expect.any(Object) },
      items: itemsFor(members.ben.id),
      createdAt: expect.any(String),
      updatedAt: body.createdAt,
      createdBy: { kind: "member", id: members.anna.id, name: "Anna", agentName: null },
    });
    expect(newest()).toMatchObject({
      action: "created",
      subject: { type: "list_template", id: body.id, label: "Groceries" },
      summary: "saved the template “Groceries” with its 5 items",
    });
    expect(await templates(ben)).toEqual([body]);
    expect((await anna.delete(`/app/list-templates/${body.id}`)).body).toEqual({ id: body.id, deleted: true });
    expect(newest()?.summary).toBe("deleted the template “Groceries”");
    expect(await templates()).toEqual([]);
    expect((await undo(ben)).body.restored).toEqual([{ type: "list_template", id: body.id }]);
    expect(await templates()).toMatchObject([{ id: body.id, items: itemsFor(members.ben.id) }]);
    expect((await undo()).status).toBe(200);
    expect(await templates()).toEqual([]);
  });

  test("A template of a personal list is visible only to the owner", async () => {
    const { save, templates, make, secret, anna, ben, mia, entries } = await home();
    const { body } = await save({ listId: secret.id, name: "Secret gifts" });
    expect(body.visibility).toBe("personal");
    expect(await templates()).toMatchObject([{ name: "Secret gifts" }]);
    for (const other of [ben, mia]) {
      expect(await templates(other)).toEqual([]);
      const { body: feed } = await other.get("/v1/activity?limit=50");
      expect(JSON.stringify(feed)).not.toContain("Secret gifts");
    }
    expect((await ben.delete(`/app/list-templates/${body.id}`)).body).toEqual(refusal(404, "Template not found"));
    expect((await make({ templateId: body.id }, ben)).body).toEqual(refusal(422, "templateId: no such template"));
    expect((await save({ listId: secret.id }, ben)).body).toEqual(refusal(422, "listId: no such list"));
    const { length } = entries();
    expect((await make({ templateId: body.id })).body.visibility).toBe("personal");
    expect((await make({ copyOf: secret.id })).body.visibility).toBe("personal");
    expect(JSON.stringify((await ben.get("/v1/lists")).body)).not.toContain("Bicycle");
    expect(entries().length).toBe(length);
    expect((await make({ copyOf: secret.id, visibility: "shared" }, anna)).body.visibility).toBe("shared");
    expect(JSON.stringify((await ben.get("/v1/lists")).body)).toContain("Bicycle");
  });

  test("A template of a list can be used only in the same household", async () => {
    const { save, anna, neighbour } = await home();
    const { body } = await save();
    const next = await neighbour();
    const other = next.as(next.members.anna);
    expect((await other.get("/app/list-templates")).body).toEqual({ templates: [] });
    expect((await other.delete(`/app/list-templates/${body.id}`)).body).toEqual(refusal(404, "Template not found"));
    const sectionId = (await other.post("/v1/lists/sections", { name: "Home" })).body.id;
    const list = { sectionId, name: "Rome", templateId: body.id };
    expect((await other.post("/app/lists", list)).body).toEqual(refusal(422, "templateId: no such template"));
    expect((await anna.get("/app/list-templates")).body.templates.length).toBe(1);
  });

  test("A template of a list can be saved by a child, and deleted by an adult", async () => {
    const { save, listId, mia, ben, call, key } = await home();
    const { status, body } = await save({ listId }, mia);
    expect(status).toBe(200);
    const adultsOnly = refusal(403, "Only an owner or adult can do this");
    expect((await mia.delete(`/app/list-templates/${body.id}`)).body).toEqual(adultsOnly);
    const byKey = await call("GET", "/app/list-templates", { key: key.key });
    expect(byKey.body).toEqual(refusal(403, "Only the app can do this"));
    expect((await ben.delete(`/app/list-templates/${body.id}`)).status).toBe(200);
    expect((await ben.delete(`/app/list-templates/${body.id}`)).body).toEqual(refusal(404, "Template not found"));
  });

  test("A template of a list is refused beyond 500 items, or if the household has 50 templates", async () => {
    const { save, listId, list, anna, templates, entries } = await home();
    const { length } = entries();
    const cases: [object, number, string][] = [
      [{}, 400, "listId: is required"],
      [{ listId: "1" }, 400, "listId: must be a UUID"],
      [{ listId, name: " " }, 400, "name: must be 1 to 200 characters"],
      [{ listId, name: "x".repeat(201) }, 400, "name: must be 1 to 200 characters"],
      [{ listId, icon: "🧳" }, 400, "icon: unknown field"],
      [{ listId: unknownId }, 422, "listId: no such list"],
    ];
    for (const [body, status, text] of cases) expect((await save(body)).body).toEqual(refusal(status, text));
    expect(entries().length).toBe(length);
    const { id } = await list("Long");
    const add = { op: "create", type: "task", content: "x" };
    for (let count = 0; count < 10; count++)
      await anna.post(`/v1/lists/${id}/blocks/batch`, { operations: Array(50).fill(add) });
    expect((await save({ listId: id })).body.items.length).toBe(500);
    await anna.post(`/v1/lists/${id}/blocks`, { type: "task", content: "x" });
    expect((await save({ listId: id })).body).toEqual(refusal(422, "A template holds at most 500 items"));
    // Five at once: all wait for each other, and the limit holds.
    for (let count = 0; count < 10; count++) await Promise.all(Array.from({ length: 5 }, () => save()));
    expect((await save()).body).toEqual(refusal(422, "A household holds at most 50 templates"));
    expect((await templates()).length).toBe(50);
  });

  test.each([
    ["?personalLists=delete", []],
    ["?personalLists=share", ["Ideas"]],
    ["", []],
  ])(
    "A template of a personal list stays after the owner's removal only if the lists are shared (%s)",
    async (query, names) => {
      const { anna, ben, list, block, save, templates, members } = await home();
      const { id } = await list("Ideas", { visibility: "personal" }, ben);
      await block(id, "Kite", {}, ben);
      await save({ listId: id }, ben);
      if (query === "") await ben.delete(`/v1/lists/${id}`);
      expect((await anna.delete(`/app/members/${members.ben.id}${query}`)).status).toBe(200);
      expect((await templates()).map(({ name }: any) => name)).toEqual(names);
    },
  );
});

describe("assignees and the cover of a template", () => {
  test("A template passes assignees and the cover on to lists, even if the original list is deleted", async () => {
    const own = await home();
    const { save, make, templates, listId, anna, members, newest, undo } = own;
    const cover = await addCover(own, listId);
    const { body: template } = await save();
    expect(template.cover).toMatchObject({ kind: "image", hidden: false });
    expect(template.cover.url).not.toBe(cover);
    await anna.delete(`/v1/lists/${listId}`);
    expect(await isServed(own, cover)).toBe(false);
    const { body: rome } = await make({ templateId: template.id });
    expect(rome.cover).toMatchObject({ kind: "image", hidden: false });
    expect(new Set([cover, template.cover.url, rome.cover.url]).size).toBe(3);
    expect(rome.blocks[2]).toMatchObject({ content: "Bread", memberId: members.ben.id, done: false, dueDate: null });
    expect(await isServed(own, rome.cover.url)).toBe(true);

    await anna.delete(`/app/list-templates/${template.id}`);
    expect(await isServed(own, template.cover.url)).toBe(false);
    expect(await isServed(own, rome.cover.url)).toBe(true);
    expect(newest()?.summary).toBe("deleted the template “Groceries”");
    expect((await undo()).status).toBe(200);
    expect(await templates()).toMatchObject([{ cover: { kind: "image", url: template.cover.url } }]);
    expect(await isServed(own, template.cover.url)).toBe(true);
  });

  test("A copy of a list has a copy of the cover, even if the cover is hidden", async () => {
    const own = await home();
    const { make, listId, anna } = own;
    const cover = await addCover(own, listId);
    await anna.patch(`/v1/lists/${listId}/cover/visibility`, { hidden: true });
    const { body } = await make({ copyOf: listId });
    expect(body.cover).toMatchObject({ kind: "image", hidden: true });
    expect(body.cover.url).not.toBe(cover);
    expect(await isServed(own, body.cover.url)).toBe(true);
  });

  test("A template of a list loses assignees who left the household", async () => {
    const { save, make, templates, anna, members, db, id } = await home();
    const { body: template } = await save();
    await anna.delete(`/app/members/${members.ben.id}`);
    expect((await templates())[0].items[2]).toMatchObject({ content: "Bread", memberId: null });
    expect((await make({ templateId: template.id })).body.blocks[2]).toMatchObject({ memberId: null });
    db.update(listTemplate)
      .set({ items: JSON.stringify([{ type: "task", content: "Milk", subtasks: ["Oat"] }]) })
      .where(eq(listTemplate.householdId, id))
      .run();
    const old = { type: "task", content: "Milk", ...nobodys, subtasks: [{ content: "Oat", ...nobodys }] };
    expect((await templates())[0].items).toEqual([old]);
    expect((await make({ templateId: template.id })).body.blocks[0].subtasks).toMatchObject([{ content: "Oat" }]);
  });

  test("A repeated request copies a list's cover once, and a refused request leaves no file", async () => {
    const own = await home();
    const { anna, section, listId, make, list } = own;
    await addCover(own, listId);
    const files = () => readFolder(join(own.server.dataDir, "covers", own.id)).length;
    const headers = { "Idempotency-Key": "once" };
    const body = { sectionId: section.id, name: "Rome", copyOf: listId };
    for (let tries = 0; tries < 3; tries++) expect((await anna.post("/app/lists", body, { headers })).status).toBe(200);
    expect(files()).toBe(2);
    expect((await make({ copyOf: listId, sectionId: unknownId })).status).toBe(422);
    expect(files()).toBe(2);
    const other = await list("Plain");
    expect((await make({ copyOf: other.id })).body.cover.url).toBeNull();
    expect(files()).toBe(2);
  });
});

describe("a new list from a template or another list", () => {
  test("A list from a template gets the template's look and items, and the creation can be undone", async () => {
    const { save, make, section, newest, undo, entries, tree, find } = await home();
    const { body: template } = await save();
    const { length } = entries();
    const { status, body } = await make({ templateId: template.id });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ name: "Rome", sectionId: section.id, visibility: "shared", icon: "🛒", colorKey: "leaf" },
      ...{ favorite: false, hideDone: false, remainingCount: 4 },
    });
    expect(body).toEqual(await find(body.id));
    expect(await tree(body.id)).toEqual([["Milk", "Oat", "Soy"], "Dairy", "Bread"]);
    expect(entries().length).toBe(length + 1);
    expect(newest()).toMatchObject({
      action: "created",
      subject: { type: "list", id: body.id, label: "Rome" },
      summary: "made the list “Rome” with its 5 items",
    });
    expect((await undo()).status).toBe(200);
    expect(await find(body.id)).toBeUndefined();
    expect((await undo()).body.restored).toEqual([{ type: "list", id: body.id }]);
    expect(await tree(body.id)).toEqual([["Milk", "Oat", "Soy"], "Dairy", "Bread"]);
  });

  test("A copy of a list keeps assignees, but no ticks or due dates", async () => {
    const { make, listId, find, members } = await home();
    const original = await find(listId);
    const { body } = await make({ copyOf: listId });
    expect(body).toMatchObject({ icon: "🛒", favorite: false, hideDone: true, remainingCount: 4 });
    const [milk, , bread] = body.blocks;
    expect(bread).toMatchObject({ content: "Bread", done: false, dueDate: null, memberId: members.ben.id });
    expect(milk.subtasks).toMatchObject([
      { content: "Oat", done: false, parentId: milk.id },
      { content: "Soy", done: false },
    ]);
    expect(await find(listId)).toEqual(original);
    expect((await make({ copyOf: (await make({ copyOf: listId })).body.id })).status).toBe(200);
  });

  test("A request for a copied list must name exactly one template or one list", async () => {
    const { make, save, listId, entries, anna, names } = await home();
    const { body: template } = await save();
    const before = [entries().length, await names()];
    const cases: [object, number, string][] = [
      [{}, 400, "templateId: is required"],
      [{ copyOf: listId, templateId: template.id }, 422, "copyOf: must not be combined with templateId"],
      [{ copyOf: unknownId }, 422, "copyOf: no such list"],
      [{ templateId: unknownId }, 422, "templateId: no such template"],
      [{ templateId: listId }, 422, "templateId: no such template"],
      [{ copyOf: listId, sectionId: unknownId }, 422, "sectionId: no such section"],
      [{ copyOf: listId, name: "" }, 400, "name: must be 1 to 200 characters"],
      [{ copyOf: listId, visibility: "secret" }, 400, "visibility: must be one of shared, personal"],
      [{ copyOf: listId, blocks: [] }, 400, "blocks: unknown field"],
    ];
    for (const [body, status, text] of cases) expect((await make(body)).body).toEqual(refusal(status, text));
    expect([entries().length, await names()]).toEqual(before);
    const headers = { "Idempotency-Key": "once" };
    const body = { sectionId: (await anna.get("/v1/lists")).body.sections[0].id, name: "Rome", copyOf: listId };
    const both = await Promise.all([0, 1].map(() => anna.post("/app/lists", body, { headers })));
    expect(both.map(({ status }) => status).sort()).toContain(200);
    expect(entries().length).toBe((before[0] as number) + 1);
  });
});

describe("unticking a list", () => {
  test("Unticking a list unticks all items and subtasks in one activity entry", async () => {
    const { anna, listId, find, newest, undo, entries } = await home();
    const done = async () =>
      (await find(listId)).blocks
        .flatMap((each: any) => [each, ...each.subtasks])
        .flatMap((each: any) => (each.done ? each.content : []));
    expect(await done()).toEqual(["Oat", "Bread"]);
    const { length } = entries();
    expect((await anna.post(`/app/lists/${listId}/untick`, undefined)).body).toEqual({ unticked: 2 });
    expect(await done()).toEqual([]);
    expect(entries().length).toBe(length + 1);
    expect(newest()).toMatchObject({
      action: "reopened",
      subject: { type: "list", id: listId, label: "Groceries" },
      summary: "unticked 2 items on “Groceries”",
    });
    expect((await anna.post(`/app/lists/${listId}/untick`, undefined)).body).toEqual({ unticked: 0 });
    expect(entries().length).toBe(length + 1);
    expect((await undo()).status).toBe(200);
    expect(await done()).toEqual(["Oat", "Bread"]);
  });

  test("A child who unticks a list leaves other members' tasks ticked", async () => {
    const { mia, ben, listId, secret, find } = await home();
    expect((await mia.post(`/app/lists/${listId}/untick`, undefined)).body).toEqual({ unticked: 1 });
    expect((await find(listId)).blocks[2]).toMatchObject({ content: "Bread", done: true });
    const missing = refusal(404, "List not found");
    expect((await ben.post(`/app/lists/${secret.id}/untick`, undefined)).body).toEqual(missing);
    expect((await ben.post(`/app/lists/${unknownId}/untick`, undefined)).body).toEqual(missing);
  });
});
