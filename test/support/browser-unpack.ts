/**
 * The Chromium that npm brought, ready to start. The package itself unpacks to fixed names in the temporary folder and takes
 * whatever is there already, be it an older version or half of a file that another process is still writing. So it unpacks, in
 * a process of its own, to a folder that nobody else knows, which is then renamed to a name with the version in it: who finds
 * that name finds all of it.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

const abandonedMs = 3_600_000;

/** How to start a browser. */
export type Executable = { readonly path: string; readonly env: Readonly<Record<string, string>> };

/**
 * Unpacks Chromium once (two seconds, 210 MB in `node_modules/.cache`) and answers where it is. It needs no library of the
 * system but the C library: what else it links to comes with it, as does a font.
 * @throws Error on another system than Linux on x64.
 */
export async function unpackChromium(): Promise<Executable> {
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new Error("No Chrome or Chromium was found, and npm brings one for Linux on x64 alone: set CHROME_PATH");
  }
  const entry = Bun.resolveSync("@sparticuz/chromium", import.meta.dir);
  const home = join(dirname(entry), "..");
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
      // The package brings the libraries along only where it takes the machine for one of its cloud's.
      env: { PATH: process.env.PATH ?? "", TMPDIR: staging, HOME: staging, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x" },
      stdout: "ignore",
      stderr: "pipe",
    });
    const said = await new Response(child.stderr).text();
    if ((await child.exited) !== 0) throw new Error(`Chromium could not be unpacked: ${said}`);
    await Bun.write(join(staging, "fonts.conf"), fontsConf(join(folder, "fonts")));
    renameSync(staging, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error; // Else another process was faster, and its folder is as good.
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** What a process left that was ended while it unpacked, if it is long ago. */
function removeAbandoned(cache: string): void {
  for (const name of readdirSync(cache)) {
    const path = join(cache, name);
    const isOld = () => Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > abandonedMs;
    if (name.startsWith("chromium-unpacking-") && isOld()) rmSync(path, { recursive: true, force: true });
  }
}

/** The system's fonts where it has any, and the one that came along. */
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
