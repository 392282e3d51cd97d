/** `data:,<epoch>/<calendar>/<number of the newest change>/<hash of what texts depend on>` */
export type SyncState = {
  readonly epoch: string;
  readonly key: string;
  readonly seq: number;
  readonly hash: string;
};

export function writeToken({ epoch, key, seq, hash }: SyncState): string {
  return `data:,${epoch}/${encodeURIComponent(key)}/${seq}/${hash}`;
}

/** Null if it is none of ours. */
export function readToken(text: string): SyncState | null {
  const [, epoch, key, seq, hash] = /^data:,([\w-]+)\/([^/]+)\/(\d{1,15})\/([\w-]+)$/.exec(text.trim()) ?? [];
  if (epoch === undefined || key === undefined || hash === undefined) return null;
  try {
    return { epoch, key: decodeURIComponent(key), seq: Number(seq), hash };
  } catch {
    return null;
  }
}
