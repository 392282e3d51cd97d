import { is } from "drizzle-orm";
import { customType, type SQLiteColumn, SQLiteCustomColumn } from "drizzle-orm/sqlite-core";

/** A column that holds JSON. Queries return the JSON text, because queries bypass drizzle's decoding. */
export const json = customType<{ data: string }>({ dataType: () => "text" });

export function isJson(column: SQLiteColumn): boolean {
  return is(column, SQLiteCustomColumn);
}
