/**
 * `bun run release`: builds the binaries for all platforms into `dist/release`, with `SHA256SUMS`. The release workflow
 * signs that file.
 */
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { buildBinary, packWeb } from "./binary.ts";
import { prepareTarget, targets } from "./targets.ts";

const folder = "dist/release";
rmSync(folder, { recursive: true, force: true });
const web = await packWeb();
const names: string[] = [];
for (const name of Object.keys(targets)) names.push(await buildBinary(folder, web, await prepareTarget(name)));

let sums = "";
for (const name of names.sort()) {
  const digest = createHash("sha256");
  for await (const chunk of Bun.file(join(folder, name)).stream()) digest.update(chunk);
  sums += `${digest.digest("hex")}  ${name}\n`;
}
await Bun.write(join(folder, "SHA256SUMS"), sums);
process.stdout.write(sums);
