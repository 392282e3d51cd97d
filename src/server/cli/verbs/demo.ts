import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hashPassword } from "#platform/auth/passwords.ts";
import { lockDataDir } from "#platform/db/lock.ts";
import { command } from "#platform/program.ts";
import type { Command } from "../command.ts";
import { connectionHelp } from "../connection-help.ts";
import { type Listening, openLockedDataDir, serveUntilStopped } from "../server.ts";

const marker = "MADE-BY-DEMO";
const markerText = "Everything in this folder is deleted and created again at each start of the demo.\n";
const password = "fireside tales";
const lockFiles = /^inglenook\.lock/;

export const demo: Command = {
  name: "demo",
  summary: "serve a made-up household to look around in",
  actions: {
    "": {
      summary: "Create the household again in its own folder (./demo-data), print a key, and serve it.",
      settings: { DATA_DIR: "./demo-data", PHOTO_PROVIDER: "folder" },
      async run(input, show) {
        const { config } = input;
        const [{ fillDemo }, { nameDemoCovers, writeDemoCovers, writeDemoPhotos }] = await Promise.all([
          import("#operations/demo/household.ts"),
          import("#operations/demo/photos.ts"),
        ]);
        clear(config.dataDir);
        const folder = openLockedDataDir(config.dataDir);
        await writeDemoPhotos(config.dataDir);
        const covers = nameDemoCovers();
        const extras = { covers, passwordHash: await hashPassword(password) };
        const { key, memberId, householdId } = fillDemo(folder.db, new Date(), extras);
        await writeDemoCovers(config.dataDir, householdId, covers);
        const onListening = (listening: Listening) => {
          const base = config.baseUrl ?? listening.url;
          const text = welcome(base, connectionHelp(listening, base), key, memberId);
          show({ json: { url: base, addresses: listening.reach.addresses, key, memberId }, text });
        };
        await serveUntilStopped({ config: { ...config, isDelivering: false }, input, folder, onListening });
        return null;
      },
    },
  },
};

/** Empties the folder of the demo. @throws Error if the folder contains no demo */
function clear(dataDir: string): void {
  const isOurs = existsSync(join(dataDir, marker));
  if (!isOurs && existsSync(dataDir) && readdirSync(dataDir).length > 0) {
    throw new Error(`${dataDir} contains files that are not the demo's; choose another folder: --data-dir DIR`);
  }
  mkdirSync(dataDir, { recursive: true });
  const release = lockDataDir(dataDir);
  for (const name of readdirSync(dataDir)) {
    if (!lockFiles.test(name)) rmSync(join(dataDir, name), { recursive: true });
  }
  writeFileSync(join(dataDir, marker), markerText);
  release();
}

function welcome(url: string, reach: string, key: string, memberId: string): string {
  return `
The Lindens are at home. Open the app and sign in as Anna, Ben, Mia or Leo, with the password “${password}”:

  ${url}

${reach}
On a tablet for the wall: ${url}/wall    The API: ${url}/docs

API key, good until the demo starts again:
  ${key}

Try it, in another terminal:
  curl -s ${url}/v1/tasks -H "Authorization: Bearer ${key}"

Add a task for Anna, as an agent, and see it in the feed:
  curl -s ${url}/v1/tasks -H "Authorization: Bearer ${key}" -H "X-Agent-Name: My agent" -H "Content-Type: application/json" -d '{"label": "Try Inglenook", "memberId": "${memberId}"}'
  curl -s "${url}/v1/activity?limit=1" -H "Authorization: Bearer ${key}"

Sign in without the app (what only people may do takes that: chores, answers):
  curl -s ${url}/app/session -c demo.cookies -H "Origin: ${url}" -H "Content-Type: application/json" -d '{"login": "Mia", "password": "${password}"}'
  curl -s ${url}/v1/chores -b demo.cookies

Stop with Ctrl-C. Your own household: ${command("serve --help")}
`;
}
