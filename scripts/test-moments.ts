/**
 * `bun run test:moments leap-day autumn`: runs all tests that need no browser as if the machine had another time, time
 * zone and language. Without arguments, runs them at all moments of the table. Needs Debian's `faketime`.
 */
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runTests, withoutBrowser } from "./test-processes.ts";

/**
 * Moments by name. `at` is the time at which the run begins. Two runs begin a minute before the clocks of Berlin change
 * and in the hour of the change.
 */
const moments = {
  "leap-day": { at: "2028-02-29T22:40:00Z", TZ: "Pacific/Apia", LANG: "C.UTF-8" },
  "new-year": { at: "2026-12-31T22:30:00Z", TZ: "Asia/Kolkata", LANG: "C.UTF-8" },
  spring: { at: "2027-03-28T00:59:00Z", TZ: "America/Los_Angeles", LANG: "C.UTF-8" },
  autumn: { at: "2027-10-31T00:20:00Z", TZ: "Europe/Berlin", LANG: "tr_TR.UTF-8" },
  sunday: { at: "2026-12-06T10:00:00Z", TZ: "Europe/Berlin", LANG: "C.UTF-8" },
} as const;
type Moment = keyof typeof moments;

const isMoment = (name: string): name is Moment => name in moments;
const args = process.argv.slice(2);
const unknown = args.filter((name) => !isMoment(name));
if (unknown.length > 0) {
  console.error(`Unknown moments: ${unknown.join(", ")}. Known: ${Object.keys(moments).join(", ")}`);
  process.exit(2);
}
const names = args.length > 0 ? args.filter(isMoment) : (Object.keys(moments) as Moment[]);
process.exitCode = 0;
// LC_ALL would override LANG, and bash warns of a locale that is not installed.
delete process.env.LC_ALL;
// The runs follow each other, because tests of the command line look at the machine's folder of temporary files.
for (const name of names) {
  console.log(`Moment: ${name}`);
  removeLeftoverLocks();
  const removal = setInterval(removeLeftoverLocks, 1_000);
  const code = await runTests(processesAt(name));
  clearInterval(removal);
  process.exitCode ||= code;
}

/**
 * Removes what programs under faketime leave in `/dev/shm`. Each program leaves a lock and shared memory there, named by
 * its process id, and one that is killed at its end leaves only the memory. A new process with the id of such memory ends
 * before its first line. Ids come again within a run, because a thread takes one, too. The memory is removed before its
 * lock, because faketime starts without memory if it finds a lock.
 */
function removeLeftoverLocks(): void {
  const folder = "/dev/shm";
  for (const name of readdirSync(folder).sort()) {
    const [, id] = /^(?:sem\.)?faketime_(?:sem|shm)_(\d+)$/.exec(name) ?? [];
    if (id && !existsSync(`/proc/${id}`)) rmSync(join(folder, name), { force: true });
  }
}

function processesAt(name: Moment) {
  const { at, TZ, LANG } = moments[name];
  const seconds = Math.round((Date.parse(at) - Date.now()) / 1_000);
  const offset = `${seconds < 0 ? "" : "+"}${seconds}s`;
  return withoutBrowser({ prefix: ["faketime", "-m", "--exclude-monotonic", "-f", offset], env: { TZ, LANG } });
}
