/** Refusals of the server in a German app: no English sentence reaches the screen, whatever the code. */

import { describe, expect, test as unitTest } from "bun:test";
import type { Page } from "playwright-core";
import { type ErrorCode, errorCodes } from "../../src/errors.ts";
import { dateIn } from "../../src/lib/time.ts";
import * as germanFirst from "../../src/web/i18n/de/index.ts";
import * as germanLater from "../../src/web/i18n/de/later.ts";
import * as germanSignedOut from "../../src/web/i18n/de/signed-out.ts";
import * as englishFirst from "../../src/web/i18n/en/index.ts";
import * as englishLater from "../../src/web/i18n/en/later.ts";
import * as englishSignedOut from "../../src/web/i18n/en/signed-out.ts";
import { sentenceFor } from "../../src/web/sync/api/error-text.ts";
import { Failure, Unreachable } from "../../src/web/sync/api/failures.ts";
import { open, test } from "../support/browser.ts";
import { freshSite } from "../support/browser-fresh.ts";
import { browserHome } from "../support/browser-home.ts";
import { expectPoll } from "../support/browser-wait.ts";

const german = { ...germanFirst, ...germanSignedOut, ...germanLater };
const english = { ...englishFirst, ...englishSignedOut, ...englishLater };
const refusals = Object.entries(errorCodes).flatMap(([status, codes]) =>
  codes.map((code: ErrorCode) => ({ status: Number(status), code })),
);

/** The server's own sentence, which must not be shown. */
const said = "The server says so in English";
const failureOf = (status: number, code: string, field: string | null = null) =>
  new Failure(status, field === null ? said : `${field}: ${said}`, null, code as ErrorCode, field);

describe("the sentence for a refusal", () => {
  unitTest.each(refusals)("is in each language: $status $code", ({ status, code }) => {
    for (const field of [null, "name", "events[1].memberIds[0]", "somethingNew"]) {
      const [inGerman, inEnglish] = [german, english].map((text) => sentenceFor(failureOf(status, code, field), text));
      expect(inGerman).not.toBe(inEnglish!);
      for (const sentence of [inGerman!, inEnglish!]) {
        expect(sentence).not.toContain(said);
        expect(sentence).not.toMatch(/undefined|null|memberIds|somethingNew/);
      }
    }
  });

  unitTest("names the field as people know it", () => {
    expect(sentenceFor(failureOf(400, "required", "events[2].title"), german)).toBe("„Titel“ fehlt. Füll es aus.");
    expect(sentenceFor(failureOf(400, "required", "colour"), german)).toBe("Da fehlt etwas. Füll es aus.");
    expect(sentenceFor(failureOf(422, "unprocessable", "current"), german)).toBe("Das ist nicht dein Passwort.");
  });

  unitTest("says when to try again", () => {
    const after = (ms: number) => sentenceFor(new Failure(429, said, ms, "rate_limited"), german);
    expect(after(1_000)).toBe("Zu viele Versuche. Versuch es in einer Sekunde noch einmal.");
    expect(after(30_000)).toBe("Zu viele Versuche. Versuch es in 30 Sekunden noch einmal.");
    expect(after(600_000)).toBe("Zu viele Versuche. Versuch es in 10 Minuten noch einmal.");
  });

  unitTest("is general for a code of a newer server; English readers get the server's", () => {
    expect(sentenceFor(failureOf(422, "moon_is_full"), german)).toBe(german.errors.unknown(said));
    expect(sentenceFor(failureOf(422, "constructor"), german)).toBe(german.errors.unknown(said));
    expect(sentenceFor(failureOf(422, "moon_is_full"), english)).toBe(said);
  });

  unitTest("is there for Today, before the other texts are loaded", () => {
    expect(sentenceFor(failureOf(403, "adults_only"), germanFirst)).toBe(german.errors.byCode.adults_only);
    expect(sentenceFor(failureOf(409, "meal_full"), germanFirst)).toBe(german.errors.unknown(said));
    expect(sentenceFor(new Unreachable("No network"), germanFirst)).toBe(german.common.needsServer);
  });
});

type Refusal = { readonly status: number; readonly code: ErrorCode; readonly field?: string };

/** Answers requests to `address` with a refusal. */
async function refuse(page: Page, method: string, address: string | RegExp, refusalOf: () => Refusal): Promise<void> {
  await page.context().route(address, (route) => {
    if (route.request().method() !== method) return route.fallback();
    const { status, code, field } = refusalOf();
    const headers = { "X-Error-Code": code, ...(field && { "X-Error-Field": field }) };
    return route.fulfill({ status, headers, json: { error: field ? `${field}: ${said}` : said, statusCode: status } });
  });
}

