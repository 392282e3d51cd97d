import { dav } from "#lib/xml/xml.ts";
import { epochAt } from "#platform/db/numbers/epochs.ts";
import type { Work } from "#platform/work.ts";
import { DavError } from "../errors.ts";
import { listChanges, newestChange } from "./changes.store.ts";
import { headsOf, type ResourceHead } from "./resources.store.ts";

/** Sync token `data:,<epoch>/<calendar>/<newest change>/<hash of what affects texts>[/<last name of a page>]`. */
type SyncState = {
  /** Epoch of the database in which the number `seq` was assigned to a change. */
  readonly epoch: string;
  readonly key: string;
  readonly seq: number;
  readonly hash: string;
  /** Last resource name of a page if the listing continues on another page. Otherwise null. */
  readonly after: string | null;
};

export function writeToken({ epoch, key, seq, hash, after }: SyncState): string {
  const parts = [epoch, encodeURIComponent(key), seq, hash, ...(after === null ? [] : [encodeURIComponent(after)])];
  return `data:,${parts.join("/")}`;
}

type ChangePage = {
  /** Changed resources. `head` is null if the resource was deleted. */
  readonly changes: readonly { readonly name: string; readonly head: ResourceHead | null }[];
  readonly next: SyncState;
  /** Whether more changes follow. */
  readonly isCut: boolean;
};

/** Returns the state of a calendar after its newest change. `hash` is the hash of the renderer. */
export function currentState(work: Work, key: string, hash: string): SyncState {
  return stateAt(work, key, hash, newestChange(work, key));
}

function stateAt({ db }: Work, key: string, hash: string, seq: number): SyncState {
  return { epoch: epochAt(db, seq), key, seq, hash, after: null };
}

/** Returns the changes since a token, or all resources if it is empty. @throws DavError 403 if invalid or too old */
export function changesSince(work: Work, key: string, hash: string, token: string, limit: number): ChangePage {
  const current = currentState(work, key, hash);
  const since = token === "" ? null : readToken(token);
  if (token !== "" && !since) throw outdated();
  if (
    since &&
    (since.epoch !== epochAt(work.db, since.seq) || since.key !== key || since.hash !== hash || since.seq > current.seq)
  ) {
    throw outdated();
  }
  if (!since || since.after !== null) return listingPage(work, key, { ...current, ...since }, limit);
  const changes = listChanges(work, key, since.seq, limit + 1);
  if (!changes) throw outdated();
  if (changes.length === 0) return { changes: [], next: current, isCut: false };
  const heads = new Map(headsOf(work, key).map((head) => [head.name, head]));
  const page = changes.slice(0, limit);
  const isCut = changes.length > limit;
  const seq = isCut ? (page.at(-1)?.seq ?? since.seq) : current.seq;
  return {
    changes: page.map(({ name }) => ({ name, head: heads.get(name) ?? null })),
    next: stateAt(work, key, hash, seq),
    isCut,
  };
}

/**
 * Returns one page of all resources, in the order of their names. Every page keeps the `seq` of the first page, so the
 * sync that follows the last page returns the changes that were made in the meantime.
 */
function listingPage(work: Work, key: string, state: SyncState, limit: number): ChangePage {
  const { after } = state;
  const heads = headsOf(work, key).filter(({ name }) => after === null || name > after);
  const page = heads.sort((one, other) => (one.name < other.name ? -1 : 1)).slice(0, limit);
  const isCut = heads.length > limit;
  const next = { ...state, after: isCut ? (page.at(-1)?.name ?? null) : null };
  return { changes: page.map((head) => ({ name: head.name, head })), next, isCut };
}

function outdated(): DavError {
  return new DavError(403, { uri: dav, local: "valid-sync-token" });
}

/** Parses a sync token. Returns null if the token cannot come from this server. */
function readToken(text: string): SyncState | null {
  const [, epoch = "", key = "", seq, hash = "", after] =
    /^data:,([\w-]+)\/([^/]+)\/(\d{1,15})\/([\w-]+)(?:\/([^/]+))?$/.exec(text.trim()) ?? [];
  if (seq === undefined) return null;
  try {
    const name = after === undefined ? null : decodeURIComponent(after);
    return { epoch, key: decodeURIComponent(key), seq: Number(seq), hash, after: name };
  } catch {
    return null;
  }
}
