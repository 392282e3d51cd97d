/** Tests drafts of recipes: photos, saving, access, and expiry. */
import { describe, expect, test } from "bun:test";
import { minute } from "#lib/time.ts";
import { refusal } from "../../support/home/home.ts";
import { upload } from "../../support/home/multipart.ts";
import { undo } from "../../support/home/undo.ts";
import { tablet } from "../../support/records/check-ins.ts";
import { html, importing, page, recipePage, text, withPhoto } from "./importing.ts";

const noDraft = refusal(404, "Draft not found");
const noTextRecipe = refusal(422, "The text holds no recipe: a name, its ingredients, then the steps");
const fields = { name: "Lentil soup", ingredients: ["250 g lentils"], instructions: "Simmer." };

describe("the photo of an imported recipe", () => {
  test("The photo of an imported recipe is the first photo on the page that can be shown", async () => {
    const { home, anna, read, save, stored, host } = await withPhoto([
      "/gone.jpg",
      "/broken.jpg",
      "/soup.jpg",
      "/4.jpg",
    ]);
    expect(host.seen.map(({ path }) => path)).toEqual(["/soup", "/gone.jpg", "/broken.jpg", "/soup.jpg"]);
    const shown = await anna.get(read.photoUrl);
    expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/webp"]);
    expect(stored()).toEqual([]);
    const { body } = await save({ fields: { ...fields, sourceUrl: "https://cook.example/soup" }, keepPhoto: true });
    expect(body.photo.url).toMatch(/^\/covers\/[0-9a-f]{32}\.webp$/);
    expect((await home.call("GET", body.photo.url, { key: null })).status).toBe(200);
    expect(stored().length).toBe(1);
    expect(home.entries()[0]?.summary).toBe("imported the recipe “Lentil soup” from cook.example");
  });

  test("The photo of an imported recipe is not stored if the request does not ask for that", async () => {
    const { save, stored } = await withPhoto();
    expect((await save({ fields, keepPhoto: false })).body).toMatchObject({ name: "Lentil soup", photo: null });
    expect(stored()).toEqual([]);
  });

  test("The photo of an imported recipe is put aside if the import is undone, and redo brings it back", async () => {
    const { home, save, stored } = await withPhoto();
    const { body } = await save({ fields, keepPhoto: true });
    expect((await undo(home)).status).toBe(200);
    expect(stored()).toEqual([]);
    expect((await home.get(`/v1/recipes/${body.id}`)).status).toBe(404);
    const redone = await undo(home);
    expect(redone.body.notRestored).toEqual([]);
    const { photo } = (await home.get(`/v1/recipes/${body.id}`)).body;
    expect(stored()).toEqual([photo.url.replace("/covers/", "")]);
  });

  test("The photo of a recipe's draft is shown only to the app of the draft's household", async () => {
    const { home, read } = await withPhoto();
    const other = await home.neighbour();
    expect((await other.as(other.members.anna).get(read.photoUrl)).body).toEqual(noDraft);
    expect((await home.get(read.photoUrl)).body).toEqual(refusal(403, "Only the app can do this"));
    expect((await home.call("GET", read.photoUrl, { key: null })).status).toBe(401);
  });
});

