/**
 * Tests photo search with any provider: its schema, its cache, its thumbnail addresses, and turning it off.
 */
import { describe, expect, test } from "bun:test";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hour } from "#lib/time.ts";
import { createPhotos } from "#lists/photos/photos.ts";
import { SignedAddresses } from "#lists/photos/signed-address.ts";
import { readConfig } from "#platform/config.ts";
import { silentLog } from "#platform/http/log.ts";
import { newPath, put } from "../../support/home/folders.ts";
import { household, refusal, serverInProcess, start, testDeps } from "../../support/home/home.ts";
import { fakeProvider, homeWith, picture, providers } from "./fake-provider.ts";

const search = "/v1/lists/photos/search";
const off = refusal(503, "Photo search is turned off");

describe("the query of a photo search", () => {
  test.each([
    ["", "query: is required"],
    ["?query=", "query: must be 1 to 200 characters"],
    ["?query=%20", "query: must be 1 to 200 characters"],
    [`?query=${"x".repeat(201)}`, "query: must be 1 to 200 characters"],
    ["?query=a&query=b", "query: must be given once"],
    ["?query=a&page=0", "page: must be a whole number from 1 to 50"],
    ["?query=a&page=51", "page: must be a whole number from 1 to 50"],
    ["?query=a&page=1.5", "page: must be a whole number from 1 to 50"],
    ["?query=a&url=https://public.example/", "url: unknown field"],
  ])("The photo search refuses the query %p: %s", async (query, message) => {
    const { get } = await household();
    expect((await get(search + query)).body).toEqual(refusal(400, message));
  });

  test("The photo search accepts a query of 200 characters of any script, and returns the first page by default", async () => {
    const { get } = await household();
    expect((await get(`${search}?query=${encodeURIComponent("🏖".repeat(200))}`)).body.page).toBe(1);
    expect((await get(`${search}?query=a&page=50`)).body.page).toBe(50);
  });

  test("The query of a photo search reaches the provider unchanged, and cannot add another parameter", async () => {
    const fake = fakeProvider();
    const { home } = await homeWith("openverse", fake.origin);
    await home.get(`${search}?query=${encodeURIComponent("a&page_size=500#x/../?y=ü")}`);
    expect(fake.seen[0]).toMatchObject({
      path: "/v1/images/",
      query: { q: "a&page_size=500#x/../?y=ü", page: "1", page_size: "20" },
    });
  });
});

describe("photos turned off", () => {
  test("The photo addresses report that photos are turned off, before they check the id", async () => {
    const home = await household({ server: serverInProcess({ PHOTO_PROVIDER: "off" }) });
    expect((await home.get(`${search}?query=beach`)).body).toEqual(off);
    expect((await home.get("/photos/thumbnails/x", { key: null })).body).toEqual(off);
    const photos = createPhotos(testDeps({ PHOTO_PROVIDER: "off" }).config, silentLog);
    for (const id of ["", "nonsense", "folder:beach.webp"])
      await expect(photos.fetch(id, "Test")).rejects.toMatchObject({
        status: 503,
        message: "Photo search is turned off",
      });
  });

  test("An invalid photo search is reported as invalid even while photos are turned off", async () => {
    const home = await household({ server: serverInProcess({ PHOTO_PROVIDER: "off" }) });
    expect((await home.get(search)).status).toBe(400);
  });
});

