/**
 * Edit sheets whose request the server refuses: the message is at the field, the field has the focus, and the typed
 * text is kept.
 */
import { describe, expect } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { openFullForm } from "../../support/browser/add-field.ts";
import { open, sharedPage, test } from "../../support/browser/browser.ts";
import { chooseByLabel } from "../../support/browser/choice.ts";
import { moveTo } from "../../support/browser/go.ts";
import { choresOf } from "../../support/browser/homes/chores.ts";
import type { Device } from "../../support/browser/pages.ts";
import { dismissToasts } from "../../support/browser/toasts.ts";
import { eventually, expectPoll } from "../../support/browser/wait.ts";
import { anna, fill, fresh, hasFocus, home, labelled, otherwise, press, refuse, sheets } from "./edit-sheets.ts";

/** Shows an address on Anna's shared page, after removing the stubs, dialogs and toasts of earlier tests. */
async function at(path: string, device: Device = "desktop"): Promise<Page> {
  const page = await sharedPage(home, { as: "Anna", device, allow: [/422/] });
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await moveTo(page, "/activity");
  await page.getByRole("heading", { name: "Activity", level: 1 }).waitFor();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await dismissToasts(page);
  await moveTo(page, path);
  return page;
}

/** Checks that a control, or the group that it is in, is described by `message`. */
async function expectDescribed(control: Locator, message: string): Promise<void> {
  const described = await control.evaluate((element: any) => {
    const ids = [element, element.closest("fieldset")].map((each) => each?.getAttribute("aria-describedby") ?? "");
    return ids
      .join(" ")
      .split(" ")
      .map((id) => element.ownerDocument.getElementById(id)?.textContent ?? "")
      .join(" ");
  });
  expect(described).toContain(message);
}

/** Expects that the control is visible on the screen. */
async function expectInSight(control: Locator): Promise<void> {
  const isInSight = await control.evaluate((element: any) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= element.ownerDocument.defaultView.innerHeight;
  });
  expect(isInSight).toBe(true);
}

describe("A refused form", () => {
  for (const {
    name,
    path,
    write,
    save,
    request,
    field,
    control,
    says = otherwise,
    kept: [kept, draft],
  } of sheets) {
    test(`When a value is refused, the form of ${name} shows the error at the field and keeps the text`, async () => {
      const page = await at(path, "phone");
      await write(page);
      const refused = await refuse(page, request, field);
      await press(page, save);
      await page.getByText(says, { exact: true }).waitFor();
      await hasFocus(control(page));
      await expectDescribed(control(page), says);
      await expectInSight(control(page));
      await expectPoll(() => kept(page).inputValue()).toBe(draft);
      expect(refused.count).toBe(1);
      const toasts = await page.locator(".toast").count(); // They would end by themselves after 8 s.
      expect(toasts).toBe(0);
    });
  }

  test("When a sign-in is refused, the form keeps the name and moves the focus to the password field", async () => {
    const page = await open(home, { path: "/sign-in", allow: [/401/] });
    await fill("Name or email", "Anna")(page);
    await fill("Password", "not this one")(page);
    await press(page, "Sign in");
    await page.getByText("Wrong name or password", { exact: true }).waitFor();
    await expectPoll(() => labelled("Name or email")(page).inputValue()).toBe("Anna");
    await hasFocus(labelled("Password")(page));
  });

  test("When a set-up is refused, the form shows the error at the refused field and keeps the password", async () => {
    const page = await open(fresh, { path: fresh.path, allow: [/401/, /422/] });
    await press(page, "Let’s begin");
    await press(page, "Next");
    await fill("Name", "Molly")(page);
    await fill("Password", "clock hands & knitting")(page);
    await refuse(page, /\/app\/setup$/, "memberName");
    await press(page, "Create the household");
    await page.getByText(otherwise, { exact: true }).waitFor();
    await hasFocus(labelled("Name")(page));
    await expectPoll(() => labelled("Password")(page).inputValue()).toBe("clock hands & knitting");
  });
});

