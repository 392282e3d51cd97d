/** Resources, prompts and completions. */
import { describe, expect, test } from "bun:test";
import { catalogue } from "../../src/mcp/catalogue.ts";
import { mcpHome } from "../support/mcp.ts";

async function withList() {
  const home = await mcpHome();
  const section = (await home.post("/v1/lists/sections", { name: "Home" })).body.id;
  const list = async (name: string) => (await home.post("/v1/lists", { name, sectionId: section })).body.id as string;
  const id = await list("Gröceries");
  const at = `/v1/lists/${id}/blocks`;
  await home.post(at, { type: "header", content: "Dairy" });
  const { body: milk } = await home.post(at, { type: "task", content: "Milk\n- [x] Bread" });
  await home.post(at, { type: "task", content: "Oat", parentId: milk.id });
  await home.patch(`${at}/${milk.id}`, { done: true });
  await home.post(at, { type: "divider" });
  await home.post(at, { type: "paragraph", content: "Ask Ben" });
  return { ...home, id, other: await list("Drugstore") };
}

describe("a list as a resource", () => {
  test("has a template, and returns its current state", async () => {
    const { ask, askOld, id } = await withList();
    const { result } = await ask("resources/templates/list");
    expect(result.resourceTemplates.map(({ uriTemplate }: any) => uriTemplate)).toContain("household://list/{id}");
    const uri = `household://list/${id}`;
    const read = await ask("resources/read", { uri });
    expect(read.result).toMatchObject({ resultType: "complete", ttlMs: 0, cacheScope: "private" });
    const text = "# Gröceries\n\n## Dairy\n- [x] Milk - [x] Bread\n  - [ ] Oat\n---\n> Ask Ben";
    expect(read.result.contents).toEqual([{ uri, mimeType: "text/markdown", text }]);
    expect((await askOld("resources/read", { uri })).result.contents[0].text).toBe(text);
  });

  test("is not found if it does not exist or belongs to another household, in both eras", async () => {
    const home = await withList();
    const other = await home.neighbour();
    const tries = [
      [`household://list/${home.id}`, other.key.key],
      ["household://list/01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42", undefined],
      ["household://list/%ff", undefined],
      ["household://attic", undefined],
    ] as const;
    for (const [uri, key] of tries) {
      const told = key ? { key } : {};
      expect((await home.ask("resources/read", { uri }, told)).error).toMatchObject({ code: -32_602, data: { uri } });
      expect((await home.askOld("resources/read", { uri }, told)).error).toMatchObject({
        code: -32_602,
        data: { uri },
      });
    }
  });

  test("is refused to a key without the scope, with REST's error", async () => {
    const { ask, createKey, id } = await withList();
    const { key } = createKey({ scopes: ["tasks.read"] });
    const { error } = await ask("resources/read", { uri: `household://list/${id}` }, { key });
    expect(error).toEqual({ code: -32_000, message: "Missing scope: lists.read" });
  });

  test("completes its id from a name or the beginning of the id", async () => {
    const { ask, id, other } = await withList();
    const ref = { type: "ref/resource", uri: "household://list/{id}" };
    const values = async (value: string) =>
      (await ask("completion/complete", { ref, argument: { name: "id", value } })).result.completion.values;
    expect(await values("groc")).toEqual([id]);
    expect(await values(other.slice(0, 36))).toEqual([other]);
    expect((await values("")).sort()).toEqual([id, other].sort());
  });
});

