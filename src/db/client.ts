/** Opening the one SQLite file, and the one door of its writes. */
import { constants, Database, type Statement } from "bun:sqlite";
import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import { drizzle } from "drizzle-orm/bun-sqlite";
import { codeOf } from "./fault.ts";
import { DatabaseFiles, DataGone, type Report } from "./files.ts";

/** A connection: drizzle on top, the raw one as `db.$client`. */
export type Db = ReturnType<typeof connect>;

const busyTimeoutMs = 5_000;
/** The log (`-wal`) is cut to this size once it was folded into the database; a long read can let it grow beyond. */
const largestLogBytes = 64 << 20;
/** With less free space than this, a server counts as unable to write. */
const leastFreeBytes = 1 << 20;

/** What is known of a connection beside SQLite's own state. */
type Opened = {
  /** Null in memory. */
  files: DatabaseFiles | null;
  /** Whether other processes are locked out: there was no space for the index that processes share. */
  isExclusive: boolean;
  /** Whether the storage refused the last write for want of space. */
  isFull: boolean;
};

/** What SQLite says where there is no space: of any write, and of the files that it makes when it opens a database. */
const fullCodes = ["SQLITE_FULL", "SQLITE_IOERR_WRITE"];
const spaceCodes = [
  ...fullCodes,
  "SQLITE_IOERR_SHMSIZE",
  "SQLITE_IOERR_SHMMAP",
  "SQLITE_IOERR_SHMOPEN",
  "SQLITE_CANTOPEN",
];

const openedOf = new WeakMap<Db, Opened>();

/**
 * Opens the file (or `:memory:`) and sets what must hold on every connection: WAL, every commit on disk before it is
 * acknowledged (`synchronous=FULL`; NORMAL loses acknowledged writes in a power cut), foreign keys checked, and five seconds
 * of patience for another process's write. It does not migrate. A full disk is opened too: see {@link openWithoutSpace}.
 */
export function openDatabase(path: string): Db {
  const { client, isExclusive } = openShared(path) ?? openWithoutSpace(path);
  client.run("PRAGMA synchronous = FULL");
  client.run("PRAGMA foreign_keys = ON");
  client.run("PRAGMA cache_size = -16000");
  client.run("PRAGMA temp_store = MEMORY");
  client.run(`PRAGMA journal_size_limit = ${largestLogBytes}`);
  const db = connect(client);
  const files = path === ":memory:" ? null : new DatabaseFiles(path, !isExclusive);
  openedOf.set(db, { files, isExclusive, isFull: isExclusive });
  return db;
}

/** Names who is told when the files of a connection are lost, and when they are back. */
export function reportLoss(db: Db, report: Report): void {
  const files = openedOf.get(db)?.files;
  if (files) files.report = report;
}

/** Whether the database's files are no longer those that are open; see {@link DatabaseFiles}. */
export function isGone(db: Db): boolean {
  return (openedOf.get(db)?.files?.findLoss() ?? null) !== null;
}

/** @throws DataGone where a write would be lost. */
export function requireFiles(db: Db): void {
  if (isGone(db)) throw new DataGone();
}

/**
 * Folds the log back into the file, as far as nobody is reading it, and closes; the connection is of no use after it. What was
 * committed is safe also where the folding fails.
 */
export function closeDatabase(db: Db): void {
  const { $client } = db;
  const loss = openedOf.get(db)?.files?.findLoss();
  if (loss) {
    // The last connection deletes log and index by their names, which may be those of another database by now.
    $client.fileControl(constants.SQLITE_FCNTL_PERSIST_WAL, 1);
    if (loss.kind === "index") {
      // Other processes lock another index and may have written to the log since: folding it could take back what they
      // wrote. The log is whole, so that the next start finds everything, as after a crash.
      unclosed.add($client);
      return;
    }
  }
  unhurried(db, () => $client.run("PRAGMA wal_checkpoint(TRUNCATE)"));
  $client.close();
}

/** Connections that are left to the end of the process: collecting one would close it. */
const unclosed = new Set<Database>();

/**
 * Whether a write would reach the disk, as far as can be told without one: the write lock can be taken (true also while
 * another process writes), and there is free space. Nothing is written, so that disks can sleep.
 */
export function seemsWritable(db: Db): boolean {
  if (!hasSpace(db)) return false;
  return triedAlone(db, () => {
    db.$client.run("BEGIN IMMEDIATE");
    db.$client.run("ROLLBACK");
  });
}

