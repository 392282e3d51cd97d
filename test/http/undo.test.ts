/** Taking changes back over HTTP (contract section 9). That everything can be taken back is in `test/undo/model.test.ts`. */
import { describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { household, refusal } from "../support/home.ts";
import { homeWithGroceries, homeWithLists } from "../support/lists.ts";
import { upload } from "../support/multipart.ts";

type Home = Awaited<ReturnType<typeof household>>;

const changed = refusal(422, "This was changed since, so it can't be undone");
const notUndoable = refusal(422, "This kind of change can't be undone");
const notOwn = refusal(403, "Only your own changes of the last 24 hours can be undone");
const unknownId = "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";

/** The id of the newest entry of the feed. */
const newest = (home: Pick<Home, "entries">) => home.entries()[0]?.id ?? "";
/** Undoes an entry (the newest, unless told otherwise) as Anna, who is an adult. */
const undo = (home: Home, entry = newest(home)) =>
  home.as(home.members.anna).post(`/v1/activity/${entry}/undo`, undefined);

describe("an undo", () => {
  test("brings a deleted record back under its own id, by whoever made it, and tells so", async () => {
    const home = await household();
    const { body: made } = await home.post("/v1/tasks", { label: "Tyre", memberId: home.members.ben.id });
    await home.delete(`/v1/tasks/${made.id}`);
    const deleted = newest(home);
    const { status, body } = await undo(home);
    expect(status).toBe(200);
    expect(body).toEqual({
      ...{
        id: newest(home),
        createdAt: expect.any(String),
        action: "undone",
        summary: "undid: deleted “Tyre”",
        changes: null,
      },
      actor: { kind: "member", id: home.members.anna.id, name: "Anna", agentName: null },
      subject: { type: "task", id: made.id, label: "Tyre" },
      notRestored: [],
    });
    expect((await home.get("/v1/tasks")).body.tasks).toEqual([{ ...made, updatedAt: expect.any(String) }]);
    expect(body.id).not.toBe(deleted);
    expect(home.entries()[0]).toEqual(JSON.parse(JSON.stringify({ ...body, notRestored: undefined })));
  });

  test("can be undone itself, and that again; each is undone once", async () => {
    const home = await household();
    const { body: made } = await home.post("/v1/tasks", { label: "Tyre", memberId: home.members.ben.id });
    const isThere = async () => (await home.get("/v1/tasks")).body.tasks.length === 1;
    const created = newest(home);
    const { body: first } = await undo(home, created);
    expect(await isThere()).toBe(false);
    expect((await undo(home, created)).body).toEqual(refusal(422, "This change is undone already"));
    const { body: second } = await undo(home, first.id);
    expect(second.summary).toBe("did again: added “Tyre” for Ben");
    expect(await isThere()).toBe(true);
    expect((await undo(home, first.id)).body).toEqual(refusal(422, "This change is undone already"));
    const { body: third } = await undo(home, created);
    expect(third).toMatchObject({ summary: "undid: added “Tyre” for Ben", subject: { id: made.id } });
    expect(await isThere()).toBe(false);
  });

  test("of the same entry by two at once is done once", async () => {
    const home = await household();
    await home.post("/v1/tasks", { label: "Tyre", memberId: home.members.ben.id });
    const entry = newest(home);
    const answers = await Promise.all(Array.from({ length: 8 }, () => undo(home, entry)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(422)]);
    expect(home.entries().filter(({ action }) => action === "undone").length).toBe(1);
  });

  test("writes only what the change wrote, and refuses where the record was changed since", async () => {
    const home = await household();
    const { body: task } = await home.post("/v1/tasks", { label: "Tyre", memberId: home.members.ben.id });
    await home.patch(`/v1/tasks/${task.id}`, { label: "Wheel" });
    const renamed = newest(home);
    await home.patch(`/v1/tasks/${task.id}`, { dueDate: "2026-12-01" });
    expect((await undo(home, renamed)).body).toEqual(changed);
    await undo(home);
    expect((await undo(home, renamed)).status).toBe(200);
    expect((await home.get("/v1/tasks")).body.tasks[0]).toMatchObject({ label: "Tyre", dueDate: null });
    await home.delete(`/v1/tasks/${task.id}`);
    const { status, body } = await undo(home, home.entries().find(({ action }) => action === "created")?.id);
    expect({ status, body }).toEqual({ status: 422, body: changed });
  });

  test("of what never was is 404, of another household's too", async () => {
    const home = await household();
    const other = await home.neighbour();
    await other.post("/v1/tasks", { label: "Theirs", memberId: other.members.ben.id });
    for (const id of [unknownId, newest(other)]) {
      expect((await undo(home, id)).body).toEqual(refusal(404, "Activity entry not found"));
    }
  });

  test("takes the idempotency key as every write does", async () => {
    const home = await household();
    await home.post("/v1/tasks", { label: "Tyre", memberId: home.members.ben.id });
    const path = `/v1/activity/${newest(home)}/undo`;
    const headers = { "Idempotency-Key": "undo once" };
    const first = await home.call("POST", path, { headers });
    const again = await home.call("POST", path, { headers });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("Idempotency-Replayed")).toBe("true");
  });
});

