/** The settings of API keys for agents, and of tablets. */
import { describe, expect } from "bun:test";
import { type Client, setupFor } from "../../src/web/features/settings/keys/clients.ts";
import { open, test } from "../support/browser.ts";
import { browserHome } from "../support/browser-home.ts";
import { screens } from "../support/browser-screens.ts";
import { eventually, expectPoll } from "../support/browser-wait.ts";
import { readExample, readPage } from "../support/doc-pages.ts";
import { noMember } from "../support/wall.ts";

describe("keys", () => {
  test("are created in three steps, work within their permissions, and stop when revoked", async () => {
    const home = await browserHome();
    const page = await open(home, { as: "Anna", device: "phone", path: "/settings/integrations" });
    await page.getByText("No key yet").waitFor();
    await page.getByRole("button", { name: "Create a key" }).tap();
    await page.getByRole("button", { name: "Next" }).tap();
    await page.getByText("A name is needed.").waitFor();
    await page.getByRole("textbox", { name: "Name of the key" }).fill("Claude");
    await page.getByRole("button", { name: "Next" }).tap();
    await page.getByText("changes nothing").waitFor();
    await page.locator("label", { hasText: "Choose" }).tap();
    await page.getByRole("button", { name: "Next" }).tap();
    await page.getByText("Allow at least one thing.").waitFor();
    await page.getByRole("group", { name: "Tasks" }).locator("label", { hasText: "Change" }).tap();
    await page.getByRole("group", { name: "Lists" }).locator("label", { hasText: "See" }).tap();
    await screens(page, "key scopes");
    await page.getByRole("button", { name: "Next" }).tap();
    await page.getByRole("radio", { name: "90 days" }).check();
    await page.getByRole("button", { name: "Create the key" }).tap();

    const key = await page.getByRole("textbox", { name: "Key", exact: true }).inputValue();
    expect(key).toMatch(/^fam_live_\w{36}$/);
    await expectPoll(() => page.getByRole("textbox", { name: "To paste" }).inputValue()).toBe(
      setupFor("claudeCode", home.url, key),
    );
    await page.getByRole("combobox", { name: "Which program?" }).selectOption({ label: "Cursor" });
    await expectPoll(() => page.getByRole("textbox", { name: "To paste" }).inputValue()).toContain(`Bearer ${key}`);
    await screens(page, "key ready");
    await page.keyboard.press("Escape");
    await page.getByRole("alertdialog").getByRole("button", { name: "Not yet" }).tap();
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Done" }).tap();
    await page.getByRole("alertdialog").getByRole("button", { name: "I have kept it" }).tap();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expectPoll(() => page.evaluate("document.documentElement.outerHTML")).not.toContain(key);

    const agent = home.agent(key);
    expect((await agent.post("/v1/tasks", { label: "By an agent", memberId: home.member("Anna").id })).status).toBe(
      200,
    );
    await expectPoll(async () => (await agent.get("/v1/lists")).status).toBe(200);
    await expectPoll(async () => (await agent.get("/v1/recipes")).status).toBe(403);
    await page.reload();
    await page.getByText(/Last used just now/).waitFor();
    await page.getByRole("button", { name: "Revoke Claude" }).tap();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByText(/can’t read or change anything from its next request on/).waitFor();
    await dialog.getByRole("button", { name: "Revoke" }).tap();
    await page.getByText("“Claude” is revoked").waitFor();
    await expectPoll(async () => (await agent.get("/v1/tasks")).status).toBe(401);
    await page.getByText("Keys that ended (1)").tap();
    await page.getByText("Revoked", { exact: true }).waitFor();
  });

  test("expire after the chosen day in the household’s time zone", async () => {
    const home = await browserHome({ now: new Date("2026-11-10T12:00:00Z") });
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
    const { apiKeys } = (await home.api("Ben").get("/v1/api-keys")).body;
    expect(apiKeys).toMatchObject([{ name: "Short", expiresAt: "2026-11-30T23:00:00.000Z" }]);
    expect(new Set(apiKeys[0].scopes.map((scope: string) => scope.split(".")[1]))).toEqual(new Set(["read"]));
  });

  test("are not stored in the browser", async () => {
    const home = await browserHome();
    const page = await open(home, { as: "Anna", path: "/settings/integrations?new=" });
    await page.getByRole("textbox", { name: "Name of the key" }).fill("Secret");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("button", { name: "Create the key" }).click();
    const key = await page.getByRole("textbox", { name: "Key", exact: true }).inputValue();
    await page.getByRole("button", { name: "Copy: Key" }).click();
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByText(/Not used yet/).waitFor();
    await page.reload();
    await page.getByText(/Not used yet/).waitFor();
    const keptTexts = () =>
      page.evaluate(async () => {
        const { indexedDB, localStorage, sessionStorage } = globalThis as any;
        const texts = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
        for (const { name } of await indexedDB.databases()) {
          const database: any = await new Promise((resolve) => {
            const request = indexedDB.open(name);
            request.onsuccess = () => resolve(request.result);
          });
          for (const store of database.objectStoreNames) {
            const request = database.transaction(store).objectStore(store).getAll();
            texts.push(
              JSON.stringify(await new Promise((resolve) => (request.onsuccess = () => resolve(request.result)))),
            );
          }
          database.close();
        }
        return texts.join("\n");
      });
    await eventually("what may be kept is", async () => (await keptTexts()).includes("Secret"));
    await expectPoll(keptTexts).not.toContain(key.slice(-12));
  });

  test("are shown in the configuration of each client, as in docs/agents.md", async () => {
    const base = "http://localhost:4100";
    const example = (name: string) => readExample("docs/agents.md", name);
    expect(example("claude-code").trim()).toBe(setupFor("claudeCode", base, "fam_live_…"));
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the client fills in its own variable
    const cursorKey = "${env:INGLENOOK_KEY}";
    const shown = (client: Client, key: string) => JSON.parse(setupFor(client, base, key));
    expect(shown("cursor", cursorKey)).toEqual(JSON.parse(example("cursor")));
    expect(shown("vsCode", "")).toEqual(JSON.parse(example("vs-code")));
    expect(readPage("docs/agents.md")).toContain(`(\`${setupFor("claudeDesktop", base, "")}\`)`);
  });
});

