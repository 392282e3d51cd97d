/** Faults of sheets that others change, of undo by keys, of updates, and of notifications. */
import type { Mutant } from "../mutant.ts";

const together = ["test/browser/editing-together/editing-together.test.ts"];
const undo = ["test/browser/undo.test.ts"];
const updates = ["test/browser/updates.test.ts"];
const worker = ["test/browser/service-worker.test.ts"];

export const mutants: readonly Mutant[] = [
  {
    fault: "A sheet sends fields that only others have changed",
    file: "src/web/forms/merge.ts",
    find: "return changed.length === 0 ? null : picked(after, changed.flat());",
    replace: "return changed.length === 0 ? null : ({ ...after } as Partial<Fields>);",
    tests: together,
  },
  {
    fault: "A sheet does not follow others in fields that nobody has touched",
    file: "src/web/forms/merge.ts",
    find: "if (isSame(base, draft)) Object.assign(next.draft, picked(record, unit));",
    replace: "if (isSame(base, draft)) Object.assign(next.draft, {});",
    tests: together,
  },
  {
    fault: "A sheet overwrites silently what both have changed",
    file: "src/web/forms/merge.ts",
    find: "      clashes.push(...unit.slice(0, 1));\n",
    replace: "",
    tests: together,
  },
  {
    fault: "The text of somebody else that is taken does not replace the own one",
    file: "src/web/forms/merge.ts",
    find: "draft: takes ? { ...draft, ...theirs } : draft };",
    replace: "draft };",
    tests: together,
  },
  {
    fault: "A sheet closes when its record is deleted",
    file: "src/web/forms/use-open-record.tsx",
    find: "return last.current?.key === key ? { value: last.current.value, isDeleted: !found } : null;",
    replace: "return found && key !== null ? { value: found, isDeleted: false } : null;",
    tests: together,
  },
  {
    fault: "Ctrl+Shift+Z undoes once more",
    file: "src/web/routes.tsx",
    find: "if (event.shiftKey) redoLast();",
    replace: "if (event.shiftKey) takeBackLast();",
    tests: undo,
  },
  {
    fault: "A child learns of an upgrade",
    file: "src/web/shell/previous-version.ts",
    find: "const id = isAdult ? viewer?.id : undefined;",
    replace: "const id = isAdult || viewer ? viewer?.id : undefined;",
    tests: updates,
  },
  {
    fault: "A failed check for new versions looks like a good one",
    file: "src/web/features/settings/about/about.tsx",
    find: "  if (fault !== null) return <p>{updates.failed}</p>;\n",
    replace: "",
    tests: updates,
  },
  {
    fault: "Done on a notification is lost while the server is away",
    file: "src/web/worker/actions.ts",
    find: "const isKept = await environment.kept.put(entry.id, entry);",
    replace: "const isKept = true;",
    tests: worker,
  },
  {
    fault: "Done on a notification is sent again and again",
    file: "src/web/worker/actions.ts",
    find: "  await environment.kept.remove(entry.id);\n",
    replace: "",
    tests: worker,
  },
  {
    fault: "A click on a notification opens a second window",
    file: "src/web/worker/actions.ts",
    find: "if (!window) return void (await environment.openWindow(address));",
    replace: "if (window !== null) return void (await environment.openWindow(address));",
    tests: worker,
  },
];
