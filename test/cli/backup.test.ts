import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { contentsOf, put } from "../support/home/folders.ts";
import { emptyFolder, fetchJson, householdFolderWithKey, run, start, typed } from "../support/home/program.ts";
import { oldBackup } from "../support/records/backups.ts";

const cover = "data/covers/0f1e2d3c4b5a69788796a5b4c3d2e1f0.webp";
const nightlyName = /^nightly-\d{4}-\d\d-\d\dT\d{6}\.\d{3}Z\.tar\.zst$/;

async function home() {
  const {
    cwd,
    key: { key },
  } = await householdFolderWithKey();
  const verb = (line: string) => run(line.split(" "), { cwd });
  put(cwd, cover, "a cover");
  put(cwd, "data/photos/sea.jpg", "a photo");
  const serve = () => start(["serve"], { cwd, env: { RATE_LIMIT_BURST: "1000000", NIGHTLY_BACKUP: "off" } });
  return { cwd, verb, key, serve };
}

type Home = Awaited<ReturnType<typeof home>>;

/** Writes tasks until stopped. `acknowledged` has the labels that the server has acknowledged. */
async function writers({ key }: Home, url: string, count: number) {
  const { body } = await fetchJson(`${url}/v1/households/me/members`, key);
  const acknowledged: string[] = [];
  let isStopped = false;
  const write = async (name: number) => {
    for (let number = 0; !isStopped; number++) {
      const task = { label: `${name} ${number}`, memberId: body.members[0].id };
      const { status } = await fetchJson(`${url}/v1/tasks`, key, { method: "POST", body: task });
      if (status === 200) acknowledged.push(task.label);
    }
  };
  const all = Promise.all(Array.from({ length: count }, (_, name) => write(name)));
  const stop = async () => {
    isStopped = true;
    await all;
  };
  return { acknowledged, stop };
}

/** Reads the tasks in a data folder, and their activity entries. */
function tasksIn(dataDir: string) {
  const db = new Database(join(dataDir, "inglenook.db"));
  const labels = db.query("SELECT label FROM task ORDER BY label").values().flat() as string[];
  const entries = db.query("SELECT subject_label FROM activity WHERE subject_type = 'task' ORDER BY 1").values().flat();
  const sound = db.query("PRAGMA integrity_check").values().flat();
  db.close();
  return { labels, entries: entries as string[], sound };
}

/** Lists the files of a tar with a program that is not the product's own reader. */
async function unpack(file: string): Promise<Map<string, File>> {
  return new Bun.Archive(await Bun.file(file).bytes()).files();
}

