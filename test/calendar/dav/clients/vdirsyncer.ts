/** vdirsyncer between our server and Radicale, while both sides and the app change events at random. */

import { emptyFolder } from "../../../support/home/program.ts";
import { diceFrom } from "../../../support/random/rules.ts";
import { changeInApp } from "./app-changes.ts";
import { type CalendarServer, startCalendarServer } from "./calendar-server.ts";
import { DavSide, type Login } from "./dav-side.ts";
import { differenceOf, normalForm, uidIn } from "./normal-form.ts";
import { endServers, missing, runProgram, serveWith } from "./programs.ts";
import { changedText, randomText } from "./random-texts.ts";

export const vdirsyncerMissing = () => missing({ vdirsyncer: "vdirsyncer", radicale: "radicale" });

export type Size = { readonly objects: number; readonly withExceptions: number; readonly rounds: number };
export type Figures = { readonly changes: number; readonly refused: number; readonly ms: number };

const theirs: Login = { username: "anna", password: "secret" };

/** @throws Error if the two sides differ after a round */
export async function proveVdirsyncer(size: Size, seed: number, say: (line: string) => void): Promise<Figures> {
  const begun = performance.now();
  const server = await startCalendarServer({ DAV_RATE_LIMIT_PER_MINUTE: "100000", DAV_RATE_LIMIT_BURST: "100000" });
  try {
    const pair = await startPair(server);
    const dice = diceFrom(seed);
    let number = seed * 100_000;
    let refused = 0;
    /** A text that Radicale accepts too: it refuses rules that dateutil cannot read. */
    const newText = async (wantsExceptions: boolean | null, uid?: string): Promise<string> => {
      for (;;) {
        number++;
        const { text, hasExceptions } = randomText(number, uid ?? `${number}@proof`);
        if (wantsExceptions !== null && hasExceptions !== wantsExceptions) continue;
        if (await pair.isAccepted(text)) return text;
        refused++;
      }
    };
    for (let index = 0; index < size.objects; index++) {
      const text = await newText(index < size.withExceptions);
      await pair.add(dice.pick(["ours", "theirs"]), dice.pick(calendars), text);
    }
    await pair.sync();
    const { count, exceptions } = await pair.compare("first sync");
    say(`vdirsyncer: ${count} objects, ${exceptions} with exceptions, equal after the first sync`);
    let changes = 0;
    for (let round = 1; round <= size.rounds; round++) {
      const made = await changeBothSides(pair, dice, newText);
      changes += made.length;
      try {
        await pair.sync();
        await pair.compare(`round ${round}`);
      } catch (error) {
        throw new Error(`${(error as Error).message}\nChanges of round ${round}:\n${made.join("\n")}`);
      }
      if (round % 10 === 0) say(`… ${round} rounds, ${changes} changes, equal`);
    }
    return { changes, refused, ms: performance.now() - begun };
  } finally {
    await server.stop();
    endServers();
  }
}

type Side = "ours" | "theirs";
const calendars = ["family", "ben"] as const;
type Calendar = (typeof calendars)[number];
type Sides = Readonly<Record<Side, Readonly<Record<Calendar, DavSide>>>>;
/** Runs until nothing is left to do: an event that was moved may need several. */
const mostRuns = 5;
type Pair = Awaited<ReturnType<typeof startPair>>;

