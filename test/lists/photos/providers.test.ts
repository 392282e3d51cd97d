/**
 * Tests every provider with a fake of its API: the requests, the results, and that wrong responses do no harm.
 */
import { describe, expect, test } from "bun:test";
import { refusal } from "../../support/home/home.ts";
import { TestTimers } from "../../support/home/timers.ts";
import { blackPng } from "../../support/pictures/pictures.ts";
import { fakeProvider, homeWith, picture, providers, type RemoteName } from "./fake-provider.ts";

const names = Object.keys(providers) as RemoteName[];
const search = "/v1/lists/photos/search?query=beach";
const noAnswer = refusal(502, "Photo provider did not answer");

/** Returns what fetching throws, in the form of an API error. */
async function thrownBy(promise: Promise<unknown>) {
  const error = (await promise.then(
    () => ({}),
    (thrown: unknown) => thrown,
  )) as { status?: number; message?: string };
  return refusal(error.status ?? 200, error.message ?? "");
}

const licenses = { openverse: "CC BY-SA 4.0", pexels: "Pexels License", unsplash: "Unsplash License" };
const referral = "?utm_source=inglenook&utm_medium=referral";

describe.each(names)("%s", (name) => {
  const { id, authorization } = providers[name];
  const suffix = name === "unsplash" ? referral : "";
  const attribution = {
    photographer: "Jo Doe",
    photographerUrl: `https://photos.example/jo${suffix}`,
    provider: name,
    photoUrl: `https://photos.example/beach${suffix}`,
    license: licenses[name],
  };

  test("A photo search is sent with the provider's key, and returns photos with their authors", async () => {
    const fake = fakeProvider();
    const { home } = await homeWith(name, fake.origin);
    const { body } = await home.get(`${search}&page=2`);
    const { thumbnailUrl, ...photo } = body.photos[0];
    expect({ ...body, photos: [photo] }).toEqual({
      photos: [
        {
          id: `${name}:${id}`,
          description: "Beach at dusk",
          width: 1200,
          height: 800,
          color: name === "openverse" ? null : "#a1b2c3",
          ...attribution,
        },
      ],
      page: 2,
      totalPages: 3,
    });
    expect(thumbnailUrl).toMatch(/^\/photos\/thumbnails\/[\w-]+\.[\w-]{22}$/);
    expect(fake.seen.length).toBe(1);
    expect(fake.seen[0]?.authorization).toBe(authorization);
    expect(Object.values(fake.seen[0]?.query ?? {}).sort()).toEqual(["2", "20", "beach"]);
  });

  test("The thumbnail of a photo is served through Inglenook, without credentials", async () => {
    const fake = fakeProvider();
    const { home } = await homeWith(name, fake.origin);
    const { thumbnailUrl } = (await home.get(search)).body.photos[0];
    const answer = await home.server.handle(new Request(`http://localhost${thumbnailUrl}`));
    expect(answer.status).toBe(200);
    expect(await answer.bytes()).toEqual(picture);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/webp",
      "x-content-type-options": "nosniff",
      "cache-control": "private, max-age=86400",
    });
    expect(fake.seen.at(-1)).toEqual({ path: "/pictures/small", query: {}, authorization: null });
    const asked = fake.seen.length;
    await home.server.handle(new Request(`http://localhost${thumbnailUrl}`));
    expect(fake.seen.length).toBe(asked);
  });

  test("A photo is fetched with the author's name, and only the provider's API receives the key", async () => {
    const fake = fakeProvider();
    const { photos } = await homeWith(name, fake.origin);
    const found = await photos.fetch(`${name}:${id}`, "Test");
    expect(found).toEqual({ bytes: Buffer.from(picture), attribution });
    const pictures = fake.seen.filter(({ path }) => path.startsWith("/pictures/"));
    expect(pictures.map((each) => [each.path, each.authorization])).toEqual([["/pictures/full", null]]);
    const api = fake.seen.filter(({ path }) => !path.startsWith("/pictures/"));
    expect(new Set(api.map((each) => each.authorization))).toEqual(new Set([authorization]));
  });

  test.each([
    "",
    ":",
    "x",
    `${name}`,
    `${name}:`,
    `${name}:0`,
    `${name}:../../x`,
    `${name}:${id}/`,
    `${name}:${id}?x=1`,
    `${name}:${id}#`,
    `${name}: ${id}`,
    `${name}:random`,
    `${name}:..`,
    `${name}:%2e%2e`,
    `${name}:https://127.0.0.1/`,
    `${name}:${"9".repeat(5_000)}`,
    `${name.toUpperCase()}:${id}`,
    id,
    `folder:${id}`,
    `https://127.0.0.1/`,
    "file:///etc/passwd",
    "__proto__:x",
  ])("The photo id %p is refused with “Photo not found”, and no picture is fetched", async (photoId) => {
    const fake = fakeProvider();
    const { photos } = await homeWith(name, fake.origin);
    expect(await thrownBy(photos.fetch(photoId, "Test"))).toEqual(refusal(404, "Photo not found"));
    expect(fake.seen.filter(({ path }) => path.startsWith("/pictures/"))).toEqual([]);
  });

  test("An unknown or deleted photo is reported as not found", async () => {
    const fake = fakeProvider();
    const { home, photos } = await homeWith(name, fake.origin);
    const { thumbnailUrl } = (await home.get(search)).body.photos[0];
    for (const status of [404, 410]) {
      fake.fault = () => new Response("gone", { status });
      expect(await thrownBy(photos.fetch(`${name}:${id}`, "Test"))).toEqual(refusal(404, "Photo not found"));
      expect((await home.get(thumbnailUrl, { key: null })).body).toEqual(refusal(404, "Photo not found"));
    }
    fake.fault = (_, path) => (path.startsWith("/pictures/") ? new Response("gone", { status: 404 }) : null);
    expect(await thrownBy(photos.fetch(`${name}:${id}`, "Test"))).toEqual(refusal(404, "Photo not found"));
  });

  test("Links and texts from the provider's API are treated as untrusted", async () => {
    const fake = fakeProvider();
    const { home } = await homeWith(name, fake.origin);
    const script = "javascript:alert(1)";
    fake.change = {
      ...{ creator_url: script, photographer_url: script, foreign_landing_url: script, links: { html: script } },
      ...{ user: { name: 7, links: { html: "//evil" } }, creator: " ", photographer: {}, width: -1, height: "800" },
      ...{
        avg_color: "red;}",
        color: "#12345",
        title: "x".repeat(999),
        alt: [],
        description: "\0",
        alt_description: null,
      },
      ...(name === "pexels" ? { url: script } : {}),
    };
    const [photo] = (await home.get(search)).body.photos;
    const unknown = { width: null, height: null, color: null, photographer: "Unknown" };
    expect(photo).toMatchObject({ ...unknown, photographerUrl: null, photoUrl: null });
    expect(photo.description.length).toBe(name === "openverse" ? 300 : 0);
  });

  test("Photos that cannot be shown are left out of the search results", async () => {
    const fake = fakeProvider();
    const { home } = await homeWith(name, fake.origin);
    const changes = [{ id: "../x" }, { id: null }, { thumbnail: "file:///etc/passwd", url: "x", src: 1, urls: [] }];
    for (const [index, change] of changes.entries()) {
      fake.change = change;
      const { status, body } = await home.get(`${search}+${index}`);
      expect([status, body.photos]).toEqual([200, []]);
    }
  });

  const inside = fakeProvider();
  const json = (value: unknown) => () => Response.json(value);
  const faults: Readonly<Record<string, () => Response | Promise<Response>>> = {
    "refuses the key (401)": () => Response.json({ error: "bad key" }, { status: 401 }),
    "refuses us (403)": () => new Response("no", { status: 403 }),
    "has had enough (429)": () => new Response("slow down", { status: 429, headers: { "Retry-After": "60" } }),
    "is broken (500)": () => new Response("oops", { status: 500 }),
    "is away (503)": () => new Response("", { status: 503 }),
    "never answers": () => new Promise<Response>(() => {}),
    "never ends": () => new Response(new ReadableStream({ start: (out) => out.enqueue(new Uint8Array(9)) })),
    "says too much": () =>
      new Response(new ReadableStream({ pull: (out) => out.enqueue(new Uint8Array(1_048_576).fill(32)) })),
    "speaks HTML": () => new Response("<!doctype html><h1>Hello</h1>", { headers: { "Content-Type": "text/html" } }),
    "speaks SVG": () =>
      new Response(`<svg xmlns="http://www.w3.org/2000/svg"/>`, { headers: { "Content-Type": "image/webp" } }),
    "sends a picture of 16,385 pixels": () => new Response(blackPng(16_385, 2)),
    "says nothing": () => new Response(""),
    "says null": json(null),
    "says a list": json([]),
    "says nothing of what it should": json({}),
    "says a number for a list": json({ results: 1, photos: 1, url: 1, src: 1, urls: 1, id: 1 }),
    "speaks no UTF-8": () => new Response(new Uint8Array([0x7b, 0xff, 0x7d])),
    "sends us inwards": () => Response.redirect(`${inside.origin}/secret`),
    "sends us to the cloud's metadata": () => Response.redirect("https://169.254.169.254/latest/meta-data/"),
    "sends us to a file": () => new Response(null, { status: 302, headers: { Location: "file:///etc/passwd" } }),
    "sends us in circles": () => new Response(null, { status: 302, headers: { Location: "?" } }),
    "packs its answer": () => new Response(Bun.gzipSync(picture), { headers: { "Content-Encoding": "gzip" } }),
  };

  test.each(Object.keys(faults))(
    "A photo provider that %s gives 502 for a search, a thumbnail and a photo",
    async (kind) => {
      const fake = fakeProvider();
      const timers = new TestTimers();
      const { home, photos, logged } = await homeWith(name, fake.origin, timers);
      /** Advances the timers past the time-out once this many requests wait for an answer that never comes. */
      const passTime = async (waiting: number) => {
        const before = fake.seen.length;
        if (!kind.startsWith("never ")) return;
        while (fake.seen.length < before + waiting) await Bun.sleep(1);
        timers.advance(10_000);
      };
      const { thumbnailUrl } = (await home.get(search)).body.photos[0];
      fake.fault = faults[kind] ?? null;
      const [, ...answers] = await Promise.all([
        passTime(3),
        home.get(`${search}+again`).then(({ body }) => body),
        home.get(thumbnailUrl, { key: null }).then(({ body }) => body),
        thrownBy(photos.fetch(`${name}:${id}`, "Test")),
      ]);
      expect(answers).toEqual([noAnswer, noAnswer, noAnswer]);
      expect(inside.seen).toEqual([]);
      fake.fault = (_, path) => (path === "/pictures/full" ? (faults[kind]?.() ?? null) : null);
      const [, answer] = await Promise.all([passTime(2), thrownBy(photos.fetch(`${name}:${id}`, "Test"))]);
      expect(answer).toEqual(noAnswer);
      // The operator sees the cause, but not the key; nothing that failed is cached.
      expect(logged.length).toBe(4);
      for (const line of logged) expect(line).toStartWith(`photos: ${name}: `);
      expect(logged.join()).not.toContain("-key");
      fake.fault = null;
      expect((await home.get(`${search}+again`)).status).toBe(200);
      expect((await home.get(thumbnailUrl, { key: null })).status).toBe(200);
    },
  );

  test("An address in the photo provider's answer that leads into the local network is refused", async () => {
    const fake = fakeProvider();
    const { home, photos } = await homeWith(name, fake.origin);
    const secret = `${inside.origin}/secret`;
    const small = name === "openverse" ? { thumbnail: secret } : {};
    const src = { large2x: secret, medium: secret };
    fake.change = { ...small, url: secret, src, urls: { raw: secret, small: secret } };
    const { thumbnailUrl } = (await home.get(search)).body.photos[0];
    expect((await home.get(thumbnailUrl, { key: null })).body).toEqual(noAnswer);
    expect(await thrownBy(photos.fetch(`${name}:${id}`, "Test"))).toEqual(noAnswer);
    expect(inside.seen).toEqual([]);
  });
});

