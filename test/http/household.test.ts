/** Tests how the app manages members, roles and settings. */
import { describe, expect, test } from "bun:test";
import { household, refusal } from "../support/home/home.ts";

async function home() {
  const own = await household();
  return { ...own, anna: own.as(own.members.anna), ben: own.as(own.members.ben), mia: own.as(own.members.mia) };
}

describe("adding and changing members", () => {
  test("Adding a member returns the member and writes an activity entry", async () => {
    const { anna, entries, members } = await home();
    const { body } = await anna.post("/app/members", { name: " Leo ", role: "child", avatar: "👨‍👩‍👧‍👦" });
    expect(body).toMatchObject({ name: "Leo", role: "child", avatar: "👨‍👩‍👧‍👦", color: "leaf" });
    expect(entries()[0]).toMatchObject({ action: "created", summary: "added Leo to the household" });
    const changed = await anna.patch(`/app/members/${body.id}`, { name: "Leon", color: "sky", avatar: null });
    expect(changed.body).toMatchObject({ name: "Leon", color: "sky", avatar: null, role: "child" });
    expect(entries()[0]).toMatchObject({
      summary: "renamed Leo to Leon",
      changes: { name: { from: "Leo", to: "Leon" } },
    });
    expect(entries()[0]?.actor.id).toBe(members.anna.id);
  });

  test("Renaming a member changes the name in old activity entries too", async () => {
    const { anna, members, entries } = await home();
    await anna.post("/v1/tasks", { label: "x", memberId: members.ben.id });
    await anna.patch(`/app/members/${members.anna.id}`, { name: "Anne" });
    expect(entries().find(({ summary }) => summary.startsWith("added “x”"))?.actor.name).toBe("Anne");
  });

  test.each([
    [{ name: "ben", role: "child" }, "name: must not be another member's name"],
    [{ name: "ＢＥＮ", role: "child" }, "name: must not be another member's name"],
    [{ name: "STRASSE", role: "child" }, "name: must not be another member's name"],
    [{ name: "Leo", role: "child", email: "ANNA@test.example" }, "email: is already in use"],
  ])("A member's name or email that is already in use is refused: %j", async (body, error) => {
    const own = await household();
    const unique = own.members.anna.id;
    const anna = own.as(own.members.anna);
    await anna.patch(`/app/members/${own.members.anna.id}`, { email: `anna@${unique}.example` });
    await anna.post("/app/members", { name: "Straße", role: "child" });
    const sent = { ...body, ...("email" in body ? { email: `ANNA@${unique}.example` } : {}) };
    expect((await anna.post("/app/members", sent)).body).toEqual(refusal(422, error));
    expect((await anna.patch(`/app/members/${own.members.mia.id}`, sent)).body).toEqual(refusal(422, error));
  });

  test.each([
    [{ name: "", role: "child" }, "name: must be 1 to 60 characters"],
    [{ name: "x".repeat(61), role: "child" }, "name: must be 1 to 60 characters"],
    [{ name: "Leo", role: "king" }, "role: must be one of owner, adult, child, guest"],
    [
      { name: "Leo", role: "child", color: "red" },
      "color: must be one of coral, tangerine, sunshine, leaf, teal, sky, grape, berry",
    ],
    [{ name: "Leo", role: "child", avatar: "x".repeat(17) }, "avatar: must be 1 to 16 characters or null"],
    [{ name: "Leo", role: "child", email: "nobody" }, "email: must be an email address or null"],
  ])("A new member is refused with %j", async (body, error) => {
    const { anna } = await home();
    expect((await anna.post("/app/members", body)).body).toEqual(refusal(400, error));
  });

  test("Only owners can change owners, and the last owner cannot be given another role", async () => {
    const { anna, ben, members } = await home();
    const owners = refusal(403, "Only an owner can change owners");
    expect((await ben.patch(`/app/members/${members.anna.id}`, { color: "sky" })).body).toEqual(owners);
    expect((await ben.patch(`/app/members/${members.ben.id}`, { role: "owner" })).body).toEqual(owners);
    expect((await ben.post("/app/members", { name: "Zoe", role: "owner" })).body).toEqual(owners);
    expect((await ben.delete(`/app/members/${members.anna.id}`)).body).toEqual(owners);
    const last = refusal(422, "role: the household needs an owner; make another member an owner first");
    expect((await anna.patch(`/app/members/${members.anna.id}`, { role: "adult" })).body).toEqual(last);
    expect((await anna.delete(`/app/members/${members.anna.id}`)).body).toEqual(last);
    await anna.patch(`/app/members/${members.ben.id}`, { role: "owner" });
    expect((await anna.patch(`/app/members/${members.anna.id}`, { role: "adult" })).status).toBe(200);
    expect((await anna.patch(`/app/members/${members.mia.id}`, { color: "sky" })).status).toBe(200);
  });

  test("A request to reorder the members must contain all members", async () => {
    const { anna, members, get } = await home();
    const ids = [members.mia.id, members.anna.id, members.ben.id];
    expect((await anna.patch("/app/members/reorder", { ids })).body).toEqual({ ids });
    const listed = (await get("/v1/households/me/members")).body.members.map(({ id }: { id: string }) => id);
    expect(listed).toEqual(ids);
    const bad = [
      [ids.slice(1), `ids: ${members.mia.id} is missing`],
      [[...ids, members.mia.id], "ids[3]: is given twice"],
      [["01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42", ...ids], "ids[0]: no such member"],
    ] as const;
    for (const [given, error] of bad) {
      expect((await anna.patch("/app/members/reorder", { ids: given })).body).toEqual(refusal(422, error));
    }
  });
});

