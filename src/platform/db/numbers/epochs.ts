/**
 * Calendar changes are numbered. If a database is copied and both copies change, the same number can mean two different
 * changes. Each opening of the database therefore begins an epoch. A number and its epoch together identify one change.
 */
import type { Database } from "bun:sqlite";
import { randomSecret } from "#lib/signer.ts";
import { type Db, mainConnectionOf, transact, tryWrite } from "../client.ts";

/**
 * An epoch. The changes with numbers greater than `from` belong to it, until the next epoch begins. All changes before
 * the first epoch belong to the first epoch too.
 */
type Epoch = { readonly id: string; readonly from: number };

/** The names under which the list of epochs is stored. Only older versions wrote the second name. */
export const epochNames = ["epochs", "dav-epoch"] as const;

const idLength = 10;
/** The number of epochs to keep. Sync tokens of older epochs are refused. */
const maxEpochs = 200;
const waitMs = 2_000;

const known = new WeakMap<Db, readonly Epoch[]>();

/** Begins an epoch. Call this before any other write. On a full disk the epoch is kept in memory only. */
export function beginEpoch(db: Db): void {
  const id = Buffer.from(randomSecret()).toString("base64url").slice(0, idLength);
  const save = () => {
    const epochs = following(db.$client, id);
    db.$client.run("INSERT OR REPLACE INTO instance (name, value) VALUES (?, ?)", [
      epochNames[0],
      JSON.stringify(epochs),
    ]);
    known.set(db, epochs);
  };
  const isSaved = tryWrite(db, () => transact(db, save), waitMs);
  if (!isSaved) known.set(db, following(db.$client, id));
}

export function currentEpoch(db: Db): string {
  return epochsOf(db).at(-1)?.id ?? "";
}

export function epochAt(db: Db, number: number): string {
  const epochs = epochsOf(db);
  return (epochs.findLast(({ from }) => from < number) ?? epochs[0])?.id ?? "";
}

function epochsOf(connection: Db): readonly Epoch[] {
  const db = mainConnectionOf(connection);
  if (!known.has(db)) beginEpoch(db);
  return known.get(db) ?? [];
}

function following(client: Database, id: string): Epoch[] {
  const epochs = storedEpochs(client);
  const from = lastNumber(client);
  if (epochs.length > 1 && epochs.at(-1)?.from === from) epochs.pop();
  return [...epochs, { id, from }].slice(-maxEpochs);
}

function storedEpochs(client: Database): Epoch[] {
  const [stored, former] = epochNames.map((name) =>
    readOnce(client, "SELECT value FROM instance WHERE name = ?", name),
  );
  if (stored !== null) return JSON.parse(String(stored)) as Epoch[];
  return former === null ? [] : [{ id: String(former), from: 0 }];
}

/** Returns the number of the last calendar change, even if its row was deleted. */
function lastNumber(client: Database): number {
  return Number(readOnce(client, "SELECT seq FROM sqlite_sequence WHERE name = ?", "event_change") ?? 0);
}

/** Reads one value and finalizes the statement, because an open statement would keep the connection open. */
function readOnce(client: Database, text: string, name: string): unknown {
  using statement = client.prepare(text);
  return statement.values(name)[0]?.[0] ?? null;
}
