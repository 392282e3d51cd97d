/** Random changes of lists and of their items. */
import { any, call, type Maker, on, shuffled, words } from "../../support/random/makers.ts";

/** Changes of sections and lists. */
export const lists: Maker[] = [
  (_, dice) => call("POST", "/v1/lists/sections", { name: dice.pick(words) }),
  on(
    ({ sections }) => sections,
    ({ id }, dice) => call("PATCH", `/v1/lists/sections/${id}`, { name: dice.pick(words) }),
  ),
  on(
    ({ sections }) => sections,
    ({ id }) => call("DELETE", `/v1/lists/sections/${id}`),
  ),
  ({ sections }, dice) =>
    sections.length < 2
      ? null
      : call("PATCH", "/v1/lists/sections/reorder", {
          ids: shuffled(
            dice,
            sections.map(({ id }) => id),
          ),
        }),
  on(
    ({ sections }) => sections,
    ({ id }, dice) =>
      call("POST", "/v1/lists", {
        name: dice.pick(words),
        sectionId: id,
        visibility: dice.chance(0.2) ? "personal" : "shared",
      }),
  ),
  on(
    ({ lists }) => lists,
    ({ id }, dice) => call("PATCH", `/v1/lists/${id}`, { name: dice.pick(words) }),
  ),
  on(
    ({ lists }) => lists,
    ({ id }, dice) =>
      call("PATCH", `/v1/lists/${id}/settings`, {
        visibility: dice.pick(["shared", "personal"]),
        favorite: dice.chance(0.5),
        colorKey: dice.pick(["leaf", null]),
      }),
  ),
  on(
    ({ lists }) => lists,
    ({ id }, dice, { sections }) => call("PATCH", `/v1/lists/${id}/move`, { sectionId: dice.pick(sections).id }),
  ),
  on(
    ({ lists }) => lists,
    ({ id }) => call("DELETE", `/v1/lists/${id}`),
  ),
  on(
    ({ lists }) => lists,
    ({ id, sectionId }, dice) => call("POST", "/app/lists", { name: dice.pick(words), sectionId, copyOf: id }),
  ),
  on(
    ({ lists }) => lists,
    ({ id }) => call("POST", "/app/list-templates", { listId: id }),
  ),
  on(
    ({ lists }) => lists,
    ({ id }) => call("POST", `/app/lists/${id}/untick`),
  ),
  on(
    ({ lists }) => lists,
    ({ id }, dice) => call("PATCH", `/v1/lists/${id}/cover/visibility`, { hidden: dice.chance(0.5) }),
  ),
  on(
    ({ sections }) => sections.filter((section) => section.lists.length > 1),
    (section, dice) =>
      call("PATCH", "/v1/lists/reorder", {
        sectionId: section.id,
        ids: shuffled(
          dice,
          section.lists.map(({ id }: any) => id),
        ),
      }),
  ),
];

/** Changes of list items. */
export const blocks: Maker[] = [
  ...[0, 1, 2].map(
    (): Maker =>
      on(
        ({ lists }) => lists,
        ({ id, blocks: own }, dice) => {
          const beside = any(dice, own as any[]);
          const where = beside && dice.chance(0.5) ? { [dice.pick(["afterBlockId", "beforeBlockId"])]: beside.id } : {};
          return call("POST", `/v1/lists/${id}/blocks`, {
            type: dice.pick(["task", "task", "header"]),
            content: dice.pick(words),
            ...where,
          });
        },
      ),
  ),
  on(
    ({ blocks: all }) => all.filter(({ type }) => type === "task"),
    ({ id, listId }, dice) =>
      call("POST", `/v1/lists/${listId}/blocks`, { type: "task", content: dice.pick(words), parentId: id }),
  ),
  on(
    ({ blocks: all }) => all.filter(({ type }) => type === "task"),
    ({ id, listId, done }, dice, { members }) =>
      call(
        "PATCH",
        `/v1/lists/${listId}/blocks/${id}`,
        dice.chance(0.5) ? { done: !done } : { memberId: dice.pick(members).id },
      ),
  ),
  on(
    ({ blocks: all }) => all,
    ({ id, listId }, dice) => call("PATCH", `/v1/lists/${listId}/blocks/${id}`, { content: dice.pick(words) }),
  ),
  on(
    ({ blocks: all }) => all,
    ({ id, listId }, dice) =>
      call("PATCH", `/v1/lists/${listId}/blocks/${id}/convert`, {
        type: dice.pick(["task", "header", "paragraph", "divider"]),
      }),
  ),
  on(
    ({ blocks: all }) => all,
    ({ id, listId }, dice, present) =>
      call("PATCH", `/v1/lists/${listId}/blocks/${id}/move`, { targetListId: dice.pick(present.lists).id }),
  ),
  on(
    ({ blocks: all }) => all,
    ({ id, listId }, dice, present) => {
      const target = dice.pick(present.lists);
      const parent = any(dice, target.blocks as any[]);
      const where = parent && dice.chance(0.6) ? { parentId: parent.id } : { parentId: null };
      const operation = { op: "move", blockId: id, targetListId: target.id, ...where };
      return call("POST", `/v1/lists/${listId}/blocks/batch`, { operations: [operation] });
    },
  ),
  on(
    ({ blocks: all }) => all,
    ({ id, listId }) => call("DELETE", `/v1/lists/${listId}/blocks/${id}`),
  ),
  on(
    ({ blocks: all }) => all,
    ({ listId, siblings }, dice) =>
      call("PATCH", `/v1/lists/${listId}/blocks/reorder`, {
        ids: shuffled(
          dice,
          siblings.map(({ id }: any) => id),
        ),
      }),
  ),
];
