/** The question for the version check, what Settings → About says of newer versions, and the note after an upgrade. */

import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import manifest from "../../package.json" with { type: "json" };
import { transact } from "../../src/db/client.ts";
import { createHousehold } from "../../src/households/store.ts";
import { day } from "../../src/lib/time.ts";
import { readUpdateState, saveCheck } from "../../src/update/state.store.ts";
import { open, test } from "../support/browser.ts";
import { freshSite } from "../support/browser-fresh.ts";
import { browserHome } from "../support/browser-home.ts";
import { expectGoodLooks } from "../support/browser-looks.ts";
import { screens } from "../support/browser-screens.ts";
import { expectPoll } from "../support/browser-wait.ts";
import { nobody, press, secret } from "../support/journey.ts";

declare const localStorage: any; // Functions given to `page.evaluate` run in the page.

const { version } = manifest;
const about = "/settings/about?section=updates";
const check = (page: Page) => page.getByRole("switch", { name: "Tell me about new versions" });

describe("the setup", () => {
  test("asks once, with a box that is empty", async () => {
    const site = freshSite();
    const page = await open(site, { device: "phone", colorScheme: "dark", path: site.path, allow: [nobody] });
    await press(page, "Let’s begin");
    await press(page, "Next");
    await page.getByRole("textbox", { name: "Name" }).fill("Molly");
    await page.getByRole("textbox", { name: "Password" }).fill(secret);
    await press(page, "Create the household");
    await press(page, "Skip");
    const box = page.getByRole("checkbox", { name: "Tell me about new versions" });
    await box.waitFor();
    await expectPoll(() => box.isChecked()).toBe(false);
    expect(readUpdateState(site.db).isOn).toBe(false);
    await box.tap();
    await expectPoll(() => box.isChecked()).toBe(true);
    expect(readUpdateState(site.db).isOn).toBe(true);
    await expectGoodLooks(page, "updates setup");
  });

  test("of a build without a key does not ask", async () => {
    const home = await browserHome({ env: { UPDATE_KEY: "" } });
    const page = await open(home, { as: "Anna", path: "/setup?step=done" });
    await page.getByRole("link", { name: "Go to Today" }).waitFor();
    await page.waitForLoadState("networkidle");
    await expectPoll(() => page.getByRole("checkbox").count()).toBe(0);
  });
});

describe("Settings → About", () => {
  test("lets an owner turn the check on, and shows what is newer", async () => {
    const home = await browserHome({ alone: true });
    const page = await open(home, { as: "Anna", device: "phone", colorScheme: "dark", path: about });
    await page.getByText("Inglenook never updates itself.").waitFor();
    await expectPoll(() => check(page).isChecked()).toBe(false);
    await check(page).tap();
    await page.getByText("The first look follows within a minute.").waitFor();
    await expectPoll(() => check(page).isChecked()).toBe(true);
    saveCheck(home.db, { newest: version, checkedAt: new Date(home.now().getTime() - 3 * day).toISOString() });
    await page.reload();
    await page.getByText("You have the newest version. Last looked 3 days ago.").waitFor();
    await expectGoodLooks(page, "updates newest");
    saveCheck(home.db, { fault: "no network" });
    await page.reload();
    await page.getByText("The server tries again tomorrow.").waitFor();
    saveCheck(home.db, { newest: "9.0.0", fault: null });
    await page.reload();
    await page.getByText("Version 9.0.0 is out").waitFor();
    const command = page.getByRole("textbox", { name: "Command for the update" });
    await expectPoll(() => command.inputValue()).toBe("git pull\nnpm install");
    await expectPoll(() => page.getByRole("link", { name: "What is new in it" }).getAttribute("href")).toBe(
      `${manifest.repository}/releases/tag/v9.0.0`,
    );
    await expectGoodLooks(page, "updates newer");
    await check(page).tap();
    await page.getByText("Inglenook never updates itself.").waitFor();
    expect(readUpdateState(home.db)).toMatchObject({ isOn: false, newest: null });
  });

  test("shows other adults the same without the switch, in German too", async () => {
    const home = await browserHome({ alone: true });
    await home.api("Anna").put("/app/server/update-check", { isOn: true });
    saveCheck(home.db, { newest: "9.0.0", checkedAt: home.now().toISOString() });
    const page = await open(home, { as: "Ben", device: "phone", colorScheme: "dark", locale: "de-DE", path: about });
    await page.getByText("Version 9.0.0 ist da").waitFor();
    await expectPoll(() => page.getByRole("switch").count()).toBe(0);
    await page.getByText("Diese Liste gibt es nur auf Englisch.").waitFor();
    await expectGoodLooks(page, "updates german");
  });

  test("tells the way of each kind of installation", async () => {
    const home = await browserHome({ alone: true });
    const page = await open(home, { as: "Anna", device: "phone", colorScheme: "dark", path: "/settings/you" });
    const kinds = [
      ["binary", ["sudo inglenook update"], null, "It saves a backup first"],
      ["image", ["docker compose pull", "docker compose up -d"], "9.0", "In compose.yaml, first change the version"],
      [
        "package",
        ["wget https://example.org/inglenook_9.0.0_amd64.deb", "sudo apt install ./…"],
        null,
        "The service then",
      ],
    ] as const;
    for (const [kind, commands, imageTag, words] of kinds) {
      const newer = { version: "9.0.0", notesUrl: "https://example.org/", commands, imageTag };
      const backupCommand = "./inglenook backup";
      const facts = {
        version,
        kind,
        backupCommand,
        canCheck: true,
        mayChange: true,
        isOn: true,
        checkedAt: null,
        fault: null,
        newer,
      };
      await page.unroute("**/app/server/updates");
      await page.route("**/app/server/updates", (route) => route.fulfill({ json: facts }));
      await page.goto(home.url + about);
      await page.getByText(words).waitFor();
      const command = page.getByRole("textbox", { name: "Command for the update" });
      await expectPoll(() => command.inputValue()).toBe(commands.join("\n"));
      await expectPoll(() => page.getByRole("textbox", { name: "Backup" }).inputValue()).toBe(backupCommand);
      await expectGoodLooks(page, `updates ${kind}`);
    }
  });

  test("of a build without a key says so, and how to update by hand", async () => {
    const home = await browserHome({ env: { UPDATE_KEY: "" } });
    const page = await open(home, { as: "Anna", device: "phone", path: about });
    await page.getByText("This program was built without the key that signs releases.").waitFor();
    await expectPoll(() => page.getByRole("switch").count()).toBe(0);
    await expectGoodLooks(page, "updates cannot");
  });

  test("says so if the server refuses, and looks again", async () => {
    const home = await browserHome({ alone: true });
    const page = await open(home, { as: "Anna", path: about, allow: [/403/] });
    await check(page).waitFor();
    // From now on the server is nobody's.
    transact(home.db, () =>
      createHousehold(home.db, { name: "Another", timeZone: "Europe/Berlin", plan: "api" }, home.now()),
    );
    await check(page).click();
    await page.locator(".toast", { hasText: "This is not allowed here." }).waitFor();
    await expectPoll(() => page.getByRole("switch").count()).toBe(0);
    expect(readUpdateState(home.db).isOn).toBe(false);
  });
});

