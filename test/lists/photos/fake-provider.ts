/** Runs a loopback server with the APIs of three providers, which can also return wrong answers. */
import { afterAll } from "bun:test";
import { join } from "node:path";
import { systemTimers } from "#lib/timers.ts";
import { createPhotos } from "#lists/photos/photos.ts";
import { type Home, household, serverInProcess, testDeps } from "../../support/home/home.ts";

/** A picture of 1,200 × 800 pixels. */
export const picture = await Bun.file(
  join(import.meta.dir, "../../../src/operations/demo/photos/beach-sunset-sea.webp"),
).bytes();

/** A valid id of each provider, and the provider's name that the server must return. */
export const providers = {
  openverse: { id: "8c5e1f5e-6c3e-4d0e-9a55-1e0b6f0b7a01", env: {}, authorization: null },
  pexels: { id: "2014422", env: { PEXELS_API_KEY: "pexels-key" }, authorization: "pexels-key" },
  unsplash: {
    id: "Oaqk7qqNh_c",
    env: { UNSPLASH_ACCESS_KEY: "unsplash-key" },
    authorization: "Client-ID unsplash-key",
  },
} as const;

/** Providers that are reached over the network. */
export type RemoteName = keyof typeof providers;

/** One request that reached the fake. */
export type Seen = { path: string; query: Record<string, string>; authorization: string | null };

/** A function that returns a response in place of the normal one. */
export type Fault = (request: Request) => Response | Promise<Response>;

/** Starts a fake provider; `fault` is called for each request first. */
export function fakeProvider() {
  const fake = {
    origin: "",
    seen: [] as Seen[],
    /** Returns a response in place of the normal one. Null if the normal one is sent. */
    fault: null as ((request: Request, path: string) => Response | Promise<Response> | null) | null,
    /** Overrides fields of the API's photo. */
    change: {} as Record<string, unknown>,
  };
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    fetch(request) {
      const { pathname, searchParams } = new URL(request.url);
      const authorization = request.headers.get("authorization");
      fake.seen.push({ path: pathname, query: Object.fromEntries(searchParams), authorization });
      return fake.fault?.(request, pathname) ?? answer(fake.origin, pathname, fake.change);
    },
  });
  fake.origin = `http://127.0.0.1:${server.port}`;
  afterAll(() => server.stop(true));
  return fake;
}

function answer(origin: string, path: string, change: Record<string, unknown>): Response {
  if (path.startsWith("/pictures/")) return new Response(picture, { headers: { "Content-Type": "text/html" } });
  const [openverse, pexels, unsplash] = photosAt(origin).map((photo) => ({ ...photo, ...change }));
  const answers: Record<string, unknown> = {
    "/v1/images/": { result_count: 41, page_count: 3, page_size: 20, page: 1, results: [openverse] },
    [`/v1/images/${providers.openverse.id}/`]: openverse,
    "/v1/search": { page: 1, per_page: 20, total_results: 41, photos: [pexels] },
    [`/v1/photos/${providers.pexels.id}`]: pexels,
    "/search/photos": { total: 41, total_pages: 3, results: [unsplash] },
    [`/photos/${providers.unsplash.id}`]: unsplash,
    "/photos/random": unsplash,
    [`/photos/${providers.unsplash.id}/download`]: { url: `${origin}/pictures/raw` },
  };
  return path in answers ? Response.json(answers[path]) : Response.json({ detail: "Not found" }, { status: 404 });
}

/** One photo in the format of each provider. */
function photosAt(origin: string): Record<string, unknown>[] {
  return [
    {
      id: providers.openverse.id,
      title: "Beach at\n dusk ",
      url: `${origin}/pictures/full`,
      thumbnail: `${origin}/pictures/small`,
      foreign_landing_url: "https://photos.example/beach",
      creator: "Jo Doe",
      creator_url: "https://photos.example/jo",
      license: "by-sa",
      license_version: "4.0",
      width: 1200,
      height: 800,
    },
    {
      id: Number(providers.pexels.id),
      alt: "Beach at dusk",
      width: 1200,
      height: 800,
      url: "https://photos.example/beach",
      photographer: "Jo Doe",
      photographer_url: "https://photos.example/jo",
      avg_color: "#A1B2C3",
      src: {
        original: `${origin}/pictures/original`,
        large2x: `${origin}/pictures/full`,
        medium: `${origin}/pictures/small`,
      },
    },
    {
      id: providers.unsplash.id,
      description: null,
      alt_description: "Beach at dusk",
      width: 1200,
      height: 800,
      color: "#a1b2c3",
      urls: {
        raw: `${origin}/pictures/full?ixid=1`,
        regular: `${origin}/pictures/regular`,
        small: `${origin}/pictures/small`,
      },
      links: {
        html: "https://photos.example/beach",
        download_location: `https://api.unsplash.com/photos/${providers.unsplash.id}/download?ixid=1`,
      },
      user: { name: "Jo Doe", links: { html: "https://photos.example/jo" } },
    },
  ];
}

/** A household whose server calls the fake; `logged` collects the log lines of its photos. */
export async function homeWith(name: RemoteName, origin: string, timers = systemTimers) {
  const logged: string[] = [];
  const env = { PHOTO_PROVIDER: name, PHOTO_BASE_URL: origin, ...providers[name].env };
  const deps = testDeps(env);
  const log = { ...deps.log, error: (message: string) => void logged.push(message) };
  const photos = createPhotos(deps.config, log, { timers });
  const home: Home = await household({ server: serverInProcess(env, { photos }) });
  return { home, photos, logged };
}
