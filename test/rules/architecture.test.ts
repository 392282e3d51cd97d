/** Rules for imports (docs/architecture.md, "Import rules"). */
import { describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileOf, files, type Import, imports, root } from "../support/source/imports.ts";

const transpilers = { ts: new Bun.Transpiler({ loader: "ts" }), tsx: new Bun.Transpiler({ loader: "tsx" }) };
const scan = (file: string, text: string) => transpilers[file.endsWith(".tsx") ? "tsx" : "ts"].scanImports(text);

/** The folders of `src`. Each imports only itself and those before it. */
const order = [
  "lib",
  "platform",
  "accounts",
  "lists",
  "kitchen",
  "routines",
  "calendar",
  "notifications",
  "overview",
  "agents",
  "client",
  "operations",
  "server",
  "web",
];

/** Files of the server that the app in the browser loads: they are pure, and small enough. */
const pure: readonly string[] = [
  "src/client/live/message.ts",
  "src/kitchen/groceries/plan.ts",
  "src/kitchen/recipe-import/time-and-yield.ts",
  "src/kitchen/recipe-import/headings.ts",
  "src/kitchen/recipe-import/line-words.ts",
  "src/kitchen/recipe-import/text.ts",
  "src/lib/case-folding.ts",
  "src/lib/days.ts",
  "src/lib/grocery-list.ts",
  "src/lib/ingredients/amounts.ts",
  "src/lib/ingredients/food-text.ts",
  "src/lib/ingredients/foods.ts",
  "src/lib/ingredients/line.ts",
  "src/lib/ingredients/nouns.ts",
  "src/lib/ingredients/numbers.ts",
  "src/lib/ingredients/units.ts",
  "src/lib/ingredients/descriptors.ts",
  "src/lib/phrases/candidates.ts",
  "src/lib/phrases/clock.ts",
  "src/lib/phrases/dates.ts",
  "src/lib/phrases/de.ts",
  "src/lib/phrases/en.ts",
  "src/lib/phrases/mentions.ts",
  "src/lib/phrases/model.ts",
  "src/lib/phrases/moments.ts",
  "src/lib/phrases/reader.ts",
  "src/lib/phrases/repeats.ts",
  "src/lib/phrases/scan.ts",
  "src/lib/phrases/words.ts",
  "src/lib/recurrence/rule.ts",
  "src/lib/recurrence/series.ts",
  "src/lib/revision-header.ts",
  "src/lib/time.ts",
  "src/lists/blocks/needs.ts",
  "src/lists/blocks/preview.ts",
  "src/platform/activity/record-address.ts",
  "src/platform/auth/scopes.ts",
  "src/routines/check-ins/presets.ts",
];

/** The folder of the first level; empty for `src/main.ts`. */
const folderOf = (file: string) => (file.split("/").length === 2 ? "" : (file.split("/")[1] ?? ""));
/** The folder of the first level, or of the second level in the app, such as `web/ui`. */
function partOf(file: string): string {
  const [, folder = "", inner = "", last] = file.split("/");
  return folder === "web" ? `web/${last === undefined ? "" : inner}` : folder;
}
/** Whether a file of the server has the name; such names mean something else in the app. */
const isNamed = (file: string, name: string) => new RegExp(`^src/(?!web/).*[/.]${name}\\.ts$`).test(file);
const isRoutes = (file: string) => isNamed(file, "routes");

function breaches(isWrong: (each: Import) => boolean): string[] {
  return imports.filter(isWrong).map(({ from, to }) => `${from} imports ${to}`);
}

/** Returns cycles as sentences: at least one for each group of nodes that reach one another. */
function cyclesOf(edges: readonly Pick<Import, "from" | "to">[]): string[] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of edges) next.set(from, (next.get(from) ?? new Set()).add(to));
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (node: string, way: readonly string[]) => {
    const start = way.indexOf(node);
    if (start >= 0) cycles.push([...way.slice(start), node].join(" imports "));
    if (done.has(node) || start >= 0) return;
    for (const each of next.get(node) ?? []) visit(each, [...way, node]);
    done.add(node);
  };
  for (const node of next.keys()) visit(node, []);
  return cycles;
}

