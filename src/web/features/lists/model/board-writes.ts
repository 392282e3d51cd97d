import { send } from "#web/sync/api/client.ts";
import { type Effect, fetched } from "#web/sync/source.ts";
import { write } from "#web/sync/write.ts";
import { isRefusalOf, reapplied, sendWithFallback } from "./resend.ts";
import { boardSource, type List, type ListSummary, listSource, type Section } from "./source.ts";
import { countsOf, inOrder, onList, onOneList, onSections, previewOf } from "./tree.ts";

export const unsaved = {
  createdAt: "",
  updatedAt: "",
  createdBy: { kind: "system", id: null, name: "", agentName: null },
} as const;

type Named = { id: string; name: string };

/**
 * Function for the property `lists` of a write that changes the items or settings of one list. Returns the id of this
 * list.
 */
export const thisList = ({ id }: { id: string }): readonly string[] => [id];
/**
 * Function for the property `lists` of a write that changes the order of lists. Returns no ids, because such a write
 * changes neither the items nor the settings of a list.
 */
const noList = (): readonly string[] => [];

export function onSection(id: string, change: (section: Section) => Section): Effect {
  return onSections((sections) => sections.map((each) => (each.id === id ? change(each) : each)));
}

/** Creates a section. `id` is provisional until the server responds. */
export const createSection = write({
  name: "lists.section.create",
  invalidates: ["section"],
  send: ({ name }: Named, headers, api) => send(api.v1.lists.sections.post({ name }, { headers })),
  label: ({ name }) => name,
  effects: ({ id, name }) => [
    onSections((sections) =>
      sections.some((each) => each.id === id) ? [...sections] : [...sections, { ...unsaved, id, name, lists: [] }],
    ),
  ],
  createdId: (section: { id: string }) => section.id,
  successMessage: ({ lists }, { name }) => lists.toasts.sectionAdded(name),
});

export const renameSection = write({
  name: "lists.section.rename",
  invalidates: ["section"],
  send: ({ id, name }: Named, headers, api) => send(api.v1.lists.sections({ id }).patch({ name }, { headers })),
  label: ({ name }) => name,
  effects: ({ id, name }) => [onSection(id, (section) => ({ ...section, name }))],
  successMessage: ({ lists }, { name }) => lists.toasts.renamed(name),
});

export const deleteSection = write({
  name: "lists.section.delete",
  invalidates: ["section"],
  send: ({ id }: Named, headers, api) => send(api.v1.lists.sections({ id }).delete(undefined, { headers })),
  label: ({ name }) => name,
  effects: ({ id }) => [onSections((sections) => sections.filter((each) => each.id !== id))],
  successMessage: ({ lists }, { name }) => lists.toasts.deleted(name),
  treat404AsDone: true,
});

export const orderSections = write({
  name: "lists.section.order",
  invalidates: ["section"],
  send: ({ ids, moved }: { ids: string[]; moved: string; name: string }, headers, api) =>
    sendWithFallback(
      headers,
      isRefusalOf("ids"),
      (own) => send(api.v1.lists.sections.reorder.patch({ ids }, { headers: own })),
      async (own) => {
        const { sections } = await boardSource.fetch({}, api);
        const order = reapplied(
          ids,
          moved,
          sections.map(({ id }) => id),
        );
        return send(api.v1.lists.sections.reorder.patch({ ids: order }, { headers: own }));
      },
    ),
  label: ({ name }) => name,
  effects: ({ ids }) => [onSections((sections) => inOrder(sections, ids))],
  successMessage: ({ lists }, { name }) => lists.toasts.moved(name),
});

/** Returns the cache updates that add a new list to the board and to the data of {@link listSource}. */
export function onNewList({ blocks, ...list }: List): Effect[] {
  const { open, all } = countsOf(blocks);
  const onBoard = { ...list, remainingCount: open, blockCount: all, openItems: previewOf(blocks) };
  return [
    onSection(list.sectionId, (section) =>
      section.lists.some(({ id }) => id === list.id) ? section : { ...section, lists: [...section.lists, onBoard] },
    ),
    onOneList(list.id, (known) => known ?? { ...list, remainingCount: open, blocks }),
  ];
}

/** Creates a list. `id` is provisional until the server responds. */
export const createList = write({
  name: "lists.create",
  invalidates: ["list"],
  lists: thisList,
  send: (
    { id: _, ...list }: Named & Pick<List, "sectionId" | "visibility"> & Partial<Pick<List, "icon" | "colorKey">>,
    headers,
    api,
  ) => send((list.icon === undefined ? api.v1.lists : api.v1.lists.details).post(list, { headers })),
  label: ({ name }) => name,
  effects: (list) => onNewList({ ...unsaved, ...blank, ...list, blocks: [] }),
  fetched: (list: ListSummary) => [fetched(listSource, { id: list.id }, { ...list, blocks: [] })],
  createdId: (list: ListSummary) => list.id,
  successMessage: ({ lists }, { name }) => lists.toasts.listAdded(name),
});

