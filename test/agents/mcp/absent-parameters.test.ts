/** Optional parameters that clients send as null or blank, and parameters that they add, count as absent. */
import { describe, expect, test } from "bun:test";
import { catalogue } from "#agents/mcp/catalogue.ts";
import { mcpHome } from "../../support/mcp/mcp.ts";
import { type Everything, everything, toolSamples } from "../../support/mcp/samples.ts";

type Schema = {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: string[];
};

/** Parameters of which an empty text is a position. */
const placesOfBlank = ["under", "after"];

/** Returns the input with `blank` for each optional parameter that it lacks, at any depth. */
function filled(schema: Schema, input: any, blank: unknown): any {
  if (schema.type === "array") return input.map((each: unknown) => filled(schema.items ?? {}, each, blank));
  if (schema.type !== "object") return input;
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    if (Object.hasOwn(input, name)) return [[name, filled(field, input[name], blank)]];
    const isKept = schema.required?.includes(name) || (blank !== null && placesOfBlank.includes(name));
    return isKept ? [] : [[name, blank]];
  });
  return Object.fromEntries(fields);
}

/** Yields the input with one more parameter each time: its path, whether `clear` can name it, and the input. */
function withEach(
  schema: Schema,
  input: any,
  blank: unknown,
  path = "",
): { at: string; canClear: boolean; input: any }[] {
  if (schema.type === "array") {
    const [first, ...others] = input;
    return withEach(schema.items ?? {}, first, blank, `${path}[0]`).map((each) => ({
      ...each,
      input: [each.input, ...others],
    }));
  }
  if (schema.type !== "object") return [];
  const clearable = schema.properties?.clear?.items?.enum ?? [];
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const at = path === "" ? name : `${path}.${name}`;
    if (Object.hasOwn(input, name)) {
      return withEach(field, input[name], blank, at).map((each) => ({
        ...each,
        input: { ...input, [name]: each.input },
      }));
    }
    const isKept = schema.required?.includes(name) || (blank !== null && placesOfBlank.includes(name));
    return isKept ? [] : [{ at, canClear: clearable.includes(name), input: { ...input, [name]: blank } }];
  });
}

const names = catalogue.entries.map(({ tool }) => tool.name);
const schemaOf = (name: string) => catalogue.byName.get(name)?.listed.inputSchema as Schema;

describe("all optional parameters of a tool", () => {
  for (const blank of [null, ""]) {
    test.each(names)(
      `The value ${JSON.stringify(blank)} is accepted for all optional parameters of the tool %s`,
      async (name) => {
        const home = await everything();
        const sample = toolSamples[name]?.(home) ?? {};
        const input = filled(schemaOf(name), sample, blank);
        const plain = await everything();
        const [result, expected] = [
          await home.use(name, input),
          await plain.use(name, toolSamples[name]?.(plain) ?? {}),
        ];
        expect([name, result.isError ?? false, result.texts]).toEqual([name, false, result.texts]);
        expect(Object.keys(result.data ?? {})).toEqual(Object.keys(expected.data ?? {}));
      },
    );
  }
});

describe("an optional parameter that is null or blank", () => {
  test.each(names)(
    "A null or blank optional parameter of %s is ignored, or refused if “clear” can name the field",
    async (name) => {
      for (const blank of [null, " "]) {
        const cases = withEach(schemaOf(name), toolSamples[name]?.(await everything()) ?? {}, blank);
        let read: Everything | null = null;
        for (const [index, { canClear: isDoubtful }] of cases.entries()) {
          if (blank !== null && !isDoubtful) continue;
          const home: Everything = read ?? (await everything());
          if (catalogue.byName.get(name)?.tool.does === "reads") read = home;
          const found = withEach(schemaOf(name), toolSamples[name]?.(home) ?? {}, blank)[index];
          if (!found) throw new Error("Another household has other parameters");
          const { at, canClear, input } = found;
          const { isError = false, texts } = await home.use(name, input);
          expect({ name, at, blank, isError, texts }).toEqual({ name, at, blank, isError: canClear, texts });
          if (!canClear) continue;
          const field = at.split(".").at(-1);
          expect(texts).toEqual([
            `${at}: must not be ${blank === null ? "null" : "blank"}`,
            `Parameter ${at}: leave it out to keep it; to empty it, leave it out and send clear: ["${field}"].`,
          ]);
        }
      }
    },
  );
});

