/** Each refusal by REST that a tool may get has a second text with the repair. */
import { describe, expect, test } from "bun:test";
import { catalogue } from "#agents/mcp/catalogue.ts";
import { repairOf, ToolError } from "#agents/mcp/output/tool-error.ts";
import { type ErrorCode, errorCodes } from "#lib/errors.ts";
import { household } from "../../support/home/home.ts";
import { mcpGroceries } from "../../support/mcp/lists.ts";

const list = "/v1/lists/{id}";
const batch = `post /v1/lists/{listId}/blocks/batch`;
const heads = [`patch ${list}/details`];
const sections = "/v1/lists/sections";

/** The REST operations of the tools for lists, meals, chores, check-ins and overviews. */
const operations: Readonly<Record<string, readonly string[]>> = {
  list_lists: ["get /v1/lists"],
  add_list_items: [batch],
  update_list_items: [batch, `patch /v1/lists/{listId}/blocks/reorder`],
  delete_list_items: [batch],
  create_list: ["post /v1/lists/details", `post ${sections}`],
  update_list: heads,
  delete_list: [`delete ${list}`],
  set_list_cover: [
    ...[`patch ${list}/cover/visibility`, `post ${list}/cover/photos`, `delete ${list}/cover`],
    "get /v1/lists/photos/search",
  ],
  manage_list_section: [
    ...[`post ${sections}`, `patch ${sections}/reorder`, `patch ${sections}/{id}`, `delete ${sections}/{id}`],
  ],
  list_recipes: ["get /v1/recipes"],
  create_recipe: ["post /v1/recipes", "post /v1/recipes/details", "post /v1/recipes/import"],
  update_recipe: ["patch /v1/recipes/{id}", "patch /v1/recipes/{id}/details"],
  archive_recipe: ["delete /v1/recipes/{id}", "patch /v1/recipes/{id}"],
  list_meals: ["get /v1/meals"],
  schedule_meal: [
    ...["post /v1/meals", "patch /v1/meals/{id}", "post /v1/meals/details", "patch /v1/meals/{id}/details"],
  ],
  remove_meal: ["delete /v1/meals/{id}"],
  plan_meals: ["post /v1/meals/batch"],
  add_groceries: ["post /v1/meals/grocery", "post /v1/meals/grocery/items"],
  list_chores: ["get /v1/chores"],
  list_check_ins: ["get /v1/check-ins"],
  save_check_in: ["post /v1/check-ins", "patch /v1/check-ins/{id}"],
  delete_check_in: ["delete /v1/check-ins/{id}", "patch /v1/check-ins/{id}"],
  get_agenda: ["get /v1/agenda"],
  search: ["get /v1/search"],
};

const nobody = "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";

/**
 * Refusals that a tool never gets: its requests are well-formed, with a valid key, and never by a member or the app.
 */
