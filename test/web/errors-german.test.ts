/**
 * Sentences of the app for the server's refusals, for each code. `test/browser/german-refusals.test.ts` shows some of
 * them.
 */
import "./document.ts";
import { describe, expect, test } from "bun:test";
import { type ErrorCode, errorCodes } from "#lib/errors.ts";
import * as germanFirst from "#web/i18n/de/index.ts";
import * as germanLater from "#web/i18n/de/later.ts";
import * as germanSignedOut from "#web/i18n/de/signed-out.ts";
import * as englishFirst from "#web/i18n/en/index.ts";
import * as englishLater from "#web/i18n/en/later.ts";
import * as englishSignedOut from "#web/i18n/en/signed-out.ts";
import { errorText } from "#web/sync/api/error-text.ts";
import { Failure, Unreachable } from "#web/sync/api/failures.ts";

const german = { ...germanFirst, ...germanSignedOut, ...germanLater };
const english = { ...englishFirst, ...englishSignedOut, ...englishLater };
const refusals = Object.entries(errorCodes).flatMap(([status, codes]) =>
  codes.map((code: ErrorCode) => ({ status: Number(status), code })),
);

/** Sentence of the server, which must not be shown. */
const said = "The server says so in English";
const failureOf = (status: number, code: string, field: string | null = null) =>
  new Failure(status, field === null ? said : `${field}: ${said}`, null, code as ErrorCode, field);

describe("The sentence for an error", () => {
  test.each(refusals)("The error $status $code has a sentence in each language", ({ status, code }) => {
    for (const field of [null, "name", "events[1].memberIds[0]", "somethingNew"]) {
      const [inGerman, inEnglish] = [german, english].map((text) => errorText(failureOf(status, code, field), text));
      expect(inGerman).not.toBe(inEnglish!);
      for (const sentence of [inGerman!, inEnglish!]) {
        expect(sentence).not.toContain(said);
        expect(sentence).not.toMatch(/undefined|null|memberIds|somethingNew/);
      }
    }
  });

  test("The sentence for an error calls the field by the name that the form shows", () => {
    expect(errorText(failureOf(400, "required", "events[2].title"), german)).toBe("„Titel“ fehlt. Füll es aus.");
    expect(errorText(failureOf(400, "required", "colour"), german)).toBe("Da fehlt etwas. Füll es aus.");
    expect(errorText(failureOf(422, "unprocessable", "current"), german)).toBe("Das ist nicht dein Passwort.");
  });

  test("The sentence for an error says when to try again", () => {
    const after = (ms: number) => errorText(new Failure(429, said, ms, "rate_limited"), german);
    expect(after(1_000)).toBe("Zu viele Versuche. Versuch es in einer Sekunde noch einmal.");
    expect(after(30_000)).toBe("Zu viele Versuche. Versuch es in 30 Sekunden noch einmal.");
    expect(after(600_000)).toBe("Zu viele Versuche. Versuch es in 10 Minuten noch einmal.");
  });

  test("An unknown error code gets a general sentence in German, and the server's sentence in English", () => {
    expect(errorText(failureOf(422, "moon_is_full"), german)).toBe(german.errors.unknown(said));
    expect(errorText(failureOf(422, "constructor"), german)).toBe(german.errors.unknown(said));
    expect(errorText(failureOf(422, "moon_is_full"), english)).toBe(said);
  });

  test("The screen Today has sentences for its own errors before the other texts are loaded", () => {
    expect(errorText(failureOf(403, "adults_only"), germanFirst)).toBe(german.errors.byCode.adults_only);
    expect(errorText(failureOf(409, "meal_full"), germanFirst)).toBe(german.errors.unknown(said));
    expect(errorText(new Unreachable("No network"), germanFirst)).toBe(german.common.needsServer);
  });

  test("The screens before the sign-in show no error in English on a German device", () => {
    const { laterErrors: _, ...signedOut } = german;
    for (const { status, code } of refusals) {
      expect(errorText(failureOf(status, code), signedOut)).not.toContain(said);
    }
  });
});
