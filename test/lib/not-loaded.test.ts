import { expect, test } from "bun:test";
import { maxBytesAtOnce, NotLoadedError, readAfterLoading } from "#lib/concurrency.ts";

const load = (...steps: (() => void)[]) =>
  new NotLoadedError(function* () {
    for (const step of steps) {
      step();
      yield;
    }
  });

test("A read returns at once if all data are already loaded", () => {
  expect(readAfterLoading("home", () => maxBytesAtOnce())).toBe(1_048_576);
  expect(maxBytesAtOnce()).toBe(Number.POSITIVE_INFINITY);
  expect(() =>
    readAfterLoading("home", () => {
      throw new Error("other");
    }),
  ).toThrow("other");
  expect(maxBytesAtOnce()).toBe(Number.POSITIVE_INFINITY);
});

test("A read that asks for data to be loaded is run again from the start after the loading", async () => {
  const done: string[] = [];
  const read = () => {
    done.push("read");
    if (!done.includes("two"))
      throw load(
        () => done.push("one"),
        () => done.push("two"),
      );
    return done.length;
  };
  expect(await readAfterLoading("home", read)).toBe(5);
  expect(done).toEqual(["read", "read", "one", "two", "read"]);
});

test("A read that has asked eight times for data to be loaded may then load all of the data itself", async () => {
  let loads = 0;
  const read = () => {
    if (maxBytesAtOnce() < Number.POSITIVE_INFINITY) throw load(() => loads++);
    return "at once";
  };
  expect(await readAfterLoading("home", read)).toBe("at once");
  expect(loads).toBe(8);
});

test("Two simultaneous reads of one household load the missing data only once", async () => {
  let isLoaded = false;
  let loads = 0;
  const read = () => {
    if (isLoaded) return "read";
    throw load(
      () => loads++,
      () => {
        isLoaded = true;
      },
    );
  };
  expect(await Promise.all([readAfterLoading("home", read), readAfterLoading("home", read)])).toEqual(["read", "read"]);
  expect(loads).toBe(1);
});

test("An error during loading reaches the caller of the read, and the next read can load again", async () => {
  const failing = () => {
    throw load(() => {
      throw new Error("disk");
    });
  };
  await expect(Promise.resolve(readAfterLoading("home", failing))).rejects.toThrow("disk");
  expect(readAfterLoading("home", () => 1)).toBe(1);
});
