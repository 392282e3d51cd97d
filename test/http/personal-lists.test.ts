/** Tests that a personal list is invisible to everybody except its owner. */
import { describe, expect, test } from "bun:test";
import { setCover } from "#lists/covers/store.ts";
import { transact } from "#platform/db/client.ts";
import { createApp } from "#server/app.ts";
import { type Answer, refusal, testDeps } from "../support/home/home.ts";
import { idPlaces } from "../support/operations/id-places.ts";
import { requestOf, samples } from "../support/operations/operations.ts";
import { homeWithLists } from "../support/records/lists.ts";

const unknownId = "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";
const personal = { visibility: "personal" };

/** Anna's personal list “Gift ideas” with a task and a subtask, and a shared list “Groceries”. */
async function home() {
  const own = await homeWithLists();
  const { anna, ben, mia, members, createKey, list, block } = own;
  const shared = await list("Groceries", {}, anna);
  const secret = await list("Gift ideas", personal, anna);
  const bike = await block(secret.id, "Bicycle for Mia", {}, anna);
  const bell = await block(secret.id, "With a bell", { parentId: bike.id }, anna);
  const keyOf = (memberId: string | null) => {
    const { key } = createKey({ memberId });
    const call = (method: string, path: string, request = {}) => own.call(method, path, { ...request, key });
    return {
      call,
      get: (path: string) => call("GET", path),
      post: (path: string, body: unknown) => call("POST", path, { body }),
      patch: (path: string, body: unknown) => call("PATCH", path, { body }),
      delete: (path: string) => call("DELETE", path),
    };
  };
  const { body: pairing } = await own.call("POST", "/app/devices/pairing", { key: null });
  await anna.post("/app/devices", { code: pairing.code, name: "Tablet" });
  const paired = await own.get(`/app/devices/pairing/${pairing.pairingToken}`, { key: null });
  const headers = { Authorization: `Device ${paired.body.deviceToken}`, "X-Acting-Member": members.anna.id };
  const device = (method: string, path: string, request = {}) => own.call(method, path, { ...request, headers });
  const tablet = {
    call: device,
    get: (path: string) => device("GET", path),
    patch: (path: string, body: unknown) => device("PATCH", path, { body }),
  };
  const others = { ben, mia, "Ben's key": keyOf(members.ben.id), "nobody's key": keyOf(null) };
  const at = `/v1/lists/${secret.id}`;
  return { ...own, shared, secret, bike, bell, at, keyOf, tablet, others, annasKey: keyOf(members.anna.id) };
}

const secrets = ({ secret, bike, bell }: Awaited<ReturnType<typeof home>>) => [secret.id, bike.id, bell.id];
const words = /Gift ideas|Bicycle|bell/;

const listOperations = createApp(testDeps())
  .routes.filter(({ hooks }) => hooks.detail.tags?.includes("Lists"))
  .map(({ method, path, hooks }) => ({ method, path, id: hooks.detail.operationId as string }));

describe.each(listOperations)("$method $path", ({ method, id }) => {
  test("An operation on lists treats another member's personal list like an unknown list", async () => {
    const own = await home();
    for (const [name, caller] of Object.entries(own.others)) {
      const sample = (await samples[id]?.(own))!;
      const places = idPlaces(sample, []);
      for (const secret of secrets(own)) {
        for (const place of places) {
          const answers: Pick<Answer, "status" | "body">[] = [];
          for (const value of [secret, unknownId]) {
            const sent = place.set(structuredClone(sample), value);
            const { status, body: answered } = await caller.call(method, sent.path, requestOf(sent));
            answers.push({ status, body: answered });
          }
          expect(answers[0]).toEqual(answers[1]!);
          const [{ status, body }] = answers as [Answer, Answer];
          // A search by id in the query finds nothing.
          if (status === 200) expect(Object.values(body)).toEqual([null]);
          else expect(status).toBeGreaterThanOrEqual(400);
        }
      }
      const inPath = idPlaces({ path: sample.path }, []);
      if (/lists\/[0-9a-f-]{36}/.test(sample.path)) {
        const aimed = inPath.reduce((so, place, index) => place.set(so, index ? own.bike.id : own.secret.id), sample);
        const { body } = await caller.call(method, aimed.path, requestOf(sample));
        const isForbidden = caller === own.mia || (name.endsWith("key") && sample.path.startsWith("/app/"));
        if (!(isForbidden && body.statusCode === 403)) expect(body).toEqual(refusal(404, "List not found"));
      }
    }
    const { body: kept } = await own.anna.get("/v1/lists");
    expect(JSON.stringify(kept)).toContain(own.bell.id);
  });
});

