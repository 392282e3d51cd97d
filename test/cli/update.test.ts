/** `inglenook update` as people run it: a copy of the binary, with releases on this machine. */
import { describe, expect, test } from "bun:test";
import { chmodSync, chownSync, copyFileSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { buildProgram } from "../../scripts/program.ts";
import { sharpPlugin } from "../../scripts/sharp-plugin.ts";
import { bareEnvironment, binary, emptyFolder, householdFolder, run, start } from "../support/home/program.ts";
import { binaryName, program, publish, release, type Signer, signer } from "../support/releases.ts";

const { version } = manifest;
const key = signer();
const sums = "/latest/SHA256SUMS";
const signature = `${sums}.minisig`;

/** A household beside a copy of the program that may be replaced. */
async function installed(mode = 0o755) {
  const cwd = await householdFolder();
  const path = join(cwd, "inglenook");
  copyFileSync(await binary(), path);
  chmodSync(path, mode);
  const before = statSync(path);
  const update = async (url: string, args: string[] = [], by: Signer = key, prefix: string[] = []) => {
    const command = [...prefix, path, "update", "--update-url", url, "--update-key", by.publicKey, ...args];
    const child = Bun.spawn(command, { cwd, env: bareEnvironment, stdout: "pipe", stderr: "pipe" });
    const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
    return { out, err, code, json: () => JSON.parse(out) };
  };
  /** Checks that nothing happened, not even a backup. */
  const expectUntouched = () => {
    expect(statSync(path)).toMatchObject({ ino: before.ino, size: before.size, mtimeMs: before.mtimeMs });
    expect(readdirSync(cwd).sort()).toEqual(["data", "inglenook"]);
    expect(existsSync(join(cwd, "data/backups")) ? readdirSync(join(cwd, "data/backups")) : []).toEqual([]);
  };
  return { cwd, path, before, update, expectUntouched };
}

const signed = async (as: string, content: string | Blob = program(as)) => release(as, content, { key });

describe("update", () => {
  test("An update makes a backup and replaces the program", async () => {
    const newer = join(emptyFolder(), "newer");
    const asVersion = {
      name: "version",
      setup(build: Bun.PluginBuilder) {
        const contents = JSON.stringify({ ...manifest, version: "9.8.7" });
        build.onLoad({ filter: /[/\\]package\.json$/ }, ({ path }) =>
          dirname(path) === join(import.meta.dir, "../..") ? { contents, loader: "json" } : undefined,
        );
      },
    };
    await buildProgram(newer, [sharpPlugin(), asVersion]);
    const { cwd, path, before, update } = await installed(0o750);
    const own = process.geteuid?.() === 0 ? { uid: 1234, gid: 4321 } : { uid: before.uid, gid: before.gid };
    if (process.geteuid?.() === 0) chownSync(path, own.uid, own.gid);
    const { url } = publish(await signed("9.8.7", Bun.file(newer)));
    const server = await start(["serve"], { cwd, env: { NIGHTLY_BACKUP: "off" } });
    const { code, err, json } = await update(url, ["--json"]);
    expect({ code, err }).toMatchObject({ code: 0, err: expect.not.stringContaining("rror") });
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    const [backup] = readdirSync(join(cwd, "data/backups"));
    expect(json()).toEqual({
      version,
      newest: "9.8.7",
      program: path,
      previous: `${path}.previous`,
      backup: expect.stringMatching(new RegExp(`${RegExp.escape(`${backup}`)}$`)),
      isRestarted: false,
      isNewer: true,
      isUpdated: true,
    });
    await server.stop();
    expect(readdirSync(cwd).sort()).toEqual(["data", "inglenook", "inglenook.previous"]);
    expect(statSync(path)).toMatchObject({ mode: 0o100750, ...own });
    expect(statSync(`${path}.previous`).ino).toBe(before.ino);
    const says = (file: string) => Bun.spawnSync([file, "--version"]).stdout.toString().trim();
    expect([says(path), says(`${path}.previous`)]).toEqual(["9.8.7", version]);
    expect((await run(["backup", "--verify", join("data/backups", `${backup}`)], { cwd })).code).toBe(0);
    const child = Bun.spawn([path, "serve"], { cwd, env: bareEnvironment, stdout: "pipe", stderr: "ignore" });
    let out = "";
    for await (const chunk of child.stdout) {
      out += new TextDecoder().decode(chunk);
      if (/localhost:\d+/.test(out)) break;
    }
    const card = await fetch(`${/http:\/\/localhost:\d+/.exec(out)?.[0]}/mcp/server-card`);
    expect(await card.json()).toMatchObject({ version: "9.8.7" });
    child.kill();
    expect(await child.exited).toBe(0);
    const list = Bun.spawnSync([path, "household", "list"], { cwd, env: bareEnvironment });
    expect(list.stdout.toString()).toContain("Test");
  }, 120_000);

  test("An update accepts minisign signatures of the older kind too, and says what to do next", async () => {
    const { cwd, path, update } = await installed();
    const data = join(cwd, "data");
    if (process.geteuid?.() === 0) {
      chmodSync(cwd, 0o755);
      Bun.spawnSync(["chown", "-R", "1234:1234", data]);
    }
    const { url } = publish(await release("9.0.0-rc.1", program("9.0.0-rc.1"), { key, kind: "Ed" }));
    const { out, err, code } = await update(url);
    expect({ code, err }).toEqual({
      code: 0,
      err: `inglenook: downloading ${binaryName} 9.0.0-rc.1\ninglenook: saving ./data\n`,
    });
    expect(out).toStartWith("Inglenook is now 9.0.0-rc.1. Restart the server.\n");
    expect(out).toContain(`Former program:   ${path}.previous\n`);
    expect(out).toMatch(/Backup before it: .*data\/backups\/inglenook-.*\.tar\.zst\n/);
    expect(readFileSync(path, "utf8")).toBe(program("9.0.0-rc.1"));
    // The backup belongs to whom the data belongs, also if root updates.
    const { uid } = statSync(data);
    for (const name of readdirSync(join(data, "backups"))) expect(statSync(join(data, "backups", name)).uid).toBe(uid);
  });

  test("An update follows a redirect to an address below the address of the releases", async () => {
    const { update, path } = await installed();
    const files = await signed("9.0.0");
    const moved = (name: string) => () => Response.redirect(`/latest/real/${name}`, 302);
    const { url } = publish({
      ...Object.fromEntries(Object.entries(files).map(([name, file]) => [`real/${name}`, file])),
      ...Object.fromEntries(Object.keys(files).map((name) => [name, moved(name)])),
    });
    expect((await update(url)).code).toBe(0);
    expect(readFileSync(path, "utf8")).toBe(program("9.0.0"));
  });

  test("An update deletes files of a killed update, and replaces the program kept by an earlier update", async () => {
    const { cwd, path, update } = await installed();
    const stalled = publish({
      ...(await signed("9.0.0")),
      [binaryName]: () => new Response(new ReadableStream({ start: (out) => out.enqueue(new Uint8Array(65_536)) })),
    });
    const child = Bun.spawn([path, "update", "--update-url", stalled.url, "--update-key", key.publicKey], {
      cwd,
      env: bareEnvironment,
      stdout: "ignore",
      stderr: "ignore",
    });
    const left = () => readdirSync(cwd).filter((name) => statSync(join(cwd, name)).size > 0 && name.startsWith(".unf"));
    while (left().length === 0) await Bun.sleep(5);
    child.kill("SIGKILL");
    await child.exited;
    expect(Bun.spawnSync([path, "--version"]).stdout.toString().trim()).toBe(version);
    await Bun.write(`${path}.previous`, "an older one");
    expect((await update(publish(await signed("9.0.0")).url)).code).toBe(0);
    expect(readdirSync(cwd).sort()).toEqual(["data", "inglenook", "inglenook.previous"]);
    expect(
      Bun.spawnSync([`${path}.previous`, "--version"])
        .stdout.toString()
        .trim(),
    ).toBe(version);
  });
});

describe("update --check", () => {
  test("The command “update --check” reads one file, and sends no data about the household", async () => {
    const { cwd, path, update, expectUntouched } = await installed();
    const { url, seen } = publish(await signed("9.0.0"));
    const { out, code } = await update(url, ["--check"]);
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining(`9.0.0 is out; this is ${version}.`) });
    expect(out).toContain(`To update: ${path} update --data-dir ${join(cwd, "data")}\n`);
    expect(seen.map(({ method, path }) => `${method} ${path}`)).toEqual([`GET ${signature}`]);
    const { host, ...headers } = seen[0]?.headers ?? {};
    expect(headers).toEqual({
      accept: "*/*",
      "accept-encoding": "identity",
      "user-agent": "Inglenook",
    });
    expectUntouched();
  });
});

