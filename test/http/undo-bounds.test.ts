/** Tests the limits of what the feed keeps to undo changes: by the size and age of a change, and by household. */
import { expect, test } from "bun:test";
import { hourlyImageDeletion } from "#overview/undo/jobs.ts";
import { limitImages } from "#platform/activity/image-bounds.store.ts";
import { transact } from "#platform/db/client.ts";
import { silentLog } from "#platform/http/log.ts";
import { type Home, household, refusal, serverInProcess } from "../support/home/home.ts";
import { newest, undo } from "../support/home/undo.ts";

const notKept = refusal(422, "What this changed is no longer kept, so it can't be undone");
const hour = 3_600_000;
const large = 65_536;

/** A household whose clock the test moves, and a task that was deleted. */
async function homeWithDeletion(label = "Tyre") {
  const home = await household({ server: serverInProcess() });
  const entry = await deletion(home, label);
  return { home, entry };
}

async function deletion(home: Home, label: string): Promise<string> {
  const { body: task } = await home.post("/v1/tasks", { label, memberId: home.members.ben.id });
  await home.delete(`/v1/tasks/${task.id}`);
  return newest(home);
}

/** Enlarges the image from before the change to the size of a large change. */
function setSize({ db, id }: Home, entry: string, bytes: number): void {
  const { size } = db.$client.query("SELECT octet_length(before) AS size FROM activity WHERE id = ?").get(entry) as any;
  db.$client.run("UPDATE activity SET before = before || ? WHERE id = ?", [" ".repeat(bytes - size), entry]);
  db.$client.run("UPDATE household SET image_bytes = image_bytes + ? WHERE id = ?", [bytes - size, id]);
}

const usage = ({ db, id }: Home) =>
  db.$client.query("SELECT image_bytes AS counted FROM household WHERE id = ?").get(id) as { counted: number };
const stored = ({ db, id }: Home) =>
  db.$client
    .query(
      "SELECT sum(ifnull(octet_length(before), 0) + iif(after = '{}', 0, ifnull(octet_length(after), 0))) AS counted FROM activity WHERE household_id = ?",
    )
    .get(id) as { counted: number };

function deleteImages({ db, server: { clock } }: Home): Promise<void> {
  const job = hourlyImageDeletion({ db, clock: () => clock.now, log: silentLog });
  return job.run("", new AbortController().signal);
}

const feeds = ["/v1/activity", "/v1/activity/details", "/app/activity"];

/** Whether each feed says that an entry can be undone. */
async function canUndo(home: Home, entry: string): Promise<boolean[]> {
  const anna = home.as(home.members.anna);
  const pages = await Promise.all(feeds.map((path) => anna.get(`${path}?limit=100`)));
  return pages.map(({ body }) => body.entries.find(({ id }: any) => id === entry).canUndo);
}
const both = (is: boolean) => feeds.map(() => is);

test("A change with more than 64 KB of stored rows can be undone for 25 hours", async () => {
  const { home, entry } = await homeWithDeletion();
  setSize(home, entry, large + 1);
  home.server.clock.advance(25 * hour);
  await deleteImages(home);
  expect(await canUndo(home, entry)).toEqual(both(true));
  home.server.clock.advance(1);
  await deleteImages(home);
  expect(await canUndo(home, entry)).toEqual(both(false));
  const { status, body, headers } = await undo(home, entry);
  expect([status, headers.get("X-Error-Code")]).toEqual([422, "not_undoable"]);
  expect(body).toEqual(notKept);
});

test("A change with at most 64 KB of stored rows can always be undone", async () => {
  const { home, entry } = await homeWithDeletion();
  setSize(home, entry, large);
  home.server.clock.advance(9_000 * hour);
  expect(await canUndo(home, entry)).toEqual(both(true));
  expect((await undo(home, entry)).status).toBe(200);
  expect(await canUndo(home, entry)).toEqual(both(false));
});

