/** Reads the written VTIMEZONE of every zone, with three readers, at many instants from 1970 to 2100. */
import { join } from "node:path";
import ICAL from "ical.js";
import { writeComponent } from "#calendar/ical/lines.ts";
import { offsetsOf, writeZone } from "#calendar/ical/vtimezone.ts";
import { day, hour, minute } from "#lib/time.ts";
import { transitionsOf } from "#lib/zone.ts";
import { randomFrom } from "../../support/random/rules.ts";

const end = Date.UTC(2100, 0, 1);
const python = "/usr/bin/python3";

type Case = {
  readonly zone: string;
  readonly text: string;
  readonly localTimes: readonly number[];
  readonly expected: readonly number[];
};

export async function proveZones(instants: number, seed: number): Promise<boolean> {
  const random = randomFrom(seed);
  const zones = Intl.supportedValuesOf("timeZone");
  const cases = zones.map((zone) => caseOf(zone, instants, random));
  const results = [report("our reader", cases, cases.map(readHere)), report("ical.js", cases, cases.map(readByIcalJs))];
  const byLibical = await readByLibical(cases);
  if (byLibical === null) console.log("libical: not compared. It needs Debian's python3-gi and gir1.2-ical-3.0.");
  else results.push(report("libical", cases, byLibical));
  return !results.includes(false);
}

/** Half of the instants lie near a clock change, but not within it: there readers may differ. */
function caseOf(zone: string, instants: number, random: () => number): Case {
  const transitions = transitionsOf(zone, 0, end);
  const changes = transitions.map(({ at }) => at);
  const isWithin = (at: number) => {
    return transitions.some((each) => Math.abs(at - each.at) <= Math.max(3 * hour, Math.abs(each.after - each.before)));
  };
  const near = (at: number) => at + (random() < 0.5 ? -1 : 1) * (3 * hour + Math.floor(random() * 7 * day));
  const chosen = Array.from({ length: instants }, (_, index) => {
    const change = changes[Math.floor(random() * changes.length)];
    const at = change === undefined || index % 2 === 0 ? random() * end : near(change);
    return Math.min(Math.max(Math.floor(at / 1_000) * 1_000, 0), end - 1_000);
  }).filter((at) => !isWithin(at));
  const expected = chosen.map((at) => {
    const { offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
    return Math.round(offsetNanoseconds / 1e6 / minute) * minute;
  });
  const localTimes = chosen.map((at, index) => at + (expected[index] ?? 0));
  const text = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${writeComponent(writeZone(zone, 0))}END:VCALENDAR\r\n`;
  return { zone, text, localTimes, expected };
}

function report(reader: string, cases: readonly Case[], answers: readonly (readonly number[])[]): boolean {
  const counts = { instants: 0, different: 0 };
  const zones = new Map<string, string>();
  for (const [index, { zone, localTimes, expected }] of cases.entries()) {
    for (const [place, localMs] of localTimes.entries()) {
      counts.instants++;
      const answer = answers[index]?.[place];
      if (answer === expected[place]) continue;
      counts.different++;
      zones.set(zone, `${new Date(localMs).toISOString()} ${answer} instead of ${expected[place]}`);
    }
  }
  console.log(`${reader}: ${cases.length} zones, ${counts.instants} instants, ${counts.different} differ`);
  for (const [zone, text] of [...zones].slice(0, 20)) console.log(`  ${zone}: ${text}`);
  return counts.instants > 0 && counts.different === 0;
}

function readHere({ zone, localTimes }: Case): number[] {
  const offsetAt = offsetsOf(writeZone(zone, 0))?.offsetAt;
  return localTimes.map((localMs) => offsetAt?.(localMs) ?? Number.NaN);
}

function readByIcalJs({ text, localTimes }: Case): number[] {
  const component = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent("vtimezone");
  const zone = component ? new ICAL.Timezone(component) : null;
  return localTimes.map((localMs) => {
    const time = ICAL.Time.fromDateTimeString(new Date(localMs).toISOString().slice(0, 19));
    return zone ? zone.utcOffset(time) * 1_000 : Number.NaN;
  });
}

async function readByLibical(cases: readonly Case[]): Promise<number[][] | null> {
  const input = cases.map(({ text, localTimes }) => {
    const written = localTimes.map((localMs) => new Date(localMs).toISOString().slice(0, 19).replace(/[-:]/g, ""));
    return JSON.stringify({ text, localTimes: written });
  });
  try {
    const child = Bun.spawn([python, join(import.meta.dir, "libical.py")], {
      ...{ stdin: Buffer.from(`${input.join("\n")}\n`), stdout: "pipe", stderr: "ignore" },
    });
    const output = await new Response(child.stdout).text();
    if ((await child.exited) !== 0) return null;
    const answers = output
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as number[]);
    return answers.map((each) => each.map((seconds) => seconds * 1_000));
  } catch {
    return null;
  }
}
