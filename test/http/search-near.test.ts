/**
 * Tests search results that do not contain the typed words: after a typing error, or because a member has that name.
 */
import { describe, expect, test } from "bun:test";
import { homeToSearch } from "../support/records/search.ts";

describe("search results that do not contain the typed words", () => {
  test("The search forgives a small typing error in a word of four letters or more", async () => {
    const home = await homeToSearch();
    const { find, task, recipe } = home;
    await home.event("Zahnarzt", "2031-05-05T14:00:00Z", "2031-05-05T15:00:00Z", { location: "Schloßstraße" });
    for (const label of ["Milk", "Mlik jug", "Call the dentist"]) await task(label, null);
    await recipe("Crêpes", { ingredients: ["2 tomatoes"] });
    for (const [query, ...found] of [
      ["zahnazt", "event Zahnarzt"],
      ["zahnarrzt", "event Zahnarzt"],
      ["zahnartz", "event Zahnarzt"],
      ["zahmarzt", "event Zahnarzt"],
      ["zahnar", "event Zahnarzt"],
      ["zanarz", "event Zahnarzt"],
      ["schlosstrasse zahnazrt", "event Zahnarzt"],
      ["mlik", "task Mlik jug", "task Milk"],
      ["mil", "task Milk"],
      ["malk"],
      ["mikl", "task Milk"],
      ["mik"],
      ["cerpes", "recipe Crêpes"],
      ["tomatos", "recipe Crêpes"],
      ["call detnist", "task Call the dentist"],
      ["call detnits"],
    ] as const) {
      expect([query, ...(await find(query, "&types=event,task,recipe"))]).toEqual([query, ...found]);
    }
    for (let count = 1; count <= 5; count++) await task(`Mlik ${count}`, null);
    expect(await find("mlik")).not.toContain("task Milk");
  });

  test("The search for a member's name also finds the member's events, tasks and chores", async () => {
    const home = await homeToSearch();
    const { find, mia, ben } = home;
    const at = (day: string) => [`${day}T14:00:00Z`, `${day}T15:00:00Z`] as const;
    const hers = { memberIds: [mia.id] };
    await home.event("Piano", ...at("2031-05-06"), hers);
    await home.event("Recital", ...at("2001-05-06"), hers);
    await home.event("Choir", ...at("2031-05-05"), { memberIds: [ben.id, mia.id] });
    await home.event("Football", ...at("2031-05-05"), { memberIds: [ben.id] });
    await home.task("Cake for Mia", null, ben.id);
    await home.task("Homework", "2031-05-07", mia.id);
    const { id } = await home.task("Tidied", null, mia.id);
    await home.asAnna.patch(`/v1/tasks/${id}`, { completedAt: "2026-01-01T00:00:00Z" });
    await home.chore("Dishes", { memberIds: [mia.id] });
    await home.chore("Bins", { memberIds: [ben.id] });
    const all = ["event Choir", "event Piano", "task Homework", "chore Dishes", "event Recital"];
    expect(await find("mia")).toEqual(["member Mia", "task Cake for Mia", ...all]);
    expect(await find("mia piano")).toEqual(["event Piano"]);
    expect(await find("mi", "&types=event")).toEqual([]);
    expect(await find("mia", "&types=event,chore&limit=3")).toEqual(["event Choir", "chore Dishes"]);
    const { key } = home.createKey({ scopes: ["tasks.read"] });
    const byKey = { get: (path: string) => home.get(path, { key }) };
    expect(await find("mia", "", byKey)).toEqual(["member Mia", "task Cake for Mia", "task Homework"]);
  });
});