export const blank = {
  icon: "📝",
  colorKey: null,
  favorite: false,
  hideDone: false,
  cover: {
    kind: "gradient",
    hidden: false,
    url: null,
    gradient: { from: "#e0976a", to: "#c2643a", angle: 135 },
    attribution: null,
  },
  remainingCount: 0,
} satisfies Partial<ListSummary>;

export const renameList = write({
  name: "lists.rename",
  invalidates: ["list"],
  lists: thisList,
  send: ({ id, name }: Named, headers, api) => send(api.v1.lists({ id }).patch({ name }, { headers })),
  label: ({ name }) => name,
  effects: ({ id, name }) => onList(id, (list) => ({ ...list, name })),
  successMessage: ({ lists }, { name }) => lists.toasts.renamed(name),
});

export type ListSettings = Partial<Pick<List, "icon" | "colorKey" | "favorite" | "hideDone" | "visibility">>;

/** Changes the settings of a list. `name` is the list's name, for the toast. */
export const setList = write({
  name: "lists.settings",
  invalidates: ["list"],
  lists: thisList,
  send: ({ id, settings }: Named & { settings: ListSettings }, headers, api) =>
    send(api.v1.lists({ id }).settings.patch(settings, { headers })),
  label: ({ name }) => name,
  effects: ({ id, settings }) => onList(id, (list) => ({ ...list, ...settings })),
  successMessage: ({ lists }, { name, settings }) => lists.toasts.set(name, settings),
});

/** Hides or shows the cover of a list. `name` is the list's name, for the toast. */
export const hideCover = write({
  name: "lists.cover.hide",
  invalidates: ["list"],
  lists: thisList,
  send: ({ id, hidden }: Named & { hidden: boolean }, headers, api) =>
    send(api.v1.lists({ id }).cover.visibility.patch({ hidden }, { headers })),
  label: ({ name }) => name,
  effects: ({ id, hidden }) => onList(id, (list) => ({ ...list, cover: { ...list.cover, hidden } })),
  successMessage: ({ lists }, { name, hidden }) =>
    hidden ? lists.toasts.coverHidden(name) : lists.toasts.coverShown(name),
});

export const deleteList = write({
  name: "lists.delete",
  invalidates: ["list", "block"],
  lists: thisList,
  send: ({ id }: Named, headers, api) => send(api.v1.lists({ id }).delete(undefined, { headers })),
  label: ({ name }) => name,
  effects: ({ id }) => [
    onSections((sections) =>
      sections.map((section) => ({ ...section, lists: section.lists.filter((list) => list.id !== id) })),
    ),
    onOneList(id, () => null),
  ],
  successMessage: ({ lists }, { name }) => lists.toasts.deleted(name),
  treat404AsDone: true,
});

export const moveList = write({
  name: "lists.move",
  invalidates: ["list"],
  lists: thisList,
  send: ({ id, sectionId }: Named & { sectionId: string; section: string }, headers, api) =>
    send(api.v1.lists({ id }).move.patch({ sectionId }, { headers })),
  label: ({ name }) => name,
  effects: ({ id, sectionId }) => [
    onSections((sections) => withListIn(sections, id, sectionId)),
    onOneList(id, (list) => list && { ...list, sectionId }),
  ],
  successMessage: ({ lists }, { name, section }) => lists.toasts.movedTo(name, section),
});

function withListIn(sections: readonly Section[], id: string, sectionId: string): Section[] {
  const list = sections.flatMap(({ lists }) => lists).find((each) => each.id === id);
  if (!list || list.sectionId === sectionId) return [...sections];
  return sections.map((section) => {
    const others = section.lists.filter((each) => each.id !== id);
    return { ...section, lists: section.id === sectionId ? [...others, { ...list, sectionId }] : others };
  });
}

export const orderLists = write({
  name: "lists.order",
  invalidates: ["list"],
  lists: noList,
  send: ({ sectionId, ids, moved }: { sectionId: string; ids: string[]; moved: string; name: string }, headers, api) =>
    sendWithFallback(
      headers,
      isRefusalOf("ids"),
      (own) => send(api.v1.lists.reorder.patch({ sectionId, ids }, { headers: own })),
      async (own) => {
        const { sections } = await boardSource.fetch({}, api);
        const current = sections.find(({ id }) => id === sectionId)?.lists.map(({ id }) => id) ?? [];
        return send(api.v1.lists.reorder.patch({ sectionId, ids: reapplied(ids, moved, current) }, { headers: own }));
      },
    ),
  label: ({ name }) => name,
  effects: ({ sectionId, ids }) => [
    onSection(sectionId, (section) => ({ ...section, lists: inOrder(section.lists, ids) })),
  ],
  successMessage: ({ lists }, { name }) => lists.toasts.moved(name),
});
