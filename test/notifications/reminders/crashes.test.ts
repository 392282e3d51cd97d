import { expect, setDefaultTimeout, test } from "bun:test";
import { second } from "#lib/time.ts";
import { binary } from "../../support/home/program.ts";
import { unexplainedCopies } from "../../support/reminders/copies.ts";
import { runCrashes } from "../../support/reminders/crashes.ts";

setDefaultTimeout(90_000); // Real servers start seven times.

test("Every reminder arrives although the server is killed several times", async () => {
  const outcome = await runCrashes({
    reminders: 200,
    kills: 6,
    leadMs: second,
    windowMs: 5 * second,
    longestLifeMs: 2 * second,
    command: [await binary()],
    seed: 17,
  });
  const { expected, decided, lost, decidedTwice, unexpected, unexplained, copiesOfOtherIds, unfinished } = outcome;
  expect({ expected, decided }).toEqual({ expected: 200, decided: 200 });
  expect({ lost, decidedTwice, unexpected, unexplained, copiesOfOtherIds, unfinished }).toEqual({
    lost: [],
    decidedTwice: 0,
    unexpected: [],
    unexplained: [],
    copiesOfOtherIds: 0,
    unfinished: 0,
  });
  expect(outcome.mostInDoubt).toBeLessThanOrEqual(16);
});

test("A reminder may arrive once, and once more for each crash during which it was being sent", () => {
  const crashes = [
    { sending: new Set(["twice", "once"]) },
    { sending: new Set(["twice"]) },
    { sending: new Set(["another"]) },
  ];
  const arrived = (count: number) => new Map(["never", "once", "twice"].map((name) => [name, count]));
  expect(unexplainedCopies(arrived(1), crashes)).toEqual([]);
  expect(unexplainedCopies(arrived(2), crashes)).toEqual(["never arrived 2 times instead of at most 1"]);
  expect(unexplainedCopies(arrived(3), crashes).length).toBe(2);
  expect(unexplainedCopies(arrived(4), crashes).length).toBe(3);
});
