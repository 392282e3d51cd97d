/** Runs files of CalDAVTester against a server. */
import { join } from "node:path";
import { emptyFolder } from "../../../support/home/program.ts";
import { runProgram } from "../clients/programs.ts";
import type { Tried } from "./servers.ts";

export type TestResult = { readonly name: string; readonly isPassed: boolean; readonly details: string };
/** `problem`: why none of its tests ran. */
export type FileResult = { readonly tests: readonly TestResult[]; readonly problem: string | null };

/**
 * Features that our server announces, in CalDAVTester's words. Tests of other features are left out for all servers.
 */
const features = [
  ...["caldav", "ctag", "current-user-principal", "sync-report", "sync-report-limit", "well-known", "MOVE Method"],
  ...["no-duplicate-uids", "split-calendars", "prefer", "prefer-minimal", "brief", "auth-on-root"],
];

const fixed: Readonly<Record<string, string>> = {
  calendar_sync_extra_items: "[]",
  calendar_sync_extra_count: "0",
};

type Node = { name: string; result: number | null; details?: string; tests?: Node[] };

export class Tester {
  /** `folder` holds copies of ccs-caldavtester and ccs-pycalendar. */
  constructor(
    private readonly python: string,
    private readonly folder: string,
  ) {}

  async run(file: string, server: Tried): Promise<FileResult> {
    const tester = join(this.folder, "ccs-caldavtester");
    const info = `${emptyFolder()}/serverinfo.xml`;
    await Bun.write(info, await this.#serverInfo(server));
    const command = [this.python, "testcaldav.py", "-s", info, "--observer=jsondump"];
    const env = { PYTHONPATH: `${tester}:${join(this.folder, "ccs-pycalendar/src")}` };
    const { output } = await runProgram([...command, `CalDAV/${file}.xml`], { cwd: tester, env });
    const line = output.split("\n").find((each) => each.startsWith("[{"));
    if (!line) return { tests: [], problem: output.slice(-2_000) };
    const [result] = JSON.parse(line) as Node[];
    const tests = (result?.tests ?? []).flatMap((suite) => testsIn(suite));
    return { tests, problem: result?.result === 2 ? (result.details ?? "error") : null };
  }

  async #serverInfo({ origin, substitutions }: Tried): Promise<string> {
    const template = await Bun.file(
      join(this.folder, "ccs-caldavtester/scripts/server/serverinfo-template.xml"),
    ).text();
    const { hostname, port } = new URL(origin);
    const values = { ...fixed, ...substitutions };
    const added = Object.entries(values).map(
      ([key, value]) => `<substitution><key>$${key}:</key><value>${value}</value></substitution>`,
    );
    return template
      .replace("{hostname}", hostname)
      .replace("{nonsslport}", port)
      .replace("{sslport}", port)
      .replace("{authtype}", "basic")
      .replace(/<waitcount>\d+/, "<waitcount>4")
      .replace(/<waitdelay>[\d.]+/, "<waitdelay>0.05")
      .replace(/<waitsuccess>\d+/, "<waitsuccess>2")
      .replace(
        /<features>[\s\S]*<\/features>/,
        `<features>${features.map((each) => `<feature>${each}</feature>`).join("")}</features>`,
      )
      .replace(/<\/substitutions>/, `${added.join("")}</substitutions>`);
  }
}

/** Those that ran: 0 is passed, 1 failed, 2 an error, 3 left out. */
function testsIn(suite: Node): TestResult[] {
  return (suite.tests ?? []).flatMap(({ name, result, details }) =>
    result === 0 || result === 1 || result === 2
      ? [{ name: `${suite.name} | ${name}`, isPassed: result === 0, details: details ?? "" }]
      : [],
  );
}
