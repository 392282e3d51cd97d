/**
 * Content of a sync token `data:,<epoch>/<calendar>/<number of the newest change>/<hash>[/<last name of a page>]`. The
 * hash depends on the settings and names that affect the rendered texts.
 */
export type SyncState = {
  /** Epoch of the database in which the number `seq` was assigned to a change. */
  readonly epoch: string;
  readonly key: string;
  readonly seq: number;
  readonly hash: string;
  /** Last resource name of a page if the listing continues on another page. Otherwise null. */
  readonly after: string | null;
};

export function writeToken({ epoch, key, seq, hash, after }: SyncState): string {
  const parts = [epoch, encodeURIComponent(key), seq, hash, ...(after === null ? [] : [encodeURIComponent(after)])];
  return `data:,${parts.join("/")}`;
}

/** Parses a sync token. Returns null if the token cannot come from this server. */
export function readToken(text: string): SyncState | null {
  const [, epoch = "", key = "", seq, hash = "", after] =
    /^data:,([\w-]+)\/([^/]+)\/(\d{1,15})\/([\w-]+)(?:\/([^/]+))?$/.exec(text.trim()) ?? [];
  if (seq === undefined) return null;
  try {
    const name = after === undefined ? null : decodeURIComponent(after);
    return { epoch, key: decodeURIComponent(key), seq: Number(seq), hash, after: name };
  } catch {
    return null;
  }
}
