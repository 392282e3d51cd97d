/**
 * Creates records for the calls of `operations.ts`. Each function returns the id of the record, unless its comment says
 * otherwise.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setPassword } from "#accounts/sign-in/store.ts";
import { addChannel } from "#notifications/channels/store.ts";
import { transact } from "#platform/db/client.ts";
import type { Home } from "../home/home.ts";
import { checkInBody } from "../records/check-ins.ts";

export async function taskId(home: Home): Promise<string> {
  const { body } = await home.post("/v1/tasks", { label: "Sample", memberId: home.members.anna.id });
  return body.id;
}

export const weekly = {
  title: "Sample",
  startsAt: "2026-12-01T16:00:00+01:00",
  endsAt: "2026-12-01T17:00:00+01:00",
  recurrenceRule: "FREQ=WEEKLY",
};

export async function eventId(home: Home, event: object = weekly): Promise<string> {
  const { body } = await home.post("/v1/events", event);
  return body.id;
}

export async function pair(home: Home): Promise<{ code: string; name: string }> {
  const { body } = await home.call("POST", "/app/devices/pairing", { key: null });
  return { code: body.code, name: "Tablet" };
}

export async function sectionId(home: Home): Promise<string> {
  return (await home.post("/v1/lists/sections", { name: "Home" })).body.id;
}

export async function listId(home: Home, name = "Groceries"): Promise<string> {
  return (await home.post("/v1/lists", { name, sectionId: await sectionId(home) })).body.id;
}

/** Creates a chore of Anna's that is due on every day from 6 January 2020. */
export async function choreId(home: Home): Promise<string> {
  const { anna, ben } = home.members;
  const body = { name: "Sample", memberIds: [anna.id, ben.id], startDate: "2020-01-06", recurrenceRule: "FREQ=DAILY" };
  return (await home.as(anna).post("/app/chores", body)).body.id;
}

export async function templateId(home: Home): Promise<string> {
  const anna = home.as(home.members.anna);
  return (await anna.post("/app/list-templates", { listId: await listId(home) })).body.id;
}

/** Creates a list with three tasks. `at` is the path of its blocks. */
export async function blocks(home: Home) {
  const id = await listId(home);
  const at = `/v1/lists/${id}/blocks`;
  const ids: string[] = [];
  for (const content of ["Milk", "Eggs", "Bread"]) ids.push((await home.post(at, { type: "task", content })).body.id);
  return { at, ids, first: `${at}/${ids[0]}` };
}

/** Creates a daily check-in for Anna. */
export async function checkIn(home: Home) {
  return (await home.post("/v1/check-ins", checkInBody([home.members.anna.id]))).body;
}

export async function recipeId(home: Home, ingredients: string[] = []): Promise<string> {
  return (await home.post("/v1/recipes", { name: "Lasagne", ingredients })).body.id;
}

export async function mealId(home: Home, place: object = { date: "2026-11-27", mealType: "dinner" }): Promise<string> {
  return (await home.post("/v1/meals", { ...place, recipeId: await recipeId(home, ["Milk"]) })).body.id;
}

/** Picture of one pixel (GIF89a). */
export const pixel = Uint8Array.fromHex("47494638396101000100800000ffffff0000002c00000000010001000002024401003b");

/** Adds a picture to the household's own pictures. Returns its id. */
export function photoId({ server }: Home): string {
  mkdirSync(join(server.dataDir, "photos"), { recursive: true });
  writeFileSync(join(server.dataDir, "photos", "sample.gif"), pixel);
  return "folder:sample.gif";
}

/** Code that verifies the mail channel of {@link channelPath}. */
export const knownCode = "042137";

/** Creates a notification channel of Anna's. Returns its path. */
export function channelPath(home: Home, kind: "ntfy" | "mail" = "ntfy"): string {
  const work = home.work();
  const id = Bun.randomUUIDv7("hex", work.now);
  const shared = { id, label: "Sample", details: null };
  const code = { hash: Bun.SHA256.hash(`${id} ${knownCode}`, "hex"), expiresAt: "2099-01-01T00:00:00.000Z", tries: 0 };
  const server = "http://127.0.0.1:9";
  transact(home.db, () =>
    addChannel(
      work,
      home.members.anna.id,
      kind === "ntfy"
        ? { ...shared, kind, config: { server, topic: "ingle-sample", token: null }, isVerified: true }
        : { ...shared, kind, config: { address: "anna@home.example", offToken: "none", code }, isVerified: false },
    ),
  );
  return `/app/notifications/channels/${id}`;
}

export async function passwordOf(home: Home, member: { id: string } = home.members.anna): Promise<string> {
  const hash = await Bun.password.hash("correct horse", { algorithm: "argon2id", memoryCost: 1024, timeCost: 1 });
  transact(home.db, () => setPassword(home.work(), member.id, hash));
  return "correct horse";
}

/** Stores a backup file whose content does not matter. Returns its name. */
export function storedBackup({ server }: Home): string {
  const name = "inglenook-2026-11-27T080000.000Z.tar.zst";
  mkdirSync(join(server.dataDir, "backups"), { recursive: true });
  writeFileSync(join(server.dataDir, "backups", name), "");
  return name;
}

export async function ownBackup(home: Home) {
  return { name: storedBackup(home), password: await passwordOf(home) };
}
