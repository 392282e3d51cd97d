/** evolution-data-server, the store behind Evolution and GNOME's calendar, with our server. */
import { join } from "node:path";
import { emptyFolder } from "../../../support/home/program.ts";
import { type CalendarServer, startCalendarServer } from "./calendar-server.ts";
import { debianPath, missing, runProgram } from "./programs.ts";

const python = "/usr/bin/python3";
const needed = "apt install evolution-data-server gir1.2-ecal-2.0 python3-gi dbus";

export async function evolutionMissing(): Promise<string | null> {
  if (missing({ "dbus-run-session": "dbus" }) !== null) return needed;
  const isThere = 'import gi; gi.require_version("ECal", "2.0"); from gi.repository import ECal';
  const { code } = await runProgram([python, "-c", isThere]);
  return code === 0 && (await Bun.file("/usr/libexec/evolution-calendar-factory").exists()) ? null : needed;
}

type Command = { readonly do: string } & Readonly<Record<string, unknown>>;

/** Answers of `evolution.py`. */
class Evolution {
  readonly #lines: AsyncIterator<string>;
  readonly #child: Bun.Subprocess<"pipe", "pipe", Bun.BunFile>;
  readonly #log: string;
  steps = 0;

  private constructor({ origin, username, password, memberId }: CalendarServer, cwd: string) {
    this.#log = `${cwd}/log`;
    const { hostname, port } = new URL(origin);
    const script = join(import.meta.dir, "evolution.py");
    const path = `/dav/${memberId}/cal/family/`;
    this.#child = Bun.spawn(["dbus-run-session", "--", python, script, hostname, port, path, username, password], {
      cwd,
      env: { PATH: debianPath, HOME: cwd, XDG_RUNTIME_DIR: cwd, LANG: "C.UTF-8", GSETTINGS_BACKEND: "memory" },
      stdin: "pipe",
      stdout: "pipe",
      stderr: Bun.file(this.#log),
    });
    this.#lines = linesOf(this.#child.stdout);
  }

  /** Starts without a keyring, which would ask for a password of its own. */
  static async start(server: CalendarServer): Promise<Evolution> {
    const cwd = emptyFolder();
    const service = "[D-BUS Service]\nName=org.freedesktop.secrets\nExec=/bin/false\n";
    await Bun.write(`${cwd}/dbus-1/services/org.freedesktop.secrets.service`, service);
    return new Evolution(server, cwd);
  }

  async connect(): Promise<void> {
    await this.#next();
  }

  async do(command: Command): Promise<any> {
    this.steps++;
    this.#child.stdin.write(`${JSON.stringify(command)}\n`);
    this.#child.stdin.flush();
    const { answer, error } = await this.#next();
    if (error !== undefined) throw new Error(`${JSON.stringify(command)}: ${error}`);
    return answer;
  }

  async #next(): Promise<{ answer?: unknown; error?: string }> {
    const { value, done } = await this.#lines.next();
    if (done) throw new Error(`evolution-data-server ended:\n${await Bun.file(this.#log).text()}`);
    return JSON.parse(value);
  }

  async end(): Promise<void> {
    this.#child.stdin.end();
    await this.#child.exited;
  }
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines.filter((line) => line.startsWith("{"));
  }
}

/** Returns one VEVENT, as `EComponent` takes it. */
function vevent(uid: string, ...lines: string[]): string {
  return ["BEGIN:VEVENT", `UID:${uid}`, "DTSTAMP:20261101T100000Z", ...lines, "END:VEVENT", ""].join("\r\n");
}

const range = "/v1/events?from=2026-12-01T00:00:00Z&to=2027-01-01T00:00:00Z";

/** Returns the number of steps. */
export async function proveEvolution(): Promise<number> {
  const server = await startCalendarServer();
  const evolution = await Evolution.start(server);
  try {
    await server.app("POST", "/v1/events", {
      title: "Made in the app",
      startsAt: "2026-12-03T16:00:00+01:00",
      endsAt: "2026-12-03T17:00:00+01:00",
    });
    await evolution.connect();
    await play(server, evolution);
    return evolution.steps;
  } finally {
    await evolution.end();
    await server.stop();
  }
}

