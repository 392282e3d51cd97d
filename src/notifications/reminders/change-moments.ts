/** Changes by others, and the household's API keys. */
import { day as dayMs, isoOf, minute } from "#lib/time.ts";
import type { HomeChange, Moment } from "./home.ts";
import { isAdult, isWithin, momentFor, type Search } from "./search.ts";

/** A change may be undone, and the next ones join it. */
const delay = 3 * minute;
const maxNames = 3;

export function* changeMoments(search: Search): Generator<Moment, void> {
  const lists = new Map<string, HomeChange[]>();
  for (const change of search.home.changes) {
    if (change.what === "list_changed") {
      const key = `${Math.floor(change.at / delay)} ${change.subject.id}`;
      const known = lists.get(key);
      if (known) known.push(change);
      else lists.set(key, [change]);
    } else yield* changeMoment(search, [change], change.at + delay, change.entryId);
  }
  for (const changes of lists.values()) {
    const begin = Math.floor((changes[0]?.at ?? 0) / delay) * delay;
    yield* changeMoment(search, changes, begin + 2 * delay, isoOf(begin));
  }
}

function* changeMoment(search: Search, changes: readonly HomeChange[], dueAt: number, slot: string) {
  const [first] = changes;
  if (!first || !isWithin(search, dueAt)) return;
  for (const member of search.home.members) {
    const own = changes.filter(({ memberIds }) => memberIds.includes(member.id));
    if (own.length === 0) continue;
    const changedAt = Math.max(...own.map(({ at }) => at));
    yield momentFor(search, { member, about: [member.id] }, changedAt, {
      kind: "change",
      subject: first.subject,
      listId: first.listId,
      slot,
      ring: isoOf(dueAt),
      dueAt,
      expiresAt: dueAt + dayMs,
      facts: {
        type: "change",
        what: first.what,
        by: namesOf(own),
        label: first.label,
        ...(first.isBusy && { isBusy: true }),
        count: own.length,
      },
    });
  }
}

function namesOf(changes: readonly HomeChange[]): string {
  return [...new Set(changes.map(({ by }) => by))].slice(0, maxNames).join(", ");
}

export function* keyMoments(search: Search): Generator<Moment, void> {
  for (const { id, name, expiresAt } of search.home.keys) {
    const dueAt = expiresAt - 7 * dayMs;
    if (!isWithin(search, dueAt)) continue;
    for (const member of search.home.members.filter(isAdult)) {
      yield momentFor(search, { member, about: [member.id] }, 0, {
        kind: "system",
        subject: { type: "api_key", id },
        slot: isoOf(expiresAt),
        ring: isoOf(dueAt),
        dueAt,
        expiresAt: dueAt + dayMs,
        facts: { type: "system", what: "key_expires", label: name, reason: null, at: expiresAt },
      });
    }
  }
}
