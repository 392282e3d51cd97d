/** Faults that journeys across the areas find. */
import type { Mutant } from "../mutant.ts";

export const mutants: readonly Mutant[] = [
  {
    fault: "An element that moves to another group loses the focus",
    file: "src/web/shell/recover-focus.ts",
    find: "replacementOf(element, main) ?? nearest(beside, main)",
    replace: "nearest(beside, main)",
    tests: ["test/browser/keyboard.test.ts"],
  },
  {
    fault: "A removed element gives the focus to the heading",
    file: "src/web/shell/recover-focus.ts",
    find: "nearest(beside, main) ?? nearest(above, main) ?? heading",
    replace: "heading",
    tests: ["test/browser/keyboard.test.ts"],
  },
  {
    fault: "A removed element gives the focus to nothing",
    file: "src/web/shell/recover-focus.ts",
    find: "    targetFor(last)?.focus({ preventScroll: true });\n",
    replace: "",
    tests: ["test/browser/keyboard.test.ts"],
  },
  {
    fault: "The address of a chore opens its form",
    file: "src/platform/activity/record-address.ts",
    find: "/chores?chore=",
    replace: "/chores?edit=",
    tests: ["test/browser/record-addresses.test.ts"],
  },
  {
    fault: "The address of an item opens all lists",
    file: "src/platform/activity/record-address.ts",
    find: "/lists?item=",
    replace: "/lists?line=",
    tests: ["test/browser/record-addresses.test.ts"],
  },
  {
    fault: "A member can undo what the former member of the browser has changed",
    file: "src/web/sync/undo.ts",
    find: "  signing.onForget(clearStacks);\n",
    replace: "",
    tests: ["test/browser/journey-edges.test.ts"],
  },
  {
    fault: "A reload loses the text of the set-up",
    file: "src/web/features/setup/steps/draft-shelf.ts",
    find: "sessionStorage.setItem(key, JSON.stringify(value))",
    replace: "sessionStorage.removeItem(key)",
    tests: ["test/browser/setting-up.test.ts"],
  },
  {
    fault: "The set-up keeps the password in the browser's storage",
    file: "src/web/features/setup/steps/first-steps.tsx",
    find: "const { password: _, ...kept } = { ...draft, ...patch };",
    replace: "const kept = { ...draft, ...patch };",
    tests: ["test/browser/setting-up.test.ts"],
  },
  {
    fault: "The files of an old build stay in the cache",
    file: "src/web/worker/service-worker.ts",
    find: "name.startsWith(prefix) && name !== shell.name",
    replace: 'name.startsWith(prefix) && name === ""',
    tests: ["test/browser/page.test.ts"],
  },
];