describe("the cache of photo searches", () => {
  test("The cache of photo searches returns the same result to every household for 24 hours", async () => {
    const fake = fakeProvider();
    const { home } = await homeWith("pexels", fake.origin);
    const first = await home.get(`${search}?query=beach`);
    home.clock.advance(23 * hour);
    const neighbour = await home.neighbour();
    for (const query of ["beach", "BEACH", "%20beach%20"])
      expect((await neighbour.get(`${search}?query=${query}`)).body).toEqual(first.body);
    expect(fake.seen.length).toBe(1);
    await home.get(`${search}?query=beach&page=2`);
    await home.get(`${search}?query=beaches`);
    expect(fake.seen.length).toBe(3);
    home.clock.advance(1 * hour);
    await home.get(`${search}?query=beach`);
    expect(fake.seen.length).toBe(4);
  });

  test("The cache of photo searches fetches once for concurrent equal searches", async () => {
    const fake = fakeProvider();
    const { home } = await homeWith("pexels", fake.origin);
    const answers = await Promise.all(Array.from({ length: 20 }, () => home.get(`${search}?query=beach`)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(fake.seen.length).toBe(1);
  });

  test("The answer to a photo search has no ETag, because the answer does not depend on the household", async () => {
    const { get } = await household();
    const { headers } = await get(`${search}?query=beach`);
    expect(headers.get("ETag")).toBeNull();
  });
});

describe("the addresses of photo thumbnails", () => {
  test("The addresses of photo thumbnails cannot be forged or changed", async () => {
    const fake = fakeProvider();
    const { home } = await homeWith("pexels", fake.origin);
    const { thumbnailUrl } = (await home.get(`${search}?query=beach`)).body.photos[0];
    const [text = "", signature = ""] = thumbnailUrl.replace("/photos/thumbnails/", "").split(".");
    const other = Buffer.from(`pexels:${fake.origin}/secret`).toString("base64url");
    const asked = fake.seen.length;
    const forged = [
      ...["x", ".", "..", text, `${text}.`, `.${signature}`, `${other}.${signature}`, `${text}.${signature}.x`],
      ...[
        `${text}=.${signature}`,
        `${text}.${signature}=`,
        `${text}.${signature.toLowerCase()}`,
        `${text}%00.${signature}`,
      ],
      ...[
        `${text}.${"A".repeat(22)}`,
        `${"A".repeat(10_000)}.${signature}`,
        encodeURIComponent(`${fake.origin}/secret`),
      ],
    ];
    for (const each of forged) {
      const { body } = await home.get(`/photos/thumbnails/${each}`, { key: null });
      expect([each, [refusal(404, "Photo not found"), refusal(404, "Not found")]]).toEqual([
        each,
        expect.arrayContaining([body]),
      ]);
    }
    expect(fake.seen.length).toBe(asked);
    expect((await home.get(thumbnailUrl, { key: null })).status).toBe(200);
  });

  test("The addresses of one provider's photo thumbnails are invalid for another provider", async () => {
    const fake = fakeProvider();
    const dataDir = newPath();
    put(dataDir, "photos/beach.webp", picture);
    const at = (provider: string) => {
      const env = { PHOTO_PROVIDER: provider, PHOTO_BASE_URL: fake.origin, DATA_DIR: dataDir };
      return createPhotos(testDeps(env).config, silentLog);
    };
    const found = await at("folder").search("beach", 1, { householdName: "Test", now: start });
    const sealed = found.photos[0]?.thumbnailUrl.replace("/photos/thumbnails/", "") ?? "";
    expect((await at("folder").thumbnail(sealed, start)).type).toBe("image/webp");
    await expect(at("openverse").thumbnail(sealed, start)).rejects.toMatchObject({ status: 404 });
  });

  test("The addresses of photo thumbnails survive a restart, but are invalid on another server", () => {
    const dataDir = newPath();
    put(dataDir, "inglenook.db", "");
    const sealed = new SignedAddresses(dataDir).sign("folder:ünïcode 🏖.webp");
    expect(new SignedAddresses(dataDir).verify(sealed)).toBe("folder:ünïcode 🏖.webp");
    expect(statSync(join(dataDir, "thumbnails.key")).mode & 0o777).toBe(0o600);
    const elsewhere = newPath();
    put(elsewhere, "inglenook.db", "");
    expect(new SignedAddresses(elsewhere).verify(sealed)).toBeNull();
    // A truncated secret is replaced.
    writeFileSync(join(dataDir, "thumbnails.key"), "short");
    expect(new SignedAddresses(dataDir).verify(sealed)).toBeNull();
    expect(readFileSync(join(dataDir, "thumbnails.key")).length).toBe(32);
  });

  test("The addresses of photo thumbnails are valid until a restart if their secret cannot be written", () => {
    const seal = new SignedAddresses(newPath());
    expect(seal.verify(seal.sign("folder:beach.webp"))).toBe("folder:beach.webp");
  });
});

describe("the settings for photos", () => {
  test.each([
    [{ PHOTO_PROVIDER: "pexels" }, "PHOTO_PROVIDER=pexels: needs PEXELS_API_KEY"],
    [{ PHOTO_PROVIDER: "unsplash" }, "PHOTO_PROVIDER=unsplash: needs UNSPLASH_ACCESS_KEY"],
    [{ PHOTO_PROVIDER: "unsplash", PEXELS_API_KEY: "x" }, "PHOTO_PROVIDER=unsplash: needs UNSPLASH_ACCESS_KEY"],
    [{ PHOTO_PROVIDER: "flickr" }, "PHOTO_PROVIDER=flickr: must be one of openverse, pexels, unsplash, folder, off"],
    [{ PEXELS_API_KEY: "se cret" }, "PEXELS_API_KEY=…: must be printable ASCII without blanks"],
    [{ UNSPLASH_ACCESS_KEY: "a\r\nHost: x" }, "UNSPLASH_ACCESS_KEY=…: must be printable ASCII without blanks"],
    [{ PHOTO_BASE_URL: "proxy.home" }, "PHOTO_BASE_URL=proxy.home: must be http:// or https:// with a host"],
    [{ PHOTO_BASE_URL: "file:///srv" }, "PHOTO_BASE_URL=file:///srv: must be http:// or https:// with a host"],
    [{ PHOTO_BASE_URL: "https://u:p@x/" }, "PHOTO_BASE_URL=https://u:p@x/: must be http:// or https:// with a host"],
  ])("The photo settings %p make the server refuse to start, with a message that names the setting", (env, message) => {
    expect(() => readConfig(env)).toThrow(message);
  });

  test("The photo provider Openverse is the default", () => {
    expect(readConfig({})).toMatchObject({ photoProvider: "openverse", photoBaseUrl: null });
    expect(readConfig({ PHOTO_BASE_URL: "http://nas:8080/photos/" }).photoBaseUrl).toBe("http://nas:8080/photos");
  });

  test("A proxy for the photo provider can have an address with a path, and is called below that path", async () => {
    const fake = fakeProvider();
    const { home } = await homeWith("openverse", `${fake.origin}/openverse`);
    fake.fault = () => Response.json({ results: [], page_count: 0 });
    expect((await home.get(`${search}?query=beach`)).body).toEqual({ photos: [], page: 1, totalPages: 0 });
    expect(fake.seen[0]?.path).toBe("/openverse/v1/images/");
    expect(providers.openverse.authorization).toBeNull();
  });
});