describe("who may undo", () => {
  test("a key its own changes, with the write scope of what it changed", async () => {
    const home = await household();
    const own = home.createKey({ scopes: ["tasks.write"] });
    await home.post("/v1/tasks", { label: "Tyre", memberId: home.members.ben.id }, { key: own.key });
    const entry = newest(home);
    const path = `/v1/activity/${entry}/undo`;
    const noWrite = await home.call("POST", path, { key: home.createKey({ scopes: ["tasks.read"] }).key });
    expect(noWrite.body).toEqual(refusal(403, "Missing scope: tasks.write"));
    expect(noWrite.headers.get("WWW-Authenticate")).toBe('Bearer error="insufficient_scope", scope="tasks.write"');
    expect((await home.call("POST", path, { key: home.createKey().key })).body).toEqual(notOwn);
    const { body } = await home.call("POST", path, { key: own.key, headers: { "X-Agent-Name": "Butler" } });
    expect(body.actor).toMatchObject({ kind: "api_key", id: own.id, agentName: "Butler" });
  });

  test("a child or guest their own, an adult anybody's, a device nobody's", async () => {
    const home = await household();
    const mia = home.as(home.members.mia);
    const guest = home.as(home.add("Gus", "guest"));
    const task = { label: "Feed the fish", memberId: home.members.mia.id };
    await mia.post("/v1/tasks", task);
    const entry = newest(home);
    expect((await guest.post(`/v1/activity/${entry}/undo`, undefined)).body).toEqual(notOwn);
    expect((await mia.post(`/v1/activity/${entry}/undo`, undefined)).status).toBe(200);
    await home.post("/v1/tasks", task);
    expect((await mia.post(`/v1/activity/${newest(home)}/undo`, undefined)).body).toEqual(notOwn);
    expect((await home.as(home.members.ben).post(`/v1/activity/${newest(home)}/undo`, undefined)).status).toBe(200);
  });

  test("nobody what they can't see: another's personal list", async () => {
    const home = await homeWithLists();
    const list = await home.list("Gifts", { visibility: "personal" }, home.anna);
    const entry = (await home.anna.get("/v1/activity?limit=1")).body.entries[0].id;
    const byBen = await home.ben.post(`/v1/activity/${entry}/undo`, undefined);
    expect(byBen.body).toEqual(refusal(404, "Activity entry not found"));
    expect((await home.anna.post(`/v1/activity/${entry}/undo`, undefined)).status).toBe(200);
    expect(await home.find(list.id, home.anna)).toBeUndefined();
  });

  test("only its owner what changed who sees a list", async () => {
    const home = await homeWithLists();
    const { id } = await home.list("Gifts", { visibility: "personal" }, home.anna);
    await home.block(id, "Bicycle", {}, home.anna);
    await home.anna.patch(`/v1/lists/${id}/settings`, { visibility: "shared" });
    const path = `/v1/activity/${newest(home)}/undo`;
    const text = "Only the list's owner can change who sees it";
    expect((await home.ben.post(path, undefined)).body).toEqual(refusal(403, text));
    expect((await home.anna.post(path, undefined)).status).toBe(200);
    expect(await home.find(id, home.ben)).toBeUndefined();
    const seen = JSON.stringify((await home.ben.get("/v1/activity")).body);
    expect(seen).not.toContain("Gifts");
    expect(seen).not.toContain("Bicycle");
  });

  test("nobody pulls a block out of another's personal list again", async () => {
    const home = await homeWithLists();
    const shared = await home.list("Groceries");
    const secret = await home.list("Gifts", { visibility: "personal" }, home.anna);
    const { id } = await home.block(shared.id, "Bicycle");
    await home.anna.patch(`/v1/lists/${shared.id}/blocks/${id}/move`, { targetListId: secret.id });
    const path = `/v1/activity/${newest(home)}/undo`;
    expect((await home.ben.post(path, undefined)).body).toEqual(changed);
    expect((await home.anna.post(path, undefined)).status).toBe(200);
    expect(await home.tree(shared.id)).toEqual(["Bicycle"]);
  });
});

