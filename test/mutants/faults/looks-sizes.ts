/** Faults of sizes. */
import type { Mutant } from "../mutant.ts";

export const mutants: readonly Mutant[] = [
  {
    fault: "A button with an icon is smaller than a finger",
    file: "src/web/ui/controls/button.css",
    find: "    flex: none;\n    inline-size: var(--tap);\n    block-size: var(--tap);\n    border-radius: var(--radius-full);",
    replace: "    flex: none;\n    inline-size: 36px;\n    block-size: 36px;\n    border-radius: var(--radius-full);",
    tests: ["test/browser/tour/phone.test.ts"],
  },
  {
    fault: "An entry of a menu is lower than a finger",
    file: "src/web/ui/overlay/overlay.css",
    find: "    gap: var(--space-3);\n    min-block-size: var(--tap);\n    padding: var(--space-2) var(--space-3);",
    replace: "    gap: var(--space-3);\n    min-block-size: 0;\n    padding: 0 var(--space-3);",
    tests: ["test/browser/tour/phone.test.ts"],
  },
  {
    fault: "A long word of a task makes the page wider than a phone",
    file: "src/web/features/tasks/tasks.css",
    find: "    min-inline-size: 0;\n  }\n\n  .task-facts {",
    replace: "    min-inline-size: 0;\n    overflow-wrap: normal;\n  }\n\n  .task-facts {",
    tests: ["test/browser/tour/phone.test.ts"],
  },
  {
    fault: "A long ingredient makes the page wider than a phone",
    file: "src/web/features/recipes/recipes.css",
    find: "  .recipes-ticks {\n",
    replace: "  .recipes-ticks {\n    overflow-wrap: normal;",
    tests: ["test/browser/tour/phone.test.ts"],
  },
  {
    fault: "Today is wider than a desktop",
    file: "src/web/features/today/today.css",
    find: "  .day {\n    padding: 0;",
    replace: "  .day {\n    min-inline-size: 1500px;\n    padding: 0;",
    tests: ["test/browser/tour/wide.test.ts"],
  },
  {
    fault: "The calendar’s toolbar is wider than an upright tablet",
    file: "src/web/features/chores/chores.css",
    find: "  .chores-day {\n",
    replace: "  .chores-day {\n    min-inline-size: 60rem;\n",
    tests: ["test/browser/tour/wide.test.ts"],
  },
  {
    fault: "A step of the setup is wider than 320 px",
    file: "src/web/features/setup/setup.css",
    find: "  .alone-actions {\n    display: flex;\n    flex-wrap: wrap;\n",
    replace: "  .alone-actions {\n    display: flex;\n",
    tests: ["test/browser/tour/german.test.ts"],
  },
  {
    fault: "A recipe’s head is wider than 320 px",
    file: "src/web/features/recipes/recipes.css",
    find: "  .recipes-head {\n    display: flex;",
    replace: "  .recipes-head {\n    min-inline-size: 350px;\n    display: flex;",
    tests: ["test/browser/tour/german.test.ts"],
  },
  {
    fault: "Large text of a sheet’s head covers its fields",
    file: "src/web/ui/overlay/dialog.css",
    find: "      max-block-size: 40dvh;\n",
    replace: "",
    tests: ["test/browser/tour/german.test.ts"],
  },
  {
    fault: "An invitation’s button is cut with large text",
    file: "src/web/features/settings/settings.css",
    find: "margin-inline-start: min(var(--tap) + 4.75rem, 35%);",
    replace: "margin-inline-start: calc(var(--tap) + 4.75rem);",
    tests: ["test/browser/tour/german.test.ts"],
  },
  {
    fault: "The label of a field is cut in German",
    file: "src/web/ui/controls/field.css",
    find: "  .field-label {\n",
    replace: "  .field-label {\n    max-inline-size: 6ch;\n    overflow: hidden;\n    white-space: nowrap;\n",
    tests: ["test/browser/tour/german.test.ts"],
  },
  {
    fault: "The wall’s plus is too small for a finger",
    file: "src/web/ui/controls/button.css",
    find: "  .icon-button-filled {\n",
    replace: "  .icon-button-filled {\n    inline-size: 30px;\n    block-size: 30px;\n",
    tests: ["test/browser/tour/wall.test.ts"],
  },
];
