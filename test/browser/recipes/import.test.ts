/** Importing recipes: from pasted text, a saved page and an address. */
import type { Locator, Page } from "playwright-core";
import { open, test } from "../../support/browser/browser.ts";
import { chooseByLabel } from "../../support/browser/choice.ts";
import { allow } from "../../support/browser/faults.ts";
import { moveTo } from "../../support/browser/go.ts";
import { kitchen } from "../../support/browser/homes/kitchen.ts";
import { waitForToast } from "../../support/browser/toasts.ts";
import { expectPoll } from "../../support/browser/wait.ts";

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
const html = `<html><head><script type="application/ld+json">${JSON.stringify(recipe)}</script></head><body></body></html>`;
const savedPage = { name: "plum-cake.html", mimeType: "text/html", buffer: Buffer.from(html) };

async function importing(way: string) {
  const home = await kitchen();
  const page = await open(home, { as: "Anna", path: "/recipes" });
  const choose = async (name: string) => {
    await page.getByRole("button", { name: "Import" }).click();
    await chooseByLabel(page.getByRole("radio", { name }));
  };
  await choose(way);
  return {
    page,
    choose,
    next: () => page.getByRole("button", { name: "Next" }).click(),
    save: () => page.getByRole("button", { name: "Save recipe" }).click(),
    recipes: async () => (await home.anna.get("/v1/recipes")).body.recipes,
  };
}

const nameField = (page: Page) => page.getByLabel("Name", { exact: true });

test("When pasted text becomes a recipe, the divider between ingredients and steps can be moved", async () => {
  const { page, next, save, recipes } = await importing("Paste text");
  await page.getByLabel("Text of the recipe").fill(pasted);
  await next();
  await nameField(page).fill("Soup of ours");
  const divider = page.getByRole("separator", { name: "Where the steps begin" });
  const steps = () => page.getByLabel("Instructions").inputValue();
  const drag = async (to: Locator, below: number) => {
    await divider.hover();
    await page.mouse.down();
    const box = (await to.boundingBox())!;
    await page.mouse.move(box.x + 20, box.y + box.height / 2 + below, { steps: 6 });
    await page.mouse.up();
  };
  const line = (text: string) => page.locator(".recipes-line", { hasText: text });
  await drag(line("Cook them in the stock"), 200);
  await expectPoll(steps).toBe("");
  await drag(line("2 carrots"), 0);
  await expectPoll(steps).toContain("2 carrots");
  await expectPoll(() => nameField(page).inputValue()).toBe("Soup of ours");
  await divider.focus();
  for (const _ of ["2 carrots", "1 l stock"]) await page.keyboard.press("ArrowDown");
  await expectPoll(steps).not.toContain("1 l stock");
  await page.keyboard.press("ArrowUp");
  await expectPoll(steps).toContain("1 l stock");
  await page.keyboard.press("ArrowDown");
  await page.getByLabel("What “2 carrots” is").selectOption("nothing");
  await expectPoll(() => page.getByLabel("Ingredient 2").inputValue()).toBe("1 l stock");
  await save();
  await page.getByRole("heading", { name: "Soup of ours" }).waitFor();
  await waitForToast(page, "Added the recipe “Soup of ours”");
  await expectPoll(recipes).toMatchObject([
    { name: "Soup of ours", servings: 4, ingredients: ["1 kg potatoes", "1 l stock"] },
  ]);
  await page.locator(".toast-action").last().click();
  await waitForToast(page, "Taken back");
  await expectPoll(recipes).toEqual([]);
});

test("A saved web page can be imported as a recipe, and a second import can replace that recipe", async () => {
  const { page, choose, next, save, recipes } = await importing("Saved page");
  const upload = () => page.getByLabel("Page that you saved").setInputFiles(savedPage);
  await upload();
  await next();
  await expectPoll(() => page.getByLabel("Tags").inputValue()).toBe("cake, autumn");
  await save();
  await page.getByRole("heading", { name: "Plum cake" }).waitFor();
  await page.getByText("for 8 people").first().waitFor();
  await moveTo(page, "/recipes");
  await choose("Saved page");
  await upload();
  await next();
  await page.getByText("You have “Plum cake” already").waitFor();
  await nameField(page).fill("Plum tart");
  await page.getByRole("button", { name: "Replace yours" }).click();
  await page.getByRole("heading", { name: "Plum tart" }).waitFor();
  await expectPoll(async () => (await recipes()).map(({ name }: any) => name)).toEqual(["Plum tart"]);
});

test("The recipe import refuses an empty address and a local address, and keeps the typed text", async () => {
  const { page, next } = await importing("From the web");
  const address = page.getByLabel("Address of the page");
  await next();
  await page.getByText("Paste the address of a page with a recipe.").waitFor();
  await address.fill("https://192.168.1.1/lasagne");
  allow(page, /502/);
  await next();
  await page.getByText("Nothing answers there.").first().waitFor();
  await expectPoll(() => address.inputValue()).toBe("https://192.168.1.1/lasagne");
  await moveTo(page, "/recipes");
  await address.waitFor({ state: "detached" });
  await moveTo(page, `/recipes?import=1&text=${encodeURIComponent("Lasagne! https://example.com/lasagne")}`);
  await expectPoll(() => address.inputValue()).toBe("https://example.com/lasagne");
});

test("If several web pages are imported, the app asks for the text of each page that refuses access", async () => {
  const { page, next, save, recipes } = await importing("From the web");
  const headers = { "X-Error-Code": "page_closed" };
  await page.route("**/app/recipes/drafts", (route) =>
    "url" in route.request().postDataJSON()
      ? route.fulfill({ status: 422, headers, json: { error: "The page is closed", statusCode: 422 } })
      : route.continue(),
  );
  allow(page, /422/);
  await page.getByLabel("Address of the page").fill("https://one.example/soup https://two.example/soup");
  await next();
  const closed = page.locator(".recipes-found").getByRole("button", { name: "Paste text" });
  for (const remaining of [2, 1]) {
    await expectPoll(() => closed.count()).toBe(remaining);
    await closed.first().click();
    await page.getByLabel("Text of the recipe").fill(pasted.replace("soup", `soup ${remaining}`));
    await next();
    await save();
    await expectPoll(() => page.locator(".recipes-saved").count()).toBe(3 - remaining);
  }
  await expectPoll(recipes).toHaveLength(2);
});