test("The stored rows of old large changes are deleted hourly, and undo then becomes impossible", async () => {
  const { home, entry } = await homeWithDeletion();
  const small = await deletion(home, "Wheel");
  const young = await deletion(home, "Bell");
  for (const each of [entry, young]) setSize(home, each, large + 1);
  const before = usage(home).counted;
  const { clock } = home.server;
  const job = hourlyImageDeletion({ db: home.db, clock: () => clock.now, log: silentLog });
  expect(job.next(clock.now, "")).toEqual(new Date(clock.now.getTime() + hour));
  const run = () => job.run("", new AbortController().signal);
  home.db.$client.run("UPDATE activity SET created_at = ? WHERE id = ?", [
    new Date(clock.now.getTime() - 25 * hour - 1).toISOString(),
    entry,
  ]);
  const stale = (await home.get("/v1/activity")).headers.get("ETag") ?? "";
  await run();
  expect((await home.get("/v1/activity", { headers: { "If-None-Match": stale } })).status).toBe(200);
  expect(before - usage(home).counted).toBe(large + 1);
  expect(usage(home)).toEqual(stored(home));
  expect(await canUndo(home, entry)).toEqual(both(false));
  for (const each of [small, young]) expect(await canUndo(home, each)).toEqual(both(true));
  expect((await undo(home, entry)).body).toEqual(notKept);
  await run();
  expect(before - usage(home).counted).toBe(large + 1);
});

test("A household stores at most 200 MB of rows for undo, and deletes the oldest rows beyond that", async () => {
  const { home, entry } = await homeWithDeletion();
  const second = await deletion(home, "Wheel");
  const other = await household({ server: home.server });
  const foreign = await deletion(other, "Theirs");
  for (const each of [entry, second]) setSize(home, each, 1_000_000);
  setSize(other, foreign, 1_000_000);
  // As if 198 MB of others had been between them.
  const rest = 200_000_000 - usage(home).counted;
  home.db.$client.run("UPDATE household SET image_bytes = image_bytes + ? WHERE id = ?", [rest + 5_000, home.id]);
  const third = await deletion(home, "Bell");
  expect(usage(home).counted).toBeLessThanOrEqual(200_000_000);
  expect(usage(home).counted).toBeGreaterThan(198_000_000);
  expect(await canUndo(home, entry)).toEqual(both(false));
  for (const each of [second, third]) expect(await canUndo(home, each)).toEqual(both(true));
  expect(await canUndo(other, foreign)).toEqual(both(true));
  expect((await undo(home, entry)).body).toEqual(notKept);
  expect((await undo(home, third)).status).toBe(200);
});

test("The oldest stored rows of changes are deleted first, and the stored total stays correct", async () => {
  const { home } = await homeWithDeletion();
  const section = (await home.post("/v1/lists/sections", { name: "Home" })).body.id;
  const entries: string[] = [];
  for (let count = 0; count < 70; count++) {
    const by = home.as(count % 3 === 0 ? home.members.ben : home.members.anna);
    const visibility = count % 2 === 0 ? "personal" : "shared";
    const { headers } = await by.post("/v1/lists", { name: `List ${count}`, sectionId: section, visibility });
    entries.push(headers.get("X-Activity-Id") ?? "");
  }
  expect(usage(home)).toEqual(stored(home));
  const most = Math.round(usage(home).counted / 2);
  transact(home.db, () => limitImages({ db: home.db, householdId: home.id }, usage(home).counted, most));
  expect(usage(home)).toEqual(stored(home));
  expect(usage(home).counted).toBeLessThanOrEqual(most);
  expect(usage(home).counted).toBeGreaterThan(most - 2_000);
  const kept = (entry: string) =>
    home.db.$client.query("SELECT after <> '{}' AS kept FROM activity WHERE id = ?").get(entry) as { kept: number };
  const states = entries.map((entry) => kept(entry).kept);
  expect(states).toEqual(states.toSorted((a, b) => a - b));
  // The next write starts where this one ended.
  await home.post("/v1/tasks", { label: "More", memberId: home.members.ben.id });
  expect(usage(home)).toEqual(stored(home));
});

test("The activity feed says “canUndo: false” for each change that cannot be undone", async () => {
  const { home, entry } = await homeWithDeletion();
  const { body } = await undo(home, entry);
  expect(body.canUndo).toBe(true);
  expect(await canUndo(home, entry)).toEqual(both(false));
  expect(await canUndo(home, body.id)).toEqual(both(true));
  await home.as(home.members.anna).post("/v1/api-keys", { name: "Robot", scopes: ["tasks.read"] });
  expect(await canUndo(home, newest(home))).toEqual(both(false));
});