const neverMet =
  /^(Malformed JSON|Expected .*|Request body .*|.*API key.*|Not signed in|Only the app.*|Origin .*|Only an owner or adult.*|The caller's copy is still current)$/;
/**
 * Refusals that are tested elsewhere: meals.ts repairs the first (tools-meals.test.ts), and rest.ts the last
 * (transcripts).
 */
const repairedWhereTheyOccur = /(is full|is taken)$|^Missing scope: /;

/** Codes of the errors for which the status does not determine the code. */
const codes: Readonly<Record<string, ErrorCode>> = {
  "Invalid cursor": "invalid_cursor",
  subscription_required: "subscription_required",
  api_plan_required: "api_plan_required",
  "Only the list's owner can change who sees it": "not_yours",
  "A request with this idempotency key is in progress": "in_progress",
  "Idempotency key was used for another request": "key_reused",
  "A list holds at most 1,000 blocks": "limit_reached",
  "A household has at most 500 quick meals a year": "limit_reached",
  "Section still contains lists": "not_empty",
  "Photo search is turned off": "turned_off",
  "There is no such page": "no_page",
  "The page does not let this server in: copy the recipe there and paste its text": "page_closed",
  "The page is larger than 5 MB": "page_too_large",
  "The page holds no recipe that can be read: copy its text and paste it": "no_recipe",
};

/** Builds the refusal for an error text of the API description. The text begins with its field, if it has one. */
function refusalOf(status: number, text: string): ToolError {
  const [, field = null] = /^([\w.[\]-]+): /.exec(text) ?? [];
  const byStatus = (errorCodes[status as keyof typeof errorCodes] as readonly ErrorCode[]).at(-1) ?? "internal";
  const isReference = status === 422 && text.includes(": no such ");
  const code = codes[text] ?? (isReference ? "no_such_reference" : byStatus);
  return new ToolError(code, text === "Photo not found" ? "photoId" : field, text, null, status);
}

describe("a refusal by REST", () => {
  test.each(Object.entries(operations))(
    "The tool %s has advice for every refusal that REST documents",
    async (name, of) => {
      const { get } = await household();
      const { paths } = (await get("/openapi.json", { key: null })).body;
      const { names = {}, repairs = {} } = catalogue.byName.get(name)?.tool ?? {};
      for (const operation of of) {
        const [method = "", path = ""] = operation.split(" ");
        const responses = Object.entries(paths[path]?.[method]?.responses ?? {}) as [string, { description: string }][];
        expect({ operation, isKnown: responses.length > 0 }).toEqual({ operation, isKnown: true });
        const refused = responses
          .filter(([status]) => Number(status) >= 400)
          .flatMap(([status, { description }]) => description.split("; or ").map((text) => ({ status, text })))
          .filter(({ text }) => !neverMet.test(text) && !repairedWhereTheyOccur.test(text));
        for (const { status, text } of refused) {
          const repair = repairOf(refusalOf(Number(status), text), names, repairs);
          expect({ operation, text, repair }).toEqual({ operation, text, repair: expect.stringMatching(/\S{3}.*\.$/) });
        }
      }
    },
  );

  test.each([
    [
      "delete_tasks",
      { taskIds: [nobody], confirm: true },
      { code: "no_such_reference", field: "operations[0].taskId" },
    ],
    [
      "create_tasks",
      { tasks: [{ label: "", member: "Anna" }] },
      { code: "out_of_range", field: "operations[0].label" },
    ],
    [
      "create_tasks",
      { tasks: [{ label: "x", member: nobody }] },
      { code: "no_such_reference", field: "operations[0].memberId" },
    ],
    [
      "create_tasks",
      { tasks: [{ label: "x", member: "Nobody" }] },
      { code: "no_such_reference", field: "tasks[0].member" },
    ],
    ["create_tasks", { tasks: [{ label: "x", colour: "red" }] }, { code: "required", field: "tasks[0].member" }],
    ["list_tasks", { colour: "red" }, { code: "unknown_field", field: "colour" }],
    ["list_activity", { cursor: "x" }, { code: "invalid_cursor", field: "cursor" }],
  ])(
    "A refusal of the tool %s with %j contains the error code and the name of the field",
    async (name, input, meta) => {
      const home = await mcpGroceries();
      const { _meta } = await home.use(name, input);
      expect(_meta).toEqual(expect.objectContaining(meta));
      expect(Object.hasOwn(_meta, "field")).toBe("field" in meta);
    },
  );

  test("Changing the visibility of another member's list is refused", async () => {
    const home = await mcpGroceries();
    const { key } = home.createKey({ memberId: home.members.ben.id });
    const { key: annas } = home.createKey({ memberId: home.members.anna.id });
    for (const visibility of ["personal", "shared"])
      await home.use("update_list", { list: "Groceries", visibility, confirm: true }, { key: annas });
    const before = home.entries().length;
    const input = { list: "Groceries", name: "Food", visibility: "personal" };
    const { isError, texts } = await home.use("update_list", input, { key });
    expect([isError, texts]).toEqual([
      true,
      [
        "Only the list's owner can change who sees it",
        "Parameter visibility: leave it out; only the person who made the list can change it, in the app.",
      ],
    ]);
    expect(home.entries().length).toBe(before);
    const { visibility, ...others } = input;
    expect((await home.use("update_list", others, { key })).data.name).toBe("Food");
  });

  test("The refusal to add an item to a full list says only once that nothing was changed", async () => {
    const home = await mcpGroceries();
    const items = (round: number) => Array.from({ length: 50 }, (_, index) => ({ text: `${round} ${index}` }));
    for (let round = 0; round < 19; round++)
      await home.use("add_list_items", { list: home.listId, items: items(round) });
    const { texts } = await home.use("add_list_items", { list: home.listId, items: items(19) });
    expect(texts[0]).toBe("operations[45]: A list holds at most 1,000 blocks");
    expect(texts[1]).toBe(
      "Parameter items[45]: take another list, or make room with delete_list_items. Nothing was changed: correct it and call again.",
    );
  });
});