describe("backup", () => {
  test("A backup during writes contains every earlier acknowledged write, and no partial writes", async () => {
    const at = await home();
    const server = await at.serve();
    put(at.cwd, cover, "a cover"); // The server deleted it at its start, because no list refers to it.
    const writing = await writers(at, server.url, 4);
    while (writing.acknowledged.length < 300) await Bun.sleep(5);
    const before = [...writing.acknowledged];
    const summary = (await at.verb("backup --json")).json();
    const during = writing.acknowledged.length - before.length;
    await writing.stop();
    expect(during).toBeGreaterThan(10);
    expect(summary).toMatchObject({ households: 1, pictures: 2, skipped: [], schemaVersion: expect.any(Number) });
    expect(summary.file).toMatch(/^data\/backups\/inglenook-\d{4}-\d\d-\d\dT\d{6}\.\d{3}Z\.tar\.zst$/);
    expect(summary.bytes).toBe(Bun.file(join(at.cwd, summary.file)).size);

    expect(await at.verb(`restore ${summary.file} --data-dir fresh`)).toMatchObject({ code: 0, err: "" });
    const { labels, entries, sound } = tasksIn(join(at.cwd, "fresh"));
    expect(before.filter((label) => !labels.includes(label))).toEqual([]);
    expect(labels.filter((label) => !writing.acknowledged.includes(label))).toEqual([]);
    expect(entries).toEqual(labels);
    expect(sound).toEqual(["ok"]);
    await server.stop();
  });

  test("A backup of a stopped server restores exactly the acknowledged writes", async () => {
    const at = await home();
    const server = await at.serve();
    const writing = await writers(at, server.url, 2);
    while (writing.acknowledged.length < 50) await Bun.sleep(5);
    await writing.stop();
    await server.stop();
    await at.verb("backup --to saved.tar");
    expect(await at.verb("restore saved.tar --data-dir fresh")).toMatchObject({ code: 0, err: "" });
    const { labels, entries } = tasksIn(join(at.cwd, "fresh"));
    expect(labels).toEqual(writing.acknowledged.sort());
    expect(entries).toEqual(labels);
    const again = await start(["serve", "--data-dir", "fresh"], { cwd: at.cwd });
    expect((await fetchJson(`${again.url}/v1/tasks`, at.key)).body.tasks.length).toBe(labels.length);
    await again.stop();
  });

  test("The command “backup” accepts a file or a folder, and overwrites nothing", async () => {
    const { cwd, verb } = await home();
    const { out, err } = await verb("backup --to saved.tar");
    expect(err).toBe("");
    expect(out).toMatch(/^Saved 1 household, 2 pictures in saved\.tar \(\d\.\d MB, checked\)\.\n$/);
    expect(await verb("backup --to saved.tar")).toMatchObject({
      code: 1,
      err: "inglenook: saved.tar exists already; give another name.\n",
    });
    mkdirSync(join(cwd, "disk"));
    const { file } = (await verb("backup --to disk --json")).json();
    expect(readdirSync(join(cwd, "disk"))).toEqual([file.slice("disk/".length)]);
    expect(await verb("backup --to nowhere/saved.tar")).toMatchObject({
      code: 1,
      err: "inglenook: There is no folder nowhere.\n",
    });
    const saved = await unpack(join(cwd, "saved.tar"));
    expect([...saved.keys()].slice(0, 3)).toEqual(["manifest.json", "manifest.sha256", "inglenook.db"]);
    expect((await saved.get("manifest.json")!.json()).appVersion).toBe(manifest.version);
  });

  test("A backup on a full disk or into a read-only folder fails, and leaves no partial file", async () => {
    const { cwd, verb } = await home();
    const before = contentsOf(cwd);
    for (const largestFile of [4, 60, 110]) {
      put(cwd, "data/photos/large.jpg", new Uint8Array(100_000));
      const { code, out, err } = await run(["backup", "--to", "saved.tar"], { cwd, largestFile });
      expect({ code, out }).toEqual({ code: 1, out: "" });
      expect(err).toMatch(/^inglenook: [^\n]+\n$/);
      expect(readdirSync(join(cwd, "data/backups"))).toEqual([]);
      expect(existsSync(join(cwd, "saved.tar"))).toBe(false);
    }
    rmSync(join(cwd, "data/photos/large.jpg"));
    expect((await verb("backup --to /proc/saved.tar")).code).toBe(1);
    rmSync(join(cwd, "data/backups"), { recursive: true });
    expect(contentsOf(cwd)).toEqual(before);
  });

  test("A backup of a database with a changed schema warns that the backup cannot be restored", async () => {
    const { cwd, verb } = await home();
    const db = new Database(join(cwd, "data/inglenook.db"));
    db.run("DROP INDEX activity_id_tail");
    db.close();
    const { code, err, json } = await verb("backup --to saved.tar --json");
    expect(code).toBe(0);
    expect(err).toBe("inglenook: this backup can't be restored as it is: the database has no index activity_id_tail\n");
    expect(json()).toMatchObject({ households: 1, schemaFault: "has no index activity_id_tail" });
    const verified = await verb("backup --verify saved.tar");
    expect(verified.code).toBe(1);
    expect(verified.out).toBe(
      "WRONG  file: saved.tar is damaged or not an Inglenook backup (its database has no index activity_id_tail). Nothing was changed.\n" +
        `        → Move it away and take another: ${await typed("backup")}\nsaved.tar can't be restored.\n`,
    );
    const doctor = await verb("doctor");
    expect(doctor.out).toContain("WRONG  database: data/inglenook.db has no index activity_id_tail\n");
  });

  test("A backup skips and reports symbolic links", async () => {
    const { cwd, verb } = await home();
    symlinkSync("/etc/passwd", join(cwd, "data/covers/link.webp"));
    const { code, err } = await verb("backup --to saved.tar");
    expect(code).toBe(0);
    expect(err).toBe("inglenook: not saved, because it is not a regular file: covers/link.webp\n");
    expect([...(await unpack(join(cwd, "saved.tar"))).keys()].join(" ")).not.toContain("link");
  });

  test("A backup of a folder without data fails and creates nothing", async () => {
    const cwd = emptyFolder();
    expect(await run(["backup"], { cwd })).toMatchObject({
      code: 1,
      err: "inglenook: There is nothing to back up: data/inglenook.db does not exist.\n",
    });
    expect(readdirSync(cwd)).toEqual([]);
  });
});