describe("a field of an update that could be emptied", () => {
  async function withEvent() {
    const home = await mcpHome();
    const made = await home.use("create_event", {
      ...{ title: "Piano", starts: "2026-12-01T16:00", location: "School", notes: "Bring the book" },
    });
    const change = (input: object) => home.use("update_event", { eventId: made.data.id, ...input });
    const read = async () => (await home.use("get_event", { eventId: made.data.id })).data;
    return { ...home, change, read };
  }

  test("A field that an update sends as null or blank keeps its value", async () => {
    const { change, read } = await withEvent();
    const { texts } = await change({ title: "Violin", location: null, notes: "", starts: null });
    expect(texts[0]).toEndWith(
      '\nlocation: null taken as left out; to empty it send clear: ["location"].' +
        '\nnotes: blank taken as left out; to empty it send clear: ["notes"].',
    );
    expect(await read()).toMatchObject({ title: "Violin", location: "School", notes: "Bring the book" });
  });

  test("A field that the parameter “clear” names is emptied, whatever value the call sends for the field", async () => {
    for (const blank of [null, ""]) {
      const { change, read } = await withEvent();
      expect((await change({ location: blank, clear: ["location"] })).isError).toBeUndefined();
      const { location, notes } = await read();
      expect([location, notes]).toEqual([undefined, "Bring the book"]);
    }
  });

  test("A field that is left blank in several rows of a call is named only once in the answer", async () => {
    const { use, members, post } = await mcpHome();
    const made = async (label: string) =>
      (await post("/v1/tasks", { label, memberId: members.anna.id, dueDate: "2026-12-01" })).body.id;
    const tasks = [];
    for (const label of ["a", "b"])
      tasks.push({ taskId: await made(label), label: `${label}2`, due: null, member: null });
    const { texts } = await use("update_tasks", { tasks });
    expect(texts[0].match(/null taken as left out/g)).toHaveLength(1);
    expect(texts[0].match(/due Tue 1 Dec 2026/g)).toHaveLength(2);
  });
});

test("An empty list in a change keeps what the record has, and a blank place keeps the item's place", async () => {
  const { use } = await mcpHome();
  const event = await use("create_event", {
    title: "Plumber",
    starts: "2026-12-01T09:00",
    members: ["Ben"],
    reminders: [60],
  });
  const eventId = event.data.id;
  const moved = await use("update_event", { eventId, starts: "2026-12-02", members: [], reminders: [], clear: [] });
  expect(moved.texts[0]).toContain('members: [] taken as left out; to empty it send clear: ["members"].');
  const { data } = await use("get_event", { eventId });
  expect(data).toMatchObject({ starts: "2026-12-02T09:00", members: ["Ben"], everyone: false });
  expect(data.reminders).toBe("60 minutes before");
  const doubtful = await use("update_event", { eventId, starts: "10:00", reminders: [] });
  expect(doubtful.texts).toEqual([
    "reminders: must not be []",
    'Parameter reminders: leave it out to keep it; to empty it, leave it out and send clear: ["reminders"].',
  ]);
  const recipe = { name: "Pizza", ingredients: ["Dough", "Tomatoes"] };
  await use("create_recipe", recipe);
  const renamed = await use("update_recipe", { recipe: "Pizza", prepMinutes: 45, ingredients: [] });
  expect(renamed.texts[0]).toContain("2 ingredients");
  expect(renamed.texts[0]).toContain("ingredients: [] taken as left out.");
  await use("create_list", { name: "House" });
  await use("add_list_items", { list: "House", items: ["Paint", { text: "Ladder", under: "Paint" }] });
  for (const place of ["under", "after"]) {
    const { texts } = await use("update_list_items", {
      list: "House",
      items: [{ item: "Ladder", done: true, [place]: "" }],
    });
    expect(texts[0]).toContain(`items[].${place}: blank taken as left out.`);
    const { items } = (await use("list_lists", { list: "House", includeDone: true })).data.lists[0];
    expect(items).toMatchObject([{ text: "Paint" }, { text: "Ladder", done: true, under: items[0].id }]);
  }
});

