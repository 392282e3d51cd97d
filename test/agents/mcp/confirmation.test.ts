/** Deletes that a person must agree to, in clients that can and cannot ask the person. */
import { describe, expect, test } from "bun:test";
import { mcpGroceries } from "../../support/mcp/lists.ts";

const canAsk = { meta: { "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } } } };
const agreed = { confirm: { action: "accept", content: { confirm: true } } };

type Home = Awaited<ReturnType<typeof everything>>;

/** A household with one of each kind that can be deleted. */
async function everything() {
  const home = await mcpGroceries();
  const series = (await home.post("/v1/events", eventBody({ recurrenceRule: "FREQ=WEEKLY" }))).body.id as string;
  const single = (await home.post("/v1/events", eventBody({}))).body.id as string;
  const task = (await home.post("/v1/tasks", { label: "Bins", memberId: home.members.anna.id })).body.id as string;
  const recipe = (await home.post("/v1/recipes", { name: "Soup" })).body.id as string;
  const section = (await home.post("/v1/lists/sections", { name: "Empty" })).body.id as string;
  const question = { presetKey: "custom", name: "Sleep", question: "How?", assigneeIds: [home.members.anna.id] };
  const checkIn = (await home.post("/v1/check-ins", { ...question, daysOfWeek: [1], times: [{ time: "19:00" }] })).body
    .id;
  const items: string[] = [];
  for (let index = 0; index < 11; index++) items.push((await home.block(`Thing ${index}`)).id);
  return { ...home, series, single, task, recipe, emptySection: section, checkIn, items };
}

const eventBody = (more: object) => ({
  ...{ title: "Piano", startsAt: "2026-12-01T15:00:00Z", endsAt: "2026-12-01T16:00:00Z", allDay: false, ...more },
});

const instanceStart = "2026-12-08T16:00";

const largeDeletes: readonly [string, string, (home: Home) => object][] = [
  ["a list", "delete_list", ({ listId }) => ({ list: listId })],
  ["a series", "delete_event", ({ series }) => ({ eventId: series, scope: "all" })],
  [
    "the rest of a series",
    "delete_event",
    ({ series }) => ({ eventId: series, scope: "this_and_future", instanceStart }),
  ],
  ["a recipe", "archive_recipe", ({ recipe }) => ({ recipe })],
  ["a check-in", "delete_check_in", ({ checkIn }) => ({ checkInId: checkIn })],
  ["a section", "manage_list_section", ({ emptySection }) => ({ action: "delete", section: emptySection })],
  ["eleven items", "delete_list_items", ({ listId, items }) => ({ list: listId, items })],
  [
    "nine items with two under one of them",
    "delete_list_items",
    ({ listId, milk, items }) => ({ list: listId, items: [milk.id, ...items.slice(0, 8)] }),
  ],
];

const smallDeletes: readonly [string, string, (home: Home) => object][] = [
  ["a task", "delete_tasks", ({ task }) => ({ taskIds: [task] })],
  ["an event", "delete_event", ({ single }) => ({ eventId: single })],
  ["one time of a series", "delete_event", ({ series }) => ({ eventId: series, scope: "this", instanceStart })],
  ["ten items", "delete_list_items", ({ listId, items }) => ({ list: listId, items: items.slice(0, 10) })],
];

describe("a large delete", () => {
  test.each(largeDeletes)(
    "An MCP client must ask the person about a large delete of %s, even with confirm: true",
    async (_, name, inputOf) => {
      const home = await everything();
      const input = { ...inputOf(home), confirm: true };
      const before = home.entries().length;
      const asked = await home.use(name, input, canAsk);
      expect(asked.inputRequests.confirm.params.message).toMatch(/^Really .+\?$/);
      expect(home.entries().length).toBe(before);
      const { requestState } = asked;
      for (const answer of [{ action: "decline" }, { action: "cancel" }, { action: "accept", content: {} }]) {
        const refused = await home.use(name, input, { ...canAsk, requestState, inputResponses: { confirm: answer } });
        expect(refused.texts).toEqual([
          expect.stringMatching(/^Not confirmed: did not /),
          "The person did not agree. Leave it as it is.",
        ]);
      }
      const forged = { ...canAsk, requestState: requestState.replace(/.$/, "~"), inputResponses: agreed };
      const params = { name, arguments: input, requestState: forged.requestState, inputResponses: agreed };
      expect((await home.ask("tools/call", params, canAsk)).error).toEqual({
        code: -32_602,
        message: "Invalid or expired requestState",
      });
      // An answer without the question is no answer.
      expect((await home.use(name, input, { ...canAsk, inputResponses: agreed })).inputRequests).toBeDefined();
      expect(home.entries().length).toBe(before);
      await home.use(name, input, { ...canAsk, requestState, inputResponses: agreed });
      expect(home.entries().length).toBe(before + 1);
    },
  );

  test.each(largeDeletes)(
    "A large delete of %s needs the parameter confirm if the MCP client cannot ask the person",
    async (_, name, inputOf) => {
      const home = await everything();
      const input = inputOf(home);
      const before = home.entries().length;
      expect((await home.use(name, input)).texts[0]).toStartWith("confirm: must be true to ");
      const old = { name, arguments: { ...input, confirm: true } };
      expect((await home.askOld("tools/call", old)).result.isError).toBeFalsy();
      expect(home.entries().length).toBe(before + 1);
    },
  );
});

test.each(smallDeletes)(
  "An MCP client need not ask the person about a small delete of %s with confirm: true",
  async (_, name, inputOf) => {
    const home = await everything();
    const input = inputOf(home);
    expect((await home.use(name, input, canAsk)).inputRequests).toBeDefined();
    const before = home.entries().length;
    expect((await home.use(name, { ...input, confirm: true }, canAsk)).isError).toBeFalsy();
    expect(home.entries().length).toBe(before + 1);
  },
);
