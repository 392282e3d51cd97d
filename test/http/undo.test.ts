/** Tests undo over HTTP. `test/overview/undo/model.test.ts` tests that every type of change can be undone. */
import { describe, expect, test } from "bun:test";
import { series } from "../support/calendar/events.ts";
import { household, refusal } from "../support/home/home.ts";
import { changedSince, newest, undo } from "../support/home/undo.ts";
import { homeWithLists } from "../support/records/lists.ts";

const notUndoable = refusal(422, "This kind of change can't be undone");
const notOwn = refusal(403, "Only your own changes of the last 24 hours can be undone");
const unknownId = "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";

describe("an undo", () => {
  test("Undo lets any adult restore a deleted record with the same id", async () => {
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
        summary: "undid: deleted the task “Tyre”",
        changes: null,
        canUndo: true,
      },
      actor: { kind: "member", id: home.members.anna.id, name: "Anna", agentName: null },
      subject: { type: "task", id: made.id, label: "Tyre" },
      notRestored: [],
      restored: [{ type: "task", id: made.id }],
    });
    expect((await home.get("/v1/tasks")).body.tasks).toEqual([{ ...made, updatedAt: expect.any(String) }]);
    expect(body.id).not.toBe(deleted);
    expect(home.entries()[0]).toEqual(
      JSON.parse(JSON.stringify({ ...body, notRestored: undefined, restored: undefined })),
    );
  });

  test("An undo can be undone, and so can the undo of an undo, but each activity entry only once", async () => {
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
    expect((await undo(home, created)).body).toEqual(refusal(422, "This change is undone already"));
    const { body: third } = await undo(home, second.id);
    expect(third).toMatchObject({ summary: "undid: added “Tyre” for Ben", subject: { id: made.id } });
    expect(await isThere()).toBe(false);
  });

  test("Undo happens once if several callers undo the same entry simultaneously", async () => {
    const home = await household();
    await home.post("/v1/tasks", { label: "Tyre", memberId: home.members.ben.id });
    const entry = newest(home);
    const answers = await Promise.all(Array.from({ length: 8 }, () => undo(home, entry)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(422)]);
    expect(home.entries().filter(({ action }) => action === "undone").length).toBe(1);
  });

  test("Undo writes only the changed fields, and is refused if the record changed later", async () => {
    const home = await household();
    const { body: task } = await home.post("/v1/tasks", { label: "Tyre", memberId: home.members.ben.id });
    await home.patch(`/v1/tasks/${task.id}`, { label: "Wheel" });
    const renamed = newest(home);
    await home.patch(`/v1/tasks/${task.id}`, { dueDate: "2026-12-01" });
    expect((await undo(home, renamed)).body).toEqual(changedSince);
    await undo(home);
    expect((await undo(home, renamed)).status).toBe(200);
    expect((await home.get("/v1/tasks")).body.tasks[0]).toMatchObject({ label: "Tyre", dueDate: null });
    await home.delete(`/v1/tasks/${task.id}`);
    const { status, body } = await undo(home, home.entries().find(({ action }) => action === "created")?.id);
    expect({ status, body }).toEqual({ status: 422, body: changedSince });
  });

  test("Undo returns 404 for an unknown activity entry or an entry of another household", async () => {
    const home = await household();
    const other = await home.neighbour();
    await other.post("/v1/tasks", { label: "Theirs", memberId: other.members.ben.id });
    for (const id of [unknownId, newest(other)]) {
      expect((await undo(home, id)).body).toEqual(refusal(404, "Activity entry not found"));
    }
  });

  test("Undo accepts an idempotency key like every other write", async () => {
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

describe("permission to undo", () => {
  test("An API key may undo its own changes with the write scope of the changed records", async () => {
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

  test("A child or guest may undo only their own changes, and an adult may undo all changes", async () => {
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

  test("A member who became a child may not undo earlier changes that only an adult can make", async () => {
    const home = await household();
    const ben = home.as(home.members.ben);
    await ben.patch(`/app/members/${home.members.ben.id}`, { role: "child" });
    const demoted = newest(home);
    await home.as(home.members.anna).patch(`/app/members/${home.members.ben.id}`, { role: "adult" });
    await ben.patch("/app/household", { name: "Ben's" });
    const renamed = newest(home);
    await ben.post("/app/chores", { name: "Sweep", memberIds: [home.members.ben.id], startDate: "2026-11-27" });
    const added = newest(home);
    await ben.post("/v1/tasks", { label: "Tyre", memberId: home.members.ben.id });
    const own = newest(home);
    await home.as(home.members.anna).patch(`/app/members/${home.members.ben.id}`, { role: "child" });
    for (const entry of [demoted, renamed, added]) {
      const { body } = await ben.post(`/v1/activity/${entry}/undo`, undefined);
      expect(body).toEqual(refusal(403, "Only an owner or adult can do this"));
    }
    expect((await ben.post(`/v1/activity/${own}/undo`, undefined)).status).toBe(200);
  });

  test("A change of another member's personal list cannot be undone", async () => {
    const home = await homeWithLists();
    const list = await home.list("Gifts", { visibility: "personal" }, home.anna);
    const entry = (await home.anna.get("/v1/activity?limit=1")).body.entries[0].id;
    const byBen = await home.ben.post(`/v1/activity/${entry}/undo`, undefined);
    expect(byBen.body).toEqual(refusal(404, "Activity entry not found"));
    expect((await home.anna.post(`/v1/activity/${entry}/undo`, undefined)).status).toBe(200);
    expect(await home.find(list.id, home.anna)).toBeUndefined();
  });

  test("A change of a list's visibility can be undone only by the list's owner", async () => {
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

  test("Undo refuses to move a block out of another member's personal list", async () => {
    const home = await homeWithLists();
    const shared = await home.list("Groceries");
    const secret = await home.list("Gifts", { visibility: "personal" }, home.anna);
    const { id } = await home.block(shared.id, "Bicycle");
    await home.anna.patch(`/v1/lists/${shared.id}/blocks/${id}/move`, { targetListId: secret.id });
    const path = `/v1/activity/${newest(home)}/undo`;
    expect((await home.ben.post(path, undefined)).body).toEqual(changedSince);
    expect((await home.anna.post(path, undefined)).status).toBe(200);
    expect(await home.tree(shared.id)).toEqual(["Bicycle"]);
  });
});

describe("undo of a change to members or the household", () => {
  test("Undo restores names, colors and settings, and the members' names in the activity feed", async () => {
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

  test("An adult cannot undo a promotion to owner, and no undo restores a name that is taken", async () => {
    const home = await household();
    const anna = home.as(home.members.anna);
    await anna.patch(`/app/members/${home.members.ben.id}`, { role: "owner" });
    const promoted = newest(home);
    await anna.patch(`/app/members/${home.members.anna.id}`, { role: "adult" });
    expect((await undo(home, promoted)).body).toEqual(refusal(403, "Only an owner can change owners"));
    await home.as(home.members.ben).patch(`/app/members/${home.members.mia.id}`, { name: "Lea" });
    const renamed = newest(home);
    home.add("Mia", "child");
    expect((await undo(home, renamed)).body).toEqual(refusal(422, "name: must not be another member's name"));
  });

  test("Undo is refused for changes to sign-ins, API keys and devices", async () => {
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

  test("Undo is refused if a record would be assigned to a removed member", async () => {
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
    expect((await undo(home, deleted)).body).toEqual(changedSince);
    expect((await undo(home, freed)).body).toEqual(changedSince);
    expect((await home.get("/v1/tasks")).body.tasks).toEqual([]);
  });

  test("Undo of a change to an instance is refused if a removed member would be assigned", async () => {
    const home = await household();
    const lessons = await series(home);
    const first = "2027-03-02T15:00:00.000Z";
    await lessons.edit("this", first, { memberIds: [home.members.ben.id] });
    await lessons.edit("this", first, { memberIds: [] });
    const freed = newest(home);
    const target = { memberId: home.members.ben.id, provider: "provider_b", externalCalendarId: "x" };
    const others = [{ memberIds: [home.members.ben.id] }, { syncTargets: [target] }];
    const deleted: string[] = [];
    for (const change of others) {
      const other = await series(home);
      expect((await other.edit("this", first, change)).status).toBe(200);
      await other.drop("all", first);
      deleted.push(newest(home));
    }
    await home.as(home.members.anna).delete(`/app/members/${home.members.ben.id}`);
    for (const entry of [freed, ...deleted]) expect((await undo(home, entry)).body).toEqual(changedSince);
  });

  test("Undo restores a text that contains the id of an unknown record", async () => {
    const home = await household();
    const lessons = await series(home);
    const first = "2027-03-02T15:00:00.000Z";
    const notes = `Sheets: https://music.example/${unknownId}`;
    await lessons.edit("this", first, { notes });
    expect((await undo(home)).status).toBe(200);
    expect((await undo(home)).status).toBe(200);
    expect((await lessons.master()).exceptions).toMatchObject([{ notes }]);
    await lessons.drop("all", first);
    expect((await undo(home)).status).toBe(200);
    expect((await lessons.master()).exceptions).toMatchObject([{ notes }]);
  });
});
