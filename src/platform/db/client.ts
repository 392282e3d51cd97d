import { constants, Database, type Statement } from "bun:sqlite";
import { dirname } from "node:path";
import { drizzle } from "drizzle-orm/bun-sqlite";
import { codeOf, isDiskFull } from "#lib/errors.ts";
import { DatabaseFiles, DataGoneError, type Report } from "./files.ts";
import { freeBytes } from "./space.ts";

export type Db = ReturnType<typeof connect>;

const busyTimeoutMs = 5_000;
/** The size in bytes to which SQLite truncates the write-ahead log. The log can grow larger during long reads. */
const maxLogBytes = 64 << 20;
const minFreeBytes = 1 << 20;
/** The cache of the second connection in KiB. It is small because this connection stays open but is rarely used. */
const secondConnectionCacheKib = 2_000;

type ConnectionState = {
  files: DatabaseFiles | null;
  isExclusive: boolean;
  isFull: boolean;
  secondConnection: Db | null;
  /**
   * Rolls back the transaction of the second connection. The first connection cannot wait for that transaction, because
   * both use the same thread.
   */
  interrupt: (() => void) | null;
};

const indexCodes = ["SQLITE_IOERR_SHMSIZE", "SQLITE_IOERR_SHMMAP", "SQLITE_IOERR_SHMOPEN", "SQLITE_CANTOPEN"];

const stateOf = new WeakMap<Db, ConnectionState>();

/** Opens a database with `synchronous=FULL`, because NORMAL can lose acknowledged writes in a power cut. */
export function openDatabase(path: string): Db {
  const { client, isExclusive } = openShared(path) ?? openWithoutSpace(path);
  client.run("PRAGMA synchronous = FULL");
  client.run("PRAGMA foreign_keys = ON");
  client.run("PRAGMA cache_size = -16000");
  client.run("PRAGMA temp_store = MEMORY");
  client.run(`PRAGMA journal_size_limit = ${maxLogBytes}`);
  const db = connect(client);
  const files = path === ":memory:" ? null : new DatabaseFiles(path, !isExclusive);
  stateOf.set(db, { files, isExclusive, isFull: isExclusive, secondConnection: null, interrupt: null });
  return db;
}

export function onFileLoss(db: Db, report: Report): void {
  const files = stateOf.get(db)?.files;
  if (files) files.report = report;
}

export function hasLostFiles(db: Db): boolean {
  return (stateOf.get(db)?.files?.findLoss() ?? null) !== null;
}

export function requireFiles(db: Db): void {
  if (hasLostFiles(db)) throw new DataGoneError();
}

/** Returns the path of the database, or null if no other connection may open its files. */
export function sharedPath(db: Db): string | null {
  const opened = stateOf.get(db);
  return opened?.files && !opened.isExclusive && !hasLostFiles(db) ? opened.files.path : null;
}

/** Runs a checkpoint and closes a database. Committed data are safe even if the checkpoint fails. */
export function closeDatabase(db: Db): void {
  const { $client } = db;
  const second = stateOf.get(db)?.secondConnection;
  if (second) closeDatabase(second);
  const loss = stateOf.get(db)?.files?.findLoss();
  if (loss) {
    // SQLite deletes both files by name when it closes; they may belong to another database by now.
    $client.fileControl(constants.SQLITE_FCNTL_PERSIST_WAL, 1);
    if (loss.kind === "index") {
      // A checkpoint could overwrite the writes of other processes.
      neverClosed.add($client);
      return;
    }
  }
  tryWaiting(db, 0, () => $client.run("PRAGMA wal_checkpoint(TRUNCATE)"));
  // Open statements would keep the connection open.
  for (const each of Object.values(transactionStatementsOf.get(db) ?? {})) each.finalize();
  transactionStatementsOf.delete(db);
  $client.close();
}

/** Connections that must stay open. Without this set, garbage collection would close the connections. */
const neverClosed = new Set<Database>();

/** Whether a write would probably succeed. Does not write to the disk, because this would wake a sleeping disk. */
export function seemsWritable(db: Db): boolean {
  if (!hasSpace(db)) return false;
  return succeedsOrIsBusy(db, () => {
    db.$client.run("BEGIN IMMEDIATE");
    db.$client.run("ROLLBACK");
  });
}

