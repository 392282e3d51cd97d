/**
 * `bun run release`: builds the binaries for all platforms into `dist/release`, with `SHA256SUMS` and a bill of materials. The release workflow
 * signs that file.
 */
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { components } from "../../src/licences.ts";
import { version } from "../../src/version.ts";
import { buildBinary, packWeb } from "../binary.ts";
import { buildId } from "../build-id.ts";
import { bomOf } from "../notices/sbom.ts";
import { prepareTarget, targets } from "../targets.ts";

const folder = "dist/release";
rmSync(folder, { recursive: true, force: true });
const web = await packWeb();
const names: string[] = [];
for (const name of Object.keys(targets)) names.push(await buildBinary(folder, web, await prepareTarget(name)));

const bom = "inglenook.cdx.json";
await Bun.write(join(folder, bom), `${JSON.stringify(bomOf(components, version, await buildId()), null, 2)}\n`);
names.push(bom);

let sums = "";
for (const name of names.sort()) {
  const digest = createHash("sha256");
  for await (const chunk of Bun.file(join(folder, name)).stream()) digest.update(chunk);
  sums += `${digest.digest("hex")}  ${name}\n`;
}
await Bun.write(join(folder, "SHA256SUMS"), sums);
process.stdout.write(sums);
