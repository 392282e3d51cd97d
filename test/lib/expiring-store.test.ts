import { describe, expect, test } from "bun:test";
import { ExpiringStore } from "#lib/expiring-store.ts";
import { TestTimers } from "../support/home/timers.ts";

const lifetimeMs = 1_000;

function storeOf({ maxEach = 3, maxSize = 10 } = {}) {
  const timers = new TestTimers();
  const time = { now: 0 };
  const clock = () => new Date(time.now);
  const store = new ExpiringStore<string>({
    clock,
    timers,
    lifetimeMs,
    maxEach,
    maxSize,
    sizeOf: ({ length }) => length,
  });
  const pass = (ms: number) => {
    time.now += ms;
    timers.advance(ms);
  };
  const found = (owner: string) => ["a", "b", "c", "d"].filter((id) => store.find(owner, id) !== undefined).join("");
  return { store, timers, time, pass, found };
}

describe("An expiring store", () => {
  test("An expiring store returns a value only to the value's owner, until the value is deleted", () => {
    const { store } = storeOf();
    store.add("one", "a", "xxx");
    expect([store.find("one", "a"), store.find("other", "a"), store.find("one", "b")]).toEqual([
      "xxx",
      undefined,
      undefined,
    ]);
    store.delete("other", "a");
    expect(store.size).toBe(3);
    store.delete("one", "a");
    store.delete("one", "a");
    expect([store.find("one", "a"), store.size]).toEqual([undefined, 0]);
  });

  test("An expiring store frees each value after its lifetime, even if the store is not used", () => {
    const { store, timers, pass } = storeOf();
    store.add("one", "a", "xxx");
    pass(400);
    store.add("one", "b", "xx");
    pass(599);
    expect(store.size).toBe(5);
    pass(1);
    expect(store.size).toBe(2);
    pass(400);
    expect([store.size, timers.size]).toEqual([0, 0]);
    store.add("one", "c", "x");
    pass(lifetimeMs);
    expect(store.size).toBe(0);
  });

  test("An expiring store does not return an expired value, even if the timer is late", () => {
    const { store, time } = storeOf();
    store.add("one", "a", "xxx");
    time.now = lifetimeMs - 1;
    expect(store.find("one", "a")).toBe("xxx");
    time.now = lifetimeMs;
    expect(store.find("one", "a")).toBeUndefined();
  });

  test("An expiring store keeps a value until its expiry, even if the clock was set back", () => {
    const { store, timers, time } = storeOf();
    store.add("one", "a", "xxx");
    time.now = -500;
    timers.advance(lifetimeMs);
    expect([store.size, timers.untilNext]).toEqual([3, lifetimeMs + 500]);
  });

  test("An expiring store evicts the oldest value of an owner who has too many values", () => {
    const { store, found } = storeOf();
    store.add("other", "d", "x");
    for (const id of ["a", "b", "c"]) store.add("one", id, "x");
    expect(found("one")).toBe("abc");
    store.add("one", "e", "x");
    expect([found("one"), found("other"), store.size]).toEqual(["bc", "d", 4]);
  });

  test("An expiring store evicts the oldest values if the total size of all values is too large", () => {
    const { store, found } = storeOf();
    store.add("one", "a", "xxxxx");
    store.add("other", "b", "xxxxx");
    expect([found("one"), found("other")]).toEqual(["a", "b"]);
    store.add("one", "c", "x");
    expect([found("one"), found("other"), store.size]).toEqual(["c", "b", 6]);
    store.add("one", "d", "xxxxxxxxxx");
    expect([found("one"), found("other"), store.size]).toEqual(["d", "", 10]);
  });

  test("An expiring store replaces a value under the same id", () => {
    const { store } = storeOf();
    store.add("one", "a", "xxx");
    store.add("one", "a", "x");
    expect([store.find("one", "a"), store.size]).toEqual(["x", 1]);
  });

  test("An expiring store does not store a value larger than its limit", () => {
    const { store, timers } = storeOf();
    store.add("one", "a", "xxxxxxxxxxx");
    expect([store.find("one", "a"), store.size, timers.size]).toEqual([undefined, 0, 0]);
  });
});
