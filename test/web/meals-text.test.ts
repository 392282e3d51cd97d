/** Texts of meals and recipes: in German, and with hostile text in each field. */
import { open, test } from "../support/browser.ts";
import { friday, kitchen } from "../support/kitchen.ts";

test("speaks German", async () => {
  const home = await kitchen();
  await home.anna.patch("/app/household", { groceryListName: "Einkaufsliste" });
  await home.recipe("Pasta", ["Nudeln"]);
  const page = await open(home, { as: "Anna", path: "/meals", locale: "de-DE" });
  await page.getByRole("heading", { level: 1, name: "Essen" }).waitFor();
  await page.getByRole("rowheader", { name: "Abendessen" }).waitFor();
  await page.getByText("Heute Abend").waitFor();
  await page.getByRole("button", { name: "Etwas einplanen: Mittagessen, Freitag, 27. November" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Pasta" }).click();
  await page.getByText("„Pasta“ eingeplant: Mittagessen, Freitag, 27. November").waitFor();
  await page.locator(".toast-action").click();
  await page.getByText("Rückgängig gemacht").waitFor();
  await home.plan(friday, "dinner", (await home.anna.get("/v1/recipes")).body.recipes[0]);
  await page.getByRole("button", { name: "Woche auf die Einkaufsliste" }).click();
  await page.getByRole("button", { name: "1 Sache aufschreiben" }).click();
  await page.getByRole("link", { name: "Zur Einkaufsliste" }).click();
  await page.getByRole("heading", { level: 1, name: "Einkaufsliste" }).waitFor();
});
