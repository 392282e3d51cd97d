/**
 * Tests the search over all record types. `test/in-process/search-clock.test.ts` has the tests that depend on the
 * clock. Long because each record type is tested with every caller who must not find it.
 */
import { describe, expect, test } from "bun:test";
import { refusal } from "../support/home/home.ts";
import { monday } from "../support/records/agenda.ts";
import { tablet } from "../support/records/check-ins.ts";
import { homeToSearch } from "../support/records/search.ts";

const unknownId = "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";
const allTypes = ["event", "task", "chore", "check_in", "list", "block", "recipe", "meal", "member"];

describe("the search", () => {
  test("The search finds each type of record by name, and returns a line with details", async () => {
    const home = await homeToSearch();
    const { anna, ben } = home;
    const zoo = (title: string) => `Zoo ${title}`;
    const trip = await home.event(zoo("trip"), "2031-05-05T14:00:00Z", "2031-05-05T15:30:00Z", {
      location: "Town\nhall",
    });
    const task = await home.task(zoo("tickets"), monday, ben.id);
    const chore = await home.chore(zoo("chore"));
    const asked = { presetKey: "custom", question: "Zoo?", name: zoo("check-in") };
    const checkIn = await home.checkIn([anna.id, ben.id], asked);
    const list = await home.list(zoo("list"));
    const block = await home.block(list.id, zoo("block"));
    await home.change(block, { memberId: ben.id, dueDate: "2031-05-05T12:30:00Z" });
    const meal = await home.meal(zoo("cake"), monday, "morning_snack");
    const visitor = home.add(zoo("visitor"), "guest");
    const { results, hidden } = await home.search("zoo");
    expect(hidden).toEqual([]);
    const found = Object.fromEntries(results.map((each: any) => [each.type, each]));
    const of = (type: string, id: string, title: string, line: string, rest: object = {}) => ({
      [type]: { type, id, title, line, ...rest },
    });
    expect(found).toEqual({
      ...of("event", trip.id, "Zoo trip", "Mon 5 May 2031, 16:00 to 17:30, Town hall"),
      ...of("task", task.id, "Zoo tickets", "For Ben, due Mon 5 May 2031"),
      ...of("chore", chore.id, "Zoo chore", "For Anna and Ben, every day"),
      ...of("check_in", checkIn.id, "Zoo check-in", "Asks Anna and Ben: Zoo?"),
      ...of("list", list.id, "Zoo list", "In “Home”"),
      ...of("block", block.id, "Zoo block", "On “Zoo list”, for Ben, due Mon 5 May 2031 at 14:30", { listId: list.id }),
      ...of("recipe", meal.recipe.id, "Zoo cake", "1 ingredient"),
      ...of("meal", meal.id, "Zoo cake", "Morning snack on Mon 5 May 2031"),
      ...of("member", visitor.id, "Zoo visitor", "Guest"),
    });
    expect(results.length).toBe(9);
  });

  test.each([
    ["2031-05-05T14:00:00Z", "2031-05-05T14:00:00Z", {}, "Mon 5 May 2031, 16:00"],
    ["2031-05-05T21:00:00Z", "2031-05-06T00:15:00Z", {}, "Mon 5 May 2031, 23:00 to Tue 6 May 2031, 02:15"],
    ["2031-05-05T00:00:00Z", "2031-05-05T00:00:00Z", { allDay: true }, "Mon 5 May 2031, all day"],
    ["2031-05-05T00:00:00Z", "2031-05-08T00:00:00Z", { allDay: true }, "Mon 5 May 2031 to Wed 7 May 2031"],
    ["2031-03-29T14:00:00Z", "2031-03-30T14:00:00Z", {}, "Sat 29 Mar 2031, 15:00 to Sun 30 Mar 2031, 16:00"],
    [
      "2031-05-05T14:00:00Z",
      "2031-05-05T15:00:00Z",
      { recurrenceRule: "FREQ=WEEKLY;INTERVAL=2", location: "x".repeat(90) },
      `Mon 5 May 2031, 16:00 to 17:00, every 2 weeks, ${"x".repeat(79)}…`,
    ],
  ])(
    "The search shows an event from %s to %s with the time in the household's time zone",
    async (startsAt, endsAt, more, line) => {
      const { event, search } = await homeToSearch();
      await event("Piano", startsAt, endsAt, more);
      expect((await search("piano")).results[0].line).toBe(line);
    },
  );

  test("The search marks results that are done, paused, personal or undated", async () => {
    const home = await homeToSearch();
    const { asAnna, patch } = home;
    const task = await home.task("Tyres", monday);
    await patch(`/v1/tasks/${task.id}`, { completedAt: "2026-01-01T00:00:00Z" });
    await home.task("Tyres whenever", null);
    await home.chore("Tyres, paused", { active: false, recurrenceRule: null, assignment: "anyone" });
    const list = await home.list("Tyres, mine", { visibility: "personal" });
    const block = await home.block(list.id, "Tyres off");
    await home.change(block, { dueDate: "2031-05-05T12:30:00Z", done: true });
    await home.block(list.id, "Tyres", { type: "header" });
    const lines = (await home.search("tyres", "", asAnna)).results.map(({ line }: any) => line);
    expect(lines.sort()).toEqual([
      "For Anna",
      "For Anna and Ben, due Mon 5 May 2031, paused",
      "For Anna, completed",
      "In “Home”, personal",
      "On “Tyres, mine”",
      "On “Tyres, mine”, ticked off",
    ]);
  });

  test.each([
    ["creme", "Crème fraîche"],
    ["CRÈME", "creme"],
    ["cre\u0300me", "Cr\u00e8me"],
    ["strasse", "Straße 5"],
    ["Łódź", "lodz"],
    ["oresund", "Øresund"],
    ["čaj", "Caj"],
    ["κρεας", "ΚΡΈΑΣ"],
    ["чаи", "Чай"],
    ["istanbul", "İstanbul"],
    ["пицца", "ПИЦЦА"],
    ["果", "苹果"],
    ["ｍｉｌｋ", "Milk"],
    ["ガ", "ｶﾞ"],
    ["김", "김치"],
    ["🎹", "Piano 🎹"],
    ["anna’s", "Anna's cake"],
    ["  two   words ", "Words, two"],
    ["cook", "My cookbook"],
    ["<b>", "<b>bold</b>"],
    ["50%", "50% off"],
    ["a_b", "a_b"],
    ["100 %", "100\u00a0% cotton"],
  ])("The search for %p finds a record named %p", async (query, label) => {
    const { task, find } = await homeToSearch();
    await task(label, null);
    await task("Something else", null);
    expect(await find(query)).toEqual([`task ${label}`]);
  });

  test.each(["xyz", "milk butter", "m_lk", "m%k", "%", "milk*", "\u0301", "ミルグ"])(
    "The search for %p finds nothing",
    async (query) => {
      const { task, find } = await homeToSearch();
      await task("Milk ミルク", null);
      expect(await find(query, "&types=task")).toEqual([]);
    },
  );

  test("The search finds words in places, notes, questions, second lines, ingredients and instructions", async () => {
    const home = await homeToSearch();
    const at = ["2031-05-05T14:00:00Z", "2031-05-05T15:00:00Z"] as const;
    await home.event("Lesson", ...at, { location: "Music school" });
    await home.event("Recital", ...at, { notes: "Bring the music" });
    const { id } = await home.event("Weekly", ...at, { recurrenceRule: "FREQ=WEEKLY" });
    const instance = { editScope: "this", instanceStartsAt: "2031-05-12T14:00:00.000Z" };
    await home.patch(`/v1/events/${id}`, { ...instance, title: "House music" });
    await home.checkIn([home.anna.id], { presetKey: "custom", question: "How was music?", name: "Evening" });
    const list = await home.list("Shop");
    await home.block(list.id, "Strings\nfor music", { type: "paragraph" });
    await home.recipe("Soup", { ingredients: ["Milk", "Music"] });
    await home.recipe("Bread", { instructions: "Bake.\nPut on MUSIC." });
    expect((await home.find("music")).sort()).toEqual(
      [
        "event Lesson",
        "event Recital",
        "event Weekly",
        "check_in Evening",
        "block Strings",
        "recipe Soup",
        "recipe Bread",
      ].sort(),
    );
    // The words can be in different fields.
    expect(await home.find("lesson school")).toEqual(["event Lesson"]);
    expect(await home.find("school recital")).toEqual([]);
  });

  test("The search lists equal titles first, then titles that begin with the query, then other matches", async () => {
    const home = await homeToSearch();
    const { task, find } = home;
    await home.recipe("Stew", { ingredients: ["Tea"] });
    for (const label of ["Steam iron", "Buy green-tea", "Teapot", "Tea"]) await task(label, null);
    await task("Late tea", "2031-05-06");
    await task("Early tea", "2031-05-05");
    expect(await find("tea")).toEqual(
      ["Tea", "Teapot", "Early tea", "Late tea", "Buy green-tea", "Steam iron"]
        .map((each) => `task ${each}`)
        .concat("recipe Stew"),
    );
    expect(await find("TEA", "&limit=2")).toEqual(["task Tea", "task Teapot"]);
    expect(await find("tea ear")).toEqual(["task Early tea"]);
  });

  test("The search leaves out archived, deleted and long past records", async () => {
    const home = await homeToSearch();
    const { anna, asAnna } = home;
    const task = await home.task("Gone", null);
    const chore = await home.chore("Gone");
    const checkIn = await home.checkIn([anna.id], { name: "Gone" });
    const event = await home.event("Gone", "2031-05-05T14:00:00Z", "2031-05-05T15:00:00Z");
    const list = await home.list("Gone");
    await home.block(list.id, "Gone");
    await home.block(list.id, "", { type: "divider" });
    const meal = await home.meal("Gone", monday);
    await home.post("/v1/meals", { date: "2001-01-01", mealType: "dinner", recipeId: meal.recipe.id });
    const guest = home.add("Gone", "guest");
    expect((await home.find("gone")).length).toBe(9);
    for (const path of [
      ...[`/v1/tasks/${task.id}`, `/app/chores/${chore.id}`, `/v1/check-ins/${checkIn.id}`, `/v1/events/${event.id}`],
      ...[`/v1/lists/${list.id}`, `/v1/recipes/${meal.recipe.id}`, `/app/members/${guest.id}`],
    ]) {
      expect((await asAnna.delete(path)).status).toBe(200);
    }
    // Meals of an archived recipe stay planned.
    expect((await home.search("gone")).results).toEqual([
      { type: "meal", id: meal.id, title: "Gone", line: "Dinner on Mon 5 May 2031" },
    ]);
  });

  test("The search returns only records of the requested types", async () => {
    const home = await homeToSearch();
    await home.task("Zoo", null);
    await home.meal("Zoo", monday);
    expect(await home.find("zoo", "&types=meal")).toEqual(["meal Zoo"]);
    expect((await home.find("zoo", "&types=task,%20recipe,task")).sort()).toEqual(["recipe Zoo", "task Zoo"]);
    const { key } = home.createKey({ scopes: ["tasks.read"] });
    const { hidden } = (await home.get("/v1/search?query=zoo&types=meal,task,event", { key })).body;
    expect(hidden).toEqual(["event", "meal"]);
  });

  const listed = allTypes.join(", ");
  test.each([
    ["", "query: is required"],
    ["?query=", "query: must be 1 to 200 characters"],
    ["?query=%20", "query: must be 1 to 200 characters"],
    [`?query=${"x".repeat(201)}`, "query: must be 1 to 200 characters"],
    ["?query=x&limit=0", "limit: must be a whole number from 1 to 50"],
    ["?query=x&limit=51", "limit: must be a whole number from 1 to 50"],
    ["?query=x&types=song", `types: “song” is not one of ${listed}`],
    ["?query=x&types=task,events", `types: “events” is not one of ${listed}`],
    ["?query=x&types=", `types: “” is not one of ${listed}`],
    [`?query=x&types=${"y".repeat(50)}`, `types: “${"y".repeat(40)}” is not one of ${listed}`],
    ["?query=x&types=toString", `types: “toString” is not one of ${listed}`],
    ["?query=x&query=y", "query: must be given once"],
    ["?query=x&type=task", "type: unknown field"],
  ])("The search is refused for the query %p", async (query, error) => {
    expect((await (await homeToSearch()).get(`/v1/search${query}`)).body).toEqual(refusal(400, error));
  });

  test("A search for two hundred characters is accepted, even if each character takes several bytes", async () => {
    const { search, task, find } = await homeToSearch();
    expect(await search("🎹".repeat(200))).toEqual({ results: [], hidden: [] });
    await task("x y".repeat(60), null);
    expect((await find("x y ".repeat(50))).length).toBe(1);
  });

  test("The search returns twenty results by default, and fifty at most", async () => {
    const { list, block, find } = await homeToSearch();
    const { id } = await list("Shop");
    for (let count = 0; count < 51; count++) await block(id, `Milk ${count}`);
    expect((await find("milk")).length).toBe(20);
    const all = await find("milk", "&limit=50");
    expect([all.length, all[0]]).toEqual([50, "block Milk 50"]);
  });

  test("The search shows an API key only the types that the scopes allow, and names the other types", async () => {
    const home = await homeToSearch();
    const { anna, createKey } = home;
    await home.event("Zoo", "2031-05-05T14:00:00Z", "2031-05-05T15:00:00Z");
    await home.task("Zoo", null);
    await home.chore("Zoo");
    await home.checkIn([anna.id], { name: "Zoo" });
    await home.block((await home.list("Zoo")).id, "Zoo");
    await home.meal("Zoo", monday);
    home.add("Zoo", "guest");
    const scopes = {
      "calendar.read": ["event"],
      "tasks.read": ["task"],
      "chores.read": ["chore"],
      "checkins.read": ["check_in"],
      "lists.read": ["list", "block"],
      "meals.read": ["recipe", "meal"],
      "activity.read": [],
      "tasks.write": [],
    } as const;
    for (const [scope, own] of Object.entries(scopes)) {
      const { key } = createKey({ scopes: [scope as any] });
      const { status, body } = await home.get("/v1/search?query=zoo", { key });
      const seen = [...own, "member"];
      expect(status).toBe(200);
      expect(body.results.map(({ type }: any) => type).sort()).toEqual(seen.sort());
      expect(body.hidden).toEqual(allTypes.filter((type) => !seen.includes(type)));
    }
  });

  test("The search finds records of a personal list only for the owner", async () => {
    const home = await homeToSearch();
    const { anna, ben, asAnna, asBen, asMia, createKey } = home;
    const secret = await home.list("Secret", { visibility: "personal" });
    await home.block(secret.id, "Secret ring");
    const both = ["block Secret ring", "list Secret"];
    const found = async (by: any) => (await home.find("secret", "", by)).sort();
    const byKey = (memberId: string | null) => {
      const { key } = createKey({ memberId });
      return { get: (path: string) => home.get(path, { key }) };
    };
    for (const by of [asAnna, byKey(anna.id)]) expect(await found(by)).toEqual(both);
    for (const by of [asBen, asMia, home, byKey(ben.id), byKey(null), await tablet(home)]) {
      expect(await found(by)).toEqual([]);
    }
    await asAnna.patch(`/v1/lists/${secret.id}/settings`, { visibility: "shared" });
    for (const by of [asBen, byKey(null), await tablet(home)]) expect(await found(by)).toEqual(both);
    await asAnna.patch(`/v1/lists/${secret.id}/settings`, { visibility: "personal" });
    expect(await found(asBen)).toEqual([]);
  });

  test("The search shows a child only the child's check-ins, and never finds the text of an answer", async () => {
    const home = await homeToSearch();
    const { anna, mia, asMia, asAnna } = home;
    await home.checkIn([anna.id], { name: "Mood of Anna" });
    const both = await home.checkIn([anna.id, mia.id], { name: "Mood of both", times: [{ time: "00:00" }] });
    const [{ date }] = both.today;
    const answer = { date, time: "00:00", memberId: mia.id, faceIndex: 0, note: "Mood: hush" };
    expect((await asMia.post(`/app/check-ins/${both.id}/answers`, answer)).status).toBe(200);
    expect(await home.find("mood", "", asMia)).toEqual(["check_in Mood of both"]);
    for (const by of [asAnna, home, await tablet(home), home.as(home.add("Gus", "guest"))]) {
      expect((await home.find("mood", "", by)).length).toBe(2);
      expect(await home.find("hush", "", by)).toEqual([]);
    }
    expect((await home.search("mood", "", await tablet(home))).hidden).toEqual([]);
  });

  test("The search treats several spaces as one space, and expands ligatures", async () => {
    const { task, find, search, recipe } = await homeToSearch();
    for (const label of ["Fire  drill", "Yearly fire drill", "fire x drill"]) await task(label, null);
    expect((await find("fire drill"))[0]).toBe("task Fire  drill");
    expect((await find("fire   drill"))[0]).toBe("task Fire  drill");
    await recipe("Œufs", { ingredients: ["½ cup of æble"] });
    expect(await find("oeufs")).toEqual(["recipe Œufs"]);
    expect(await find("1/2 cup aeble")).toEqual(["recipe Œufs"]);
    await task("Line one\r\nZebra two", null);
    const { results } = await search("zebra");
    expect(results[0].title).toBe("Line one Zebra two");
    expect(JSON.stringify(results)).not.toMatch(/\\[rn]/);
  });

  test("The search finds nothing of another household", async () => {
    const home = await homeToSearch();
    await home.task("Zoo", null);
    await home.block((await home.list("Zoo")).id, "Zoo");
    const other = await home.neighbour();
    const found = async () => (await other.get("/v1/search?query=zoo")).body.results.map(({ id }: any) => id);
    expect(await found()).toEqual([]);
    const { body } = await other.post("/v1/tasks", { label: "Their zoo", memberId: other.members.anna.id });
    expect([await found(), (await home.find("their")).length]).toEqual([[body.id], 0]);
  });

  test("The search shows a change immediately, and keeps the ETag until the next change", async () => {
    const home = await homeToSearch();
    const { id } = await home.task("Milk", null);
    const path = "/v1/search?query=milk";
    expect(await home.find("milk")).toEqual(["task Milk"]);
    const etag = (await home.get(path)).headers.get("ETag") ?? "";
    expect((await home.get(path, { headers: { "If-None-Match": etag } })).status).toBe(304);
    await home.patch(`/v1/tasks/${id}`, { label: "Milk and bread" });
    expect((await home.get(path, { headers: { "If-None-Match": etag } })).status).toBe(200);
    expect(await home.find("milk")).toEqual(["task Milk and bread"]);
    await home.delete(`/v1/tasks/${id}`);
    expect(await home.find("milk")).toEqual([]);
    expect((await home.get(`/v1/search?query=${unknownId}`)).body.results).toEqual([]);
  });
});
