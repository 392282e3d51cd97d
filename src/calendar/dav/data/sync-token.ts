/**
 * Content of a token `data:,<epoch>/<calendar>/<number of the newest change>/<hash>[/<last name of a page>]`. The hash
 * is of the settings and names on which texts depend.
 */
export type SyncState = {
  /** Epoch of the database in which `seq` was given. */
  readonly epoch: string;
  readonly key: string;
  readonly seq: number;
  readonly hash: string;
  /** Last name of an incomplete listing; null if the listing is complete. */
  readonly after: string | null;
};

export function writeToken({ epoch, key, seq, hash, after }: SyncState): string {
  const parts = [epoch, encodeURIComponent(key), seq, hash, ...(after === null ? [] : [encodeURIComponent(after)])];
  return `data:,${parts.join("/")}`;
}

/** Parses a sync token. Null if this server never writes such a token. */
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