/** Whether a write succeeds. Tests this by a real write. Also returns true while another process writes. */
export function canWrite(db: Db): boolean {
  const isWritten = succeedsOrIsBusy(db, () => {
    const { user_version: version } = db.$client.query("PRAGMA user_version").get() as { user_version: number };
    db.$client.run(`PRAGMA user_version = ${version}`);
  });
  if (isWritten) recordSuccess(db);
  return isWritten;
}

export function isFull(db: Db): boolean {
  return stateOf.get(db)?.isFull ?? false;
}

/** Runs `write`. Returns false if it fails, for example because another process writes longer than `waitMs`. */
export function tryWrite(db: Db, write: () => unknown, waitMs = 0): boolean {
  return !hasLostFiles(db) && tryWaiting(db, waitMs, write);
}

/** Returns a second connection to the same file, or null if no other connection may open the file. */
export function secondConnectionOf(db: Db): Db | null {
  const opened = stateOf.get(db);
  const path = sharedPath(db);
  if (!opened || path === null) return null;
  if (!opened.secondConnection) {
    opened.secondConnection = openDatabase(path);
    mainConnections.set(opened.secondConnection, db);
    opened.secondConnection.$client.run(`PRAGMA cache_size = -${secondConnectionCacheKib}`);
    opened.secondConnection.$client.run(`PRAGMA wal_autocheckpoint = ${autocheckpointOf(db)}`);
  }
  return opened.secondConnection;
}

const mainConnections = new WeakMap<Db, Db>();

export function mainConnectionOf(db: Db): Db {
  return mainConnections.get(db) ?? db;
}

function autocheckpointOf({ $client }: Db): number {
  return ($client.query("PRAGMA wal_autocheckpoint").get() as { wal_autocheckpoint: number }).wal_autocheckpoint;
}

export function interruptOnWrite(db: Db, interrupt: () => void): () => void {
  const opened = stateOf.get(db);
  if (opened) opened.interrupt = interrupt;
  return () => {
    if (opened?.interrupt === interrupt) opened.interrupt = null;
  };
}

/** Runs a synchronous `change` in a transaction. An async one would be committed too early. @throws DataGoneError */
export function transact<T>(db: Db, change: () => T): T {
  // Check after waiting for the lock.
  const guarded = () => {
    requireFiles(db);
    return change();
  };
  stateOf.get(db)?.interrupt?.();
  try {
    const result = db.$client.inTransaction ? savepoint(db, guarded) : commitAtOnce(db, guarded);
    recordSuccess(db);
    return result;
  } catch (error) {
    recordFailure(db, error);
    throw error;
  }
}

/** Runs a transaction by prepared statements, which is cheaper than drizzle's transactions. */
function commitAtOnce<T>(db: Db, change: () => T): T {
  const { beginWrite, commit, abort } = transactionStatements(db);
  beginWrite.run();
  try {
    const result = change();
    commit.run();
    return result;
  } catch (error) {
    // A full disk already ended the transaction.
    if (db.$client.inTransaction) abort.run();
    throw error;
  }
}

export function recordFailure(db: Db, error: unknown): void {
  const opened = stateOf.get(db);
  if (opened && isDiskFull(error)) opened.isFull = true;
}

export function snapshot<T>(db: Db, read: () => T): T {
  if (db.$client.inTransaction) return read();
  const { begin, commit } = transactionStatements(db);
  begin.run();
  try {
    return read();
  } finally {
    commit.run();
  }
}

/** Runs `change` in a savepoint. If `change` throws, only this change is rolled back. Must run in a transaction. */
export function savepoint<T>(db: Db, change: () => T): T {
  const { mark, release, rollBack } = transactionStatements(db);
  mark.run();
  try {
    return change();
  } catch (error) {
    // Some errors, such as a full disk, end the whole transaction.
    if (db.$client.inTransaction) rollBack.run();
    throw error;
  } finally {
    if (db.$client.inTransaction) release.run();
  }
}

