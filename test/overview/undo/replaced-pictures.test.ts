/** Pictures that were replaced: undo brings them back for 25 hours, and a cleared cover stands in nobody's way. */
import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { sweepPictures } from "#platform/images/files.ts";
import { household, serverInProcess } from "../../support/home/home.ts";
import { upload } from "../../support/home/multipart.ts";
import { undo } from "../../support/home/undo.ts";

const hour = 3_600_000;

/** A list whose cover was set twice by the same key, a minute after the start. */
async function homeWithCovers() {
  const home = await household({ server: serverInProcess() });
  const { body: section } = await home.post("/v1/lists/sections", { name: "Home" });
  const { body: list } = await home.post("/v1/lists", { name: "Packing", sectionId: section.id });
  home.clock.advance(60_000);
  const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: "#468" } })
    .png()
    .toBuffer();
  const set = async () => {
    const { status, body } = await home.call("POST", `/v1/lists/${list.id}/cover`, upload(picture));
    expect(status).toBe(200);
    return body.cover.url as string;
  };
  const url = async () => (await home.get(`/v1/lists/${list.id}`)).body.cover.url;
  const { dataDir } = home.server;
  const sweep = (ms: number, shown: readonly string[]) => {
    const find = () => new Set(shown.map((each) => each.split("/").at(-1) ?? ""));
    return sweepPictures(dataDir, find, new Date(home.clock.now.getTime() + ms), new AbortController().signal);
  };
  const folder = join(dataDir, "old-covers", home.id);
  const kept = () => (existsSync(folder) ? readdirSync(folder) : []);
  const served = async (path: string) => (await home.as(home.members.anna).get(path)).status;
  const first = await set();
  const second = await set();
  return { ...home, first, second, url, sweep, kept, served, dataDir };
}

describe("a replaced picture", () => {
  test("Undo brings a replaced picture back, which nobody could see meanwhile", async () => {
    const home = await homeWithCovers();
    expect([await home.served(home.first), await home.served(home.second)]).toEqual([404, 200]);
    expect((await undo(home)).body.notRestored).toEqual([]);
    expect(await home.url()).toBe(home.first);
    expect([await home.served(home.first), await home.served(home.second)]).toEqual([200, 404]);
  });

  test("The cleanup of pictures keeps a replaced picture for 25 hours", async () => {
    const home = await homeWithCovers();
    await home.sweep(24 * hour, [home.second]);
    expect(home.kept()).toEqual([home.first.split("/").at(-1) ?? ""]);
    await home.sweep(25 * hour, [home.second]);
    expect(home.kept()).toEqual([]);
    const { status, body } = await undo(home);
    expect([status, body.notRestored.length]).toEqual([200, 1]);
  });

  test("A cover that an undo cleared counts as unchanged for the undo of an older change", async () => {
    const home = await homeWithCovers();
    rmSync(join(home.dataDir, "old-covers"), { recursive: true });
    const { status, body } = await home.post("/v1/activity/undo", { since: "2026-11-27T09:01:00Z" });
    expect({ status, count: body.undone?.length }).toEqual({ status: 200, count: 2 });
    expect(await home.url()).toBeNull();
  });
});
