import { sql } from "drizzle-orm";
import { lazyFor } from "#lib/lazy.ts";
import { insertParams, preparedWrite } from "../db/prepare.ts";
import { among, byId, equal, ofHousehold, type RowOf, selectFrom, updateIn } from "../db/statements.ts";
import { actor } from "../db/tables.ts";
import { type Actor, system, type Work } from "../work.ts";

const columns = ["id", "kind", "subjectId", "name", "agentName"] as const;
const actorByIdentity = selectFrom(actor, columns, { where: equal(actor.identity, "identity") });
const actorById = selectFrom(actor, columns, { where: byId(actor) });
const actorsByIds = selectFrom(actor, columns, { where: among(actor.id, "ids") });
const renameActors = updateIn(actor, ["name"], equal(actor.subjectId, "subjectId"));

const insertActor = preparedWrite((db) =>
  db.insert(actor).values({
    ...insertParams("householdId", "kind", "subjectId", "name", "agentName", "identity"),
    id: sql`(select ifnull(max(${actor.id}), 0) + 1 from ${actor} where ${ofHousehold(actor)})`,
  }),
);

/** The actors that a unit of work has read so far, by id. */
const actorsSeenIn = lazyFor((_: Work) => new Map<number, Actor>());

/**
 * Returns the id of the row in `actor` for the actor of `work`. Inserts the row if it is missing. Must run in a
 * transaction.
 */
export function actorId(work: Work): number {
  const { db, householdId } = work;
  const { kind, id, name, agentName } = work.actor;
  const isOfPart = kind === "system" && name !== system.name;
  const identity = JSON.stringify([kind, isOfPart ? name : id, agentName]);
  const find = () => actorByIdentity.get(work, { identity });
  let row = find();
  if (!row) {
    insertActor(db, { householdId, identity, kind, subjectId: id, name, agentName });
    row = find();
  }
  if (!row) throw new Error("The actor was not written");
  actorsSeenIn(work).set(row.id, toActor(row));
  return row.id;
}

/** Returns the id, the times and the creator of a new record. Must run in a transaction. */
export function newRecordFields(work: Work) {
  const createdAt = work.now.toISOString();
  return { id: Bun.randomUUIDv7("hex", work.now), createdAt, updatedAt: createdAt, createdBy: actorId(work) };
}

/** Renames an actor, also in past entries of the activity feed. */
export function renameActor(work: Work, subjectId: string, name: string): void {
  renameActors(work, { subjectId, name });
  actorsSeenIn(work).clear();
}

export function actorsWith(work: Work, ids: Iterable<number>): (id: number) => Actor {
  const rows = actorsByIds.all(work, { ids: [...new Set(ids)] });
  const found = new Map(rows.map((row) => [row.id, toActor(row)]));
  return (id) => found.get(id) ?? missing(id);
}

/** Returns a function that finds the creators of the given rows. All creators are read with one query. */
export function authorsOf(work: Work, ...rows: readonly (readonly { readonly createdBy: number }[])[]) {
  return actorsWith(work, new Set(rows.flatMap((each) => each.map(({ createdBy }) => createdBy))));
}

/** Returns a function that reads an actor. It runs one query per actor, so it suits only records with few authors. */
export function actorsOf(work: Work): (id: number) => Actor {
  const seen = actorsSeenIn(work);
  return (id) => {
    const known = seen.get(id);
    if (known) return known;
    const row = actorById.get(work, { id });
    const found = row ? toActor(row) : missing(id);
    seen.set(id, found);
    return found;
  };
}

function missing(id: number): never {
  throw new Error(`Actor ${id} is missing`);
}

function toActor({ kind, subjectId: id, name, agentName }: Pick<RowOf<typeof actor>, (typeof columns)[number]>): Actor {
  return { kind, id, name, agentName } as Actor;
}
