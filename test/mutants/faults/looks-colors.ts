/** Faults of colours and names. */
import type { Mutant } from "../mutant.ts";

export const mutants: readonly Mutant[] = [
  {
    fault: "Faint text has too little contrast in the light",
    file: "src/web/styles/tokens.css",
    find: "--ink-faint: light-dark(#75655a, #a99a8d)",
    replace: "--ink-faint: light-dark(#b8ada4, #a99a8d)",
    tests: ["test/browser/tour/phone.test.ts"],
  },
  {
    fault: "Soft text has too little contrast in the dark",
    file: "src/web/styles/tokens.css",
    find: "--ink-soft: light-dark(#65554a, #c9b9ab)",
    replace: "--ink-soft: light-dark(#65554a, #6d6259)",
    tests: ["test/browser/tour/phone.test.ts"],
  },
  {
    fault: "The circle of a task is too pale in the light",
    file: "src/web/styles/tokens.css",
    find: "--line-strong: light-dark(#948375, #8d7c6f)",
    replace: "--line-strong: light-dark(#cfc4ba, #8d7c6f)",
    tests: ["test/browser/tour/phone.test.ts"],
  },
  {
    fault: "The circle of a task is too dark in the dark",
    file: "src/web/ui/controls/choice.css",
    find: "border: 2px solid var(--person-edge, var(--line-strong));",
    replace: "border: 2px solid light-dark(var(--person-edge, var(--line-strong)), #4a403a);",
    tests: ["test/browser/tour/phone.test.ts"],
  },
  {
    fault: "A chore’s name is markup",
    file: "src/web/features/chores/parts/chore-card.tsx",
    find: '<span className="chore-name">{chore.name}</span>',
    replace: '<span className="chore-name" dangerouslySetInnerHTML={{ __html: chore.name }} />',
    tests: ["test/browser/tour/phone.test.ts"],
  },
  {
    fault: "The calendar’s button for the next page has no name",
    file: "src/web/features/calendar/toolbar.tsx",
    find: "aria-label={calendar.after[view]} ",
    replace: "",
    tests: ["test/browser/tour/phone.test.ts"],
  },
  {
    fault: "A sheet has no name",
    file: "src/web/ui/overlay/sheet.tsx",
    find: "      aria-labelledby=",
    replace: "      data-title=",
    tests: ["test/browser/tour/phone.test.ts"],
  },
  {
    fault: "A page that does not exist has no main heading",
    file: "src/web/shell/not-found.tsx",
    find: "      level={1}\n",
    replace: "",
    tests: ["test/browser/tour/phone.test.ts"],
  },
  {
    fault: "A chosen person looks like the others with forced colours",
    file: "src/web/people/person-buttons.css",
    find: '    .person-face[aria-pressed="true"] {\n      outline: 3px solid Highlight;',
    replace: '    .person-face[aria-pressed="true"] {\n      outline: none;',
    tests: ["test/browser/tour/wide.test.ts"],
  },
  {
    fault: "Every chore shows a tick with forced colours",
    file: "src/web/features/chores/parts/chore.css",
    find: "    .chore:not(.chore-done) .chore-tick > .lucide {\n      visibility: hidden;",
    replace: "    .chore:not(.chore-done) .chore-tick > .lucide {\n      visibility: visible;",
    tests: ["test/browser/tour/wide.test.ts"],
  },
  {
    fault: "Today looks like the other days with forced colours",
    file: "src/web/features/calendar/month/month.css",
    find: "    .calendar-day-button.is-today > strong {\n      outline: 2px solid Highlight;",
    replace: "    .calendar-day-button.is-today > strong {\n      outline: none;",
    tests: ["test/browser/tour/wide.test.ts"],
  },
];
