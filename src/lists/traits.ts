import { type FeatureTraits, recordColumns, shown } from "#platform/traits.ts";

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
      columns: { ...shown("id", "name", "position"), ...recordColumns },
    },
    list: {
      undo,
      positionScope: ["sectionId"],
      live: "list",
      columns: {
        ...shown("id", "sectionId", "position", "name", "visibility"),
        ownerId: "member",
        ...shown("icon", "colorKey", "favorite", "hideDone"),
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
        ...shown("listId", "parentId", "position", "type", "content", "done", "dueDate"),
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
        ...shown("name", "icon", "colorKey"),
        coverFile: "coverFile",
        ...shown("coverHidden", "coverAttribution", "items"),
        ...recordColumns,
      },
    },
  },
  virtualTables: {},
} as const satisfies FeatureTraits;
