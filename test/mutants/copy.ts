/** Copies of this tree, in which faults are planted. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { Mutant } from "./mutant.ts";

const root = resolve(import.meta.dirname, "../..");
/** Time limit of one fault. A product that hangs counts as a fault that was found. */
const limitMs = 240_000;

export type Outcome = { readonly failed: readonly string[]; readonly passed: number; readonly output: string };

export class Copy {
  private readonly folder = mkdtempSync(join(tmpdir(), "inglenook-mutants-"));

  constructor() {
    const { stdout } = Bun.spawnSync(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
      cwd: root,
    });
    for (const name of stdout.toString().split("\0").filter(Boolean)) {
      mkdirSync(dirname(join(this.folder, name)), { recursive: true });
      cpSync(join(root, name), join(this.folder, name));
    }
    symlinkSync(join(root, "node_modules"), join(this.folder, "node_modules"));
  }

  /** Plants a fault. @throws Error if the text to replace does not occur once */
  async withFault<Result>({ file, find, replace }: Mutant, work: () => Promise<Result>): Promise<Result> {
    const path = join(this.folder, file);
    const text = await Bun.file(path).text();
    const count = text.split(find).length - 1;
    if (count !== 1) throw new Error(`${file} has ${count} times: ${find}`);
    await Bun.write(
      path,
      text.replace(find, () => replace),
    );
    try {
      return await work();
    } finally {
      await Bun.write(path, text);
    }
  }

  /** Runs tests. They end with the first failure if `isWhole` is false. */
  async test(files: readonly string[], { isWhole }: { isWhole: boolean }): Promise<Outcome> {
    const paths = files.map((file) => `./${file}`);
    const options = ["--timeout", "60000", ...(isWhole ? [] : ["--bail"])];
    const child = Bun.spawn(["sh", "-c", 'exec "$@" 2>&1', "sh", process.execPath, "test", ...options, ...paths], {
      cwd: this.folder,
      stdio: ["ignore", "pipe", "inherit"],
      timeout: limitMs,
    });
    const output = await child.stdout.text();
    const failed = [...output.matchAll(/^\(fail\) (.*?)(?: \[[\d.]+ms\])?$/gm)].map(([, title = ""]) => title);
    if (child.signalCode) failed.push(`ended after ${limitMs / 1_000} s`);
    return { failed, passed: output.match(/^\(pass\)/gm)?.length ?? 0, output };
  }

  delete(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
