/** Faults of Today, the chores and the wall. */
import type { Mutant } from "../mutant.ts";

const today = ["test/browser/today.test.ts"];

export const mutants: readonly Mutant[] = [
  {
    fault: "The day begins with the next event, although another one runs",
    file: "src/web/features/today/model/timeline.ts",
    find: "const next = running ?? open.find(",
    replace: "const next = open.find(",
    tests: [...today, "test/web/today/timeline.test.ts"],
  },
  {
    fault: "Today shows the events of the others among one's own",
    file: "src/web/features/today/model/timeline.ts",
    find: "event.memberIds.includes(memberId) || (isGeneral && event.isGeneral)",
    replace: "event.memberIds.includes(memberId) || true",
    tests: ["test/web/today/timeline.test.ts"],
  },
  {
    fault: "A ticked row goes at once",
    file: "src/web/features/today/model/leaving.ts",
    find: "rows.splice(at, 0, { entry: finished, isLeaving: true });",
    replace: "",
    tests: ["test/web/today/timeline.test.ts"],
  },
  {
    fault: "An adult who ticks a chore for anyone gets its stars",
    file: "src/web/features/chores/model/ticking.ts",
    find: "(isAdult(actor) ? obviousCompleter(occurrence) : actor.id)",
    replace: "actor.id",
    tests: ["test/browser/chores.test.ts"],
  },
  {
    fault: "Confetti is thrown although the member wants less motion",
    file: "src/web/features/chores/model/confetti.ts",
    find: "  if (motion.matches) return;\n",
    replace: "",
    tests: ["test/browser/chores.test.ts"],
  },
  {
    fault: "The chores of an earlier day are those of today",
    file: "src/web/features/chores/model/ticking.ts",
    find: "  const isPast = day < today;",
    replace: "  const isPast = false;",
    tests: ["test/browser/chores.test.ts"],
  },
  {
    fault: "A tick does not go on to the next of the chores one by one",
    file: "src/web/features/chores/kid-mode/kid-mode.tsx",
    find: "if (!occurrence.completion) goTo(at + 1);",
    replace: "",
    tests: ["test/browser/chores.test.ts"],
  },
  {
    fault: "A chore that is paused stays on the board",
    file: "src/web/features/chores/board.tsx",
    find: "patch: { active: false }",
    replace: "patch: { active: true }",
    tests: ["test/browser/chores.test.ts"],
  },
  {
    fault: "A wall remembers for ten minutes who was there",
    file: "src/web/features/wall/model/identity.ts",
    find: "const rememberedMs = 60_000;",
    replace: "const rememberedMs = 600_000;",
    tests: ["test/browser/wall/ticking.test.ts"],
  },
  {
    fault: "A wall offers everybody, whoever may tick",
    file: "src/web/people/actor.ts",
    find: "members.filter((member) => mayTick(member, owners))",
    replace: "members.filter(() => true)",
    tests: ["test/browser/wall/ticking.test.ts"],
  },
  {
    fault: "A wall forgets what was typed when it rests",
    file: "src/web/features/wall/model/kept-draft.ts",
    find: "if (isTyped) keepDraft(draft);",
    replace: "if (isTyped) keepDraft(null);",
    tests: ["test/browser/wall/adding.test.ts"],
  },
  {
    fault: "An event that is added at the wall is for nobody",
    file: "src/web/features/wall/add/event-form.tsx",
    find: "newDraft(defaultSpan(now.day, now), [member.id])",
    replace: "newDraft(defaultSpan(now.day, now), [])",
    tests: ["test/browser/wall/adding.test.ts"],
  },
  {
    fault: "A wall keeps its size of text only until it is loaded again",
    file: "src/web/features/wall/model/use-wall-look.ts",
    find: '  setPreference("wall-text-size", next);\n',
    replace: "",
    tests: ["test/browser/wall/tablet.test.ts"],
  },
  {
    fault: "The PIN of a wall can be guessed without a wait",
    file: "src/web/features/wall/model/pin.ts",
    find: "until: now + waitAfter(wrong)",
    replace: "until: now",
    tests: ["test/browser/wall/tablet.test.ts"],
  },
  {
    fault: "A wall that nobody touches stays at its screen",
    file: "src/web/features/wall/screen.tsx",
    find: '        navigate("/", { replace: true });\n',
    replace: "",
    tests: ["test/browser/wall/tablet.test.ts"],
  },
];