describe("a personal list", () => {
  test("A personal list appears only for the owner and the owner's API keys", async () => {
    const own = await home();
    const { others, tablet, anna, annasKey } = own;
    for (const caller of [...Object.values(others), tablet]) {
      for (const path of ["/v1/lists", "/v1/activity?limit=100"]) {
        const { status, body } = await caller.get(path);
        expect(status).toBe(200);
        for (const id of secrets(own)) expect(JSON.stringify(body)).not.toContain(id);
        expect(JSON.stringify(body)).not.toMatch(words);
      }
    }
    for (const caller of [own.ben, own.mia, tablet]) {
      const { status, body } = await caller.get("/app/lists");
      expect(status).toBe(200);
      expect(body.sections[0].lists.map(({ name }: any) => name)).toEqual(["Groceries"]);
      expect((await caller.get(`/app/lists/one?id=${own.secret.id}`)).body).toEqual({ list: null });
    }
    for (const caller of [own.ben, own.mia]) {
      expect((await caller.get(`/app/lists/holder?blockId=${own.bike.id}`)).body).toEqual({ listId: null });
    }
    expect(JSON.stringify((await anna.get("/app/lists")).body)).toMatch(words);
    for (const caller of [anna, annasKey]) {
      for (const path of ["/v1/lists", "/v1/activity?limit=100"]) {
        expect(JSON.stringify((await caller.get(path)).body)).toMatch(words);
      }
    }
  });

  test("A personal list that an API key made belongs to the member of the key", async () => {
    const { annasKey, anna, list, section, names, keyOf, ben } = await home();
    await list("Diary", personal, annasKey);
    expect((await names(anna)).Home).toContain("Diary");
    expect((await names(ben)).Home).not.toContain("Diary");
    const body = { name: "x", sectionId: section.id, ...personal };
    expect((await keyOf(null).post("/v1/lists", body)).body).toEqual(
      refusal(422, "visibility: must be shared for a key without a member"),
    );
  });

  test("A tablet does not show personal lists, and can tick tasks only on shared lists", async () => {
    const { tablet, at, bike, shared, block, entries, members } = await home();
    expect((await tablet.patch(`${at}/blocks/${bike.id}`, { done: true })).body).toEqual(
      refusal(404, "List not found"),
    );
    const milk = await block(shared.id, "Milk");
    const path = `/v1/lists/${shared.id}/blocks/${milk.id}`;
    expect((await tablet.patch(path, { done: true })).body.done).toBe(true);
    expect(entries()[0]?.actor).toMatchObject({ kind: "member", id: members.anna.id });
    for (const body of [{ content: "x" }, { done: false, content: "x" }, { memberId: null }]) {
      expect((await tablet.patch(path, body)).body).toEqual(refusal(403, "Only an owner or adult can do this"));
    }
  });

  test("A personal list keeps the same position when other members reorder lists", async () => {
    const { list, names, anna, ben, section, shared, secret, entries } = await home();
    const two = await list("Two");
    const order = (ids: string[], by: typeof ben) => by.patch("/v1/lists/reorder", { sectionId: section.id, ids });
    expect((await order([two.id, shared.id], ben)).status).toBe(200);
    expect(await names(anna)).toEqual({ Home: ["Two", "Gift ideas", "Groceries"] });
    expect(await names(ben)).toEqual({ Home: ["Two", "Groceries"] });
    const { length } = entries();
    expect((await order([secret.id, two.id, shared.id], anna)).status).toBe(200);
    expect(await names(anna)).toEqual({ Home: ["Gift ideas", "Two", "Groceries"] });
    expect(entries().length).toBe(length); // Only Anna sees a difference.
    expect((await order([two.id, shared.id], anna)).body).toEqual(refusal(422, `ids: ${secret.id} is missing`));
    expect((await order([secret.id, shared.id, two.id], anna)).status).toBe(200);
    expect(entries().length).toBe(length + 1);
  });

  test("A section with a personal list cannot be deleted, even by members who do not see the list", async () => {
    const { post, delete: remove, list, anna, others } = await home();
    const { id } = (await post("/v1/lists/sections", { name: "Anna's" })).body;
    const diary = await list("Diary", { ...personal, sectionId: id }, anna);
    for (const caller of [others.ben, others["nobody's key"]]) {
      expect((await caller.delete(`/v1/lists/sections/${id}`)).body).toEqual(
        refusal(422, "Section still contains lists"),
      );
    }
    await anna.delete(`/v1/lists/${diary.id}`);
    expect((await remove(`/v1/lists/sections/${id}`)).status).toBe(200);
  });

  test("A personal list stays hidden from other members in the activity feed after the deletion", async () => {
    const { anna, ben, at } = await home();
    await anna.delete(at);
    const feed = async (by: typeof ben) => JSON.stringify((await by.get("/v1/activity?limit=100")).body);
    expect(await feed(ben)).not.toMatch(words);
    expect(await feed(anna)).toContain("deleted the list “Gift ideas” with its 2 items");
  });
});

