import { api, read, send } from "../../../sync/api/client.ts";
import { Failure } from "../../../sync/api/failures.ts";
import { type Draft, detailsInput, inputOf } from "./draft.ts";
import type { RecipeDetails, RecipeFields } from "./source.ts";

export type RecipeDraft = Awaited<ReturnType<typeof readDrafts>>["drafts"][number];
export type DraftRecipe = NonNullable<RecipeDraft["recipe"]>;
type Source = { url: string } | { text: string };

const atATime = 2;

export const mostAddresses = 25;

export function readDrafts(source: Source) {
  return read(api.app.recipes.drafts.post(source));
}

/** Each address fails alone. `onDone` gets how many were read. @throws Unreachable */
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

export function saveDraft(id: string, fields: SavedFields, keepPhoto: boolean) {
  return send(api.app.recipes.drafts({ id }).save.post({ fields, keepPhoto }));
}

/** The page cannot be read by a server, but perhaps by the person. */
export function isForPasting(failure: unknown): failure is Failure {
  return failure instanceof Failure && (failure.code === "page_closed" || failure.code === "no_recipe");
}

type Group = { readonly title: string; readonly at: number };
export type SavedFields = RecipeFields & RecipeDetails & { readonly groups: Group[] };

/** `known`: the recipe as it was read, of which `draft` was made. */
export function fieldsOf(
  draft: Draft,
  units: Parameters<typeof inputOf>[1],
  groups: readonly LineGroup[],
): SavedFields {
  const lines = draft.ingredients.filter(({ text }) => text.trim() !== "");
  const kept = groups.flatMap(({ title, lineId }) => {
    const at = lines.findIndex(({ id }) => id === lineId);
    return at < 0 ? [] : [{ title, at }];
  });
  return { ...inputOf(draft, units), ...detailsInput(draft), groups: kept };
}

/** A heading before a line, which may move. */
export type LineGroup = { readonly title: string; readonly lineId: string };

export function lineGroupsOf(groups: readonly Group[], draft: Draft): readonly LineGroup[] {
  return groups.flatMap(({ title, at }) => {
    const line = draft.ingredients[at];
    return line ? [{ title, lineId: line.id }] : [];
  });
}

export function addressesIn(text: string): readonly string[] {
  return text.split(/\s+/).filter(Boolean);
}
