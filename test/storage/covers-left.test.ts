/** Deletes a cover's file when no list shows it any more, and only after that change is on disk. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setCover } from "#lists/covers/store.ts";
import { transact } from "#platform/db/client.ts";
import { put } from "../support/home/folders.ts";
import { household, serverInProcess } from "../support/home/home.ts";

let dataDir = "";
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), "inglenook-covers-"));
});
afterAll(() => rmSync(dataDir, { recursive: true }));

async function home() {
  const own = await household({ server: serverInProcess({ DATA_DIR: dataDir }) });
  const { mia } = own.members;
  const { body: section } = await own.post("/v1/lists/sections", { name: "Home" });
  const { body: list } = await own
    .as(mia)
    .post("/v1/lists", { name: "x", sectionId: section.id, visibility: "personal" });
  const file = `${crypto.randomUUID().replaceAll("-", "")}.webp`;
  put(dataDir, join("covers", own.id, file), "picture");
  transact(own.db, () => setCover({ ...own.work(), viewerId: mia.id }, list.id, { file, attribution: null }));
  const isThere = () => existsSync(join(dataDir, "covers", own.id, file));
  return { ...own, mia: own.as(mia), at: `/v1/lists/${list.id}`, isThere };
}

describe("the file of a cover", () => {
  test("The file of a cover picture is deleted with the cover, and kept if the cover is hidden", async () => {
    const { mia, at, isThere } = await home();
    await mia.patch(`${at}/cover/visibility`, { hidden: true });
    expect(isThere()).toBe(true);
    await mia.delete(`${at}/cover`);
    expect(isThere()).toBe(false);
  });

  test("The file of a cover picture is deleted with the list, and kept if the list can't be deleted", async () => {
    const { mia, as, members, at, isThere } = await home();
    await mia.patch(`${at}/settings`, { visibility: "shared" });
    expect((await mia.delete(at)).status).toBe(403);
    expect(isThere()).toBe(true);
    await as(members.anna).delete(at);
    expect(isThere()).toBe(false);
  });

  test.each([
    ["delete", false],
    ["share", true],
  ])("Removing a member with the request to %s personal lists leaves the file of a cover: %p", async (fate, isKept) => {
    const { as, members, isThere } = await home();
    const removed = await as(members.anna).delete(`/app/members/${members.mia.id}?personalLists=${fate}`);
    expect(removed.status).toBe(200);
    expect(isThere()).toBe(isKept);
  });
});
