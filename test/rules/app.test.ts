/** Rules for the app in the browser: which file may import which, and which files are too small to be separate. */
import { describe, expect, test } from "bun:test";
import { dirname, join } from "node:path";
import { files, type Import, imports, root } from "../support/source/imports.ts";

/** The folders of the app. Each imports only itself and those before it. */
const layers = [
  "lib",
  "i18n",
  "time",
  "ui",
  "sync",
  "page",
  "forms",
  "people",
  "recurrence",
  "shell",
  "features",
  "worker",
];

/** Chunks: imported when they are first needed. */
const chunks = ["src/web/screens.ts", "src/web/signed-out.ts", "src/web/time/cities.ts", "src/web/writes.ts"];

/** Features of the app that show parts of others; all others import no more than the `model` of another feature. */
const composed: Readonly<Record<string, readonly string[]>> = {
  add: ["calendar", "chores", "meals", "tasks"], // Opens their forms, which begin with what was typed.
  notifications: ["setup"], // Its pages behind links look like those before a sign-in.
  recipes: ["meals"], // A recipe opens the sheets that plan it and buy for it.
  search: ["today"], // Shows a day as Today does.
  settings: ["setup"],
  tasks: ["calendar"], // The sheet chooses reminders as that of an event does.
  today: ["chores", "tasks"],
  wall: ["add", "calendar", "chores", "meals", "recipes", "settings", "setup", "tasks", "today"],
};

/**
 * Short files of the app with one importer in the same folder that are separate units, most of them with tests of their
 * own.
 */
const units: readonly string[] = [
  "src/web/features/activity/sentence.ts",
  ...["model/following-instance.ts", "use-calendar-keys.ts"].map((file) => `src/web/features/calendar/${file}`),
  "src/web/features/chores/model/confetti.ts",
  "src/web/features/settings/keys/clients.ts",
  "src/web/recurrence/next-dates.ts",
  "src/web/sync/api/operations.ts",
  "src/web/sync/page-id.ts",
  "src/web/ui/drag/auto-scroll.ts",
];

/** Returns the feature that a file belongs to, or "". */
const featureOf = (file: string) => /^src\/web\/features\/([^/]+)\//.exec(file)?.[1] ?? "";

/**
 * Finds module state of the app: every value at the top level of a module that can change while the page is open.
 * These are `let` variables, stores, values of functions named `create…` (except `createContext`, whose value belongs to
 * a provider), and maps, sets and lists that are not declared read-only.
 * Listeners that are added when a module is loaded are state too. The service worker is a program of its own.
 * The instances of a page are made in `page/`; `pageValue` makes them when they are first needed. Pure caches use
 * `memoize` or `memoizeByObject`: the same key always gives an equal value, so that nobody can observe who filled the
 * cache.
 */
