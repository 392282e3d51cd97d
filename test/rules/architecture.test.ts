/** Who may import whom (docs/architecture.md, "Import rules"). */
import { describe, expect, test } from "bun:test";
import { dirname, join, normalize } from "node:path";
import { countFolders } from "../../scripts/comments.ts";
import { files, type Import, imports, root } from "../support/source/imports.ts";

const transpilers = { ts: new Bun.Transpiler({ loader: "ts" }), tsx: new Bun.Transpiler({ loader: "tsx" }) };
const scan = (file: string, text: string) => transpilers[file.endsWith(".tsx") ? "tsx" : "ts"].scanImports(text);

/** Folders that serve everybody, and single files at the top of `src`. */
const shared = [
  ...["lib", "net", "images", "db", "auth", "http", "activity", "recurrence", "jobs", "ical", "xml", "ingredients"],
];
const features = [
  ...["households", "members", "member-admin", "sign-in", "devices", "api-keys", "tasks", "events", "lists"],
  ...["recipes", "meals", "groceries", "chores", "check-ins", "undo", "agenda", "search", "live", "photos", "health"],
  ...["recipe-import", "reminders", "notices", "channels", "delivery", "metrics", "server-page", "update"],
  ...["calendars", "feeds", "imports", "external", "app-passwords", "dav"],
];

/** Between features only: anyone → the stores and kinds of `households` and `members`, and these. */
const neighbours: Readonly<Record<string, readonly string[]>> = {
  events: ["calendars"], // Which calendar an event is in.
  "app-passwords": ["calendars"],
  dav: ["calendars", "events"],
  feeds: ["calendars", "events", "meals", "recipes", "tasks"],
  imports: ["calendars", "events"],
  external: ["calendars", "events", "feeds", "imports", "live"], // How often accounts are read depends on open apps.
  // Removing a member changes what names the member.
  "member-admin": [
    ...["members", "api-keys", "app-passwords", "calendars", "sign-in", "tasks", "events", "lists"],
    ...["chores", "check-ins", "meals", "recipes", "notices", "channels", "feeds", "external"],
  ],
  devices: ["events", "tasks", "lists", "meals"], // What a tablet adds for a member.
  lists: ["photos"],
  "recipe-import": ["recipes"],
  meals: ["recipes", "lists"],
  groceries: ["meals", "recipes", "lists"],
  undo: ["events", "lists", "chores"], // What they put back themselves.
  agenda: ["events", "tasks", "chores", "check-ins", "meals"],
  search: ["events", "tasks", "chores", "check-ins", "lists", "recipes", "meals"],
  // Everything that can remind somebody, and then who is told, and how.
  reminders: ["api-keys", "events", "tasks", "chores", "check-ins", "lists", "notices", "channels", "delivery"],
  notices: ["events", "tasks", "chores", "check-ins", "lists", "channels"], // What a notice can complete.
  delivery: ["notices", "channels"],
  channels: ["notices", "delivery"], // Types of what it sends.
  "server-page": ["sign-in", "update"], // A download and a restore ask for the password.
  metrics: ["notices", "channels", "delivery"], // The names of what is counted, and what waits.
};

/** What the app in the browser may take from the server's code besides types: pure, and small enough to be loaded there. */
const pure: readonly string[] = [
  ...["src/lib/case-folding.ts", "src/lib/grocery-list.ts", "src/lib/revision-header.ts", "src/lib/time.ts"],
  ...["src/check-ins/presets.ts", "src/live/message.ts"],
  ...[
    "src/ingredients/amounts.ts",
    "src/ingredients/line.ts",
    "src/ingredients/food-text.ts",
    "src/ingredients/numbers.ts",
  ],
  ...["src/ingredients/units.ts", "src/ingredients/foods.ts", "src/ingredients/nouns.ts", "src/ingredients/words.ts"],
  ...[
    "src/recipe-import/about-lines.ts",
    "src/recipe-import/text.ts",
    "src/recipe-import/headings.ts",
    "src/recipe-import/line-words.ts",
  ],
  ...["src/groceries/plan.ts", "src/lists/blocks/needs.ts", "src/recurrence/series.ts", "src/recurrence/rule.ts"],
  "src/pages/record-address.ts",
];

