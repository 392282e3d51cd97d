/**
 * Runs CalDAVTester on our server, Radicale and Xandikos: `bun run prove:caldavtester <folder>`, or CALDAVTESTER for the
 * folder. It holds copies of the public repositories `ccs-caldavtester` and `ccs-pycalendar`. Needs Python 2.7 in PYTHON2 or
 * as `python2.7` on the path, and Debian's `radicale` and `xandikos`. FILES names the files to run, DETAILS=1 says more.
 */
import { join } from "node:path";
import { endPrograms } from "../../support/home/program.ts";
import { leftOutOf, reasonKept } from "./caldavtester/explained.ts";
import { type FileResult, Tester, type TestResult } from "./caldavtester/results.ts";
import { startOurs, startRadicale, startXandikos, type Tried } from "./caldavtester/servers.ts";
import { endServers, missing } from "./clients/programs.ts";

const all = [
  ...["put", "reports", "sync-report", "propfind", "recurrenceput", "timezones", "floating", "nonascii"],
  ...["encodedURIs", "depthreports", "ctag", "get", "well-known", "alarm-dismissal", "current-user-principal"],
  ...["options", "conditional", "delete"],
];

const folder = process.argv[2] ?? process.env.CALDAVTESTER;
const python = process.env.PYTHON2 ?? Bun.which("python2.7");
const toInstall = missing({ radicale: "radicale", xandikos: "xandikos" });
if (folder === undefined) console.log("Not proven: give the folder with ccs-caldavtester and ccs-pycalendar.");
else if (!python) console.log("Not proven: Python 2.7 is missing; give its path in PYTHON2.");
else if (toInstall !== null) console.log(`Not proven, servers are missing: ${toInstall}`);
else await prove(new Tester(python, folder), folder);

async function prove(tester: Tester, from: string): Promise<void> {
  const totals = [0, 0, 0, 0];
  const faults: string[] = [];
  try {
    const servers = [await startOurs(), await startRadicale(), await startXandikos()];
    console.log(row("file", "run", ...servers.map(({ name }) => name)));
    for (const file of process.env.FILES?.split(",") ?? all) {
      const xml = await Bun.file(join(from, `ccs-caldavtester/scripts/tests/CalDAV/${file}.xml`)).text();
      const reasonOf = leftOutOf(file, xml);
      const results = await runAll(tester, file, servers);
      const [ours = []] = results.map(({ tests }) => tests.filter(({ name }) => reasonOf(name) === null));
      const passed = results.map(
        ({ tests }) => tests.filter((each) => each.isPassed && reasonOf(each.name) === null).length,
      );
      const cells = [ours.length, ...passed];
      for (const [index, count] of cells.entries()) totals[index] = (totals[index] ?? 0) + count;
      console.log(row(file, ...cells.map(String)));
      sayLeftOut(results[0]?.tests ?? [], reasonOf);
      if (results[0]?.problem) faults.push(`${file} did not run: ${results[0].problem}`);
      if ((passed[0] ?? 0) < Math.max(...passed)) faults.push(`${file}: another server passes more`);
      for (const { name, isPassed, details } of ours) {
        if (isPassed) continue;
        const reason = reasonKept(file, name);
        console.log(`    ${name}: ${reason ?? "UNEXPLAINED"}`);
        if (reason === null) faults.push(`${file}: ${name} is not explained\n${details}`);
        else if (process.env.DETAILS) console.log(details);
      }
    }
    console.log(row("all", ...totals.map(String)));
  } finally {
    endServers();
    endPrograms();
  }
  for (const fault of faults) console.log(`FAILED: ${fault}`);
  process.exit(faults.length > 0 ? 1 : 0);
}

async function runAll(tester: Tester, file: string, servers: readonly Tried[]): Promise<FileResult[]> {
  const results: FileResult[] = [];
  for (const server of servers) results.push(await tester.run(file, server));
  return results;
}

function sayLeftOut(tests: readonly TestResult[], reasonOf: (test: string) => string | null): void {
  const reasons = new Map<string, number>();
  for (const { name } of tests) {
    const reason = reasonOf(name);
    if (reason !== null) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  for (const [reason, count] of reasons) console.log(`    ${count} left out: ${reason}`);
}

function row(name: string, ...cells: readonly string[]): string {
  return name.padEnd(26) + cells.map((cell) => cell.padStart(9)).join("");
}
