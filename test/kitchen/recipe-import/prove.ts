/**
 * `bun run prove:recipes`: reads the test data of hhursev/recipe-scrapers from `RECIPE_CORPUS`, a checkout outside of
 * this repository, and compares. Damages 10,000 pages (`RECIPE_MUTATIONS`), and measures reads of a server that imports
 * (`reads`: only that).
 */

import { readPage } from "#kitchen/recipe-import/page/read.ts";
import { RecipeReader } from "#kitchen/recipe-import/pages.ts";
import { recipeOf, splitText } from "#kitchen/recipe-import/text.ts";
import { systemTimers } from "#lib/timers.ts";
import { household, serverInProcess } from "../../support/home/home.ts";
import { type Case, damage, hasSameIngredients, hasSameSteps, hostilePages, isSame, readCorpus } from "./corpus.ts";

const targets: { readonly name: string; readonly value: number; readonly isGood: boolean }[] = [];

function require(name: string, value: number, isGood: boolean): void {
  targets.push({ name, value, isGood });
  console.log(`${isGood ? "ok  " : "FAIL"} ${name}: ${Math.round(value * 10_000) / 10_000}`);
}

async function prove(): Promise<void> {
  const cases = await corpus();
  await provePages(cases);
  proveTexts(cases);
  const { exitCode } = Bun.spawnSync([process.execPath, import.meta.path, "damaged"], { stdout: "inherit" });
  require("damaged pages in a process of their own", exitCode, exitCode === 0);
  await proveReads(cases);
  finish();
}

function finish(): never {
  const failed = targets.filter(({ isGood }) => !isGood);
  console.log(failed.length === 0 ? "all targets are met" : `${failed.length} targets are missed`);
  process.exit(failed.length === 0 ? 0 : 1);
}

async function corpus(): Promise<Case[]> {
  const folder = process.env.RECIPE_CORPUS;
  if (!folder) throw new Error("RECIPE_CORPUS: must name a checkout of hhursev/recipe-scrapers");
  return readCorpus(folder);
}

async function provePages(cases: readonly Case[]): Promise<void> {
  const counts = { found: 0, whole: 0, titles: 0, ingredients: 0, steps: 0, allThree: 0, allOfAll: 0 };
  for (const { name, expected, html } of cases) {
    const read = readPage(await html(), expected.canonical_url ?? null);
    if (!read) continue;
    counts.found++;
    const isRight = [
      isSame(read.name, expected.title),
      hasSameIngredients(read, expected),
      hasSameSteps(read, expected),
    ] as const;
    const isAll = isRight.every(Boolean);
    counts.allOfAll += Number(isAll);
    if (process.env.RECIPE_MISSES && !isAll) console.log(`missed ${name}: ${isRight}`);
    if (read.isFromText || read.ingredients.length === 0 || read.steps.length === 0) continue;
    counts.whole++;
    counts.titles += Number(isRight[0]);
    counts.ingredients += Number(isRight[1]);
    counts.steps += Number(isRight[2]);
    counts.allThree += Number(isAll);
  }
  console.log({ pages: cases.length, ...counts });
  const { found, whole } = counts;
  require("pages with a recipe", found, found >= 1_020);
  require("titles of pages with whole data", counts.titles / whole, counts.titles / whole >= 0.99);
  require("ingredients", counts.ingredients / whole, counts.ingredients / whole >= 0.93);
  require("steps", counts.steps / whole, counts.steps / whole >= 0.96);
  require("all three", counts.allThree / whole, counts.allThree / whole >= 0.885);
  require("all three of all pages", counts.allOfAll, counts.allOfAll >= 860);
}

