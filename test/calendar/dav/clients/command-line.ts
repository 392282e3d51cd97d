/** khal, calcurse and cadaver: each lists what is there, and writes. */
import { mkdirSync } from "node:fs";
import { emptyFolder } from "../../../support/home/program.ts";
import { type CalendarServer, startCalendarServer } from "./calendar-server.ts";
import { missing, runWell } from "./programs.ts";

const day = "2026-12-03";
const wholeDay = `/v1/events?from=${day}T00:00:00Z&to=2026-12-04T00:00:00Z`;

export const khalMissing = () => missing({ khal: "khal", vdirsyncer: "vdirsyncer" });
export const calcurseMissing = () => missing({ calcurse: "calcurse", "calcurse-caldav": "calcurse" });
export const cadaverMissing = () => missing({ cadaver: "cadaver" });

/** Runs a proof on a server with an event of the app. */
async function onServer(prove: (server: CalendarServer) => Promise<void>): Promise<void> {
  const server = await startCalendarServer();
  try {
    const times = { startsAt: `${day}T16:00:00+01:00`, endsAt: `${day}T17:00:00+01:00` };
    await server.app("POST", "/v1/events", { title: "Made in the app", ...times });
    await prove(server);
  } finally {
    await server.stop();
  }
}

function requireText(output: string, text: string, what: string): void {
  if (!output.includes(text)) throw new Error(`${what} does not have “${text}”:\n${output}`);
}

async function titlesOf({ app }: CalendarServer): Promise<string> {
  const { events } = await app("GET", wholeDay);
  return events.map(({ title }: { title: string }) => title).join(", ");
}

/** Runs khal with vdirsyncer, as khal's documentation describes. */
export const proveKhal = () =>
  onServer(async (server) => {
    const cwd = emptyFolder();
    const remote = `type = "caldav"\nurl = "${server.origin}"\nusername = "${server.username}"\npassword = "${server.password}"`;
    await Bun.write(
      `${cwd}/vdirsyncer`,
      `[general]\nstatus_path = "${cwd}/status/"\n\n[pair home]\na = "local"\nb = "remote"\ncollections = ["from b"]\n` +
        `metadata = ["displayname", "color"]\nconflict_resolution = "b wins"\n\n` +
        `[storage local]\ntype = "filesystem"\npath = "${cwd}/calendars/"\nfileext = ".ics"\n\n[storage remote]\n${remote}\n`,
    );
    await Bun.write(
      `${cwd}/khal`,
      `[calendars]\n[[family]]\npath = ${cwd}/calendars/family\n\n[locale]\nlocal_timezone = Europe/Berlin\n` +
        "default_timezone = Europe/Berlin\ntimeformat = %H:%M\ndateformat = %Y-%m-%d\nlongdateformat = %Y-%m-%d\n" +
        `datetimeformat = %Y-%m-%d %H:%M\nlongdatetimeformat = %Y-%m-%d %H:%M\n[sqlite]\npath = ${cwd}/khal.db\n`,
    );
    const sync = async () => {
      await runWell(["vdirsyncer", "-c", `${cwd}/vdirsyncer`, "sync"], { cwd });
    };
    const khal = (...args: string[]) => runWell(["khal", "-c", `${cwd}/khal`, ...args], { cwd });
    await runWell(["vdirsyncer", "-c", `${cwd}/vdirsyncer`, "discover"], { cwd, stdin: "y\n".repeat(20) });
    await runWell(["vdirsyncer", "-c", `${cwd}/vdirsyncer`, "metasync"], { cwd });
    await sync();
    requireText(await khal("list", day, "1d"), "16:00-17:00 Made in the app", "khal's list");
    await khal("new", "-a", "family", day, "09:00", "10:00", "Made by khal", "::", "Bring cake");
    await sync();
    requireText(await titlesOf(server), "Made by khal", "the app");
  });

export const proveCalcurse = () =>
  onServer(async (server) => {
    const cwd = emptyFolder();
    mkdirSync(`${cwd}/.config/calcurse/caldav`, { recursive: true });
    const { host } = new URL(server.origin);
    await Bun.write(
      `${cwd}/.config/calcurse/caldav/config`,
      `[General]\nBinary = calcurse\nHostname = ${host}\nPath = /dav/${server.memberId}/cal/family/\nHTTPS = No\nAuthMethod = basic\n` +
        "DryRun = No\nSyncFilter = cal\nVerbose = Yes\n",
    );
    const env = { CALCURSE_CALDAV_PASSWORD: server.password };
    const config = `${cwd}/.config/calcurse/caldav/config`;
    await Bun.write(config, `${await Bun.file(config).text()}[Auth]\nUsername = ${server.username}\n`);
    const sync = (...args: string[]) => runWell(["calcurse-caldav", ...args], { cwd, env });
    await sync("--init", "keep-remote");
    const list = () =>
      runWell(["calcurse", "-Q", "--filter-type", "cal", "--from", "12/03/2026", "--to", "12/04/2026"], {
        cwd,
        env: { TZ: "Europe/Berlin" },
      });
    requireText(await list(), "Made in the app", "calcurse's list");
    const text = "12/03/2026 @ 09:00 -> 12/03/2026 @ 10:00 |Made by calcurse\n";
    const file = `${cwd}/.local/share/calcurse/apts`;
    const path = (await Bun.file(file).exists()) ? file : `${cwd}/.calcurse/apts`;
    await Bun.write(path, (await Bun.file(path).text()) + text);
    await sync();
    requireText(await titlesOf(server), "Made by calcurse", "the app");
  });

export const proveCadaver = () =>
  onServer(async (server) => {
    const cwd = emptyFolder();
    const { hostname } = new URL(server.origin);
    await Bun.write(`${cwd}/.netrc`, `machine ${hostname} login ${server.username} password ${server.password}\n`);
    const { events } = await server.app("GET", wholeDay);
    const name = `${events[0].id}.ics`;
    const cadaver = (...commands: string[]) =>
      runWell(["cadaver", `${server.homeUrl}family/`], { cwd, stdin: [...commands, "quit", ""].join("\n") });
    requireText(await cadaver("ls"), name, "cadaver's list");
    await cadaver(`get ${name} here.ics`);
    const changed = (await Bun.file(`${cwd}/here.ics`).text()).replace(
      "SUMMARY:Made in the app",
      "SUMMARY:Made by cadaver",
    );
    await Bun.write(`${cwd}/${name}`, changed);
    const output = await cadaver(`put ${name}`);
    requireText(await titlesOf(server), "Made by cadaver", `the app, after:\n${output}`);
    await cadaver(`delete ${name}`);
    if ((await titlesOf(server)) !== "") throw new Error("cadaver deleted an event that the app still shows");
  });