async function play({ app }: CalendarServer, evolution: Evolution): Promise<void> {
  const titles = async (): Promise<string[]> => (await app("GET", range)).events.map((each: any) => each.title).sort();
  const requireTitles = async (...wanted: string[]) => {
    const found = await titles();
    if (!Bun.deepEquals(found, wanted.toSorted())) throw new Error(`The app shows ${found}, not ${wanted}`);
  };
  const wait = async (text: string, there = true) => {
    if (!(await evolution.do({ do: "wait", text, there })))
      throw new Error(`“${text}” ${there ? "never came" : "stayed"}`);
  };
  await wait("SUMMARY:Made in the app");
  const made: string[] = [];
  for (let index = 1; index <= 8; index++) {
    const hour = String(8 + index).padStart(2, "0");
    const times =
      index % 2 === 0
        ? [`DTSTART:202612${String(index + 3).padStart(2, "0")}T${hour}0000Z`, "DURATION:PT1H"]
        : [`DTSTART;VALUE=DATE:202612${String(index + 3).padStart(2, "0")}`];
    made.push(
      await evolution.do({ do: "add", text: vevent(`evolution-${index}@desk`, ...times, `SUMMARY:Made ${index}`) }),
    );
    await requireTitles("Made in the app", ...made.map((_, at) => `Made ${at + 1}`));
  }
  for (const [index, uid] of made.entries()) {
    const before = await evolution.do({ do: "get", uid });
    const text = before.replace(/SUMMARY:.*/, `SUMMARY:Changed ${index + 1}`);
    await evolution.do({ do: "change", of: "ALL", text });
  }
  await requireTitles("Made in the app", ...made.map((_, at) => `Changed ${at + 1}`));
  for (const uid of made.slice(0, 6)) await evolution.do({ do: "delete", of: "ALL", uid });
  await requireTitles("Made in the app", "Changed 7", "Changed 8");
  const start = ["DTSTART:20261214T150000Z", "DTEND:20261214T160000Z"];
  const uid = await evolution.do({
    do: "add",
    text: vevent("series@desk", ...start, "SUMMARY:Series", "RRULE:FREQ=DAILY;COUNT=5"),
  });
  const others = ["Made in the app", "Changed 7", "Changed 8"];
  await requireTitles(...others, ...Array(5).fill("Series"));
  const moved = vevent(
    "series@desk",
    ...["RECURRENCE-ID:20261215T150000Z", "DTSTART:20261215T170000Z", "DTEND:20261215T180000Z", "SUMMARY:Later"],
  );
  await evolution.do({ do: "change", of: "THIS", text: moved });
  await requireTitles(...others, ...Array(4).fill("Series"), "Later");
  await evolution.do({ do: "delete", of: "THIS", uid, rid: "20261217T150000Z" });
  await requireTitles(...others, ...Array(3).fill("Series"), "Later");
  const { events } = await app("GET", range);
  const later = events.find(({ title }: any) => title === "Later");
  if (Date.parse(later.startsAt) !== Date.UTC(2026, 11, 15, 17)) throw new Error(`It lies at ${later.startsAt}`);
  const first = events.find(({ title }: any) => title === "Series");
  const patch = { title: "Renamed", editScope: "this", instanceStartsAt: first.instanceStartsAt };
  await app("PATCH", `/v1/events/${first.id}`, patch);
  await wait("SUMMARY:Renamed");
  await wait("SUMMARY:Later");
  await app("DELETE", `/v1/events/${first.id}`);
  await wait("series@desk", false);
  const kept = events.find(({ title }: any) => title === "Changed 7");
  await app("PATCH", `/v1/events/${kept.id}`, { title: "Changed by the app" });
  await wait("SUMMARY:Changed by the app");
  const seen: string[] = await evolution.do({ do: "list" });
  if (seen.length !== 3) throw new Error(`evolution-data-server holds ${seen.length} events, not 3`);
}
