/** Tests replacing a recipe by a draft. */
import { describe, expect, test } from "bun:test";
import { refusal } from "../../support/home/home.ts";
import { undo } from "../../support/home/undo.ts";
import { withPhoto } from "./importing.ts";

const noRecipe = refusal(404, "Recipe not found");

async function homeWithSoup() {
  const all = await withPhoto();
  const known = {
    name: "Soup",
    emoji: "🍲",
    prepMinutes: 20,
    servings: 4,
    ingredients: ["1 onion", "1 l water"],
    groups: [{ title: "Base", at: 1 }],
    instructions: "Boil.",
    tags: ["winter"],
    notes: "Mia likes it thick",
    sourceName: "Grandma",
    sourceUrl: "https://grandma.example/soup",
  };
  const soup = (await all.home.post("/v1/recipes/details", known)).body;
  const replace = (fields: object, { keepPhoto = false, id = soup.id } = {}) =>
    all.save({ fields: { name: "Lentil soup", ...fields }, keepPhoto, replaces: id });
  const stored = async () => (await all.home.get(`/v1/recipes/${soup.id}`)).body;
  return { ...all, soup, replace, recipe: stored };
}

describe("a recipe that an import replaces", () => {
  test("A recipe that an import replaces takes the draft's fields, and one undo reverts all the fields", async () => {
    const { home, soup, replace, recipe } = await homeWithSoup();
    const { length } = home.entries();
    const fields = {
      emoji: "🥣",
      servings: 2,
      ingredients: ["250 g lentils"],
      instructions: "Simmer.",
      tags: ["quick"],
      sourceName: "Cook",
      sourceUrl: "https://cook.example/soup",
    };
    const { status, body } = await replace({ ...fields, notes: "The end of a long line" });
    expect([status, body.id]).toEqual([200, soup.id]);
    expect(await recipe()).toMatchObject({
      name: "Lentil soup",
      emoji: "🍲",
      prepMinutes: 20,
      servings: 2,
      ingredients: ["250 g lentils"],
      groups: [],
      instructions: "Simmer.",
      tags: ["quick"],
      notes: "Mia likes it thick\nThe end of a long line",
      source: { name: "Cook", url: "https://cook.example/soup" },
      createdAt: soup.createdAt,
    });
    expect(home.entries().length).toBe(length + 1);
    expect(home.entries()[0]).toMatchObject({
      action: "updated",
      subject: { type: "recipe", id: soup.id, label: "Lentil soup" },
      summary: "imported the recipe “Lentil soup” again from cook.example",
    });
    expect((await undo(home)).status).toBe(200);
    const { updatedAt: _, ...before } = soup;
    expect(await recipe()).toMatchObject(before);
  });

  test("A recipe that an import replaces keeps the values of fields that are empty in the draft", async () => {
    const { home, soup, replace, recipe } = await homeWithSoup();
    const empty = { servings: null, prepMinutes: null, tags: [], sourceName: null, sourceUrl: null };
    expect((await replace({ ...empty, name: "Soup", ingredients: [], groups: [], instructions: "" })).status).toBe(200);
    expect(await recipe()).toEqual(soup);
    expect(home.entries()[0]?.summary).toContain("added the recipe");
  });

  test("A recipe that an import replaces does not repeat equal notes, and drops notes that no longer fit", async () => {
    const { home, soup, read, anna, replace, recipe } = await homeWithSoup();
    await replace({ notes: "Mia likes it thick" });
    expect((await recipe()).notes).toBe("Mia likes it thick");
    await home.patch(`/v1/recipes/${soup.id}/details`, { notes: "a".repeat(4_999) });
    const { body } = await anna.post("/app/recipes/drafts", { text: "Soup\nIngredients\n1 onion\nSteps\nBoil it." });
    const path = `/app/recipes/drafts/${body.drafts[0].id}/save`;
    expect(read.id).not.toBe(body.drafts[0].id);
    await anna.post(path, { fields: { name: "Soup", notes: "more" }, keepPhoto: false, replaces: soup.id });
    expect((await recipe()).notes).toBe("a".repeat(4_999));
  });

  test("A recipe that an import replaces gets the draft's photo only if the request asks for that", async () => {
    const { home, soup, replace, recipe, stored, draft, url, anna } = await homeWithSoup();
    await replace({}, { keepPhoto: true });
    const [first] = stored();
    expect((await recipe()).photo).toEqual({ url: `/covers/${first}` });
    const again = async (keepPhoto: boolean) => {
      const { body } = await draft({ url });
      const fields = { name: "Lentil soup", servings: keepPhoto ? 3 : 2 };
      return anna.post(`/app/recipes/drafts/${body.drafts[0].id}/save`, { fields, keepPhoto, replaces: soup.id });
    };
    await again(false);
    expect(stored()).toEqual([first as string]);
    await again(true);
    expect(stored()).toEqual([(await recipe()).photo.url.replace("/covers/", "")]);
    expect(stored()).not.toEqual([first as string]);
    expect((await undo(home)).body.notRestored).toEqual([]);
    expect((await recipe()).servings).toBe(2);
    expect(stored()).toEqual([first as string]);
  });

  test("An unknown or archived recipe, or a recipe of another household, cannot be replaced by an import", async () => {
    const { home, soup, replace, save, stored } = await homeWithSoup();
    const unknown = "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";
    expect((await replace({}, { id: unknown, keepPhoto: true })).body).toEqual(noRecipe);
    const other = await home.neighbour();
    const { id } = (await other.post("/v1/recipes", { name: "Rice" })).body;
    expect((await replace({}, { id })).body).toEqual(noRecipe);
    await home.delete(`/v1/recipes/${soup.id}`);
    expect((await replace({}, { keepPhoto: true })).body).toEqual(noRecipe);
    expect(stored()).toEqual([]);
    expect((await replace({ groups: [{ title: "Sauce", at: 1 }] })).status).toBe(404);
    expect((await save({ fields: { name: "Soup" }, keepPhoto: false })).status).toBe(200);
  });
});
