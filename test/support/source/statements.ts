/** Parses SQL just enough to decide whether a statement only touches rows of one household. */
import { join } from "node:path";
import { Glob } from "bun";
import { openInMemory } from "#platform/db/migrate.ts";
import { statements } from "#platform/db/prepare.ts";

/** Loads every file that prepares SQL statements, and prepares all of them. Returns their texts. */
export async function preparedStatements(): Promise<string[]> {
  const source = join(import.meta.dir, "../../../src");
  for (const file of new Glob("**/*.ts").scanSync(source)) {
    if (/\bprepared(Write)?[<(]/.test(await Bun.file(join(source, file)).text())) await import(join(source, file));
  }
  const db = openInMemory();
  return statements.map((build) => build(db).toSQL().sql);
}

/** Query or subquery without its own subqueries, and the query that contains it. */
type Scope = { readonly text: string; readonly outer: Scope | null };

type Use = { readonly name: string; readonly scope: Scope };

/**
 * Returns the tables that a statement reads or writes without a filter by household. A filter is `household_id = ?`, or
 * a column that equals such a column of a filtered table. The table `household` is filtered by its `id`. A condition
 * beside an `or` does not count.
 */
export function unfiltered(statement: string): string[] {
  const scopes = scopesOf(statement);
  const uses = scopes.flatMap((scope) => tablesIn(scope.text).map((name): Use => ({ name, scope })));
  const named = new Set<Use>();
  const isNamed = (use: Use) => {
    const column = `"${use.name}"."${use.name === "household" ? "id" : "household_id"}"`;
    return conditionsOn(column, use.scope.text).some(
      (value) => value === "?" || uses.some((each) => named.has(each) && value === columnOf(each) && sees(use, each)),
    );
  };
  for (let before = -1; named.size > before; ) {
    before = named.size;
    for (const use of uses) if (isInserted(use) || isNamed(use)) named.add(use);
  }
  return uses.filter((use) => !named.has(use)).map(({ name }) => name);
}

const columnOf = ({ name }: Use) => `"${name}"."${name === "household" ? "id" : "household_id"}"`;

/**
 * Whether a condition on one use of a table can refer to the other use: the other is in the same query, or in one that
 * contains it.
 */
function sees(use: Use, other: Use): boolean {
  for (let scope: Scope | null = use.scope; scope; scope = scope.outer) if (scope === other.scope) return true;
  return false;
}

function isInserted({ name, scope }: Use): boolean {
  const columns = new RegExp(`^insert into "${name}" \\(([^)]*)\\)`).exec(scope.text)?.[1];
  return columns?.includes(name === "household" ? '"id"' : '"household_id"') ?? false;
}

function tablesIn(text: string): string[] {
  return [...text.matchAll(/\b(?:from|join|update|into) "?(\w+)\b(?! ?\()"?/gi)]
    .map(([, name = ""]) => name)
    .filter((name) => name !== "set" && !name.startsWith("pragma_"));
}

/** Returns the values that a column must equal, in conditions that apply to all rows. */
function conditionsOn(column: string, text: string): string[] {
  const other = /^ (?:=|is) (\?|"\w+"."\w+")/;
  const found: string[] = [];
  for (let at = text.indexOf(column); at >= 0; at = text.indexOf(column, at + 1)) {
    if (isOptional(text, at)) continue;
    const after = other.exec(text.slice(at + column.length))?.[1];
    const before = /(\?|"\w+"."\w+") = $/.exec(text.slice(0, at))?.[1];
    for (const value of [after, before]) if (value) found.push(value);
  }
  return found;
}

/** Whether an `or` or a `not` is beside a position in the text, or beside a bracket that encloses the position. */
function isOptional(text: string, at: number): boolean {
  const before = levels([...text.slice(0, at)].reverse(), ")", "(").map((level) => [...level].reverse().join(""));
  const after = levels(text.slice(at), "(", ")");
  return before.some((level, depth) => /\bor\b|\bcase\b|\bnot $/.test(level) || /\bor\b/.test(after[depth] ?? ""));
}

/** Returns the text outside of brackets. Each closing bracket starts a new text. */
function levels(signs: Iterable<string>, open: string, close: string): string[] {
  const found = [""];
  let depth = 0;
  for (const sign of signs) {
    if (sign === open) depth++;
    else if (sign === close && depth > 0) depth--;
    else if (sign === close) found.push("");
    else if (depth === 0) found.push(`${found.pop()}${sign}`);
  }
  return found;
}

/** Returns the query and the subqueries of a statement, each without the subqueries inside it. */
function scopesOf(statement: string, outer: Scope | null = null): Scope[] {
  let text = "";
  let rest = statement;
  const inner: string[] = [];
  for (let begin = rest.search(/\(select /); begin >= 0; begin = rest.search(/\(select /)) {
    const end = closing(rest, begin);
    text += `${rest.slice(0, begin)}(subquery)`;
    inner.push(rest.slice(begin + 1, end));
    rest = rest.slice(end + 1);
  }
  const own = (text + rest).split(/ union (?:all )?/).map((part): Scope => ({ text: part, outer }));
  return [...own, ...own.slice(0, 1).flatMap((scope) => inner.flatMap((each) => scopesOf(each, scope)))];
}

function closing(text: string, begin: number): number {
  let depth = 0;
  for (let index = begin; index < text.length; index++) {
    if (text[index] === "(") depth++;
    if (text[index] === ")" && --depth === 0) return index;
  }
  return text.length;
}
