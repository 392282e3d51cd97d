/**
 * `bun run release`: builds the binaries for all platforms into `dist/release`, with `SHA256SUMS`, a bill of materials
 * and the public key. The release workflow then signs `SHA256SUMS`.
 */
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { version } from "#platform/version.ts";
import { components } from "#server/licences.ts";
import { buildBinary, packWeb } from "../binary.ts";
import { buildId } from "../build-id.ts";
import { bomOf } from "../notices/sbom.ts";
import { keyFile } from "../release-key.ts";
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
if (await Bun.file(keyFile).exists()) await Bun.write(join(folder, "minisign.pub"), Bun.file(keyFile));
process.stdout.write(sums);
