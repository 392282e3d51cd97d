/** Settings → Calendars → On your phone: a member's own devices. */
import { describe, expect } from "bun:test";
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { open, test } from "../support/browser.ts";
import { browserHome } from "../support/browser-home.ts";
import { expectGoodLooks } from "../support/browser-looks.ts";
import { expectPoll } from "../support/browser-wait.ts";

const path = "/settings/calendars";

/** As if the server had this address. */
async function serveAt(page: Page, origin: string): Promise<void> {
  await page.route("**/app/calendar-apps", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), url: `${origin}/dav/` } });
  });
}

const shown = (page: Page, label: string) =>
  page.getByRole("dialog").getByRole("textbox", { name: label }).inputValue();

describe("connecting a device", () => {
  test("says that an iPhone needs HTTPS before a password is made", async () => {
    const home = await browserHome();
    for (const device of ["phone", "desktop"] as const) {
      const page = await open(home, { as: "Anna", device, path: `${path}?connect=` });
      const sheet = page.getByRole("dialog");
      await sheet.getByRole("combobox", { name: "What you connect" }).selectOption("iphone");
      await sheet.getByText("An iPhone, iPad or Mac connects only by https.").waitFor();
      await sheet.getByRole("button", { name: "Make the password" }).waitFor();
      await expectPoll(async () => (await home.api("Anna").get("/app/calendar-apps")).body.apps).toEqual([]);
      await sheet.getByRole("combobox", { name: "What you connect" }).selectOption("thunderbird");
      await sheet.getByText(/^This address is plain http/).waitFor();
      await expectPoll(() => sheet.getByText(/connects only by https/).count()).toBe(0);
    }
  });

  test("shows the password once, then when it was last seen, and ends it", async () => {
    const home = await browserHome();
    const page = await open(home, { as: "Anna", path });
    await page.getByText("No device is connected").waitFor();
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("combobox", { name: "What you connect" }).selectOption({ label: "Thunderbird" });
    const name = sheet.getByRole("textbox", { name: "What is it called?" });
    await expectPoll(() => name.inputValue()).toBe("Anna’s Thunderbird");
    await name.fill("");
    await sheet.locator("label", { hasText: "Only read" }).click();
    await sheet.locator("label", { hasText: "Only some" }).click();
    const make = sheet.getByRole("button", { name: "Make the password" });
    await make.click();
    await sheet.getByText("A name is needed.").waitFor();
    await sheet.getByText("Tick at least one").waitFor();
    await name.fill("Laptop");
    await sheet.getByRole("checkbox", { name: "Mia" }).check();
    await make.click();
    await sheet.getByText(/^This address is plain http/).waitFor();
    await sheet.getByText("In Thunderbird, open New Calendar → On the Network.").waitFor();
    await expectPoll(() => sheet.getByRole("link", { name: /profile|DAVx/ }).count()).toBe(0);
    await expectPoll(() => shown(page, "Address")).toBe(`${home.url}/dav/`);
    await expectPoll(() => shown(page, "Username")).toMatch(/^anna-\w{4}$/);
    const password = await shown(page, "Password");
    expect(password).toMatch(/^\w{4}(-\w{4}){4}$/);
    await sheet.getByRole("button", { name: "Done" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Not yet" }).click();
    await sheet.getByRole("button", { name: "Copy: Password" }).click();
    await sheet.getByRole("button", { name: "Done" }).click();
    await page.getByText("Only reads · Mia").waitFor();
    await page.getByText("Not seen yet").waitFor();
    await expectPoll(() => page.content()).not.toContain(password);
    home.db.$client.run("UPDATE app_password SET last_seen_at = ?, client = 'Mozilla/5.0 Thunderbird/128.5.0'", [
      home.now().toISOString(),
    ]);
    await page.reload();
    await page.getByText("Last seen just now · Thunderbird").waitFor();
    await page.getByRole("button", { name: "Disconnect: Laptop" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect" }).click();
    await page.getByText("“Laptop” is disconnected").waitFor();
    await page.getByText("No device is connected").waitFor();
  });

  test("gives a child a profile for the iPhone, where the address is https", async () => {
    const home = await browserHome();
    const page = await open(home, { as: "Mia", device: "phone", path });
    await serveAt(page, "https://home.example:8443");
    await page.getByText("No device is connected").waitFor();
    await expectPoll(() => page.getByRole("button", { name: /^(Share|Follow)$/ }).count()).toBe(0);
    await expectGoodLooks(page, "phones of a child");
    await page.getByRole("button", { name: "Connect", exact: true }).tap();
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("combobox", { name: "What you connect" }).selectOption({ label: "iPhone or iPad" });
    await sheet.getByRole("button", { name: "Make the password" }).tap();
    await sheet.getByRole("heading", { name: "Set up “Mia’s iPhone”" }).waitFor();
    await expectPoll(() => sheet.getByText(/plain http/).count()).toBe(0);
    await expectGoodLooks(page, "phones iphone");
    await expectPoll(() => shown(page, "Server")).toBe("home.example:8443");
    const arrived = page.waitForEvent("download");
    await sheet.getByRole("link", { name: "Download the profile" }).tap();
    const download = await arrived;
    expect(download.suggestedFilename()).toBe("inglenook.mobileconfig");
    const profile = await readFile(await download.path(), "utf8");
    for (const part of [
      "com.apple.caldav.account",
      "<string>home.example</string>",
      "<integer>8443</integer>",
      `<string>/dav/${home.member("Mia").id}/</string>`,
      `<string>${await shown(page, "Password")}</string>`,
    ])
      expect(profile).toContain(part);
    await sheet.getByRole("button", { name: "Done" }).tap();
    await page.getByText("Reads and changes · all calendars").waitFor();
  });

  test("gives an Android phone a link and a code, in German too", async () => {
    const home = await browserHome();
    const page = await open(home, { as: "Anna", device: "tablet", locale: "de-DE", path: `${path}?connect=` });
    await serveAt(page, "https://home.example");
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("combobox", { name: "Was du verbindest" }).selectOption({ label: "Android" });
    await sheet.getByRole("button", { name: "Passwort erzeugen" }).tap();
    const link = sheet.getByRole("link", { name: "In DAVx⁵ öffnen" });
    const [username, password] = [await shown(page, "Benutzername"), await shown(page, "Passwort")];
    await expectPoll(() => link.getAttribute("href")).toBe(`davx5://${username}:${password}@home.example/dav/`);
    await sheet.getByRole("img", { name: /QR-Code/ }).waitFor();
    await expectGoodLooks(page, "phones android german");
    await sheet.getByRole("button", { name: "Fertig" }).tap();
    await page.getByRole("alertdialog").getByRole("button", { name: "Ja, habe ich" }).tap();
    await page.getByText("Handy von Anna").waitFor();
  });
});
