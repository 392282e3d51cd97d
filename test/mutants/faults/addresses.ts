/** Faults of what is open over a screen, and of its address. */
import type { Mutant } from "../mutant.ts";

const tests = ["test/browser/open-in-address.test.ts"];
const file = "src/web/shell/use-overlay.ts";

export const mutants: readonly Mutant[] = [
  {
    fault: "Closing what a screen has opened adds a step to the history",
    file,
    find: "if (isOwn()) goingBack().start();",
    replace: "if (isOwn()) replace({});",
    tests,
  },
  {
    fault: "A second Escape leaves the screen",
    file,
    find: "        if (goingBack().isRunning()) return;\n",
    replace: "",
    tests,
  },
  {
    fault: "No sheet closes any more once the browser did not go back",
    file,
    find: "const goingBackMs = 500;",
    replace: "const goingBackMs = 500_000;",
    tests,
  },
  {
    fault: "Opening something drops the filter of its screen",
    file,
    find: "const params = new URLSearchParams(location.search);",
    replace: "const params = new URLSearchParams();",
    tests,
  },
  {
    fault: "Closing what a link has opened leaves the screen",
    file,
    find: "        if (isOwn()) goingBack().start();\n        else replace({});\n",
    replace: "        goingBack().start();\n",
    tests,
  },
  {
    fault: "Opening something replaces the entry of its screen",
    file,
    find: "navigate(to(values), { state: { overlay: key } satisfies State })",
    replace: "navigate(to(values), { replace: true, state: { overlay: key } satisfies State })",
    tests,
  },
  {
    fault: "A late answer of the server closes the sheet that was opened meanwhile",
    file,
    find: "      if (Object.entries(value).every(([name, each]) => each === now[name])) actions.close();\n",
    replace: "      if (now !== null) actions.close();\n",
    tests,
  },
];
