/** The look of the settings on each device, light and dark, and with hostile text in them. */
import { describe } from "bun:test";
import { open, test } from "../support/browser.ts";
import { browserHome } from "../support/browser-home.ts";
import { expectNoOverflow } from "../support/browser-layout.ts";
import { expectGoodLooks } from "../support/browser-looks.ts";
import { screens } from "../support/browser-screens.ts";
import { expectNothingExecuted, payloads } from "../support/markup.ts";

const home = await browserHome({ demo: true });
await home.api("Anna").post("/v1/api-keys", {
  name: "Claude on my laptop",
  scopes: ["calendar.read", "lists.read", "lists.write"],
  expiresAt: "2050-01-01T00:00:00Z",
});

/** A text that shows that a part has loaded. */
const parts = {
  you: "This device",
  notifications: "What you are told about",
  members: "Anna (you)",
  household: "The week begins on",
  calendars: "Nothing is shared yet",
  tablets: "No tablet yet",
  integrations: "Claude on my laptop",
  server: "No backup yet",
  about: "Open source",
} as const;

describe("the settings are accessible and fit", () => {
  for (const [device, colorScheme] of [
    ["phone", "dark"],
    ["tablet", "light"],
  ] as const) {
    test(`on a ${device}, ${colorScheme}`, async () => {
      const page = await open(home, { as: "Anna", device, colorScheme, path: "/settings" });
      await page.getByRole("navigation", { name: "Settings" }).waitFor();
      await expectGoodLooks(page, `settings ${colorScheme}`);
      for (const [part, words] of Object.entries(parts)) {
        await page.goto(`${home.url}/settings/${part}`);
        await page.getByText(words, { exact: true }).first().waitFor();
        await expectGoodLooks(page, `settings ${part} ${colorScheme}`);
      }
    });
  }

  test("in each sheet", async () => {
    const page = await open(home, { as: "Anna", device: "phone", path: "/settings" });
    const ben = home.member("Ben").id;
    for (const path of [
      "members?add=",
      `members?edit=${ben}`,
      `members?invite=${ben}`,
      `members?end=${ben}`,
      `members?remove=${ben}`,
      "calendars?connect=",
      "calendars?feed=",
      "calendars?follow=",
      "tablets?pair=",
      "integrations?new=",
    ]) {
      await page.goto(`${home.url}/settings/${path}`);
      await page.getByRole("dialog").or(page.getByRole("alertdialog")).waitFor();
      await expectGoodLooks(page, `sheet ${path.replace(ben, "")}`);
    }
    await page.goto(`${home.url}/settings/integrations`);
    await page.getByRole("button", { name: "Revoke Claude on my laptop" }).tap();
    await page.getByRole("alertdialog").waitFor();
    await expectGoodLooks(page, "sheet revoke");
  });

  test("in each step to create a key", async () => {
    const page = await open(home, {
      as: "Anna",
      device: "phone",
      colorScheme: "dark",
      path: "/settings/integrations?new=",
    });
    await page.getByRole("textbox", { name: "Name of the key" }).fill("Mine");
    await page.getByRole("button", { name: "Next" }).tap();
    await page.locator("label", { hasText: "Choose" }).tap();
    await expectGoodLooks(page, "key 2");
    await page.getByRole("group", { name: "Meals and recipes" }).locator("label", { hasText: "Change" }).tap();
    await page.getByText(/needs “Change” for lists/).waitFor();
    await page.getByRole("button", { name: "Next" }).tap();
    await page.getByRole("radio", { name: "Until a date" }).check();
    await expectGoodLooks(page, "key 3");
    await page.getByRole("radio", { name: "A year" }).check();
    await page.getByRole("button", { name: "Create the key" }).tap();
    await page.getByRole("textbox", { name: "To paste" }).waitFor();
    await expectGoodLooks(page, "key 4");
    for (const program of ["Claude Desktop", "VS Code", "A script (curl)"]) {
      await page.getByRole("combobox", { name: "Which program?" }).selectOption({ label: program });
      await expectNoOverflow(page);
    }
    await screens(page, "key 4 curl");
  });
});

describe("hostile text", () => {
  test("in names of members, keys, tablets, agents and the household is shown as text", async () => {
    const bad = await browserHome();
    const anna = bad.api("Anna");
    const short = payloads.filter((text) => [...text].length <= 60);
    for (const [index, name] of short.slice(0, 8).entries()) {
      await anna.post("/app/members", { name, role: "child", avatar: [...payloads[index]!].slice(0, 16).join("") });
    }
    for (const name of payloads.slice(0, 20)) await anna.post("/v1/api-keys", { name, scopes: ["tasks.read"] });
    await anna.patch("/app/household", { name: payloads.slice(8, 9).join("") });
    const begun = (await bad.agent("").post("/app/devices/pairing", undefined)).body;
    await anna.post("/app/devices", { code: begun.code, name: short[9] });
    const page = await open(bad, { as: "Anna", device: "phone", path: "/settings/members" });
    await page.getByText(short[0]!, { exact: true }).first().waitFor();
    await expectNothingExecuted(page);
    await expectNoOverflow(page);
    await page.goto(`${bad.url}/settings/integrations`);
    await page.getByText(payloads[0]!, { exact: true }).first().waitFor();
    await expectNothingExecuted(page);
    await expectNoOverflow(page);
    await page.goto(`${bad.url}/settings/tablets`);
    await page.getByText(short[9]!, { exact: true }).first().waitFor();
    await expectNothingExecuted(page);
    await expectNoOverflow(page);
    await page.goto(`${bad.url}/settings/household`);
    await page.getByRole("textbox", { name: "Name of the household" }).waitFor();
    await expectNothingExecuted(page);
  });
});
