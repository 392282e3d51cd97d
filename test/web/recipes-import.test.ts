/** Importing recipes: from pasted text, a saved page and an address. */
import { describe } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { open, test } from "../support/browser.ts";
import { allow } from "../support/browser-faults.ts";
import { expectPoll } from "../support/browser-wait.ts";
import { kitchen, told } from "../support/kitchen.ts";

const home = await kitchen();

const pasted = [
  "Grandma's potato soup",
  "Serves 4",
  "1 kg potatoes",
  "2 carrots",
  "1 l stock",
  "Peel the potatoes and the carrots.",
  "Cook them in the stock for 25 minutes.",
].join("\n");

const recipe = {
  "@context": "https://schema.org",
  "@type": "Recipe",
  name: "Plum cake",
  recipeYield: "8 servings",
  recipeIngredient: ["500 g flour", "1 kg plums"],
  recipeInstructions: ["Knead the dough.", "Lay the plums on it.", "Bake it."],
  keywords: "cake, autumn",
};
const page = `<html><head><script type="application/ld+json">${JSON.stringify(recipe)}</script></head><body></body></html>`;
const savedPage = { name: "plum-cake.html", mimeType: "text/html", buffer: Buffer.from(page) };

async function openImport(way: string): Promise<Page> {
  const shown = await open(home, { as: "Anna", path: "/recipes" });
  await shown.getByRole("button", { name: "Import" }).click();
  await shown.getByRole("radio", { name: way }).check({ force: true });
  return shown;
}

const next = (shown: Page) => shown.getByRole("button", { name: "Next" }).click();
const recipes = async () => (await home.anna.get("/v1/recipes")).body.recipes;
const clear = async () => {
  for (const { id } of await recipes()) await home.anna.delete(`/v1/recipes/${id}`);
};

describe("a recipe is imported", () => {
  test("from pasted text, with the divider moved by keyboard and a line left out; Undo takes it back", async () => {
    await clear();
    const shown = await openImport("Paste text");
    await shown.getByLabel("Text of the recipe").fill(pasted);
    await next(shown);
    const divider = shown.getByRole("separator", { name: "Where the steps begin" });
    await divider.focus();
    await shown.keyboard.press("ArrowUp");
    await shown.keyboard.press("ArrowUp");
    await expectPoll(() => shown.getByLabel("Instructions").inputValue()).toContain("2 carrots");
    await shown.keyboard.press("ArrowDown");
    await shown.keyboard.press("ArrowDown");
    await expectPoll(() => shown.getByLabel("Instructions").inputValue()).not.toContain("1 l stock");
    await shown.getByLabel("What “2 carrots” is").selectOption("nothing");
    await expectPoll(() => shown.getByLabel("Ingredient 2").inputValue()).toBe("1 l stock");
    await shown.getByRole("button", { name: "Save recipe" }).click();
    await shown.getByRole("heading", { name: "Grandma's potato soup" }).waitFor();
    await told(shown, "Added the recipe “Grandma's potato soup”");
    await expectPoll(recipes).toMatchObject([
      { name: "Grandma's potato soup", servings: 4, ingredients: ["1 kg potatoes", "1 l stock"] },
    ]);
    await shown.locator(".toast-action").last().click();
    await told(shown, "Taken back");
    await expectPoll(recipes).toEqual([]);
  });

  test("from pasted text, with the divider dragged, below the last line and back; what was typed stays", async () => {
    const shown = await openImport("Paste text");
    await shown.getByLabel("Text of the recipe").fill(pasted);
    await next(shown);
    await shown.getByLabel("Name", { exact: true }).fill("Soup of ours");
    const divider = shown.getByRole("separator", { name: "Where the steps begin" });
    const steps = () => shown.getByLabel("Instructions").inputValue();
    const drag = async (to: Locator, below: number) => {
      await divider.hover();
      await shown.mouse.down();
      const box = (await to.boundingBox())!;
      await shown.mouse.move(box.x + 20, box.y + box.height / 2 + below, { steps: 6 });
      await shown.mouse.up();
    };
    const line = (text: string) => shown.locator(".recipes-line", { hasText: text });
    await drag(line("Cook them in the stock"), 200);
    await expectPoll(steps).toBe("");
    await drag(line("2 carrots"), 0);
    await expectPoll(steps).toContain("2 carrots");
    await expectPoll(() => shown.getByLabel("Name", { exact: true }).inputValue()).toBe("Soup of ours");
  });

  test("from a saved page, and again: the second one can replace the first", async () => {
    await clear();
    const shown = await openImport("Saved page");
    await shown.getByLabel("Page that you saved").setInputFiles(savedPage);
    await next(shown);
    await expectPoll(() => shown.getByLabel("Tags").inputValue()).toBe("cake, autumn");
    await shown.getByRole("button", { name: "Save recipe" }).click();
    await shown.getByRole("heading", { name: "Plum cake" }).waitFor();
    await shown.getByText("for 8 people").first().waitFor();
    const again = await openImport("Saved page");
    await again.getByLabel("Page that you saved").setInputFiles(savedPage);
    await next(again);
    await again.getByText("You have “Plum cake” already").waitFor();
    await again.getByLabel("Name", { exact: true }).fill("Plum tart");
    await again.getByRole("button", { name: "Replace yours" }).click();
    await again.getByRole("heading", { name: "Plum tart" }).waitFor();
    await expectPoll(async () => (await recipes()).map(({ name }: any) => name)).toEqual(["Plum tart"]);
  });

  test("not from nothing, nor from an address inside the home; what was typed stays", async () => {
    const shown = await openImport("From the web");
    await next(shown);
    await shown.getByText("Paste the address of a page with a recipe.").waitFor();
    await shown.getByLabel("Address of the page").fill("https://192.168.1.1/lasagne");
    allow(shown, /502/);
    await next(shown);
    await shown.getByText("Nothing answers there.").first().waitFor();
    await expectPoll(() => shown.getByLabel("Address of the page").inputValue()).toBe("https://192.168.1.1/lasagne");
  });

  test("from several addresses: the text of two closed pages is pasted, one after the other", async () => {
    await clear();
    const shown = await openImport("From the web");
    const headers = { "X-Error-Code": "page_closed" };
    await shown.route("**/app/recipes/drafts", (route) =>
      "url" in route.request().postDataJSON()
        ? route.fulfill({ status: 422, headers, json: { error: "The page is closed", statusCode: 422 } })
        : route.continue(),
    );
    allow(shown, /422/);
    await shown.getByLabel("Address of the page").fill("https://one.example/soup https://two.example/soup");
    await next(shown);
    const closed = shown.locator(".recipes-found").getByRole("button", { name: "Paste text" });
    for (const remaining of [2, 1]) {
      await expectPoll(() => closed.count()).toBe(remaining);
      await closed.first().click();
      await shown.getByLabel("Text of the recipe").fill(pasted.replace("soup", `soup ${remaining}`));
      await next(shown);
      await shown.getByRole("button", { name: "Save recipe" }).click();
      await expectPoll(() => shown.locator(".recipes-saved").count()).toBe(3 - remaining);
    }
    await expectPoll(async () => (await recipes()).length).toBe(2);
  });

  test("from an address that another program shares", async () => {
    const path = `/recipes?import=1&text=${encodeURIComponent("Lasagne! https://example.com/lasagne")}`;
    const shown = await open(home, { as: "Anna", path });
    await expectPoll(() => shown.getByLabel("Address of the page").inputValue()).toBe("https://example.com/lasagne");
  });
});
