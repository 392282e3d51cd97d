import { describe, expect, test } from "bun:test";
import { refusal } from "../support/home/home.ts";
import { asPlanned, homeWithMeals, images, rowsOf } from "../support/records/meals.ts";

const instant = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
const unknownId = "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";
const pastry = "🧑🏽‍🍳";

describe("adding a recipe", () => {
  test("A new recipe is returned with all fields and defaults, and is in the activity feed", async () => {
    const home = await homeWithMeals();
    const headers = { "X-Agent-Name": "Cook" };
    const { status, body } = await home.post("/v1/recipes", { name: "  Lasagne " }, { headers });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.any(String),
      name: "Lasagne",
      emoji: "🍽️",
      prepMinutes: null,
      ingredients: [],
      instructions: "",
      archivedAt: null,
      ...{ kind: "recipe", servings: null, tags: [], groups: [], notes: "", source: null, photo: null },
      ...{ likes: [], lastEaten: null, timesEaten: 0 },
      createdAt: instant,
      updatedAt: body.createdAt,
      createdBy: { kind: "api_key", id: home.key.id, name: "Test key", agentName: "Cook" },
    });
    expect(home.entries()[0]).toMatchObject({
      action: "created",
      subject: { type: "recipe", id: body.id, label: "Lasagne" },
      summary: "added the recipe “Lasagne”",
      changes: null,
    });
    expect(images(home)).toEqual({ before: null, after: { recipe: rowsOf(home, "recipe") } });
  });

  test("A new recipe keeps the given texts in order, trimmed but with duplicates and with HTML", async () => {
    const { recipe, get } = await homeWithMeals();
    const given = {
      emoji: ` ${pastry} `,
      prepMinutes: 1_440,
      ingredients: ["  2 eggs ", "Flour", "Flour", "<b>Milk</b>"],
      instructions: "\nStir.\nBake.\n",
    };
    const made = await recipe("‘Sünday’ <script>", [], given);
    expect(made).toMatchObject({
      ...{ name: "‘Sünday’ <script>", emoji: pastry, prepMinutes: 1_440, instructions: "Stir.\nBake." },
      ingredients: ["2 eggs", "Flour", "Flour", "<b>Milk</b>"],
    });
    expect((await get("/v1/recipes")).body.recipes).toEqual([made]);
  });

  test("The length limits of a recipe's fields count code points", async () => {
    const { post } = await homeWithMeals();
    const most = {
      ...{ name: "🍕".repeat(200), emoji: "🍕".repeat(8), prepMinutes: 0, instructions: "🍕".repeat(5_000) },
      ingredients: Array(100).fill("🍕".repeat(200)),
    };
    const { status, body } = await post("/v1/recipes", most);
    expect({ status, ...body }).toMatchObject({ status: 200, ...most });
  });

  test.each([
    [{}, "name: is required"],
    [{ name: " \u00a0 " }, "name: must be 1 to 200 characters"],
    [{ name: "x".repeat(201) }, "name: must be 1 to 200 characters"],
    [{ name: null }, "name: must be 1 to 200 characters"],
    [{ name: "x", emoji: "" }, "emoji: must be 1 to 8 characters"],
    [{ name: "x", emoji: "🍕".repeat(9) }, "emoji: must be 1 to 8 characters"],
    [{ name: "x", emoji: null }, "emoji: must be 1 to 8 characters"],
    [{ name: "x", prepMinutes: -1 }, "prepMinutes: must be a whole number from 0 to 1440 or null"],
    [{ name: "x", prepMinutes: 1_441 }, "prepMinutes: must be a whole number from 0 to 1440 or null"],
    [{ name: "x", prepMinutes: 1.5 }, "prepMinutes: must be a whole number from 0 to 1440 or null"],
    [{ name: "x", prepMinutes: "5" }, "prepMinutes: must be a whole number from 0 to 1440 or null"],
    [{ name: "x", ingredients: "Milk" }, "ingredients: must be a list of 0 to 100 items"],
    [{ name: "x", ingredients: null }, "ingredients: must be a list of 0 to 100 items"],
    [{ name: "x", ingredients: Array(101).fill("x") }, "ingredients: must be a list of 0 to 100 items"],
    [{ name: "x", ingredients: ["Milk", " "] }, "ingredients[1]: must be 1 to 200 characters"],
    [{ name: "x", ingredients: ["x".repeat(201)] }, "ingredients[0]: must be 1 to 200 characters"],
    [{ name: "x", ingredients: [{}] }, "ingredients[0]: must be 1 to 200 characters"],
    [{ name: "x", instructions: "x".repeat(5_001) }, "instructions: must be at most 5000 characters"],
    [{ name: "x", instructions: "\0" }, "instructions: must not contain U+0000 or half a surrogate pair"],
    [{ name: "x", archivedAt: null }, "archivedAt: unknown field"],
  ])("A new recipe is refused with %j", async (body, error) => {
    const { post, get, entries } = await homeWithMeals();
    const { length } = entries();
    expect((await post("/v1/recipes", body)).body).toEqual(refusal(400, error));
    expect((await get("/v1/recipes")).body).toEqual({ recipes: [] });
    expect(entries().length).toBe(length);
  });
});

