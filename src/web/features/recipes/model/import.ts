import { api } from "#web/page/sync.ts";
import { read, send } from "#web/sync/api/client.ts";
import { Failure } from "#web/sync/api/failures.ts";
import type { RecipeInput } from "./draft.ts";

export type RecipeDraft = Awaited<ReturnType<typeof readDrafts>>["drafts"][number];
export type DraftRecipe = NonNullable<RecipeDraft["recipe"]>;
type Source = { url: string } | { text: string };

const atATime = 2;

export const maxAddresses = 25;

export function readDrafts(source: Source) {
  return read(api.app.recipes.drafts.post(source));
}

/**
 * Reads recipes from several web pages. If a page cannot be read, the other pages are still read. `onDone` is called
 * with the number of pages that have been read.
 * @throws Unreachable
 */
export async function readMany(urls: readonly string[], onDone: (count: number) => void): Promise<RecipeDraft[]> {
  const drafts: RecipeDraft[] = [];
  const waiting = [...urls.entries()];
  const readNext = async (): Promise<void> => {
    const [index, url] = waiting.shift() ?? [];
    if (index === undefined || url === undefined) return;
    drafts[index] = await readDrafts({ url }).then(
      ({ drafts: [draft] }) => draft ?? refused(url, null),
      (error) => refused(url, error),
    );
    onDone(drafts.filter(Boolean).length);
    return readNext();
  };
  await Promise.all(Array.from({ length: atATime }, readNext));
  return drafts;
}

function refused(url: string, error: unknown): RecipeDraft {
  if (error !== null && !(error instanceof Failure)) throw error;
  const { code, message } = error ?? { code: "no_recipe", message: "" };
  const nothing = { id: null, recipe: null, photoUrl: null, split: null, warnings: [], sameAs: [] };
  return { ...nothing, url, error: { code: code ?? "", text: message } };
}

export function saveDraft(id: string, fields: RecipeInput, keepPhoto: boolean, replaces: string | null) {
  const body = { fields, keepPhoto, ...(replaces !== null && { replaces }) };
  return send(api.app.recipes.drafts({ id }).save.post(body));
}

/**
 * Whether the app asks the user to paste the text of a page. The server could not read the page, but the user may be
 * able to open it.
 */
export function isForPasting(failure: unknown): failure is Failure {
  return failure instanceof Failure && ["page_closed", "page_too_large", "no_recipe"].includes(failure.code ?? "");
}

export function addressesIn(text: string): readonly string[] {
  return text.split(/\s+/).filter(Boolean);
}

/** Returns the web address in a text. Null if the text is not exactly one web address. */
export function sourceIn(typed: string): string | null {
  const [first, ...others] = addressesIn(typed);
  if (first === undefined || others.length > 0) return null;
  const url = URL.parse(/^https?:\/\//i.test(first) ? first : `https://${first}`);
  return url?.hostname.includes(".") ? url.href : null;
}
