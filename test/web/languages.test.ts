/** The table of languages: a language is one entry in it and one folder of texts. Tested without a browser. */
import { describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { buildApp } from "#client/pages/build/app.ts";
import { languageCodes, languages } from "#web/i18n/languages.ts";
import { workerTexts } from "#web/i18n/worker.ts";
import { textsOf } from "#web/worker/push.ts";

const web = join(import.meta.dir, "../../src/web");

/** Returns the names of all texts, such as `common.save`. */
function namesOf(texts: object, path = ""): string[] {
  return Object.entries(texts).flatMap(([name, each]) => {
    const isGroup = typeof each === "object" && each !== null && !Array.isArray(each);
    return isGroup ? namesOf(each, `${path}${name}.`) : [`${path}${name}`];
  });
}

describe("the table of languages", () => {
  test("The table of languages has an entry for each folder of texts", () => {
    const folders = readdirSync(join(web, "i18n"), { withFileTypes: true }).filter((each) => each.isDirectory());
    expect(folders.map(({ name }) => name).sort()).toEqual(languageCodes.toSorted());
  });

  test("The table of languages contains the name of each language in that language, as `Intl` writes it", () => {
    for (const code of languageCodes) {
      const name = new Intl.DisplayNames(code, { type: "language" }).of(code);
      expect(languages[code].name).toBe(name!);
    }
  });

  test("Each part of the texts that is loaded separately has the same groups of texts in all languages", async () => {
    for (const part of ["first", "signedOut", "later", "typed"] as const) {
      const english = Object.keys(await languages.en[part]()).sort();
      for (const code of languageCodes) {
        expect({ code, part, groups: Object.keys(await languages[code][part]()).sort() }).toEqual({
          ...{ code, part, groups: english },
        });
      }
    }
  });

  test("No file of the app outside the folder of texts names a language other than English", async () => {
    const found: string[] = [];
    const other = languageCodes.filter((code) => code !== "en").join("|");
    for await (const file of new Bun.Glob("**/*.{ts,tsx}").scan(web)) {
      if (file.startsWith("i18n/")) continue;
      const text = await Bun.file(join(web, file)).text();
      if (new RegExp(`["'\`](${other})["'\`-]`).test(text)) found.push(file);
    }
    expect(found).toEqual([]);
  });
});

describe("the service worker", () => {
  test("The service worker has texts in each language of the app, and uses English for other languages", async () => {
    expect(workerTexts().others.map(([code]) => code)).toEqual(languageCodes.filter((code) => code !== "en"));
    for (const code of languageCodes) {
      const { worker } = await languages[code].later();
      expect(textsOf(`${code}-XX`)).toEqual(worker);
    }
    expect(textsOf("xx")).toEqual((await languages.en.later()).worker);
  });

  test("The service worker contains its own texts in each language, and no other text of the app", async () => {
    const { files } = await buildApp();
    const script = new TextDecoder().decode(files.find(({ address }) => address === "/sw.js")!.bytes);
    for (const code of languageCodes) {
      const [{ worker }, { common }] = [await languages[code].later(), await languages[code].first()];
      for (const text of Object.values(worker)) expect(script).toContain(text);
      expect(namesOf(common).length).toBeGreaterThan(50);
      expect(script).not.toContain(common.couldNotLoad);
    }
  });
});
