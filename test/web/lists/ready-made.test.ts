/** Ready-made lists come with the app in each language. */
import { expect, test } from "bun:test";
import { batchSize } from "#web/features/lists/model/block-batches.ts";
import { guessIcon, plainIcon } from "#web/features/lists/model/guess-icon.ts";
import { readyMadeLists } from "#web/features/lists/model/ready-made.ts";
import { readyMade as german } from "#web/i18n/de/ready-made.ts";
import { readyMade as english } from "#web/i18n/en/ready-made.ts";

const types = (texts: typeof english) => readyMadeLists(texts).map(({ items }) => items.map(({ type }) => type));

test("The ready-made lists of both languages have items and headings in the same order, and fit into one request", () => {
  expect(types(german)).toEqual(types(english));
  for (const { items } of [...readyMadeLists(english), ...readyMadeLists(german)]) {
    expect(items.length).toBeWithin(15, batchSize + 1);
    expect(new Set(items.map(({ content }) => content)).size).toBe(items.length);
    expect(items.filter(({ content }) => content.trim() !== content || content === "")).toEqual([]);
  }
});

test("The app can guess an icon from the name of each ready-made list", () => {
  for (const { name } of [...readyMadeLists(english), ...readyMadeLists(german)])
    expect([name, guessIcon(name)]).not.toEqual([name, plainIcon]);
});
