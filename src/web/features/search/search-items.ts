import type { ComponentChildren } from "preact";
import { api } from "#web/page/sync.ts";
import { read } from "#web/sync/api/client.ts";

const request = (query: string, limit: number) => read(api.app.search.get({ query: { query, limit } }));

export type Result = Awaited<ReturnType<typeof request>>["results"][number];
export type ResultType = Result["type"];

export type SearchItem = {
  readonly id: string;
  readonly title: string;
  readonly line: string;
  readonly icon: ComponentChildren;
  readonly href: string;
};

export type Group = { readonly title: string; readonly items: readonly SearchItem[] };

/**
 * Searches the household's records on the server. The results are not cached.
 * @throws Failure, Unreachable
 */
export async function search(query: string): Promise<readonly Result[]> {
  return (await request(query, 30)).results;
}

/** Whether each word of the query is the beginning of a word in one of the texts. Case and accents are ignored. */
export function matches(query: string, ...texts: readonly string[]): boolean {
  const known = wordsOf(texts.join(" "));
  return wordsOf(query).every((word) => known.some((each) => each.startsWith(word)));
}

function wordsOf(text: string): string[] {
  const plain = text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLocaleLowerCase();
  return plain.split(/[\s’-]+/u).filter(Boolean);
}
