/**
 * Tracks which revision of the household each query was read at. At the start of the app, queries are read before the
 * live channel opens; without this, all of them would be read twice.
 */
export function createRevisions() {
  /** Newest revision in any response or live message. */
  let known: number | null = null;
  /** Revision of the data of each query, by query hash. During a fetch, the revision of the expected data. */
  const read = new Map<string, { readonly revision: number | null }>();
  return {
    noteRevision(revision: number): void {
      known = revision;
    },
    /**
     * Fetches data and notes their revision: they are at least as new as the revision known when they were requested.
     */
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
    /**
     * Forgets the revision of one query, or of all. Call it after a write, and after a restart of the server, which may
     * have lost changes.
     */
    forgetReads(hash?: string): void {
      if (hash === undefined) read.clear();
      else read.delete(hash);
    },
    /** Whether the query was read at this revision. False if its revision is unknown. */
    isReadAt(revision: number, hash: string): boolean {
      return read.get(hash)?.revision === revision;
    },
  };
}

export type Revisions = ReturnType<typeof createRevisions>;