describe("imports", () => {
  test("The search for imports finds imports of values, types and style sheets", () => {
    expect(imports.length).toBeGreaterThan(4000);
    const value = { isType: false, isLater: false };
    const [from, to] = ["src/routines/tasks/routes.ts", "src/routines/tasks/store.ts"];
    expect(imports).toContainEqual({ from, to, ...value });
    expect(imports).toContainEqual({ from, to: "src/lib/wire.ts", ...value });
    expect(imports).toContainEqual({ from: "src/web/main.tsx", to: "src/web/styles/index.css", ...value });
  });

  test("The folder src has exactly the known folders, each with a README of at most 15 lines", async () => {
    const folders = readdirSync(join(root, "src"), { withFileTypes: true }).filter((each) => each.isDirectory());
    expect(folders.map(({ name }) => name).sort()).toEqual(order.toSorted());
    for (const folder of order) {
      const lines = (await Bun.file(join(root, "src", folder, "README.md")).text()).trimEnd().split("\n").length;
      expect({ folder, isShort: lines <= 15 }).toEqual({ folder, isShort: true });
    }
  });

  test("A folder of the source imports only from itself and from earlier folders in the fixed order", () => {
    const isLater = ({ from, to }: Import) => {
      const [here, there] = [order.indexOf(folderOf(from)), order.indexOf(folderOf(to))];
      return to.startsWith("src/") && folderOf(from) !== "" && (there > here || folderOf(to) === "");
    };
    expect(breaches(isLater)).toEqual([]);
  });

  test("An import within a folder of src or src/web has a relative path, and others have an absolute path", async () => {
    const wrong: string[] = [];
    for (const from of files) {
      for (const { path } of scan(from, await Bun.file(join(root, from)).text())) {
        if (!/^[.#]/.test(path)) continue;
        const to = fileOf(from, path);
        const isMain = from === "src/main.ts";
        const isInside = !to.startsWith("src/") || isMain || partOf(from) === partOf(to);
        if (path.startsWith("#") === isInside) wrong.push(`${from} imports ${path}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test("Files with routes are imported only by src/server/app.ts", () => {
    expect(breaches(({ from, to }) => isRoutes(to) && from !== "src/server/app.ts")).toEqual([]);
  });

  test("Files that read or write the database import neither Elysia nor the code for HTTP", async () => {
    const isTable = (file: string) => /^src\/platform\/db\/(prepare|tables|client)\.ts$/.test(file);
    const readers = imports.filter(({ to, isType }) => isTable(to) && !isType).map(({ from }) => from);
    const all = [...new Set([...readers, ...files.filter((file) => isNamed(file, "store"))])];
    const stores = all.filter((file) => !isRoutes(file) && !/^src\/(platform\/http|operations|server)\//.test(file));
    expect(stores).toContain("src/accounts/members/owners.ts");
    const isHttp = (file: string) => file.startsWith("src/platform/http/");
    expect(breaches(({ from, to, isType }) => !isType && stores.includes(from) && isHttp(to))).toEqual([]);
    for (const store of stores) {
      const packages = scan(store, await Bun.file(join(root, store)).text()).map(({ path }) => path);
      expect(packages).not.toContain("elysia");
    }
  });

  test("Files that declare how tables are treated (traits) import no feature code", () => {
    const isTraits = (file: string) => /^src\/(?!web\/)\w[^/]*\/.+\/traits\.ts$|^src\/lists\/traits\.ts$/.test(file);
    const types = "src/platform/traits.ts";
    expect(breaches(({ from, to }) => isTraits(from) && to !== types)).toEqual([]);
    const collected = imports.filter(({ from }) => from === "src/server/traits.ts").map(({ to }) => to);
    expect(files.filter(isTraits).filter((file) => !collected.includes(file))).toEqual([]);
  });

  test("Each file member-removal.ts of a feature is imported by src/server/member-removals.ts", () => {
    const parts = files.filter((file) => file.endsWith("/member-removal.ts"));
    const listed = imports.filter(({ from }) => from === "src/server/member-removals.ts").map(({ to }) => to);
    expect(parts.length).toBeGreaterThan(10);
    expect(parts.filter((file) => !listed.includes(file))).toEqual([]);
  });

  test("The code of MCP imports only types from the models of features", () => {
    const wrong = breaches(({ from, to, isType }) => {
      const isFeature =
        !["lib", "platform", "agents"].includes(folderOf(to)) || /^src\/platform\/(activity|db)\//.test(to);
      return from.startsWith("src/agents/mcp/") && isFeature && !(isType && to.endsWith("/model.ts"));
    });
    expect(wrong).toEqual([]);
  });

  test("The MCP bridge imports nothing from outside its folder except modules of Node", async () => {
    const isBridge = (file: string) => file.startsWith("src/agents/bridge/");
    expect(breaches(({ from, to }) => isBridge(from) && !isBridge(to))).toEqual([]);
    for (const file of files.filter(isBridge)) {
      const paths = scan(file, await Bun.file(join(root, file)).text()).map(({ path }) => path);
      expect({ file, others: paths.filter((path) => !/^(\.\/|node:)/.test(path)) }).toEqual({ file, others: [] });
    }
  });

  test("The app in the browser imports only types of the server and a fixed list of pure modules", () => {
    const out = breaches(({ from, to, isType }) => {
      return folderOf(from) === "web" && folderOf(to) !== "web" && !isType && !pure.includes(to);
    });
    expect(out).toEqual([]);
    // No more than it takes: whatever is pure is loaded there, or by what is.
    const takers = imports.filter(({ from, isType }) => !isType && (folderOf(from) === "web" || pure.includes(from)));
    expect(pure.filter((file) => !takers.some(({ to }) => to === file))).toEqual([]);
  });

  test("The data layer of the app imports no components", () => {
    const isComponents = (file: string) => /^src\/web\/(ui|shell|people|features)\//.test(file);
    expect(breaches(({ from, to }) => from.startsWith("src/web/sync/") && isComponents(to))).toEqual([]);
  });

  test("No files import values from each other in a cycle", () => {
    expect(cyclesOf(imports.filter(({ isType, isLater }) => !isType && !isLater))).toEqual([]);
  });

  test.each([
    [["a b", "b c", "c a", "c d"], ["a imports b imports c imports a"]],
    [["a b", "c b", "a c"], []],
    [
      ["a b", "b a", "c d", "d c"],
      ["a imports b imports a", "c imports d imports c"],
    ],
  ])("The search for cycles in the imports %j finds %j", (edges, cycles) => {
    const found = edges.map((edge) => ({ from: edge.split(" ")[0] ?? "", to: edge.split(" ")[1] ?? "" }));
    expect(cyclesOf(found)).toEqual(cycles);
  });
});

describe("the source", () => {
  const sources = files.map((file) => ({ file, text: Bun.file(join(root, file)).text() }));

  test("The source reads environment variables only in config.ts and at the start of the command line", async () => {
    for (const { file, text } of sources) {
      // The last names what it replaces in the browser's code.
      if (["src/platform/config.ts", "src/server/cli/main.ts", "src/client/pages/build/scripts.ts"].includes(file))
        continue;
      expect({ file, reads: /\b(process|Bun)\.env\b/.test(await text) }).toEqual({ file, reads: false });
    }
  });

  test("The source reads the present time only in the command line, the log and the browser", async () => {
    for (const { file, text } of sources) {
      if (/^src\/(server\/cli|web)\/|^src\/platform\/http\/log\.ts$/.test(file)) continue;
      expect({ file, reads: /Date\.now\(\)|new Date\(\)/.test(await text) }).toEqual({ file, reads: false });
    }
  });

  test("The source loads the image library only when the first picture is processed, not at the start", async () => {
    const named: string[] = [];
    for (const { file, text } of sources) {
      const found = scan(file, await text).filter(({ path }) => path === "sharp");
      for (const { kind } of found) named.push(`${file}: ${kind}`);
    }
    expect(named).toEqual(["src/platform/images/sharp.ts: dynamic-import"]);
  });

  test("The source loads the mail library only when the first mail is sent, not at the start", async () => {
    const reached = await loadedWith("src/main.ts", "src/server/app.ts");
    expect(reached).toContain("src/notifications/channels/mail.ts");
    expect(reached).not.toContain("nodemailer");
  });

  test("The source loads the MCP library and the code that builds the app only when needed, not at the start", async () => {
    const reached = await loadedWith("src/main.ts", "src/server/app.ts");
    expect(reached).toContain("src/agents/mcp/endpoint.ts");
    expect([...reached].filter((file) => file.startsWith("@modelcontextprotocol/"))).toEqual([]);
    expect(reached).toContain("src/client/pages/built.ts");
    expect([...reached].filter((file) => file.startsWith("src/client/pages/build/"))).toEqual([]);
  });

  test("The source loads the server only for commands that start the server", async () => {
    const reached = await loadedWith("src/main.ts");
    expect(reached).toContain("src/server/cli/verbs/serve.ts");
    expect(reached).toContain("src/server/cli/verbs/key.ts");
    expect([...reached].filter((file) => /^src\/(server\/app\.ts|operations\/demo\/)/.test(file))).toEqual([]);
  });

  test("The source calls Bun.build only in the folder that is left out of the binary", async () => {
    for (const { file, text } of sources) {
      if (!file.startsWith("src/client/pages/build/"))
        expect({ file, bundles: /\bBun\.build\b/.test(await text) }).toEqual({ file, bundles: false });
    }
    const into = breaches(
      ({ from, to }) => to.startsWith("src/client/pages/build/") && !from.startsWith("src/client/pages/build/"),
    );
    expect(new Set(into.map((each) => each.split(" ", 1)[0]))).toEqual(new Set(["src/client/pages/built.ts"]));
  });

  test("The source has no file with more than 400 lines", async () => {
    const long: string[] = [];
    for (const { file, text } of sources) if ((await text).split("\n").length - 1 > 400) long.push(file);
    expect(long).toEqual([]);
  });

  test("The source cites no document outside the repository", async () => {
    const outside = /contract,? section|interface,? (§|section)|\bthe (specification|contract)\b/i;
    const citing: string[] = [];
    for (const { file, text } of sources) if (outside.test(await text)) citing.push(file);
    expect(citing).toEqual([]);
  });

  test("The source contains no spread of a literal object or array as a trick against the formatter", async () => {
    for (const { file, text } of sources) {
      const spreads = (await text).match(/\.\.\.(\{|\(?\[(?!.*\]\.\w)).*/g) ?? [];
      expect({ file, spreads }).toEqual({ file, spreads: [] });
    }
  });
});

/** The files and packages that are loaded with these files at once, not later by `import()`. */
async function loadedWith(...first: string[]): Promise<Set<string>> {
  const reached = new Set(first);
  for (const from of reached) {
    if (!/^src\/.*\.tsx?$/.test(from)) continue;
    const found = scan(from, await Bun.file(join(root, from)).text());
    for (const { path } of found.filter(({ kind }) => kind === "import-statement")) {
      reached.add(/^[.#]/.test(path) ? fileOf(from, path) : path);
    }
  }
  return reached;
}
