/** Tests that agents import the recipe of a page with create_recipe. */
import { describe, expect, test } from "bun:test";
import { undo } from "../../support/home/undo.ts";
import { tail, withMcpClient } from "../../support/mcp/mcp.ts";
import { html, importing, recipePage } from "./importing.ts";

const readItYourself =
  "Read the page yourself, then call again with name, ingredients and instructions, and the address in the instructions' last line.";

async function agent() {
  const all = await importing();
  return { ...all, ...withMcpClient(all.home) };
}

describe("create_recipe with an address", () => {
  test("The tool create_recipe with an address imports the recipe, and says what the page lacked", async () => {
    const { home, host, url, use } = await agent();
    host.answer({ body: recipePage({ recipeInstructions: [] }), headers: html });
    const { data, texts } = await use("create_recipe", { url, idempotencyKey: "soup" });
    expect(texts[0].split("\n")).toEqual([
      `Imported: “Lentil soup” 🍽️ · time not known · 2 ingredients · id ${data.id} · activityId ${data.activityId}`,
      "No steps were found",
    ]);
    expect(data.activityId).toBe(tail(home.entries()[0]?.id));
    expect(home.entries()[0]?.summary).toBe("imported the recipe “Lentil soup” from 127.0.0.1");
    expect((await use("create_recipe", { url, idempotencyKey: "soup" })).texts[0]).toStartWith("Imported before: ");
    expect((await home.get("/v1/recipes")).body.recipes.length).toBe(1);
    expect((await undo(home)).status).toBe(200);
  });

  test.each([["name"], ["instructions"], ["emoji"]])(
    "The tool create_recipe refuses the field %s together with an address",
    async (field) => {
      const { host, url, use } = await agent();
      const { isError, texts } = await use("create_recipe", { url, [field]: "x" });
      expect([isError, texts]).toEqual([
        true,
        [
          "url: nothing else beside it",
          "Send url alone to import the page, or leave it out and send the recipe itself.",
        ],
      ]);
      expect(host.seen).toEqual([]);
    },
  );

  test("The tool create_recipe says what to do if the page at the address cannot be read", async () => {
    const { host, url, use } = await agent();
    host.answer({ status: 403 });
    const closed = "The page does not let this server in: copy the recipe there and paste its text";
    expect((await use("create_recipe", { url })).texts).toEqual([closed, readItYourself]);
    host.answer({ body: "<p>Nothing to cook.</p>", headers: html });
    expect((await use("create_recipe", { url })).texts[1]).toBe(readItYourself);
    host.answer({ status: 404 });
    expect((await use("create_recipe", { url })).texts).toEqual([
      "There is no such page",
      "Parameter url: check the address; the site has no such page.",
    ]);
    expect((await use("create_recipe", { url: "ftp://cook.example" })).texts[0]).toBe("url: must be an https address");
  });

  test("The tool create_recipe needs either a name or an address", async () => {
    const { use } = await agent();
    expect((await use("create_recipe", { ingredients: ["Salt"] })).texts[0]).toBe("name: is required");
  });
});
