/** Tests recipes from addresses: the fields of a draft, the responses of hosts, and addresses that are refused. */
import { describe, expect, test } from "bun:test";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { PageFetcher } from "#kitchen/recipe-import/pages.ts";
import { ApiError } from "#lib/errors.ts";
import { systemTimers } from "#lib/timers.ts";
import { hostile, resolve } from "../../lists/photos/hostile.ts";
import { refusal } from "../../support/home/home.ts";
import { html, importing, page, recipePage } from "./importing.ts";

const noRecipe = refusal(422, "The page holds no recipe that can be read: copy its text and paste it");
const closed = refusal(422, "The page does not let this server in: copy the recipe there and paste its text");
const noAnswer = refusal(502, "The page did not answer");

describe("a draft of a recipe", () => {
  test("A draft of a recipe from a page names the source and similar recipes, and is not stored in the database", async () => {
    const { host, home, anna, draft, url } = await importing();
    const { body: known } = await anna.post("/v1/recipes", { name: "LENTIL  Soup" });
    const entries = home.entries().length;
    host.answer({
      body: recipePage({ recipeYield: "4 servings", totalTime: "PT45M", keywords: "soup" }),
      headers: html,
    });
    const { status, body } = await draft({ url });
    expect(status).toBe(200);
    expect(body.drafts).toEqual([
      {
        id: expect.any(String),
        url,
        recipe: {
          name: "Lentil soup",
          prepMinutes: 45,
          servings: 4,
          ingredients: ["250 g lentils", "1 l stock"],
          groups: [],
          instructions: "Simmer the lentils in the stock.",
          tags: ["soup"],
          notes: "",
          sourceName: "127.0.0.1",
          sourceUrl: url.replace("http:", "https:"),
        },
        photoUrl: null,
        split: null,
        warnings: [],
        sameAs: [{ id: known.id, name: "LENTIL  Soup" }],
        error: null,
      },
    ]);
    expect(home.entries().length).toBe(entries);
    expect(host.seen.map(({ headers }) => headers.get("user-agent"))).toEqual(["Mozilla/5.0 (compatible; Inglenook)"]);
  });

  test("A draft of a recipe from a page without structured data is read from the text of the page", async () => {
    const { read } = await importing();
    const [draft] = (await read(await page("only-text"))).body.drafts;
    expect(draft.recipe).toMatchObject({
      name: "Linsensuppe",
      ingredients: ["250 g Linsen", "2 Karotten", "1 l Brühe", "Essig"],
    });
    expect(draft.warnings).toMatchObject([{ kind: "read_from_text" }]);
  });

  test("A draft of a recipe moves texts that are too long to the notes, with warnings", async () => {
    const { read, anna } = await importing();
    const long = `200 g flour ${"(or another one) ".repeat(20)}`.trim();
    const steps = Array.from({ length: 12 }, (_, index) => `${index} ${"stir ".repeat(100)}`.trim());
    const recipeIngredient = [long, ...Array.from({ length: 102 }, (_, index) => `${index} g of it`)];
    const { body } = await read(recipePage({ recipeIngredient, recipeInstructions: steps }));
    const [{ id, recipe, warnings }] = body.drafts;
    expect(recipe.ingredients.slice(0, 2)).toEqual(["200 g flour", "0 g of it"]);
    expect(recipe.ingredients.length).toBe(100);
    expect(recipe.instructions.split("\n")).toEqual(steps.slice(0, 9));
    for (const moved of ["200 g flour … (or another one)", "101 g of it", steps[11]])
      expect(recipe.notes).toContain(moved);
    expect(warnings).toEqual([
      { kind: "lines_cut", count: 1, text: "1 line was too long: its end is in the notes" },
      { kind: "ingredients_moved", count: 3, text: "A recipe has at most 100 ingredients: 3 more are in the notes" },
      { kind: "steps_moved", count: 3, text: "The steps were too long: the last 3 are in the notes" },
    ]);
    const { status } = await anna.post(`/app/recipes/drafts/${id}/save`, { fields: recipe, keepPhoto: false });
    expect(status).toBe(200);
  });

  test("A draft of a recipe is made for each of several addresses, and each failed address has its own error", async () => {
    const { host, draft, url } = await importing();
    host.answer(({ url: asked }) =>
      asked.endsWith("/gone") ? { status: 404 } : { body: recipePage(), headers: html },
    );
    const { status, body } = await draft({ urls: [url, `${host.origin}/gone`, "soup", url] });
    expect(status).toBe(200);
    expect(body.drafts.map(({ recipe, error }: any) => [recipe?.name ?? null, error])).toEqual([
      ["Lentil soup", null],
      [null, { code: "no_page", text: "There is no such page" }],
      [null, { code: "invalid_value", text: "url: must be an https address" }],
      ["Lentil soup", null],
    ]);
  });
});

