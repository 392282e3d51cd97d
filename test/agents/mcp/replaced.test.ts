/** Answers say what a change took out, and what the words of a request did not find. Today is Friday 27 November 2026. */
import { describe, expect, test } from "bun:test";
import { mcpHome } from "../../support/mcp/mcp.ts";

describe("a change that replaces", () => {
  test("An answer of update_event quotes the notes before, and names the members who are taken off", async () => {
    const { use } = await mcpHome();
    const input = { title: "Cabin", starts: "2026-12-19", members: ["Anna", "Mia"], notes: "Ref GH-4471" };
    const { data } = await use("create_event", input);
    const { texts } = await use("update_event", { eventId: data.id, notes: "Code 2209", members: ["Anna"] });
    expect(texts[0]).toContain("\nNo longer for Mia.\nThe notes before: “Ref GH-4471”. To keep them, send them too.");
    expect((await use("update_event", { eventId: data.id, notes: "Code 2209" })).texts[0]).not.toContain("before");
    const renamed = await use("update_event", { eventId: data.id, title: "Hut" });
    expect(renamed.texts[0]).not.toContain("notes");
  });

  test("An answer of update_recipe names the ingredients that are no longer in the recipe", async () => {
    const { use } = await mcpHome();
    await use("create_recipe", { name: "Bread", ingredients: ["500 g flour", "Walnuts", "Salt"] });
    const { texts } = await use("update_recipe", { recipe: "Bread", ingredients: ["Salt", "Chips"] });
    expect(texts[0]).toContain("\nNo longer in it: “500 g flour”, “Walnuts”. To only add, send all ingredients.");
    const more = await use("update_recipe", { recipe: "Bread", ingredients: ["Salt", "Chips", "Yeast"] });
    expect(more.texts[0]).not.toContain("No longer");
  });

  test("An event without members stays everyone's if a call sends everyone: false", async () => {
    const { use } = await mcpHome();
    const { data } = await use("create_event", { title: "Trip", starts: "2026-12-19", everyone: false, members: [] });
    expect(data.everyone).toBe(true);
    const changed = await use("update_event", { eventId: data.id, title: "Tour", everyone: false });
    expect(changed.data.everyone).toBe(true);
    expect(changed.texts[0]).toContain("everyone: false taken as left out");
    const own = await use("update_event", { eventId: data.id, everyone: false, members: ["Mia"] });
    expect([own.data.everyone, own.data.members]).toEqual([false, ["Mia"]]);
    const nobody = await use("update_event", { eventId: data.id, everyone: false, clear: ["members"] });
    expect(nobody.texts[0]).toContain("everyone: false taken as left out");
  });
});

describe("a search that finds nothing", () => {
  test("The parameter query of list_events ignores apostrophes", async () => {
    const { use } = await mcpHome();
    await use("create_event", { title: "Leo's birthday", starts: "2026-12-19" });
    for (const query of ["leos birthday", "Leo’s", "leo's"])
      expect((await use("list_events", { query })).data.total).toBe(1);
  });

  test("If no event has the words of delete_events, the answer names the other events of these days", async () => {
    const { use } = await mcpHome();
    await use("create_event", { title: "School run", starts: "2026-12-21T07:40" });
    const span = { from: "2026-12-21", to: "2027-01-01", confirm: true };
    const { texts } = await use("delete_events", { ...span, query: "Schulweg" });
    expect(texts[0]).toContain("No event there has the words “Schulweg”. There are “School run”.");
    const empty = await use("delete_events", {
      from: "2027-02-01",
      to: "2027-02-02",
      query: "Schulweg",
      confirm: true,
    });
    expect(empty.texts[0]).not.toContain("There are");
  });

  test("The tool list_tasks names overdue tasks if it is asked what is due today or this week", async () => {
    const { use } = await mcpHome();
    const tasks = [
      { label: "Dentist", member: "Anna", due: "2026-11-20" },
      { label: "Form", member: "Anna", due: "2026-11-27" },
      { label: "Hay", member: "Ben", due: "2026-11-19" },
    ];
    await use("create_tasks", { tasks });
    for (const due of ["today", "this week"]) {
      const { data, texts } = await use("list_tasks", { due, member: "Anna" });
      expect(data.tasks.map(({ label }: { label: string }) => label)).toEqual(["Form"]);
      expect(texts[0]).toContain("Overdue besides: “Dentist” (Anna, Fri 20 Nov 2026).");
    }
    for (const input of [{ due: "tomorrow" }, { due: "today", completed: true }, { due: "overdue" }])
      expect((await use("list_tasks", input)).texts[0]).not.toContain("besides");
  });

  test("The visibility “private” of a new list means a personal list", async () => {
    const { use, createKey, members } = await mcpHome();
    const { key } = createKey({ memberId: members.anna.id });
    const { data } = await use("create_list", { name: "Presents", visibility: "private" }, { key });
    expect(data.visibility).toBe("personal");
  });
});
