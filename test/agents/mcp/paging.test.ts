/** The size of pages in tokens, for texts in many scripts. */
import { describe, expect, test } from "bun:test";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { estimateTokens, pageOf, rowTokens } from "#agents/mcp/output/answers.ts";
import { mcpGroceries } from "../../support/mcp/lists.ts";

/** Returns `count` pseudo-random code points from a range, the same in every run. */
function some(from: number, to: number, count: number): string {
  let seed = from;
  return Array.from({ length: count }, () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return String.fromCodePoint(from + (seed % (to - from + 1)));
  }).join("");
}

const zalgo = Array.from({ length: 60 }, (_, index) => `a${some(0x300 + index, 0x36f, 7)}`).join("");
const texts = {
  prose: "Water the plants in the garden and on the balcony, then buy milk. ".repeat(7),
  German: "Müsli, Brötchen und Käse für die Größten der Familie. ".repeat(8),
  "rare characters": "龘".repeat(480),
  Chinese: "去超市买牛奶和面包，".repeat(48),
  Japanese: "買い物に行って牛乳を買う".repeat(40),
  Korean: "우유를 사러 가게에 가다 ".repeat(34),
  "any Hangul": some(0xac00, 0xd7a3, 480),
  "any CJK": some(0x4e00, 0x9fff, 480),
  "CJK beyond the first plane": some(0x20000, 0x2a6df, 480),
  Russian: "Полить цветы и убрать комнату. ".repeat(15),
  "old Cyrillic": some(0x460, 0x4ff, 480),
  Greek: some(0x386, 0x3ce, 480),
  Thai: "ซื้อนมจากร้าน".repeat(36),
  Hindi: "दूध खरीदें और घर साफ करें ".repeat(18),
  emoji: some(0x1f300, 0x1faff, 480),
  families: "👨‍👩‍👧‍👦🏳️‍🌈".repeat(43),
  Zalgo: zalgo,
  "any ASCII": some(0x21, 0x7e, 480),
  signs: some(0x21, 0x2f, 480),
  ids: Array.from({ length: 12 }, (_, index) => `01945d8c-6f0${index % 10}-7cc1-a3ce-0b5a3f1e9d42`).join(" "),
  spaces: "\u3000\u2003a\u00a0".repeat(120),
};

describe("a page", () => {
  test.each(Object.entries(texts))("A full page of %s uses between 1,900 and 8,000 tokens", (_, text) => {
    const items = Array.from({ length: 500 }, (_, index) => ({ id: `01945d8c-6f00-7cc1-a3ce-${index}`, text }));
    const show = ({ id }: { id: string }) => ({ line: `- [ ] “${text}” · id ${id}`, fields: { id, text } });
    const page = pageOf(items, undefined, "", show, (row) => rowTokens(row, false));
    for (const said of [page.text]) {
      expect(countTokens(said)).toBeLessThanOrEqual(8_000);
      expect(countTokens(said)).toBeGreaterThan(1_900);
    }
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(countTokens(text) * 0.9);
  });

  test.each(["rare characters", "emoji", "Zalgo"] as const)(
    "A page that is limited to 50 items of %s stays within 8,000 tokens",
    async (name) => {
      const home = await mcpGroceries();
      const items = Array.from({ length: 50 }, (_, index) => ({ text: `${index} ${texts[name]}` }));
      const added = await home.use("add_list_items", { list: "Groceries", items, allowDuplicates: true });
      expect(countTokens(added.texts[0])).toBeLessThanOrEqual(8_000);
      expect(countTokens(JSON.stringify(added.data))).toBeLessThanOrEqual(8_000);
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const { texts: told, data } = await home.use("list_lists", { list: "Groceries", ...(cursor && { cursor }) });
        expect(countTokens(told[0])).toBeLessThanOrEqual(8_000);
        expect(countTokens(JSON.stringify(data))).toBeLessThanOrEqual(8_000);
        seen.push(...data.lists.flatMap((list: any) => list.items.map(({ id }: any) => id)));
        cursor = data.nextCursor ?? undefined;
      } while (cursor !== undefined);
      expect([seen.length, new Set(seen).size]).toEqual([55, 55]);
    },
  );
});
