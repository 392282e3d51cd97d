/** The kind of column that holds JSON. */
import { is } from "drizzle-orm";
import { customType, type SQLiteColumn, SQLiteCustomColumn } from "drizzle-orm/sqlite-core";

/** Declares a text column that holds JSON. Rows have its text: statements do not pass through drizzle's decoding. */
export const json = customType<{ data: string }>({ dataType: () => "text" });

/** True for a column that {@link json} declares. */
export function isJson(column: SQLiteColumn): boolean {
  return is(column, SQLiteCustomColumn);
}