test.each([
  ["the same version", version, `${version} is the newest version.\n`],
  ["an older version", "0.0.9", `The newest release is 0.0.9; this is ${version}.\n`],
  ["a candidate of this version", `${version}-rc.9`, `The newest release is ${version}-rc.9; this is ${version}.\n`],
])("A release that is %s is not downloaded", async (_, announced, says) => {
  const { update, expectUntouched } = await installed();
  const { url, seen } = publish(await signed(announced));
  expect(await update(url)).toMatchObject({ code: 0, out: says, err: "" });
  expect(seen.map(({ path }) => path)).toEqual([signature, sums]);
  expectUntouched();
});

describe("a refused update that changes nothing", () => {
  const altered = "the signature of the release is not to be trusted";
  const inside = () => Response.redirect("http://192.168.7.7/inglenook", 302);
  const other = publish({ [binaryName]: program("9.0.0") });
  const cases: readonly [string, string, (files: Awaited<ReturnType<typeof signed>>) => object][] = [
    [
      "a signature by another key",
      `${altered} (SHA256SUMS.minisig): it is by the key`,
      (files) => ({
        "SHA256SUMS.minisig": signer().sign(String(files.SHA256SUMS), "inglenook v9.0.0"),
      }),
    ],
    [
      "an altered SHA256SUMS",
      `${altered} (SHA256SUMS): it is for another file`,
      (files) => ({
        SHA256SUMS: String(files.SHA256SUMS).replace("inglenook-other", "inglenook-more"),
      }),
    ],
    [
      "an altered trusted comment",
      "its trusted comment was changed",
      (files) => ({
        "SHA256SUMS.minisig": String(files["SHA256SUMS.minisig"]).replace("v9.0.0", "v9.0.1"),
      }),
    ],
    [
      "a signature of something else",
      "SHA256SUMS.minisig is no signature of a release",
      (files) => ({
        "SHA256SUMS.minisig": key.sign(String(files.SHA256SUMS), "garden v9.0.0"),
      }),
    ],
    ["a page in place of the signature", "it is not a minisign signature", () => ({ "SHA256SUMS.minisig": "<html>" })],
    ["an endless signature", "more than 2048 bytes", () => ({ "SHA256SUMS.minisig": () => new Response(endless()) })],
    ["endless sums", "more than 65536 bytes", () => ({ SHA256SUMS: () => new Response(endless()) })],
    ["an altered program", "is damaged: its SHA-256 is", () => ({ [binaryName]: `${program("9.0.0")}# more\n` })],
    ["a shortened program", "is damaged: its SHA-256 is", () => ({ [binaryName]: program("9.0.0").slice(0, -5) })],
    [
      "an oversized program",
      "more than 400000000 bytes",
      () => ({
        [binaryName]: () => new Response(endless(), { headers: { "Content-Length": "400000001" } }),
      }),
    ],
    [
      "a missing file",
      `/${binaryName} answered 404`,
      () => ({ [binaryName]: () => new Response("", { status: 404 }) }),
    ],
    [
      "no binary for this machine",
      `the release has no ${binaryName}`,
      () => {
        const none = `${"0".repeat(64)}  inglenook-other\n`;
        return { SHA256SUMS: none, "SHA256SUMS.minisig": key.sign(none, "inglenook v9.0.0") };
      },
    ],
    ["a redirect into the home", " is not public", () => ({ [binaryName]: inside })],
    [
      "a redirect to the router's metadata",
      "no setting can allow it",
      () => ({
        "SHA256SUMS.minisig": () => Response.redirect("http://169.254.169.254/latest", 302),
      }),
    ],
    [
      "a redirect to another service of this machine",
      " is not public",
      () => ({
        [binaryName]: () => Response.redirect(`${other.url}/${binaryName}`, 302),
      }),
    ],
  ];
  test.each(cases)("An update with %s is refused and changes nothing", async (_, says, change) => {
    const { update, expectUntouched } = await installed();
    const files = await signed("9.0.0");
    const { url } = publish({ ...files, ...change(files) });
    const { code, out, err } = await update(url);
    expect({ code, out, err }).toEqual({ code: 1, out: "", err: expect.stringContaining(says) });
    expectUntouched();
  });

  test.each([
    ["another version", program("9.0.1"), `the program of 9.0.0 says that it is "9.0.1"`],
    ["no program", "not a program", "the program of 9.0.0 does not run here"],
    ["one that fails", "#!/bin/sh\necho 9.0.0\nexit 1\n", "the program of 9.0.0 does not run here"],
  ])("An update with a signed file that is %s is refused and changes nothing", async (_, content, says) => {
    const { update, expectUntouched } = await installed();
    const { code, err } = await update(publish(await signed("9.0.0", content)).url);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(says) });
    expectUntouched();
  });

  test("An update on a disk that becomes full fails and changes nothing", async () => {
    const { update, expectUntouched, cwd } = await installed();
    const { url } = publish(await signed("9.0.0", `${program("9.0.0")}${"#".repeat(4_000_000)}\n`));
    const limited = ["sh", "-c", 'trap "" XFSZ; ulimit -S -f 4000; exec "$0" "$@"'];
    const { code, err } = await update(url, [], key, limited);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(`${cwd} has too little space: `) });
    expectUntouched();
  });

  test("An update over a connection that breaks fails and changes nothing", async () => {
    const { update, expectUntouched } = await installed();
    let chunks = 0;
    const pull = async (out: ReadableStreamDefaultController) => {
      if (chunks++ === 3) await published.stop();
      out.enqueue(new Uint8Array(65_536));
    };
    const published = publish({
      ...(await signed("9.0.0")),
      [binaryName]: () => new Response(new ReadableStream({ pull })),
    });
    const { code, err } = await update(published.url);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(`/${binaryName} can't be read: `) });
    expectUntouched();
  });

  test("An update with a data folder that does not exist needs the option --without-backup", async () => {
    const { update, expectUntouched, path, cwd } = await installed();
    const { url } = publish(await signed("9.0.0"));
    const { code, err } = await update(url, ["--data-dir", "elsewhere"]);
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringContaining("nothing to back up in elsewhere. Name the"),
    });
    expectUntouched();
    const { json } = await update(url, ["--data-dir", "elsewhere", "--without-backup", "--json"]);
    expect(json()).toMatchObject({ isUpdated: true, backup: null });
    expect(readFileSync(path, "utf8")).toBe(program("9.0.0"));
    expect(readdirSync(cwd).sort()).toEqual(["data", "inglenook", "inglenook.previous"]);
  });

  test("An update of a program in a folder that can't be written is refused and changes nothing", async () => {
    const { update, expectUntouched, cwd } = await installed();
    const { url, seen } = publish(await signed("9.0.0"));
    const isRoot = process.geteuid?.() === 0;
    chmodSync(cwd, 0o555);
    // Root may write anywhere.
    // Another user can't use the lock of faketime that root has made, so the library is loaded only for the program.
    const preloaded = `LD_PRELOAD=${process.env.LD_PRELOAD ?? ""}`;
    const setUser = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
    const asNobody = isRoot ? ["env", "-u", "LD_PRELOAD", "-u", "FAKETIME_SHARED", ...setUser, "env", preloaded] : [];
    chmodSync(join(cwd, "data"), 0o755);
    const { code, err } = await update(url, [], key, asNobody);
    chmodSync(cwd, 0o755);
    expect({ code, err }).toEqual({
      code: 1,
      err: `inglenook: the folder of the program, ${cwd}, can't be written. Run it as the owner of that folder, or with sudo.\n`,
    });
    expect(seen.map(({ path }) => path)).toEqual([signature, sums]);
    expectUntouched();
  });

  test("An update changes nothing if the backup fails", async () => {
    const { update, cwd, path } = await installed();
    await Bun.write(join(cwd, "data/inglenook.db"), "damaged");
    const { code, err } = await update(publish(await signed("9.0.0")).url);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining("inglenook.db") });
    expect(Bun.spawnSync([path, "--version"]).stdout.toString().trim()).toBe(version);
    expect(readdirSync(cwd).sort()).toEqual(["data", "inglenook"]);
  });
});

