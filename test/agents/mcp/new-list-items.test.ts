/** The tool create_list makes a list together with its items. */
import { expect, test } from "bun:test";
import { undo } from "../../support/home/undo.ts";
import { mcpHome } from "../../support/mcp/mcp.ts";

const items = [
  { text: "Mia", type: "header" },
  { text: "Snow toys", under: "Mia" },
  { text: "Sledge", under: "Snow toys" },
  { text: "Passports" },
];

test("The tool create_list makes a list with its items in one entry, and one undo takes all back", async () => {
  const home = await mcpHome();
  await home.post("/v1/lists/sections", { name: "Lists" });
  const before = home.entries().length;
  const { texts, data } = await home.use("create_list", { name: "Skiing", items, idempotencyKey: "once" });
  expect(texts[0]).toStartWith("Made the list “Skiing” with 4 items · ");
  expect(home.entries().length).toBe(before + 1);
  const read = await home.use("list_lists", { list: data.id });
  for (const { text } of items) expect(read.texts[0]).toContain(`“${text}”`);
  expect((await home.use("create_list", { name: "Skiing", items, idempotencyKey: "once" })).texts[0]).toStartWith(
    "Made before: the list “Skiing”",
  );
  await undo(home);
  expect((await home.use("list_lists", { list: data.id })).isError).toBe(true);
});

test("The tool create_list makes no list if an item is wrong", async () => {
  const home = await mcpHome();
  await home.post("/v1/lists/sections", { name: "Lists" });
  const before = home.entries().length;
  for (const wrong of [{ text: "Sledge", under: "Nowhere" }, { text: "x".repeat(2_001) }]) {
    const { isError } = await home.use("create_list", { name: "Skiing", items: [...items, wrong] });
    expect(isError).toBe(true);
  }
  expect(home.entries().length).toBe(before);
});
