/** Transcripts of lists. */
import { listed } from "../../../support/mcp/read-household.ts";
import type { Transcript } from "../../../support/mcp/transcript.ts";

/** Unknown lists, and names without the read scope. */
export const lists: Transcript[] = [
  {
    fault: "unknown list",
    said: "Put milk on the shoping list",
    steps: [
      {
        meanwhile: "the household has two",
        async happens({ post }) {
          const { body: section } = await post("/v1/lists/sections", { name: "Home" });
          for (const name of ["Shopping", "Packing"]) await post("/v1/lists", { name, sectionId: section.id });
          return {};
        },
      },
      {
        ...{ use: "add_list_items", with: { list: "Shoping", items: [{ text: "Milk" }] } },
        refused: "list: no such list: “Shoping”",
        repair: "Parameter list: did you mean “Shopping”? Otherwise take one of “Packing”",
      },
      {
        use: "add_list_items",
        with: ({ repair }) => ({ list: /did you mean “(\w+)”/.exec(repair)?.[1], items: [{ text: "Milk" }] }),
        ...{ answered: "Added 1 to “Shopping”", entries: 1 },
      },
      {
        ...{ use: "add_list_items", with: { list: "shopping", items: [{ text: "milk" }] } },
        ...{ answered: "Nothing to add to “Shopping”", data: { added: [], skipped: [{}] } },
      },
    ],
    state: listed,
    has: [
      ["Shopping", ["Milk"]],
      ["Packing", []],
    ],
  },
  {
    fault: "a name that the key may not look up",
    said: "Put milk on the shopping list",
    steps: [
      {
        meanwhile: "the agent's key may write lists, but not read them",
        async happens({ post, createKey }) {
          const { body: section } = await post("/v1/lists/sections", { name: "Home" });
          const { body } = await post("/v1/lists", { name: "Shopping", sectionId: section.id });
          return { list: body.id, key: createKey({ scopes: ["lists.write"] }).key };
        },
      },
      {
        ...{ use: "add_list_items", with: { list: "Shopping", items: [{ text: "Milk" }] }, key: ({ key }) => key },
        ...{ refused: "Missing scope: lists.read", repair: "lists.read" },
      },
      {
        ...{ use: "add_list_items", with: ({ list }) => ({ list, items: [{ text: "Milk" }] }), key: ({ key }) => key },
        ...{ answered: "Added 1 to “Shopping”", entries: 1 },
      },
    ],
    ...{ state: listed, has: [["Shopping", ["Milk"]]] },
  },
];
