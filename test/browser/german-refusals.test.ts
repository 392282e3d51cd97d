/**
 * Refusals of the server in a German app: no English sentence reaches the screen. `test/web/errors-german.test.ts`
 * tests every error code.
 */
import { describe } from "bun:test";
import type { Page } from "playwright-core";
import type { ErrorCode } from "#lib/errors.ts";
import { dateIn } from "#lib/time.ts";
import * as first from "#web/i18n/de/index.ts";
import * as later from "#web/i18n/de/later.ts";
import * as signedOut from "#web/i18n/de/signed-out.ts";
import { errorText } from "#web/sync/api/error-text.ts";
import { Failure } from "#web/sync/api/failures.ts";
import { open, test } from "../support/browser/browser.ts";
import { moveTo } from "../support/browser/go.ts";
import { browserHome } from "../support/browser/home.ts";
import { expectPoll } from "../support/browser/wait.ts";

const german = { ...first, ...signedOut, ...later };
/** English sentence in the server's refusals, which must not be shown. */
const said = "The server says so in English";

type Refusal = { readonly status: number; readonly code: ErrorCode; readonly field?: string };

/** Refuses every later request with this method to an address. */
async function refuse(page: Page, method: string, address: string | RegExp, { status, code, field }: Refusal) {
  await page.route(address, (route) => {
    if (route.request().method() !== method) return route.fallback();
    const headers = { "X-Error-Code": code, ...(field && { "X-Error-Field": field }) };
    return route.fulfill({ status, headers, json: { error: field ? `${field}: ${said}` : said, statusCode: status } });
  });
}

async function expectGerman(page: Page, { status, code, field = undefined }: Refusal): Promise<void> {
  const failure = new Failure(status, field ? `${field}: ${said}` : said, null, code, field ?? null);
  await page.getByText(errorText(failure, german)).first().waitFor();
  await expectPoll(() => page.locator("body").textContent()).not.toContain(said);
}

const view = { locale: "de-DE", device: "phone", allow: [/Failed to load resource|answer 5\d\d/] } as const;

describe("A German screen", () => {
  test("A German screen says in German why the server refuses a sign-in or the pairing of a tablet", async () => {
    const home = await browserHome();
    const page = await open(home, { ...view, path: "/sign-in" });
    const wrong = { status: 401, code: "wrong_login" } as const;
    await refuse(page, "POST", "**/app/session", wrong);
    await page.getByRole("textbox", { name: "Name oder E-Mail" }).fill("Anna");
    await page.getByRole("textbox", { name: "Passwort" }).fill("ganz falsch");
    await page.getByRole("button", { name: "Anmelden" }).tap();
    await expectGerman(page, wrong);
    const busy = { status: 503, code: "not_ready" } as const;
    await refuse(page, "POST", "**/app/devices/pairing", busy);
    await moveTo(page, "/wall");
    await expectGerman(page, busy);
  });

  test("A German screen of a signed-in member says in German why data could not be loaded or saved", async () => {
    const home = await browserHome();
    const dueDate = dateIn("Europe/Berlin", home.now());
    await home.api("Anna").post("/v1/tasks", { label: "Fenster putzen", memberId: home.member("Anna").id, dueDate });
    const page = await open(home, { ...view, as: "Anna", path: "/" });
    await refuse(page, "GET", /\/v1\/recipes/, { status: 403, code: "missing_scope" });
    const forbidden = { status: 403, code: "adults_only" } as const;
    await refuse(page, "PATCH", "**/v1/tasks/*", forbidden);
    await page.getByRole("checkbox", { name: "Fenster putzen" }).tap();
    await page.getByText(/^Nicht gespeichert: /).waitFor();
    await expectGerman(page, forbidden);

    await moveTo(page, "/calendar?new=2027-03-03T10:00&until=2027-03-03T11:00");
    const end = { status: 422, code: "unprocessable", field: "endsAt" } as const;
    await refuse(page, "POST", "**/v1/events", end);
    const sheet = page.getByRole("dialog");
    await sheet.getByLabel("Titel").fill("Zahnarzt");
    await sheet.getByRole("button", { name: "Speichern" }).tap();
    await expectGerman(page, end);
    await expectPoll(() => sheet.getByLabel("Titel").inputValue()).toBe("Zahnarzt");

    await moveTo(page, `/recipes/${Bun.randomUUIDv7()}`);
    await page.getByText(german.common.couldNotLoad).first().waitFor();
    await expectPoll(() => page.locator("body").textContent()).not.toContain(said);
  });
});
