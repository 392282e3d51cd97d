/** Pictures that are too large to decode are refused by the size in their headers. */
import { expect, test } from "bun:test";
import sharp from "sharp";
import { type Home, household, refusal } from "../support/home/home.ts";
import { upload } from "../support/home/multipart.ts";
import { hostilePictures, refusals, withSegments } from "../support/pictures/hostile-pictures.ts";
import { blackPng, plain } from "../support/pictures/pictures.ts";

const hostile = await hostilePictures();

async function withList() {
  const home = await household();
  const { body: section } = await home.post("/v1/lists/sections", { name: "Home" });
  const { body: list } = await home.post("/v1/lists", { name: "Packing", sectionId: section.id });
  return { home, path: `/v1/lists/${list.id}/cover` };
}

/** Uploads a picture. Returns the width and height of the cover, or the refusal. */
async function outcome(home: Home, path: string, bytes: Uint8Array) {
  const { status, body } = await home.call("POST", path, upload(bytes));
  if (status !== 200) return body;
  const answer = await home.server.handle(new Request(`http://localhost${body.cover.url}`));
  const { width, height } = await sharp(await answer.bytes()).metadata();
  return [width, height];
}

test.each(hostile)("An upload of a picture is refused: $name", async ({ bytes, error }) => {
  const { home, path } = await withList();
  const entries = home.entries().length;
  expect(await outcome(home, path, bytes)).toEqual(refusal(422, refusals[error]));
  expect(home.entries().length).toBe(entries);
});

test("An uploaded picture may have a side of 16,384 pixels, in every format and with every rotation", async () => {
  const { home, path } = await withList();
  const wide = () => plain(16_384, 4);
  const turned = () => wide().withMetadata({ orientation: 6 });
  const webp = plain(16_383, 4).webp(); // The largest side of a lossy WebP.
  for (const picture of [wide().jpeg(), wide().png(), webp, wide().gif(), wide().avif({ effort: 0 })]) {
    expect(await outcome(home, path, await picture.toBuffer())).toEqual([1_600, 1]);
  }
  for (const picture of [turned().jpeg(), turned().png(), turned().avif({ effort: 0 })]) {
    expect(await outcome(home, path, await picture.toBuffer())).toEqual([1, 1_600]);
  }
  expect(await outcome(home, path, blackPng(16_384, 1))).toEqual([1_600, 1]);
  expect(await outcome(home, path, blackPng(1, 16_384))).toEqual([1, 1_600]);
  expect(await outcome(home, path, blackPng(16_384, 3_051))).toEqual([1_600, 298]);
});

test("The check of a picture's size ignores embedded previews, and sizes in metadata texts", async () => {
  const { home, path } = await withList();
  const wide = "\xff\xd8\xff\xc0\0\x11\x08\xff\xff\xff\xff\x03\x01\x11\0\x02\x11\0\x03\x11\0\xff\xd9";
  const preview = Buffer.from(`\xff\xe1\0${String.fromCharCode(wide.length + 2)}${wide}`, "latin1");
  const jpeg = await plain(20, 10).jpeg().toBuffer();
  expect(await outcome(home, path, withSegments(jpeg, preview))).toEqual([20, 10]);
});