describe("prompts", () => {
  test("are listed for keys that may use all the tools in them", async () => {
    const { ask, createKey } = await mcpHome();
    const names = async (key?: string) =>
      (await ask("prompts/list", {}, key ? { key } : {})).result.prompts.map(({ name }: any) => name);
    expect(await names()).toEqual(["plan_week", "weekly_groceries"]);
    const { key } = createKey({ scopes: ["tasks.read"] });
    expect(await names(key)).toEqual([]);
    const { error } = await ask("prompts/get", { name: "plan_week" }, { key });
    expect(error).toEqual({ code: -32_602, message: "Unknown prompt: plan_week" });
  });

  test("name exactly the tools that they declare, and those exist", async () => {
    const { ask } = await mcpHome();
    for (const { listed, tools } of catalogue.prompts) {
      const { result } = await ask("prompts/get", { name: listed.name });
      const text: string = result.messages[0].content.text;
      const named = [...catalogue.byName.keys()].filter((name) => new RegExp(`\\b${name}\\b`).test(text));
      expect(named.toSorted()).toEqual([...tools].toSorted());
      expect(text.match(/\b[a-z]+(_[a-z]+)+\b/g)?.every((word) => named.includes(word))).toBe(true);
    }
  });

  test("can be followed to the end: dinners are planned, and their groceries added once", async () => {
    const { use, post, ask } = await mcpHome();
    await post("/v1/recipes", { name: "Soup", ingredients: ["Leeks", "Cream"] });
    const { body } = await post("/v1/lists/sections", { name: "Home" });
    await post("/v1/lists", { name: "Market", sectionId: body.id });
    const said = async (name: string, args: object) =>
      (await ask("prompts/get", { name, arguments: args })).result.messages[0].content.text as string;
    const weekStart = /from (\d{4}-\d\d-\d\d) /.exec(await said("plan_week", {}))?.[1] ?? "";
    expect((await use("list_events", { from: weekStart })).data.total).toBe(0);
    expect((await use("list_meals", { weekStart })).data.total).toBe(0);
    const [recipe] = (await use("list_recipes")).data.recipes;
    await use("schedule_meal", { date: weekStart, mealType: "dinner", recipe: recipe.name });
    const groceries = await said("weekly_groceries", { weekStart, list: "Market" });
    expect(groceries).toContain(`from ${weekStart} (`);
    expect(groceries).toContain("to the list “Market” with add_groceries");
    expect((await use("list_meals", { weekStart })).data.meals).toMatchObject([{ recipe: "Soup" }]);
    const added = await use("add_groceries", { weekStart, list: "Market" });
    expect(added.data.items.map(({ text, state }: any) => [text, state])).toEqual([
      ["Leeks", "added"],
      ["Cream", "added"],
    ]);
    const again = await use("add_groceries", { weekStart, list: "Market" });
    expect(again.data.items.map(({ state }: any) => state)).toEqual(["there", "there"]);
    expect((await use("list_lists", { list: "Market" })).texts[0]).toContain("“Leeks”");
  });

  test("name the week by its date", async () => {
    const { ask } = await mcpHome();
    const text = async (args: object) =>
      (await ask("prompts/get", { name: "plan_week", arguments: args })).result.messages[0].content.text;
    expect(await text({})).toContain("from 2026-11-30 (Mon 30 Nov 2026)");
    expect(await text({ weekStart: "tomorrow" })).toContain("from 2026-11-28 (Sat 28 Nov 2026)");
    const refused = await ask("prompts/get", { name: "plan_week", arguments: { weekStart: "07/08" } });
    expect(refused.error).toMatchObject({ code: -32_602, message: "weekStart: “07/08” could mean more than one day" });
    const unknown = await ask("prompts/get", { name: "plan_week", arguments: { colour: "red" } });
    expect(unknown.error).toEqual({ code: -32_602, message: "colour: unknown argument" });
  });

  test("complete weeks and names of lists", async () => {
    const home = await mcpHome();
    const { body } = await home.post("/v1/lists/sections", { name: "Home" });
    await home.post("/v1/lists", { name: "Drugstore", sectionId: body.id });
    const ref = { type: "ref/prompt", name: "weekly_groceries" };
    const values = async (name: string, value: string) =>
      (await home.ask("completion/complete", { ref, argument: { name, value } })).result.completion;
    expect((await values("weekStart", "")).values).toEqual(["2026-11-23", "2026-11-30", "2026-12-07", "2026-12-14"]);
    expect(await values("list", "dru")).toEqual({ values: ["Drugstore"], total: 1, hasMore: false });
    expect((await values("colour", "")).values).toEqual([]);
    const nobody = { ref: { type: "ref/prompt", name: "x" }, argument: { name: "a", value: "" } };
    expect((await home.ask("completion/complete", nobody)).error.code).toBe(-32_602);
  });
});
