import { describe, expect, test } from "bun:test";
import { TtlCache } from "#lists/photos/ttl-cache.ts";

const start = new Date("2026-05-01T12:00:00Z");
const after = (ms: number) => new Date(start.getTime() + ms);

/** A cache of texts, and the keys that it fetched. */
function cacheOf(text: (key: string) => string | null | Error = (key) => key.repeat(4)) {
  const cache = new TtlCache<string | null>({ ttlMs: 1_000, maxSize: 10, sizeOf: (value) => value?.length ?? 0 });
  const fetched: string[] = [];
  const get = (key: string, now = start) =>
    cache.getOrFetch(key, now, async () => {
      fetched.push(key);
      const value = text(key);
      if (value instanceof Error) throw value;
      return value;
    });
  return { get, fetched };
}

describe("a cache of fetched values", () => {
  test("A cache of fetched values fetches a value once until the value expires", async () => {
    const { get, fetched } = cacheOf();
    expect(await get("a")).toBe("aaaa");
    await get("a", after(999));
    expect(fetched).toEqual(["a"]);
    await get("a", after(1_000));
    await get("a", after(1_999));
    expect(fetched).toEqual(["a", "a"]);
  });

  test("A cache of fetched values lets simultaneous callers share one fetch", async () => {
    const { get, fetched } = cacheOf();
    expect(await Promise.all([get("a"), get("a"), get("b")])).toEqual(["aaaa", "aaaa", "bbbb"]);
    expect(fetched).toEqual(["a", "b"]);
  });

  test("A cache of fetched values evicts the least recently used value", async () => {
    const { get, fetched } = cacheOf((key) => (key === "huge" ? "x".repeat(11) : key.repeat(4)));
    for (const key of ["a", "b", "a", "c", "a", "b"]) await get(key);
    expect(fetched).toEqual(["a", "b", "c", "b"]);
    for (const key of ["huge", "huge", "a", "b"]) await get(key);
    expect(fetched.slice(4)).toEqual(["huge", "huge"]);
  });

  test("A cache of fetched values caches neither failures nor null", async () => {
    const values = [new Error("away"), null, "here"];
    const { get } = cacheOf(() => values.shift() ?? null);
    const [first, second] = await Promise.allSettled([get("a"), get("a")]);
    expect([first, second].map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await get("a")).toBeNull();
    expect(await get("a")).toBe("here");
    expect(await get("a")).toBe("here");
  });
});
