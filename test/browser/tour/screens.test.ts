/** The tour visits every screen and sheet. A new screen or sheet must be added to `screens.ts`. */
import { describe, expect, test } from "bun:test";
import { Glob } from "bun";
import { pageAddresses } from "#client/pages/addresses.ts";
import { partNames } from "#web/features/settings/model/parts.ts";
import { screens, setup, sheets, signedOut, wall } from "./screens.ts";
import { fieldsOfMembers, fieldsOfNobody, fieldsOfWall, filesWithTextFields } from "./typing.ts";

const stops = [...screens, ...sheets, ...signedOut, ...setup, ...wall];
const paths = stops.map(({ path }) => new URL(path, "http://home").pathname);
const names = new Set(stops.flatMap(({ path }) => [...new URL(path, "http://home").searchParams.keys()]));
const files = new Set(stops.map(({ file }) => file));

/** Returns the path in `src/web` and the text of each source file of the app. */
async function sources(): Promise<[string, string][]> {
  const found = (await Array.fromAsync(new Glob("**/*.{ts,tsx}").scan("src/web"))).sort();
  return Promise.all(found.map(async (file) => [file, await Bun.file(`src/web/${file}`).text()]));
}

/** Parameters of an address that do not lead to another layout, each with the reason. */
const filters: Readonly<Record<string, string>> = {
  "chore day": "another day on the same board",
  day: "another day on the same screen",
  "q time order tag": "filters of the recipes",
  "from for": "amounts of a recipe",
  for: "the person of Today",
  who: "filters of tasks, and the person of a new event",
  section: "scrolls to a part of the settings",
  step: "the steps of a new household, which the tour goes through",
  on: "the day of a sheet",
  item: "leads to the sheet of the item",
  "check-in": "leads to the sheet of the check-in",
  url: "what another app shares with the import of recipes",
  text: "what another app shares with the import of recipes",
  title: "what another app shares with the import of recipes",
};
const isFilter = new Set(Object.keys(filters).flatMap((each) => each.split(" ")));

/** Files whose sheets another stop or another test opens, each with the reason. */
const elsewhere: Readonly<Record<string, string>> = {
  "features/recipes/import/draft-form.tsx": "needs a page to import; test/browser/recipes/import.test.ts",
  "features/recipes/screen.tsx": "opens the sheets of the import",
  "features/settings/list-part.tsx": "asks for the lists of the settings, such as tablets.tsx",
  "features/settings/calendars/calendar-list.tsx": "its menu and its dialogs are of the lists of calendars",
  "features/settings/you/you.tsx": "asks only while changes wait; test/browser/sign-in.test.ts",
  "features/settings/calendars/apps.tsx": "asks as feeds.tsx does; test/browser/settings/calendars.test.ts",
};

describe("The tour of screens", () => {
  test("The tour of screens visits every address of the app", () => {
    const missing = pageAddresses.filter((address) => {
      const pattern = new RegExp(`^${address.replace(/:\w+/, "[^/]+")}$`);
      return address !== "/settings/calendars/google" && !paths.some((path) => pattern.test(path));
    });
    expect(missing).toEqual([]);
    expect(partNames.filter((part) => !paths.includes(`/settings/${part}`))).toEqual([]);
  });

  test("The tour of screens misses no route: the list of the app's addresses contains every route", async () => {
    const routes = await Bun.file("src/web/routes.tsx").text();
    const found = [...routes.matchAll(/(?:path=|at\()"([^"]+)"/g)].map(([, path = ""]) => path);
    expect(found.filter((path) => !(pageAddresses as readonly string[]).includes(path))).toEqual([]);
  });

  test("The tour of screens opens every sheet that has an address", async () => {
    const overlays = (await sources()).flatMap(([, text]) =>
      [...text.matchAll(/useOverlay\(([^)]+)\)/g)].flatMap(([, list = ""]) =>
        [...list.matchAll(/"([\w-]+)"/g)].map(([, name = ""]) => name),
      ),
    );
    expect(overlays.length).toBeGreaterThan(40);
    expect([...new Set(overlays)].filter((name) => !names.has(name) && !isFilter.has(name))).toEqual([]);
  });

  test("The tour of screens opens each sheet that the tests of forms open", async () => {
    const texts = await Promise.all(
      ["test/browser/forms/edit-sheets.ts", "test/browser/editing-together/shared-sheets.ts"].map((file) =>
        Bun.file(file).text(),
      ),
    );
    const found = texts.flatMap((text) => [...text.matchAll(/["`](\/(?!v1|app\/)[\w/${}.-]+)\?([\w]+)=/g)]);
    const missing = found.filter(([, , name = ""]) => !names.has(name) && !isFilter.has(name));
    expect(found.length).toBeGreaterThan(30);
    expect(missing.map(([all]) => all)).toEqual([]);
  });

  test("If a source file has text fields, the tour of screens types into at least one of these fields", async () => {
    const known = [fieldsOfMembers, fieldsOfNobody, fieldsOfWall].flatMap((fields) => Object.keys(fields));
    expect(known.sort()).toEqual(await filesWithTextFields());
  });

  test("If a source file has sheets or menus, the tour of screens opens at least one of them", async () => {
    const sheet = /<(Sheet|Dialog|Confirm(Dialog|Command|Removal)|Menu|Popover)\b|<EditSheet\s+form=|\bremoval=/;
    const withSheets = (await sources()).filter(
      ([file, text]) => sheet.test(text) && !/^(ui|forms)\/|^features\/setup/.test(file),
    );
    const missing = withSheets.map(([file]) => file).filter((file) => !files.has(file) && !(file in elsewhere));
    expect(missing).toEqual([]);
  });
});
