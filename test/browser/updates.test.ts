/** Versions: the offer to check for new versions, a newer version in the settings, and the note after an upgrade. */
import { expect } from "bun:test";
import type { Page } from "playwright-core";
import { createHousehold } from "#accounts/households/store.ts";
import { day } from "#lib/time.ts";
import { readUpdateState, saveCheck } from "#operations/update/state.store.ts";
import { transact } from "#platform/db/client.ts";
import manifest from "../../package.json" with { type: "json" };
import { open, test } from "../support/browser/browser.ts";
import { moveTo } from "../support/browser/go.ts";
import { browserHome } from "../support/browser/home.ts";
import { freshSite } from "../support/browser/homes/fresh.ts";
import { nobody, press, secret } from "../support/browser/homes/journey.ts";
import { expectPoll } from "../support/browser/wait.ts";

declare const localStorage: any; // Functions given to `page.evaluate` run in the page.

const { version } = manifest;
const about = "/settings/about?section=updates";
const check = (page: Page) => page.getByRole("switch", { name: "Tell me about new versions" });

test("The set-up offers to check for new versions, with a checkbox that is unticked at first", async () => {
  const site = freshSite();
  const page = await open(site, { device: "phone", path: site.path, allow: [nobody] });
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
});

test("An owner can turn the check for new versions on and off, and sees how to install a newer version", async () => {
  const home = await browserHome({ alone: true });
  const page = await open(home, { as: "Anna", device: "phone", path: about });
  await page.getByText("Inglenook never updates itself.").waitFor();
  await expectPoll(() => check(page).isChecked()).toBe(false);
  await check(page).tap();
  await page.getByText("The first look follows within a minute.").waitFor();
  await expectPoll(() => check(page).isChecked()).toBe(true);
  saveCheck(home.db, { newest: version, checkedAt: new Date(home.now().getTime() - 3 * day).toISOString() });
  await page.reload();
  await page.getByText("You have the newest version. Last looked 3 days ago.").waitFor();
  saveCheck(home.db, { newest: "9.0.0", fault: null });
  await page.reload();
  await page.getByText("Version 9.0.0 is out").waitFor();
  const command = page.getByRole("textbox", { name: "Command for the update" });
  await expectPoll(() => command.inputValue()).toBe("git pull\nnpm install");
  await expectPoll(() => page.getByRole("link", { name: "What is new in it" }).getAttribute("href")).toBe(
    `${manifest.repository}/releases/tag/v9.0.0`,
  );
  await check(page).tap();
  await page.getByText("Inglenook never updates itself.").waitFor();
  expect(readUpdateState(home.db)).toMatchObject({ isOn: false, newest: null });
});

test("An adult who is not an owner cannot turn on the check for new versions, but sees if a check failed", async () => {
  const home = await browserHome({ alone: true });
  await home.api("Anna").put("/app/server/update-check", { isOn: true });
  saveCheck(home.db, { fault: "no network" });
  const page = await open(home, { as: "Ben", device: "phone", locale: "de-DE", path: about });
  await page.getByText("Der Server versucht es morgen wieder.").waitFor();
  await expectPoll(() => page.getByRole("switch").count()).toBe(0);
  await page.getByText("Diese Liste gibt es nur auf Englisch.").waitFor();
});

test("The instructions to update a container image contain the new version and all commands", async () => {
  const home = await browserHome();
  const page = await open(home, { as: "Anna", path: "/settings/you" });
  const commands = ["docker compose pull", "docker compose up -d"];
  await page.route("**/app/server/updates", (route) =>
    route.fulfill({
      json: {
        ...{ version, kind: "image", backupCommand: "./inglenook backup", canCheck: true, mayChange: true, isOn: true },
        ...{ checkedAt: null, fault: null },
        newer: { version: "9.0.0", notesUrl: "https://example.org/", commands, imageTag: "9.0" },
      },
    }),
  );
  await moveTo(page, about);
  await page.getByText("In compose.yaml, first change the version").waitFor();
  const command = page.getByRole("textbox", { name: "Command for the update" });
  await expectPoll(() => command.inputValue()).toBe(commands.join("\n"));
});

test("A build that lacks the key to verify releases offers no check for new versions", async () => {
  const home = await browserHome({ env: { UPDATE_KEY: "" } });
  const page = await open(home, { as: "Anna", device: "phone", path: about });
  await page.getByText("This program was built without the key that signs releases.").waitFor();
  await expectPoll(() => page.getByRole("switch").count()).toBe(0);
  await moveTo(page, "/setup?step=done");
  await page.getByRole("link", { name: "Go to Today" }).waitFor();
  await page.waitForLoadState("networkidle");
  await expectPoll(() => page.getByRole("checkbox").count()).toBe(0);
});

test("If the server refuses to turn on the check for new versions, the switch for the check disappears", async () => {
  const home = await browserHome({ alone: true });
  const page = await open(home, { as: "Anna", path: about, allow: [/403/] });
  await check(page).waitFor();
  // The server has no household from now on.
  transact(home.db, () =>
    createHousehold(home.db, { name: "Another", timeZone: "Europe/Berlin", plan: "api" }, home.now()),
  );
  await check(page).click();
  await page.locator(".toast", { hasText: "This is not allowed here." }).waitFor();
  await expectPoll(() => page.getByRole("switch").count()).toBe(0);
  expect(readUpdateState(home.db).isOn).toBe(false);
});

const note = (page: Page) => page.getByRole("heading", { name: `Inglenook is now ${version}` });
const seen = (page: Page, id: string) => page.evaluate((name) => localStorage.getItem(name), `inglenook-version-${id}`);
/** Opens the screen Today as if the member's browser had last shown the version `former` there. */
async function returnFrom(page: Page, id: string, former: string): Promise<void> {
  await moveTo(page, "/tasks");
  await page.evaluate(([name, value]) => localStorage.setItem(name, value), [`inglenook-version-${id}`, former]);
  await moveTo(page, "/");
  await page.getByRole("heading", { level: 1 }).waitFor();
}

test("When the server was upgraded, adults see a note on the screen Today; its button shows what is new", async () => {
  const home = await browserHome();
  const { id } = home.member("Anna");
  const page = await open(home, { as: "Anna", path: "/" });
  await expectPoll(() => seen(page, id)).toBe(version);
  await expectPoll(() => note(page).count()).toBe(0);
  await returnFrom(page, id, "0.0.9");
  await note(page).waitFor();
  await page.getByRole("button", { name: "What is new" }).click();
  await page.getByRole("heading", { name: `What is new in ${version}` }).waitFor();
  await page.getByText("A feed of all changes, with undo").waitFor();
  await expectPoll(() => seen(page, id)).toBe(version);
  await returnFrom(page, id, "0.0.9");
  await page.getByRole("button", { name: "Close" }).click();
  await expectPoll(() => note(page).count()).toBe(0);
  await expectPoll(() => seen(page, id)).toBe(version);
  // An older version runs again, so nothing is new.
  await returnFrom(page, id, "99.0.0");
  await expectPoll(() => seen(page, id)).toBe(version);
  await expectPoll(() => note(page).count()).toBe(0);
});

test("When the server was upgraded, a child sees no note on the screen Today", async () => {
  const home = await browserHome();
  const page = await open(home, { as: "Mia", path: "/" });
  await returnFrom(page, home.member("Mia").id, "0.0.9");
  await page.waitForLoadState("networkidle");
  await expectPoll(() => note(page).count()).toBe(0);
});
