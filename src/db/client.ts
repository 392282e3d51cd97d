/** Opening the one SQLite file. */
import { Database, type Statement } from "bun:sqlite";
import { drizzle } from "drizzle-orm/bun-sqlite";

/** A connection: drizzle on top, the raw one as `db.$client`. */
export type Db = ReturnType<typeof connect>;

const busyTimeoutMs = 5_000;

/**
 * Opens the file (or `:memory:`) and sets what must hold on every connection: WAL, every commit on disk before it is
 * acknowledged (`synchronous=FULL`; NORMAL loses acknowledged writes in a power cut), foreign keys checked, and five seconds
 * of patience for another process's write. It does not migrate.
 */
export function openDatabase(path: string): Db {
  const client = new Database(path, { create: true, strict: true });
  client.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
  client.run("PRAGMA journal_mode = WAL");
  client.run("PRAGMA synchronous = FULL");
  client.run("PRAGMA foreign_keys = ON");
  client.run("PRAGMA cache_size = -16000");
  client.run("PRAGMA temp_store = MEMORY");
  return connect(client);
}

/**
 * Folds the log back into the file, as far as nobody is reading it, and closes; the connection is of no use after it. What was
 * committed is safe also where the folding fails.
 */
export function closeDatabase(db: Db): void {
  withoutWaiting(db, () => db.$client.run("PRAGMA wal_checkpoint(TRUNCATE)"));
  db.$client.close();
}

/** Whether a write reaches the disk. True also while another process writes: then it evidently can be. */
export function canWrite(db: Db): boolean {
  const { $client } = db;
  let isBusy = false;
  const isWritten = withoutWaiting(db, () => {
    try {
      const { user_version: version } = $client.query("PRAGMA user_version").get() as { user_version: number };
      $client.run(`PRAGMA user_version = ${version}`);
    } catch (error) {
      isBusy = error instanceof Error && "code" in error && error.code === "SQLITE_BUSY";
      throw error;
    }
  });
  return isWritten || isBusy;
}

/** Tries a write that may as well be left undone, without waiting for another process's. False where it was. */
export function withoutWaiting({ $client }: Db, write: () => unknown): boolean {
  $client.run("PRAGMA busy_timeout = 0");
  try {
    write();
    return true;
  } catch {
    return false;
  } finally {
    $client.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
  }
}

/**
 * Runs `change` in one immediate transaction: all of it is on disk when this returns, or none of it where it threw. The
 * callback must be synchronous (an async one would commit early).
 */
export function transact<T>(db: Db, change: () => T): T {
  return db.transaction(change, { behavior: "immediate" });
}

/**
 * Runs reads on one state of the database, whatever other processes write meanwhile, and asks the operating system for its
 * lock once instead of once a statement.
 */
export function snapshot<T>(db: Db, read: () => T): T {
  if (db.$client.inTransaction) return read();
  const { begin, commit } = bracketsOf(db);
  begin.run();
  try {
    return read();
  } finally {
    commit.run();
  }
}

const brackets = new WeakMap<Db, { begin: Statement; commit: Statement }>();

function bracketsOf(db: Db) {
  const known = brackets.get(db);
  if (known) return known;
  const made = { begin: db.$client.prepare("BEGIN"), commit: db.$client.prepare("COMMIT") };
  brackets.set(db, made);
  return made;
}

function connect(client: Database) {
  return drizzle(client);
}
