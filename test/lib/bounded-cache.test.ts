import { describe, expect, test } from "bun:test";
import { BoundedCache } from "#lib/bounded-cache.ts";

const sizes = { maxSize: 10, sizeOf: (text: string) => text.length };
const keysIn = (cache: BoundedCache<string, string>) => ["a", "b", "c", "d"].filter((key) => cache.get(key)).join("");

describe("a bounded cache", () => {
  test("A bounded cache returns the value that was set last under a key", () => {
    const cache = new BoundedCache<string, number>({ eviction: "fifo", maxSize: 2 });
    expect(cache.get("a")).toBeUndefined();
    cache.set("a", 1);
    cache.set("a", 2);
    expect(cache.get("a")).toBe(2);
    cache.delete("a");
    cache.delete("a");
    expect(cache.get("a")).toBeUndefined();
  });

  test("A bounded cache without a function for sizes limits the number of entries", () => {
    const cache = new BoundedCache<string, string>({ eviction: "fifo", maxSize: 2 });
    for (const key of ["a", "b", "c"]) cache.set(key, key);
    expect(keysIn(cache)).toBe("bc");
  });

  test("A bounded cache with FIFO eviction evicts the oldest entry, even if this entry was just used", () => {
    const cache = new BoundedCache<string, string>({ eviction: "fifo", ...sizes });
    for (const key of ["a", "b", "c"]) cache.set(key, "xxx");
    cache.get("a");
    cache.set("d", "xxx");
    expect(keysIn(cache)).toBe("bcd");
  });

  test("A bounded cache with LRU eviction evicts the least recently used entry", () => {
    const cache = new BoundedCache<string, string>({ eviction: "lru", ...sizes });
    for (const key of ["a", "b", "c"]) cache.set(key, "xxx");
    for (const key of ["b", "a", "a"]) cache.get(key);
    cache.set("d", "xxx");
    expect(keysIn(cache)).toBe("abd");
  });

  test("A bounded cache evicts as many entries as are needed to make room for a large new entry", () => {
    const cache = new BoundedCache<string, string>({ eviction: "fifo", ...sizes });
    for (const key of ["a", "b", "c"]) cache.set(key, "xxx");
    cache.set("d", "xxxxxx");
    expect(keysIn(cache)).toBe("cd");
  });

  test("An entry that is set again counts as the newest entry of a bounded cache", () => {
    const cache = new BoundedCache<string, string>({ eviction: "fifo", ...sizes });
    for (const key of ["a", "b", "a"]) cache.set(key, "xxxxx");
    cache.set("a", "x");
    cache.set("c", "xxxx");
    expect(keysIn(cache)).toBe("abc");
    cache.set("d", "x");
    expect(keysIn(cache)).toBe("acd");
  });

  test("A bounded cache does not store an entry that is too large", () => {
    const cache = new BoundedCache<string, string>({ eviction: "fifo", maxEntrySize: 5, ...sizes });
    for (const key of ["a", "b"]) cache.set(key, "xxxxx");
    cache.set("c", "xxxxxx");
    expect(keysIn(cache)).toBe("ab");
    cache.set("b", "xxxxxx");
    expect(keysIn(cache)).toBe("a");
    const small = new BoundedCache<string, string>({ eviction: "fifo", ...sizes });
    small.set("a", "x");
    small.set("b", "xxxxxxxxxxx");
    expect(keysIn(small)).toBe("a");
  });

  test.each(["fifo", "lru"] as const)(
    "A bounded cache with %s eviction holds the same entries as a simple reference model",
    (eviction) => {
      const cache = new BoundedCache<number, number>({ eviction, maxSize: 40, sizeOf: (size) => size });
      let model: [key: number, size: number][] = [];
      let seed = 7;
      const random = (below: number) => {
        seed = (seed * 48_271) % 2_147_483_647;
        return seed % below;
      };
      const without = (key: number) => model.filter(([each]) => each !== key);
      for (let step = 0; step < 5_000; step++) {
        const key = random(20);
        const known = model.find(([each]) => each === key);
        const action = random(4);
        if (action === 0) {
          const size = 1 + random(12);
          cache.set(key, size);
          model = [...without(key), [key, size]];
          while (model.reduce((sum, [, each]) => sum + each, 0) > 40) model.shift();
        } else if (action === 1) {
          cache.delete(key);
          model = without(key);
        } else {
          expect(cache.get(key)).toBe(known?.[1]);
          if (eviction === "lru" && known) model = [...without(key), known];
        }
      }
      expect(model.length).toBeGreaterThan(2);
    },
  );
});