/** Short files with one importer that are units: each does one thing whose rules come from elsewhere, or is a feature's part. */
const units: readonly string[] = [
  ...["src/backup/doctor-network.ts", "src/check-ins/occurrences-by-date.ts"],
  ...["src/chores/duties-by-date.ts", "src/delivery/compose.ts", "src/delivery/lanes.ts", "src/dav/jobs.ts"],
  "src/undo/jobs.ts",
  ...["src/dav/proppatch.ts", "src/demo/agent.ts", "src/host/ownership.ts", "src/http/client-address.ts"],
  ...["src/http/cors.ts", "src/ical/remarks.ts", "src/lists/list-tree.ts", "src/imports/kept.ts"],
  ...["src/live/socket.ts", "src/mcp/instructions.ts", "src/meals/nightly.ts", "src/members/directory.ts"],
  ...[
    "src/net/public-address.ts",
    "src/pages/built.ts",
    "src/photos/ttl-cache.ts",
    "src/recipe-import/drafts.ts",
    "src/reminders/wanted.ts",
  ],
  ...["src/search/search.ts", "src/server-page/operator.ts", "src/sign-in/sweep.ts", "src/undo/custom-restorers.ts"],
  ...["src/undo/lists.ts", "src/undo/restored.ts", "src/update/changelog.ts", "src/update/check.ts"],
];

const folderOf = (file: string) => (file.split("/").length === 2 ? "" : (file.split("/")[1] ?? ""));
/** Of the server: what the browser has under such names is something else. */
const isNamed = (file: string, name: string) => new RegExp(`^src/(?!web/).*[/.]${name}\\.ts$`).test(file);
const isStore = (file: string) => isNamed(file, "store");
const isRoutes = (file: string) => isNamed(file, "routes");

function breaches(isWrong: (each: Import) => boolean): string[] {
  return imports.filter(isWrong).map(({ from, to }) => `${from} imports ${to}`);
}

