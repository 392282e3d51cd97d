/** What is pasted into lists, linked in them, and put in order: without a browser. */
import { describe, expect, test } from "bun:test";
import { partsOf } from "../../src/web/lists/links.ts";
import { reapplied } from "../../src/web/lists/order.ts";
import { hasLines, pastedItems } from "../../src/web/lists/paste.ts";

const contents = (text: string) => pastedItems(text).map(({ content }) => content);

describe("pasted lines", () => {
  test("lose bullets, numbers and boxes, and nothing else", () => {
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

  test("are done where their box is ticked", () => {
    const items = pastedItems("- [x] Milk\n☑ Bread\n✅ Tea\n[ ] Oats");
    expect(items.map(({ content, done }) => [content, done])).toEqual([
      ["Milk", true],
      ["Bread", true],
      ["Tea", true],
      ["Oats", false],
    ]);
  });

  test("can be headings and dividing lines; empty ones are nothing", () => {
    expect(pastedItems("# Dairy\r\n\r\n   \n---\nMilk").map(({ type, content }) => [type, content])).toEqual([
      ["header", "Dairy"],
      ["divider", ""],
      ["task", "Milk"],
    ]);
  });

  test("are cut at what an item can hold, between whole letters", () => {
    const [item] = pastedItems("🧀".repeat(2_500));
    expect([...(item?.content ?? "")]).toHaveLength(2_000);
  });

  test("are several only where two of them say something", () => {
    expect(["Milk", "Milk\n", "\n\nMilk  \n", "Milk\nBread", "Milk\r\n\r\nBread"].map(hasLines)).toEqual([
      ...[false, false, false, true, true],
    ]);
  });
});

describe("addresses in a text", () => {
  const links = (text: string) => partsOf(text).flatMap(({ href }) => href ?? []);

  test("are found without what ends the sentence", () => {
    expect(links("See https://a.example/b?c=d#e. And (http://f.example/g), too")).toEqual([
      "https://a.example/b?c=d#e",
      "http://f.example/g",
    ]);
    expect(links("https://en.example/wiki/Oven_(room)")).toEqual(["https://en.example/wiki/Oven_(room)"]);
  });

  test("are http and https alone", () => {
    expect(links("javascript:alert(1) data:text/html,x ftp://a.example JAVASCRIPT://https")).toEqual([]);
    expect(links('https://a.example/"onclick=x')).toEqual(["https://a.example/"]);
  });

  test("leave the text whole", () => {
    const text = "a https://b.example/c, d http://e.example <f> https://";
    expect(
      partsOf(text)
        .map((part) => part.text)
        .join(""),
    ).toBe(text);
  });
});

describe("an order that meets another list", () => {
  test("moves that one alone, behind what it was to stand behind", () => {
    expect(reapplied(["b", "a", "c"], "a", ["a", "new", "b", "c"])).toEqual(["new", "b", "a", "c"]);
    expect(reapplied(["b", "gone", "a"], "a", ["a", "b", "c"])).toEqual(["b", "a", "c"]);
    expect(reapplied(["a", "b"], "a", ["new", "b", "a"])).toEqual(["a", "new", "b"]);
  });

  test("leaves it be where that one is gone", () => {
    expect(reapplied(["b", "a"], "a", ["b", "c"])).toEqual(["b", "c"]);
  });
});