describe("A form", () => {
  const path = "/lists?sheet=section";

  test("An error that is not about a field is shown next to a form's buttons", async () => {
    const page = await at(path);
    await fill("Name of the section", "Garden")(page);
    await refuse(page, /\/v1\/lists\/sections$/, null);
    await press(page, "Add");
    await page.locator(".sheet-footer").getByText(otherwise, { exact: true }).waitFor();
    await page.unrouteAll();
    await press(page, "Add");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("heading", { name: "Garden" }).waitFor();
  });

  test("An error about a field that a form does not have is shown next to the form's buttons", async () => {
    const page = await at("/chores?edit=new");
    await fill("What is to be done?", "Wash up")(page);
    await chooseByLabel(page.getByRole("checkbox", { name: "Mia" }));
    await refuse(page, /\/app\/chores$/, "emoji");
    await press(page, "Save");
    await page.locator(".sheet-footer").getByText(otherwise, { exact: true }).waitFor();
  });

  test("If fields are invalid, a form moves the focus to the first of them and sends nothing", async () => {
    const page = await at("/chores?edit=new");
    await fill("What is to be done?", "Wash up")(page);
    await press(page, "Save");
    await page.getByText("Choose at least one.", { exact: true }).waitFor();
    await hasFocus(page.getByRole("dialog").getByRole("checkbox").first());
  });

  test("A new section for a new list is created only once, even if the server refuses the list at first", async () => {
    const page = await at("/lists?sheet=new");
    await fill("Name", "Seeds")(page);
    await labelled("Section")(page).selectOption({ label: "A new section …" });
    await fill("Name of the new section", "Allotment")(page);
    await refuse(page, /\/v1\/lists\/details$/, "name");
    await press(page, "Make the list");
    await page.getByText(otherwise, { exact: true }).waitFor();
    await page.unrouteAll();
    await fill("Name", "Seeds to buy")(page);
    await press(page, "Make the list");
    await page.getByRole("heading", { name: "Seeds to buy" }).waitFor();
    const named = async () =>
      (await anna.get("/v1/lists")).body.sections.filter(({ name }: any) => name === "Allotment");
    await eventually("the list is in it", async () => (await named())[0]?.lists[0]?.name === "Seeds to buy");
    await expectPoll(() => named()).toHaveLength(1);
  });

  test("A long form shows the number of invalid fields next to Save, and scrolls to the first of them", async () => {
    const ingredients = Array.from({ length: 40 }, (_, at) => `Spice ${at + 1}`);
    const { id } = (await anna.post("/v1/recipes", { name: "Curry", ingredients })).body;
    const page = await at(`/recipes/${id}?edit=1`, "phone");
    await fill("Name", "")(page);
    await fill("Minutes", "soon")(page);
    await labelled("Instructions")(page).scrollIntoViewIfNeeded();
    await press(page, "Save recipe");
    const two = page.getByText("2 fields need another look.");
    await two.waitFor();
    await expectInSight(two);
    await hasFocus(labelled("Name")(page));
    await expectInSight(labelled("Name")(page));
    await fill("Name", "Madras curry")(page);
    await page.getByText("1 field needs another look.").waitFor();
    await fill("Minutes", "1:15")(page);
    await page.getByText("needs another look").waitFor({ state: "detached" });
    await press(page, "Save recipe");
    const saved = async () => (await anna.get(`/v1/recipes/${id}`)).body;
    await eventually("it is saved", async () => (await saved()).prepMinutes === 75);
  });

  test("A form closes without waiting for a slow server, and a later error appears as a toast", async () => {
    const page = await at(path);
    await fill("Name of the section", "Cellar")(page);
    const held = Promise.withResolvers<void>();
    await page.route("**/v1/lists/sections", async (route) => {
      await held.promise;
      const headers = { "X-Error-Code": "limit_reached", "X-Error-Field": "name" };
      await route.fulfill({ status: 422, headers, json: { error: "name: must be otherwise", statusCode: 422 } });
    });
    await press(page, "Add");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    held.resolve();
    await page.locator(".toast").getByText(otherwise).waitFor();
  });

  test("When a closed form gets a late response, a form that was opened in the meantime stays open", async () => {
    const page = await at("/chores");
    await openFullForm(page);
    const sheet = page.getByRole("dialog");
    await fill("What is to be done?", "Sweep")(page);
    await chooseByLabel(page.getByRole("checkbox", { name: "Mia" }));
    const held = Promise.withResolvers<void>();
    await page.route("**/app/chores", async (route) => {
      await held.promise;
      await route.continue();
    });
    const answered = page.waitForResponse("**/app/chores");
    await press(page, "Save");
    // The form was opened from the add field, so its end leads back there.
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "More fields" }).click();
    await fill("What is to be done?", "Dust")(page);
    held.resolve();
    await answered;
    await eventually("the server has it", async () => (await choresOf(home).find("Sweep")) !== undefined);
    await chooseByLabel(sheet.getByRole("checkbox", { name: "Mia" }));
    await press(page, "Save");
    await eventually("so is the next", async () => (await choresOf(home).find("Dust")) !== undefined);
  });
});
