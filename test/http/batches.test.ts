/**
 * Batches: several changes in one request, of which all succeed or none.
 * This file is long because it checks each rule for all three kinds of batch.
 */
import { describe, expect, test } from "bun:test";
import { household, refusal } from "../support/home/home.ts";
import { newest, undo } from "../support/home/undo.ts";
import { homeWithGroceries } from "../support/records/lists.ts";
import { asPlanned, homeWithMeals, images, rowsOf } from "../support/records/meals.ts";

const at = (hour: number, more: object = {}) => ({
  ...{ title: "Match", startsAt: `2026-12-01T${hour}:00:00Z`, endsAt: `2026-12-01T${hour + 1}:00:00Z` },
  ...more,
});
const range = "/v1/events?from=2026-11-01T00:00:00Z&to=2027-02-01T00:00:00Z";

describe("a batch of events", () => {
  test("A batch adds several events with one activity entry, and one undo removes all events", async () => {
    const home = await household();
    const before = home.entries().length;
    const events = [
      at(10),
      at(12, { title: "Piano", recurrenceRule: "FREQ=WEEKLY" }),
      at(14, { title: "Tea" }),
      at(16),
    ];
    const { status, body } = await home.post("/v1/events/batch", { events });
    expect(status).toBe(200);
    expect(body.events.map(({ title }: any) => title)).toEqual(["Match", "Piano", "Tea", "Match"]);
    expect(body.events[1]).toEqual((await home.get(`/v1/events/${body.events[1].id}`)).body);
    expect(home.entries().length).toBe(before + 1);
    expect(home.entries()[0]).toMatchObject({
      ...{ action: "created", subject: { type: "event", id: body.events[0].id, label: "Match" } },
      summary: "added 4 events: “Match”, “Piano”, “Tea” and 1 more",
    });
    expect((await undo(home)).status).toBe(200);
    expect((await home.get(range)).body.events).toEqual([]);
  });

  test("If one event of a batch is refused, no event is added, and the error names the refused event", async () => {
    const home = await household();
    const before = home.entries().length;
    const send = async (...events: object[]) => (await home.post("/v1/events/batch", { events })).body;
    const unknown = "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";
    expect(await send(at(10), at(12, { memberIds: [unknown] }))).toEqual(
      refusal(422, "events[1].memberIds: no such member"),
    );
    expect(await send(at(10, { title: "" }))).toEqual(refusal(400, "events[0].title: must be 1 to 200 characters"));
    expect(await send(at(10), at(10, { colour: "red" }))).toEqual(refusal(400, "events[1].colour: unknown field"));
    expect(await send(at(10, { recurrenceRule: "FREQ=HOURLY" }))).toMatchObject({ statusCode: 422 });
    expect(await send()).toEqual(refusal(400, "events: must be a list of 1 to 30 items"));
    expect(await send(...Array(31).fill(at(10)))).toEqual(refusal(400, "events: must be a list of 1 to 30 items"));
    expect((await home.get(range)).body.events).toEqual([]);
    expect(home.entries().length).toBe(before);
  });

  test("A batch of events reports clashes and duplicates, also between events of the batch", async () => {
    const home = await household();
    const { anna, ben } = home.members;
    const lesson = at(10, { title: "Piano", memberIds: [ben.id], recurrenceRule: "FREQ=DAILY" });
    const { body: there } = await home.post("/v1/events", {
      ...lesson,
      startsAt: "2026-11-20T10:00:00Z",
      endsAt: "2026-11-20T11:00:00Z",
    });
    await home.post("/v1/events", { ...at(0), allDay: true, title: "Fair" });
    const events = [
      at(10, { startsAt: "2026-12-01T10:59:00Z", memberIds: [ben.id] }),
      at(11, { memberIds: [anna.id] }),
      at(10, { title: "PIANO", memberIds: [anna.id] }),
      at(10, { title: "Alarm" }),
      at(11, { memberIds: [anna.id] }),
    ];
    const { body } = await home.post("/v1/events/batch", { events, dryRun: true });
    const hits = (list: any[]) => list.map(({ index, eventId, otherIndex }) => [index, eventId ? "Piano" : otherIndex]);
    expect(hits(body.clashes)).toEqual([
      [0, "Piano"],
      [3, "Piano"],
      [3, 0],
      [3, 2],
      [4, 1],
    ]);
    expect(body.clashes[0]).toEqual({
      ...{ index: 0, eventId: there.id, otherIndex: null, title: "Piano", memberIds: [ben.id] },
      ...{ startsAt: "2026-12-01T10:00:00.000Z", endsAt: "2026-12-01T11:00:00.000Z" },
    });
    expect(hits(body.duplicates)).toEqual([
      [2, "Piano"],
      [4, 1],
    ]);
  });

  test("A batch of events reports at most twenty clashes for each new event", async () => {
    const home = await household();
    const daily = { ...at(10), recurrenceRule: "FREQ=DAILY" };
    await home.post("/v1/events", daily);
    const events = Array(30).fill(at(10, { endsAt: "2027-12-01T00:00:00Z" }));
    const { body } = await home.post("/v1/events/batch", { events, dryRun: true });
    expect(body.clashes.length).toBe(600);
  });

  test("A dry run of a batch of events returns the events of a real run, but saves nothing", async () => {
    const home = await household();
    const before = home.entries().length;
    const revision = () => home.db.$client.query("SELECT revision FROM household WHERE id = ?").get(home.id);
    const was = revision();
    const headers = { "Idempotency-Key": "rehearsal" };
    const { status, body } = await home.post("/v1/events/batch", { events: [at(10)], dryRun: true }, { headers });
    expect(status).toBe(200);
    expect(body.events[0]).toMatchObject({ title: "Match", memberIds: [], isGeneral: true });
    expect((await home.get(`/v1/events/${body.events[0].id}`)).status).toBe(404);
    expect([home.entries().length, revision()]).toEqual([before, was]);
    const real = await home.post("/v1/events/batch", { events: [at(10)] }, { headers });
    expect(real.status).toBe(200);
    expect(real.headers.get("Idempotency-Replayed")).toBeNull();
    expect((await home.get(range)).body.events.length).toBe(1);
  });
});