const headings: Readonly<Record<string, readonly [string, string]>> = {
  en: ["Ingredients", "Instructions"],
  de: ["Zutaten", "Zubereitung"],
  fr: ["Ingrédients", "Préparation"],
  es: ["Ingredientes", "Elaboración"],
  pt: ["Ingredientes", "Modo de preparo"],
  it: ["Ingredienti", "Preparazione"],
  nl: ["Ingrediënten", "Bereiding"],
  pl: ["Składniki", "Przygotowanie"],
  sv: ["Ingredienser", "Gör så här"],
  da: ["Ingredienser", "Fremgangsmåde"],
  no: ["Ingredienser", "Slik gjør du"],
  nb: ["Ingredienser", "Fremgangsmåte"],
  fi: ["Ainekset", "Valmistus"],
};

const linesOf = (texts: readonly string[]) =>
  texts
    .flatMap((each) => each.split(/[\r\n\u2028\u2029]+/))
    .map((line) => line.replace(/[\s\p{Z}\u200b\ufeff]+/gu, " ").trim())
    .filter((line) => /[\p{L}\p{N}]/u.test(line));

function proveTexts(cases: readonly Case[]): void {
  const counts = { plain: 0, exact: 0, near: 0, headed: 0, headedExact: 0 };
  for (const { expected } of cases) {
    const [title = ""] = linesOf([expected.title]);
    const [listed, told] = [linesOf(expected.ingredients), linesOf(expected.instructions_list)];
    counts.plain++;
    const distance = Math.abs(splitText([title, ...listed, ...told].join("\n")).divider - 1 - listed.length);
    counts.exact += Number(distance === 0);
    counts.near += Number(distance <= 1);
    const names = headings[(expected.language ?? "en").slice(0, 2)];
    if (!names) continue;
    counts.headed++;
    const { lines, divider } = splitText([title, names[0], ...listed, names[1], ...told].join("\n"));
    const read = recipeOf(lines);
    const count = read.ingredients.length + lines.filter(({ kind }) => kind === "group").length;
    counts.headedExact += Number(divider === listed.length + 2 && read.name === title && count <= listed.length);
  }
  console.log(counts);
  require("texts with headings, exact", counts.headedExact / counts.headed, counts.headedExact / counts.headed >= 0.99);
  require("texts without, exact", counts.exact / counts.plain, counts.exact / counts.plain >= 0.75);
  require("texts without, within a line", counts.near / counts.plain, counts.near / counts.plain >= 0.96);
}

async function proveHostile(): Promise<void> {
  const reader = new RecipeReader(systemTimers);
  let [slowest, largest] = [0, 0];
  for (const [name, make] of Object.entries(hostilePages)) {
    const bytes = Buffer.from(make().slice(0, 5_242_880));
    Bun.gc(true);
    const began = performance.now();
    await reader.read({ bytes, contentType: "", address: null });
    const ms = performance.now() - began;
    largest = Math.max(largest, process.memoryUsage.rss());
    if (ms > 1_000) console.log(`${name}: ${Math.round(ms)} ms, ${process.memoryUsage.rss() >> 20} MB`);
    slowest = Math.max(slowest, ms);
  }
  require("hostile pages, the slowest in ms", slowest, slowest <= 3_100);
  require("hostile pages, memory in MB", largest / 1_048_576, largest < 400 * 1_048_576);
}

async function proveDamaged(cases: readonly Case[]): Promise<void> {
  const count = Number(process.env.RECIPE_MUTATIONS ?? 10_000);
  let seed = 1;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
    return seed / 0x7fffffff;
  };
  const reader = new RecipeReader(systemTimers);
  let [slowest, largest, failed, found] = [0, 0, 0, 0];
  for (let done = 0; done < count; done++) {
    const { name, html } = cases[Math.floor(random() * cases.length)] as Case;
    const bytes = Buffer.from(damage(await html(), random)).subarray(0, 5_242_880);
    const began = performance.now();
    const result = await reader.read({ bytes, contentType: "text/html", address: "https://cook.example/" });
    const ms = performance.now() - began;
    found += Number(result !== null);
    slowest = Math.max(slowest, ms);
    largest = Math.max(largest, process.memoryUsage.rss());
    if (reader.failures > failed) console.log(`failed after ${Math.round(ms)} ms: ${name}, page ${done}`);
    failed = reader.failures;
  }
  console.log({ damaged: count, found });
  require("damaged pages, crashes and stops", failed, failed === 0);
  require("damaged pages, the slowest in ms", slowest, slowest <= 3_000);
  require("damaged pages, memory in MB", largest / 1_048_576, largest < 400 * 1_048_576);
}

