/** Tests who may add groceries to which list. */
import { describe, expect, test } from "bun:test";
import { refusal } from "../support/home/home.ts";
import { contents, homeWithWeek, monday, weekIngredients as week } from "../support/records/meals.ts";

describe("groceries on a personal list", () => {
  test("The owner and the owner's API keys can add groceries to a personal list", async () => {
    const { list, anna, ben, mia, shop, items, createKey, members, call, get } = await homeWithWeek();
    const { id: listId } = await list("Party", { visibility: "personal" }, anna);
    expect(contents((await shop({ listId }, anna)).added)).toEqual(week);
    const { key } = createKey({ memberId: members.anna.id });
    const more = { listId, ingredient: "Candles" };
    expect((await call("POST", "/v1/meals/grocery/items", { body: more, key })).body.added).toBe(true);
    expect(await items(listId, anna)).toEqual([...week, "Candles"]);
    const feed = async (by: Pick<typeof anna, "get">) => JSON.stringify((await by.get("/v1/activity")).body.entries);
    for (const words of ["added 4 ingredients", "added “Candles” to “Party”"]) {
      expect(await feed(anna)).toContain(words);
      for (const other of [ben, mia, { get }]) expect(await feed(other)).not.toContain(words);
    }
  });

  test("Other members and other API keys cannot add groceries to a personal list", async () => {
    const own = await homeWithWeek();
    const { id: listId } = await own.list("Party", { visibility: "personal" }, own.anna);
    const bensKey = own.createKey({ memberId: own.members.ben.id }).key;
    const { length } = own.entries();
    const none = refusal(422, "listId: no such list");
    for (const [path, more] of [
      ["/v1/meals/grocery", { weekStart: monday }],
      ["/v1/meals/grocery/items", { ingredient: "Milk" }],
    ] as const) {
      const body = { ...more, listId };
      expect((await own.ben.post(path, body)).body).toEqual(none);
      expect((await own.mia.post(path, body)).body).toEqual(none);
      expect((await own.post(path, body)).body).toEqual(none);
      expect((await own.post(path, body, { key: bensKey })).body).toEqual(none);
    }
    expect(await own.items(listId, own.anna)).toEqual([]);
    expect(own.entries().length).toBe(length);
  });
});

test("Children and guests may add groceries; API keys need the write scopes of meals and lists", async () => {
  const own = await homeWithWeek();
  const guest = own.as(own.add("Guest", "guest"));
  expect((await guest.post("/v1/meals/grocery", { weekStart: monday })).body.added.length).toBe(4);
  expect((await own.mia.post("/v1/meals/grocery/items", { ingredient: "Jam" })).body.added).toBe(true);
  for (const path of ["/v1/meals/grocery", "/v1/meals/grocery/items"]) {
    for (const [scope, missing] of [
      ["meals.write", "lists.write"],
      ["lists.write", "meals.write"],
    ] as const) {
      const { key } = own.createKey({ scopes: [scope, "meals.read", "lists.read"] });
      expect((await own.post(path, {}, { key })).body).toEqual(refusal(403, `Missing scope: ${missing}`));
    }
  }
  const headers = { "Idempotency-Key": "once" };
  const item = { ingredient: "Eggs" };
  const first = await own.post("/v1/meals/grocery/items", item, { headers });
  const again = await own.post("/v1/meals/grocery/items", item, { headers });
  expect(first.body.added).toBe(true);
  expect(again.body).toEqual(first.body);
  expect(again.headers.get("Idempotency-Replayed")).toBe("true");
});

test("A grocery list that a child's request creates can be made personal only by adults", async () => {
  const own = await homeWithWeek();
  const { body } = await own.mia.post("/v1/meals/grocery", { weekStart: monday });
  const path = `/v1/lists/${body.listId}/settings`;
  const refused = await own.mia.patch(path, { visibility: "personal" });
  expect(refused.body).toEqual(refusal(403, "Only the list's owner can change who sees it"));
  expect((await own.ben.patch(path, { visibility: "personal" })).status).toBe(200);
});