test("One text with several names of people means these people", async () => {
  const { use } = await mcpHome();
  for (const members of ["Anna, Ben", ["Ben und Anna"], "anna and ben"]) {
    const { data, texts } = await use("create_event", { title: "Opera", starts: "2026-12-01T19:00", members });
    expect(data.members.toSorted()).toEqual(["Anna", "Ben"]);
    expect(texts[0]).toContain("members read as 2 people.");
  }
  const { texts } = await use("create_event", { title: "Opera", starts: "2026-12-01T19:00", members: "Anna, Zoe" });
  expect(texts[0]).toContain("members[1]: no such member");
});

test("An event's duration of 0 minutes and a recipe's 0 servings count as absent", async () => {
  const { use } = await mcpHome();
  const event = await use("create_event", { title: "Tea", starts: "2026-12-01T16:00", durationMinutes: 0 });
  expect(event.data.ends).toBe("2026-12-01T17:00");
  expect((await use("create_recipe", { name: "Soup", servings: 0 })).isError).toBeUndefined();
  expect((await use("create_recipe", { name: "Stew", servings: "0" })).isError).toBeUndefined();
});

test("A list item goes to the beginning if “after” is blank, and to the top level if “under” is null", async () => {
  const { use } = await mcpHome();
  await use("create_list", { name: "Groceries" });
  await use("add_list_items", { items: ["Milk", "Bread"] });
  await use("update_list_items", { list: "Groceries", items: [{ item: "Bread", after: "", under: null, text: "" }] });
  const { texts } = await use("list_lists", { list: "Groceries" });
  expect(texts[0]).toMatch(/Bread[\s\S]*Milk/);
});

test("A required parameter of a tool must not be null or blank", async () => {
  const { use } = await mcpHome();
  for (const title of [null, ""]) {
    const { isError, texts } = await use("create_event", { title, starts: "today" });
    expect([isError, texts[0]]).toEqual([true, "title: must be 1 to 200 characters"]);
    expect(texts[1]).toStartWith("Parameter title: ");
  }
});

describe("a parameter that a client adds", () => {
  const added = {
    ...{ toolCallId: "call_1", sessionId: "s", action: "sendMessage", chatInput: "What is on?", tool: "list_events" },
    ...{ task_progress: "- [ ] a", security_risk: "LOW", user_context: {}, _meta: { progressToken: 1 } },
    ...{ random_string: "x", reason: "To know" },
  };

  test.each(names)("The tool %s ignores a parameter that MCP clients add by themselves", async (name) => {
    const home = await everything();
    const sample = toolSamples[name]?.(home) ?? {};
    const { isError = false, texts } = await home.use(name, { ...added, ...sample });
    expect([name, isError, texts]).toEqual([name, false, texts]);
    expect(texts.join()).not.toMatch(/toolCallId|task_progress|left out/);
  });

  test("A parameter that MCP clients add is ignored at the top of a call, but refused inside a row", async () => {
    const { use } = await mcpHome();
    const row = await use("create_tasks", { tasks: [{ label: "x", member: "Anna", sessionId: "s" }] });
    expect(row.texts[0]).toBe("tasks[0].sessionId: unknown field");
    expect((await use("list_tasks", { sessionId: "s", colour: "red" })).texts[0]).toBe("colour: unknown field");
    const own = await use("manage_list_section", { action: "sendMessage", sessionId: "s" });
    expect(own.texts[0]).toStartWith("action: must be one of");
  });
});
