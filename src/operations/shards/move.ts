/**
 * Moves a household to another data folder. A temporary folder inside the target contains the household during the
 * move. At each moment at least one of the three folders contains the complete household, and a server uses at most one
 * of them. If the process crashes, the same call continues the move.
 */

import { Database } from "bun:sqlite";
import { existsSync, realpathSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { clearSentChangesOf } from "#calendar/external/accounts/links.store.ts";
import { resealAccountSecrets } from "#calendar/external/accounts/store.ts";
import { secretsOf } from "#calendar/external/secrets.ts";
import { resealAddresses } from "#calendar/external/store.ts";
import { syncFolder } from "#lib/files.ts";
import { closeDatabase, type Db, transact } from "#platform/db/client.ts";
import { refuseForeignDatabase, restoreAdvice, schemaVersionOf } from "#platform/db/database-checks.ts";
import { explainStorageError } from "#platform/db/explain-error.ts";
import { copySecrets } from "#platform/db/instance.ts";
import { lockDataDir } from "#platform/db/lock.ts";
import { databasePath, finishRestore, makeDataDir, openDataDir } from "#platform/db/migrate.ts";
import { migrations } from "#platform/db/migrations.ts";
import { OperatorError } from "#platform/db/operator-error.ts";
import { findSchemaDifference } from "#platform/db/schema.ts";
import { withSpace } from "#platform/db/space.ts";
import { copyPicture, movePictures, removeAllPictures, sizeOfPicture } from "#platform/images/files.ts";
import { command, shellWord } from "#platform/program.ts";
import { movePrefix } from "../backup/files.ts";
import { findReferencedCovers, listReferencedCovers } from "../backup/references.ts";
import { conflictsOf, copyRows, type Digest, deleteRows, digestOf, measureRows } from "./rows.ts";

export type Step = "began" | "copied" | "removed" | "arrived" | "cleared";

export type MoveRequest = {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly isDry: boolean;
  /** Path in the setting `SECRET_KEY_FILE` of both servers. Null if the setting is missing. */
  readonly secretKeyFile?: string | null;
  readonly now: Date;
  readonly onStep: (step: Step) => void;
};

export type Moved = {
  readonly id: string;
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly state: "moved" | "wouldMove" | "alreadyMoved";
  readonly bytes: number;
  readonly pictures: number;
  readonly rows: Readonly<Record<string, number>>;
};

type Facts = { readonly name: string; readonly bytes: number; readonly pictures: readonly string[] };

/**
 * Free bytes that are needed for each byte of the household. The household is written twice, and each write needs space
 * for the rows, their indexes and the write-ahead log.
 */
const spaceFactor = 6;
const spaceTodo = "Free some space, then try again. Nothing was moved.";

/** Moves a household to another data folder, or continues an interrupted move. @throws OperatorError */
export async function moveHousehold(request: MoveRequest): Promise<Moved> {
  const { from, to, isDry, now } = request;
  for (const folder of [from, to]) finishRestore(folder);
  if (!existsSync(databasePath(from))) throw noHouseholdError(request);
  requireOwnVersion(from);
  requireOwnVersion(to);
  if (realPath(from) === realPath(to))
    throw new OperatorError(`${from} and ${to} are the same folder`, "Name another one.");
  const hasTarget = !isDry || existsSync(databasePath(to));
  if (!isDry) makeDataDir(to);
  const folders = hasTarget ? [from, to] : [from];
  const releases: (() => void)[] = [];
  try {
    for (const folder of folders) releases.push(lockDataDir(folder));
    const open = (folder: string, mustExist: boolean): Db => {
      const db = openDatabase(folder, now, mustExist);
      releases.push(() => closeDatabase(db));
      if (!isDry) movePictures(folder, () => listReferencedCovers(db.$client));
      return db;
    };
    return await move(request, open(from, true), hasTarget ? open(to, false) : null);
  } finally {
    for (const end of releases.reverse()) end();
  }
}

function openDatabase(dataDir: string, now: Date, mustExist: boolean): Db {
  try {
    return openDataDir(dataDir, { now, holdsLock: true, mustExist });
  } catch (error) {
    throw explainStorageError(error, dataDir);
  }
}

async function move(request: MoveRequest, source: Db, target: Db | null): Promise<Moved> {
  const { id, from, to, isDry, now, onStep } = request;
  const staging = join(to, `${movePrefix}${id}`);
  const inSource = findFacts(source, from, id);
  const inTarget = target && findFacts(target, to, id);
  if (inSource && inTarget)
    throw new OperatorError(`the household ${id} is in ${from} and in ${to}`, "Delete it in one of them first.");
  if (inTarget) {
    if (!isDry) await deleteLeftovers(request, staging);
    return report(request, inTarget, digestOf((target ?? source).$client, id), "alreadyMoved");
  }
  if (inSource) {
    if (target) requireNoConflict(target, request);
    withSpace(nearestFolder(to), inSource.bytes * spaceFactor, spaceTodo, () => {
      if (!isDry) moveToStaging(request, source, inSource, staging);
    });
    if (isDry) return report(request, inSource, digestOf(source.$client, id), "wouldMove");
  }
  if (!existsSync(databasePath(staging))) throw noHouseholdError(request);
  const staged = openDataDir(staging, { now, holdsLock: true });
  if (!isDry) movePictures(staging, () => listReferencedCovers(staged.$client));
  const answer = finishMove(request, staged, target, staging);
  if (isDry) return answer;
  onStep("arrived");
  await deleteLeftovers(request, staging);
  onStep("cleared");
  return answer;
}

async function deleteLeftovers({ id, from }: MoveRequest, staging: string): Promise<void> {
  await removeAllPictures(from, id);
  rmSync(staging, { recursive: true, force: true });
}

function finishMove(request: MoveRequest, staged: Db, target: Db | null, staging: string) {
  const { id, isDry } = request;
  try {
    const found = findFacts(staged, staging, id);
    if (!found) throw noHouseholdError(request);
    const digest = digestOf(staged.$client, id);
    if (target && !isDry) insertIntoTarget(request, staged, target, staging, found, digest);
    return report(request, found, digest, isDry ? "wouldMove" : "moved");
  } finally {
    closeDatabase(staged);
  }
}

function moveToStaging(request: MoveRequest, source: Db, facts: Facts, staging: string): void {
  const { id, from, onStep } = request;
  rmSync(staging, { recursive: true, force: true });
  onStep("began");
  try {
    // The transaction keeps other processes from writing.
    withoutForeignKeys(source, () =>
      transact(source, () => {
        fillStaging(request, source, facts, staging);
        onStep("copied");
        deleteRows(source.$client, id);
      }),
    );
  } catch (error) {
    if (findFacts(source, from, id)) rmSync(staging, { recursive: true, force: true });
    throw error;
  }
  onStep("removed");
}

function fillStaging({ id, from, to, now }: MoveRequest, source: Db, { pictures }: Facts, staging: string): void {
  const staged = openDataDir(staging, { now, holdsLock: true });
  try {
    for (const file of pictures) copyPicture(from, staging, id, file);
    const digest = digestOf(source.$client, id);
    copy(source, staged, from, id, () => requireSame(digest, digestOf(staged.$client, id)));
  } finally {
    closeDatabase(staged);
  }
  syncFolder(staging);
  syncFolder(to);
}

function insertIntoTarget(
  { id, from, to, secretKeyFile = null }: MoveRequest,
  staged: Db,
  target: Db,
  staging: string,
  { pictures }: Facts,
  digest: Digest,
): void {
  try {
    requireNoConflict(target, { id, from: staging, to });
    for (const file of pictures) copyPicture(staging, to, id, file);
    copy(staged, target, staging, id, () => {
      requireSame(digest, digestOf(target.$client, id));
      const keys = [secretsOf({ dataDir: from, secretKeyFile: null }), secretsOf({ dataDir: from, secretKeyFile })];
      const moved = { db: target, householdId: id };
      clearSentChangesOf(moved);
      for (const each of [resealAddresses, resealAccountSecrets])
        each(moved, keys, secretsOf({ dataDir: to, secretKeyFile }));
    });
  } catch (error) {
    const { problem, remedy } =
      error instanceof OperatorError ? error : { problem: String(error), remedy: "Repair this." };
    throw new OperatorError(
      `${problem}; until then the household is in ${staging}`,
      `${remedy} Then run the same command again.`,
    );
  }
}

function copy(from: Db, to: Db, fromDir: string, id: string, check: () => void): void {
  const insert = () => {
    copyRows(to.$client, id);
    copySecrets(from, to);
    check();
  };
  // An immediate transaction would lock the source too.
  withSource(to, fromDir, () => to.transaction(insert, { behavior: "deferred" }));
}

function withSource<T>({ $client: client }: Db, dataDir: string, use: () => T): T {
  client.run("ATTACH ? AS source", [databasePath(dataDir)]);
  try {
    return use();
  } finally {
    client.run("DETACH source");
  }
}

function withoutForeignKeys({ $client: client }: Db, use: () => void): void {
  client.run("PRAGMA foreign_keys = OFF");
  try {
    use();
  } finally {
    client.run("PRAGMA foreign_keys = ON");
  }
}

function findFacts({ $client: client }: Db, dataDir: string, id: string): Facts | null {
  const row = client.query("SELECT name FROM household WHERE id = ?").get(id) as { name: string } | null;
  if (!row) return null;
  const pictures = [...(findReferencedCovers(client, id) ?? [])];
  const sizes = pictures.map((file) => sizeOfPicture(dataDir, id, file));
  const bytes = sizes.reduce((total, size) => total + size, measureRows(client, id).get(id) ?? 0);
  return { name: row.name, bytes, pictures };
}

function report({ id, from, to }: MoveRequest, facts: Facts, digest: Digest, state: Moved["state"]): Moved {
  const { name, bytes, pictures } = facts;
  const rows = Object.fromEntries(Object.entries(digest).map(([table, { rows }]) => [table, rows]));
  return { id, name, from, to, state, bytes, pictures: pictures.length, rows };
}

function requireSame(wanted: Digest, found: Digest): void {
  const different = Object.keys({ ...wanted, ...found }).filter(
    (table) => wanted[table]?.hash !== found[table]?.hash || wanted[table]?.rows !== found[table]?.rows,
  );
  if (different.length > 0) throw new Error(`the copy differs in ${different.join(", ")}`);
}

function requireNoConflict(target: Db, { id, from, to }: Pick<MoveRequest, "id" | "from" | "to">): void {
  const [conflict] = withSource(target, from, () => conflictsOf(target.$client, id));
  if (!conflict) return;
  const { table, columns, value } = conflict;
  if (table === "member" && columns === "email") {
    throw new OperatorError(
      `the email ${value} belongs to a member of another household in ${to}`,
      "An email signs in to one household: change it in one of them.",
    );
  }
  throw new OperatorError(
    `another household in ${to} has the same ${columns} in the table ${table} (${value})`,
    "Perhaps a backup of one folder was restored to the other: delete the copy that nobody uses.",
  );
}

/** Requires this program's schema version: the folder's own server must migrate data first. @throws OperatorError */
function requireOwnVersion(dataDir: string): void {
  const path = databasePath(dataDir);
  if (!existsSync(path)) return;
  refuseForeignDatabase(path, migrations.length);
  using client = new Database(path, { readonly: true });
  const version = schemaVersionOf(client);
  const fault = version === migrations.length ? findSchemaDifference(client, version) : null;
  if (fault !== null) throw new OperatorError(`${path} ${fault}`, restoreAdvice(dataDir, migrations.length));
  if (version === migrations.length || version === 0) return;
  throw new OperatorError(
    `${dataDir} has data version ${version}, and this program ${migrations.length}`,
    "Start its server with this program once, then try again.",
  );
}

function noHouseholdError({ id, from }: MoveRequest): OperatorError {
  return new OperatorError(
    `there is no household ${id} in ${from}`,
    `List them: ${command(`household list --data-dir ${shellWord(from)}`)}`,
  );
}

function realPath(folder: string): string {
  return existsSync(folder) ? realpathSync(folder) : resolve(folder);
}

function nearestFolder(folder: string): string {
  return existsSync(folder) ? folder : nearestFolder(dirname(resolve(folder)));
}
