import { listMembers, type Member } from "#accounts/members/store.ts";
import { type Phrase, say, sayList } from "#lib/sentence.ts";
import { dateIn } from "#lib/time.ts";
import type { Work } from "#platform/work.ts";
import { foldCached } from "./fold-cache.ts";
import type { Searchable } from "./index-cache.ts";
import { peopleRank, type Query, queryOf, type Rank, rankOf, rankWithErrors } from "./match.ts";
import { nearWord } from "./near-word.ts";
import type { Hit } from "./result.ts";

export type SearchContext = {
  readonly work: Work;
  readonly query: Query;
  readonly today: string;
  readonly members: readonly Member[];
  /** The ids of the members whose name has the word. */
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
    today: dateIn(work.timeZone, work.now),
    members,
    named: new Map(named.filter(([, ids]) => ids.length > 0)),
  };
}

export type Match = <Row>(
  things: readonly Searchable<Row>[],
  /** The ids of who takes part, in any form. */
  peopleOf?: (row: Row) => string,
) => { readonly row: Row; readonly rank: Rank }[];

/** Reads the texts once; called again, it finds what another `match` finds. */
export type Find = (match: Match) => Hit[];

export function matchTyped(context: SearchContext): Match {
  const { query, named } = context;
  return (things, peopleOf) =>
    ranked(things, (thing) => {
      const rank = rankOf(query, thing);
      if (rank !== null || !peopleOf || named.size === 0) return rank;
      return isFor(context, thing, peopleOf(thing.row)) ? peopleRank : null;
    });
}

/** Also finds what `matchTyped` finds. */
export function matchWithErrors({ query }: SearchContext): Match {
  const words = query.words.map(nearWord);
  return (things) => ranked(things, (thing) => rankWithErrors(words, thing));
}

function ranked<Row>(things: readonly Searchable<Row>[], rankOfThing: (thing: Searchable<Row>) => Rank | null) {
  const found: { readonly row: Row; readonly rank: Rank }[] = [];
  for (const thing of things) {
    const rank = rankOfThing(thing);
    if (rank !== null) found.push({ row: thing.row, rank });
  }
  return found;
}

/** True if each word occurs in the texts or names somebody of `people`. */
function isFor({ query, named }: SearchContext, { title, more }: Searchable, people: string): boolean {
  return query.words.every((word) => {
    const ids = named.get(word);
    return ids?.some((id) => people.includes(id)) || title.includes(word) || more.includes(word);
  });
}

/** `nobody` if none is a member. */
export function sayPeople({ members }: SearchContext, ids: readonly string[]): Phrase {
  const names = ids.flatMap((id) => members.find((each) => each.id === id)?.name ?? []);
  return names.length === 0 ? say`nobody` : sayList(names);
}
