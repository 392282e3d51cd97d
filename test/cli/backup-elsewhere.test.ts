/** Backups outside the data folder: standard output, `BACKUP_TO`, `AFTER_BACKUP`, and checking a file. */
import { describe, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listBackups } from "#operations/backup/manage.ts";
import { put } from "../support/home/folders.ts";
import { binary, householdFolder, householdFolderWithKey, run, start } from "../support/home/program.ts";
import { oldBackup } from "../support/records/backups.ts";

const patience = 60_000;

async function home() {
  const cwd = await householdFolder();
  put(cwd, "data/photos/sea.jpg", "a photo");
  const verb = (line: string, env: Record<string, string> = {}) => run(line.split(" "), { cwd, env });
  return { cwd, verb };
}

describe("backup --to -", () => {
  test(
    "The command “backup --to -” writes only a compressed backup to standard output",
    async () => {
      const { cwd, verb } = await home();
      const program = await binary();
      const shell = async (line: string) => {
        const child = Bun.spawn(["bash", "-o", "pipefail", "-c", line], { cwd, stderr: "pipe", stdout: "pipe" });
        return { code: await child.exited, err: await child.stderr.text() };
      };
      expect(await shell(`${program} backup --to - | cat > piped.tar.zst`)).toEqual({ code: 0, err: "" });
      expect((await verb("restore piped.tar.zst --data-dir fresh --json")).json()).toMatchObject({ pictures: 1 });
      put(cwd, "data/photos/large.jpg", crypto.getRandomValues(new Uint8Array(60_000)));
      for (let count = 0; count < 40; count++) {
        put(cwd, `data/photos/${count}.jpg`, crypto.getRandomValues(new Uint8Array(60_000)));
      }
      const cut = await shell(`${program} backup --to - | head -c 10 > /dev/null`);
      expect(cut).toEqual({ code: 1, err: "inglenook: The program that reads the backup ended before its end.\n" });
      expect(readdirSync(join(cwd, "data/backups"))).toEqual([]);
    },
    patience,
  );

  test(
    "The command “backup --to -” refuses to write to a terminal",
    async () => {
      const { cwd } = await home();
      const line = `${await binary()} backup --to -`;
      const child = Bun.spawn(["script", "-qec", line, "/dev/null"], { cwd, stdout: "pipe" });
      expect(await child.stdout.text()).toContain("--to - writes a file; send it to a program or a file");
      expect(await child.exited).toBe(2);
    },
    patience,
  );
});

describe("a backup without room", () => {
  test(
    "A backup without enough disk space names the needed megabytes, and leaves no file",
    async () => {
      const { cwd } = await home();
      const { code, err } = await run(["backup"], { cwd, largestFile: 60 });
      expect(code).toBe(1);
      expect(err).toMatch(
        /^inglenook: data\/backups has too little space: \d+ MB needed, \d+ MB free\. Free some space, move old backups elsewhere, or choose another folder: --to FOLDER\n$/,
      );
      expect(readdirSync(join(cwd, "data/backups"))).toEqual([]);
    },
    patience,
  );
});

describe("backup --verify", () => {
  test(
    "The command “backup --verify” checks a backup of any version completely, and leaves no file",
    async () => {
      const { verb } = await home();
      const temporary = () => readdirSync(tmpdir()).filter((name) => name.startsWith("inglenook-inspect-"));
      const before = temporary();
      for (const version of [1, 9]) {
        const { code, json, err } = await verb(`backup --verify ${oldBackup(version)} --json`);
        expect({ code, err }).toEqual({ code: 0, err: "" });
        expect(json()).toMatchObject({ ok: true, schemaVersion: version, households: 1, pictures: 2 });
      }
      const { file } = (await verb("backup --json")).json();
      const { out } = await verb(`backup --verify ${file}`);
      expect(out).toContain("ok     file: complete, and every hash matches\n");
      expect(out).toContain("ok     database: sound, no broken references\n");
      expect(out).toMatch(/\.tar\.zst can be restored, as of \S+Z\.\n$/);
      expect(temporary()).toEqual(before);
    },
    patience,
  );

  test(
    "The command “backup --verify” exits with code 1 if the file is damaged, missing or no backup",
    async () => {
      const { cwd, verb } = await home();
      await verb("backup --to saved.tar.zst");
      const bytes = readFileSync(join(cwd, "saved.tar.zst"));
      writeFileSync(join(cwd, "cut.tar.zst"), bytes.subarray(0, bytes.length >> 1));
      put(cwd, "mine.txt", "mine");
      for (const name of ["cut.tar.zst", "missing.tar.zst", "mine.txt"]) {
        const { code, json } = await verb(`backup --verify ${name} --json`);
        expect({ name, code, json: json() }).toMatchObject({ name, code: 1, json: { ok: false, createdAt: null } });
      }
      expect((await verb("backup --verify mine.txt")).out).toEndWith("mine.txt can't be restored.\n");
      expect((await verb("backup --verify mine.txt --copy")).code).toBe(2);
    },
    patience,
  );
});