describe("a draft of a recipe", () => {
  test("A draft of a recipe is saved once, even if two requests save it at the same time", async () => {
    const { save, stored, home } = await withPhoto();
    const answers = await Promise.all([save({ fields, keepPhoto: true }), save({ fields, keepPhoto: true })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await save({ fields, keepPhoto: false })).body).toEqual(refusal(409, "This draft was saved already"));
    expect(stored().length).toBe(1);
    expect((await home.get("/v1/recipes")).body.recipes.length).toBe(1);
  });

  test("A draft of a recipe can still be saved after a refused attempt", async () => {
    const { save } = await withPhoto();
    const script = { ...fields, sourceUrl: "javascript:alert(1)" };
    const refused = await save({ fields: script, keepPhoto: true });
    expect(refused.body).toEqual(refusal(400, "fields.sourceUrl: must be a web address"));
    const misplaced = await save({ fields: { ...fields, groups: [{ title: "Sauce", at: 1 }] }, keepPhoto: true });
    expect(misplaced.body).toEqual(refusal(422, "fields.groups[0].at: no such ingredient"));
    expect((await save({ fields, keepPhoto: true })).status).toBe(200);
  });

  test("A draft of a recipe belongs to one household, and expires after 30 minutes", async () => {
    const { home, anna, read, save } = await withPhoto();
    const other = await home.neighbour();
    expect((await save({ fields, keepPhoto: false }, other.as(other.members.anna))).body).toEqual(noDraft);
    home.clock.advance(30 * minute);
    expect((await save({ fields, keepPhoto: false })).body).toEqual(noDraft);
    expect((await anna.get(read.photoUrl)).body).toEqual(noDraft);
  });

  test("The oldest draft of a recipe is deleted when a household has more than 50", async () => {
    const { anna, draft } = await importing();
    const pasted = await text("english");
    const ids: string[] = [];
    for (let count = 0; count < 51; count++) ids.push((await draft({ text: pasted })).body.drafts[0].id);
    const save = (id: string | undefined) => anna.post(`/app/recipes/drafts/${id}/save`, { fields, keepPhoto: false });
    expect((await save(ids[0])).body).toEqual(noDraft);
    expect((await save(ids[1])).status).toBe(200);
  });
});

describe("a pasted text", () => {
  test("A pasted text becomes a recipe, with a divider between ingredients and steps", async () => {
    const { draft } = await importing();
    const [read] = (await draft({ text: await text("english") })).body.drafts;
    expect(read.recipe).toMatchObject({
      name: "Banana bread",
      servings: 8,
      prepMinutes: 70,
      ingredients: ["3 ripe bananas", "200 g flour", "100 g sugar", "50 g icing sugar"],
      groups: [{ title: "For the glaze", at: 3 }],
      instructions: "Mash the bananas.\nMix in the rest.\nBake for an hour.",
      sourceUrl: null,
    });
    expect(read.split).toMatchObject({ divider: 9, isCertain: true });
    expect(read.split.lines.slice(7, 11)).toEqual([
      { text: "For the glaze:", kind: "group" },
      { text: "50 g icing sugar", kind: "ingredient" },
      { text: "Instructions", kind: "nothing" },
      { text: "1. Mash the bananas.", kind: "step" },
    ]);
  });

  test.each([
    ["one line", "Soup"],
    ["a name and one more line", "Soup\nCook it."],
    ["nothing to read", "--- \u0000 ---"],
  ])("A pasted text of %s is refused as not being a recipe", async (_, pasted) => {
    const { draft } = await importing();
    expect((await draft({ text: pasted })).body).toEqual(noTextRecipe);
  });

  test("A pasted text of more than 100,000 characters is refused as too large", async () => {
    const { draft } = await importing();
    expect((await draft({ text: "a".repeat(100_001) })).body).toEqual(refusal(413, "Text is larger than 100 KB"));
    expect((await draft({ text: `Soup\n${"1 l water\n".repeat(9_000)}Boil it.` })).status).toBe(200);
  });

  test("The recipe import requires exactly one of the sources “url”, “urls” and “text”", async () => {
    const { draft, url } = await importing();
    for (const body of [{}, { url, text: "Soup" }, { url, urls: [url] }])
      expect((await draft(body)).body).toEqual(refusal(400, "Expected one of url, urls and text"));
    expect((await draft({ urls: Array.from({ length: 26 }, () => url) })).status).toBe(400);
  });
});

describe("a saved page", () => {
  const send = (as: Awaited<ReturnType<typeof importing>>["anna"], file: Uint8Array) =>
    as.call("POST", "/app/recipes/drafts/page", upload(file, "page.html", "text/html"));

  test("A saved page is imported like a page that was fetched", async () => {
    const { anna } = await importing();
    const { status, body } = await send(anna, await page("graph"));
    expect([status, body.recipe.name, body.url]).toEqual([200, "Apple pie & cream", null]);
    expect((await send(anna, Buffer.from("no page"))).status).toBe(422);
    expect((await send(anna, new Uint8Array(5_242_881))).body).toEqual(refusal(413, "File is larger than 5 MB"));
  });
});

