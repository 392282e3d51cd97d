/** The tool for chores, which only reads. */
import { expect, test } from "bun:test";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { tail, withMcpClient } from "../../support/mcp/mcp.ts";
import { homeWithChores } from "../../support/records/chores.ts";

async function chores() {
  const home = await homeWithChores();
  return { ...home, ...withMcpClient(home) };
}

test("The tool list_chores returns chores with today's assignees, and the stars of all members", async () => {
  const { use, add, do: complete, ids, createKey } = await chores();
  const dishes = await add({ memberIds: [ids.anna, ids.mia], stars: 3, dueTime: "18:00" });
  await complete(dishes.id, ids.mia);
  const bins = await add({ name: "Bins", assignment: "anyone", memberIds: [ids.ben, ids.mia] });
  const attic = await add({
    name: "Attic\n- “x”",
    recurrenceRule: null,
    startDate: "2026-11-20",
    memberIds: [ids.ben],
  });
  await add({ name: "Lawn", active: false, assignment: "rotate" });
  const { data, texts } = await use("list_chores", {}, { key: createKey({ scopes: ["chores.read"] }).key });
  expect(data).toMatchObject({ total: 4, truncated: false });
  expect(data.chores.slice(0, 2)).toEqual([
    {
      ...{ id: tail(dishes.id), name: "Dishes", stars: 3, repeats: "FREQ=DAILY" },
      ...{ members: ["Anna", "Mia"], assignment: "each" },
      today: [
        { member: "Anna", done: false },
        { member: "Mia", done: true },
      ],
    },
    {
      ...{ id: tail(bins.id), name: "Bins", stars: 1, repeats: "FREQ=DAILY" },
      ...{ members: ["Ben", "Mia"], assignment: "anyone", today: [{ done: false }] },
    },
  ]);
  expect(data.starBalances).toEqual([
    { member: "Anna", stars: 0 },
    { member: "Ben", stars: 0 },
    { member: "Mia", stars: 3 },
  ]);
  expect(texts[0].split("\n")).toEqual([
    "Stars: Anna 0, Ben 0, Mia 3",
    "Chores can only be ticked off in the app, not by a tool.",
    `- “Dishes” · 3 stars · FREQ=DAILY from Fri 20 Nov 2026 · by 18:00 · each of Anna, Mia · id ${tail(dishes.id)}`,
    "  today: Anna open, Mia done",
    `- “Bins” · 1 star · FREQ=DAILY from Fri 20 Nov 2026 · any of Ben, Mia · id ${tail(bins.id)}`,
    "  today: anyone open",
    `- “Attic - "x"” · 1 star · once, on Fri 20 Nov 2026 · each of Ben · id ${tail(attic.id)}`,
    "  today: Ben open",
    expect.stringMatching(/^- “Lawn” · .* · in turn Anna, Ben, Mia · paused · id /),
    "  today: nothing",
  ]);
});

test("The tool list_chores returns chores in pages, and only to API keys with the read scope", async () => {
  const { use, add, createKey } = await chores();
  const { texts, isError } = await use("list_chores", {}, { key: createKey({ scopes: ["tasks.read"] }).key });
  expect([isError, texts[0]]).toEqual([true, "Missing scope: chores.read"]);
  expect((await use("list_chores")).texts[0]).toEndWith("No chores.");
  for (let index = 0; index < 150; index++) await add({ name: `掃除 ${index} ${"床".repeat(60)}` });
  const first = await use("list_chores");
  expect(first.data).toMatchObject({ total: 150, truncated: true });
  expect(countTokens(first.texts[0])).toBeLessThanOrEqual(8_000);
  const second = await use("list_chores", { cursor: first.data.nextCursor });
  expect(second.data.chores[0].name).toStartWith(`掃除 ${first.data.chores.length} `);
});
