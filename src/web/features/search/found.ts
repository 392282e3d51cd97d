import type { ComponentChildren } from "preact";
import { api, read } from "../../sync/api/client.ts";

const request = (query: string, limit: number) => read(api.app.search.get({ query: { query, limit } }));

export type Result = Awaited<ReturnType<typeof request>>["results"][number];
export type ResultType = Result["type"];

export type Offer = {
  readonly id: string;
  readonly title: string;
  readonly line: string;
  readonly icon: ComponentChildren;
  readonly href: string;
};

export type Group = { readonly title: string; readonly offers: readonly Offer[] };

/** Not cached. @throws Failure, Unreachable */
export async function search(query: string): Promise<readonly Result[]> {
  return (await request(query, 30)).results;
}

export function addressOf({ type, id, listId }: Pick<Result, "type" | "id" | "listId">): string {
  switch (type) {
    case "event":
      return `/calendar?event=${id}`;
    case "task":
      return `/tasks?edit=${id}`;
    case "chore":
      return `/chores?chore=${id}`;
    case "check_in":
      return `/check-ins?edit=${id}`;
    case "list":
      return `/lists/${id}`;
    case "block":
      return `/lists/${listId}?sheet=item&about=${id}`;
    case "recipe":
      return `/recipes/${id}`;
    case "meal":
      return `/meals?meal=${id}`;
    case "member":
      return `/settings/members?edit=${id}`;
  }
}

/** Every word must begin a word of a text, ignoring case and accents. */
export function matches(query: string, ...texts: readonly string[]): boolean {
  const known = wordsOf(texts.join(" "));
  return wordsOf(query).every((word) => known.some((each) => each.startsWith(word)));
}

function wordsOf(text: string): string[] {
  const plain = text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLocaleLowerCase();
  return plain.split(/[\s’-]+/u).filter(Boolean);
}
