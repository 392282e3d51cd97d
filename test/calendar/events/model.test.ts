/**
 * Random sequences of edits over HTTP, compared after each edit with a slow, simple model of the calendar.
 * MODEL_SEQUENCES sets the number of sequences, MODEL_SEED the first seed; a failure prints its seed and its shortest
 * sequence. This is a sample; `bun run prove:calendar` runs 400.
 */
import { expect, test } from "bun:test";
import { Dice, type Edit } from "../../support/calendar/edits.ts";
import { household, serverInProcess } from "../../support/home/home.ts";
import { differenceIn, Twins } from "./calendar-compare.ts";

const sequences = Number(process.env.MODEL_SEQUENCES ?? 20);
const firstSeed = Number(process.env.MODEL_SEED ?? 1);
const edits = 8;

let server = serverInProcess();
let used = 0;

/** A new household; sometimes on a new server, so that earlier households do not slow it down. */
async function twins(seed: number): Promise<Twins> {
  used += 1;
  if (used % 50 === 0) server = serverInProcess();
  return new Twins(await household({ server }), new Dice(seed));
}

/** Plays the edits in order. Returns the first difference, or null. */
async function replay(seed: number, sequence: readonly Edit[], members: string[]): Promise<string | null> {
  const pair = await twins(seed);
  const named = pair.members;
  const text = JSON.stringify(sequence).replace(/[0-9a-f-]{36}/g, (id) => named[members.indexOf(id)] ?? id);
  try {
    for (const edit of JSON.parse(text) as Edit[]) await pair.play(edit);
    return null;
  } catch (error) {
    return differenceIn(error);
  }
}

/** Returns the shortest sequence found that still differs, by leaving out one edit after another. */
async function shrink(seed: number, sequence: readonly Edit[], members: string[]): Promise<string> {
  let shortest = sequence;
  for (let index = sequence.length - 1; index >= 0; index--) {
    const shorter = shortest.filter((_, each) => each !== index);
    if (shorter[0]?.do === "create" && (await replay(seed, shorter, members))) shortest = shorter;
  }
  const why = await replay(seed, shortest, members);
  return [`MODEL_SEED=${seed} MODEL_SEQUENCES=1`, ...shortest.map((each) => JSON.stringify(each)), why].join("\n");
}

async function run(seed: number): Promise<string | null> {
  const pair = await twins(seed);
  const played: Edit[] = [];
  try {
    while (played.length <= edits) {
      const edit = pair.invent();
      if (!edit) continue;
      played.push(edit);
      await pair.play(edit);
    }
    return null;
  } catch (error) {
    return `${await shrink(seed, played, pair.members)}\n(found as: ${differenceIn(error)})`;
  }
}

const anna = "00000000-0000-7000-8000-000000000001";
const event = (startsAt: string, endsAt: string, recurrenceRule: string): Edit => ({
  do: "create",
  body: { title: "Choir", startsAt, endsAt, recurrenceRule },
});
const evenings = event("2026-11-03T17:00:00Z", "2026-11-03T18:00:00Z", "FREQ=DAILY;COUNT=4");
const second = { editScope: "this", instanceStartsAt: "2026-11-04T17:00:00Z" };

/** Short sequences that earlier random failures were reduced to. */
const found: [string, Edit[]][] = [
  [
    "a series cut in the hour that the clock skips, then moved: what was cut stays away",
    [
      event("2027-03-21T01:30:00Z", "2027-03-21T03:30:00Z", "FREQ=WEEKLY;UNTIL=20270422T023000"),
      { do: "delete", event: 0, scope: "this_and_future", instanceStartsAt: "2027-03-28T01:30:00Z" },
      { do: "patch", event: 0, body: { startsAt: "2027-03-21T02:00:00Z", endsAt: "2027-03-21T03:30:00Z" } },
    ],
  ],
  [
    "a series split in the hour that the clock skips, its first part moved by a day",
    [
      event("2027-03-21T01:30:00Z", "2027-03-21T03:30:00Z", "FREQ=WEEKLY"),
      {
        do: "patch",
        event: 0,
        body: { editScope: "this_and_future", instanceStartsAt: "2027-03-28T01:30:00Z", title: "Piano" },
      },
      { do: "patch", event: 0, body: { startsAt: "2027-03-22T01:30:00Z", endsAt: "2027-03-22T03:30:00Z" } },
    ],
  ],
  [
    "an instance's own isGeneral stays when its members come and go",
    [
      evenings,
      { do: "patch", event: 0, body: { ...second, isGeneral: false } },
      { do: "patch", event: 0, body: { ...second, memberIds: [anna] } },
      { do: "patch", event: 0, body: { ...second, memberIds: [] } },
    ],
  ],
  [
    "an override that the series has caught up with stays until it is named",
    [
      evenings,
      { do: "patch", event: 0, body: { ...second, location: "Pool" } },
      { do: "patch", event: 0, body: { editScope: "all", location: "Pool" } },
      { do: "patch", event: 0, body: { ...second, notes: "Bring water" } },
      { do: "patch", event: 0, body: { editScope: "all", location: "Hall" } },
      { do: "patch", event: 0, body: { ...second, location: "Hall", notes: null } },
    ],
  ],
  [
    "a series that ends in the morning, switched to whole days: the day of its UNTIL is no new one",
    [
      event("2026-11-03T17:00:00Z", "2026-11-03T18:00:00Z", "FREQ=DAILY"),
      { do: "delete", event: 0, scope: "this_and_future", instanceStartsAt: "2026-11-06T17:00:00Z" },
      { do: "patch", event: 0, body: { allDay: true } },
    ],
  ],
];

test.each(found)(
  "A known sequence of edits gives the same calendar as a simple reference model: %s",
  async (_, sequence) => {
    expect((await replay(1, sequence, [anna])) ?? "").toBe("");
  },
);

test(
  `The calendar equals a reference model after each of ${sequences} random sequences of edits`,
  async () => {
    const failures: string[] = [];
    for (let seed = firstSeed; seed < firstSeed + sequences && failures.length < 5; seed++) {
      const failure = await run(seed);
      if (failure) failures.push(failure);
    }
    expect(failures.join("\n\n")).toBe("");
  },
  { timeout: 60_000 + sequences * 2_000 },
);
