/** Tests the data that searches cache between requests, its eviction, and the comparison of texts. */
import { describe, expect, test } from "bun:test";
import { foldForSearch, foldText } from "#lib/case-folding.ts";
import { cachedIndex } from "#overview/search/index-cache.ts";
import { queryOf, rankOf } from "#overview/search/match.ts";
import { household, serverInProcess } from "../support/home/home.ts";

describe("the search cache", () => {
  test("The search cache reads the database once, until the household changes", async () => {
    const home = await household();
    let reads = 0;
    const titles = () => {
      const read = () => [`Read ${++reads}`];
      return cachedIndex(home.work(), "titles", read, (title) => ({ title, more: [null, "É"] }));
    };
    expect(titles()).toEqual([{ row: "Read 1", title: "read 1", more: "e" }]);
    expect(titles()[0]?.row).toBe("Read 1");
    const other = await home.neighbour();
    expect(
      cachedIndex(
        other.work(),
        "titles",
        () => ["Theirs"],
        (title) => ({ title, more: [] }),
      )[0]?.row,
    ).toBe("Theirs");
    expect(titles()[0]?.row).toBe("Read 1");
    await home.post("/v1/tasks", { label: "A change", memberId: home.members.anna.id });
    expect(titles()[0]?.row).toBe("Read 2");
  });

  test("The search cache has a size limit, and evicts the household that was searched longest ago", async () => {
    const server = serverInProcess();
    const homes = [await household({ server }), await household({ server }), await household({ server })] as const;
    const reads = [0, 0, 0];
    const search = (index: 0 | 1 | 2) => {
      const read = () => [`${++(reads as any)[index]}`];
      cachedIndex(homes[index].work(), "big", read, (title) => ({ title, more: ["x".repeat(1_200_000)] }));
    };
    for (const index of [0, 1, 0, 2, 0, 2] as const) search(index); // Two households fit.
    expect(reads).toEqual([1, 1, 1]);
    search(1);
    search(0);
    expect(reads).toEqual([2, 2, 1]);
  });
});

describe("case-folded texts", () => {
  test.each([
    ["Crème Brûlée", "creme brulee"],
    ["İstanbul", "istanbul"],
    ["Straße, ſ, ẞ", "strasse, s, ss"],
    ["Łódź Đà Øresund", "lodz da oresund"],
    ["ﬁsh ½ x²", "fish 1/2 x2"],
    ["it’s", "it's"],
    [" Milk ", "milk"],
    ["हिन्दी", "हिन्दी"], // Vowel signs are no accents.
    ["ガ", "ｶﾞ".normalize("NFKD")],
  ])("The case-folded text of %p is %p", (text, folded) => {
    expect(foldForSearch(text)).toBe(folded);
    expect(foldForSearch(foldText(text))).toBe(folded);
    expect(foldForSearch(folded)).toBe(folded);
  });

  test.each([
    ["tea", "tea", 0],
    ["tea", "teapot", 1],
    ["green tea", "green tea leaves", 1],
    ["tea", "green tea", 2],
    ["tea green", "green teapot", 2],
    ["tea", "(tea)", 2],
    ["e2", "𐐀e2", 3],
    ["tea", "steam, tea", 2],
    ["tea", "steam", 3],
    ["tea milk", "steam milk", 3],
    ["tea more", "tea", 4],
    ["more", "tea", 4],
    ["tea none", "tea", null],
    ["", "tea", null],
  ] as const)("The search query %p matches %p with rank %p", (query, title, rank) => {
    expect(rankOf(queryOf(query), { title, more: "more" })).toBe(rank);
  });
});