describe("unsplash", () => {
  const { id } = providers.unsplash;

  test("The provider Unsplash is notified of each download of a photo, but not of searches", async () => {
    const fake = fakeProvider();
    const { home, photos } = await homeWith("unsplash", fake.origin);
    await home.get(search);
    const pings = () => fake.seen.filter(({ path }) => path.endsWith("/download"));
    expect(pings()).toEqual([]);
    await photos.fetch(`unsplash:${id}`, "Test");
    expect(pings()).toEqual([
      { path: `/photos/${id}/download`, query: { ixid: "1" }, authorization: "Client-ID unsplash-key" },
    ]);
  });

  test("The provider Unsplash returns the photo even if the notification about the download fails", async () => {
    const fake = fakeProvider();
    const { photos } = await homeWith("unsplash", fake.origin);
    fake.fault = (_, path) => (path.endsWith("/download") ? new Response("", { status: 500 }) : null);
    expect((await photos.fetch(`unsplash:${id}`, "Test")).bytes.length).toBe(picture.length);
  });

  test("The provider Unsplash is asked for a picture no larger than a cover", async () => {
    const fake = fakeProvider();
    const { photos } = await homeWith("unsplash", fake.origin);
    await photos.fetch(`unsplash:${id}`, "Test");
    const query = fake.seen.find(({ path }) => path === "/pictures/full")?.query;
    expect(query).toEqual({ ixid: "1", w: "1600", q: "80", fm: "jpg", fit: "max" });
  });
});