async function startPair(server: CalendarServer) {
  const storage = emptyFolder();
  const radicale = await serveWith((port) => [
    ...["radicale", "--config", "", "--server-hosts", `127.0.0.1:${port}`, "--auth-type", "none"],
    ...["--storage-filesystem-folder", storage],
  ]);
  const benId = await server.addMember("Ben");
  const at = (key: string) => new DavSide(`${server.homeUrl}${key}/`, server);
  const atTheirs = (name: Calendar) => new DavSide(`${radicale.origin}/anna/${name}/`, theirs);
  const sides: Sides = {
    ours: { family: at("family"), ben: at(benId) },
    theirs: { family: atTheirs("family"), ben: atTheirs("ben") },
  };
  const scratch = new DavSide(`${radicale.origin}/anna/scratch/`, theirs);
  for (const name of calendars) await sides.theirs[name].create();
  await scratch.create();
  const folder = emptyFolder();
  await Bun.write(`${folder}/config`, config(folder, server, radicale.origin, benId));
  const call = (...args: string[]) =>
    runProgram(["vdirsyncer", "-c", `${folder}/config`, ...args], { cwd: folder, stdin: "y\ny\n" });
  const discovered = await call("discover");
  if (discovered.code !== 0) throw new Error(`vdirsyncer discover failed:\n${discovered.output}`);

  return {
    server,
    add: (side: Side, calendar: Calendar, text: string) => put(sides[side][calendar], `${uidIn(text)}.ics`, text),
    change: (side: Side, href: string, text: string) => put(sides[side].family, href, text),
    move: (side: Side, href: string, text: string) => move(sides[side], side === "ours", href, text),
    delete: (side: Side, href: string) => sides[side].family.delete(href),
    read: async (side: Side) => {
      const all = await Promise.all(calendars.map((name) => sides[side][name].read()));
      return all.flatMap((each) => [...each]);
    },
    isAccepted: async (text: string) => {
      const isIn = (await scratch.put("one.ics", text)) < 300;
      if (isIn) await scratch.delete("one.ics");
      return isIn;
    },
    sync: async () => {
      const outputs: string[] = [];
      while (outputs.length < mostRuns) {
        const { code, output } = await call("sync");
        outputs.push(output);
        if (code === 0 && !/^(Copying|Deleting|error|warning)/m.test(output)) return;
      }
      throw new Error(`vdirsyncer is not done after ${mostRuns} runs:\n${outputs.join("\n\n")}`);
    },
    compare: async (when: string) => {
      const [ours, other] = await Promise.all([byUid(sides.ours), byUid(sides.theirs)]);
      const uids = new Set([...ours.keys(), ...other.keys()]);
      for (const uid of uids) {
        const [a, b] = [ours.get(uid), other.get(uid)];
        if (a === b) continue;
        throw new Error(`${when}: ${uid} differs, - ours, + Radicale's:\n${differenceOf(a, b)}`);
      }
      const exceptions = [...ours.values()].filter((text) => /^(EXDATE|RECURRENCE-ID)/m.test(text)).length;
      return { count: uids.size, exceptions };
    },
  };
}

async function put(side: DavSide, href: string, text: string): Promise<void> {
  const status = await side.put(href, text);
  if (status !== 201 && status !== 204) throw new Error(`PUT ${href} at ${side.url} answered ${status}\n${text}`);
}

/** Moves an event to the other calendar. */
async function move(side: Sides[Side], isOurs: boolean, href: string, text: string): Promise<void> {
  const isBens = new URL(href, side.ben.url).href.startsWith(side.ben.url);
  const target = isBens ? side.family : side.ben;
  const name = `moved-${href.split("/").at(-1)}`;
  if (isOurs) {
    const status = await target.moveHere(href, name);
    if (status !== 201) throw new Error(`MOVE ${href} answered ${status}`);
    return;
  }
  await put(target, name, text);
  await target.delete(href);
}

/** Returns the events by calendar and id. */
async function byUid(side: Sides[Side]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const name of calendars) {
    for (const text of (await side[name].read()).values()) {
      const key = `${name} ${uidIn(text)}`;
      if (found.has(key)) throw new Error(`${side[name].url} holds ${key} twice`);
      found.set(key, normalForm(text));
    }
  }
  return found;
}

function config(folder: string, server: CalendarServer, radicale: string, benId: string): string {
  const storage = (name: string, url: string, { username, password }: Login) =>
    `[storage ${name}]\ntype = "caldav"\nurl = "${url}"\nusername = "${username}"\npassword = "${password}"\n`;
  return [
    `[general]\nstatus_path = "${folder}/status/"\n`,
    `[pair home]\na = "ours"\nb = "theirs"\ncollections = ["family", ["ben", "${benId}", "ben"]]\nconflict_resolution = "a wins"\n`,
    storage("ours", server.origin, server),
    storage("theirs", `${radicale}/`, theirs),
  ].join("\n");
}

type NewText = (wantsExceptions: boolean | null, uid?: string) => Promise<string>;

/** Changes both sides. Returns what was done, for the message of a failure. */
async function changeBothSides(pair: Pair, dice: ReturnType<typeof diceFrom>, newText: NewText): Promise<string[]> {
  const made: string[] = [];
  for (const side of ["ours", "theirs"] as const) {
    const known = await pair.read(side);
    for (let count = dice.whole(2, 8); count > 0; count--) {
      const [href = "", text = ""] = dice.pick(known) ?? [];
      const kind = dice.pick(["change", "change", "change", "replace", "add", "delete", "move"]);
      if (kind === "add" || known.length === 0) {
        const added = await newText(null);
        await pair.add(side, dice.pick(calendars), added);
        made.push(`${side}: added ${uidIn(added)}`);
        continue;
      }
      made.push(`${side}: ${kind} ${href}`);
      known.splice(
        known.findIndex(([each]) => each === href),
        1,
      );
      if (kind === "delete") await pair.delete(side, href);
      else if (kind === "move") await pair.move(side, href, text);
      else if (kind === "replace") await pair.change(side, href, await newText(null, uidIn(text)));
      else await pair.change(side, href, changedText(text, dice));
    }
  }
  for (let count = dice.whole(2, 6); count > 0; count--) made.push(await changeInApp(pair.server, dice));
  return made;
}