describe("removing a member", () => {
  test("Removing a member needs another member for open tasks, and the activity feed keeps the name", async () => {
    const { anna, post, members, get, entries } = await home();
    const { mia, ben } = members;
    const open = (await post("/v1/tasks", { label: "open", memberId: mia.id })).body;
    const done = (await post("/v1/tasks", { label: "done", memberId: mia.id })).body;
    await anna.patch(`/v1/tasks/${done.id}`, { completedAt: done.createdAt });
    const path = `/app/members/${mia.id}`;
    expect((await anna.delete(path)).body).toEqual(
      refusal(422, "reassignTo: must name another member, because Mia still has an open task"),
    );
    expect((await anna.delete(`${path}?reassignTo=${mia.id}`)).body).toEqual(
      refusal(422, "reassignTo: must be another member"),
    );
    const { length } = entries();
    const removed = await anna.delete(`${path}?reassignTo=${ben.id}&personalLists=share`);
    expect(removed.body).toEqual({ id: mia.id, deleted: true });
    expect(entries().length).toBe(length + 1);
    expect(entries()[0]).toMatchObject({ summary: "removed Mia from the household; Ben took a task over" });
    const tasks = (await get("/v1/tasks")).body.tasks;
    expect(tasks.map((task: any) => [task.id, task.memberId]).sort()).toEqual(
      [
        [open.id, ben.id],
        [done.id, mia.id],
      ].sort(),
    );
    expect((await anna.patch(`/v1/tasks/${done.id}`, { label: "renamed" })).status).toBe(200);
    expect((await post("/v1/tasks", { label: "x", memberId: mia.id })).body).toEqual(
      refusal(422, "memberId: no such member"),
    );
    expect((await anna.delete(path)).body).toEqual(refusal(404, "Member not found"));
  });

  test("Removing a member ends the member's sign-ins and API keys, and frees the name and email", async () => {
    const { anna, as, members, createKey, get } = await home();
    const email = `ben@${members.ben.id}.example`;
    await anna.patch(`/app/members/${members.ben.id}`, { email });
    const ben = as(members.ben);
    const { key } = createKey({ memberId: members.ben.id });
    expect((await ben.get("/app/session")).status).toBe(200);
    await anna.delete(`/app/members/${members.ben.id}`);
    expect((await ben.get("/app/session")).body).toEqual(refusal(401, "Not signed in"));
    expect((await get("/v1/tasks", { key })).body).toEqual(refusal(401, "Invalid API key"));
    expect((await anna.post("/app/members", { name: "Ben", role: "adult", email })).status).toBe(200);
  });
});

