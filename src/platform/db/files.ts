import { statSync } from "node:fs";
import { resolve } from "node:path";

/** Error of a refused write: the files of the database were deleted or replaced, so the data would be lost. */
export class DataGoneError extends Error {
  readonly code = "DATA_GONE";

  constructor() {
    super("The data folder is gone");
  }
}

export type Report = (level: "error" | "info", message: string) => void;

type OpenFile = { readonly path: string; readonly device: bigint; readonly inode: bigint };

type Loss = { readonly kind: "gone" | "replaced" | "log" | "index"; readonly path: string };

/**
 * Detects that the files of an open database were deleted or replaced. Create an instance after the connection has
 * opened its files. A check takes 3.5 µs.
 */
export class DatabaseFiles {
  readonly path: string;
  private readonly files: readonly OpenFile[];
  private last: Loss | null = null;
  report: Report = () => {};

  constructor(path: string, isShared: boolean) {
    this.path = resolve(path);
    this.files = ["", "-wal", ...(isShared ? ["-shm"] : [])].flatMap((suffix) => {
      const each = this.path + suffix;
      const found = look(each);
      return found ? [{ path: each, device: found.dev, inode: found.ino }] : [];
    });
  }

  findLoss(): Loss | null {
    const lost = this.files.find(({ path, device, inode }) => {
      const found = look(path);
      return found?.dev !== device || found.ino !== inode;
    });
    const loss = lost ? { kind: this.kindOf(lost.path), path: lost.path } : null;
    if (loss?.kind !== this.last?.kind) this.report(loss ? "error" : "info", lossText(loss, this.path));
    this.last = loss;
    return loss;
  }

  private kindOf(path: string): Loss["kind"] {
    if (path === this.path) return look(path) ? "replaced" : "gone";
    return path.endsWith("-wal") ? "log" : "index";
  }
}

function look(path: string) {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return null;
  }
}

function lossText(loss: Loss | null, path: string): string {
  if (!loss) return `${path} is back: writes are accepted again`;
  const refused = "Writes are refused, reads go on";
  if (loss.kind === "gone") return `The data folder is gone: ${path} is missing. ${refused}. Bring the same file back`;
  if (loss.kind === "replaced") {
    return `The data folder is gone: another file is at ${path}. ${refused}. Restart the server to use that file`;
  }
  return `${loss.path} was deleted or replaced while the server runs. ${refused}. Restart the server`;
}
