/** Finds a record whose title an agent sent instead of its id. */
import { foldForSearch } from "#lib/case-folding.ts";
import { firstOf, quotedShort, visible } from "../output/format.ts";
import { wrongParameter } from "../output/tool-error.ts";
import type { Context } from "../tool.ts";
import { findSimilar, hasWholeWords, maySearch, wordsOf } from "./names.ts";
import type { Note } from "./times.ts";

export type Titled = {
  readonly id: string;
  readonly title: string;
  /** Tells records with the same title apart: `Thu 3 Dec 08:00`. Is read only if it is shown, so it may be a getter. */
  readonly detail?: string;
  /** Whether the record is taken only if no other record fits, such as a task that is done. */
  readonly isSecondary?: boolean;
  /** Whether people also call the record so, as in `dinner saturday`. */
  readonly isCalled?: (text: string, isForDeletion: boolean) => boolean;
  /** Why the record cannot be meant if no other fits: `is a chore: people tick it in the app`. */
  readonly unfit?: string;
};

/** Reads the records that a title can mean. Is called at most once for each call of a tool. */
export type TitleSource = (context: Context) => Promise<readonly Titled[]>;

export type TitleSearch = {
  readonly parameter: string;
  /** Name of the kind of record, such as `event`. */
  readonly thing: string;
  /** Whether the record is to be deleted. Then only the whole title is enough. */
  readonly isForDeletion: boolean;
  /** Name of the tool that lists such records. */
  readonly listedBy: string;
  readonly shortId: (id: string) => string;
  readonly note: Note;
  /** The call of the tool, which may search for similar titles only a few times; see {@link maySearch}. */
  readonly call: object;
};

const maxListed = 10;
const maxSuggested = 3;
const minWordsLength = 3;

/**
 * Returns the id of the record that a text names. Case and accents do not matter. If no record has this title, takes the
 * record whose title has all words of the text, and adds a note about that.
 * @throws ToolError if several records fit; lists them. If none fits, names the nearest three.
 */
export function findByTitle(text: string, all: readonly Titled[], search: TitleSearch): string {
  const { thing, parameter, isForDeletion, listedBy, note } = search;
  const sent = foldTitle(text);
  const known = foldedTitles(all);
  const same = likeliest(known.filter(({ name }) => name !== "" && name === sent));
  if (same.length > 0) return onlyOf(same, `are called ${quotedShort(text)}`, search).id;
  const called = likeliest(known.filter(({ record }) => record.isCalled?.(text, isForDeletion)));
  if (called.length > 0) {
    const only = onlyOf(called, `are ${quotedShort(text)}`, search);
    note(`${parameter} read as ${shownTitle(only)}.`);
    return only.id;
  }
  const words = wordsOf(sent);
  const isLong = words.join("").length >= minWordsLength;
  const similar = isLong ? known.filter(({ name }) => words.every((word) => hasWholeWords(name, word))) : [];
  const fitting = likeliest(similar);
  if (fitting.length > 0 && !isForDeletion) {
    const only = onlyOf(fitting, `have the words ${quotedShort(text)}`, search);
    note(`${parameter} read as ${shownTitle(only)}.`);
    return only.id;
  }
  const near = [...new Set([...fitting, ...(maySearch(search.call) ? findSimilar(sent, known) : [])])]
    .filter(({ record }) => record.unfit === undefined)
    .slice(0, maxSuggested);
  const repair =
    near.length > 0
      ? `did you mean ${near.map(({ record }) => shown(record, search, true)).join(" or ")}? Send the id.`
      : `take an id that ${listedBy} returned, or its whole title.`;
  throw wrongParameter(parameter, `no such ${thing}: ${quotedShort(text)}`, repair, { code: "no_such_reference" });
}

type Known = { readonly record: Titled; readonly name: string };

const folded = new WeakMap<readonly Titled[], readonly Known[]>();

/** Folds the titles of a call once, because a call can name many records. */
function foldedTitles(all: readonly Titled[]): readonly Known[] {
  const known = folded.get(all) ?? all.map((record) => ({ record, name: foldTitle(record.title) }));
  folded.set(all, known);
  return known;
}

/** @throws ToolError if there are several: `2 events are called “Dentist”: Thu 3 Dec 08:00 (1a2b3), …` */
function onlyOf(found: readonly Known[], what: string, search: TitleSearch): Titled {
  const [only, another] = found;
  if (only?.record.unfit !== undefined) {
    const reason = `${quotedShort(only.record.title)} ${only.record.unfit}`;
    throw wrongParameter(search.parameter, reason, "leave it out; no tool can change it.");
  }
  if (only && !another) return only.record;
  const isNamed = new Set(found.map(({ name }) => name)).size > 1;
  const listed = firstOf(
    found.map(({ record }) => shown(record, search, isNamed)),
    maxListed,
  );
  const reason = `${found.length} ${search.thing}s ${what}: ${listed}`;
  throw wrongParameter(search.parameter, reason, "send the id of the one that is meant. Ask if it is not clear.");
}

function shown(each: Titled, { shortId }: TitleSearch, isNamed: boolean): string {
  const text = isNamed ? shownTitle(each) : (each.detail ?? shownTitle(each));
  return `${text} (${shortId(each.id)})`;
}

function shownTitle({ title, detail }: Titled): string {
  return quotedShort(title) + (detail === undefined ? "" : `, ${detail}`);
}

/** Returns the records that are the likeliest to be meant: those that can be meant at all, and no secondary ones. */
function likeliest(found: readonly Known[]): readonly Known[] {
  const rankOf = ({ record }: Known) => (record.unfit !== undefined ? 2 : Number(record.isSecondary ?? false));
  const best = Math.min(...found.map(rankOf));
  return found.filter((each) => rankOf(each) === best);
}

function foldTitle(text: string): string {
  return foldForSearch(visible(text).replace(/^\s*[“”„"‚‘']+|[“”"‘’']+\s*$/gu, ""));
}
