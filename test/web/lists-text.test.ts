/** Parsing of pasted text and links in lists, and repeating of a move in a changed order, tested without a browser. */
import { describe, expect, test } from "bun:test";
import { hasLines, pastedItems } from "#web/features/lists/model/paste.ts";
import { indented, moved, outdented, rowOf, stepped } from "#web/features/lists/model/placing.ts";
import { reapplied } from "#web/features/lists/model/resend.ts";
import type { Block } from "#web/features/lists/model/source.ts";
import { partsOf } from "#web/ui/display/linked-text.tsx";

const contents = (text: string) => pastedItems(text).map(({ content }) => content);

describe("lines pasted into a list", () => {
  test("Lines pasted into a list lose only the bullets, item numbers and checkboxes at their start", () => {
    const pasted = [
      "- Milk",
      "* Bread",
      "• 2 eggs",
      "1. Butter",
      "12) Rice",
      "☐ Tea",
      "- [ ] Oats",
      "1.5 l juice",
      "-20 °C bags",
    ];
    expect(contents(pasted.join("\n"))).toEqual([
      ...["Milk", "Bread", "2 eggs", "Butter", "Rice", "Tea", "Oats", "1.5 l juice", "-20 °C bags"],
    ]);
  });

  test("Lines pasted into a list become done items if their checkbox is ticked", () => {
    const items = pastedItems("- [x] Milk\n☑ Bread\n✅ Tea\n[ ] Oats");
    expect(items.map(({ content, done }) => [content, done])).toEqual([
      ["Milk", true],
      ["Bread", true],
      ["Tea", true],
      ["Oats", false],
    ]);
  });

  test("Lines pasted into a list can be headings and dividers, and empty lines are ignored", () => {
    expect(pastedItems("# Dairy\r\n\r\n   \n---\nMilk").map(({ type, content }) => [type, content])).toEqual([
      ["header", "Dairy"],
      ["divider", ""],
      ["task", "Milk"],
    ]);
  });

  test("Lines pasted into a list are cut to the maximum length of an item without splitting a character", () => {
    const [item] = pastedItems("🧀".repeat(2_500));
    expect([...(item?.content ?? "")]).toHaveLength(2_000);
  });

  test("A pasted text becomes several items of a list only if two or more lines are not empty", () => {
    expect(["Milk", "Milk\n", "\n\nMilk  \n", "Milk\nBread", "Milk\r\n\r\nBread"].map(hasLines)).toEqual([
      ...[false, false, false, true, true],
    ]);
  });
});

describe("web addresses in a text", () => {
  const links = (text: string) => partsOf(text).flatMap(({ href }) => href ?? []);

  test("Web addresses in a text are found without the punctuation at the end of the sentence", () => {
    expect(links("See https://a.example/b?c=d#e. And (http://f.example/g), too")).toEqual([
      "https://a.example/b?c=d#e",
      "http://f.example/g",
    ]);
    expect(links("https://en.example/wiki/Oven_(room)")).toEqual(["https://en.example/wiki/Oven_(room)"]);
  });

  test("Web addresses in a text become links only with http or https", () => {
    expect(links("javascript:alert(1) data:text/html,x ftp://a.example JAVASCRIPT://https")).toEqual([]);
    expect(links('https://a.example/"onclick=x')).toEqual(["https://a.example/"]);
  });

  test("A text that is split at its web addresses still contains every character", () => {
    const text = "a https://b.example/c, d http://e.example <f> https://";
    expect(
      partsOf(text)
        .map((part) => part.text)
        .join(""),
    ).toBe(text);
  });
});

describe("a list item that arrow keys move", () => {
  const task = (id: string, parentId: string | null = null) => ({ id, type: "task", content: id, parentId });
  const blocks = (...lines: readonly (readonly string[])[]) =>
    lines.map(([id = "", ...subtasks]) => {
      return { ...task(id), subtasks: subtasks.map((each) => task(each, id)) } as Block;
    });
  const shape = (shown: readonly Block[]) => shown.map(({ id, subtasks }) => [id, ...subtasks.map((each) => each.id)]);

  test("Each press of an arrow key moves a list item by one step, and the opposite keys move the item back", () => {
    const before = blocks(["milk"], ["bread", "white"], ["eggs"]);
    const row = (shown: readonly Block[]) => rowOf(shown, "milk")!;
    const below = moved(before, row(before), stepped(before, row(before), 1)!);
    expect(shape(below)).toEqual([["bread", "white"], ["milk"], ["eggs"]]);
    const inside = moved(below, row(below), indented(below, row(below))!);
    expect(shape(inside)).toEqual([["bread", "white", "milk"], ["eggs"]]);
    const first = moved(inside, row(inside), stepped(inside, row(inside), -1)!);
    expect(shape(first)).toEqual([["bread", "milk", "white"], ["eggs"]]);
    expect(shape(moved(first, row(first), outdented(row(first))!))).toEqual(shape(below));
    expect(shape(moved(below, row(below), stepped(below, row(below), -1)!))).toEqual(shape(before));
  });
});

describe("a dragged item in a list that has changed in the meantime", () => {
  test("A dragged item is placed after the chosen item, even if the list has changed meanwhile", () => {
    expect(reapplied(["b", "a", "c"], "a", ["a", "new", "b", "c"])).toEqual(["new", "b", "a", "c"]);
    expect(reapplied(["b", "gone", "a"], "a", ["a", "b", "c"])).toEqual(["b", "a", "c"]);
    expect(reapplied(["a", "b"], "a", ["new", "b", "a"])).toEqual(["a", "new", "b"]);
  });

  test("A drag of an item that was deleted in the meantime changes nothing in the list", () => {
    expect(reapplied(["b", "a"], "a", ["b", "c"])).toEqual(["b", "c"]);
  });
});
