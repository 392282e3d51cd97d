import { hashKey, useInfiniteQuery } from "@tanstack/react-query";
import { useContext } from "preact/hooks";
import { read } from "#web/sync/api/client.ts";
import type { Operations } from "#web/sync/api/operations.ts";
import { useIsHiddenAsStale } from "#web/sync/stale-reads.ts";
import { SyncContext } from "#web/sync/use-source.ts";

const pageSize = 50;
const queryKey = ["activity"];

const readPage = (api: Operations, cursor: string | null) =>
  read(api.app.activity.get({ query: { limit: pageSize, ...(cursor === null ? {} : { cursor }) } }));

type Page = Awaited<ReturnType<typeof readPage>>;
export type ActivityEntry = Page["entries"][number];
export type Sentence = Pick<ActivityEntry, "action" | "subject" | "summary">;

export type Feed = {
  /** Loaded entries. Undefined until the first page is loaded. */
  readonly entries: readonly ActivityEntry[] | undefined;
  readonly error: Error | null;
  readonly hasOlder: boolean;
  readonly isReading: boolean;
  readonly readOlder: () => void;
  readonly retry: () => void;
};

/**
 * Returns the entries of the activity feed, newest first. The entries are loaded again after every change of the
 * household's data.
 */
export function useFeed(): Feed {
  const { api, cache, staleReads } = useContext(SyncContext);
  const feed = useInfiniteQuery(
    {
      queryKey,
      queryFn: ({ pageParam }) => readPage(api, pageParam),
      initialPageParam: null as string | null,
      getNextPageParam: ({ nextCursor }) => nextCursor,
      meta: { kinds: ["all"] },
    },
    cache.queryClient,
  );
  const isHiddenAsStale = useIsHiddenAsStale(staleReads, hashKey(queryKey));
  return {
    entries: isHiddenAsStale ? undefined : feed.data?.pages.flatMap(({ entries }) => entries),
    error: isHiddenAsStale ? null : feed.error,
    hasOlder: feed.hasNextPage,
    isReading: feed.isFetchingNextPage,
    readOlder: () => void feed.fetchNextPage(),
    retry: () => void feed.refetch(),
  };
}
