/** Reading the head of a database file without opening it as a database: opening could already change it. */
import { closeSync, openSync, readSync } from "node:fs";

/** "Ingl": tells our files from any other SQLite file. */
export const applicationId = 0x496e676c;

/** What the first bytes of a file say (SQLite file format §1.3 and §1.6). */
export type Header = {
  readonly isEmpty: boolean;
  readonly isSqlite: boolean;
  /** Whether it carries our application id. */
  readonly isOurs: boolean;
  /** Whether it is an SQLite file that nobody has put anything into: no application id, no version and no table. */
  readonly isBlank: boolean;
  /** The number of migrations it has seen. */
  readonly schema: number;
};

const headerBytes = 108;
/** A leaf of a table's tree, which the schema's root is as long as it has few entries. */
const leaf = 0x0d;

/** Reads a file's header. The database must not be open in this process: closing any of its files drops SQLite's locks. */
export function readHeader(path: string): Header {
  const header = Buffer.alloc(headerBytes);
  const file = openSync(path, "r");
  let length = 0;
  try {
    length = readSync(file, header, 0, header.length, 0);
  } finally {
    closeSync(file);
  }
  const id = header.readUInt32BE(68);
  const schema = header.readUInt32BE(60);
  const hasTables = header[100] !== leaf || header.readUInt16BE(103) > 0;
  return {
    isEmpty: length === 0,
    isSqlite: header.toString("latin1", 0, 15) === "SQLite format 3",
    isOurs: id === applicationId,
    isBlank: id === 0 && schema === 0 && !hasTables,
    schema,
  };
}