function moduleStateIn(text: string): string[] {
  const declared = /^(?:export )?(let|var|const) (\w+|\{.*?\}|\[.*?\])(.*?)(?: =\s+(.*))?$/gm;
  const states = [...text.matchAll(declared)].filter(([, kind, , type = "", value = ""]) => {
    const isCreated = /^create(?!Context\b)[A-Z]\w*[(<]/.test(value);
    const isCollection = /^(?:new (?:Map|Set|WeakMap|WeakSet|Array)\b|\[\])/.test(value);
    return kind !== "const" || isCreated || (isCollection && !/^: (?:readonly |Readonly)/.test(type));
  });
  const listeners = text.matchAll(/^(?:\w+\.)*(?:addEventListener|onForget)(?=\()/gm);
  return [...states.map(([, , name = ""]) => name), ...[...listeners].map(([call]) => call)];
}

describe("imports of the app", () => {
  test("A folder of the app imports only from itself and from earlier folders in the fixed order", () => {
    const layerOf = (file: string) => /^src\/web\/([^/]+)\/.*\.tsx?$/.exec(file)?.[1] ?? null;
    const upward = imports.filter(({ from, to, isLater, isType }) => {
      const [here, there] = [layerOf(from), layerOf(to)];
      if (here === null || !to.startsWith("src/web/") || isLater) return false;
      // The translations name the types of what they describe, and the loader of chunks names the types of the chunks.
      if (isType && ["i18n", "page"].includes(here)) return false;
      return there === null || layers.indexOf(there) > layers.indexOf(here);
    });
    expect(upward.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
    const found = new Set(files.map(layerOf).filter((each) => each !== null));
    expect([...found].sort()).toEqual(layers.toSorted());
  });

  test("A feature of the app imports only models from other features", () => {
    const between = imports.filter(({ from, to }) => {
      const [here, there] = [featureOf(from), featureOf(to)];
      return here !== "" && there !== "" && here !== there;
    });
    const isAllowed = ({ from, to }: Import) =>
      to.split("/")[4] === "model" || composed[featureOf(from)]?.includes(featureOf(to));
    expect(between.filter((each) => !isAllowed(each)).map(({ from, to }) => `${from} ${to}`)).toEqual([]);
  });
});

describe("the app", () => {
  test("The app declares no component inside a function, because each render would replace that component", async () => {
    const inner = /^ +(?:async )?(?:function [A-Z]|(?:const )?[A-Z]\w*(?::| =) (?:memo\()?(?:\(.*\)|\w+) =>).*$/gm;
    const found: string[] = [];
    for (const file of files.filter((each) => each.startsWith("src/web/") && each.endsWith(".tsx"))) {
      const text = await Bun.file(join(root, file)).text();
      for (const [line] of text.matchAll(inner)) found.push(`${file}: ${line.trim()}`);
    }
    expect(found).toEqual([]);
  });

  test("No module of the app has state, except in the folder of the page and in the service worker", async () => {
    const found: string[] = [];
    for (const file of files.filter((each) => /^src\/web\/(?!page\/|worker\/|main\.tsx)/.test(each))) {
      const names = moduleStateIn(await Bun.file(join(root, file)).text());
      found.push(...names.map((name) => `${file} ${name}`));
    }
    expect(found).toEqual([]);
  });

  test.each([
    ["let count = 0;", ["count"]],
    ["export let current: Toast | null = null;", ["current"]],
    ["const shown = createStore<Toast | null>(null);", ["shown"]],
    ["export const { getPreference } = createPreferences(() => localStorage);", ["{ getPreference }"]],
    ["const cache = new Map<string, number>();", ["cache"]],
    ["const shown =\n  createStore<Toast | null>(null);", ["shown"]],
    ["const format: (day: string) => string = (day) => day;", []],
    ["const stack: (Layer & { way: ReturnChain })[] = [];", ["stack"]],
    ['window.addEventListener("keydown", listen);', ["window.addEventListener"]],
    ['const due: ReadonlySet<string> = new Set(["today"]);', []],
    ["const none: readonly string[] = [];", []],
    ["const Context = createContext<Toasts | null>(null);", []],
    ["const formatOf = memoize((key: string) => JSON.parse(key));", []],
    ["  let count = 0;", []],
  ])("The search for module state in %j finds %j", (text, names) => {
    expect(moduleStateIn(text)).toEqual(names);
  });

  test("A short file of the app with a single importer has at least 250 lines together with the importer", async () => {
    const lines = new Map<string, number>();
    for (const file of files) lines.set(file, (await Bun.file(join(root, file)).text()).split("\n").length - 1);
    const fragments = files.filter((file) => {
      if (!file.startsWith("src/web/") || file.startsWith("src/web/i18n/") || [...units, ...chunks].includes(file))
        return false;
      const importers = [...new Set(imports.filter(({ to }) => to === file).map(({ from }) => from))];
      const [own, only] = [lines.get(file) ?? 0, importers[0]];
      if (importers.length !== 1 || !only || dirname(only) !== dirname(file) || own > 60) return false;
      return own + (lines.get(only) ?? 0) < 250;
    });
    expect(fragments).toEqual([]);
  });
});
