import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { buildApp } from "#client/pages/build/app.ts";
import { bestQuality, type PackedFile, pack } from "#client/pages/build/pack.ts";
import { buildProgram } from "./program.ts";
import { sharpPlugin } from "./sharp-plugin.ts";
import type { CrossTarget } from "./targets.ts";
import { webPlugin } from "./web-plugin.ts";

export async function packWeb(): Promise<readonly PackedFile[]> {
  return pack((await buildApp()).files, bestQuality);
}

/** Builds the binary with the app for the browser in it. Returns the name of the file in `folder`. */
export async function buildBinary(folder: string, web: readonly PackedFile[], target: CrossTarget | null) {
  mkdirSync(folder, { recursive: true });
  const name = target ? `inglenook-${target.name}${target.ending}` : "inglenook";
  const file = join(folder, name);
  await buildProgram(file, [sharpPlugin(target?.images), await webPlugin(web)], target);
  console.log(`${file}: ${(Bun.file(file).size / 1e6).toFixed(1)} MB`);
  return name;
}