describe("after an upgrade", () => {
  const note = (page: Page) => page.getByRole("heading", { name: `Inglenook is now ${version}` });
  /** As if this member had last been here with another version. */
  const lastHere = (page: Page, id: string, former: string) =>
    page.evaluate(([name, value]) => localStorage.setItem(name, value), [`inglenook-version-${id}`, former]);
  const seen = (page: Page, id: string) =>
    page.evaluate((name) => localStorage.getItem(name), `inglenook-version-${id}`);
  const idle = async (page: Page) => {
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForLoadState("networkidle");
  };

  test("adults see one note on Today, which leads to what is new", async () => {
    const home = await browserHome({ demo: true });
    const { id } = home.member("Anna");
    const page = await open(home, { as: "Anna", device: "phone", colorScheme: "dark", path: "/" });
    await idle(page);
    await expectPoll(() => note(page).count()).toBe(0);
    await expectPoll(() => seen(page, id)).toBe(version);
    await lastHere(page, id, "0.0.9");
    await page.goto(`${home.url}/tasks`);
    await idle(page);
    await expectPoll(() => note(page).count()).toBe(0);
    await page.goto(home.url);
    await note(page).waitFor();
    await expectGoodLooks(page, "updates note");
    await page.getByRole("button", { name: "What is new" }).tap();
    await page.getByRole("heading", { name: `What is new in ${version}` }).waitFor();
    await page.getByText("A feed of all changes, with undo").waitFor();
    await screens(page, "updates notes");
    await page.goto(home.url);
    await idle(page);
    await expectPoll(() => note(page).count()).toBe(0);
  });

  test("it can be closed, and does not come back", async () => {
    const home = await browserHome({ alone: true });
    const { id } = home.member("Ben");
    const page = await open(home, { as: "Ben", path: "/" });
    await idle(page);
    await lastHere(page, id, "0.0.9");
    await page.reload();
    await note(page).waitFor();
    await screens(page, "updates note desktop");
    await page.getByRole("button", { name: "Close" }).click();
    await expectPoll(() => note(page).count()).toBe(0);
    await page.reload();
    await idle(page);
    await expectPoll(() => note(page).count()).toBe(0);
  });

  test("children see none, nor does anybody after a way back to an older version", async () => {
    const home = await browserHome({ alone: true });
    const mia = await open(home, { as: "Mia", path: "/" });
    await lastHere(mia, home.member("Mia").id, "0.0.9");
    await mia.reload();
    await idle(mia);
    await expectPoll(() => note(mia).count()).toBe(0);
    const { id } = home.member("Anna");
    const anna = await open(home, { as: "Anna", path: "/" });
    await lastHere(anna, id, "99.0.0");
    await anna.reload();
    await expectPoll(() => seen(anna, id)).toBe(version);
    await expectPoll(() => note(anna).count()).toBe(0);
  });
});
