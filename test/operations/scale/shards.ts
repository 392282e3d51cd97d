/** A shard: a server with its data folder, and Litestream that copies its database. */
import { Database } from "bun:sqlite";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { emptyFolder, run, start } from "../../support/home/program.ts";

export type Household = { readonly id: string; readonly host: string; readonly key: string; readonly memberId: string };

const env = {
  ...{ RATE_LIMIT_PER_MINUTE: "1000000000", RATE_LIMIT_BURST: "1000000000" },
  ...{ NIGHTLY_BACKUP: "off", TRUSTED_PROXIES: "127.0.0.1" },
};

export class Shard {
  private server: Awaited<ReturnType<typeof start>> | null = null;
  private copier: Bun.Subprocess | null = null;
  readonly dataDir: string;
  readonly replica: string;

  constructor(
    readonly name: string,
    private readonly litestream: string,
    private readonly cwd = emptyFolder(),
  ) {
    this.dataDir = join(cwd, "data");
    this.replica = join(emptyFolder(), "replica");
  }

  async verb<Answer = unknown>(...args: string[]): Promise<Answer> {
    const { code, out, err } = await run([...args, "--json"], { cwd: this.cwd });
    if (code !== 0) throw new Error(`inglenook ${args.join(" ")}: ${err}${out}`);
    return JSON.parse(out);
  }

  async addHousehold(host: string): Promise<Household> {
    const named = ["--name", host, "--time-zone", "Europe/Berlin", "--owner", "Anna"];
    type Made = { household: { id: string }; owner: { id: string } };
    const { household, owner } = await this.verb<Made>("household", "create", ...named);
    const wanted = ["--name", "Writer", "--scopes", "all", "--household", household.id];
    const { key } = await this.verb<{ key: string }>("key", "create", ...wanted);
    return { id: household.id, host, key, memberId: owner.id };
  }

  /** Returns the port. */
  async serve(): Promise<number> {
    this.server = await start(["serve"], { cwd: this.cwd, env });
    return Number(new URL(this.server.url).port);
  }

  replicate(): void {
    const config = join(this.cwd, "litestream.yml");
    const database = join(this.dataDir, "inglenook.db");
    const often = "sync-interval: 1s\n        snapshot-interval: 1h";
    writeFileSync(
      config,
      `dbs:\n  - path: ${database}\n    replicas:\n      - path: ${this.replica}\n        ${often}\n`,
    );
    this.copier = Bun.spawn([this.litestream, "replicate", "-config", config], { stdout: "ignore", stderr: "ignore" });
  }

  async stop(): Promise<void> {
    await this.server?.stop();
  }

  /** Loses the machine with its disk. */
  async lose(): Promise<void> {
    this.copier?.kill("SIGKILL");
    await Promise.all([this.server?.stop("SIGKILL"), this.copier?.exited]);
    rmSync(this.cwd, { recursive: true });
  }

  /** Restores the shard from the replica on another machine. */
  async restored(): Promise<Shard> {
    const shard = new Shard(this.name, this.litestream);
    const database = join(shard.dataDir, "inglenook.db");
    const restoring = Bun.spawn([this.litestream, "restore", "-o", database, `file://${this.replica}`], {
      stdout: "ignore",
      stderr: "pipe",
    });
    if ((await restoring.exited) !== 0) throw new Error(await new Response(restoring.stderr).text());
    await shard.requireSound();
    return shard;
  }

  async requireSound(): Promise<void> {
    await this.verb("doctor");
  }

  labelsOf({ id }: Household): Set<string> {
    if (!existsSync(this.dataDir)) return new Set();
    const db = new Database(join(this.dataDir, "inglenook.db"), { readonly: true });
    const rows = db.query("SELECT label FROM task WHERE household_id = ?").values(id);
    db.close();
    return new Set(rows.map(([label]) => String(label)));
  }

  async end(): Promise<void> {
    await this.server?.stop("SIGKILL");
    this.copier?.kill("SIGKILL");
    await this.copier?.exited;
    rmSync(join(this.replica, ".."), { recursive: true, force: true });
  }
}
