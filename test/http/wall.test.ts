/** Tests adding records at a paired tablet. */
import { describe, expect, test } from "bun:test";
import { household, refusal } from "../support/home/home.ts";
import { samples } from "../support/operations/operations.ts";
import { tablet } from "../support/records/check-ins.ts";

const additions = [
  ["addEventOnWall", "event"],
  ["addTaskOnWall", "task"],
  ["addListItemOnWall", "block"],
  ["addMealOnWall", "meal"],
] as const;

async function wall() {
  const home = await household();
  const device = await tablet(home);
  const { anna, mia } = home.members;
  const list = async (visibility: string) => {
    const { body: section } = await home.post("/v1/lists/sections", { name: visibility });
    return (await home.as(anna).post("/v1/lists", { name: "Presents", sectionId: section.id, visibility })).body.id;
  };
  return { ...home, home, device, anna, mia, list, atWall: device.for(mia) };
}

describe.each(additions)("%s", (id, type) => {
  test.each(["child", "guest"] as const)(
    "A tablet adds a record in the name of a %s, with one entry in the activity feed",
    async (role) => {
      const { home, device, add, entries } = await wall();
      const member = add("Pip", role);
      const sample = await samples[id]?.(home);
      const { length } = entries();
      const answer = await device.for(member).post(sample?.path ?? "", sample?.body);
      const by = { kind: "member", id: member.id, name: "Pip", agentName: null };
      expect(answer.body.createdBy).toEqual(by);
      expect(answer.headers.get("X-Activity-Id")).toBe(entries()[0]?.id ?? "");
      expect(entries().length).toBe(length + 1);
      expect(entries()[0]).toMatchObject({ action: "created", subject: { type }, actor: by });
    },
  );

  test("A tablet that adds a record must name a member of the household", async () => {
    const { home, device, call, neighbour, entries } = await wall();
    const sample = await samples[id]?.(home);
    const { path = "", body } = sample ?? {};
    const stranger = (await neighbour()).members.anna;
    const { length } = entries();
    const Authorization = `Device ${device.token}`;
    expect((await call("POST", path, { body, headers: { Authorization } })).body).toEqual(
      refusal(400, "X-Acting-Member: must be a member's UUID"),
    );
    expect((await device.for(stranger).post(path, body)).body).toEqual(refusal(422, "X-Acting-Member: no such member"));
    expect(entries().length).toBe(length);
  });

  test("A tablet adds a record once per idempotency key, and the key is refused for another member", async () => {
    const { home, device, anna, mia, entries } = await wall();
    const sample = await samples[id]?.(home);
    const { length } = entries();
    const headers = { "Idempotency-Key": "once" };
    const addAs = (member: { id: string }) => device.for(member).post(sample?.path ?? "", sample?.body, { headers });
    const first = await addAs(mia);
    const second = await addAs(mia);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get("Idempotency-Replayed")).toBe("true");
    expect((await addAs(anna)).body).toEqual(refusal(422, "Idempotency key was used for another request"));
    expect(entries().length).toBe(length + 1);
  });
});

describe("a tablet that adds records", () => {
  test("A tablet can add items to shared lists only", async () => {
    const { atWall, list, neighbour } = await wall();
    const theirs = await neighbour();
    const { body: section } = await theirs.post("/v1/lists/sections", { name: "Home" });
    const { body: foreign } = await theirs.post("/v1/lists", { name: "Theirs", sectionId: section.id });
    for (const listId of [await list("personal"), foreign.id]) {
      const { body } = await atWall.post("/app/wall/list-items", { listId, content: "Bike" });
      expect(body).toEqual(refusal(422, "listId: no such list"));
    }
    const listId = await list("shared");
    const { body: block } = await atWall.post("/app/wall/list-items", { listId, content: " Bike " });
    expect(block).toMatchObject({ type: "task", content: "Bike", done: false, memberId: null });
  });

  test.each([
    ["events", { recurrenceRule: "FREQ=DAILY" }],
    ["events", { notes: "Bring the card" }],
    ["tasks", { completedAt: "2026-11-27T09:00:00Z" }],
    ["list-items", { parentId: "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42" }],
    ["meals", { slot: 1 }],
  ])("A tablet may send only the fields of the small form, so that /app/wall/%s refuses %j", async (what, more) => {
    const { home, atWall } = await wall();
    const each = await Promise.all(additions.map(([id]) => samples[id]?.(home)));
    const sample = each.find((one) => one?.path.endsWith(what));
    const { body } = await atWall.post(sample?.path ?? "", { ...sample?.body, ...more });
    expect(body).toEqual(refusal(400, `${Object.keys(more)[0]}: unknown field`));
  });

  test("A tablet that adds a record gets the same errors as a client of the API", async () => {
    const { atWall, mia, post } = await wall();
    const times = { startsAt: "2026-12-01T16:00:00+01:00", endsAt: "2026-12-01T15:00:00+01:00" };
    expect((await atWall.post("/app/wall/events", { title: "Piano", ...times })).body).toEqual(
      refusal(422, "endsAt: must not lie before startsAt"),
    );
    expect((await atWall.post("/app/wall/tasks", { label: " ", memberId: mia.id })).body).toEqual(
      refusal(400, "label: must be 1 to 300 characters"),
    );
    const { body: recipe } = await post("/v1/recipes", { name: "Porridge" });
    const snack = { date: "2026-12-01", mealType: "morning_snack", recipeId: recipe.id };
    expect((await atWall.post("/app/wall/meals", snack)).body.recipe.name).toBe("Porridge");
    expect((await atWall.post("/app/wall/meals", snack)).body).toEqual(refusal(409, "Morning snack is full"));
  });

  test("A tablet cannot add records through the API under /v1", async () => {
    const { atWall, mia } = await wall();
    const adults = refusal(403, "Only an owner or adult can do this");
    const task = { label: "Bins", memberId: mia.id };
    expect((await atWall.post("/v1/tasks", task)).body).toEqual(adults);
    const { body: added } = await atWall.post("/app/wall/tasks", task);
    const path = `/v1/tasks/${added.id}`;
    expect((await atWall.call("PATCH", path, { body: { label: "Bin" } })).body).toEqual(adults);
    expect((await atWall.call("DELETE", path)).body).toEqual(adults);
  });
});
