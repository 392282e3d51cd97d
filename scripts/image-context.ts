/**
 * `bun run image [amd64] [arm64]`: writes the files from which the container image is built to
 * `dist/image/<architecture>/`.
 */
import { chmodSync, cpSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Architecture, binaryFor, imageLibrary, licenceFiles, readArchitectures, version } from "./packages.ts";
import { nativeFiles } from "./sharp-plugin.ts";

// Folders must be readable, whatever the umask of the builder.
process.umask(0o022);

for (const architecture of readArchitectures(process.argv.slice(2))) {
  const folder = join("dist/image", architecture);
  rmSync(folder, { recursive: true, force: true });
  await writeRoot(join(folder, "root"), architecture);
  mkdirSync(join(folder, "owned/data"), { recursive: true });
  chmodSync(join(folder, "owned/data"), 0o700);
  console.log(`${folder}: docker build --platform linux/${architecture} --build-arg VERSION=${version} .`);
}

async function writeRoot(root: string, architecture: Architecture): Promise<void> {
  put(binaryFor(architecture), join(root, "usr/bin/inglenook"), 0o755);
  for (const name of licenceFiles()) put(name, join(root, "usr/share/doc/inglenook", name), 0o644);
  const files = nativeFiles(await imageLibrary(architecture));
  for (const { name, file } of files) put(file, join(root, "usr/lib/inglenook", name), 0o644);
}

function put(from: string, to: string, mode: number): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o755 });
  cpSync(from, to);
  chmodSync(to, mode);
}