/** Runs steps in a savepoint, like {@link savepoint}. Pauses between the steps. */
export function* savepointOfSteps<T>(db: Db, steps: Generator<void, T>): Generator<void, T> {
  const { mark, release, rollBack } = transactionStatements(db);
  mark.run();
  try {
    return yield* steps;
  } catch (error) {
    if (db.$client.inTransaction) rollBack.run();
    throw error;
  } finally {
    if (db.$client.inTransaction) release.run();
  }
}

/** Codes of errors that concern a single row: violated constraints, and values that are too large. */
const rowErrorCodes = /^SQLITE_(?:CONSTRAINT|TOOBIG|MISMATCH|RANGE)/;

/** Whether an error concerns the whole database, so that any other write would fail with the same error. */
export function isDatabaseWideError(error: unknown): boolean {
  const code = codeOf(error);
  return code === "DATA_GONE" || (code.startsWith("SQLITE_") && !rowErrorCodes.test(code));
}

type Name = "begin" | "beginWrite" | "commit" | "abort" | "mark" | "release" | "rollBack";
type TransactionStatements = Readonly<Record<Name, Statement>>;

const transactionStatementsOf = new WeakMap<Db, TransactionStatements>();

function transactionStatements(db: Db): TransactionStatements {
  const known = transactionStatementsOf.get(db);
  if (known) return known;
  const prepare = (sql: string) => db.$client.prepare(sql);
  const made = {
    begin: prepare("BEGIN"),
    beginWrite: prepare("BEGIN IMMEDIATE"),
    commit: prepare("COMMIT"),
    abort: prepare("ROLLBACK"),
    mark: prepare("SAVEPOINT part"),
    release: prepare("RELEASE part"),
    rollBack: prepare("ROLLBACK TO part"),
  };
  transactionStatementsOf.set(db, made);
  return made;
}

export function connect(client: Database) {
  return drizzle(client);
}

function tryWaiting(
  { $client }: Db,
  waitMs: number,
  write: () => unknown,
  failed: (error: unknown) => void = () => {},
): boolean {
  $client.run(`PRAGMA busy_timeout = ${waitMs}`);
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

function succeedsOrIsBusy(db: Db, attempt: () => void): boolean {
  let isBusy = false;
  const isDone = tryWaiting(db, 0, attempt, (error) => {
    isBusy = codeOf(error) === "SQLITE_BUSY";
  });
  return isDone || isBusy;
}

function hasSpace(db: Db): boolean {
  const path = stateOf.get(db)?.files?.path;
  if (path === undefined) return true;
  try {
    return freeBytes(dirname(path)) >= minFreeBytes;
  } catch {
    return false;
  }
}

function recordSuccess(db: Db): void {
  const opened = stateOf.get(db);
  if (!opened?.isFull) return;
  opened.isFull = false;
  if (opened.isExclusive && opened.files && hasSpace(db)) leaveExclusiveMode(db.$client, opened, opened.files);
}

/**
 * Leaves SQLite's exclusive locking mode, which is only possible by changing the journal mode (SQLite, `PRAGMA
 * locking_mode`). Each attempt creates a new log.
 */
function leaveExclusiveMode(client: Database, opened: ConnectionState, files: DatabaseFiles): void {
  try {
    client.run("PRAGMA journal_mode = DELETE");
    client.run("PRAGMA locking_mode = NORMAL");
    opened.isExclusive = false;
  } catch {
    opened.isFull = true;
  }
  try {
    openLog(client);
  } catch {
    // Each read tries to open the log again.
  }
  opened.files = new DatabaseFiles(files.path, !opened.isExclusive);
  opened.files.report = files.report;
}

function openShared(path: string): { client: Database; isExclusive: boolean } | null {
  const client = new Database(path, { create: true, strict: true });
  try {
    openLog(client);
    return { client, isExclusive: false };
  } catch (error) {
    client.close();
    if (isDiskFull(error) || indexCodes.includes(codeOf(error))) return null;
    throw error;
  }
}

/**
 * Opens a database on a full disk, which has no space for the file `-shm`. In exclusive locking mode SQLite keeps the
 * content of this file in memory.
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
  // Only a read reliably opens the log and its index. An open statement would delay close() until garbage collection.
  using read = client.prepare("SELECT 1 FROM sqlite_schema LIMIT 1");
  read.get();
}
