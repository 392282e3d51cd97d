/** Test household with records to search for. */

import type { Home } from "../home/home.ts";
import { homeWithAgenda } from "./agenda.ts";

/**
 * Creates a household. `find` returns search results as `type title`. `list` and `block` create shared records as Anna
 * by default.
 */
export async function homeToSearch() {
  const home = await homeWithAgenda();
  const section = (await home.post("/v1/lists/sections", { name: "Home" })).body;
  const search = async (query: string, more = "", by: Pick<Home, "get"> = home) =>
    (await by.get(`/v1/search?query=${encodeURIComponent(query)}${more}`)).body;
  return {
    ...home,
    search,
    find: async (query: string, more = "", by: Pick<Home, "get"> = home) =>
      (await search(query, more, by)).results.map(({ type, title }: any) => `${type} ${title}`),
    recipe: async (name: string, more: object = {}) => (await home.post("/v1/recipes", { name, ...more })).body,
    list: async (name: string, more: object = {}) =>
      (await home.asAnna.post("/v1/lists", { name, sectionId: section.id, ...more })).body,
    block: async (listId: string, content: string, more: object = {}) =>
      (await home.asAnna.post(`/v1/lists/${listId}/blocks`, { type: "task", content, ...more })).body,
    change: ({ id, listId }: any, more: object) => home.asAnna.patch(`/v1/lists/${listId}/blocks/${id}`, more),
  };
}
