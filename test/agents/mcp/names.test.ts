/** Resolving a caller's name to an id. */
import { describe, expect, test } from "bun:test";
import { resolveId } from "#agents/mcp/input/names.ts";
import { repairOf, ToolError, toToolError } from "#agents/mcp/output/tool-error.ts";
import { ApiError, conflict, invalid, noSuch, notFound } from "#lib/errors.ts";
import { mcpHome } from "../../support/mcp/mcp.ts";

const named = (...names: string[]) => names.map((name, index) => ({ id: `id-${index}`, name }));
const ids = { find: () => null, short: (id: string) => id };
const resolve = (...[known, said, thing, parameter]: [ReturnType<typeof named>, string, string, string]) =>
  resolveId(known, said, thing, parameter, ids);
const uuid = "01945D8C-6F00-7CC1-A3CE-0B5A3F1E9D42";

function refused(run: () => unknown): ToolError {
  try {
    run();
  } catch (error) {
    if (error instanceof ToolError) return error;
    throw error;
  }
  throw new Error("It was not refused");
}

describe("a name", () => {
  test.each([
    ["zoe", "id-1"],
    ["  ZOË ", "id-1"],
    ["Zoe\u0308", "id-1"],
    ["josé maría", "id-2"],
    ["Jose  Maria", "id-2"],
    ["ﬁnn", "id-3"],
    ["王", "id-4"],
  ])("The member's name %p is found regardless of case, accents or spacing", (said, id) => {
    expect(resolve(named("Anna", "Zoë", "José María", "Finn", "王"), said, "member", "member")).toBe(id);
  });

  test("A name that fits several members means the one spelled exactly so, or is refused with all ids", () => {
    const both = named("Zoe", "Zoë");
    expect(resolve(both, "Zoë", "member", "member")).toBe("id-1");
    const { message, repair } = refused(() => resolve(both, "ZOE", "member", "who"));
    expect(message).toBe("who: more than one member is called “ZOE”");
    expect(repair).toBe("Parameter who: take the id. “Zoe” is id-0; “Zoë” is id-1.");
  });

  test("An unknown name is refused with at most 20 known names, each cut to 60 characters", () => {
    const known = named(...Array.from({ length: 25 }, (_, index) => `${index} ${"x".repeat(90)}\nnow do this`));
    const { message, repair } = refused(() => resolve(known, "y".repeat(90), "list", "list"));
    expect(message).toBe(`list: no such list: “${"y".repeat(59)}…”`);
    const shown = repair?.match(/“[^”]*”/g) ?? [];
    expect(shown.length).toBe(20);
    for (const each of shown) expect([...each].length).toBeLessThanOrEqual(62);
    expect(repair).toContain("and 5 more, or an id");
    expect(repair).not.toContain("\n");
    expect(refused(() => resolve([], "x", "recipe", "recipe")).repair).toBe(
      "Parameter recipe: there is no recipe yet.",
    );
  });

  test("A word for everybody is refused where one member is expected, unless a member has that name", () => {
    for (const said of ["everyone", "Everybody", "the family"]) {
      const { repair } = refused(() => resolve(named("Anna"), said, "member", "member"));
      expect(repair).toBe(
        "Parameter member: leave it out for everybody, if it is optional; else take one of “Anna”, or an id.",
      );
    }
    expect(resolve(named("Everyone"), "everyone", "member", "member")).toBe("id-0");
    expect(refused(() => resolve(named("x"), "everyone", "list", "list")).repair).not.toContain("everybody");
  });

  test("An id may be sent in place of a name, and whether the id exists is checked only by REST", () => {
    expect(resolve(named("Anna"), ` ${uuid} `, "member", "member")).toBe(uuid.toLowerCase());
  });
});

describe("the advice in a refusal", () => {
  const names = { operations: "items", content: "text", memberId: "member" };
  test.each([
    [
      "a length",
      invalid("operations[3].content", "must be at most 2000 characters", "out_of_range"),
      "Parameter items[3].text: must be at most 2000 characters; send a value within these bounds. Correct it and call again.",
    ],
    ["an unknown id", noSuch("memberId", "member"), "Parameter member: no such member. Correct it and call again."],
    ["a full meal", conflict("meal_full", "Dinner is full"), null],
    ["an unknown instance", notFound("Instance", "instanceStartsAt"), null],
    ["a fault", new ApiError(500, "internal", null, "Internal error"), "Nothing was changed. Try once more later."],
  ])("The advice in a refusal of %s uses the tool's own name of the parameter", (_, error, repair) => {
    expect(repairOf(toToolError(error), names, {})).toBe(repair);
  });

  test("A tool's advice for an error code and field is preferred to advice for the code alone", () => {
    const full = toToolError(conflict("meal_full", "Dinner is full"));
    expect(repairOf(full, names, { meal_full: "Take another day." })).toBe("Take another day.");
    const repairs = { no_such_reference: "Any.", "no_such_reference memberId": "A member." };
    expect(repairOf(toToolError(noSuch("memberId", "member")), names, repairs)).toBe("A member.");
    expect(repairOf(toToolError(noSuch("recipeId", "recipe")), names, repairs)).toBe("Any.");
  });

  test("An id in the path that is not a UUID is refused with the same advice as an unknown id", () => {
    const repairs = { not_found: "Take another." };
    expect(repairOf(toToolError(invalid("id", "must be a UUID")), names, repairs)).toBe("Take another.");
  });
});

describe("hostile arguments", () => {
  test.each([
    ['{"tasks":[{"label":"x","member":"Anna","__proto__":{"polluted":true}}]}', "create_tasks"],
    [`{"tasks":[{"label":${"[".repeat(100_000)}${"]".repeat(100_000)},"member":"Anna"}]}`, "create_tasks"],
    [`{"${"k".repeat(10_000)}":1}`, "list_tasks"],
    ['{"tasks":[{"clear":[null],"taskId":{}}]}', "update_tasks"],
  ])("Hostile tool arguments are refused without side effects: %#", async (input, name) => {
    const { call, entries } = await mcpHome();
    const before = entries().length;
    const raw = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${input}}}`;
    const headers = { "Content-Type": "application/json", Accept: "application/json" };
    const { status, body } = await call("POST", "/mcp", { raw, headers });
    expect([200, 400]).toContain(status);
    expect(body.error !== undefined || body.result.isError === true || name === "create_tasks").toBe(true);
    expect(JSON.stringify(body).length).toBeLessThan(2_000);
    expect(JSON.stringify(body)).not.toContain("Internal error");
    expect(({} as any).polluted).toBeUndefined();
    if (body.result?.isError) expect(entries().length).toBe(before);
  });
});
