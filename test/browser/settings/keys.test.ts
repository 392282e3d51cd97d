/** Tests Settings → Agents (API keys) and Settings → Tablets (pairing). */
import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import { setupFor } from "#web/features/settings/keys/clients.ts";
import { open, test } from "../../support/browser/browser.ts";
import { browserHome } from "../../support/browser/home.ts";
import { eventually, expectPoll } from "../../support/browser/wait.ts";

/** Fixed time of the tests. If the clock ran, blocked attempts to pair a tablet would be allowed again. */
const now = new Date("2026-11-10T12:00:00Z");

/** Returns everything that the browser stores for the app, as JSON. */
function storedTexts(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const { indexedDB, localStorage, sessionStorage } = globalThis as any;
    const texts = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
    const result = (request: any) =>
      new Promise<any>((resolve) => {
        request.onsuccess = () => resolve(request.result);
      });
    for (const { name } of await indexedDB.databases()) {
      const database = await result(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const records = await result(database.transaction(store).objectStore(store).getAll());
        texts.push(JSON.stringify(records));
      }
      database.close();
    }
    return texts.join("\n");
  });
}

describe("Keys", () => {
  test("An API key is created in three steps, works only within its scopes, and can be revoked", async () => {
    const home = await browserHome({ now });
    const page = await open(home, { as: "Anna", device: "phone", path: "/settings/integrations" });
    await page.getByText("No key yet").waitFor();
    await page.getByRole("button", { name: "Create a key" }).tap();
    const next = page.getByRole("button", { name: "Next" });
    await next.tap();
    await page.getByText("A name is needed.").waitFor();
    await page.getByRole("textbox", { name: "Name of the key" }).fill("Claude");
    await next.tap();
    await page.getByText("changes nothing").waitFor();
    await page.locator("label", { hasText: "Choose" }).tap();
    await next.tap();
    await page.getByText("Allow at least one thing.").waitFor();
    await page.getByRole("group", { name: "Tasks" }).locator("label", { hasText: "Change" }).tap();
    await page.getByRole("group", { name: "Lists" }).locator("label", { hasText: "See" }).tap();
    await next.tap();
    await page.getByRole("radio", { name: "90 days" }).check();
    await page.getByRole("button", { name: "Create the key" }).tap();

    const key = await page.getByRole("textbox", { name: "Key", exact: true }).inputValue();
    expect(key).toMatch(/^fam_live_\w{36}$/);
    const setup = page.getByRole("textbox", { name: "To paste" });
    await expectPoll(() => setup.inputValue()).toBe(setupFor("claudeCode", home.url, key));
    await page.getByRole("combobox", { name: "Which program?" }).selectOption({ label: "Cursor" });
    await expectPoll(() => setup.inputValue()).toContain(`Bearer ${key}`);
    await page.keyboard.press("Escape");
    const question = page.getByRole("alertdialog");
    await question.getByRole("button", { name: "Not yet" }).tap();
    await question.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Done" }).tap();
    await question.getByRole("button", { name: "I have kept it" }).tap();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expectPoll(() => page.content()).not.toContain(key);
    await page.getByText(/Not used yet/).waitFor();

    const agent = home.agent(key);
    const task = { label: "By an agent", memberId: home.member("Anna").id };
    expect((await agent.post("/v1/tasks", task)).status).toBe(200);
    await expectPoll(async () => (await agent.get("/v1/lists")).status).toBe(200);
    await expectPoll(async () => (await agent.get("/v1/recipes")).status).toBe(403);
    await page.reload();
    await page.getByText(/Last used just now/).waitFor();
    await eventually("what may be kept is", async () => (await storedTexts(page)).includes("Claude"));
    await expectPoll(() => storedTexts(page)).not.toContain(key.slice(-12));
    await page.getByRole("button", { name: "Revoke Claude" }).tap();
    await question.getByText(/can’t read or change anything from its next request on/).waitFor();
    await question.getByRole("button", { name: "Revoke" }).tap();
    await page.getByText("“Claude” is revoked").waitFor();
    await expectPoll(async () => (await agent.get("/v1/tasks")).status).toBe(401);
    await page.getByText("Keys that ended (1)").tap();
    await page.getByText("Revoked", { exact: true }).waitFor();
  });

  test("An API key expires at the end of the chosen day, and gets read access if no scopes were chosen", async () => {
    const home = await browserHome({ now });
    const page = await open(home, { as: "Ben", path: "/settings/integrations?new=" });
    await page.getByRole("textbox", { name: "Name of the key" }).fill("Short");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("radio", { name: "Until a date" }).check();
    await page.getByRole("button", { name: "Create the key" }).click();
    await page.getByText("Choose a day that is still to come.").waitFor();
    await page.getByLabel("Last day").fill("2026-11-30");
    await page.getByRole("button", { name: "Create the key" }).click();
    await page.getByRole("textbox", { name: "Key", exact: true }).waitFor();
    await page.getByRole("button", { name: "Copy: Key" }).click();
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    const { apiKeys } = (await home.api("Ben").get("/v1/api-keys")).body;
    expect(apiKeys).toMatchObject([{ name: "Short", expiresAt: "2026-11-30T23:00:00.000Z" }]);
    expect(new Set(apiKeys[0].scopes.map((scope: string) => scope.split(".")[1]))).toEqual(new Set(["read"]));
  });
});

