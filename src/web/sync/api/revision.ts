/**
 * Notes for each query which revision of the household its data contain. At the start of the app, queries are read
 * before the live channel opens. When the channel opens, the server reports the current revision. The app then repeats
 * only the queries whose noted revision differs. Without the noted revisions, the app would have to repeat every query.
 */
export function createRevisions() {
  /** Last revision of the household that a response or a live message contained. Null before the first one. */
  let known: number | null = null;
  /**
   * Household's revision for each query. The key is the query's hash. The value is the revision that was known when the
   * query's request was sent, or null if none was known. The query's data are at least as new as this revision.
   */
  const read = new Map<string, { readonly revision: number | null }>();
  return {
    noteRevision(revision: number): void {
      known = revision;
    },
    /**
     * Fetches data and notes their revision. The noted revision is the one that was known when the request was sent.
     * The data may be newer.
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
     * Forgets the revision of the query with this hash, or of all queries if `hash` is missing. The app then reads
     * these queries again when the live channel opens. Call this after a write. Also call this after a restart of the
     * server, because the server may have lost changes.
     */
    forgetReads(hash?: string): void {
      if (hash === undefined) read.clear();
      else read.delete(hash);
    },
    /** Whether the noted revision of the query's data is `revision`. False if no revision is noted. */
    isReadAt(revision: number, hash: string): boolean {
      return read.get(hash)?.revision === revision;
    },
  };
}

export type Revisions = ReturnType<typeof createRevisions>;
