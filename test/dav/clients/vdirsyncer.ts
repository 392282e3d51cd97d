/** vdirsyncer between our server and Radicale, while both sides and the app change events at random. */

import { emptyFolder } from "../../support/program.ts";
import { diceFrom } from "../../support/random-rules.ts";
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
      await pair.put(dice.pick(["ours", "theirs"]), `${uidIn(text)}.ics`, text);
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
type Pair = Awaited<ReturnType<typeof startPair>>;

async function startPair(server: CalendarServer) {
  const storage = emptyFolder();
  const radicale = await serveWith((port) => [
    ...["radicale", "--config", "", "--server-hosts", `127.0.0.1:${port}`, "--auth-type", "none"],
    ...["--storage-filesystem-folder", storage],
  ]);
  const sides = {
    ours: new DavSide(`${server.homeUrl}family/`, server),
    theirs: new DavSide(`${radicale.origin}/anna/family/`, theirs),
  };
  const scratch = new DavSide(`${radicale.origin}/anna/scratch/`, theirs);
  await sides.theirs.create();
  await scratch.create();
  const folder = emptyFolder();
  await Bun.write(`${folder}/config`, config(folder, server, radicale.origin));
  const call = (...args: string[]) =>
    runProgram(["vdirsyncer", "-c", `${folder}/config`, ...args], { cwd: folder, stdin: "y\ny\n" });
  const discovered = await call("discover");
  if (discovered.code !== 0) throw new Error(`vdirsyncer discover failed:\n${discovered.output}`);

  return {
    sides,
    server,
    put: async (side: Side, name: string, text: string) => {
      const status = await sides[side].put(name, text);
      if (status !== 201 && status !== 204) throw new Error(`PUT ${name} on ${side} answered ${status}\n${text}`);
    },
    isAccepted: async (text: string) => {
      const isIn = (await scratch.put("one.ics", text)) < 300;
      if (isIn) await scratch.delete("one.ics");
      return isIn;
    },
    /** A second run must find nothing to do. */
    sync: async () => {
      for (const run of [1, 2]) {
        const { code, output } = await call("sync");
        const isQuiet = !/^(Copying|Deleting|error|warning)/m.test(output);
        if (code !== 0 || (run === 2 && !isQuiet)) throw new Error(`vdirsyncer sync, run ${run}:\n${output}`);
      }
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

async function byUid(side: DavSide): Promise<Map<string, string>> {
  const texts = [...(await side.read()).values()];
  const found = new Map(texts.map((text) => [uidIn(text), normalForm(text)]));
  if (found.size !== texts.length) throw new Error(`${side.url} holds ${texts.length - found.size} ids twice`);
  return found;
}

function config(folder: string, server: CalendarServer, radicale: string): string {
  const storage = (name: string, url: string, { username, password }: Login) =>
    `[storage ${name}]\ntype = "caldav"\nurl = "${url}"\nusername = "${username}"\npassword = "${password}"\n`;
  return [
    `[general]\nstatus_path = "${folder}/status/"\n`,
    '[pair home]\na = "ours"\nb = "theirs"\ncollections = ["family"]\nconflict_resolution = "a wins"\n',
    storage("ours", server.origin, server),
    storage("theirs", `${radicale}/`, theirs),
  ].join("\n");
}

type NewText = (wantsExceptions: boolean | null, uid?: string) => Promise<string>;

/** What was done, for the message of a failure. */
async function changeBothSides(pair: Pair, dice: ReturnType<typeof diceFrom>, newText: NewText): Promise<string[]> {
  const made: string[] = [];
  for (const side of ["ours", "theirs"] as const) {
    const known = [...(await pair.sides[side].read())];
    for (let count = dice.whole(2, 8); count > 0; count--) {
      const [href = "", text = ""] = dice.pick(known) ?? [];
      const kind = dice.pick(["change", "change", "change", "replace", "add", "delete"]);
      if (kind === "add" || known.length === 0) {
        const added = await newText(null);
        await pair.put(side, `${uidIn(added)}.ics`, added);
        made.push(`${side}: added ${uidIn(added)}`);
        continue;
      }
      made.push(`${side}: ${kind} ${href}`);
      known.splice(
        known.findIndex(([each]) => each === href),
        1,
      );
      if (kind === "delete") await pair.sides[side].delete(href);
      else if (kind === "replace") await pair.put(side, href, await newText(null, uidIn(text)));
      else await pair.put(side, href, changedText(text, dice));
    }
  }
  for (let count = dice.whole(2, 6); count > 0; count--) made.push(await changeInApp(pair.server, dice));
  return made;
}
