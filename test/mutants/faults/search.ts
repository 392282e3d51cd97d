/** Faults of the search, and of text that somebody is typing. */
import type { Mutant } from "../mutant.ts";

const tests = ["test/browser/search.test.ts"];

export const mutants: readonly Mutant[] = [
  {
    fault: "The first Escape closes the search instead of clearing it",
    file: "src/web/features/search/search-sheet.tsx",
    find: '      event.preventDefault();\n      return type("");\n',
    replace: "",
    tests,
  },
  {
    fault: "Enter opens the first result instead of the chosen one",
    file: "src/web/features/search/search-sheet.tsx",
    find: "setChosen((next + items.length) % items.length);",
    replace: "setChosen(0);",
    tests,
  },
  {
    fault: "The search leaves out the events of a day that somebody names",
    file: "src/web/features/search/use-groups.tsx",
    find: "    ...placed(day, timeZone).map((each) => {",
    replace: "    ...placed(day, timeZone).slice(9).map((each) => {",
    tests,
  },
  {
    fault: "The search does not say that it needs the server",
    file: "src/web/features/search/search-sheet.tsx",
    find: 'if (state === "failed") return words.offline;\n',
    replace: "\n",
    tests,
  },
  {
    fault: "The search offers settings to a child that it cannot open",
    file: "src/web/features/settings/model/parts.ts",
    find: "settingsParts[name].roles.includes(role)",
    replace: "settingsParts[name].roles.length > 0",
    tests,
  },
  {
    fault: "The name of a new dish is markup while somebody writes it",
    file: "src/web/features/meals/picker-sheet.tsx",
    find: '<span className="meals-pick-name">{name}</span>',
    replace: '<span className="meals-pick-name" dangerouslySetInnerHTML={{ __html: name }} />',
    tests: ["test/browser/tour/wide.test.ts"],
  },
];
