/**
 * `bun run prove:litestream`: Litestream copies a database while the server writes. Then both are killed, and a server
 * starts on what Litestream restores. Needs Litestream 0.3: on the path, or in LITESTREAM. Environment: WRITES.
 */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { emptyFolder, endPrograms, fetchJson, householdFolderWithKey, run, start } from "../support/home/program.ts";

const program = process.env.LITESTREAM ?? Bun.which("litestream");
const writes = Number(process.env.WRITES ?? 1_500);
/** Litestream copies once a second. */
const mostLagMs = 5_000;

type Home = Awaited<ReturnType<typeof begin>>;

async function begin(litestream: string) {
  const { cwd, key } = await householdFolderWithKey();
  const env = { RATE_LIMIT_PER_MINUTE: "1000000000", RATE_LIMIT_BURST: "1000000000", NIGHTLY_BACKUP: "off" };
  const server = await start(["serve"], { cwd, env });
  const { body } = await fetchJson(`${server.url}/v1/households/me/members`, key.key);
  const config = join(cwd, "litestream.yml");
  const replica = join(cwd, "replica");
  const database = join(cwd, "data/inglenook.db");
  writeFileSync(config, `dbs:\n  - path: ${database}\n    replicas:\n      - path: ${replica}\n`);
  const copier = Bun.spawn([litestream, "replicate", "-config", config], { stdout: "ignore", stderr: "ignore" });
  const memberId: string = body.members[0].id;
  return { key: key.key, server, copier, replica, memberId, litestream };
}

/** Returns when the server acknowledged each write, by its label. */
async function write({ server, key, memberId }: Home, count: number, from: number, acknowledged: Map<string, number>) {
  for (let number = from; number < from + count; number++) {
    const label = `Task ${number}`;
    const answer = await fetchJson(`${server.url}/v1/tasks`, key, { method: "POST", body: { label, memberId } });
    if (answer.status !== 200) throw new Error(`${label}: ${answer.status}`);
    acknowledged.set(label, performance.now());
  }
}

/** Starts a server on the replica alone; returns the labels that it has. Null while there is nothing to restore. */
async function restored({ litestream, replica, key }: Home): Promise<Set<string> | null> {
  const cwd = emptyFolder();
  const database = join(cwd, "data/inglenook.db");
  const restoring = Bun.spawn([litestream, "restore", "-o", database, `file://${replica}`], {
    stdout: "ignore",
    stderr: "ignore",
  });
  if ((await restoring.exited) !== 0) return null;
  const doctor = await run(["doctor"], { cwd });
  if (doctor.code !== 0) throw new Error(doctor.out);
  const server = await start(["serve"], { cwd });
  const { body } = await fetchJson(`${server.url}/v1/tasks`, key);
  await server.stop();
  rmSync(cwd, { recursive: true });
  return new Set(body.tasks.map(({ label }: { label: string }) => label));
}

async function killBoth({ server, copier }: Home): Promise<void> {
  copier.kill("SIGKILL");
  await Promise.all([server.stop("SIGKILL"), copier.exited]);
}

/** All writes were copied before the kill. @throws Error if one is lost. */
async function afterAPause(litestream: string): Promise<void> {
  const home = await begin(litestream);
  const acknowledged = new Map<string, number>();
  await write(home, writes, 0, acknowledged);
  const end = performance.now();
  let has = await restored(home);
  while (has?.size !== writes && performance.now() - end < 60_000) has = await restored(home);
  await killBoth(home);
  has = await restored(home);
  const lost = [...acknowledged.keys()].filter((label) => !has?.has(label));
  console.log(`${writes} writes, then both killed: ${lost.length} lost`);
  if (lost.length > 0) process.exitCode = 1;
}

/** Kills both while the server writes: what is lost is younger than the copy's lag. */
async function whileWriting(litestream: string): Promise<void> {
  const home = await begin(litestream);
  const acknowledged = new Map<string, number>();
  await write(home, writes, 0, acknowledged);
  const more = write(home, 1_000_000, writes, acknowledged).catch(() => {});
  while (acknowledged.size < 2 * writes) await Bun.sleep(1);
  const killed = performance.now();
  await killBoth(home);
  await more;
  const has = await restored(home);
  const lost = [...acknowledged].filter(([label]) => !has?.has(label));
  const lag = Math.max(0, ...lost.map(([, at]) => killed - at));
  console.log(
    `${acknowledged.size} writes until both were killed: ${lost.length} lost, the oldest ${Math.round(lag)} ms old`,
  );
  if (has === null || lag > mostLagMs) process.exitCode = 1;
}

try {
  if (program) {
    await afterAPause(program);
    await whileWriting(program);
  } else {
    console.log("Litestream is missing: set LITESTREAM to its program. npm has it as @flydotio/litestream-linux-x64");
    process.exitCode = 1;
  }
} finally {
  endPrograms();
}