/** Cycles as sentences: at least one for each group of nodes that reach one another. */
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
  test("The search for imports finds imports", () => {
    expect(imports.length).toBeGreaterThan(80);
    const value = { isType: false, isLater: false };
    expect(imports).toContainEqual({ from: "src/tasks/routes.ts", to: "src/tasks/store.ts", ...value });
    expect(imports).toContainEqual({ from: "src/web/main.tsx", to: "src/web/styles/index.css", ...value });
  });

  test("Imports lead to main from nowhere, and to the command line from main alone", () => {
    expect(breaches(({ to }) => to === "src/main.ts")).toEqual([]);
    const cli = breaches(({ from, to }) => folderOf(to) === "cli" && folderOf(from) !== "cli");
    expect(cli).toEqual(["src/main.ts imports src/cli/main.ts"]);
  });

  test("Imports lead to the app from the command line alone, and from the browser to its types", () => {
    const wrong = breaches(({ from, to, isType }) => {
      return to === "src/app.ts" && folderOf(from) !== "cli" && !(folderOf(from) === "web" && isType);
    });
    expect(wrong).toEqual([]);
  });

  test("Imports lead to routes from the app alone", () => {
    expect(breaches(({ from, to }) => isRoutes(to) && from !== "src/app.ts")).toEqual([]);
  });

  test("Imports of what reads or writes the database lead to no HTTP: neither Elysia nor the door", async () => {
    const isTable = (file: string) => /^src\/db\/(prepare|tables|client)\.ts$/.test(file);
    const readers = imports.filter(({ to, isType }) => isTable(to) && !isType).map(({ from }) => from);
    const stores = [...new Set([...readers, ...files.filter(isStore)])].filter((file) => {
      return [...features, "auth", "activity", "jobs"].includes(folderOf(file)) && !isRoutes(file);
    });
    expect(stores).toContain("src/members/owners.ts");
    const reachesHttp = ({ from, to, isType }: Import) => !isType && stores.includes(from) && folderOf(to) === "http";
    expect(breaches(reachesHttp)).toEqual([]);
    for (const store of stores) {
      const packages = scan(store, await Bun.file(join(root, store)).text()).map(({ path }) => path);
      expect(packages).not.toContain("elysia");
    }
  });

  test("Imports of lib lead to nothing but errors", () => {
    const wrong = breaches(({ from, to }) => folderOf(from) === "lib" && !/^src\/(lib\/.*|errors)\.ts$/.test(to));
    expect(wrong).toEqual([]);
  });

  test("Imports of iCalendar lead to times, rules and the event alone: it is pure", () => {
    const allowed = /^src\/(ical|recurrence)\/|^src\/(lib\/(zone|time|concurrency)|events\/event)\.ts$/;
    expect(breaches(({ from, to }) => folderOf(from) === "ical" && !allowed.test(to))).toEqual([]);
  });

  test("Imports of the database and of authentication lead to no feature", () => {
    const isLow = (file: string) => ["db", "auth"].includes(folderOf(file));
    expect(breaches(({ from, to }) => isLow(from) && [...features, "activity"].includes(folderOf(to)))).toEqual([]);
  });

  test("Imports between features lead to households and members, or to a declared neighbour", () => {
    const wrong = breaches(({ from, to }) => {
      const [here, there] = [folderOf(from), folderOf(to)];
      if (!features.includes(here) || !features.includes(there) || here === there) return false;
      return (
        !/^src\/(households|members)\/(store|model|owners|fold)\.ts$/.test(to) && !neighbours[here]?.includes(there)
      );
    });
    expect(wrong).toEqual([]);
  });

  test("Imports of traits lead to no feature's code, and only what reads all features imports their collection", () => {
    const isTraits = (file: string) => isNamed(file, "traits") && file !== "src/traits.ts";
    const isTypes = (file: string) => file === "src/feature-traits.ts";
    expect(breaches(({ from, to }) => isTraits(from) && !isTypes(to))).toEqual([]);
    expect(breaches(({ from, to, isType }) => isTypes(from) && (!isType || isTraits(to)))).toEqual([]);
    expect(breaches(({ from, to }) => isTraits(to) && from !== "src/traits.ts")).toEqual([]);
    const collected = imports.filter(({ from }) => from === "src/traits.ts").map(({ to }) => to);
    expect(files.filter(isTraits).filter((file) => !collected.includes(file))).toEqual([]);
    const readers = ["activity", "undo", "live", "search", "backup"];
    expect(breaches(({ from, to }) => to === "src/traits.ts" && !readers.includes(folderOf(from)))).toEqual([]);
  });

  test("Imports of MCP lead to no feature but for the types of its model: its tools go through the routes", () => {
    const wrong = breaches(({ from, to, isType }) => {
      const isRecordType = isType && to.endsWith("/model.ts");
      return folderOf(from) === "mcp" && [...features, "activity", "db"].includes(folderOf(to)) && !isRecordType;
    });
    expect(wrong).toEqual([]);
    expect(breaches(({ from, to }) => folderOf(to) === "mcp" && !["mcp", ""].includes(folderOf(from)))).toEqual([]);
  });

  test("Imports of the bridge lead out of its folder only to what every runtime has: it is shipped without the rest", async () => {
    const out = breaches(({ from, to }) => folderOf(from) === "bridge" && folderOf(to) !== "bridge");
    expect(out).toEqual([]);
    const into = breaches(({ from, to }) => folderOf(to) === "bridge" && folderOf(from) !== "bridge");
    expect(new Set(into.map((each) => each.split(" ", 1)[0]))).toEqual(new Set(["src/cli/verbs/bridge.ts"]));
    for (const file of files.filter((each) => folderOf(each) === "bridge")) {
      const paths = scan(file, await Bun.file(join(root, file)).text()).map(({ path }) => path);
      expect({ file, others: paths.filter((path) => !/^(\.\/|node:)/.test(path)) }).toEqual({ file, others: [] });
    }
  });

  test("Imports of the app in the browser lead to the server's types and to pure modules, and none lead there", () => {
    const out = breaches(({ from, to, isType }) => {
      return folderOf(from) === "web" && folderOf(to) !== "web" && !isType && !pure.includes(to);
    });
    expect(out).toEqual([]);
    expect(breaches(({ from, to }) => folderOf(to) === "web" && folderOf(from) !== "web")).toEqual([]);
    // No more than it takes: whatever is pure is loaded there, or by what is.
    const takers = imports.filter(({ from, isType }) => !isType && (folderOf(from) === "web" || pure.includes(from)));
    expect(pure.filter((file) => !takers.some(({ to }) => to === file))).toEqual([]);
  });

  test("Imports of the app's data layer lead to no components", () => {
    const isComponents = (file: string) => /^src\/web\/(ui|shell|people|features)\//.test(file);
    expect(breaches(({ from, to }) => from.startsWith("src/web/sync/") && isComponents(to))).toEqual([]);
  });

  test("Imports of values form no cycle between files", () => {
    expect(cyclesOf(imports.filter(({ isType, isLater }) => !isType && !isLater))).toEqual([]);
  });

  test("Imports of values form no cycle between the folders of the server", () => {
    const between = imports.flatMap(({ from, to, isType }) => {
      const [here, there] = [folderOf(from), folderOf(to)];
      const isWithin = here === there || here === "" || there === "" || here === "web";
      return isType || isWithin ? [] : [{ from: here, to: there }];
    });
    expect(cyclesOf(between)).toEqual([]);
  });

  test.each([
    [["a b", "b c", "c a", "c d"], ["a imports b imports c imports a"]],
    [["a b", "c b", "a c"], []],
    [
      ["a b", "b a", "c d", "d c"],
      ["a imports b imports a", "c imports d imports c"],
    ],
  ])("The search for cycles of imports %j has %j", (edges, cycles) => {
    const found = edges.map((edge) => ({ from: edge.split(" ")[0] ?? "", to: edge.split(" ")[1] ?? "" }));
    expect(cyclesOf(found)).toEqual(cycles);
  });

  test("Every folder of the source is known to this test, so that somebody decides what it imports", () => {
    const known = [
      "",
      "backup",
      "bridge",
      "cli",
      "demo",
      "host",
      "mcp",
      "openapi",
      "pages",
      "shards",
      "web",
      ...shared,
      ...features,
    ];
    expect([...new Set(files.map(folderOf))].filter((folder) => !known.includes(folder))).toEqual([]);
  });
});

