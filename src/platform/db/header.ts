/** Reads the header of a database without SQLite, because SQLite could change the file. */
import { fill, type Read, readFrom, withFile } from "#lib/byte-streams.ts";

/** The application id in the header: "Ingl" in ASCII. */
export const applicationId = 0x496e676c;

/** Facts from the header of a database file (SQLite file format §1.3 and §1.6). */
export type Header = {
  readonly isEmpty: boolean;
  readonly isSqlite: boolean;
  readonly isOurs: boolean;
  readonly isBlank: boolean;
  readonly schema: number;
  readonly bytes: number;
};

const headerBytes = 108;
const leaf = 0x0d;

/**
 * Reads the header of a database file. SQLite must not have the file open in this process: closing the file here would
 * drop SQLite's locks.
 */
export function readHeader(path: string, open: (file: number) => Read = readFrom): Header {
  return withFile(path, (file) => parseHeader(open(file)));
}

function parseHeader(read: Read): Header {
  const header = Buffer.alloc(headerBytes);
  const length = fill(read, header);
  const id = header.readUInt32BE(68);
  const schema = header.readUInt32BE(60);
  const hasTables = header[100] !== leaf || header.readUInt16BE(103) > 0;
  const pageBytes = header.readUInt16BE(16);
  return {
    isEmpty: length === 0,
    isSqlite: header.toString("latin1", 0, 15) === "SQLite format 3",
    isOurs: id === applicationId,
    isBlank: id === 0 && schema === 0 && !hasTables,
    schema,
    bytes: (pageBytes === 1 ? 65_536 : pageBytes) * header.readUInt32BE(28),
  };
}