describe("children and guests", () => {
  test("Children and guests can complete and reopen only tasks that are assigned to them", async () => {
    const { mia, post, members, add, as, entries } = await home();
    const own = (await post("/v1/tasks", { label: "own", memberId: members.mia.id })).body;
    const bens = (await post("/v1/tasks", { label: "Ben's", memberId: members.ben.id })).body;
    const adults = refusal(403, "Only an owner or adult can do this");
    const change = { completedAt: own.createdAt };
    expect((await mia.patch(`/v1/tasks/${own.id}`, change)).status).toBe(200);
    expect((await mia.patch(`/v1/tasks/${own.id}`, { completedAt: null })).status).toBe(200);
    const { length } = entries();
    for (const body of [change, { ...change, memberId: members.mia.id }]) {
      expect((await mia.patch(`/v1/tasks/${bens.id}`, body)).body).toEqual(adults);
    }
    expect((await as(add("Sitter", "guest")).patch(`/v1/tasks/${own.id}`, change)).body).toEqual(adults);
    expect(entries().length).toBe(length + 1);
    expect((await mia.patch(`/v1/tasks/${bens.id}`, { label: "Ben's own" })).status).toBe(200);
  });
});

describe("the household's settings", () => {
  test("The household's settings change the name, time zone, start of the week and default reminder", async () => {
    const { anna, mia, get, id } = await home();
    const place = { name: "Our home", timeZone: "Asia/Kolkata", weekStartsOn: 7, groceryListName: "Market" };
    const settings = { ...place, defaultReminderMinutes: 10 };
    const usual = { daysBefore: 0, time: "08:00" };
    const changed = await anna.patch("/app/household", settings);
    const all = { id, ...settings, allDayReminder: usual, photoSearch: false };
    expect(changed.body).toEqual(all);
    expect((await mia.get("/app/household")).body).toEqual(all);
    expect((await mia.get("/app/photos")).body.isAllowed).toBe(false);
    expect((await anna.patch("/app/household", { photoSearch: true })).body.photoSearch).toBe(true);
    expect((await mia.get("/app/photos")).body.isAllowed).toBe(true);
    expect((await get("/v1/households/me/members")).body.household).toEqual({ id, ...place });
    expect(
      (await anna.patch("/app/household", { defaultReminderMinutes: null })).body.defaultReminderMinutes,
    ).toBeNull();
  });

  test.each([
    [{ timeZone: "Mars/Olympus" }, 422, "timeZone: no such time zone"],
    [{ weekStartsOn: 0 }, 400, "weekStartsOn: must be a whole number from 1 to 7"],
    [{ defaultReminderMinutes: -1 }, 400, "defaultReminderMinutes: must be a whole number from 0 to 40320 or null"],
    [
      { allDayReminder: { daysBefore: 8, time: "08:00" } },
      400,
      "allDayReminder.daysBefore: must be a whole number from 0 to 7",
    ],
    [
      { allDayReminder: { daysBefore: 0, time: "24:00" } },
      400,
      "allDayReminder.time: must be a time of the day, such as 19:00",
    ],
    [
      { allDayReminder: { daysBefore: 0, time: "08:00" } },
      422,
      "allDayReminder: needs defaultReminderMinutes, because it is the default for all-day events",
    ],
    [{ name: " " }, 400, "name: must be 1 to 200 characters"],
    [{ groceryListName: " " }, 400, "groceryListName: must be 1 to 200 characters"],
    [{ groceryListName: "x".repeat(201) }, 400, "groceryListName: must be 1 to 200 characters"],
    [{ groceryListName: null }, 400, "groceryListName: must be 1 to 200 characters"],
    [{ plan: "api" }, 400, "plan: unknown field"],
  ])("The household's settings refuse %j", async (body, status, error) => {
    const { anna } = await home();
    expect((await anna.patch("/app/household", body)).body).toEqual(refusal(status, error));
  });
});

