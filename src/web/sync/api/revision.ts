/**
 * The household's revision, by which the app knows what it has read since: at its start, the data come before the live channel,
 * and would all be read twice.
 */
export function createRevisions() {
  /** The last of an answer or a live message. */
  let known: number | null = null;
  /** Per query, of its data; while it is fetched, of what will come. */
  const read = new Map<string, { readonly revision: number | null }>();
  return {
    noteRevision(revision: number): void {
      known = revision;
    },
    /** Data are as new as what was known when they were requested. */
    async readAtRevision<Data>(hash: string, fetch: () => Promise<Data>): Promise<Data> {
      const reading = { revision: known };
      read.set(hash, reading);
      try {
        return await fetch();
      } catch (error) {
        if (read.get(hash) === reading) read.delete(hash);
        throw error;
      }
    },
    /** Call it after a write, or a start of the server, which may have lost changes. */
    forgetReads(hash?: string): void {
      if (hash === undefined) read.clear();
      else read.delete(hash);
    },
    /** False if unknown. */
    isReadAt(revision: number, hash: string): boolean {
      return read.get(hash)?.revision === revision;
    },
  };
}

export type Revisions = ReturnType<typeof createRevisions>;
