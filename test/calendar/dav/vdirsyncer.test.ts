/** vdirsyncer between our server and Radicale, where both are installed: `bun run prove:caldav` at a small size. */
import { expect, test } from "bun:test";
import { proveVdirsyncer, vdirsyncerMissing } from "./clients/vdirsyncer.ts";

test("The program vdirsyncer keeps our CalDAV server and Radicale in sync", async () => {
  const toInstall = vdirsyncerMissing();
  if (toInstall !== null) {
    console.log(`vdirsyncer could not be tried: ${toInstall}`);
    return;
  }
  const { changes } = await proveVdirsyncer({ objects: 20, withExceptions: 6, rounds: 2 }, 1, () => {});
  expect(changes).toBeGreaterThan(8);
}, 180_000);