describe("a page of a recipe", () => {
  test.each([
    [401, closed],
    [403, closed],
    [406, closed],
    [429, closed],
    [451, closed],
    [503, closed],
    [404, refusal(422, "There is no such page")],
    [410, refusal(422, "There is no such page")],
    [500, noAnswer],
    [206, noAnswer],
  ])(
    "A page of a recipe that answers with the status %i is refused with a message in plain words",
    async (status, expected) => {
      const { host, draft, url } = await importing();
      host.answer({ status, body: recipePage(), headers: html });
      expect((await draft({ url })).body).toEqual(expected);
    },
  );

  test.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
  ])(
    "A page of a recipe that arrives compressed by %s is unpacked, even if the compression was not requested",
    async (encoding, pack) => {
      const { read } = await importing();
      const packed = new Uint8Array(pack(recipePage()));
      const { body } = await read(packed, { ...html, "Content-Encoding": encoding });
      expect(body.drafts[0].recipe.name).toBe("Lentil soup");
    },
  );

  test.each(["zstd", "compress", "gzip, gzip"])(
    "A page of a recipe that is compressed as %s causes the same error as a page that does not answer",
    async (encoding) => {
      const { read } = await importing();
      expect((await read(recipePage(), { ...html, "Content-Encoding": encoding })).body).toEqual(noAnswer);
    },
  );

  test.each([
    ["itself", () => new Uint8Array(5_300_000).fill(32), {}],
    ["unpacked", () => new Uint8Array(brotliCompressSync(Buffer.alloc(30_000_000))), { "Content-Encoding": "br" }],
  ])("A page of a recipe that is larger than 5 MB (%s) is refused", async (_, body, headers) => {
    const { read } = await importing();
    expect((await read(body(), { ...html, ...headers })).body).toEqual(refusal(422, "The page is larger than 5 MB"));
  });

  test.each([
    ["the header names the encoding", "latin", "text/html; charset=iso-8859-1"],
    ["the header names none", "latin", "text/html"],
    ["the header is wrong", "latin", "text/html; charset=utf-8"],
    ["the header names an encoding that does not exist", "latin", "text/html; charset=utf-9"],
    ["the header is wrong about UTF-8", "only-text", "text/html; charset=ascii7"],
  ])("A page of a recipe is decoded correctly if %s", async (_, name, type) => {
    const { read } = await importing();
    const { recipe } = (await read(await page(name), { "Content-Type": type })).body.drafts[0];
    expect(["Käsespätzle", "Linsensuppe"]).toContain(recipe.name);
    expect(JSON.stringify(recipe)).not.toMatch(/\ufffd|Ã/);
  });

  test.each([
    ["nothing", ""],
    ["a picture", "\u0089PNG\r\n"],
    ["a page without a recipe", "<h1>Sign in</h1>"],
    ["a recipe without content", recipePage({ recipeIngredient: [], recipeInstructions: null })],
    ["a recipe without a name", recipePage({ name: "\u0001" })],
    ["deep nesting before its recipe", `${"<div>".repeat(600)}${recipePage()}`],
    ["too many elements before its recipe", `${"<br>".repeat(200_001)}${recipePage()}`],
  ])("The recipe import refuses a page that contains %s", async (_, body) => {
    const { read } = await importing();
    expect((await read(body)).body).toEqual(noRecipe);
  });

  test("The recipe import follows 5 redirects of a page and no more", async () => {
    const { host, draft, url } = await importing();
    const start = (hops: number) => {
      host.answer(({ url: asked }) => {
        const hop = Number(new URL(asked).searchParams.get("hop") ?? 0);
        if (hop === hops) return { body: recipePage(), headers: html };
        return { status: 302, headers: { Location: `?hop=${hop + 1}` } };
      });
      return draft({ url });
    };
    expect((await start(5)).body.drafts[0].recipe.sourceUrl).toContain("?hop=5");
    expect((await start(6)).body).toEqual(noAnswer);
  });
});

describe("the address of a page", () => {
  test.each([
    "ftp://cook.example/",
    "javascript:alert(1)",
    "file:///etc/passwd",
    "https://anna:secret@cook.example/",
    "soup",
  ])("The recipe import refuses the address %s", async (url) => {
    const { draft } = await importing();
    expect((await draft({ url })).body).toEqual(refusal(400, "url: must be an https address"));
  });

  test("The recipe import refuses a local address with the same error as an address that does not answer", async () => {
    const { host, draft, url } = await importing();
    for (const address of [
      "https://127.0.0.1/",
      "https://[::ffff:10.0.0.1]/",
      "http://192.168.1.1/",
      "https://0x7f.1/",
    ]) {
      expect((await draft({ url: address })).body).toEqual(noAnswer);
      host.answer({ status: 302, headers: { Location: address } });
      expect((await draft({ url })).body).toEqual(noAnswer);
    }
  });

  test.each(hostile)("The recipe import does not connect to a hostile address ($why): $shown", async ({ address }) => {
    const lookup = async (name: string) => (name === "public.example" ? [] : resolve(name));
    const pages = new PageFetcher({ recipeOrigins: [] }, systemTimers, { lookup });
    const error = await Promise.try(() => pages.fetch(pages.addressOf(address))).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(["The page did not answer", "url: must be an https address"]).toContain((error as ApiError).message);
  });

  test("The recipe import refuses further addresses after 30 pages in 10 minutes", async () => {
    const { home, draft, url, host } = await importing();
    host.answer({ body: recipePage(), headers: html });
    expect((await draft({ urls: Array.from({ length: 25 }, () => url) })).status).toBe(200);
    const { body, headers } = await draft({ urls: Array.from({ length: 6 }, () => url) });
    expect(body).toEqual(refusal(429, "Rate limit exceeded"));
    expect(Number(headers.get("retry-after"))).toBe(20);
    expect(host.seen.length).toBe(25);
    home.clock.advance(20_000);
    expect((await draft({ urls: Array.from({ length: 6 }, () => url) })).status).toBe(200);
  });
});
