/**
 * Proves the reader and writer of iCalendar at full size: `bun run prove:ical <folder>`, or CORPORA for the folder. It holds
 * copies of public repositories with .ics files, such as libical, ical4j, CalDAVTester, icalendar and ical.js. Without a
 * folder only the time zones are proven. Those need Debian's python3-gi and gir1.2-ical-3.0 for libical. MUTANTS, OBJECTS,
 * INSTANTS and SEED choose other sizes.
 */
import { proveCorpus } from "./prove-corpus.ts";
import { proveImports } from "./prove-imports.ts";
import { proveMutants } from "./prove-mutants.ts";
import { proveObjects } from "./prove-objects.ts";
import { proveZones } from "./prove-zones.ts";

const folder = process.argv[2] ?? process.env.CORPORA;
const seed = Number(process.env.SEED ?? 1);
const results: boolean[] = [];
if (folder === undefined) {
  console.log("No folder with corpora is given: files and mutants are not proven.");
} else {
  const files = await proveCorpus(folder);
  results.push(files.isProven);
  results.push(await proveImports(files.files));
  results.push(proveObjects(files.files, Number(process.env.OBJECTS ?? 50_000), seed));
  results.push(proveMutants(files.files, Number(process.env.MUTANTS ?? 250_000), seed));
}
results.push(await proveZones(Number(process.env.INSTANTS ?? 200), seed));
if (results.includes(false)) process.exitCode = 1;
