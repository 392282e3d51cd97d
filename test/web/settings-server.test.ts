/** Settings → This server, in a browser at a real server. */
import { describe, expect } from "bun:test";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { oldBackup } from "../support/backups.ts";
import { open, test } from "../support/browser.ts";
import { connectionLoss } from "../support/browser-faults.ts";
import { browserHome } from "../support/browser-home.ts";
import { expectGoodLooks } from "../support/browser-looks.ts";
import { eventually, expectPoll } from "../support/browser-wait.ts";
import { put } from "../support/folders.ts";
import { start } from "../support/program.ts";

const password = "correct horse battery";
const path = "/settings/server";

/** A new household at the program itself, which can restart. */
async function program() {
  const server = await start(["serve"], { env: { NIGHTLY_BACKUP: "off" } }); // A first one would come in between.
  const token = /setup#([\w-]{43})/.exec(server.out)?.[1];
  const household = { householdName: "Home", timeZone: "UTC", memberName: "Anna", password };
  const send = (address: string, body: unknown, cookie = "") =>
    fetch(`${server.url}${address}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: server.url, Cookie: cookie },
      body: JSON.stringify(body),
    });
  const made = await send("/app/setup", { token, ...household });
  const cookie = made.headers.get("set-cookie")!.split(";")[0]!;
  const { member } = (await made.json()) as { member: { id: string } };
  const addTask = (label: string) => send("/v1/tasks", { label, memberId: member.id }, cookie);
  const site = {
    url: server.url,
    plainUrl: server.url,
    cookie: () => cookie,
    member: () => member,
    clock: null,
    contexts: new Set<never>(),
  };
  return { server, site, addTask, backups: join(server.cwd, "data/backups") };
}

describe("an owner", () => {
  test("backs up, downloads the backup with the password, and deletes it", async () => {
    const { site, backups } = await program();
    const page = await open(site, { as: "Anna", path, allow: [/422/] });
    await page.getByText("No backup yet").waitFor();
    await page.getByRole("button", { name: "Back up now" }).click();
    await page.getByText("The backup is made.").waitFor();
    const [name = ""] = readdirSync(backups);
    const more = page.getByRole("button", { name: /^More for the backup of / });
    await more.click();
    await page.getByRole("menuitem", { name: "Download" }).click();
    const sheet = page.getByRole("dialog", { name: "Download this backup" });
    await sheet.getByRole("textbox", { name: "Your password" }).fill("another password");
    await sheet.getByRole("button", { name: "Download" }).click();
    await sheet.getByText("That is not your password.").waitFor();
    await sheet.getByRole("textbox", { name: "Your password" }).fill(password);
    const arrived = page.waitForEvent("download");
    await sheet.getByRole("button", { name: "Download" }).click();
    const download = await arrived;
    expect(download.suggestedFilename()).toBe(name);
    const file = await download.path();
    expect(readFileSync(file)).toEqual(readFileSync(join(backups, name)));
    await more.click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("No backup yet").waitFor();
    expect(readdirSync(backups)).toEqual([]);
  });

  test("sees what restoring would undo, restores, and is back where the page was", async () => {
    const { server, site, addTask } = await program();
    await addTask("Before");
    const page = await open(site, { as: "Anna", device: "phone", path, allow: [connectionLoss, /503/, /401/] });
    await page.getByRole("button", { name: "Back up now" }).tap();
    await page.getByText("The backup is made.").waitFor();
    await addTask("Since then");
    await page.getByRole("button", { name: /^More for the backup of / }).tap();
    await page.getByRole("menuitem", { name: "Restore …" }).tap();
    const sheet = page.getByRole("dialog", { name: "Restore this backup" });
    await sheet.getByText("Tasks: 1 new, 0 changed, 0 deleted").waitFor();
    await expectGoodLooks(page, "restore");
    await sheet.getByRole("textbox", { name: "Your password" }).fill(password);
    await sheet.getByRole("button", { name: "Restore", exact: true }).tap();
    await sheet.waitFor({ state: "detached" });
    await page.getByText("The backup is restored.").waitFor();
    await page.goto(`${server.url}/tasks`);
    await page.getByText("Before").waitFor();
    await expectPoll(() => page.getByText("Since then").count()).toBe(0);
  });

  test("uploads a backup of another server; a damaged file is refused", async () => {
    const { server, site, backups } = await program();
    const page = await open(site, { as: "Anna", device: "tablet", path });
    const choose = async (name: string, bytes: Uint8Array) => {
      const file = join(server.cwd, name);
      writeFileSync(file, bytes);
      await page.getByLabel("Upload a backup").first().setInputFiles(file);
    };
    const bytes = readFileSync(oldBackup(9));
    await page.getByText("No backup yet").waitFor();
    const button = page.getByRole("button", { name: "Upload a backup" });
    await button.evaluate((element: any) => {
      element.isSame = true;
    });
    await choose("damaged.tar", bytes.subarray(0, bytes.length >> 1));
    await page.getByText("This backup can’t be restored.").waitFor();
    expect(await button.evaluate((element: any) => element.isSame)).toBe(true);
    await choose("backup.tar", bytes);
    await page.getByText("The backup is sound.").waitFor();
    await page.getByRole("button", { name: /^More for the backup of / }).waitFor();
    await eventually("it is stored", () => readdirSync(backups).length === 1);
  });

  test("has the server examine itself, and gets a text for a bug report", async () => {
    const { server, site } = await program();
    put(server.cwd, "data/replaced-2026-01-01T000000.000Z/inglenook.db", "");
    const page = await open(site, { as: "Anna", path });
    await page.getByRole("button", { name: "Examine" }).click();
    await page.getByText("former data", { exact: true }).waitFor();
    const text = await page.getByRole("textbox", { name: "Text for a bug report" }).inputValue();
    expect(text).toContain("notice former data");
    expect(text).not.toContain("Anna");
  });
});

describe("the server", () => {
  test("is not shown to adults, and not to owners of one of several households", async () => {
    const home = await browserHome({ env: { OPERATOR_HOUSEHOLD: "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42" } });
    const ben = await open(home, { as: "Ben", path: "/settings" });
    const nav = ben.getByRole("navigation", { name: "Settings" });
    await nav.getByRole("link", { name: /^About/ }).waitFor();
    await expectPoll(() => nav.getByRole("link", { name: /^This server/ }).count()).toBe(0);
    const anna = await open(home, { as: "Anna", path, allow: [/403/] });
    await anna.getByText("Another household runs this server").waitFor();
  });
});
