import { currentText } from "#web/page/text.ts";
import { read } from "#web/sync/api/client.ts";
import { source } from "#web/sync/source.ts";
import { formatNames } from "#web/time/format.ts";
import { formatMinutes } from "../../recipes/model/source.ts";
import type { Cell } from "./plan.ts";

const limit = 12;

/** Suggested recipes for a meal, the best first. */
export const ideasSource = source("meals.ideas", ["meal", "recipe"], ({ date, mealType }: Cell, api) =>
  read(api.v1.recipes.suggestions.get({ query: { date, mealType, limit } })),
);

export type Idea = Awaited<ReturnType<typeof ideasSource.fetch>>["suggestions"][number];

/** Formats the reason for a suggested recipe: “not for 7 weeks”, “❤ Mia, Ben” or “20 min”. */
export function reasonOf({ recipe, reason }: Idea, members: readonly { id: string; name: string }[]): string {
  const { meals } = currentText();
  switch (reason.kind) {
    case "never":
      return meals.reasons.never;
    case "not_lately":
      return meals.reasons.notLately(reason.days ?? 0);
    case "liked": {
      const names = members.filter(({ id }) => reason.memberIds?.includes(id)).map(({ name }) => name);
      return meals.reasons.liked(formatNames(names));
    }
    case "quick":
      return formatMinutes(recipe.prepMinutes ?? 0);
  }
}

/**
 * Returns a random suggestion; a suggestion with a higher score is more likely. Recipes in `taken` are left out.
 * Returns null if no suggestion is left.
 */
export function draw(ideas: readonly Idea[], taken: ReadonlySet<string>): Idea | null {
  const left = ideas.filter(({ recipe }) => !taken.has(recipe.id));
  let at = Math.random() * left.reduce((sum, { score }) => sum + score, 0);
  for (const idea of left) {
    at -= idea.score;
    if (at < 0) return idea;
  }
  return left.at(-1) ?? null;
}
