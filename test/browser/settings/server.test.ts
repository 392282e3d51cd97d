/**
 * Settings → This server. Stubs replace the commands of the program. `test/cli/server-page.test.ts` runs the real
 * commands.
 */
import { describe, expect } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { open, sharedPage, test } from "../../support/browser/browser.ts";
import { connectionLoss } from "../../support/browser/faults.ts";
import { moveTo } from "../../support/browser/go.ts";
import { browserHome, password } from "../../support/browser/home.ts";
import { expectPoll } from "../../support/browser/wait.ts";
import { emptyFolder } from "../../support/home/program.ts";
import { oldBackup } from "../../support/records/backups.ts";

const path = "/settings/server";
const dataDir = emptyFolder();
const backups = join(dataDir, "backups");
const name = "inglenook-2026-11-24T033000.000Z.tar";
const whole = readFileSync(oldBackup(9));
const damaged = whole.subarray(0, whole.length >> 1);
const findings = [{ check: "former data", level: "notice", says: "They take up space.", todo: null }];
const losses = [
  { table: "task", added: 1, changed: 0, deleted: 0 },
  { table: "chore", added: 0, changed: 2, deleted: 0 },
  { table: "chore_completion", added: 0, changed: 0, deleted: 3 },
];

/** Replaces the commands `doctor`, `backup` and `restore --preview`. */
async function runVerb([verb, file = ""]: readonly string[]): Promise<string> {
  if (verb === "doctor") return JSON.stringify({ findings });
  if (verb === "backup") {
    writeFileSync(join(backups, name), whole);
    return "{}";
  }
  if (statSync(file).size < whole.length) throw new Error("the file is damaged");
  return JSON.stringify({
    createdAt: "2026-11-24T03:30:00.000Z",
    households: 1,
    pictures: 0,
    schemaVersion: 1,
    losses,
  });
}

const home = await browserHome({ env: { DATA_DIR: dataDir } });
await home.stop();
Object.assign(home.runtime, { runVerb });
home.start();

/** Deletes all backups and shows the settings of the server. */
async function show(): Promise<Page> {
  rmSync(backups, { recursive: true, force: true });
  mkdirSync(backups);
  const page = await sharedPage(home, { as: "Anna", path, allow: [/422/, /503/, connectionLoss] });
  await moveTo(page, "/activity");
  await page.getByRole("heading", { name: "Activity", level: 1 }).waitFor();
  await moveTo(page, path);
  await page.getByText("No backup yet").waitFor();
  return page;
}

async function takeBackup(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Back up now" }).click();
  await page.getByText("The backup is made.").waitFor();
}

async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole("button", { name: /^More for the backup of / }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

describe("This server", () => {
  test("An owner can make a backup, download it after entering the password, and delete it", async () => {
    const page = await show();
    await takeBackup(page);
    await choose(page, "Download");
    const sheet = page.getByRole("dialog", { name: "Download this backup" });
    const field = sheet.getByRole("textbox", { name: "Your password" });
    const download = sheet.getByRole("button", { name: "Download" });
    await field.fill("another password");
    await download.click();
    await sheet.getByText("That is not your password.").waitFor();
    await field.fill(password);
    const arrived = page.waitForEvent("download");
    await download.click();
    const file = await arrived;
    expect(file.suggestedFilename()).toBe(name);
    const saved = await file.path();
    expect(readFileSync(saved)).toEqual(whole);
    await choose(page, "Delete");
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("No backup yet").waitFor();
    expect(readdirSync(backups)).toEqual([]);
  });

  test("An uploaded backup file is refused if it is damaged, and is listed if it is valid", async () => {
    const page = await show();
    const upload = (file: string, buffer: Buffer) =>
      page.getByLabel("Upload a backup").first().setInputFiles({ name: file, mimeType: "application/x-tar", buffer });
    const button = page.getByRole("button", { name: "Upload a backup" });
    await button.evaluate((element: any) => {
      element.isSame = true;
    });
    await upload("damaged.tar", damaged);
    await page.getByText("This backup can’t be restored.").waitFor();
    await page.getByText("the file is damaged").waitFor();
    await expectPoll(() => button.evaluate((element: any) => element.isSame)).toBe(true);
    await upload("backup.tar", whole);
    await page.getByText("The backup is sound.").waitFor();
    await page.getByRole("button", { name: /^More for the backup of / }).waitFor();
    expect(readdirSync(backups)).toHaveLength(1);
  });

  test("The settings of the server can run a self-check, and show its result as text for a bug report", async () => {
    const page = await show();
    await page.getByRole("button", { name: "Examine" }).click();
    await page.getByText("former data", { exact: true }).waitFor();
    const text = page.getByRole("textbox", { name: "Text for a bug report" });
    await expectPoll(() => text.inputValue()).toContain("notice former data");
    await expectPoll(() => text.inputValue()).not.toContain("Anna");
  });

  test("An owner sees what a restore would undo, and a message says that the backup has been restored", async () => {
    const anna = home.api("Anna");
    await anna.post("/v1/tasks", { label: "Before", memberId: home.member("Anna").id });
    const page = await show();
    await takeBackup(page);
    const { body: since } = await anna.post("/v1/tasks", { label: "Since", memberId: home.member("Anna").id });
    Object.assign(home.runtime, {
      restore: async () => {
        await anna.delete(`/v1/tasks/${since.id}`);
        await home.stop();
        const endedAt = home.now().toISOString();
        Object.assign(home.runtime, { restored: { kind: "restore", name, endedAt, fault: null, result: null } });
        home.start();
      },
    });
    await choose(page, "Restore …");
    const sheet = page.getByRole("dialog", { name: "Restore this backup" });
    await sheet.getByText("Tasks: 1 new, 0 changed, 0 deleted").waitFor();
    await sheet.getByText("Chores: 0 new, 2 changed, 3 deleted").waitFor();
    await sheet.getByRole("textbox", { name: "Your password" }).fill(password);
    await sheet.getByRole("button", { name: "Restore", exact: true }).click();
    await sheet.waitFor({ state: "detached" });
    await page.getByText("The backup is restored.").waitFor();
    await moveTo(page, "/tasks");
    await page.getByText("Before").waitFor();
    await expectPoll(() => page.getByText("Since").count()).toBe(0);
  });

  test("If several households share a server, even their owners cannot use the settings of the server", async () => {
    await browserHome(); // A server of several households belongs to none of them.
    const other = await browserHome();
    const ben = await open(other, { as: "Ben", path: "/settings" });
    const nav = ben.getByRole("navigation", { name: "Settings" });
    await nav.getByRole("link", { name: /^About/ }).waitFor();
    await expectPoll(() => nav.getByRole("link", { name: /^This server/ }).count()).toBe(0);
    const anna = await open(other, { as: "Anna", path, allow: [/403/] });
    await anna.getByText("Another household runs this server").waitFor();
  });
});