const unknownId = "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";

/** Adds two recipes. `dinner` and `snack` are bodies of meals on one day. */
async function homeWithRecipes() {
  const home = await homeWithMeals();
  const [soup, pasta] = [await home.recipe("Soup"), await home.recipe("Pasta")];
  const place = (mealType: string, recipe: { id: string }, more: object = {}) => ({
    ...{ date: "2026-11-27", mealType, recipeId: recipe.id },
    ...more,
  });
  const dinner = (recipe = soup, more: object = {}) => place("dinner", recipe, more);
  const snack = (recipe = soup, more: object = {}) => place("morning_snack", recipe, more);
  const send = (meals: object[], more: object = {}) => home.post("/v1/meals/batch", { meals, ...more });
  return { ...home, soup, pasta, dinner, snack, send };
}

describe("a batch of meals", () => {
  test("A batch adds several meals in order with one activity entry, and one undo removes all meals", async () => {
    const home = await homeWithRecipes();
    const { soup, pasta, dinner, snack } = home;
    await home.plan("2026-11-27", "dinner", soup);
    const planned = await home.cells();
    const before = home.entries().length;
    const { status, body } = await home.send([
      dinner(pasta),
      snack(pasta),
      dinner(soup, { date: "2026-11-28", slot: 1 }),
      dinner(pasta, { date: "2026-11-28" }),
    ]);
    expect(status).toBe(200);
    const [withPasta, withSoup] = [asPlanned(pasta), asPlanned(soup)];
    expect(body.meals.map(({ slot, recipe }: any) => [slot, recipe])).toEqual([
      [1, withPasta],
      [0, withPasta],
      [1, withSoup],
      [0, withPasta],
    ]);
    const week = (await home.week()).meals.map(({ id }: any) => id);
    expect(body.meals.every(({ id }: any) => week.includes(id))).toBe(true);
    expect(home.entries().length).toBe(before + 1);
    expect(home.entries()[0]).toMatchObject({
      ...{ action: "created", subject: { type: "meal", id: body.meals[0].id, label: "Pasta" }, changes: null },
      summary: "added 4 meals: “Pasta”, “Pasta”, “Soup” and 1 more",
    });
    const made = body.meals.map(({ id }: any) => rowsOf(home, "meal").find((row) => row.id === id));
    expect(images(home)).toEqual({ before: null, after: { meal: made } });
    expect((await undo(home)).status).toBe(200);
    expect(await home.cells()).toEqual(planned);
    expect((await undo(home)).status).toBe(200);
    expect((await home.week()).meals.length).toBe(5);
  });

  test("A batch of one meal has the same summary in the activity feed as a single meal", async () => {
    const home = await homeWithRecipes();
    expect((await home.send([home.dinner()])).status).toBe(200);
    expect(home.entries()[0]?.summary).toMatch(/^added “Soup” to dinner on Fri 27 Nov/);
  });

  test("If one meal of a batch is refused, no meal is planned, and the error names the refused meal", async () => {
    const home = await homeWithRecipes();
    const { soup, pasta, dinner, snack, send } = home;
    const other = await (await home.neighbour()).post("/v1/recipes", { name: "Theirs" });
    const archived = await home.recipe("Old");
    await home.delete(`/v1/recipes/${archived.id}`);
    const before = newest(home);
    const noRecipe = "recipeId: no such recipe";
    const cases: [object[], number, string][] = [
      [[dinner(), dinner({ id: unknownId })], 422, `meals[1].${noRecipe}`],
      [[dinner(), dinner(), dinner(other.body)], 422, `meals[2].${noRecipe}`],
      [[dinner(archived)], 422, `meals[0].${noRecipe}`],
      [[dinner(), dinner(pasta), dinner()], 409, "meals[2]: Dinner is full"],
      [[snack(), dinner(), snack()], 409, "meals[2]: Morning snack is full"],
      [[dinner(), dinner(pasta, { slot: 0 })], 409, "meals[1]: Meal slot is taken"],
      [[dinner(), snack(soup, { slot: 1 })], 422, "meals[1].slot: a snack has only slot 0"],
      [[dinner(), dinner(soup, { slot: 2 })], 400, "meals[1].slot: must be a whole number from 0 to 1"],
      [[dinner(), dinner(soup, { colour: "red" })], 400, "meals[1].colour: unknown field"],
      [[dinner(soup, { date: "2026-02-30" })], 400, "meals[0].date: must be a date that exists, such as 2026-05-01"],
      [[{ date: "2026-11-27", mealType: "dinner" }], 400, "meals[0].recipeId: is required"],
      [[], 400, "meals: must be a list of 1 to 42 items"],
      [Array(43).fill(dinner()), 400, "meals: must be a list of 1 to 42 items"],
    ];
    for (const [meals, status, text] of cases) {
      for (const dryRun of [false, true]) {
        expect((await send(meals, { dryRun })).body).toEqual(refusal(status, text));
      }
    }
    expect((await send([dinner()], { dryRun: "yes" })).body).toEqual(refusal(400, "dryRun: must be true or false"));
    expect(await home.cells()).toEqual([]);
    expect(newest(home)).toBe(before);
  });

  test("Two simultaneous batches of meals never use the same position in the plan", async () => {
    const { send, dinner, snack, week, entries } = await homeWithRecipes();
    const days = ["23", "24", "25", "26", "27", "28", "29"].map((day) => ({ date: `2026-11-${day}` }));
    const types = ["breakfast", "morning_snack", "lunch", "afternoon_snack", "dinner", "evening_snack"];
    const all = days.flatMap((day) => types.map((mealType) => snack(undefined, { ...day, mealType })));
    expect((await send(all)).body.meals.length).toBe(42);
    const before = entries().length;
    const answers = await Promise.all([send([dinner(), snack()]), send([dinner()]), send([dinner()])]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await week()).meals.length).toBe(43);
    expect(entries().length).toBe(before + 1);
  });

  test("A dry run of a batch of meals returns the meals of a real run, but saves nothing", async () => {
    const home = await homeWithRecipes();
    const before = newest(home);
    const meals = [home.dinner(), home.snack()];
    const headers = { "Idempotency-Key": "rehearsal" };
    const { status, body } = await home.post("/v1/meals/batch", { meals, dryRun: true }, { headers });
    expect({ status, slots: body.meals.map(({ slot }: any) => slot) }).toEqual({ status: 200, slots: [0, 0] });
    expect([await home.cells(), newest(home)]).toEqual([[], before]);
    const real = await home.post("/v1/meals/batch", { meals }, { headers });
    expect([real.status, real.headers.get("Idempotency-Replayed")]).toEqual([200, null]);
    const again = await home.post("/v1/meals/batch", { meals }, { headers });
    expect([again.body, again.headers.get("Idempotency-Replayed")]).toEqual([real.body, "true"]);
  });
});