describe("the source", () => {
  const sources = files.map((file) => ({ file, text: Bun.file(join(root, file)).text() }));

  test("The source reads the environment in config and hands it over in the command line, nowhere else", async () => {
    for (const { file, text } of sources) {
      // The last names what it replaces in the browser's code.
      if (["src/config.ts", "src/cli/main.ts", "src/pages/build/scripts.ts"].includes(file)) continue;
      expect({ file, reads: /\b(process|Bun)\.env\b/.test(await text) }).toEqual({ file, reads: false });
    }
  });

  test("The source reads the time at its edges alone: the command line, the log and the browser", async () => {
    for (const { file, text } of sources) {
      if (["cli", "web"].includes(folderOf(file)) || file === "src/http/log.ts") continue;
      expect({ file, reads: /Date\.now\(\)|new Date\(\)/.test(await text) }).toEqual({ file, reads: false });
    }
  });

  test("The source loads the image library at the first picture, never at the start", async () => {
    const named: string[] = [];
    for (const { file, text } of sources) {
      const found = scan(file, await text).filter(({ path }) => path === "sharp");
      for (const { kind } of found) named.push(`${file}: ${kind}`);
    }
    expect(named).toEqual(["src/images/sharp.ts: dynamic-import"]);
  });

  test("The source loads the mail library at the first mail, never at the start", async () => {
    const reached = await loadedWith("src/main.ts", "src/app.ts");
    expect(reached).toContain("src/channels/mail.ts");
    expect(reached).not.toContain("nodemailer");
  });

  test("The source loads the protocol's library and what builds the app only when first asked, never at the start", async () => {
    const reached = await loadedWith("src/main.ts", "src/app.ts");
    expect(reached).toContain("src/mcp/endpoint.ts");
    expect([...reached].filter((file) => file.startsWith("@modelcontextprotocol/"))).toEqual([]);
    expect(reached).toContain("src/pages/built.ts");
    expect([...reached].filter((file) => file.startsWith("src/pages/build/"))).toEqual([]);
  });

  test("The source loads the server only where a verb serves", async () => {
    const reached = await loadedWith("src/main.ts");
    expect(reached).toContain("src/cli/verbs/serve.ts");
    expect(reached).toContain("src/cli/verbs/key.ts");
    expect([...reached].filter((file) => /^src\/(app\.ts|demo\/)/.test(file))).toEqual([]);
  });

  test("The source bundles nothing but in the folder that the binary leaves out", async () => {
    for (const { file, text } of sources) {
      if (!file.startsWith("src/pages/build/"))
        expect({ file, bundles: /\bBun\.build\b/.test(await text) }).toEqual({ file, bundles: false });
    }
    const into = breaches(({ from, to }) => to.startsWith("src/pages/build/") && !from.startsWith("src/pages/build/"));
    expect(new Set(into.map((each) => each.split(" ", 1)[0]))).toEqual(new Set(["src/pages/built.ts"]));
  });

  test("The source has no file over 400 lines, and no folder over 20 files", async () => {
    const long: string[] = [];
    for (const { file, text } of sources) if ((await text).split("\n").length - 1 > 400) long.push(file);
    expect(long).toEqual([]);
    const sizes = Map.groupBy(files, (file) => dirname(file));
    expect([...sizes].filter(([, inside]) => inside.length > 20).map(([folder]) => folder)).toEqual([]);
  });

  test("The source cites no document outside the repository", async () => {
    const outside = /contract,? section|interface,? (§|section)|\bthe (specification|contract)\b/i;
    const citing: string[] = [];
    for (const { file, text } of sources) if (outside.test(await text)) citing.push(file);
    expect(citing).toEqual([]);
  });

  test("The source has few words of comment for a line of code, on the server and in the app", async () => {
    const counts = await countFolders();
    const density = (name: string) => (counts.get(name)?.words ?? Number.NaN) / (counts.get(name)?.lines ?? 1);
    expect(density("src")).toBeLessThanOrEqual(0.5);
    expect(density("web")).toBeLessThanOrEqual(0.5);
  });

  test("The source has no fragments: a short file with one importer is of a kind with its own file, or a unit by itself", async () => {
    const ofKind =
      /(^|[/.])(routes|store|batch|traits|summary)\.ts$|^src\/(cli|db\/tables|pages\/build|lib|photos|channels|bridge)\//;
    const oneOfMany = /^src\/(search\/sources|mcp\/(prompts|resources|protocol|tools))\//;
    const fragments: string[] = [];
    for (const { file, text } of sources) {
      if (folderOf(file) === "web" || ofKind.test(file) || oneOfMany.test(file) || units.includes(file)) continue;
      const importers = new Set(imports.filter(({ to }) => to === file).map(({ from }) => from));
      if (importers.size === 1 && (await text).split("\n").length <= 60) fragments.push(file);
    }
    expect(fragments).toEqual([]);
  });

  test("The source spreads no literal only to keep its parts on one line", async () => {
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
      reached.add(path.startsWith(".") ? normalize(join(dirname(from), path)) : path);
    }
  }
  return reached;
}
