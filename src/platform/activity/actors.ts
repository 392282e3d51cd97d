import { and, eq, sql } from "drizzle-orm";
import { fields, insertParams, prepared, preparedWrite } from "../db/prepare.ts";
import { actor } from "../db/tables.ts";
import { type Actor, system, type Work } from "../work.ts";

const actorByIdentity = prepared((db) =>
  db
    .select(fields(actor, "id", "kind", "subjectId", "name", "agentName"))
    .from(actor)
    .where(and(eq(actor.householdId, sql.placeholder("householdId")), eq(actor.identity, sql.placeholder("identity")))),
);

const insertActor = preparedWrite((db) =>
  db.insert(actor).values({
    ...insertParams("householdId", "kind", "subjectId", "name", "agentName", "identity"),
    id: sql`(select ifnull(max(${actor.id}), 0) + 1 from ${actor} where ${actor.householdId} = ${sql.placeholder("householdId")})`,
  }),
);

/** Returns the id of the row in `actor` for the actor of `work`. Must run in a transaction. */
export function actorId(work: Work): number {
  return storedActor(work).id;
}

/**
 * Returns the actor of `work` with the id of its row in the table `actor`. Inserts the row if it is missing. Must run
 * in a transaction.
 */
export function storedActor(work: Work): { id: number; actor: Actor } {
  const { db, householdId } = work;
  const { kind, id, name, agentName } = work.actor;
  const isOfPart = kind === "system" && name !== system.name;
  const identity = JSON.stringify([kind, isOfPart ? name : id, agentName]);
  const find = () => actorByIdentity.get(db, { householdId, identity });
  const known = find();
  if (known) return { id: known.id, actor: toActor(known) };
  insertActor(db, { householdId, identity, kind, subjectId: id, name, agentName });
  const made = find();
  if (!made) throw new Error("The actor was not written");
  return { id: made.id, actor: toActor(made) };
}

/** Returns the id, the times and the creator of a new record. Must run in a transaction. */
export function newRecordFields(work: Work) {
  const createdAt = work.now.toISOString();
  return { id: Bun.randomUUIDv7("hex", work.now), createdAt, updatedAt: createdAt, createdBy: actorId(work) };
}

const renameActors = preparedWrite((db) =>
  db
    .update(actor)
    .set({ name: sql`${sql.placeholder("name")}` })
    .where(
      and(eq(actor.householdId, sql.placeholder("householdId")), eq(actor.subjectId, sql.placeholder("subjectId"))),
    ),
);

/** Renames an actor, also in past entries of the activity feed. */
export function renameActor({ db, householdId }: Work, subjectId: string, name: string): void {
  renameActors(db, { householdId, subjectId, name });
}

const actorById = prepared((db) =>
  db
    .select(fields(actor, "kind", "subjectId", "name", "agentName"))
    .from(actor)
    .where(and(eq(actor.householdId, sql.placeholder("householdId")), eq(actor.id, sql.placeholder("id")))),
);

const actorsByIds = prepared((db) =>
  db
    .select(fields(actor, "id", "kind", "subjectId", "name", "agentName"))
    .from(actor)
    .where(
      and(
        eq(actor.householdId, sql.placeholder("householdId")),
        sql`${actor.id} in (select value from json_each(${sql.placeholder("ids")}))`,
      ),
    ),
);

export function actorsWith({ db, householdId }: Work, ids: Iterable<number>): (id: number) => Actor {
  const rows = actorsByIds.all(db, { householdId, ids: JSON.stringify([...new Set(ids)]) });
  const found = new Map(rows.map((row) => [row.id, toActor(row)]));
  return (id) => {
    const known = found.get(id);
    if (!known) throw new Error(`Actor ${id} is missing`);
    return known;
  };
}

/** Returns a function that finds the creators of the rows, which it reads with one query. */
export function authorsOf(work: Work, ...rows: readonly (readonly { readonly createdBy: number }[])[]) {
  return actorsWith(work, new Set(rows.flatMap((each) => each.map(({ createdBy }) => createdBy))));
}

/**
 * Returns a function that reads an actor by the actor's id. The function runs one query per actor, so it suits only
 * records that have few authors.
 */
export function actorsOf({ db, householdId }: Work): (id: number) => Actor {
  const seen = new Map<number, Actor>();
  return (id) => {
    const known = seen.get(id);
    if (known) return known;
    const row = actorById.get(db, { householdId, id });
    if (!row) throw new Error(`Actor ${id} is missing`);
    const found = toActor(row);
    seen.set(id, found);
    return found;
  };
}

type ActorRow = NonNullable<ReturnType<typeof actorById.get>>;

function toActor(row: ActorRow): Actor {
  return { kind: row.kind, id: row.subjectId, name: row.name, agentName: row.agentName } as Actor;
}
