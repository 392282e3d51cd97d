/** Faults of texts: not translated, or not shown as text. */
import type { Mutant } from "../mutant.ts";

export const mutants: readonly Mutant[] = [
  {
    fault: "A text of the keys’ settings is not translated",
    file: "src/web/features/settings/keys/integrations.tsx",
    find: "intro={text.intro}",
    replace: 'intro="Programs with a key may read and change things."',
    tests: ["test/browser/tour/pseudo.test.ts"],
  },
  {
    fault: "A button’s label is not translated",
    file: "src/web/features/calendar/toolbar.tsx",
    find: "aria-label={calendar.before[view]}",
    replace: 'aria-label="Go backwards"',
    tests: ["test/browser/tour/pseudo.test.ts"],
  },
  {
    fault: "Today reaches out of the page from right to left",
    file: "src/web/features/today/today.css",
    find: "  .today-header {\n    display: grid;",
    replace: "  .today-header {\n    margin-left: -5rem;\n    display: grid;",
    tests: ["test/browser/tour/pseudo.test.ts"],
  },
  {
    fault: "A longer word is cut in a button",
    file: "src/web/ui/controls/button.css",
    find: "  .button-text {",
    replace: "  .button-text {\n    max-inline-size: 7ch;\n    overflow: hidden;\n    white-space: nowrap;",
    tests: ["test/browser/tour/pseudo.test.ts"],
  },
  {
    fault: "A screen is in English on a German phone",
    file: "src/web/features/settings/notifications/channels.tsx",
    find: "intro={words.intro}",
    replace: 'intro="These reach you wherever you are."',
    tests: ["test/browser/tour/german.test.ts"],
  },
  {
    fault: "A task’s label is markup",
    file: "src/web/features/tasks/task-row.tsx",
    find: '<span className="task-label">{task.label}</span>',
    replace: '<span className="task-label" dangerouslySetInnerHTML={{ __html: task.label }} />',
    tests: ["test/browser/tour/phone.test.ts"],
  },
  {
    fault: "A recipe’s notes are markup",
    file: "src/web/features/recipes/recipe-screen.tsx",
    find: '<p className="recipes-notes">{recipe.notes}</p>',
    replace: '<p className="recipes-notes" dangerouslySetInnerHTML={{ __html: recipe.notes }} />',
    tests: ["test/browser/tour/phone.test.ts"],
  },
  {
    fault: "An event’s title is markup in the week",
    file: "src/web/features/calendar/grid/event-block.tsx",
    find: '<span className="calendar-event-title">{event.title}</span>',
    replace: '<span className="calendar-event-title" dangerouslySetInnerHTML={{ __html: event.title }} />',
    tests: ["test/browser/tour/phone.test.ts"],
  },
];