/** Whether a write reaches the disk: tries one. True also while another process writes. */
export function canWrite(db: Db): boolean {
  const isWritten = triedAlone(db, () => {
    const { user_version: version } = db.$client.query("PRAGMA user_version").get() as { user_version: number };
    db.$client.run(`PRAGMA user_version = ${version}`);
  });
  if (isWritten) noteWritten(db);
  return isWritten;
}

/** Whether the storage refused the last write for want of space. */
export function isFull(db: Db): boolean {
  return openedOf.get(db)?.isFull ?? false;
}

/** Tries a write that may as well be left undone, without waiting for another process's. False where it was. */
export function withoutWaiting(db: Db, write: () => unknown): boolean {
  return !isGone(db) && unhurried(db, write);
}

/**
 * Runs `change` in one immediate transaction: all of it is on disk when this returns, or none of it where it threw. The
 * callback must be synchronous (an async one would commit early).
 * @throws DataGone where the files of the database are no longer those that are open.
 */
export function transact<T>(db: Db, change: () => T): T {
  // The look comes after the wait for the lock, which can take seconds.
  const guarded = () => {
    requireFiles(db);
    return change();
  };
  try {
    const result = db.transaction(guarded, { behavior: "immediate" });
    noteWritten(db);
    return result;
  } catch (error) {
    const opened = openedOf.get(db);
    if (opened && fullCodes.includes(codeOf(error))) opened.isFull = true;
    throw error;
  }
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

/** The same as {@link withoutWaiting}, whatever has become of the files. */
function unhurried({ $client }: Db, write: () => unknown, failed: (error: unknown) => void = () => {}): boolean {
  $client.run("PRAGMA busy_timeout = 0");
  try {
    write();
    return true;
  } catch (error) {
    failed(error);
    return false;
  } finally {
    $client.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
  }
}

/** Whether a try succeeds, or fails only because another process writes: then writing is evidently possible. */
function triedAlone(db: Db, attempt: () => void): boolean {
  let isBusy = false;
  const isDone = unhurried(db, attempt, (error) => {
    isBusy = codeOf(error) === "SQLITE_BUSY";
  });
  return isDone || isBusy;
}

function hasSpace(db: Db): boolean {
  const path = openedOf.get(db)?.files?.path;
  if (path === undefined) return true;
  try {
    const { blocks, bavail, bsize } = statfsSync(dirname(path));
    return blocks === 0 || bavail * bsize >= leastFreeBytes; // Some network file systems know no sizes.
  } catch {
    return false;
  }
}

function noteWritten(db: Db): void {
  const opened = openedOf.get(db);
  if (!opened?.isFull) return;
  opened.isFull = false;
  if (opened.isExclusive && opened.files && hasSpace(db)) shareAgain(db.$client, opened, opened.files);
}

/**
 * Lets other processes in again, once there is space for the index. A connection that began in exclusive mode can leave it
 * only through another journal mode (SQLite, `PRAGMA locking_mode`). It never throws: the write before it is done.
 */
function shareAgain(client: Database, opened: Opened, files: DatabaseFiles): void {
  try {
    client.run("PRAGMA journal_mode = DELETE");
  } catch {
    opened.isFull = true; // The next write tries again.
    return;
  }
  client.run("PRAGMA locking_mode = NORMAL");
  try {
    openLog(client);
  } catch {
    // Where the space is taken meanwhile, every read tries to make the index, until it succeeds.
  }
  opened.isExclusive = false;
  opened.files = new DatabaseFiles(files.path, true);
  opened.files.report = files.report;
}

function openShared(path: string): { client: Database; isExclusive: boolean } | null {
  const client = new Database(path, { create: true, strict: true });
  try {
    openLog(client);
    return { client, isExclusive: false };
  } catch (error) {
    client.close();
    if (spaceCodes.includes(codeOf(error))) return null;
    throw error;
  }
}

/**
 * Opens the file on a full disk, where SQLite can't make the index that processes share (`-shm`, 32 KB). In exclusive mode it
 * keeps the index in memory: reads work, and writes once there is space. Other processes are locked out until then.
 */
function openWithoutSpace(path: string): { client: Database; isExclusive: boolean } {
  const client = new Database(path, { create: true, strict: true });
  try {
    client.run("PRAGMA locking_mode = EXCLUSIVE");
    openLog(client);
    return { client, isExclusive: true };
  } catch (error) {
    client.close();
    throw error;
  }
}

function openLog(client: Database): void {
  client.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
  client.run("PRAGMA journal_mode = WAL");
  // The first read opens the log and its index; the pragma alone does so only where it changes the mode.
  client.query("SELECT 1 FROM sqlite_schema LIMIT 1").get();
}
