/** Features declare the traits of all their data. Lines with `@ts-expect-error` are checked by `bun run types`. */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";
import { getTableColumns, is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { setPhoto } from "#accounts/members/store.ts";
import { setCover } from "#lists/covers/store.ts";
import { findReferencedCovers } from "#operations/backup/references.ts";
import { types } from "#overview/search/model.ts";
import { parentsFirst, tableFacts } from "#overview/undo/tables.ts";
import { columnsOf } from "#platform/activity/images.ts";
import type { Entry, Image } from "#platform/activity/record.ts";
import { transact } from "#platform/db/client.ts";
import * as schema from "#platform/db/tables.ts";
import {
  type ColumnTrait,
  type FeatureTraits,
  type ImageTraits,
  restorableTables,
  type SubjectType,
  subjectTypes,
  type TableName,
  type TableTraits,
  tableNames,
  tableOf,
  type WholeTable,
} from "#platform/traits.ts";
import { type AllTables, subjects, tables, virtualTables } from "#server/traits.ts";
import { homeWithLists } from "../support/records/lists.ts";

const names = tableNames();
const root = join(import.meta.dir, "../..");

describe("the collected declarations for tables (traits)", () => {
  test("Every table and column with data of a household declares how it is treated (traits)", () => {
    const { program: _, instance: __, job: ___, ...ofHouseholds } = schema;
    expect([...names].sort()).toEqual((Object.keys(ofHouseholds) as TableName[]).sort());
    for (const table of Object.values(schema)) expect(is(table, SQLiteTable)).toBe(true);
    for (const name of names) {
      const columns = Object.keys(getTableColumns(tableOf(name))).filter((column) => column !== "householdId");
      expect({ name, columns: Object.keys(tables[name].columns).sort() }).toEqual({ name, columns: columns.sort() });
    }
  });

  test("The collected declarations for tables (traits) contain the declarations of every feature once", async () => {
    const collectors = ["src/platform/traits.ts", "src/server/traits.ts"];
    const files = [...new Glob("src/**/traits.ts").scanSync(root)].filter((file) => !collectors.includes(file));
    const features = (await Promise.all(files.map((file) => import(join(root, file))))).map(
      ({ traits }) => traits as FeatureTraits,
    );
    const of = (traits: object[]) => traits.flatMap((each) => Object.keys(each)).sort();
    expect(of(features.map((each) => each.subjects))).toEqual(Object.keys(subjects).sort());
    expect(of(features.map((each) => each.tables))).toEqual([...names].sort());
    expect(of(features.map((each) => each.virtualTables))).toEqual(Object.keys(virtualTables).sort());
    expect(names.filter((name) => name in virtualTables)).toEqual([]);
  });
});

test("The search of a household covers exactly the types of records that are declared as searchable", () => {
  const searched: readonly string[] = subjectTypes.filter((type) => subjects[type].search !== null);
  expect(types).toEqual(searched as typeof types);
});

describe("declarations for tables (traits) that do not compile", () => {
  test("The type check fails for a table without a complete declaration of how it is treated (traits)", () => {
    const { task: _, ...others } = tables;
    // @ts-expect-error A table is missing.
    others satisfies AllTables;
    const { undo, positionScope, live, columns, ...nothing } = tables.task;
    // @ts-expect-error Undo is missing.
    ({ positionScope, live, columns }) satisfies TableTraits<"task">;
    // @ts-expect-error The scope of positions is missing.
    ({ undo, live, columns }) satisfies TableTraits<"task">;
    // @ts-expect-error The kind that open apps are told is missing.
    ({ undo, positionScope, columns }) satisfies TableTraits<"task">;
    // @ts-expect-error The columns are missing.
    ({ undo, positionScope, live }) satisfies TableTraits<"task">;
    expect(nothing).toEqual({});
  });

  test("The type check fails for a column without a declaration (trait), and for an unknown column", () => {
    const { label: _, ...columns } = tables.task.columns;
    // @ts-expect-error A column is missing.
    columns satisfies TableTraits<"task">["columns"];
    // @ts-expect-error Tasks have no such column.
    ({ ...tables.task.columns, mood: "shown" }) satisfies TableTraits<"task">["columns"];
    expect(Object.keys(columns)).not.toContain("label");
  });

  test("The type check fails if a table with positions declares no scope for the positions", () => {
    // @ts-expect-error Blocks have positions.
    ({ ...tables.block, positionScope: null }) satisfies TableTraits<"block">;
    // @ts-expect-error Tasks have none.
    ({ ...tables.task, positionScope: ["memberId"] }) satisfies TableTraits<"task">;
    expect([tables.block.positionScope, tables.task.positionScope]).toEqual([["listId", "parentId"], null]);
  });

  test("The type check fails if traits, an activity entry or stored rows use a name that no feature declares", () => {
    // @ts-expect-error No feature has such a subject.
    ({ undo: null, live: "garden" }) satisfies ImageTraits<SubjectType>;
    // @ts-expect-error No feature declares such a name.
    const image: Image = { garden: [] };
    // @ts-expect-error No image holds rows of sessions.
    const session: Image = { session: [] };
    // @ts-expect-error No feature has such a subject.
    const subject: Entry["subject"] = { type: "garden", id: "", label: "" };
    expect([image, session, subject]).toHaveLength(3);
  });

  test("The type check fails for code that stores whole rows of a table with secrets for an undo", () => {
    // @ts-expect-error Members have secrets.
    const whole: WholeTable = "member";
    expect([whole]).toHaveLength(1);
  });
});

describe("the declarations for columns (traits)", () => {
  const traitOf = (name: TableName, column: string) =>
    (tables[name].columns as Readonly<Record<string, ColumnTrait>>)[column] ?? null;

  test("Every exported column with a member's id declares whether that member may have been removed", () => {
    const references = names.flatMap((name) =>
      getTableConfig(tableOf(name)).foreignKeys.flatMap((foreignKey) => {
        const { columns, foreignTable } = foreignKey.reference();
        if (foreignTable !== schema.member) return [];
        const [field] = Object.entries(getTableColumns(tableOf(name))).find(([, each]) => each === columns[0]) ?? [""];
        return [{ reference: `${name}.${field}`, trait: traitOf(name, field) }];
      }),
    );
    expect(references.length).toBeGreaterThan(5);
    const trait = expect.stringMatching(/^(member|formerMember|internal)$/);
    for (const { reference, trait: declared } of references) {
      expect({ reference, trait: declared }).toEqual({ reference, trait });
    }
  });

  test("The rows that are stored for an undo contain no columns that are declared as secret", () => {
    for (const name of restorableTables()) {
      expect(columnsOf(name).filter((column) => traitOf(name, column) === "secret")).toEqual([]);
    }
    expect(columnsOf("member")).not.toContain("passwordHash");
  });
});

test("An undo restores a row after the rows to which the row refers", () => {
  expect(parentsFirst().toSorted()).toEqual([...restorableTables()].sort());
  for (const [index, name] of parentsFirst().entries()) {
    const parents = tableFacts(name).parents.map(({ to }) => to);
    expect({ name, later: parents.filter((to) => parentsFirst().indexOf(to) > index) }).toEqual({ name, later: [] });
  }
});

test("The pictures in use are only the covers of lists and the photos of members", async () => {
  const home = await homeWithLists();
  const { id } = await home.list("Packing 0f1e2d3c4b5a69788796a5b4c3d2e1f0.webp");
  const client = home.db.$client;
  const { householdId } = home.work();
  expect([...(findReferencedCovers(client, householdId) ?? [])]).toEqual([]);
  const file = "a0a1a2a3a4a5a6a7a8a9aaabacadaeaf.webp";
  transact(home.db, () => setCover(home.work(), id, { file, attribution: null }));
  expect([...(findReferencedCovers(client, householdId) ?? [])]).toEqual([file]);
  const photo = "b0b1b2b3b4b5b6b7b8b9babbbcbdbebf.webp";
  transact(home.db, () => setPhoto(home.work(), home.members.mia.id, photo));
  expect([...(findReferencedCovers(client, householdId) ?? [])].sort()).toEqual([file, photo]);
});
