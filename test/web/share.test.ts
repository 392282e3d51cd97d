/** Structural sharing of responses: parts that did not change stay the same objects. */
import { expect, test } from "bun:test";
import { share } from "#web/sync/source.ts";

const row = (id: string, more: object = {}) => ({ id, tags: ["a"], ...more });

test("Structural sharing of responses returns the former object if the new value is equal", () => {
  const former = { tasks: [row("1"), row("2")], count: 2 };
  expect(share(former, structuredClone(former))).toBe(former);
});

test("Structural sharing of responses keeps the objects of unchanged rows", () => {
  const former = { tasks: [row("1"), row("2"), row("3")] };
  for (const [name, next] of [
    ["change", [row("1"), row("2", { done: true }), row("3")]],
    ["go", [row("2"), row("3")]],
    ["come", [row("0"), row("1"), row("2"), row("3")]],
  ] satisfies [string, ReturnType<typeof row>[]][]) {
    const shared = share(former, { tasks: structuredClone(next) });
    expect({ name, tasks: shared.tasks }).toEqual({ name, tasks: next });
    for (const each of former.tasks)
      if (next.some((other) => Bun.deepEquals(other, each))) expect(shared.tasks).toContain(each);
  }
});

test("Structural sharing of responses always returns a value that equals the new value", () => {
  const values = [
    null,
    1,
    "a",
    [],
    {},
    [1],
    [1, 2],
    { a: 1 },
    { a: undefined },
    { b: 1 },
    [row("1")],
    [row("2"), row("1")],
  ];
  for (const former of values) for (const next of values) expect(share(former as unknown, next)).toStrictEqual(next);
});
