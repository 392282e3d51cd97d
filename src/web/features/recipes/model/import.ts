import { read, send } from "#web/sync/api/client.ts";
import { Failure } from "#web/sync/api/failures.ts";
import type { Operations } from "#web/sync/api/operations.ts";
import { uploadFile } from "#web/sync/api/upload.ts";
import { command } from "#web/sync/command.ts";
import type { RecipeInput } from "./draft.ts";

export type RecipeDraft = Awaited<ReturnType<typeof readDrafts>>[number];
export type DraftRecipe = NonNullable<RecipeDraft["recipe"]>;

/** Source of recipes: a text, a saved page, or the addresses of web pages. */
export type RecipeSource =
  | { readonly text: string }
  | { readonly file: File }
  | { readonly addresses: readonly string[] };

const atATime = 2;

export const maxAddresses = 25;

/**
 * Reads recipes from a source. If the source consists of several web pages, reports the share of pages that have been
 * read (0 to 1). If the source is a single web page that the server cannot read, `unreadable` is the server's error,
 * and the app asks the user to paste the text of the page. Otherwise, `unreadable` is null.
 */
export const readRecipes = command({
  send: async (
    source: RecipeSource,
    api,
    report,
  ): Promise<{ readonly drafts: readonly RecipeDraft[]; readonly unreadable: Failure | null }> => {
    try {
      return { drafts: await draftsOf(source, api, report), unreadable: null };
    } catch (error) {
      if ("addresses" in source && isForPasting(error)) return { drafts: [], unreadable: error };
      throw asAnswerOfPage(error);
    }
  },
});

async function draftsOf(
  source: RecipeSource,
  api: Operations,
  report: (share: number) => void,
): Promise<readonly RecipeDraft[]> {
  if ("text" in source) return readDrafts(api, source);
  if ("file" in source) return [await uploadFile<RecipeDraft>("/app/recipes/drafts/page", source.file, () => {})];
  const [first = "", ...others] = source.addresses;
  if (others.length === 0) return readDrafts(api, { url: first });
  return readMany(api, source.addresses, report);
}

async function readDrafts(api: Operations, source: { url: string } | { text: string }) {
  return (await read(api.app.recipes.drafts.post(source))).drafts;
}

/**
 * Reads recipes from several web pages. If a page cannot be read, the other pages are still read.
 * @throws Unreachable if the app cannot reach the server
 */
async function readMany(
  api: Operations,
  urls: readonly string[],
  report: (share: number) => void,
): Promise<RecipeDraft[]> {
  const drafts: RecipeDraft[] = [];
  const waiting = [...urls.entries()];
  const readNext = async (): Promise<void> => {
    const [index, url] = waiting.shift() ?? [];
    if (index === undefined || url === undefined) return;
    drafts[index] = await readDrafts(api, { url }).then(
      ([draft]) => draft ?? refused(url, null),
      (error) => refused(url, error),
    );
    report(drafts.filter(Boolean).length / urls.length);
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

/**
 * Returns the error to show. The server's error `upstream_failed` means that another server did not respond properly.
 * When a recipe is read, this other server is the one with the recipe's page. The returned error is therefore shown at
 * the address field. All other errors are returned unchanged.
 */
function asAnswerOfPage(error: unknown): unknown {
  if (!(error instanceof Failure) || error.code !== "upstream_failed") return error;
  return new Failure(error.status, error.message, error.retryAfterMs, "no_answer", "url");
}

/**
 * Draft to save. `replaces` is the id of the household's recipe that is overwritten. If it is null, a new recipe is
 * created.
 */
type Saved = { id: string; fields: RecipeInput; keepPhoto: boolean; replaces: string | null };

export const saveDraft = command({
  send: ({ id, replaces, ...body }: Saved, api) =>
    send(api.app.recipes.drafts({ id }).save.post({ ...body, ...(replaces !== null && { replaces }) })),
  invalidates: ["recipe", "meal"],
});

/**
 * Whether the app asks the user to paste the text of a page instead. The app asks if the server could not read the
 * page, or found no recipe in it. The user may still be able to open the page and see the recipe.
 */
export function isForPasting(failure: unknown): failure is Failure {
  return failure instanceof Failure && ["page_closed", "page_too_large", "no_recipe"].includes(failure.code ?? "");
}

export function addressesIn(text: string): readonly string[] {
  return text.split(/\s+/).filter(Boolean);
}

/**
 * Returns the web address in a text, and adds `https://` if it is missing. Returns null if the text is not exactly one
 * web address.
 */
export function sourceIn(typed: string): string | null {
  const [first, ...others] = addressesIn(typed);
  if (first === undefined || others.length > 0) return null;
  const url = URL.parse(/^https?:\/\//i.test(first) ? first : `https://${first}`);
  return url?.hostname.includes(".") ? url.href : null;
}
