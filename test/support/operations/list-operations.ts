/** Sample calls of the operations on lists that only the app uses. */
import type { Home } from "../home/home.ts";
import type { Sample } from "./operations.ts";
import { blocks, listId, sectionId } from "./sample-records.ts";

export const listSamples: Record<string, (home: Home) => Sample | Promise<Sample>> = {
  readBoard: () => ({ path: "/app/lists" }),
  readListInApp: async (home) => ({ path: `/app/lists/one?id=${await listId(home)}` }),
  findListOfBlock: async (home) => ({ path: `/app/lists/holder?blockId=${(await blocks(home)).ids[0]}` }),
  copyList: async (home) => ({
    path: "/app/lists",
    body: { sectionId: await sectionId(home), name: "Packing for Rome", copyOf: await listId(home, "Packing") },
  }),
  untickList: async (home) => {
    const { at, first } = await blocks(home);
    await home.patch(first, { done: true });
    return { path: at.replace(/^\/v1(.*)\/blocks$/, "/app$1/untick") };
  },
};
