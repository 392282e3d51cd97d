/** The household's own pictures: searches find them by file name, and expose nothing else on the disk. */
import { describe, expect, test } from "bun:test";
import { linkSync, mkdirSync, rmSync, symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { createPhotos } from "#lists/photos/photos.ts";
import { silentLog } from "#platform/http/log.ts";
import { formatOf } from "#platform/images/formats.ts";
import { newPath, put } from "../../support/home/folders.ts";
import { household, refusal, serverInProcess, testDeps } from "../../support/home/home.ts";
import { hostilePictures } from "../../support/pictures/hostile-pictures.ts";
import { blackPng } from "../../support/pictures/pictures.ts";
import { picture } from "./fake-provider.ts";

const hostile = await hostilePictures();
const notFound = { status: 404, message: "Photo not found" };

/** A household with a folder of pictures with these names. */
async function homeWithPictures(...names: string[]) {
  const dataDir = newPath();
  mkdirSync(join(dataDir, "photos"), { recursive: true });
  for (const name of names) put(dataDir, `photos/${name}`, picture);
  const env = { PHOTO_PROVIDER: "folder", DATA_DIR: dataDir };
  const photos = createPhotos(testDeps(env).config, silentLog);
  const home = await household({ server: serverInProcess(env, { photos }) });
  const search = async (query: string, page = 1) =>
    (await home.get(`/v1/lists/photos/search?query=${encodeURIComponent(query)}&page=${page}`)).body;
  const found = async (query: string) => (await search(query)).photos.map(({ id }: { id: string }) => id);
  return { home, photos, dataDir, search, found };
}

const small = (options: { width: number; height: number }) =>
  sharp({ create: { ...options, channels: 3, background: "#4a7fa5" } });

describe("a search in the photo folder", () => {
  test("A search in the photo folder requires every word in the file name, in any case and order", async () => {
    const { found } = await homeWithPictures("Beach-Sunset.webp", "beach_tent.JPG", "IMG 1.webp");
    expect(await found("beach")).toEqual(["folder:Beach-Sunset.webp", "folder:beach_tent.JPG"]);
    expect(await found("SUNSET beach")).toEqual(["folder:Beach-Sunset.webp"]);
    expect(await found("beach mountains")).toEqual([]);
    expect(await found("  img   1 ")).toEqual(["folder:IMG 1.webp"]);
  });

  test("A search in the photo folder ignores accents and full-width letters, in any Unicode form", async () => {
    const { found } = await homeWithPictures("Glühwein Fête.webp".normalize("NFD"));
    expect((await found("glühwein FÊTE".normalize("NFC"))).length).toBe(1);
    expect((await found("ｆête")).length).toBe(1);
  });

  test("A search in the photo folder takes a query as text, not as a pattern", async () => {
    const { found } = await homeWithPictures("a.webp", "100% (fun) [1].webp");
    for (const query of [".*", "?", "\\", "..", "../", "%2e"]) expect(await found(query)).toEqual([]);
    expect(await found("[1] 100%")).toEqual(["folder:100% (fun) [1].webp"]);
  });

  test("A search in the photo folder reads subfolders, but matches only the file's own name", async () => {
    const { found, photos } = await homeWithPictures("2026/summer/lake.webp", "summer.webp");
    expect(await found("lake")).toEqual(["folder:2026/summer/lake.webp"]);
    expect(await found("summer")).toEqual(["folder:summer.webp"]);
    expect((await photos.fetch("folder:2026/summer/lake.webp", "Test")).bytes).toEqual(picture);
  });

  test("A search in the photo folder returns twenty results per page, sorted by name", async () => {
    const names = Array.from({ length: 45 }, (_, index) => `walk-${String(index).padStart(2, "0")}.webp`);
    const { search } = await homeWithPictures(...names);
    const pages = await Promise.all([1, 2, 3, 4].map((page) => search("walk", page)));
    expect(pages.map(({ page, totalPages, photos }) => [page, totalPages, photos.length])).toEqual([
      [1, 3, 20],
      [2, 3, 20],
      [3, 3, 5],
      [4, 3, 0],
    ]);
    expect(pages.flatMap(({ photos }) => photos.map(({ id }: { id: string }) => id))).toEqual(
      names.map((name) => `folder:${name}`),
    );
  });

  test("A search in the photo folder returns the household as the photographer, and the displayed size", async () => {
    const { dataDir, search } = await homeWithPictures();
    const turned = await small({ width: 30, height: 20 }).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    put(dataDir, "photos/our_garden-in  may.jpeg", turned);
    const { photos } = await search("garden");
    const { thumbnailUrl, ...photo } = photos[0];
    expect(photo).toEqual({
      id: "folder:our_garden-in  may.jpeg",
      description: "our garden in may",
      width: 20,
      height: 30,
      color: null,
      photographer: "Test",
      photographerUrl: null,
      provider: "folder",
      photoUrl: null,
      license: null,
    });
    expect(thumbnailUrl).toStartWith("/photos/thumbnails/");
  });

  test("A search in the photo folder finds pictures that were just added or changed", async () => {
    const { dataDir, search, found } = await homeWithPictures();
    expect(await found("new")).toEqual([]);
    put(dataDir, "photos/new.png", await small({ width: 30, height: 20 }).png().toBuffer());
    expect((await search("new")).photos[0]).toMatchObject({ width: 30, height: 20 });
    put(dataDir, "photos/new.png", await small({ width: 40, height: 50 }).png().toBuffer());
    utimesSync(join(dataDir, "photos/new.png"), 1, 1);
    expect((await search("new")).photos[0]).toMatchObject({ width: 40, height: 50 });
  });

  test("A search in the photo folder returns an empty result if the folder does not exist", async () => {
    const { dataDir, search } = await homeWithPictures();
    rmSync(join(dataDir, "photos"), { recursive: true });
    expect(await search("beach")).toEqual({ photos: [], page: 1, totalPages: 0 });
  });
});

describe("a file that is not a picture in the photo folder", () => {
  test("Links, hidden files, other file types and too large files in the photo folder are not found", async () => {
    const { dataDir, photos, found } = await homeWithPictures("real.webp");
    put(dataDir, "secret.webp", picture);
    put(dataDir, "elsewhere/secret.webp", picture);
    const folder = join(dataDir, "photos");
    symlinkSync(join(dataDir, "secret.webp"), join(folder, "x-link.webp"));
    symlinkSync(join(dataDir, "elsewhere"), join(folder, "x-folder"));
    symlinkSync("..", join(folder, "x-up"));
    mkdirSync(join(folder, "x-named-like.webp"));
    put(folder, ".x-hidden.webp", picture);
    put(folder, ".x-hidden-folder/x-inside.webp", picture);
    put(folder, "x-notes.txt", "x");
    put(folder, "x-program.svg", `<svg xmlns="http://www.w3.org/2000/svg"/>`);
    put(folder, "x-name-only.jpg", `<svg xmlns="http://www.w3.org/2000/svg"/>`);
    put(folder, "x-empty.png", "");
    put(folder, "x-large.webp", Buffer.concat([picture, Buffer.alloc(20 * 1_048_576)]));
    put(folder, "x-back\\slash.webp", picture);
    put(folder, "x-new\nline.webp", picture);
    expect(await found("x")).toEqual([]);
    const names = ["x-link.webp", "x-folder/secret.webp", "x-up/secret.webp", "x-named-like.webp", ".x-hidden.webp"];
    names.push(".x-hidden-folder/x-inside.webp", "x-notes.txt", "x-program.svg", "x-name-only.jpg", "x-empty.png");
    names.push("x-large.webp", "x-back\\slash.webp", "x-new\nline.webp");
    for (const name of names) await expect(photos.fetch(`folder:${name}`, "Test")).rejects.toMatchObject(notFound);
  });

  test.each([
    "folder:../secret.webp",
    "folder:..%2fsecret.webp",
    "folder:..\\secret.webp",
    "folder:./real.webp",
    "folder:/real.webp",
    "folder://real.webp",
    "folder:sub/../real.webp",
    "folder:real.webp/",
    "folder:real.webp\0",
    "folder:real.webp\0.jpg",
    "folder:REAL.WEBP",
    "folder: real.webp",
    "folder:",
    "folder:.",
    "folder:..",
    "folder:/etc/passwd",
    "folder:file:///etc/passwd",
    "real.webp",
    "Folder:real.webp",
    "openverse:real.webp",
    "",
  ])(
    "A manipulated id cannot fetch a file outside the photo folder, or a photo by an inexact name: %p",
    async (photoId) => {
      const { dataDir, photos } = await homeWithPictures("real.webp", "sub/other.webp");
      put(dataDir, "secret.webp", picture);
      await expect(photos.fetch(photoId, "Test")).rejects.toMatchObject(notFound);
    },
  );

  test("The pictures in a photo folder that is a symbolic link are not found", async () => {
    const { dataDir, found } = await homeWithPictures();
    put(dataDir, "elsewhere/secret.webp", picture);
    rmSync(join(dataDir, "photos"), { recursive: true });
    symlinkSync(join(dataDir, "elsewhere"), join(dataDir, "photos"));
    expect(await found("secret")).toEqual([]);
  });

  test("A hard link in the photo folder to a file of another type is not found", async () => {
    const { dataDir, found } = await homeWithPictures();
    put(dataDir, "inglenook.db", "SQLite format 3\0");
    linkSync(join(dataDir, "inglenook.db"), join(dataDir, "photos/x.webp"));
    expect(await found("x")).toEqual([]);
  });
});

describe("a picture fetched from the photo folder", () => {
  test("A picture fetched from the photo folder is unchanged, and has the household as the photographer", async () => {
    const { photos } = await homeWithPictures("beach.webp");
    expect(await photos.fetch("folder:beach.webp", "The Lindens")).toEqual({
      bytes: picture,
      attribution: {
        photographer: "The Lindens",
        photographerUrl: null,
        provider: "folder",
        photoUrl: null,
        license: null,
      },
    });
  });
});

describe("thumbnails of the photo folder", () => {
  async function thumbnailOf(name: string, bytes: Uint8Array) {
    const { home, dataDir, search } = await homeWithPictures();
    put(dataDir, `photos/${name}`, bytes);
    const [photo] = (await search(name.split(".")[0] ?? "")).photos;
    const answer = () => home.server.handle(new Request(`http://localhost${photo.thumbnailUrl}`));
    return { dataDir, answer };
  }

  test("Thumbnails of the photo folder are at most 480 pixels wide and high, upright, without metadata", async () => {
    const bytes = await small({ width: 3000, height: 1500 })
      .withMetadata({ orientation: 6, exif: { IFD0: { Copyright: "a secret" } } })
      .jpeg()
      .toBuffer();
    const { answer } = await thumbnailOf("big.jpg", bytes);
    const response = await answer();
    expect(response.headers.get("Content-Type")).toBe("image/webp");
    const { width, height, format, exif } = await sharp(await response.bytes()).metadata();
    expect({ width, height, format, exif }).toEqual({ width: 240, height: 480, format: "webp", exif: undefined });
  });

  test("Thumbnails of a picture that was deleted, or replaced by a file of another type, are not found", async () => {
    const { dataDir, answer } = await thumbnailOf("beach.webp", picture);
    expect((await answer()).status).toBe(200);
    put(dataDir, "photos/beach.webp", "something else");
    expect((await answer()).status).toBe(404);
    rmSync(join(dataDir, "photos/beach.webp"));
    expect(await (await answer()).json()).toEqual(refusal(404, "Photo not found"));
  });

  test("A thumbnail of a damaged picture is refused", async () => {
    const whole = await small({ width: 300, height: 300 }).png().toBuffer();
    const { answer } = await thumbnailOf("damaged.png", whole.subarray(0, whole.length - 60));
    expect(await (await answer()).json()).toEqual(refusal(502, "Photo provider did not answer"));
  });
});

test("A picture in the photo folder with too many pixels in the header is not found", async () => {
  const { dataDir, photos, found } = await homeWithPictures();
  const vast = await small({ width: 300, height: 300 }).png().toBuffer();
  vast.writeUInt32BE(8_000, 16);
  vast.writeUInt32BE(7_000, 20);
  vast.writeUInt32BE(Bun.hash.crc32(vast.subarray(12, 29)), 29);
  put(dataDir, "photos/vast.png", vast);
  expect(await found("vast")).toEqual([]);
  await expect(photos.fetch("folder:vast.png", "Test")).rejects.toMatchObject(notFound);
});

test("A picture in the photo folder with a side of over 16,384 pixels is not found or fetched", async () => {
  const { home, dataDir, photos, search, found } = await homeWithPictures();
  put(dataDir, "photos/strip.png", blackPng(16_384, 2));
  put(dataDir, "photos/wide.png", blackPng(16_385, 2));
  for (const { name, bytes, error } of hostile) {
    if (error === "tooWide") put(dataDir, `photos/wide ${name.replaceAll(/\W+/g, " ")}.${formatOf(bytes)}`, bytes);
  }
  expect(await found("strip")).toEqual(["folder:strip.png"]);
  const pages = await Promise.all([search("wide"), search("wide", 2)]);
  expect(pages.map(({ photos, totalPages }) => ({ photos, totalPages }))).toEqual(
    Array(2).fill({ photos: [], totalPages: 2 }),
  );
  await expect(photos.fetch("folder:wide.png", "Test")).rejects.toMatchObject(notFound);
  const [{ thumbnailUrl }] = (await search("strip")).photos;
  put(dataDir, "photos/strip.png", blackPng(16_385, 2));
  const answer = await home.server.handle(new Request(`http://localhost${thumbnailUrl}`));
  expect(await answer.json()).toEqual(refusal(404, "Photo not found"));
});
