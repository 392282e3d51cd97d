import { type FeatureTraits, recordColumns } from "#platform/traits.ts";

export const traits = {
  subjects: { task: { search: { scope: "tasks.read" } } },
  tables: {
    task: {
      undo: { scope: "tasks.write", adultsOnly: false },
      positionScope: null,
      live: "task",
      columns: {
        id: "shown",
        idTail: "internal",
        label: "shown",
        memberId: "member",
        dueDate: "shown",
        dueOrder: "internal",
        completedAt: "shown",
        dueTime: "shown",
        notes: "shown",
        reminderMinutesList: "shown",
        isPriority: "shown",
        ...recordColumns,
      },
    },
  },
  virtualTables: {},
} as const satisfies FeatureTraits;
