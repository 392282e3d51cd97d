import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { put } from "../support/home/folders.ts";
import { upload } from "../support/home/multipart.ts";
import { emptyFolder, fetchJson, run, start } from "../support/home/program.ts";
import { plain } from "../support/pictures/pictures.ts";

const images = { check: "images", level: "ok", says: "covers can be made", todo: null };

test("The program needs no other files to make cover pictures", async () => {
  const cwd = emptyFolder();
  mkdirSync(join(cwd, "tmp"));
  const { code, json } = await run(["doctor", "--json"], { cwd, env: { TMPDIR: join(cwd, "tmp") } });
  expect(code).toBe(0);
  expect(json().findings).toContainEqual(images);
  expect(readdirSync(cwd, { recursive: true })).toEqual(["tmp"]);
});

test("The program can make cover pictures even if the folder for temporary files is not writable", async () => {
  const cwd = emptyFolder();
  const { json } = await run(["doctor", "--json"], { cwd, env: { TMPDIR: "/nonexistent", HOME: "/nonexistent" } });
  expect(json().findings).toContainEqual(images);
  expect(readdirSync(cwd)).toEqual([]);
});

test("The cover pictures of a household are deleted together with the household", async () => {
  const cwd = emptyFolder();
  const verb = async (line: string) => (await run(line.split(" "), { cwd })).json();
  const { household } = await verb("household create --name Test --time-zone Europe/Berlin --owner Anna --json");
  const { key } = await verb("key create --name Key --scopes all --json");
  const server = await start(["serve"], { cwd });
  const post = async (path: string, body: object) =>
    (await fetchJson(`${server.url}${path}`, key, { method: "POST", body })).body;
  const section = await post("/v1/lists/sections", { name: "Home" });
  const list = await post("/v1/lists", { name: "Packing", sectionId: section.id });
  const { headers, raw } = upload(await plain(40, 30).png().toBuffer(), "a.png", "image/png");
  const answer = await fetch(`${server.url}/v1/lists/${list.id}/cover`, {
    method: "POST",
    headers: { ...headers, Authorization: `Bearer ${key}` },
    body: new Uint8Array(raw),
  });
  const { cover } = (await answer.json()) as { cover: { url: string } };
  expect((await fetch(`${server.url}${cover.url}`)).status).toBe(200);
  expect(await verb(`household delete ${household.id} --yes --json`)).toEqual({ id: household.id, deleted: true });
  expect((await fetch(`${server.url}${cover.url}`)).status).toBe(404);
  expect(readdirSync(join(cwd, "data/covers"))).toEqual([]);
  await server.stop();
});

test("The server moves the cover pictures of an older version into a folder for each household", async () => {
  const cwd = emptyFolder();
  const verb = async (line: string) => (await run(line.split(" "), { cwd })).json();
  const { household, owner } = await verb("household create --name Test --time-zone Europe/Berlin --owner Anna --json");
  const { key } = await verb("key create --name Key --scopes all --json");
  const [shown, orphan] = [`${"a".repeat(32)}.webp`, `${"b".repeat(32)}.webp`];
  const db = new Database(join(cwd, "data/inglenook.db"));
  db.run("UPDATE member SET photo_file = ? WHERE id = ?", [shown, owner.id]);
  db.close();
  for (const name of [shown, orphan]) put(cwd, `data/covers/${name}`, "a picture");
  const says = "nothing shows 1 file in covers/";
  expect((await verb("doctor --json")).findings).toContainEqual(expect.objectContaining({ check: "covers", says }));
  const server = await start(["serve"], { cwd });
  const { members } = (await fetchJson(`${server.url}/v1/households/me/members`, key)).body;
  expect(members[0].photo).toEqual({ url: `/covers/${shown}` });
  expect(await (await fetch(`${server.url}${members[0].photo.url}`)).text()).toBe("a picture");
  expect(readdirSync(join(cwd, "data/covers"), { recursive: true }).sort()).toEqual([
    household.id,
    join(household.id, shown),
  ]);
  await server.stop();
  expect((await run(["doctor", "--json"], { cwd })).json().findings).toContainEqual(
    expect.objectContaining({ check: "covers", says: "1 cover, none missing, none left over" }),
  );
});