describe("restore", () => {
  test("A restore needs a stopped server and, over existing data, the option --yes", async () => {
    const at = await home();
    await at.verb("backup --to saved.tar");
    const server = await at.serve();
    expect(await at.verb("restore saved.tar --yes")).toMatchObject({
      code: 1,
      err: "inglenook: Another Inglenook is using the data folder ./data. Stop it first, or set another DATA_DIR.\n",
    });
    expect((await fetchJson(`${server.url}/v1/tasks`, at.key)).status).toBe(200);
    await server.stop();
    await at.verb("household create --name Later --time-zone UTC --owner Zoe");
    const before = contentsOf(join(at.cwd, "data"));
    const refused = await at.verb("restore saved.tar");
    expect(refused).toMatchObject({ code: 1, out: "" });
    expect(refused.err).toMatch(
      /^inglenook: \.\/data already contains data\. It would be moved to data\/replaced-\S+; add --yes to continue\.\n$/,
    );
    expect(contentsOf(join(at.cwd, "data"))).toEqual(before);

    const { code, out } = await at.verb("restore saved.tar --yes");
    expect(code).toBe(0);
    const replaced = /What was there before is in (\S+)\.\n$/.exec(out)?.[1] ?? "";
    expect((await at.verb("household list")).out).not.toContain("Later");
    mkdirSync(join(at.cwd, "former"));
    writeFileSync(join(at.cwd, "former/inglenook.db"), readFileSync(join(at.cwd, replaced, "inglenook.db")));
    expect((await at.verb("household list --data-dir former")).out).toContain("Later");
    expect(readFileSync(join(at.cwd, cover), "utf8")).toBe("a cover");
  });

  test("A restore of a damaged or missing file, or on a full disk, changes nothing", async () => {
    const { cwd, verb } = await home();
    await verb("backup --to saved.tar");
    const bytes = readFileSync(join(cwd, "saved.tar"));
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    writeFileSync(join(cwd, "damaged.tar"), bytes);
    const before = contentsOf(cwd);
    expect((await verb("restore damaged.tar --yes")).err).toBe(
      "inglenook: damaged.tar is damaged or not an Inglenook backup (inglenook.db is damaged). Nothing was changed.\n",
    );
    expect((await verb("restore damaged.tar --data-dir fresh")).code).toBe(1);
    expect((await verb("restore nothing.tar --yes")).err).toBe("inglenook: There is no file nothing.tar.\n");
    expect((await verb("restore data --yes")).err).toBe("inglenook: There is no file data.\n");
    expect((await run(["restore", "saved.tar", "--yes"], { cwd, largestFile: 50 })).code).toBe(1);
    expect((await run(["restore", "saved.tar", "--data-dir", "fresh"], { cwd, largestFile: 50 })).code).toBe(1);
    expect(contentsOf(cwd)).toEqual(before);
  });

  test("A restore that was killed while moving files is finished by the server's next start", async () => {
    const at = await home();
    await at.verb("backup --to saved.tar");
    await at.verb("household create --name Later --time-zone UTC --owner Zoe");
    await at.verb("restore saved.tar --data-dir fresh");
    // What a kill leaves once the former data are away.
    mkdirSync(join(at.cwd, "data/replaced-2026-11-27T090000.000Z"));
    for (const name of ["inglenook.db", "covers", "photos"]) {
      renameSync(join(at.cwd, "data", name), join(at.cwd, "data/replaced-2026-11-27T090000.000Z", name));
    }
    for (const name of readdirSync(join(at.cwd, "fresh")))
      if (/\.lock|-wal|-shm/.test(name)) rmSync(join(at.cwd, "fresh", name));
    renameSync(join(at.cwd, "fresh"), join(at.cwd, "data/arriving-2026-11-27T090000.000Z"));
    const examined = await at.verb("doctor");
    expect(examined.code).toBe(1);
    expect(examined.out).toContain("WRONG  restore: a restore to ./data was interrupted\n");
    const server = await at.serve();
    expect((await fetchJson(`${server.url}/v1/tasks`, at.key)).status).toBe(200);
    const { err } = await server.stop();
    expect(err).toContain(
      "finished an interrupted restore: what was there before is in data/replaced-2026-11-27T090000.000Z",
    );
    expect((await at.verb("household list")).out).not.toContain("Later");
    expect((await at.verb("doctor")).out).not.toContain("interrupted");
  }, 60_000);

  test("The compiled program restores the backup of data version 1 from the test fixtures", async () => {
    const cwd = emptyFolder();
    const { json } = await run(["restore", oldBackup(1), "--json"], { cwd });
    expect(json()).toMatchObject({ households: 1, pictures: 2, schemaVersion: 1, replaced: null });
    expect((await run(["household", "list"], { cwd })).out).toContain("The Lindens");
  });
});

