/** Faults of the check-ins. */
import type { Mutant } from "../mutant.ts";

const tests = ["test/browser/check-ins.test.ts"];

export const mutants: readonly Mutant[] = [
  {
    fault: "An adult is listed among the others who are asked",
    file: "src/web/features/check-ins/screen.tsx",
    find: "slot.has(id) && id !== viewer?.id",
    replace: "slot.has(id)",
    tests,
  },
  {
    fault: "An adult reads the questions about another member as if they were asked",
    file: "src/web/features/check-ins/model/wording.ts",
    find: "question: (slot: Question) => aboutQuestion(slot, name, text)",
    replace: "question: ({ question }: Question) => question",
    tests,
  },
  {
    fault: "An answer without a face shows no message",
    file: "src/web/features/check-ins/model/use-answer.ts",
    find: "setMissing(true);",
    replace: "setMissing(false);",
    tests,
  },
  {
    fault: "The history offers to answer any day",
    file: "src/web/features/check-ins/model/schedule.ts",
    find: "const daysBack = 6;",
    replace: "const daysBack = 30;",
    tests,
  },
  {
    fault: "The history begins with its earliest day in sight",
    file: "src/web/features/check-ins/history.tsx",
    find: "if (current) current.scrollLeft =",
    replace: "if (current) current.scrollTop =",
    tests,
  },
  {
    fault: "A preset is stored with the words of the app’s language",
    file: "src/web/features/check-ins/model/writes.ts",
    find: 'checkIn.presetKey === "custom" ? checkIn : asPreset(checkIn)',
    replace: "checkIn",
    tests,
  },
];