describe("the list of recipes", () => {
  test("The list of recipes is sorted by name, whatever the case and the machine's locale, then by id", async () => {
    const { recipe, get } = await homeWithMeals();
    const names = ["Zander", "apfelmus", "Äpfel im Schlafrock", "Apfelmus", "Crêpes", "crepes", "Ångström", "apfelmus"];
    const made = [];
    for (const name of names) made.push(await recipe(name));
    const { recipes } = (await get("/v1/recipes")).body;
    expect(recipes.map(({ name }: any) => name)).toEqual([
      ...["Ångström", "Äpfel im Schlafrock", "apfelmus", "Apfelmus", "apfelmus"],
      ...["crepes", "Crêpes", "Zander"],
    ]);
    const same = recipes.filter(({ name }: any) => /^apfelmus$/i.test(name)).map(({ id }: any) => id);
    expect(same).toEqual([...same].sort());
    expect(new Set(recipes.map(({ id }: any) => id))).toEqual(new Set(made.map(({ id }) => id)));
  });

  test("The list of recipes contains only the household's own recipes", async () => {
    const home = await homeWithMeals();
    await home.recipe("Lasagne");
    expect((await (await home.neighbour()).get("/v1/recipes")).body).toEqual({ recipes: [] });
  });
});

describe("changing a recipe", () => {
  test.each([
    [{ name: "Moussaka" }, "renamed the recipe “Lasagne” to “Moussaka”"],
    [{ emoji: "🍆" }, "changed the emoji of the recipe “Lasagne”"],
    [{ prepMinutes: null }, "changed the preparation time of the recipe “Lasagne”"],
    [{ ingredients: ["Milk", "Flour"] }, "changed the ingredients of the recipe “Lasagne”"],
    [
      { instructions: "Bake.", ingredients: [], name: "Air" },
      "changed the name, ingredients and instructions of the recipe “Lasagne”",
    ],
  ])("A change of a recipe applies %j and keeps the other fields", async (patch, summary) => {
    const home = await homeWithMeals();
    const made = await home.recipe("Lasagne", ["Flour", "Milk"], { prepMinutes: 60 });
    const before = rowsOf(home, "recipe");
    const { status, body } = await home.patch(`/v1/recipes/${made.id}`, patch);
    expect(status).toBe(200);
    expect(body).toEqual({ ...made, ...patch, updatedAt: instant });
    expect((await home.get("/v1/recipes")).body.recipes).toEqual([body]);
    const changes = Object.fromEntries(Object.entries(patch).map(([field, to]) => [field, { from: made[field], to }]));
    expect(home.entries()[0]).toMatchObject({ action: "updated", summary, changes, subject: { label: body.name } });
    expect(images(home)).toEqual({ before: { recipe: before }, after: { recipe: rowsOf(home, "recipe") } });
  });

  test("A change of a recipe writes nothing if nothing changes", async () => {
    const home = await homeWithMeals();
    const made = await home.recipe("Lasagne", ["Milk"], { prepMinutes: 60 });
    const { length } = home.entries();
    for (const same of [{}, { name: " Lasagne ", ingredients: ["Milk "], prepMinutes: 60, emoji: "🍽️" }])
      expect((await home.patch(`/v1/recipes/${made.id}`, same)).body).toEqual(made);
    expect(home.entries().length).toBe(length);
  });

  test.each([
    [{ name: "" }, "name: must be 1 to 200 characters"],
    [{ name: null }, "name: must be 1 to 200 characters"],
    [{ instructions: null }, "instructions: must be at most 5000 characters"],
    [{ ingredients: [""] }, "ingredients[0]: must be 1 to 200 characters"],
  ])("A change of a recipe to %j is refused", async (patch, error) => {
    const { recipe, patch: change, get } = await homeWithMeals();
    const made = await recipe("Lasagne");
    expect((await change(`/v1/recipes/${made.id}`, patch)).body).toEqual(refusal(400, error));
    expect((await get("/v1/recipes")).body.recipes).toEqual([made]);
  });
});

