/**
 * Proves the CalDAV server against real clients: `bun run prove:caldav`. Each part needs programs of Debian; a part whose
 * programs are missing prints what to install. OBJECTS, ROUNDS and SEED choose other sizes for vdirsyncer; PARTS names the
 * parts to run. PYTHON_CALDAV is the folder of a copy of the public repository `python-caldav/caldav` at v0.11.0.
 */
import { endPrograms } from "../../support/home/program.ts";
import {
  cadaverMissing,
  calcurseMissing,
  khalMissing,
  proveCadaver,
  proveCalcurse,
  proveKhal,
} from "./clients/command-line.ts";
import { evolutionMissing, proveEvolution } from "./clients/evolution.ts";
import { endServers } from "./clients/programs.ts";
import { provePythonCaldav, pythonCaldavMissing } from "./clients/python-caldav.ts";
import { thunderbirdMissing } from "./clients/thunderbird/program.ts";
import { proveThunderbird } from "./clients/thunderbird/prove.ts";
import { proveVdirsyncer, vdirsyncerMissing } from "./clients/vdirsyncer.ts";

type Part = { readonly missing: () => string | null | Promise<string | null>; readonly prove: () => Promise<void> };

const objects = Number(process.env.OBJECTS ?? 500);
const rounds = Number(process.env.ROUNDS ?? 50);
const pythonCaldav = process.env.PYTHON_CALDAV;
const seed = Number(process.env.SEED ?? 1);

const parts: Readonly<Record<string, Part>> = {
  vdirsyncer: {
    missing: vdirsyncerMissing,
    prove: async () => {
      const size = { objects, withExceptions: Math.round(objects * 0.3), rounds };
      const { changes, refused, ms } = await proveVdirsyncer(size, seed, console.log);
      const seconds = Math.round(ms / 1_000);
      console.log(`vdirsyncer: ${rounds} rounds, ${changes} changes, equal after each; ${seconds} s`);
      if (refused > 0) console.log(`vdirsyncer: ${refused} other objects were refused by Radicale, and not used`);
    },
  },
  khal: { missing: khalMissing, prove: () => prove("khal", proveKhal) },
  calcurse: { missing: calcurseMissing, prove: () => prove("calcurse", proveCalcurse) },
  cadaver: { missing: cadaverMissing, prove: () => prove("cadaver", proveCadaver) },
  "python-caldav": {
    missing: () => (pythonCaldav ? pythonCaldavMissing() : "give the folder of python-caldav 0.11.0 in PYTHON_CALDAV"),
    prove: () => provePythonCaldav(pythonCaldav ?? "", console.log),
  },
  evolution: {
    missing: evolutionMissing,
    prove: async () => console.log(`evolution-data-server: ${await proveEvolution()} steps`),
  },
  thunderbird: {
    missing: thunderbirdMissing,
    prove: async () => console.log(`Thunderbird: ${await proveThunderbird()} steps`),
  },
};

async function prove(name: string, run: () => Promise<void>): Promise<void> {
  await run();
  console.log(`${name}: lists what is there, and writes`);
}

const wanted = process.env.PARTS?.split(",") ?? Object.keys(parts);
try {
  for (const name of wanted) {
    const part = parts[name];
    if (!part) throw new Error(`There is no part “${name}”: ${Object.keys(parts).join(", ")}`);
    const toInstall = await part.missing();
    if (toInstall !== null) {
      console.log(`${name}: not proven, something is missing: ${toInstall}`);
      continue;
    }
    try {
      await part.prove();
    } catch (error) {
      console.log(`${name}: FAILED\n${(error as Error).message}`);
      process.exitCode = 1;
    }
  }
} finally {
  endServers();
  endPrograms();
}
// The proxy of CalDAVTester would keep the process alive.
process.exit();
