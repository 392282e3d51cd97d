/** The build of the binaries: platforms, packages and build id. */
import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "#platform/version.ts";
import { buildId } from "../../scripts/build-id.ts";
import { fetchPackage, lockedPackage } from "../../scripts/locked-packages.ts";
import { sharpPlugin } from "../../scripts/sharp-plugin.ts";
import { targets } from "../../scripts/targets.ts";
import { emptyFolder } from "../support/home/program.ts";

const root = join(import.meta.dir, "../..");

describe("a build target", () => {
  test("Each build target has a locked digest for each package, and the runtime of the present version of Bun", () => {
    for (const { runtime, images } of Object.values(targets)) {
      expect(lockedPackage(runtime).spec).toBe(`${runtime}@${Bun.version}`);
      for (const name of images) expect(lockedPackage(name).digest).toStartWith("sha512-");
    }
  });

  test("An unknown build target stops the build with an error that names the known targets", () => {
    const { exitCode, stderr } = Bun.spawnSync(["bun", "run", "scripts/build.ts", "--target", "toString"], {
      cwd: root,
      env: { ...process.env, PATH: `${join(process.execPath, "..")}:${process.env.PATH}` },
    });
    expect(exitCode).toBe(1);
    expect(stderr.toString()).toContain("--target must be one of: linux-x64, linux-arm64, darwin-arm64, windows-x64");
  });

  test("A build target without the native part of the image library sharp stops the build", async () => {
    const folder = join(emptyFolder(), "sharp-none");
    mkdirSync(join(folder, "lib"), { recursive: true });
    const entry = join(emptyFolder(), "entry.ts");
    writeFileSync(entry, `export { default } from ${JSON.stringify(Bun.resolveSync("sharp", root))};`);
    const building = Bun.build({ entrypoints: [entry], target: "bun", plugins: [sharpPlugin([folder])] });
    const error = await building.then(
      () => null,
      (reason: AggregateError) => reason,
    );
    expect(String(error?.errors)).toContain("sharp has no addon for this platform");
  });
});

describe("a downloaded package", () => {
  test("A downloaded package that differs from bun.lock stops the build and is not unpacked", async () => {
    const cache = emptyFolder();
    const file = join(cache, "img-sharp-linux-arm64-0.35.5.tgz");
    writeFileSync(file, "something else");
    await expect(fetchPackage("@img/sharp-linux-arm64", cache)).rejects.toThrow(
      /img-sharp-linux-arm64-0\.35\.5\.tgz: its digest is sha512-.*, and bun\.lock has sha512-LYVx5/,
    );
    expect(existsSync(join(cache, "unpacked"))).toBe(false);
  });

  test("A downloaded package that is not in bun.lock is refused", async () => {
    await expect(fetchPackage("left-pad", emptyFolder())).rejects.toThrow("left-pad: bun.lock has no sha512");
    await expect(fetchPackage("constructor", emptyFolder())).rejects.toThrow("constructor: bun.lock has no sha512");
  });
});

describe("the build id", () => {
  function repository() {
    const folder = emptyFolder();
    const git = (...args: string[]) => {
      const author = ["-c", "user.name=Anna", "-c", "user.email=anna@home.example", "-c", "commit.gpgsign=false"];
      const { exitCode, stderr } = Bun.spawnSync(["git", ...author, ...args], { cwd: folder });
      if (exitCode !== 0) throw new Error(stderr.toString());
    };
    const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
    git("init", "--quiet");
    write(".gitignore", "ignored\n");
    write("code.ts", "1");
    git("add", ".");
    git("commit", "--quiet", "--message", "First");
    return { folder, git, write };
  }

  test("The build id consists of the version and the commit, and ignores files that Git ignores", async () => {
    const { folder, write } = repository();
    write("ignored", "x");
    expect(await buildId(folder)).toMatch(new RegExp(`^${RegExp.escape(version)}\\+[0-9a-f]{12}$`));
  });

  test("The build id of a changed source tree depends on the content of all files, also of new files", async () => {
    const { folder, git, write } = repository();
    const ids = [await buildId(folder)];
    write("code.ts", "2");
    ids.push(await buildId(folder));
    write("code.ts", "3");
    ids.push(await buildId(folder));
    git("add", ".");
    expect(await buildId(folder)).toBe(ids.at(-1) ?? "");
    write("new.ts", "1");
    ids.push(await buildId(folder));
    write("new.ts", "2");
    ids.push(await buildId(folder));
    expect(new Set(ids).size).toBe(5);
    for (const id of ids.slice(1)) expect(id).toStartWith(`${ids[0]}.`);
  });

  test("The build id of a source tree without Git is different for each build", async () => {
    const folder = emptyFolder();
    const ids = [await buildId(folder), await buildId(folder)];
    expect(new Set(ids).size).toBe(2);
  });
});
