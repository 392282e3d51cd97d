import { type FeatureTraits, recordColumns } from "#platform/traits.ts";

const undo = { scope: "lists.write", adultsOnly: false } as const;

export const traits = {
  subjects: {
    section: { search: null },
    list: { search: { scope: "lists.read" } },
    block: { search: { scope: "lists.read" } },
    list_template: { search: null },
  },
  tables: {
    listSection: {
      undo,
      positionScope: [],
      live: "section",
      columns: { id: "shown", name: "shown", position: "shown", ...recordColumns },
    },
    list: {
      undo,
      positionScope: ["sectionId"],
      live: "list",
      columns: {
        id: "shown",
        sectionId: "shown",
        position: "shown",
        name: "shown",
        visibility: "shown",
        ownerId: "member",
        icon: "shown",
        colorKey: "shown",
        favorite: "shown",
        hideDone: "shown",
        coverFile: "coverFile",
        coverHidden: "shown",
        coverAttribution: "shown",
        ...recordColumns,
      },
    },
    block: {
      undo,
      positionScope: ["listId", "parentId"],
      live: "block",
      columns: {
        id: "shown",
        idTail: "internal",
        listId: "shown",
        parentId: "shown",
        position: "shown",
        type: "shown",
        content: "shown",
        done: "shown",
        dueDate: "shown",
        memberId: "member",
        ...recordColumns,
      },
    },
    listTemplate: {
      undo: { scope: null, adultsOnly: false },
      positionScope: null,
      live: "list_template",
      columns: {
        id: "shown",
        ownerId: "member",
        name: "shown",
        icon: "shown",
        colorKey: "shown",
        coverFile: "coverFile",
        coverHidden: "shown",
        coverAttribution: "shown",
        items: "shown",
        ...recordColumns,
      },
    },
  },
  virtualTables: {},
} as const satisfies FeatureTraits;
