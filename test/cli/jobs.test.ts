/** Background jobs of a real server: one that ends the process three times is held back and reported. */
import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { readFolder } from "#lib/files.ts";
import { put } from "../support/home/folders.ts";
import { emptyFolder, householdFolder, run, start } from "../support/home/program.ts";

/** A photo that takes no space, but more than a second to back up. */
function putLargePhoto(cwd: string): void {
  put(cwd, "data/photos/large.jpg", "");
  truncateSync(join(cwd, "data/photos/large.jpg"), 1_000_000_000);
}

type Row = { next_at: string; running_since: string | null; failures: number; deaths: number; error: string | null };

/** Reads or changes the row of a job beside a server. */
function jobsIn(cwd: string) {
  const db = new Database(join(cwd, "data/inglenook.db"));
  db.run("PRAGMA busy_timeout = 5000");
  const row = (kind: string) => db.query("SELECT * FROM job WHERE kind = ?").get(kind) as Row | null;
  const makeDue = (kind: string) =>
    db.run("UPDATE job SET next_at = '2020-01-01T00:00:00.000Z' WHERE kind = ?", [kind]);
  return { row, makeDue, close: () => db.close() };
}

/**
 * The processes that a process has started, such as the one that makes a backup. Before a child executes its own program, it
 * still holds the server's pipes: stopped there, it would keep them open.
 */
function childrenOf(pid: number): number[] {
  const commandOf = (each: number) => readFileSync(`/proc/${each}/cmdline`, "utf8");
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
  return children.filter((child) => commandOf(child) !== commandOf(pid));
}

// Concurrent, because each waits for the first look of a server, 3 seconds after its start.
describe("a job of the server", () => {
  test.concurrent("A background job is put on hold after the process died three times during the job", async () => {
    const cwd = await householdFolder();
    putLargePhoto(cwd);
    const jobs = jobsIn(cwd);
    for (let deaths = 1; deaths <= 3; deaths++) {
      const server = await start(["serve"], { cwd });
      while (!jobs.row("backup")?.running_since || childrenOf(server.pid).length === 0) await Bun.sleep(2);
      const children = childrenOf(server.pid);
      for (const child of children) process.kill(child, "SIGSTOP"); // Or it might finish before the server is dead.
      await server.stop("SIGKILL");
      for (const child of children) process.kill(child, "SIGKILL");
      expect(jobs.row("backup")).toMatchObject({ deaths: deaths - 1, running_since: expect.any(String) });
      if (deaths === 3) break;
      // Its retry is a minute later: this start only finds it.
      const next = await start(["serve"], { cwd });
      while (jobs.row("backup")?.deaths !== deaths) await Bun.sleep(2);
      await next.stop();
      jobs.makeDue("backup");
    }

    const server = await start(["serve"], { cwd });
    await server.hasLogged("nightly backup is on hold: the process ended 3 times in a row while it ran");
    const { next_at: nextAt, ...row } = jobs.row("backup")!;
    expect(row).toMatchObject({ deaths: 3, failures: 3, running_since: null });
    expect(Date.parse(nextAt) - Date.now()).toBeWithin(5.9 * 3_600_000, 6 * 3_600_000 + 1);
    const { code, out } = await run(["doctor"], { cwd });
    expect(code).toBe(1);
    expect(out).toContain(`WRONG  job backup: is on hold until ${nextAt}: the process ended 3 times in a row`);
    const status = await run(["notify", "status"], { cwd });
    expect(status.out).toContain("backup: last succeeded never");
    await server.stop();
    jobs.close();
    expect(readFolder(join(cwd, "data/backups")).filter((name) => name.startsWith("nightly"))).toEqual([]);
  }, 120_000);

  test.concurrent("A background job that SIGTERM interrupts does not count as failed", async () => {
    const cwd = await householdFolder();
    putLargePhoto(cwd);
    const jobs = jobsIn(cwd);
    const server = await start(["serve"], { cwd });
    while (!jobs.row("backup")?.running_since) await Bun.sleep(2);
    const { code, err, ms } = await server.stop();
    expect(code).toBe(0);
    expect(ms).toBeLessThan(5_000);
    expect(err).not.toContain("failed");
    expect(jobs.row("backup")).toMatchObject({ running_since: null, failures: 0, deaths: 0, error: null });
    jobs.close();
  }, 60_000);
});

describe("notify status", () => {
  test("The command “notify status” lists deliveries, disabled channels and job runs", async () => {
    const cwd = await householdFolder();
    const empty = await run(["notify", "status"], { cwd });
    expect(empty).toMatchObject({
      code: 0,
      err: "",
      out: `Delivery: on
Deliveries of the last 30 days: none
Channels that are off: none
Reminders are decided up to: nothing yet
Jobs: none ran yet
`,
    });
    const db = new Database(join(cwd, "data/inglenook.db"));
    const home = "SELECT household_id, id AS member_id, household_id AS h FROM member";
    db.run(`INSERT INTO channel (household_id, id, member_id, kind, label, config, off_reason, created_at)
      SELECT household_id, 'c', member_id, 'ntfy', 'phone', '{}', 'topic refused', '2026-11-27' FROM (${home})`);
    db.run(`INSERT INTO reminder_clock SELECT household_id, '2026-11-27' FROM (${home})`);
    db.run(
      `INSERT INTO job (kind, subject_id, next_at, failures, error) VALUES ('backup', '', '2026-11-28', 2, 'no room')`,
    );
    db.close();
    const { out } = await run(["notify", "status", "--delivery", "off"], { cwd });
    expect(out).toBe(`Delivery: off (DELIVERY=off)
Deliveries of the last 30 days: none
Channels that are off:
  Anna's “phone” (ntfy): topic refused
Reminders are decided up to: 2026-11-27 or later
Jobs:
  backup: last succeeded never, next at 2026-11-28; failed 2 times in a row: no room
`);
    const { json } = await run(["notify", "status", "--json"], { cwd });
    expect(json()).toMatchObject({
      isDelivering: true,
      deliveries: {},
      queuedByChannel: {},
      oldestQueuedAt: null,
      channelsOff: [{ member: "Anna", label: "phone", kind: "ntfy", offReason: "topic refused" }],
      settledTo: "2026-11-27",
      jobs: [{ kind: "backup", failures: 2, error: "no room" }],
    });
  });

  test("The command “notify status” fails for a folder without data and creates nothing", async () => {
    const cwd = emptyFolder();
    const { code, err } = await run(["notify", "status"], { cwd });
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining("There is no household in ./data yet") });
    expect(readdirSync(cwd)).toEqual([]);
  });
});
