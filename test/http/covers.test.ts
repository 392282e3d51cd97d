/** The covers of lists, from upload to deletion. */
import { describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { readFolder } from "#lib/files.ts";
import { type Home, household, refusal } from "../support/home/home.ts";
import { form, upload } from "../support/home/multipart.ts";

const picture = (red: number) =>
  sharp({ create: { width: 2400, height: 1200, channels: 3, background: { r: red, g: 90, b: 40 } } })
    .jpeg()
    .toBuffer();

async function withList(home: Home, more: object = {}): Promise<string> {
  const { body: section } = await home.post("/v1/lists/sections", { name: "Home" });
  const { body } = await home.post("/v1/lists", { name: "Packing", sectionId: section.id, ...more });
  return `/v1/lists/${body.id}/cover`;
}

const send = (home: Home, path: string, bytes: Uint8Array, more: object = {}) =>
  home.call("POST", path, { ...upload(bytes), ...more });
const fetched = (home: Home, url: string) => home.server.handle(new Request(`http://localhost${url}`));
const files = (home: Home) => readFolder(join(home.server.dataDir, "covers", home.id));

describe("an uploaded cover of a list", () => {
  test("An uploaded picture becomes the list's cover as a small WebP, and is in the activity feed", async () => {
    const home = await household();
    const path = await withList(home);
    const { status, body } = await send(home, path, await picture(200));
    expect(status).toBe(200);
    expect(body.cover).toMatchObject({ kind: "image", hidden: false, attribution: null });
    expect(body.cover.url).toMatch(/^\/covers\/[\w-]{20,}\.webp$/);
    const answer = await fetched(home, body.cover.url);
    expect(answer.headers.get("Content-Type")).toBe("image/webp");
    expect(answer.headers.get("Cache-Control")).toBe("private, max-age=31536000, immutable");
    const { width, height, format } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect({ width, height, format }).toEqual({ width: 1600, height: 800, format: "webp" });
    expect(home.entries()[0]?.summary).toBe("gave “Packing” a new cover");
  });

  test("The old URL of a list's cover returns 404 after a new picture replaced the cover", async () => {
    const home = await household();
    const path = await withList(home);
    const first = (await send(home, path, await picture(200))).body.cover.url;
    await home.patch(`${path}/visibility`, { hidden: true });
    const { cover } = (await send(home, path, await picture(10))).body;
    expect(cover.hidden).toBe(false);
    expect((await fetched(home, first)).status).toBe(404);
    expect((await fetched(home, cover.url)).status).toBe(200);
    const hidden = (await home.patch(`${path}/visibility`, { hidden: true })).body.cover;
    expect(hidden).toMatchObject({ hidden: true, url: cover.url });
    const gone = (await home.delete(path)).body.cover;
    expect(gone).toMatchObject({ kind: "gradient", url: null, hidden: false });
    expect((await fetched(home, cover.url)).status).toBe(404);
  });

  test("An uploaded cover is deleted with the list", async () => {
    const home = await household();
    const path = await withList(home);
    const { url } = (await send(home, path, await picture(200))).body.cover;
    await home.delete(path.replace("/cover", ""));
    expect((await fetched(home, url)).status).toBe(404);
  });

  test("If an uploaded picture is refused, the list keeps the previous cover, and no file is left", async () => {
    const home = await household();
    const path = await withList(home);
    const { url } = (await send(home, path, await picture(200))).body.cover;
    const whole = await picture(10);
    const entries = home.entries().length;
    const before = files(home).length;
    const svg = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>");
    expect((await send(home, path, svg)).body).toEqual(refusal(415, "Unsupported image type"));
    expect((await send(home, path, Buffer.alloc(0))).body).toEqual(refusal(415, "Unsupported image type"));
    expect((await send(home, path, whole.subarray(0, 500))).body).toEqual(refusal(422, "Image cannot be read"));
    expect((await send(home, path, Buffer.alloc(8_388_609))).body).toEqual(refusal(413, "Image is larger than 8 MB"));
    const two = form(
      { name: "file", content: whole, filename: "a.jpg" },
      { name: "file", content: whole, filename: "b.jpg" },
    );
    expect((await home.call("POST", path, two)).body).toEqual(refusal(400, "file: exactly one image file"));
    expect((await home.post(path, { file: "x" })).body).toEqual(refusal(415, "Expected multipart/form-data"));
    expect((await home.get(`/v1/lists`)).body.sections[0].lists[0].cover.url).toBe(url);
    expect((await fetched(home, url)).status).toBe(200);
    expect(files(home).length).toBe(before);
    expect(home.entries().length).toBe(entries);
  });

  test("A cover of a personal list can be uploaded and read only by the list's owner", async () => {
    const home = await household();
    const { anna, ben } = home.members;
    const key = home.createKey({ memberId: anna.id }).key;
    const { body: section } = await home.post("/v1/lists/sections", { name: "Home" });
    const personal = { name: "Gifts", sectionId: section.id, visibility: "personal" };
    const { body: list } = await home.post("/v1/lists", personal, { key });
    const path = `/v1/lists/${list.id}/cover`;
    const bytes = await picture(200);
    expect((await home.as(ben).call("POST", path, upload(bytes))).body).toEqual(refusal(404, "List not found"));
    expect((await send(home, path, bytes)).body).toEqual(refusal(404, "List not found"));
    expect((await send(home, path, bytes, { key })).status).toBe(200);
  });

  test("A cover that is sent twice with one idempotency key is stored once", async () => {
    const home = await household();
    const path = await withList(home);
    const { headers, raw } = upload(await picture(200));
    const twice = { headers: { ...headers, "Idempotency-Key": crypto.randomUUID() }, raw };
    const first = await home.call("POST", path, twice);
    const second = await home.call("POST", path, twice);
    expect(second.headers.get("Idempotency-Replayed")).toBe("true");
    expect(second.body).toEqual(first.body);
    expect((await fetched(home, first.body.cover.url)).status).toBe(200);
  });

  test("A list has one complete cover after several simultaneous uploads", async () => {
    const home = await household();
    const path = await withList(home);
    const before = files(home).length;
    await Promise.all([200, 100, 10].map(async (red) => send(home, path, await picture(red))));
    const { url } = (await home.get("/v1/lists")).body.sections[0].lists[0].cover;
    expect((await fetched(home, url)).status).toBe(200);
    expect(files(home).length).toBe(before + 1);
  });
});

test("Twelve simultaneous uploads by three callers wait in a queue, and all are accepted", async () => {
  const home = await household();
  const path = await withList(home);
  const bytes = await picture(77);
  const keys = Array.from({ length: 3 }, () => home.createKey().key);
  const uploads = Array.from({ length: 12 }, (_, index) => send(home, path, bytes, { key: keys[index % 3] }));
  const answers = await Promise.all(uploads);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
});

describe("a cover from the photo search", () => {
  async function withPhotos() {
    const home = await household();
    const name = `harbour-${crypto.randomUUID()}`;
    mkdirSync(join(home.server.dataDir, "photos"), { recursive: true });
    writeFileSync(join(home.server.dataDir, "photos", `${name}.jpg`), await picture(30));
    return { home, name };
  }

  test("A photo from the photo search becomes the list's cover, with the photographer's name", async () => {
    const { home, name } = await withPhotos();
    const path = await withList(home);
    const { body: found } = await home.get(`/v1/lists/photos/search?query=${name}`);
    expect(found.photos.length).toBe(1);
    const { body } = await home.post(`${path}/photos`, { photoId: found.photos[0].id });
    expect(body.cover).toMatchObject({
      kind: "photo",
      hidden: false,
      attribution: { photographer: "Test", photographerUrl: null, provider: "folder", photoUrl: null, license: null },
    });
    expect((await fetched(home, body.cover.url)).status).toBe(200);
    expect((await fetched(home, found.photos[0].thumbnailUrl)).status).toBe(200);
  });

  test.each(["folder:../inglenook.db", "folder:none.jpg", "openverse:1", "x", "folder:"])(
    "A cover from the photo search is refused if the photo's id is invalid: %s",
    async (photoId) => {
      const home = await household();
      const path = await withList(home);
      expect((await home.post(`${path}/photos`, { photoId })).body).toEqual(refusal(404, "Photo not found"));
    },
  );

  test("A cover from the photo search requires a photo's id and an existing list", async () => {
    const { home, name } = await withPhotos();
    const path = await withList(home);
    const { error } = (await home.post(`${path}/photos`, { photoId: "" })).body;
    expect(error).toStartWith("photoId: must be 1 to ");
    const nowhere = path.replace(/[0-9a-f-]{36}/, "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42");
    const { body } = await home.post(`${nowhere}/photos`, { photoId: `folder:${name}.jpg` });
    expect(body).toEqual(refusal(404, "List not found"));
  });
});
