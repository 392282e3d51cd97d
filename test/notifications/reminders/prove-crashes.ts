/**
 * `bun run prove:crashes`: kills a server 200 times while it decides and sends 10,000 reminders. Takes about ten minutes.
 * Environment: REMINDERS, KILLS, SEED, SECONDS (the longest life of a server), and TEST_BINARY for a built binary.
 */
import { second } from "#lib/time.ts";
import { binary, endPrograms } from "../../support/home/program.ts";
import { runCrashes } from "../../support/reminders/crashes.ts";

const kills = Number(process.env.KILLS ?? 200);
const longestLifeMs = Number(process.env.SECONDS ?? 3) * second;
/** Within it most kills happen. The rest find only what is queued. */
const windowMs = kills * 1_500;

try {
  const outcome = await runCrashes({
    reminders: Number(process.env.REMINDERS ?? 10_000),
    kills,
    leadMs: 20 * second,
    windowMs,
    longestLifeMs,
    command: [await binary()],
    seed: Number(process.env.SEED ?? 1),
    log: console.log,
  });
  const { expected, decided, lost, decidedTwice, unexpected, arrived, copies, unexplained } = outcome;
  const inDoubt = outcome.crashes.filter(({ sending }) => sending.size > 0).length;
  console.log(`${expected} reminders expected, ${decided} decided: ${lost.length} lost, ${decidedTwice} decided twice`);
  console.log(`${kills} kills, ${inDoubt} of them with rows in doubt, at most ${outcome.mostInDoubt} rows in one`);
  console.log(
    `${arrived} deliveries arrived, ${copies} copies: ${unexplained.length} deliveries with more than the crashes allow`,
  );
  if (outcome.lateAnswers > 0) console.log(`${outcome.lateAnswers} answers of this process took over a second`);
  console.log(`${outcome.maybeSent} rows say that they may have been sent twice`);
  const wrong = [...lost, ...unexpected, ...unexplained];
  for (const line of wrong.slice(0, 20)) console.log(`  ${line}`);
  const isRight = wrong.length + decidedTwice + outcome.copiesOfOtherIds + outcome.unfinished === 0;
  if (!isRight || outcome.mostInDoubt > 16) process.exitCode = 1;
} finally {
  endPrograms();
}
