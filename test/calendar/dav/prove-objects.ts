/**
 * Proves that objects of other programs come back byte for byte: `bun run prove:caldav-objects <folder>`. It PUTs each .ics
 * file below the folder that is one object of a calendar, restarts the server, and reads them all. What the server refuses
 * is counted by its reason.
 */

import { rmSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";
import { closeDatabase } from "#platform/db/client.ts";
import { openDataDir } from "#platform/db/migrate.ts";
import { davClient } from "../../support/calendar/dav.ts";
import { newPath } from "../../support/home/folders.ts";
import { household, serverInProcess, start } from "../../support/home/home.ts";

const folder = process.argv[2];
if (folder === undefined) throw new Error("Name a folder with .ics files.");

const settings = { DAV_RATE_LIMIT_BURST: "1000000" };
const dataDir = newPath();
const db = openDataDir(dataDir, { now: start });
const home = await household({ server: serverInProcess({ ...settings, DATA_DIR: dataDir }, { db }) });
const phone = davClient(home);
const kept = new Map<string, Uint8Array>();
const refused = new Map<string, number>();
let withoutTag = 0;
const faults: string[] = [];

for (const [number, file] of [...new Glob("**/*.ics").scanSync(folder)].sort().entries()) {
  const bytes = withOwnUid(await Bun.file(join(folder, file)).bytes(), number);
  const path = phone.at("family", `${number}.ics`);
  const { status, body, headers } = await phone.put(path, bytes);
  if (status !== 201) {
    const reason = `${status} ${/<[CD]:([a-z-]+)[/> ]/.exec(body.replace("<D:error", ""))?.[1] ?? ""}`;
    refused.set(reason, (refused.get(reason) ?? 0) + 1);
    if (status >= 500) faults.push(`${file}: ${status}`);
    continue;
  }
  if (headers.get("etag") === null) withoutTag++;
  else kept.set(path, bytes);
}
closeDatabase(db);

const again = openDataDir(dataDir, { now: start });
const server = serverInProcess({ ...settings, DATA_DIR: dataDir }, { db: again });
const authorization = `Basic ${btoa(`${phone.username}:${phone.password}`)}`;
for (const [path, bytes] of kept) {
  const headers = { Authorization: authorization, Host: "localhost" };
  const answer = await server.handle(new Request(`http://localhost${path}`, { headers }));
  if (!Buffer.from(await answer.arrayBuffer()).equals(bytes)) faults.push(`${path} differs`);
}
closeDatabase(again);
rmSync(dataDir, { recursive: true });

/** Many files have the same UID. */
function withOwnUid(bytes: Uint8Array, number: number): Uint8Array {
  return Buffer.from(Buffer.from(bytes).toString("latin1").replace(/^UID:/gim, `UID:${number}-`), "latin1");
}

console.log(
  `${kept.size} objects kept, ${withoutTag} more lost control characters; refused:`,
  Object.fromEntries(refused),
);
console.log(faults.length === 0 ? "0 differences" : faults.join("\n"));
process.exit(faults.length === 0 ? 0 : 1);