/** The texts of a page before signing in. */
const { laterErrors: _, ...signedOut } = german;

async function expectGerman(page: Page, { status, code, field }: Refusal, texts: typeof signedOut = german) {
  const sentence = sentenceFor(failureOf(status, code, field ?? null), texts);
  await page.getByText(sentence).first().waitFor();
  await expectPoll(() => page.locator("body").textContent()).not.toContain(said);
}

const view: Parameters<typeof open>[1] = {
  locale: "de-DE",
  device: "phone",
  allow: [/Failed to load resource|answer 5\d\d/],
};

describe("a German screen", () => {
  test("shows no English sentence of the server, whatever the code", async () => {
    const home = await browserHome();
    const page = await open(home, { ...view, path: "/sign-in" });
    let refusal: Refusal = refusals[0]!;
    await refuse(page, "POST", "**/app/session", () => refusal);
    await page.getByRole("textbox", { name: "Name oder E-Mail" }).fill("Anna");
    await page.getByRole("textbox", { name: "Passwort" }).fill("ganz falsch");
    for (const each of refusals) {
      refusal = each;
      const answer = page.waitForResponse("**/app/session");
      await page.getByRole("button", { name: "Anmelden" }).tap();
      await answer;
      await expectGerman(page, each, signedOut);
    }
  });

  test("says why a change was not saved", async () => {
    const home = await browserHome();
    const today = dateIn("Europe/Berlin", home.now());
    const task = { label: "Fenster putzen", memberId: home.member("Anna").id, dueDate: today };
    await home.api("Anna").post("/v1/tasks", task);
    const page = await open(home, { ...view, as: "Anna", path: "/" });
    const refusal: Refusal = { status: 403, code: "adults_only" };
    await refuse(page, "PATCH", "**/v1/tasks/*", () => refusal);
    await page.getByRole("checkbox", { name: "Fenster putzen" }).tap();
    await page.getByText(/^Nicht gespeichert: /).waitFor();
    await expectGerman(page, refusal);
  });

  test("says in a form what is wrong, at its field", async () => {
    const home = await browserHome();
    const page = await open(home, {
      ...view,
      as: "Anna",
      path: "/calendar?new=2027-03-03T10:00&until=2027-03-03T11:00",
    });
    const refusal: Refusal = { status: 422, code: "unprocessable", field: "endsAt" };
    await refuse(page, "POST", "**/v1/events", () => refusal);
    const sheet = page.getByRole("dialog");
    await sheet.getByLabel("Titel").fill("Zahnarzt");
    await sheet.getByRole("button", { name: "Speichern" }).tap();
    await expectGerman(page, refusal);
    await expectPoll(() => sheet.getByLabel("Titel").inputValue()).toBe("Zahnarzt");
  });

  test("says that a screen could not be read", async () => {
    const home = await browserHome();
    const page = await open(home, { ...view, as: "Anna", path: "/settings" });
    await refuse(page, "GET", /\/v1\/recipes/, () => ({ status: 403, code: "missing_scope" }));
    await page.goto(`${home.url}/recipes`);
    await page.getByText(german.common.couldNotLoad).first().waitFor();
    await expectPoll(() => page.locator("body").textContent()).not.toContain(said);
  });

  test("says why a household can't be set up", async () => {
    const site = freshSite();
    const page = await open(site, { ...view, path: site.path });
    const refusal: Refusal = { status: 403, code: "invalid_link" };
    await refuse(page, "POST", "**/app/setup", () => refusal);
    await page.getByRole("button", { name: german.setup.begin }).tap();
    await page.getByRole("textbox", { name: german.setup.householdName }).fill("Fuchsbau");
    await page.getByRole("button", { name: "Weiter" }).tap();
    await page.getByRole("textbox", { name: "Name" }).fill("Anna");
    await page.getByRole("textbox", { name: "Passwort" }).fill("ganz langes Wort und noch eins");
    await page.getByRole("button", { name: german.setup.finish }).tap();
    await expectGerman(page, refusal);
  });

  test("says why a tablet gets no code", async () => {
    const home = await browserHome();
    const page = await open(home, { ...view, path: "/sign-in" });
    const refusal: Refusal = { status: 503, code: "not_ready" };
    await refuse(page, "POST", "**/app/devices/pairing", () => refusal);
    await page.goto(`${home.url}/wall`);
    await expectGerman(page, refusal);
  });
});