describe("restore --preview", () => {
  test(
    "The command “restore --preview” counts for each table the changes that a restore would lose",
    async () => {
      const { verb } = await home();
      await verb("backup --to saved.tar.zst");
      expect((await verb("restore saved.tar.zst --preview")).out).toEndWith("Nothing changed since.\n");
      await verb("member add --name Ben");
      const { losses } = (await verb("restore saved.tar.zst --preview --json")).json();
      expect(losses).toContainEqual({ table: "member", added: 1, changed: 0, deleted: 0 });
      expect(losses).toContainEqual({ table: "activity", added: 1, changed: 0, deleted: 0 });
      expect((await verb("member list --json")).json().members.length).toBe(2);
    },
    patience,
  );
});

describe("BACKUP_TO and AFTER_BACKUP", () => {
  test(
    "Each nightly backup is copied to BACKUP_TO, checked there, and passed to AFTER_BACKUP",
    async () => {
      const { cwd } = await householdFolderWithKey();
      const folder = join(cwd, "the nas");
      mkdirSync(folder);
      put(cwd, "after", '#!/bin/sh\necho "saw $# $1"\necho more\n');
      chmodSync(join(cwd, "after"), 0o755);
      const env = { BACKUP_TO: folder, AFTER_BACKUP: join(cwd, "after") };
      const server = await start(["serve"], { cwd, env });
      await server.hasLogged("copied the backup to ");
      await server.hasLogged("AFTER_BACKUP: saw 1 data/backups/nightly-");
      expect((await server.stop()).err).not.toContain("more");
      const [copy = "", ...others] = readdirSync(folder);
      expect({ copy, others }).toEqual({
        copy: expect.stringMatching(/^nightly-\S+Z-[0-9a-f]{8}\.tar\.zst$/),
        others: [],
      });
      const [name = ""] = readdirSync(join(cwd, "data/backups"));
      expect(readFileSync(join(folder, copy)).equals(readFileSync(join(cwd, "data/backups", name)))).toBe(true);

      const id = /-([0-9a-f]{8})\.tar\.zst$/.exec(copy)?.[1] ?? "";
      const [listed] = await listBackups({
        dataDir: join(cwd, "data"),
        copies: { to: folder, instance: id },
        ofAll: true,
      });
      expect(listed).toMatchObject({ name, kind: "nightly", isCopied: true, appVersion: expect.any(String) });

      // It deletes outdated copies of its own only.
      const old = ["nightly-2019-01-01T023000.000Z", "nightly-2019-01-01T033000.000Z"];
      for (const each of old) put(folder, `${each}-${id}.tar.zst`, "an old copy");
      put(folder, `${old[0]}-00000000.tar.zst`, "of another home");
      rmSync(join(folder, copy));
      expect((await run(["backup", "--copy"], { cwd, env })).code).toBe(0);
      expect(readdirSync(folder).sort()).toEqual(
        [`${old[0]}-00000000.tar.zst`, `${old[1]}-${id}.tar.zst`, copy].sort(),
      );
      const { findings } = (await run(["doctor", "--json"], { cwd, env })).json();
      const of = (check: string) => findings.find((each: { check: string }) => each.check === check);
      expect(of("copies")).toMatchObject({
        level: "notice",
        says: expect.stringContaining("on the same disk as the data"),
      });
      rmSync(join(folder, copy));
      const later = (await run(["doctor", "--json"], { cwd, env })).json();
      expect(later.ok).toBe(false);
    },
    patience,
  );

  test(
    "If BACKUP_TO or AFTER_BACKUP fails, the backup is kept, and the log says why",
    async () => {
      const { cwd } = await householdFolderWithKey();
      put(cwd, "after", "#!/bin/sh\necho 'no route to host' >&2\nexit 3\n");
      chmodSync(join(cwd, "after"), 0o755);
      const env = { BACKUP_TO: join(cwd, "unmounted"), AFTER_BACKUP: join(cwd, "after") };
      const server = await start(["serve"], { cwd, env });
      await server.hasLogged(`BACKUP_TO failed, will be tried again: BACKUP_TO: there is no folder ${env.BACKUP_TO}.`);
      await server.hasLogged(
        `AFTER_BACKUP failed, will be tried again: ${env.AFTER_BACKUP} failed (exit code 3): no route to host`,
      );
      await server.stop();
      expect(existsSync(env.BACKUP_TO)).toBe(false);
      expect(readdirSync(join(cwd, "data/backups")).length).toBe(1);
      const { out, code } = await run(["doctor"], { cwd, env });
      expect(code).toBe(1);
      expect(out).toContain("note   job after-backup: failed 1 time in a row");
      expect(out).toContain(`WRONG  copies: BACKUP_TO: there is no folder ${env.BACKUP_TO}`);
    },
    patience,
  );

  test.each(["BACKUP_TO", "AFTER_BACKUP"])("The setting %s must be an absolute path", async (name) => {
    const { code, err } = await run(["doctor"], { env: { [name]: "nas" } });
    expect({ code, err }).toEqual({ code: 1, err: `inglenook: ${name}=nas: must be an absolute path\n` });
  });
});
