/**
 * Unpacks the Chromium that npm installs.
 *
 * The package itself unpacks to fixed names in the temporary folder. It reuses any existing file, even if the file is
 * of an older version or is still being written by another process. So this module unpacks in a separate process to a
 * private folder, and then renames the folder to a name that contains the version. A folder of that name is always
 * complete.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

const abandonedMs = 3_600_000;

/** Path of a browser, and the environment variables with which it must be started. */
export type Executable = { readonly path: string; readonly env: Readonly<Record<string, string>> };

/**
 * Unpacks Chromium once (two seconds, 210 MB in `node_modules/.cache`) and returns its path. Chromium needs only the C
 * library of the system; its other libraries and a font are included.
 * @throws Error on a system other than Linux on x64
 */
export async function unpackChromium(): Promise<Executable> {
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new Error("No Chrome or Chromium was found, and npm brings one for Linux on x64 alone: set CHROME_PATH");
  }
  const name = "@sparticuz/chromium";
  const entry = Bun.resolveSync(name, import.meta.dir);
  const home = entry.slice(0, entry.lastIndexOf(name) + name.length);
  const { version } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
  const cache = join(home, "../../.cache");
  const folder = join(cache, `chromium-${version}`);
  if (!existsSync(folder)) await unpackTo(folder, cache, entry);
  return {
    path: join(folder, "chromium"),
    env: { LD_LIBRARY_PATH: join(folder, "al2023/lib"), FONTCONFIG_FILE: join(folder, "fonts.conf") },
  };
}

async function unpackTo(folder: string, cache: string, entry: string): Promise<void> {
  mkdirSync(cache, { recursive: true });
  removeAbandoned(cache);
  const staging = mkdtempSync(join(cache, "chromium-unpacking-"));
  try {
    const script = `const { default: chromium } = await import(${JSON.stringify(entry)}); await chromium.executablePath();`;
    const child = Bun.spawn([process.execPath, "-e", script], {
      // The package includes the libraries only if it believes that it runs on AWS Lambda.
      env: { PATH: process.env.PATH ?? "", TMPDIR: staging, HOME: staging, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x" },
      stdout: "ignore",
      stderr: "pipe",
    });
    const said = await new Response(child.stderr).text();
    if ((await child.exited) !== 0) throw new Error(`Chromium could not be unpacked: ${said}`);
    await Bun.write(join(staging, "fonts.conf"), fontsConf(join(folder, "fonts")));
    renameSync(staging, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error; // Another process was faster, and its folder is equally good.
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** Deletes old folders of processes that were killed while unpacking. */
function removeAbandoned(cache: string): void {
  for (const name of readdirSync(cache)) {
    const path = join(cache, name);
    const isOld = () => Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > abandonedMs;
    if (name.startsWith("chromium-unpacking-") && isOld()) rmSync(path, { recursive: true, force: true });
  }
}

/** Returns a font configuration with the fonts of the system, if any, and the font that is included. */
function fontsConf(fonts: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>/usr/share/fonts</dir>
  <dir>${fonts}</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;
}