describe("the limits of the recipe import", () => {
  const tooMany = refusal(429, "Rate limit exceeded");
  const send = (as: Awaited<ReturnType<typeof importing>>["anna"], file: Uint8Array) =>
    as.call("POST", "/app/recipes/drafts/page", upload(file, "page.html", "text/html"));

  test("The import of pasted texts is limited to 120 in 10 minutes, separately from the import of pages", async () => {
    const { home, draft, read } = await importing();
    const pasted = "Soup\nIngredients\n1 onion\nMethod\nBoil it.";
    for (let count = 0; count < 120; count++) expect((await draft({ text: pasted })).status).toBe(200);
    expect((await draft({ text: pasted })).body).toEqual(tooMany);
    expect((await read(recipePage())).status).toBe(200);
    const other = await home.neighbour();
    const theirs = await other.as(other.members.anna).post("/app/recipes/drafts", { text: pasted });
    expect(theirs.status).toBe(200);
    home.clock.advance(5_000);
    expect((await draft({ text: pasted })).status).toBe(200);
  });

  test("The import of pages is limited to 30 in 10 minutes, including saved files and pages without a recipe", async () => {
    const { anna, read } = await importing();
    for (let count = 0; count < 30; count++) expect((await send(anna, Buffer.from("no page"))).status).toBe(422);
    expect((await send(anna, await page("graph"))).body).toEqual(tooMany);
    expect((await read(recipePage())).body).toEqual(tooMany);
  });

  test("The import of too many pasted texts at the same time is refused, not delayed", async () => {
    const { draft } = await importing();
    const long = `Soup\n${"1 l water\n".repeat(9_000)}Boil it.`;
    const answers = await Promise.all(Array.from({ length: 12 }, () => draft({ text: long })));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBe(6);
    expect(statuses.filter((status) => status === 429).length).toBe(6);
    expect((await draft({ text: "Soup\nIngredients\n1 onion\nMethod\nBoil it." })).status).toBe(200);
  });
});

describe("the permissions of the recipe import", () => {
  test("Every member may import recipes as drafts, but API keys and tablets may not", async () => {
    const { home, draft, read: from } = await importing();
    const { body } = await from(recipePage());
    const path = `/app/recipes/drafts/${body.drafts[0].id}/save`;
    const saved = await home.as(home.members.mia).post(path, { fields, keepPhoto: false });
    expect([saved.status, saved.body.createdBy.name]).toEqual([200, "Mia"]);
    const appOnly = refusal(403, "Only the app can do this");
    expect((await home.post("/app/recipes/drafts", { text: "Soup" })).body).toEqual(appOnly);
    const device = await tablet(home);
    const { status } = await device.for(home.members.anna).post("/app/recipes/drafts", { text: "Soup" });
    expect(status).toBe(403);
    expect((await draft({ text: await text("german") })).status).toBe(200);
  });

  test("An API key with the scope meals.write can import a recipe in one step, without a draft", async () => {
    const { home, host, url } = await importing();
    host.answer({ body: recipePage({ name: "Rice", recipeInstructions: [] }), headers: html });
    const agent = home.createKey({ scopes: ["meals.read"] });
    const refused = await home.post("/v1/recipes/import", { url }, { key: agent.key });
    expect(refused.body).toEqual(refusal(403, "Missing scope: meals.write"));
    const { status, body } = await home.post("/v1/recipes/import", { url });
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: "Rice", photo: null, source: { name: "127.0.0.1" } });
    expect(body.warnings).toEqual([{ kind: "no_steps", count: 1, text: "No steps were found" }]);
    expect(host.seen.length).toBe(1);
    expect((await undo(home)).status).toBe(200);
    expect((await home.get("/v1/recipes")).body.recipes).toEqual([]);
  });

  test("A recipe import that is repeated with the same idempotency key creates no second recipe", async () => {
    const { home, host, url } = await importing();
    host.answer({ body: recipePage(), headers: html });
    const headers = { "Idempotency-Key": "one-import" };
    const first = await home.post("/v1/recipes/import", { url }, { headers });
    const second = await home.post("/v1/recipes/import", { url }, { headers });
    expect(second.body).toEqual(first.body);
    expect((await home.get("/v1/recipes")).body.recipes.length).toBe(1);
  });
});
