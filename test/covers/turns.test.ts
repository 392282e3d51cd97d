import { expect, test } from "bun:test";
import { Turns } from "../../src/lists/covers/turns.ts";

test("one runs at a time, in the order of asking, also after one that failed", async () => {
  const turns = new Turns(1_000);
  const events: string[] = [];
  const work = (name: string) => async () => {
    events.push(`${name} begins`);
    await Bun.sleep(1);
    events.push(`${name} ends`);
    if (name === "b") throw new Error("b failed");
    return name;
  };
  const results = await Promise.allSettled(["a", "b", "c"].map((name) => turns.take(1, work(name))));
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(events).toEqual(["a", "b", "c"].flatMap((name) => [`${name} begins`, `${name} ends`]));
});

test("what would be too much to hold is refused, until there is room again", async () => {
  const turns = new Turns(10);
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = turns.take(6, () => promise);
  const refused = turns.take(5, async () => {});
  expect(await refused.catch(({ status, message, headers }) => ({ status, message, headers }))).toEqual({
    status: 429,
    message: "Rate limit exceeded",
    headers: { "Retry-After": "5" },
  });
  const second = turns.take(4, async () => "done");
  resolve();
  await first;
  expect(await second).toBe("done");
  expect(await turns.take(10, async () => "room")).toBe("room");
});