describe("the nightly backup", () => {
  const nightlies = (cwd: string, folder = "data") =>
    existsSync(join(cwd, folder, "backups"))
      ? readdirSync(join(cwd, folder, "backups")).filter((name) => nightlyName.test(name))
      : [];

  // Concurrent, because each waits for a server's first check, 3 seconds after its start.
  test.concurrent("A server makes a missing nightly backup soon after the start, unless backups are off", async () => {
    const [at, done, off] = await Promise.all([home(), home(), home()]);
    const tonights = `nightly-${new Date().toISOString().replaceAll(":", "")}.tar.zst`;
    put(done.cwd, `data/backups/${tonights}`, "taken already");
    // These start first, so that their first checks have run when the last server has created its backup.
    const demo = await start(["demo"]);
    const others = [demo, await off.serve(), await start(["serve"], { cwd: done.cwd })];
    const server = await start(["serve"], { cwd: at.cwd });
    await server.hasLogged("nightly backup: ");
    const [name = ""] = nightlies(at.cwd);
    const { err } = await server.stop();
    expect(err).toContain(`nightly backup: data/backups/${name} in `);
    expect(await at.verb(`restore data/backups/${name} --data-dir fresh`)).toMatchObject({ code: 0 });

    expect(nightlies(done.cwd)).toEqual([tonights]);
    expect(nightlies(off.cwd)).toEqual([]);
    expect(nightlies(demo.cwd, "demo-data")).toEqual([]);
    for (const each of others) expect((await each.stop()).err).not.toContain("nightly backup");
  });

  test.concurrent("A failed nightly backup is logged in one line, and the server continues", async () => {
    const at = await home();
    writeFileSync(join(at.cwd, "data/backups"), "a file, where a folder is needed");
    const server = await start(["serve"], { cwd: at.cwd });
    await server.hasLogged("nightly backup failed");
    expect((await fetchJson(`${server.url}/v1/tasks`, at.key)).status).toBe(200);
    const { err, code } = await server.stop();
    expect(code).toBe(0);
    const lines = err.split("\n").filter((line) => line.includes("nightly backup failed, will be tried again: "));
    expect(lines.length).toBe(1);
  });

  test.each(["3:30", "24:00", "03:60", "noon", "on"])(
    "A server with the invalid backup time %s does not start",
    async (time) => {
      const { code, err } = await run(["serve"], { env: { NIGHTLY_BACKUP: time } });
      expect(code).toBe(1);
      expect(err).toBe(`inglenook: NIGHTLY_BACKUP=${time}: must be a time such as 03:30, or off\n`);
    },
  );
});