describe("moving blocks between a personal and a shared list", () => {
  test("A move between a personal and a shared list shows other members only the shared list's change", async () => {
    const { anna, ben, at, bike, bell, shared, secret, block } = await home();
    const summaries = async (by: typeof ben) =>
      (await by.get("/v1/activity?limit=2")).body.entries.map(({ summary }: any) => summary);
    await anna.patch(`${at}/blocks/${bike.id}/move`, { targetListId: shared.id });
    expect((await summaries(ben))[0]).toBe("moved “Bicycle for Mia” to “Groceries” with its subtask");
    const body = JSON.stringify((await ben.get("/v1/activity?limit=100")).body);
    expect(body).not.toContain(secret.id);
    expect(body).not.toContain("Gift ideas");
    expect(JSON.stringify((await ben.get("/v1/lists")).body)).toContain(bell.id);
    const milk = await block(shared.id, "Milk");
    await anna.patch(`/v1/lists/${shared.id}/blocks/${milk.id}/move`, { targetListId: secret.id });
    expect((await summaries(ben))[0]).toBe("took “Milk” off “Groceries”");
    expect(JSON.stringify((await ben.get("/v1/activity?limit=100")).body)).not.toContain(secret.id);
  });
});

describe("the visibility of a list", () => {
  const othersMayNot = refusal(403, "Only the list's owner can change who sees it");
  const nobodys = refusal(422, "visibility: must be shared for a key without a member");

  test("A list's visibility can be changed only by the owner, and also applies to activity entries", async () => {
    const { anna, ben, at, shared, others, annasKey } = await home();
    const sees = async (by: typeof ben) => words.test(JSON.stringify((await by.get("/v1/activity?limit=100")).body));
    expect((await anna.patch(`${at}/settings`, { visibility: "shared" })).body.visibility).toBe("shared");
    expect(await sees(ben)).toBe(true);
    for (const caller of Object.values(others)) {
      expect((await caller.patch(`${at}/settings`, personal)).body).toEqual(othersMayNot);
      expect((await caller.patch(`${at}/settings`, { visibility: "shared", icon: "🎁" })).status).toBe(200);
    }
    expect((await annasKey.patch(`${at}/settings`, personal)).body.visibility).toBe("personal");
    expect(await sees(ben)).toBe(false);
    expect(await sees(anna)).toBe(true);
    expect((await ben.patch(`/v1/lists/${shared.id}/settings`, personal)).body).toEqual(othersMayNot);
  });

  test("A list without an owner can be made personal by any adult, who becomes the owner", async () => {
    const { list, anna, ben, mia, others, keyOf, members } = await home();
    const path = `/v1/lists/${(await list("Nobody's")).id}/settings`;
    expect((await others["nobody's key"].patch(path, personal)).body).toEqual(nobodys);
    expect((await mia.patch(path, personal)).body).toEqual(othersMayNot);
    expect((await keyOf(members.mia.id).patch(path, personal)).body).toEqual(othersMayNot);
    expect((await others["Ben's key"].patch(path, personal)).status).toBe(200);
    expect((await anna.patch(path, personal)).status).toBe(404);
    expect((await ben.patch(path, { visibility: "shared" })).status).toBe(200);
    expect((await anna.patch(path, personal)).body).toEqual(othersMayNot);
  });
});

