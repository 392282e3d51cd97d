/** How many read statements common changes take. Writes are not counted. */
import { expect, test } from "bun:test";
import { createEvent, updateEvent } from "#calendar/events/edits.ts";
import { changeBlocks } from "#lists/blocks/batch.ts";
import { createList } from "#lists/lists/store.ts";
import { createSection } from "#lists/sections/store.ts";
import { transact } from "#platform/db/client.ts";
import { createTask, deleteTask, updateTask } from "#routines/tasks/store.ts";
import { household, serverInProcess } from "../support/home/home.ts";
import { countedDatabase } from "../support/home/queries.ts";

async function counted() {
  const { db, during, meanwhile } = countedDatabase();
  const home = await household({ server: serverInProcess({}, { db }) });
  return { ...home, meanwhile, reads: (change: () => unknown) => during(() => transact(db, change)) };
}

test("Adding ten completed items to a list in one request takes at most 44 database reads", async () => {
  const { work, reads } = await counted();
  const list = transact(work().db, () => {
    return createList(work(), { name: "Groceries", sectionId: createSection(work(), { name: "Home" }).id });
  });
  const operations = Array.from({ length: 10 }, (_, index) => {
    return { op: "create", type: "task", content: `Item ${index}`, done: true } as const;
  });
  expect(reads(() => changeBlocks(work(), list.id, operations))).toBeLessThanOrEqual(44);
});

test("A task is written without reading it back from the database", async () => {
  const { work, members, reads } = await counted();
  const input = { label: "Water the plants", memberId: members.anna.id };
  const { id } = transact(work().db, () => createTask(work(), input));
  expect(reads(() => createTask(work(), input))).toBe(3);
  expect(reads(() => updateTask(work(), id, { label: "Water all plants" }))).toBe(3);
  expect(reads(() => deleteTask(work(), id))).toBe(2);
});

test("An event is written without reading it back from the database, also when a series is split", async () => {
  const { work, reads } = await counted();
  const weekly = {
    title: "Piano",
    startsAt: "2026-12-01T15:00:00Z",
    endsAt: "2026-12-01T16:00:00Z",
    recurrenceRule: "FREQ=WEEKLY;COUNT=20",
  };
  const { id } = transact(work().db, () => createEvent(work(), weekly));
  expect(reads(() => createEvent(work(), weekly))).toBe(3); // One names the calendar.
  const third = { instanceStartsAt: "2026-12-15T15:00:00Z" };
  expect(reads(() => updateEvent(work(), id, { scope: "this", ...third }, { title: "Violin" }))).toBe(4);
  const later = { startsAt: "2026-12-15T16:00:00Z", endsAt: "2026-12-15T17:00:00Z" };
  expect(reads(() => updateEvent(work(), id, { scope: "this_and_future", ...third }, later))).toBe(4);
});

test("A request after a write reads only its own credential from the database again", async () => {
  const { get, post, meanwhile, members, as, db } = await counted();
  const anna = as(members.anna);
  await anna.get("/app/household");
  const writing = () => post("/v1/tasks", { label: "Water the plants", memberId: members.anna.id });
  await writing();
  expect(await meanwhile(() => anna.get("/app/household"))).toBe(6);
  expect(await meanwhile(writing)).toBe(9);
  db.$client.run("DELETE FROM session");
  db.$client.run("UPDATE api_key SET revoked_at = created_at");
  expect((await anna.get("/app/household")).status).toBe(401);
  expect((await get("/v1/tasks")).status).toBe(401);
});

test("An answer is cached at its first request, or at its second request if the address has a query", async () => {
  const { get, meanwhile } = await counted();
  const readsOf = (path: string) => meanwhile(() => get(path));
  await get("/v1/tasks"); // Reads the credential.
  const cached = await readsOf("/v1/tasks");
  expect(await readsOf("/v1/tasks?completed=false")).toBeGreaterThan(cached);
  expect(await readsOf("/v1/tasks?completed=false")).toBeGreaterThan(cached);
  expect(await readsOf("/v1/tasks?completed=false")).toBe(cached);
});

test("Different spellings of an Authorization header share one entry in the cache of callers", async () => {
  const { key, get, post, meanwhile, members } = await counted();
  const readsWith = (Authorization: string) =>
    meanwhile(() => get("/v1/tasks", { key: null, headers: { Authorization } }));
  await get("/v1/tasks");
  const cached = await readsWith(`Bearer ${key.key}`);
  const respelled = await readsWith(`bEARER   ${key.key}`);
  expect(respelled).toBe(cached + 1); // Each spelling looks for writes.
  await post("/v1/tasks", { label: "Bins", memberId: members.anna.id });
  expect(await readsWith(`BEARER  ${key.key}`)).toBeGreaterThan(respelled);
});
