import { useEffect, useState } from "preact/hooks";
import { type Result, search } from "./found.ts";

const pauseMs = 180;

/** What is known of a search: the results of `query`, which may be older than what is typed. */
export type Found =
  | { readonly state: "waiting"; readonly results: readonly Result[] }
  | { readonly state: "found"; readonly results: readonly Result[] }
  | { readonly state: "failed"; readonly results: readonly Result[] };

/** Searches while it is typed, after each short pause. Earlier results stay until there are newer ones. */
export function useResults(query: string): Found {
  const wanted = query.trim();
  const [found, setFound] = useState<{ query: string; results: readonly Result[]; isFailed: boolean }>({
    query: "",
    results: [],
    isFailed: false,
  });
  useEffect(() => {
    if (!wanted) return setFound({ query: "", results: [], isFailed: false });
    let isCurrent = true;
    const timer = setTimeout(() => {
      const tell = (results: readonly Result[], isFailed: boolean) =>
        isCurrent && setFound({ query: wanted, results, isFailed });
      search(wanted).then(
        (results) => tell(results, false),
        () => tell([], true),
      );
    }, pauseMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [wanted]);
  const { results } = found;
  if (found.query !== wanted) return { state: "waiting", results };
  return { state: found.isFailed ? "failed" : "found", results };
}