describe("Tablets", () => {
  test("A tablet is paired with the code that it shows, and can be unpaired in the settings", async () => {
    const home = await browserHome({ now });
    const tablet = home.agent("");
    const begun = (await tablet.post("/app/devices/pairing", undefined)).body;
    const page = await open(home, { as: "Ben", device: "phone", path: "/settings/tablets", allow: [/422|429/] });
    const hint = page.getByText(/^Open this address on the tablet/);
    const [, named = ""] = /“(.+)”/.exec((await hint.textContent()) ?? "") ?? [];
    await page.getByRole("button", { name: named, exact: true }).tap();
    const sheet = page.getByRole("dialog", { name: "Pair a tablet" });
    await sheet.getByText("Open the address below on the tablet. It shows a code of six digits.").waitFor();
    await expectPoll(() => sheet.getByRole("textbox", { name: "Address for the tablet" }).inputValue()).toBe(
      `${home.url}/wall`,
    );
    const code = sheet.getByRole("textbox", { name: "Code on the tablet" });
    const pair = sheet.getByRole("button", { name: "Pair a tablet" });
    await code.fill("12");
    await pair.tap();
    await sheet.getByText("Six digits are needed.").waitFor();
    await code.fill(begun.code === "000000" ? "111 111" : "000 000");
    await pair.tap();
    await sheet.getByText("No tablet shows this code.").waitFor();
    await code.fill(`${begun.code.slice(0, 3)} ${begun.code.slice(3)}`);
    await sheet.getByRole("textbox", { name: "What is it called?" }).fill("Hall");
    await pair.tap();
    await page.getByText("Hall is paired").waitFor();
    const { deviceToken } = (await tablet.get(`/app/devices/pairing/${begun.pairingToken}`)).body;
    const asTablet = async () => {
      const headers = { Authorization: `Device ${deviceToken}` };
      return (await fetch(`${home.url}/v1/households/me`, { headers })).status;
    };
    await expectPoll(asTablet).toBe(200);
    await page.getByRole("button", { name: "Unpair Hall" }).tap();
    await page.getByRole("alertdialog").getByRole("button", { name: "Unpair" }).tap();
    await page.getByText("No tablet yet").waitFor();
    await expectPoll(asTablet).toBe(401);
  });

  test("The settings for tablets say how long to wait after too many wrong pairing codes", async () => {
    const home = await browserHome({ now });
    for (let tries = 0; tries < 5; tries++) {
      await home.api("Ben").post("/app/devices", { code: "000000", name: "No" });
    }
    const page = await open(home, { as: "Ben", path: "/settings/tablets?pair=", allow: [/429/] });
    await page.getByRole("textbox", { name: "Code on the tablet" }).fill("000000");
    await page.keyboard.press("Enter");
    await page.getByText(/Too many tries\. Try again in \d+ seconds\./).waitFor();
  });
});
