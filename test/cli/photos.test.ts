/** The demo's own pictures, from source and from the binary, without an online provider. */
import { expect, test } from "bun:test";
import { fetchJson, run, start } from "../support/home/program.ts";

const ways: [string, { isSource: boolean }][] = [
  ["the binary", { isSource: false }],
  ["the source", { isSource: true }],
];
test.each(ways)("The photo search of the demo, run from %s, finds the demo's own pictures by words", async (_, way) => {
  const demo = await start(["demo", "--json"], way);
  const { key } = JSON.parse(demo.out);
  const search = (query: string) => fetchJson(`${demo.url}/v1/lists/photos/search?query=${query}`, key);
  const { body } = await search("e");
  expect(body.photos.length).toBeGreaterThanOrEqual(12);
  const words = [
    "beach",
    "mountains",
    "market+vegetables",
    "birthday+cake",
    "tent",
    "Christmas+tree",
    "tools",
    "books",
  ];
  for (const word of [...words, "bicycle", "garden", "snow", "bread"]) {
    const [photo] = (await search(word)).body.photos;
    expect(photo).toMatchObject({ width: 1200, height: 800, photographer: "The Lindens", provider: "folder" });
    const thumbnail = await fetch(demo.url + photo.thumbnailUrl);
    expect([thumbnail.status, thumbnail.headers.get("Content-Type")]).toEqual([200, "image/webp"]);
  }
  expect(await (await fetch(demo.url)).text()).toContain("<title>Inglenook</title>");
  await demo.stop();
});

test("The demo uses another provider of photos if a setting names the provider", async () => {
  const demo = await start(["demo", "--json"], { env: { PHOTO_PROVIDER: "off" } });
  const { key } = JSON.parse(demo.out);
  expect((await fetchJson(`${demo.url}/v1/lists/photos/search?query=beach`, key)).status).toBe(503);
  await demo.stop();
});

test("A server without the key of the photo provider does not start, and says why", async () => {
  const { code, err } = await run(["serve"], { env: { PHOTO_PROVIDER: "pexels" } });
  expect([code, err]).toEqual([1, "inglenook: PHOTO_PROVIDER=pexels: needs PEXELS_API_KEY\n"]);
});