describe("a batch of changes to a list", () => {
  test("A batch of changes to a list makes one activity entry, and one undo reverts the whole batch", async () => {
    const home = await homeWithGroceries();
    const { body: other } = await home.post("/v1/lists", { name: "Drugstore", sectionId: home.section.id });
    const was = JSON.stringify((await home.all())[0].lists.map(({ updatedAt: _, ...list }: any) => list.blocks));
    const before = home.entries().length;
    const { status, body } = await home.post(`${home.at}/batch`, {
      operations: [
        { op: "create", type: "task", content: "Eggs", beforeBlockId: home.milk.id },
        { op: "create", type: "task", content: "Almond", parentId: home.milk.id },
        { op: "update", blockId: home.bread.id, done: true },
        { op: "update", blockId: home.bread.id, content: "Rye bread" },
        { op: "convert", blockId: home.dairy.id, type: "task" },
        { op: "move", blockId: home.dairy.id, targetListId: other.id },
        { op: "delete", blockId: home.soy.id },
      ],
    });
    expect(status).toBe(200);
    expect(body.blocks.map(({ content, deleted }: any) => content ?? deleted)).toEqual([
      ...["Eggs", "Almond", "Bread", "Rye bread", "Dairy", "Dairy", true],
    ]);
    expect(body.blocks[6]).toEqual({ id: home.soy.id, deleted: true });
    expect(await home.tree(home.listId)).toEqual(["Eggs", ["Milk", "Oat", "Almond"], "Rye bread"]);
    expect(await home.tree(other.id)).toEqual(["Dairy"]);
    expect(home.entries().length).toBe(before + 1);
    expect(home.entries()[0]).toMatchObject({
      ...{ action: "updated", subject: { type: "list", id: home.listId, label: "Groceries" }, changes: null },
      summary: "changed “Groceries”: 2 items added, 1 ticked off, 1 changed, 1 converted, 1 moved, 1 deleted",
    });
    expect((await undo(home)).status).toBe(200);
    const plain = (json: string) => json.replace(/"updatedAt":"[^"]*"/g, "");
    expect(plain(JSON.stringify((await home.all())[0].lists.map(({ blocks }: any) => blocks)))).toBe(plain(was));
    expect((await undo(home)).status).toBe(200);
    expect(await home.tree(other.id)).toEqual(["Dairy"]);
  });

  test("If one change in a batch is refused, the list stays unchanged, and the error names that change", async () => {
    const home = await homeWithGroceries();
    const tree = await home.tree(home.listId);
    const before = newest(home);
    const unknown = "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";
    const add = { op: "create", type: "task", content: "Eggs" };
    const cases: [object, number, string][] = [
      [{ op: "update", blockId: unknown, done: true }, 422, "blockId: no such block"],
      [{ op: "move", blockId: home.milk.id, targetListId: unknown }, 422, "targetListId: no such list"],
      [{ op: "update", blockId: home.dairy.id, done: true }, 422, "done: only tasks can be done"],
      [{ op: "create", type: "task" }, 400, "content: is required"],
      [
        { op: "create", type: "task", content: "x", parentId: home.oat.id },
        422,
        "parentId: must be a task at the top of its list",
      ],
      [{ op: "rename", blockId: home.milk.id }, 400, "op: must be one of create, update, convert, move, delete"],
      [{ blockId: home.milk.id }, 400, "op: is required"],
      [{ op: "delete", blockId: home.milk.id, done: true }, 400, "done: unknown field"],
      [{ op: "delete" }, 400, "blockId: is required"],
      [{ op: "update", blockId: "1" }, 400, "blockId: must be a UUID"],
    ];
    for (const [operation, status, text] of cases) {
      const { body } = await home.post(`${home.at}/batch`, { operations: [add, operation] });
      expect(body).toEqual(refusal(status, `operations[1].${text}`));
    }
    const none = refusal(400, "operations: must be a list of 1 to 50 items");
    expect((await home.post(`${home.at}/batch`, { operations: [] })).body).toEqual(none);
    expect((await home.post(`${home.at}/batch`, { operations: Array(51).fill(add) })).body).toEqual(none);
    expect((await home.post(`${home.at}/batch`, { operations: ["milk"] })).body).toEqual(
      refusal(400, "operations[0]: must be a JSON object"),
    );
    expect(await home.tree(home.listId)).toEqual(tree);
    expect(newest(home)).toBe(before);
  });

  test("A batch that moves items off a personal list shows other members only moves to a shared list", async () => {
    const home = await homeWithGroceries();
    const secret = await home.list("Gifts", { visibility: "personal" }, home.anna);
    const bike = await home.block(secret.id, "Bicycle", {}, home.anna);
    const tent = await home.block(secret.id, "Tent", {}, home.anna);
    const operations = [
      { op: "move", blockId: bike.id, targetListId: home.listId },
      { op: "update", blockId: tent.id, content: "Big tent" },
    ];
    expect((await home.anna.post(`/v1/lists/${secret.id}/blocks/batch`, { operations })).status).toBe(200);
    const [entry] = (await home.ben.get("/v1/activity?limit=1")).body.entries;
    expect(entry).toMatchObject({ summary: "changed “Groceries”: 1 item moved", subject: { id: home.listId } });
    expect((await home.ben.post(`/v1/activity/${entry.id}/undo`, undefined)).status).toBe(422);
    expect((await home.anna.post(`/v1/activity/${entry.id}/undo`, undefined)).status).toBe(200);
    expect(await home.tree(home.listId)).toEqual([["Milk", "Oat", "Soy"], "Dairy", "Bread"]);
  });

  test("A batch adds tasks with a due date and an assignee to a list, and one undo removes the tasks", async () => {
    const home = await homeWithGroceries();
    const before = home.entries().length;
    const { ben } = home.members;
    const more = { done: true, dueDate: "2026-12-01T09:00:00+01:00", memberId: ben.id };
    const send = (operation: object) =>
      home.post(`${home.at}/batch`, { operations: [{ op: "create", content: "Eggs", type: "task", ...operation }] });
    const { body } = await send(more);
    expect(body.blocks[0]).toMatchObject({
      ...{ content: "Eggs", done: true, dueDate: "2026-12-01T08:00:00.000Z", memberId: ben.id },
    });
    expect(home.entries()[0]?.summary).toBe("changed “Groceries”: 1 item added");
    const unknown = "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";
    expect((await send({ memberId: unknown })).body).toEqual(refusal(422, "operations[0].memberId: no such member"));
    expect((await send({ type: "header", ...more })).body).toEqual(
      refusal(422, "operations[0].done: only tasks can be done"),
    );
    expect((await send({ dueDate: null })).body).toMatchObject({ statusCode: 400 });
    expect(home.entries().length).toBe(before + 1);
    expect((await undo(home)).status).toBe(200);
    expect(await home.tree(home.listId)).toEqual([["Milk", "Oat", "Soy"], "Dairy", "Bread"]);
  });

  test.each([{ done: true }, { dueDate: "2026-11-24T09:00:00.000Z" }, { memberId: "BEN" }])(
    "A batch can add a task to a list with the field %j alone",
    async (given) => {
      const home = await homeWithGroceries();
      const fields = JSON.parse(JSON.stringify(given).replace("BEN", home.members.ben.id));
      const operations = [{ op: "create", type: "task", content: "Cheese", ...fields }];
      const { status, body } = await home.post(`${home.at}/batch`, { operations });
      expect(status).toBe(200);
      const nothing = { done: false, dueDate: null, memberId: null };
      expect(body.blocks[0]).toMatchObject({ content: "Cheese", ...nothing, ...fields });
    },
  );

  test("A batch of changes to a list writes nothing when nothing changes", async () => {
    const home = await homeWithGroceries();
    const before = newest(home);
    const operations = [{ op: "update", blockId: home.milk.id, content: " Milk " }];
    const { status, body } = await home.post(`${home.at}/batch`, { operations });
    expect({ status, content: body.blocks[0].content }).toEqual({ status: 200, content: "Milk" });
    expect(newest(home)).toBe(before);
  });

  test("A batch of changes is refused as a whole if the list would have more than 1,000 blocks", async () => {
    const home = await homeWithGroceries();
    const operations = Array.from({ length: 50 }, (_, index) => ({ op: "create", type: "task", content: `${index}` }));
    for (let round = 0; round < 19; round++) await home.post(`${home.at}/batch`, { operations });
    const { body } = await home.post(`${home.at}/batch`, { operations });
    expect(body).toEqual(refusal(422, "operations[45]: A list holds at most 1,000 blocks"));
    expect((await home.tree(home.listId)).length).toBe(953);
  });

  test("A batch of changes to a list lets a child change only what single requests allow", async () => {
    const home = await homeWithGroceries();
    await home.change(home.milk, { memberId: home.members.ben.id });
    const tick = (blockId: string) => ({ op: "update", blockId, done: true });
    const send = (...operations: object[]) => home.mia.post(`${home.at}/batch`, { operations });
    expect((await send(tick(home.bread.id), tick(home.milk.id))).body).toEqual(
      refusal(403, "Only an owner or adult can do this"),
    );
    expect((await send(tick(home.bread.id))).status).toBe(200);
  });
});
