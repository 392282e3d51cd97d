/** Faults of forms that the server refuses. */
import type { Mutant } from "../mutant.ts";

const tests = ["test/browser/forms/forms.test.ts"];

export const mutants: readonly Mutant[] = [
  {
    fault: "A refused form does not focus the field at fault",
    file: "src/web/forms/form.tsx",
    find: "    first?.focus({ preventScroll: true });\n",
    replace: "",
    tests,
  },
  {
    fault: "A form counts its mistakes wrongly",
    file: "src/web/forms/form.tsx",
    find: "common.fieldsAtFault(messages.length)",
    replace: "common.fieldsAtFault(messages.length + 1)",
    tests,
  },
  {
    fault: "A form leaves the field at fault out of sight",
    file: "src/web/forms/form.tsx",
    find: '    first?.scrollIntoView({ block: "center" });\n',
    replace: "",
    tests,
  },
  {
    fault: "A refusal is not shown at the field that the server names",
    file: "src/web/forms/use-draft.ts",
    find: 'failure.field?.split(/[.[]/, 1)[0]) || "form"',
    replace: 'failure.field?.split(/[.[]/, 1)[1]) || "form"',
    tests,
  },
  {
    fault: "A closed form closes the next one when the server answers",
    file: "src/web/forms/use-draft.ts",
    find: "return isShown.current && sent ?",
    replace: "return sent ?",
    tests,
  },
  {
    fault: "A refusal is shown in the form and as a toast",
    file: "src/web/forms/use-draft.ts",
    find: "        if (isShown.current) toasts.dismissTopics(handles.map(({ id }) => id));\n",
    replace: "",
    tests,
  },
  {
    fault: "A form is sent with mistakes",
    file: "src/web/forms/use-draft.ts",
    find: "    if (!isRight) setFailedTries((count) => count + 1);\n    return isRight;",
    replace: "    return true;",
    tests,
  },
];