describe("tablets", () => {
  test("are paired by the code on their screen, and unpaired", async () => {
    const home = await browserHome();
    const tablet = home.agent("");
    const begun = (await tablet.post("/app/devices/pairing", undefined)).body;
    const page = await open(home, { as: "Ben", device: "phone", path: "/settings/tablets", allow: [/422|429/] });
    await page.getByRole("button", { name: "Pair a tablet" }).tap();
    const sheet = page.getByRole("dialog");
    const code = sheet.getByRole("textbox", { name: "Code on the tablet" });
    await code.fill("12");
    await sheet.getByRole("button", { name: "Pair a tablet" }).tap();
    await sheet.getByText("Six digits are needed.").waitFor();
    await code.fill(begun.code === "000000" ? "111 111" : "000 000");
    await sheet.getByRole("button", { name: "Pair a tablet" }).tap();
    await sheet.getByText("No tablet shows this code.").waitFor();
    await code.fill(`${begun.code.slice(0, 3)} ${begun.code.slice(3)}`);
    await sheet.getByRole("textbox", { name: "What is it called?" }).fill("Hall");
    await sheet.getByRole("button", { name: "Pair a tablet" }).tap();
    await page.getByText("Hall is paired").waitFor();
    const { deviceToken } = (await tablet.get(`/app/devices/pairing/${begun.pairingToken}`)).body;
    const asTablet = () =>
      fetch(`${home.url}/v1/households/me`, { headers: { Authorization: `Device ${deviceToken}` } });
    await expectPoll(async () => (await asTablet()).status).toBe(200);
    await page.getByRole("button", { name: "Unpair Hall" }).tap();
    await page.getByRole("alertdialog").getByRole("button", { name: "Unpair" }).tap();
    await page.getByText("No tablet yet").waitFor();
    await expectPoll(async () => (await asTablet()).status).toBe(401);
  });

  test("are explained with buttons that are there", async () => {
    const home = await browserHome();
    const page = await open(home, { as: "Ben", device: "phone", path: "/settings/tablets" });
    const hint = page.getByText(/^Open this address on the tablet/);
    const [, named] = /“(.+)”/.exec((await hint.textContent()) ?? "") ?? [];
    await page.getByRole("button", { name: named!, exact: true }).tap();
    const sheet = page.getByRole("dialog", { name: "Pair a tablet" });
    await sheet.getByText("Open the address below on the tablet. It shows a code of six digits.").waitFor();
    const path = new URL(await sheet.getByRole("textbox", { name: "Address for the tablet" }).inputValue()).pathname;
    const tablet = await open(home, { device: "tablet", path, allow: [noMember] });
    await tablet.locator(".wall-code").waitFor();
  });

  test("say how long to wait after too many wrong codes", async () => {
    const home = await browserHome({ now: new Date("2026-11-10T12:00:00Z") }); // Attempts become available again with time.
    const ben = home.cookie("Ben");
    const headers = { Cookie: ben, Origin: home.url, "Content-Type": "application/json" };
    for (let tries = 0; tries < 5; tries++) {
      const body = JSON.stringify({ code: "000000", name: "No" });
      await fetch(`${home.url}/app/devices`, { method: "POST", headers, body });
    }
    const page = await open(home, { as: "Ben", path: "/settings/tablets?pair=", allow: [/429/] });
    await page.getByRole("textbox", { name: "Code on the tablet" }).fill("000000");
    await page.keyboard.press("Enter");
    await page.getByText(/Too many tries\. Try again in \d+ seconds\./).waitFor();
  });
});