const households = 20;
const pagesEach = 20;

/** A server in a process of its own, with the host that it imports from. */
async function proveReads(cases: readonly Case[]): Promise<void> {
  const host = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: async ({ url }) => {
      const found = cases[Number(new URL(url).pathname.slice(1))];
      return found
        ? new Response(await found.html(), { headers: { "Content-Type": "text/html" } })
        : new Response(null, { status: 404 });
    },
  });
  const origin = `http://127.0.0.1:${host.port}`;
  const server = Bun.spawn([process.execPath, import.meta.path, "serve", origin], {
    stdout: "pipe",
    stderr: "inherit",
  });
  const { value } = await server.stdout.getReader().read();
  const { url, keys } = JSON.parse(new TextDecoder().decode(value)) as { url: string; keys: string[] };
  const measure = async (isOver: () => boolean) => {
    const times: number[] = [];
    while (!isOver()) {
      const began = performance.now();
      const response = await fetch(`${url}/v1/recipes`, { headers: { Authorization: `Bearer ${keys.at(-1)}` } });
      await response.arrayBuffer();
      times.push(performance.now() - began);
      await new Promise<void>((resolve) => setTimeout(resolve, 2));
    }
    times.sort((one, other) => one - other);
    return {
      reads: times.length,
      p50: times[times.length >> 1] ?? 0,
      p99: times[Math.floor(times.length * 0.99)] ?? 0,
    };
  };
  const end = performance.now() + 5_000;
  const idle = await measure(() => performance.now() > end);
  let imported = 0;
  let isDone = false;
  const importAll = async (key: string, index: number) => {
    for (let page = 0; page < pagesEach; page++) {
      const body = JSON.stringify({ url: `${origin}/${index * pagesEach + page}` });
      const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
      const response = await fetch(`${url}/v1/recipes/import`, { method: "POST", headers, body });
      await response.arrayBuffer();
      imported += Number(response.status === 200);
    }
  };
  const imports = (async () => {
    for (let at = 0; at < households; at += 2)
      await Promise.all(keys.slice(at, at + 2).map((key, index) => importAll(key, at + index)));
    isDone = true;
  })();
  const busy = await measure(() => isDone);
  await imports;
  const status = await Bun.file(`/proc/${server.pid}/status`).text();
  const peak = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
  server.kill();
  host.stop(true);
  console.log({ imported, idle, busy, peak });
  require("reads during imports, p99 in ms", busy.p99, busy.p99 <= 15);
  require("memory of the server in MB", peak, peak < 400);
}

async function serve(): Promise<void> {
  const origin = process.argv[3] ?? "";
  const server = serverInProcess({ RECIPE_ORIGINS: origin });
  const keys: string[] = [];
  for (let count = 0; count <= households; count++) keys.push((await household({ server })).key.key);
  const reading = { Authorization: `Bearer ${keys.at(-1)}`, "Content-Type": "application/json" };
  for (let count = 0; count < 50; count++) {
    const body = JSON.stringify({ name: `Recipe ${count}`, ingredients: ["1 onion", "2 carrots"] });
    await server.handle(new Request("http://localhost/v1/recipes", { method: "POST", headers: reading, body }));
  }
  const { port } = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request) => server.handle(new Request(request.url.replace(/^http:\/\/[^/]+/, "http://localhost"), request)),
  });
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}`, keys }));
}

if (process.argv[2] === "serve") await serve();
else if (process.argv[2] === "reads") await proveReads(await corpus());
else if (process.argv[2] === "damaged") {
  await proveHostile();
  await proveDamaged(await corpus());
  finish();
} else await prove();