test("The name of the grocery list can be changed by adults only, and the change can be undone", async () => {
  const { anna, mia, entries } = await home();
  const named = async () => (await anna.get("/app/household")).body.groceryListName;
  expect(await named()).toBe("Groceries");
  expect((await mia.patch("/app/household", { groceryListName: "Toys" })).status).toBe(403);
  await anna.patch("/app/household", { groceryListName: "  Market " });
  expect(await named()).toBe("Market");
  expect(entries()[0]).toMatchObject({
    summary: "changed the household's settings",
    changes: { groceryListName: { from: "Groceries", to: "Market" } },
  });
  expect((await anna.post(`/v1/activity/${entries()[0]?.id}/undo`, undefined)).status).toBe(200);
  expect(await named()).toBe("Groceries");
});

test("The reminder time for all-day events is deleted when the default reminder is turned off", async () => {
  const { anna, entries, post } = await home();
  const settings = async () => (await anna.get("/app/household")).body;
  expect(await settings()).toMatchObject({ defaultReminderMinutes: null, allDayReminder: null });
  await anna.patch("/app/household", { defaultReminderMinutes: 30 });
  expect(entries()[0]?.changes).toEqual({ defaultReminderMinutes: { from: null, to: 30 } });
  const evening = { daysBefore: 1, time: "18:00" };
  expect((await anna.patch("/app/household", { allDayReminder: evening })).body.allDayReminder).toEqual(evening);
  await anna.patch("/app/household", { defaultReminderMinutes: null });
  expect((await settings()).allDayReminder).toBeNull();
  await anna.post(`/v1/activity/${entries()[0]?.id}/undo`, undefined);
  expect((await settings()).allDayReminder).toEqual(evening);
  await anna.patch("/app/household", { allDayReminder: null });
  expect((await settings()).allDayReminder).toBeNull();
  expect((await post(`/v1/activity/${entries()[0]?.id}/undo`, undefined)).status).toBe(403);
});

describe("the display settings", () => {
  const path = "/v1/households/me/display";
  const initial = { weekStartsToday: false, hiddenMealTypes: [], amounts: "written" };
  const hiddenMealTypes = ["morning_snack", "evening_snack"];

  test("The display settings can be read with every API key, and changed by adults only", async () => {
    const { anna, mia, get, entries } = await home();
    expect((await get(path)).body).toEqual(initial);
    expect((await anna.patch(path, { hiddenMealTypes })).body).toEqual({ ...initial, hiddenMealTypes });
    expect((await anna.patch(path, { weekStartsToday: true })).body).toEqual({
      ...initial,
      weekStartsToday: true,
      hiddenMealTypes,
    });
    expect(entries()[0]).toMatchObject({
      subject: { type: "household" },
      summary: "changed the household's settings",
      changes: { weekStartsToday: { from: false, to: true } },
    });
    const { length } = entries();
    expect((await anna.patch(path, { weekStartsToday: true, hiddenMealTypes })).status).toBe(200);
    expect(entries().length).toBe(length);
    const adults = refusal(403, "Only an owner or adult can do this");
    expect((await mia.patch(path, { weekStartsToday: false })).body).toEqual(adults);
    expect((await anna.post(`/v1/activity/${entries()[0]!.id}/undo`, {})).status).toBe(200);
    expect((await mia.get(path)).body).toEqual({ ...initial, hiddenMealTypes });
  });

  test("The display settings of one household do not apply to another household", async () => {
    const { anna, neighbour } = await home();
    await anna.patch(path, { hiddenMealTypes });
    expect((await (await neighbour()).get(path)).body).toEqual(initial);
  });

  test.each([
    [{ hiddenMealTypes: ["brunch"] }, "hiddenMealTypes[0]: must be one of "],
    [{ hiddenMealTypes: ["lunch", "lunch"] }, "hiddenMealTypes: must be a list of 0 to 5 different items"],
    [
      { hiddenMealTypes: ["breakfast", "morning_snack", "lunch", "afternoon_snack", "dinner", "evening_snack"] },
      "hiddenMealTypes: must be a list of 0 to 5 different items",
    ],
    [{ weekStartsToday: 1 }, "weekStartsToday: must be true or false"],
    [{ weekStartsOn: 1 }, "weekStartsOn: unknown field"],
  ])("The display settings refuse %j", async (body, error) => {
    const { anna } = await home();
    const { status, body: answer } = await anna.patch(path, body);
    expect(status).toBe(400);
    expect(answer.error).toStartWith(error);
  });
});
