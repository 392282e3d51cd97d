/** Servings, tags, headings, notes, source and photo of a recipe. */
import { describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { findReferencedCovers, listReferencedCovers } from "#operations/backup/references.ts";
import { refusal } from "../support/home/home.ts";
import { upload } from "../support/home/multipart.ts";
import { undo } from "../support/home/undo.ts";
import { homeWithMeals, images, rowsOf } from "../support/records/meals.ts";

const details = {
  ...{ servings: 4, tags: ["quick", "Kids"], notes: "Half the salt.", sourceName: "Grandma" },
  groups: [
    { title: "For the dough", at: 0 },
    { title: "For the sauce", at: 2 },
  ],
  sourceUrl: "https://example.com/lasagne?id=1",
};

async function homeWithLasagne() {
  const home = await homeWithMeals();
  const lasagne = await home.recipe("Lasagne", ["Flour", "Eggs", "Tomatoes", "Basil"]);
  const path = `/v1/recipes/${lasagne.id}/details`;
  const read = async () => (await home.get(`/v1/recipes/${lasagne.id}`)).body;
  return { ...home, lasagne, path, read };
}

describe("the details of a recipe", () => {
  test("The details of a recipe are stored and shown, and a change causes one activity entry", async () => {
    const home = await homeWithLasagne();
    const before = rowsOf(home, "recipe");
    const { status, body } = await home.patch(home.path, details);
    expect(status).toBe(200);
    const { sourceName, sourceUrl, ...others } = details;
    expect(body).toEqual({
      ...home.lasagne,
      ...others,
      source: { name: sourceName, url: sourceUrl },
      updatedAt: body.updatedAt,
    });
    expect(home.entries()[0]).toMatchObject({
      action: "updated",
      summary: "changed the servings, tags, headings, notes and source of the recipe “Lasagne”",
    });
    expect(images(home)).toEqual({ before: { recipe: before }, after: { recipe: rowsOf(home, "recipe") } });
    await home.plan("2026-11-27", "dinner", home.lasagne);
    expect((await home.week()).meals[0].recipe).toMatchObject(others);
    const { length } = home.entries();
    await home.patch(home.path, details);
    expect(home.entries().length).toBe(length);
  });

  test("The details of a recipe can be sent with a new recipe, or together with other fields", async () => {
    const home = await homeWithLasagne();
    const { sourceName, sourceUrl, ...others } = details;
    const ingredients = ["Flour", "Eggs", "Tomatoes"];
    const { body } = await home.post("/v1/recipes/details", { name: "Ravioli", ingredients, ...details });
    expect(body).toMatchObject({ name: "Ravioli", ...others, source: { name: sourceName, url: sourceUrl } });
    expect(home.entries()[0]?.summary).toBe("added the recipe “Ravioli”");
    const path = `/v1/recipes/${body.id}/details`;
    const changed = await home.patch(path, { name: "Tortellini", ingredients: ["Tomatoes"], servings: 2 });
    expect(changed.body).toMatchObject({
      name: "Tortellini",
      servings: 2,
      groups: [{ title: "For the sauce", at: 0 }],
    });
    expect(home.entries()[0]?.summary).toBe("changed the name, ingredients and servings of the recipe “Ravioli”");
    const misplaced = await home.post("/v1/recipes/details", { name: "x", ingredients: [], groups: details.groups });
    expect(misplaced.body).toEqual(refusal(422, "groups[0].at: no such ingredient"));
  });

  test("A change of the details of a recipe can be undone and redone", async () => {
    const home = await homeWithLasagne();
    const { body } = await home.patch(home.path, details);
    await undo(home);
    expect(await home.read()).toEqual({ ...home.lasagne, updatedAt: expect.any(String) });
    await undo(home);
    expect(await home.read()).toEqual({ ...body, updatedAt: expect.any(String) });
  });

  test("The search finds a recipe by the recipe's tags and notes", async () => {
    const { patch, path, get, lasagne } = await homeWithLasagne();
    await patch(path, { tags: ["Sundays"], notes: "Grandpa wants it crisp" });
    for (const query of ["sundays", "crisp"]) {
      const { results } = (await get(`/v1/search?query=${query}`)).body;
      expect(results.map(({ type, id }: any) => [type, id])).toEqual([["recipe", lasagne.id]]);
    }
  });

  test("A tag of a recipe is spelled as in the recipe that first used the tag", async () => {
    const { post, patch } = await homeWithMeals();
    const create = async (name: string, tags: string[]) => (await post("/v1/recipes/details", { name, tags })).body;
    const first = await create("Soup", ["Quick", "Kids"]);
    const second = await create("Stew", ["quick", "KIDS", "winter", "kids"]);
    expect(second.tags).toEqual(["Quick", "Kids", "winter"]);
    const change = async (id: string, tags: string[]) => (await patch(`/v1/recipes/${id}/details`, { tags })).body.tags;
    expect(await change(second.id, ["Winter", "quick"])).toEqual(["Winter", "Quick"]);
    expect(await change(first.id, ["WINTER"])).toEqual(["Winter"]);
  });

  test("A repeated tag of a recipe is stored once, even if the repetition differs in case", async () => {
    const { patch, path } = await homeWithLasagne();
    expect((await patch(path, { tags: ["Quick", "quick ", "QUICK", "kids"] })).body.tags).toEqual(["Quick", "kids"]);
  });

  test.each([
    [{ servings: 0 }, 400, "servings: must be a whole number from 1 to 100 or null"],
    [{ servings: 101 }, 400, "servings: must be a whole number from 1 to 100 or null"],
    [{ tags: Array(11).fill("x") }, 400, "tags: must be a list of 0 to 10 items"],
    [{ tags: ["quick", "easy, cheap"] }, 400, "tags[1]: must not have a comma"],
    [{ tags: ["x".repeat(31)] }, 400, "tags[0]: must be 1 to 30 characters"],
    [{ notes: "x".repeat(5_001) }, 400, "notes: must be at most 5000 characters"],
    [{ sourceUrl: "ftp://example.com" }, 400, "sourceUrl: must be a web address"],
    [{ sourceUrl: "javascript:alert(1)" }, 400, "sourceUrl: must be a web address"],
    [{ sourceUrl: "https://anna:secret@example.com" }, 400, "sourceUrl: must be a web address"],
    [{ groups: [{ title: "x", at: 4 }] }, 422, "groups[0].at: no such ingredient"],
    [
      {
        groups: [
          { title: "x", at: 1 },
          { title: "y", at: 1 },
        ],
      },
      422,
      "groups[1].at: must be after groups[0].at",
    ],
    [{ likes: [] }, 400, "likes: unknown field"],
  ])("The details of a recipe are refused if they are %j", async (body, status, error) => {
    const { patch, path, read, lasagne } = await homeWithLasagne();
    expect((await patch(path, body)).body).toEqual(refusal(status, error));
    expect(await read()).toEqual(lasagne);
  });

  test("The details of a recipe are refused for an archived recipe", async () => {
    const { patch, path, lasagne, delete: remove } = await homeWithLasagne();
    await remove(`/v1/recipes/${lasagne.id}`);
    expect((await patch(path, { servings: 2 })).body).toEqual(refusal(404, "Recipe not found"));
  });
});

describe("the headings of a recipe", () => {
  const [dough, sauce] = details.groups;
  test.each([
    [
      ["Flour", "Milk", "Eggs", "Tomatoes"],
      [dough, { ...sauce, at: 3 }],
    ],
    [["Eggs", "Tomatoes"], [{ ...sauce, at: 1 }]],
    [
      ["Tomatoes", "Flour"],
      [
        { ...sauce, at: 0 },
        { ...dough, at: 1 },
      ],
    ],
    [["Basil"], []],
  ])(
    "The headings of a recipe stay before their ingredients if the list of ingredients becomes %j",
    async (ingredients, groups) => {
      const { patch, path, lasagne } = await homeWithLasagne();
      await patch(path, details);
      expect((await patch(`/v1/recipes/${lasagne.id}`, { ingredients })).body.groups).toEqual(groups as any);
    },
  );

  test("A heading of a recipe stays before the second of two equal ingredients", async () => {
    const { patch, recipe } = await homeWithLasagne();
    const { id } = await recipe("Bread", ["Salt", "Flour", "Salt"]);
    await patch(`/v1/recipes/${id}/details`, { groups: [{ title: "Crust", at: 2 }] });
    const { body } = await patch(`/v1/recipes/${id}`, { ingredients: ["Salt", "Flour", "Water", "Salt"] });
    expect(body.groups).toEqual([{ title: "Crust", at: 3 }]);
  });
});

describe("the meals of a recipe", () => {
  test("A recipe shows how often it was eaten in the last 365 days, and the last date", async () => {
    const { lasagne, plan, read, recipe } = await homeWithLasagne();
    for (const date of ["2025-11-27", "2025-11-28", "2026-11-20", "2026-11-27", "2026-11-28"]) {
      await plan(date, "dinner", lasagne);
    }
    await plan("2026-11-26", "dinner", await recipe("Soup"));
    expect(await read()).toMatchObject({ lastEaten: "2026-11-27", timesEaten: 3 });
  });
});

describe("a recipe's photo", () => {
  const picture = (red: number) =>
    sharp({ create: { width: 400, height: 200, channels: 3, background: { r: red, g: 90, b: 40 } } })
      .jpeg()
      .toBuffer();

  async function homeWithPhoto() {
    const home = await homeWithLasagne();
    const path = `/v1/recipes/${home.lasagne.id}/photo`;
    const send = async (red: number) => (await home.call("POST", path, upload(await picture(red)))).body.photo.url;
    const files = () => readdirSync(join(home.server.dataDir, "covers", home.id));
    const isThere = (url: string) => files().includes(url.split("/").at(-1) ?? "");
    const serve = async (url: string) => (await home.server.handle(new Request(`http://localhost${url}`))).status;
    return { ...home, path, send, isThere, serve };
  }

  test("A recipe's photo is stored under a name that cannot be guessed, and replaces the previous photo", async () => {
    const home = await homeWithPhoto();
    const first = await home.send(200);
    expect(first).toMatch(/^\/covers\/[0-9a-f]{32}\.webp$/);
    expect(await home.serve(first)).toBe(200);
    expect(home.entries()[0]?.summary).toBe("gave the recipe “Lasagne” a new photo");
    const second = await home.send(10);
    expect([home.isThere(first), home.isThere(second)]).toEqual([false, true]);
    expect((await home.delete(home.path)).body.photo).toBeNull();
    expect(home.entries()[0]?.summary).toBe("took the photo off the recipe “Lasagne”");
    expect(await home.serve(second)).toBe(404);
  });

  test("A recipe's photo is put aside if its upload is undone, and a redo brings the photo back", async () => {
    const home = await homeWithPhoto();
    const url = await home.send(200);
    await undo(home);
    expect([(await home.read()).photo, home.isThere(url)]).toEqual([null, false]);
    const { body } = await undo(home);
    expect(body.notRestored).toEqual([]);
    expect([(await home.read()).photo, home.isThere(url), await home.serve(url)]).toEqual([{ url }, true, 200]);
  });

  test("A recipe's photo stays if another change of the recipe is undone", async () => {
    const home = await homeWithPhoto();
    const url = await home.send(200);
    await home.patch(`/v1/recipes/${home.lasagne.id}`, { name: "Moussaka" });
    expect((await undo(home)).body.notRestored).toEqual([]);
    expect([(await home.read()).photo, home.isThere(url)]).toEqual([{ url }, true]);
  });

  test("A recipe's photo is included in backups and household moves, and is not deleted by the cleanup", async () => {
    const home = await homeWithPhoto();
    const url = await home.send(200);
    const file = url.split("/").at(-1);
    expect(listReferencedCovers(home.db.$client)).toContainEqual({ householdId: home.id, file });
    expect(findReferencedCovers(home.db.$client, home.id)).toContain(file);
  });

  test("A recipe's photo must be an image, and the recipe must be in the recipe box", async () => {
    const { call, path, lasagne, delete: remove } = await homeWithPhoto();
    const { status } = await call("POST", path, upload(Buffer.from("no picture")));
    expect(status).toBe(415);
    await remove(`/v1/recipes/${lasagne.id}`);
    expect((await call("POST", path, upload(await picture(1)))).body).toEqual(refusal(404, "Recipe not found"));
  });
});