describe("openverse", () => {
  test.each([
    ["by", "4.0", "CC BY 4.0"],
    ["by-nc-nd", "2.0", "CC BY-NC-ND 2.0"],
    ["cc0", "1.0", "CC0 1.0"],
    ["pdm", "1.0", "Public Domain Mark 1.0"],
    ["by", null, "CC BY"],
    [null, "4.0", null],
  ])(
    "The license %p of a photo of Openverse, in version %p, is shown as %p",
    async (license, license_version, spoken) => {
      const fake = fakeProvider();
      const { home } = await homeWith("openverse", fake.origin);
      fake.change = { license, license_version };
      expect((await home.get(search)).body.photos[0].license).toBe(spoken);
    },
  );

  test("The provider Openverse is not asked for pages that require a key", async () => {
    const fake = fakeProvider();
    const { home } = await homeWith("openverse", fake.origin);
    expect((await home.get(`${search}&page=13`)).body).toEqual({ photos: [], page: 13, totalPages: 12 });
    expect(fake.seen).toEqual([]);
  });

  test("The provider Openverse returns an empty page after the last page of results", async () => {
    const fake = fakeProvider();
    const { home } = await homeWith("openverse", fake.origin);
    fake.fault = () => Response.json({ detail: "Invalid page." }, { status: 404 });
    expect((await home.get(`${search}&page=4`)).body).toEqual({ photos: [], page: 4, totalPages: 3 });
  });
});