describe("undoing what happened on a list", () => {
  test("brings a deleted list back with everything on it, in its place", async () => {
    const home = await homeWithGroceries();
    const before = (await home.all())[0];
    const { body } = await home.delete(`/v1/lists/${home.listId}`);
    expect(body.deleted).toBe(true);
    expect((await undo(home)).status).toBe(200);
    expect(await home.tree(home.listId)).toEqual([["Milk", "Oat", "Soy"], "Dairy", "Bread"]);
    expect((await home.all())[0].lists[0].createdBy).toEqual(before.lists[0].createdBy);
  });

  test("is refused where something came to hang on what would go", async () => {
    const home = await homeWithLists();
    const { id } = await home.list("Groceries");
    const made = newest(home);
    const milk = await home.block(id, "Milk");
    expect((await undo(home, made)).body).toEqual(changed);
    expect(await home.tree(id)).toEqual(["Milk"]);
    await home.patch(`/v1/lists/${id}/blocks/${milk.id}/convert`, { type: "header" });
    await home.patch(`/v1/lists/${id}/blocks/${milk.id}/convert`, { type: "task" });
    const converted = newest(home);
    await home.block(id, "Oat", { parentId: milk.id });
    expect((await undo(home, converted)).status).toBe(422);
    expect(await home.tree(id)).toEqual([["Milk", "Oat"]]);
  });

  test("is refused where its place is taken, or what it stood on is gone", async () => {
    const home = await homeWithGroceries();
    await home.delete(`${home.at}/${home.bread.id}`);
    const deleted = newest(home);
    const { body: eggs } = await home.add({ type: "task", content: "Eggs" });
    expect((await undo(home, deleted)).body).toEqual(changed);
    await home.delete(`${home.at}/${eggs.id}`);
    expect((await undo(home, deleted)).status).toBe(200);
    await home.delete(`${home.at}/${home.dairy.id}`);
    const dairy = newest(home);
    await home.delete(`/v1/lists/${home.listId}`);
    expect((await undo(home, dairy)).body).toEqual(changed);
  });

  test("gives back the order, also where a new one had made room for itself", async () => {
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

  test("does not mind that others made room before it", async () => {
    const home = await homeWithGroceries();
    await home.change(home.bread, { done: true });
    const ticked = newest(home);
    await home.add({ type: "task", content: "Eggs", beforeBlockId: home.milk.id });
    expect((await undo(home, ticked)).status).toBe(200);
    expect((await home.find(home.listId)).blocks.at(-1)).toMatchObject({ content: "Bread", done: false });
  });

  test("says what does not come back: a deleted picture; and takes a new one's file away", async () => {
    const home = await homeWithLists();
    const { id } = await home.list("Packing");
    const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: "#468" } })
      .png()
      .toBuffer();
    const setCover = async () => (await home.call("POST", `/v1/lists/${id}/cover`, upload(picture))).body.cover.url;
    const isThere = (url: string) =>
      readdirSync(join(home.server.dataDir, "covers")).includes(url.split("/").at(-1) ?? "");
    const first = await setCover();
    await undo(home);
    expect((await home.find(id)).cover).toMatchObject({ kind: "gradient", url: null });
    expect(isThere(first)).toBe(false);
    const second = await setCover();
    await home.delete(`/v1/lists/${id}`);
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

describe("undoing what happened to a series", () => {
  const lesson = {
    ...{ title: "Piano", startsAt: "2026-12-01T16:00:00+01:00", endsAt: "2026-12-01T17:00:00+01:00" },
    recurrenceRule: "FREQ=WEEKLY;COUNT=6",
  };
  const week = (count: number) => new Date(Date.parse("2026-12-01T15:00:00Z") + count * 7 * 86_400_000).toISOString();
  const titles = async (home: Home) =>
    (await home.get("/v1/events?from=2026-12-01T00:00:00Z&to=2027-02-01T00:00:00Z")).body.events.map(
      (each: any) => each.title,
    );

  test("joins a split series again", async () => {
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

  test("puts one instance back, whatever happened to the others; not once the series has moved", async () => {
    const home = await household();
    const { body: master } = await home.post("/v1/events", lesson);
    const one = (index: number, more: object) =>
      home.patch(`/v1/events/${master.id}`, { editScope: "this", instanceStartsAt: week(index), ...more });
    await one(1, { title: "Concert" });
    const first = newest(home);
    await home.delete(`/v1/events/${master.id}?scope=this&instanceStartsAt=${week(3)}`);
    const cancelled = newest(home);
    await one(1, { location: "Church" });
    expect((await undo(home, first)).body).toEqual(changed);
    await undo(home);
    expect((await undo(home, first)).status).toBe(200);
    expect(await titles(home)).toEqual(Array(5).fill("Piano"));
    await home.patch(`/v1/events/${master.id}`, { recurrenceRule: "FREQ=WEEKLY;COUNT=3" });
    expect((await undo(home, cancelled)).body).toEqual(changed);
    await undo(home);
    expect((await undo(home, cancelled)).status).toBe(200);
    expect(await titles(home)).toEqual(Array(6).fill("Piano"));
  });
});

describe("undoing what happened to members and the household", () => {
  test("gives names, colours and settings back, and the names in the feed with them", async () => {
    const home = await household();
    const anna = home.as(home.members.anna);
    const { body: before } = await home.get("/v1/households/me/members");
    await anna.patch(`/app/members/${home.members.mia.id}`, { name: "Maria", color: "grape", role: "adult" });
    const renamed = newest(home);
    await anna.patch("/app/household", { name: "Elsewhere", weekStartsOn: 7, timeZone: "America/Lima" });
    await undo(home);
    expect((await undo(home, renamed)).status).toBe(200);
    const { body: after } = await home.get("/v1/households/me/members");
    const plain = ({ household, members }: any) => ({
      household,
      members: members.map(({ updatedAt: _, ...each }: any) => each),
    });
    expect(plain(after)).toEqual(plain(before));
  });

  test("keeps to the rules of owners and names", async () => {
    const home = await household();
    const anna = home.as(home.members.anna);
    await anna.patch(`/app/members/${home.members.ben.id}`, { role: "owner" });
    const promoted = newest(home);
    await anna.patch(`/app/members/${home.members.anna.id}`, { role: "adult" });
    expect((await undo(home, promoted)).body).toEqual(refusal(403, "Only an owner can change owners"));
    await home.as(home.members.ben).patch(`/app/members/${home.members.mia.id}`, { name: "Lea" });
    const renamed = newest(home);
    home.add("Mia", "child");
    expect((await undo(home, renamed)).body).toEqual(refusal(422, "name: is another member's already"));
  });

  test("is refused for what lets people and devices in or out", async () => {
    const home = await household();
    const anna = home.as(home.members.anna);
    const { body: guest } = await anna.post("/app/members", { name: "Gus", role: "guest" });
    expect((await undo(home)).body).toEqual(notUndoable);
    await anna.post(`/app/members/${guest.id}/invitation`, undefined);
    expect((await undo(home)).body).toEqual(notUndoable);
    const { body: key } = await anna.post("/v1/api-keys", { name: "Robot", scopes: ["tasks.read"] });
    expect((await undo(home)).body).toEqual(notUndoable);
    await anna.delete(`/v1/api-keys/${key.id}`);
    expect((await undo(home)).body).toEqual(notUndoable);
    await anna.delete(`/app/members/${guest.id}`);
    expect((await undo(home)).body).toEqual(notUndoable);
  });

  test("brings nothing back to somebody who has left", async () => {
    const home = await household();
    const anna = home.as(home.members.anna);
    const { body: task } = await home.post("/v1/tasks", { label: "Tyre", memberId: home.members.ben.id });
    await home.delete(`/v1/tasks/${task.id}`);
    const deleted = newest(home);
    const { body: event } = await home.post("/v1/events", {
      ...{ title: "Match", startsAt: "2026-12-01T16:00:00Z", endsAt: "2026-12-01T17:00:00Z" },
      memberIds: [home.members.ben.id],
    });
    await home.patch(`/v1/events/${event.id}`, { memberIds: [] });
    const freed = newest(home);
    expect((await anna.delete(`/app/members/${home.members.ben.id}`)).status).toBe(200);
    expect((await undo(home, deleted)).body).toEqual(changed);
    expect((await undo(home, freed)).body).toEqual(changed);
    expect((await home.get("/v1/tasks")).body.tasks).toEqual([]);
  });
});
