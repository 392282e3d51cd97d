/** Whether the files that a connection has open are still the files at their paths. */
import { statSync } from "node:fs";
import { resolve } from "node:path";

/** The files of the database were deleted, moved, unmounted or replaced: a write would not be there after a restart. */
export class DataGone extends Error {
  readonly code = "DATA_GONE";

  constructor() {
    super("The data folder is gone");
  }
}

/** Tells the operator, once for each change, that files were lost or have come back. */
export type Report = (level: "error" | "info", message: string) => void;

type OpenFile = { readonly path: string; readonly device: bigint; readonly inode: bigint };

/**
 * What is wrong: nothing is at the database's path, another file is, or only the log (`-wal`) or its index (`-shm`) is
 * another or missing. SQLite goes on writing to a file that was deleted, and locks the old index, so that writes would be
 * lost or would collide with those of another process.
 */
type Loss = { readonly kind: "gone" | "replaced" | "log" | "index"; readonly path: string };

/**
 * The files of one connection. Make it once the connection has opened them all. A look takes one `stat` for each file: three
 * take 3.5 µs, so every write looks.
 */
export class DatabaseFiles {
  readonly path: string;
  private readonly files: readonly OpenFile[];
  private last: Loss | null = null;
  report: Report = () => {};

  /** `isShared`: whether other processes are let in, which takes an index on the disk. */
  constructor(path: string, isShared: boolean) {
    this.path = resolve(path);
    this.files = ["", "-wal", ...(isShared ? ["-shm"] : [])].flatMap((suffix) => {
      const each = this.path + suffix;
      const found = look(each);
      return found ? [{ path: each, device: found.dev, inode: found.ino }] : [];
    });
  }

  /** Looks at the paths. Null where all is well: also where the same files are back. */
  findLoss(): Loss | null {
    const lost = this.files.find(({ path, device, inode }) => {
      const found = look(path);
      return found?.dev !== device || found.ino !== inode;
    });
    const loss = lost ? { kind: this.kindOf(lost.path), path: lost.path } : null;
    if (loss?.kind !== this.last?.kind) this.report(loss ? "error" : "info", messageOf(loss, this.path));
    this.last = loss;
    return loss;
  }

  private kindOf(path: string): Loss["kind"] {
    if (path === this.path) return look(path) ? "replaced" : "gone";
    return path.endsWith("-wal") ? "log" : "index";
  }
}

/** Null also where the path can't be looked at, such as on a disk that was pulled out. */
function look(path: string) {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return null;
  }
}

function messageOf(loss: Loss | null, path: string): string {
  if (!loss) return `${path} is back: writes are accepted again`;
  const refused = "Writes are refused, reads go on";
  if (loss.kind === "gone") return `The data folder is gone: ${path} is missing. ${refused}. Bring the same file back`;
  if (loss.kind === "replaced") {
    return `The data folder is gone: another file is at ${path}. ${refused}. Restart the server to use that file`;
  }
  return `${loss.path} was deleted or replaced while the server runs. ${refused}. Restart the server`;
}