describe("archiving a recipe", () => {
  test("Archiving a recipe removes the recipe from the list, but keeps planned meals", async () => {
    const home = await homeWithMeals();
    const made = await home.recipe("Lasagne", ["Milk"]);
    const meal = await home.plan("2026-11-27", "dinner", made);
    const before = rowsOf(home, "recipe");
    const { status, body } = await home.delete(`/v1/recipes/${made.id}`);
    expect({ status, body }).toEqual({ status: 200, body: { id: made.id, deleted: true } });
    expect((await home.get("/v1/recipes")).body).toEqual({ recipes: [] });
    const archived = { ...made, archivedAt: instant, updatedAt: instant };
    expect((await home.week()).meals).toEqual([{ ...meal, recipe: asPlanned(archived) }]);
    expect(home.entries()[0]).toMatchObject({
      action: "archived",
      subject: { type: "recipe", id: made.id, label: "Lasagne" },
      summary: "archived the recipe “Lasagne”",
      changes: null,
    });
    expect(images(home)).toEqual({ before: { recipe: before }, after: { recipe: rowsOf(home, "recipe") } });
    const { length } = home.entries();
    const gone = refusal(404, "Recipe not found");
    expect((await home.delete(`/v1/recipes/${made.id}`)).body).toEqual(gone);
    expect((await home.patch(`/v1/recipes/${made.id}`, { name: "x" })).body).toEqual(gone);
    expect((await home.patch(`/v1/recipes/${made.id}`, {})).body).toEqual(gone);
    const planned = { date: "2026-11-28", mealType: "dinner", recipeId: made.id };
    expect((await home.post("/v1/meals", planned)).body).toEqual(refusal(422, "recipeId: no such recipe"));
    expect(home.entries().length).toBe(length);
  });

  test("Only one of two simultaneous requests to archive a recipe succeeds", async () => {
    const { recipe, delete: remove } = await homeWithMeals();
    const { id } = await recipe("Lasagne");
    const answers = await Promise.all([1, 2, 3].map(() => remove(`/v1/recipes/${id}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  });

  test("Archiving recipes is for adults and API keys only", async () => {
    const { add, as, mia, ben, delete: remove } = await homeWithMeals();
    const guest = as(add("Guest", "guest"));
    for (const who of [mia, guest]) {
      const { body } = await who.post("/v1/recipes", { name: "Toast" });
      expect((await who.patch(`/v1/recipes/${body.id}`, { emoji: "🍞" })).status).toBe(200);
      expect((await who.delete(`/v1/recipes/${body.id}`)).body).toEqual(
        refusal(403, "Only an owner or adult can do this"),
      );
      // The server checks permissions first, as for any operation.
      expect((await who.delete(`/v1/recipes/${unknownId}`)).status).toBe(403);
      expect((await ben.delete(`/v1/recipes/${body.id}`)).status).toBe(200);
    }
    const { body } = await mia.post("/v1/recipes", { name: "Toast" });
    expect((await remove(`/v1/recipes/${body.id}`)).status).toBe(200);
  });
});
