/** A household with everything that a move must carry, in a data folder that it shares with a neighbour. */
import { existsSync } from "node:fs";
import { invite } from "#accounts/sign-in/store.ts";
import { setCover } from "#lists/covers/store.ts";
import { digestOf } from "#operations/shards/rows.ts";
import { createDevice } from "#overview/devices/store.ts";
import { closeDatabase, type Db, transact } from "#platform/db/client.ts";
import { databasePath, openDataDir } from "#platform/db/migrate.ts";
import { replacePicture } from "#platform/images/files.ts";
import { newPath } from "../support/home/folders.ts";
import { household, serverInProcess, start } from "../support/home/home.ts";
import { addChannel, addDelivery, addNotice, setReminderClock } from "../support/reminders/notices.ts";

export function serve(dataDir: string) {
  const db = openDataDir(dataDir, { now: start });
  return { db, server: serverInProcess({ DATA_DIR: dataDir }, { db }) };
}

/** Creates a household with a member and returns its id. */
export async function neighbourIn(dataDir: string): Promise<string> {
  const { db, server } = serve(dataDir);
  const { id, post, members } = await household({ server });
  await post("/v1/tasks", { label: "Sweep", memberId: members.ben.id });
  closeDatabase(db);
  return id;
}

/** A household whose server is stopped. `wake` serves another folder, to which the calls of `home` then go. */
export async function movable() {
  const from = newPath();
  const { db, server } = serve(from);
  const neighbour = await household({ server });
  const home = await household({ server });
  const { anna, ben } = home.members;
  await neighbour.post("/v1/tasks", { label: "Sweep", memberId: neighbour.members.ben.id });
  const section = (await home.post("/v1/lists/sections", { name: "Home" })).body;
  const list = (await home.post("/v1/lists", { name: "Groceries", sectionId: section.id })).body;
  await home.post(`/v1/lists/${list.id}/blocks`, { type: "task", content: "Milk" });
  const task = (await home.as(ben).post("/v1/tasks", { label: "Water the plants", memberId: anna.id })).body;
  await home.as(ben).patch(`/v1/tasks/${task.id}`, { label: "Water all plants" });
  await home.as(anna).patch(`/app/members/${anna.id}`, { email: "anna@home.example" });
  const picture = new TextEncoder().encode("stands for a picture");
  await replacePicture(from, home.id, picture, (file) => ({
    answer: transact(db, () => setCover(home.work(), list.id, { file, attribution: null })),
    replaced: null,
  }));
  const deviceToken = "a-token-of-the-tablet";
  const link = transact(db, () => {
    createDevice(home.work(), "Kitchen", deviceToken);
    return invite(home.work(), ben.id, "http://localhost").link;
  });
  const noticeId = addNotice(home);
  const channelId = addChannel(home);
  addDelivery(home, { noticeId, channelId });
  setReminderClock(home, start);
  const signedIn = home.as(ben);
  const digest = digestOf(db.$client, home.id);
  closeDatabase(db);

  let awake: Db | null = null;
  return {
    ...{ from, home, list, task, deviceToken, link, noticeId, channelId, signedIn, digest },
    id: home.id,
    neighbourId: neighbour.id,
    wake(dataDir: string): Db {
      const woken = serve(dataDir);
      server.handle = woken.server.handle;
      awake = woken.db;
      return woken.db;
    },
    sleep(): void {
      if (awake) closeDatabase(awake);
      awake = null;
    },
  };
}

/** Returns the data of a folder, or null if it has no database. */
export function rowsIn(dataDir: string, id: string) {
  if (!existsSync(databasePath(dataDir))) return null;
  const db = openDataDir(dataDir, { now: start });
  const digest = digestOf(db.$client, id);
  closeDatabase(db);
  return digest;
}
