import type { Member } from "#accounts/members/model.ts";
import { listMembers } from "#accounts/members/store.ts";
import { type Phrase, type Sentence, say, sayList } from "#lib/sentence.ts";
import { todayOf, type Work } from "#platform/work.ts";
import { foldCached } from "./fold-cache.ts";
import { toFuzzyWord } from "./fuzzy-word.ts";
import type { Searchable } from "./index-cache.ts";
import { peopleRank, type Query, queryOf, type Rank, rankOf, rankWithTypos } from "./match.ts";

export type SearchContext = {
  readonly work: Work;
  readonly query: Query;
  readonly today: string;
  readonly members: readonly Member[];
  /** Maps each word of the query to the ids of the members whose name contains the word. */
  readonly named: ReadonlyMap<string, readonly string[]>;
};

export function createSearchContext(work: Work, text: string): SearchContext {
  const query = queryOf(text);
  const members = listMembers(work);
  const names = members.map(({ id, name }) => ({ id, words: foldCached(name).split(" ") }));
  const named = query.words.map((word): [string, string[]] => [
    word,
    names.filter(({ words }) => words.includes(word)).map(({ id }) => id),
  ]);
  return {
    work,
    query,
    today: todayOf(work),
    members,
    named: new Map(named.filter(([, ids]) => ids.length > 0)),
  };
}

export type Match = <Row>(
  searchables: readonly Searchable<Row>[],
  /** Returns a text that contains the ids of the members who take part in the row. */
  peopleOf?: (row: Row) => string,
) => { readonly row: Row; readonly rank: Rank }[];

/** Finds one type of record. Reads texts only once, so that it can be called again with another `match` function. */
export type Find = (match: Match) => Hit[];

type Source<Row extends { readonly id: string }> = {
  readonly texts: readonly Searchable<Row>[];
  readonly peopleOf?: (row: Row) => string;
  readonly when: (row: Row) => When;
  readonly display: (row: Row) => Display;
};

export function finder<Row extends { readonly id: string }>({ texts, peopleOf, when, display }: Source<Row>): Find {
  return (match) =>
    match(texts, peopleOf).map(({ row, rank }) => ({
      id: row.id,
      rank,
      when: when(row),
      display: () => display(row),
    }));
}

export function matchExactly(context: SearchContext): Match {
  const { query, named } = context;
  return (searchables, peopleOf) =>
    ranked(searchables, (searchable) => {
      const rank = rankOf(query, searchable);
      if (rank !== null || !peopleOf || named.size === 0) return rank;
      return isFor(context, searchable, peopleOf(searchable.row)) ? peopleRank : null;
    });
}

/** Returns a match that allows typing errors. Also finds exact matches in titles and texts, but no member's name. */
export function matchWithTypos({ query }: SearchContext): Match {
  const words = query.words.map(toFuzzyWord);
  return (searchables) => ranked(searchables, (searchable) => rankWithTypos(words, searchable));
}

function ranked<Row>(
  searchables: readonly Searchable<Row>[],
  rankOfSearchable: (searchable: Searchable<Row>) => Rank | null,
) {
  const found: { readonly row: Row; readonly rank: Rank }[] = [];
  for (const searchable of searchables) {
    const rank = rankOfSearchable(searchable);
    if (rank !== null) found.push({ row: searchable.row, rank });
  }
  return found;
}

/** Whether each word of the query occurs in the texts or is the name of a member in `people`. */
function isFor({ query, named }: SearchContext, { title, more }: Searchable, people: string): boolean {
  return query.words.every((word) => {
    const ids = named.get(word);
    return ids?.some((id) => people.includes(id)) || title.includes(word) || more.includes(word);
  });
}

/** Returns the names of the members with the given ids, or `nobody` if none of the ids is a member's. */
export function sayPeople({ members }: SearchContext, ids: readonly string[]): Phrase {
  const names = ids.flatMap((id) => members.find((each) => each.id === id)?.name ?? []);
  return names.length === 0 ? say`nobody` : sayList(names);
}

/** Time of a record in milliseconds. `isAhead` is true for today and later. */
export type When = { readonly at: number; readonly isAhead: boolean };

export type Hit = {
  readonly id: string;
  readonly rank: Rank;
  readonly when: When;
  /** Returns the texts of a hit. Called only for hits that are returned to the caller. */
  readonly display: () => Display;
};

/** Texts of a result. `title` is a `Sentence` if the server composed it, and a string if the household wrote it. */
export type Display = { readonly title: string | Sentence; readonly line: Sentence; readonly listId?: string };

export function whenOnDate(date: string, today: string): When {
  return { at: Date.parse(`${date}T00:00:00Z`), isAhead: date >= today };
}

/** Returns the time of creation, for records that have no date. */
export function whenCreated(createdAt: string): When {
  return { at: Date.parse(createdAt), isAhead: false };
}