describe("the activity feed with personal lists", () => {
  test("The activity feed with personal lists returns every visible entry once over all pages", async () => {
    const { anna, ben, block, shared, secret } = await home();
    for (let count = 0; count < 12; count++) {
      await block(count % 3 ? secret.id : shared.id, `x${count}`, {}, anna);
    }
    for (const caller of [anna, ben]) {
      const whole = (await caller.get("/v1/activity?limit=100")).body.entries;
      const paged = [];
      let cursor: string | null = "";
      while (cursor !== null) {
        const { body }: Answer = await caller.get(`/v1/activity?limit=3${cursor && `&cursor=${cursor}`}`);
        paged.push(...body.entries);
        cursor = body.nextCursor;
      }
      expect(paged).toEqual(whole);
      expect(new Set(paged.map(({ id }) => id)).size).toBe(whole.length);
    }
    const hidden = (await anna.get("/v1/activity?limit=1")).body.entries[0];
    expect(hidden.summary).toBe("added “x11” to “Gift ideas”");
    expect((await ben.get(`/v1/activity?cursor=${hidden.id}`)).body).toEqual(refusal(400, "Invalid cursor"));
  });
});

describe("removing a member who has personal lists", () => {
  async function leaving() {
    const own = await home();
    const diary = await own.list("Diary", personal, own.mia);
    await own.block(diary.id, "Dear diary", {}, own.mia);
    const file = `${crypto.randomUUID().replaceAll("-", "")}.webp`;
    transact(own.db, () =>
      setCover({ ...own.work(), viewerId: own.members.mia.id }, diary.id, { file, attribution: null }),
    );
    return { ...own, diary, remove: (query = "") => own.anna.delete(`/app/members/${own.members.mia.id}${query}`) };
  }

  test("Removing a member requires a decision about the member's personal lists", async () => {
    const { remove, entries } = await leaving();
    const { length } = entries();
    expect((await remove()).body).toEqual(
      refusal(422, "personalLists: must be delete or share, because Mia still has personal lists"),
    );
    expect(entries().length).toBe(length);
  });

  test("Personal lists that are deleted with the owner make no activity entry for other members", async () => {
    const { remove, db, diary, ben } = await leaving();
    expect((await remove("?personalLists=delete")).status).toBe(200);
    expect(db.$client.query("SELECT count(*) AS n FROM list WHERE id = ?").get(diary.id)).toEqual({ n: 0 });
    const feed = (await ben.get("/v1/activity?limit=100")).body.entries;
    expect(feed[0].summary).toBe("removed Mia from the household");
    expect(JSON.stringify(feed)).not.toMatch(/diary/i);
  });

  test("Removing a member can share the member's personal lists", async () => {
    const { remove, diary, ben, find } = await leaving();
    expect((await remove("?personalLists=share")).status).toBe(200);
    expect(await find(diary.id, ben)).toMatchObject({ visibility: "shared", blocks: [{ content: "Dear diary" }] });
    expect((await ben.get("/v1/activity?limit=100")).body.entries.map(({ summary }: any) => summary)).toContain(
      "made the list “Diary”",
    );
    expect((await ben.patch(`/v1/lists/${diary.id}/settings`, personal)).status).toBe(200);
  });

  test("Removing a member removes the member as the assignee of items on lists", async () => {
    const { anna, block, shared, members, find } = await home();
    const milk = await block(shared.id, "Milk");
    await anna.patch(`/v1/lists/${shared.id}/blocks/${milk.id}`, { memberId: members.mia.id });
    await anna.delete(`/app/members/${members.mia.id}`);
    expect((await find(shared.id)).blocks[0]).toMatchObject({ content: "Milk", memberId: null });
  });
});
