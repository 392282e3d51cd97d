import { is } from "drizzle-orm";
import { customType, type SQLiteColumn, SQLiteCustomColumn } from "drizzle-orm/sqlite-core";

/** A column of JSON. Rows have its text, because statements bypass drizzle's decoding. */
export const json = customType<{ data: string }>({ dataType: () => "text" });

export function isJson(column: SQLiteColumn): boolean {
  return is(column, SQLiteCustomColumn);
}
