/** The tests of python-caldav 0.11.0, from a copy of its repository, with Debian's python3-caldav. */
import { cpSync } from "node:fs";
import { emptyFolder } from "../../../support/home/program.ts";
import { startOurs } from "../caldavtester/servers.ts";
import { runProgram } from "./programs.ts";

const python = "/usr/bin/python3";

type PythonResult = { readonly name: string; readonly outcome: string; readonly reason: string };

/** Features that our server lacks, in that project's words. The proxy makes calendars. */
const incompatibilities = [
  ...["no_todo", "no_recurring_todo", "no_journal", "no_scheduling", "no_freebusy_rfc6638"],
  // Of Apple; announced.
  ...["calendar_order", "calendar_color"],
  // An event lies in one calendar: writing it to another moves it.
  "duplicate_in_other_calendar_with_same_uid_breaks",
  // RFC 4791 §9.7.5: text-match finds parts of texts, not single words.
  "text_search_is_exact_match_sometimes",
];

/** Tests that may fail, though nothing switches them off. */
const explained: Readonly<Record<string, string>> = {
  testTodoRecurringCompleteSafe: "to-dos",
  testTodoRecurringCompleteThisandfuture: "to-dos",
  testProxy: "its own proxy on port 8080 drops connections now and then",
};

/** @throws Error if a test fails that is not explained */
export async function provePythonCaldav(folder: string, say: (line: string) => void): Promise<void> {
  const results = await runPythonCaldav(folder);
  const passed = results.filter(({ outcome }) => outcome === "passed").length;
  say(`python-caldav: ${passed} of ${results.length} tests pass`);
  for (const { name, outcome, reason } of results) {
    if (outcome === "passed") continue;
    say(
      `    ${name} ${outcome}: ${explained[name] ?? reason.replace(/^Test skipped due to server incompatibility issue: /, "")}`,
    );
  }
  const faults = results.filter(({ name, outcome }) => outcome === "failed" && explained[name] === undefined);
  if (faults.length > 0) throw new Error(`Not explained: ${faults.map(({ name }) => name).join(", ")}`);
}

export async function pythonCaldavMissing(): Promise<string | null> {
  const { code } = await runProgram([python, "-c", "import caldav, pytest, requests, six, vobject"]);
  return code === 0 ? null : "apt install python3-caldav python3-pytest";
}

/** `folder` has the `tests` of python-caldav at v0.11.0. */
async function runPythonCaldav(folder: string): Promise<PythonResult[]> {
  const { origin, substitutions, server } = await startOurs();
  const cwd = emptyFolder();
  try {
    cpSync(`${folder}/tests`, `${cwd}/tests`, { recursive: true });
    const { userid1, pswd1 } = substitutions;
    const { host } = new URL(origin);
    const account = {
      ...{ url: `${origin}/dav/`, username: userid1, password: pswd1, incompatibilities },
      backwards_compatibility_url: `http://${userid1}:${pswd1}@${host}/dav/${server.memberId}/cal/`,
    };
    await Bun.write(
      `${cwd}/tests/conf_private.py`,
      `caldav_servers = [${JSON.stringify(account)}]\ntest_xandikos = False\ntest_radicale = False\n`,
    );
    const report = `${cwd}/report.xml`;
    const { output } = await runProgram(
      [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", `--junitxml=${report}`, "tests/test_caldav.py"],
      { cwd },
    );
    if (!(await Bun.file(report).exists())) throw new Error(output.slice(-3_000));
    return casesIn(await Bun.file(report).text());
  } finally {
    await server.stop();
  }
}

function casesIn(xml: string): PythonResult[] {
  return [...xml.matchAll(/<testcase ([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g)].flatMap(
    ([, attributes = "", body = ""]) => {
      const [, group = "", name = ""] = /classname="([^"]*)" name="([^"]*)"/.exec(attributes) ?? [];
      if (!group.includes("TestForServer")) return [];
      const [, outcome = "passed", rest = ""] = /<(failure|error|skipped)\b([\s\S]*)/.exec(body) ?? [];
      const [, reason = ""] = /message="([^"]*)"/.exec(rest) ?? [];
      return [{ name, outcome: outcome === "failure" || outcome === "error" ? "failed" : outcome, reason }];
    },
  );
}
