import { type Draft, detailsInput, inputOf } from "./draft.ts";
import type { RecipeDetails, RecipeFields } from "./source.ts";

/** A heading before an ingredient; the line may move. */
export type LineGroup = { readonly title: string; readonly lineId: string };

export type RecipeInput = RecipeFields & RecipeDetails;

export function lineGroupsOf(groups: RecipeDetails["groups"], draft: Pick<Draft, "ingredients">): readonly LineGroup[] {
  return groups.flatMap(({ title, at }) => {
    const line = draft.ingredients[at];
    return line ? [{ title, lineId: line.id }] : [];
  });
}

export function fieldsOf(
  draft: Draft,
  units: Parameters<typeof inputOf>[1],
  groups: readonly LineGroup[],
): RecipeInput {
  const lines = draft.ingredients.filter(({ text }) => text.trim() !== "");
  const kept = groups.flatMap(({ title, lineId }) => {
    const at = lines.findIndex(({ id }) => id === lineId);
    return at < 0 ? [] : [{ title, at }];
  });
  return { ...inputOf(draft, units), ...detailsInput(draft), groups: kept };
}
