/**
 * Random edits here and at Google, of events and of their instances. When it is quiet, both sides are equal, with at most
 * a fifth more requests than the fewest possible: a request for each page of each list, and one for each event or
 * instance that differs at Google afterwards because of us. GOOGLE_ACCOUNT_SEQUENCES sets the number of sequences,
 * GOOGLE_SEED the first seed. This run is a sample; `bun run prove:google` runs 300, with and without faults.
 */
import { expect, test } from "bun:test";
import type { GoogleEvent } from "../../../support/google/events.ts";
import type { FakeGoogle } from "../../../support/google/google.ts";
import { connectedGoogle, type GoogleHome } from "../../../support/google/home.ts";
import { type Dice, diceFrom } from "../../../support/random/rules.ts";
import { googleSide } from "../sequences/google-side.ts";
import { readEvent } from "../sequences/remote-edits.ts";
import { playSequence, type Stage, shown } from "../sequences/sequence.ts";

const sequences = Number(process.env.GOOGLE_ACCOUNT_SEQUENCES ?? 2);
const first = Number(process.env.GOOGLE_SEED ?? 1);
const mostRuns = 10;
const writes = ["insert", "patch", "delete"];
const ofCalendar = [...writes, "list", "get", "instances"];

type Requests = { made: number; fewest: number; expired: number; faults: number };

function contentsOf({ events }: GoogleHome): Map<string, string> {
  const all = events.all(0);
  const gone = new Set(all.flatMap(({ id, status }) => (status === "cancelled" ? (id ?? "") : [])));
  const left = all.filter(({ recurringEventId }) => !gone.has(recurringEventId ?? ""));
  const contentOf = ({ etag: _, updated: __, ...rest }: GoogleEvent) => JSON.stringify(rest);
  return new Map(left.map((each) => [each.id ?? "", contentOf(each)]));
}

/** Returns how many requests will fail. */
function breakThings({ google }: GoogleHome, dice: Dice): number {
  if (dice.chance(0.3)) google.expireSyncTokens();
  if (dice.chance(0.3)) google.expireAccessToken();
  const refusals: readonly Parameters<FakeGoogle["failNext"]>[] = [
    ["patch", 412, "conditionNotMet"],
    ["delete", 412, "conditionNotMet"],
    ["insert", 409, "duplicate"],
    ["list", 403, "rateLimitExceeded"],
    ["patch", 403, "rateLimitExceeded"],
  ];
  const refused = refusals.filter(() => dice.chance(0.25));
  for (const each of refused) google.failNext(...each);
  const lost = (["insert", "patch", "delete"] as const).filter(() => dice.chance(0.25));
  for (const each of lost) google.loseNextAnswer(each);
  return refused.length + lost.length;
}

/** Checks that each stored base text is the state at Google. Otherwise later merges would decide wrongly. */
async function checkBases({ home }: GoogleHome, side: Stage["side"]): Promise<void> {
  const there = await side.read();
  const sql = "SELECT remote_id AS id, base FROM calendar_link WHERE household_id = ? AND event_id IS NOT NULL";
  const seen = (text: string | undefined) => {
    const event = readEvent(text ?? "", home.clock.now);
    return event && shown(event);
  };
  for (const { id, base } of home.db.$client.query(sql).all(home.id) as { id: string; base: string }[]) {
    if (seen(base) === seen(there.get(id))) continue;
    throw new Error(`${id} is known as\n${seen(base)}\nand there it is\n${seen(there.get(id))}`);
  }
}

async function stageOf(dice: Dice, isFaulty: boolean, requests: Requests): Promise<Stage> {
  const all = await connectedGoogle("both", { privacy: "full" });
  const { home, google, events, target, sync, pass, calendar } = all;
  google.pageSize = 3;
  events.keepsFittingExceptions = dice.chance(0.5);
  const side = googleSide(events);
  /** Synchronises until a run has only one response, which contains no changes. */
  async function syncUntilIdle(): Promise<void> {
    let faults = 0;
    if (isFaulty) faults = breakThings(all, dice);
    else if (dice.chance(0.15)) {
      google.expireSyncTokens();
      requests.expired++;
    }
    const before = contentsOf(all);
    google.takeCounts();
    let seen: (typeof google.seen)[number][] = [];
    for (let runs = 1; ; runs++) {
      const { error } = await sync();
      const run = google.seen.splice(0);
      seen = [...seen, ...run];
      const isQuiet = error === null && run.length === 1 && (await calendar()).failures.length === 0;
      if (isQuiet) break;
      if (runs === mostRuns) throw new Error(`not quiet: ${JSON.stringify([error, await calendar()])}`);
    }
    await checkBases(all, side);
    faults -= google.dropFailures();
    requests.faults += faults;
    for (const { kind, query } of seen) {
      if (writes.includes(kind) && query.get("sendUpdates") !== "none") throw new Error(`${kind} may send mail`);
    }
    const after = contentsOf(all);
    const lists = seen.filter(({ kind }) => kind === "list").length;
    requests.made += seen.filter(({ kind }) => ofCalendar.includes(kind)).length;
    requests.fewest += lists + [...after].filter(([id, content]) => before.get(id) !== content).length;
  }
  return { home, target, pass, side, syncUntilIdle };
}

test.each([false, true])(
  `All ${sequences} random sequences of 40 edits leave the same events in app and Google; faults: %p`,
  async (isFaulty) => {
    const requests: Requests = { made: 0, fewest: 0, expired: 0, faults: 0 };
    const total = { checked: 0, events: 0, exceptions: 0 };
    for (let seed = first; seed < first + sequences; seed++) {
      const dice = diceFrom(seed);
      try {
        const { checked, events, exceptions } = await playSequence(
          await stageOf(dice, isFaulty, requests),
          dice,
          40,
          seed,
        );
        total.checked += checked;
        total.events += events;
        total.exceptions += exceptions;
      } catch (error) {
        throw new Error(`seed ${seed}: ${(error as Error).message}`);
      }
    }
    if (process.env.GOOGLE_ACCOUNT_SEQUENCES) console.info(JSON.stringify({ isFaulty, ...total, ...requests }));
    expect(total.checked).toBeGreaterThan(15 * sequences);
    // After a fault, what is there must be read, and the request made again.
    expect(requests.made / (requests.fewest + 2 * requests.faults)).toBeLessThanOrEqual(1.2);
  },
  3_600_000,
);