describe("the advice of update", () => {
  test("The command “update” says what to do instead if the program runs from source", async () => {
    const { url } = publish(await signed("9.0.0"));
    const args = ["update", "--update-url", url, "--update-key", key.publicKey];
    const { code, err } = await run(args, { isSource: true });
    expect(code).toBe(1);
    expect(err).toBe("inglenook: 9.0.0 is out, but this runs from source. Type: git pull && npm install\n");
    const check = await run([...args, "--check", "--json"], { isSource: true });
    const told = { isNewer: true, commands: ["git pull", "npm install"], imageTag: null };
    expect(check.json()).toMatchObject({ version, newest: "9.0.0", ...told });
  });

  test("The command “update” says what to do instead if the program has no key to verify releases", async () => {
    const { code, err } = await run(["update", "--check"], { isSource: true });
    expect(code).toBe(1);
    expect(err).toBe(
      "inglenook: this build has no key of its maker (UPDATE_KEY), so it can't verify releases. Type: git pull && npm install\n",
    );
  });

  test.each([
    ["--update-url", "http://releases.example", "must be https://, except on this machine"],
    ["--update-url", "ftp://127.0.0.1", "must be http:// or https://"],
    ["--update-key", "RWQ", "must be a minisign public key, such as RWQ…"],
  ])("The command “update” refuses the option %s %s and says what that option needs", async (option, value, says) => {
    const { code, err } = await run(["update", option, value]);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(says) });
  });
});

function endless() {
  return new ReadableStream({ pull: (out) => out.enqueue(new Uint8Array(65_536)) });
}
