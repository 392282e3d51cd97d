import { useState } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import { currentLocale } from "#web/i18n/locale.ts";
import { useStore } from "#web/lib/store.ts";
import { actingMember, perform } from "#web/page/undo.ts";
import { Avatar } from "#web/people/avatar.tsx";
import { useMembers, useToday } from "#web/sync/session.ts";
import { ChipButton } from "#web/ui/controls/chip.tsx";
import { Heart } from "#web/ui/icons.ts";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import type { Meal } from "../../meals/model/source.ts";
import { CookMode } from "../../recipes/cook-mode.tsx";
import type { Recipe } from "../../recipes/model/source.ts";
import { stepsOf } from "../../recipes/model/steps.ts";
import { type Servings, useServings } from "../../recipes/model/use-servings.ts";
import { likeRecipe, unlikeRecipe } from "../../recipes/model/writes.ts";
import { openRecipe } from "../model/idle.ts";

/** Cooking mode on a tablet on the wall. A recipe without steps is shown in a sheet instead. */
export function Cooking() {
  const meal = useStore(openRecipe());
  return meal && <Cook key={meal.id} meal={meal} />;
}

function Cook({ meal: { recipe, servings } }: { meal: Meal }) {
  const today = useToday();
  const { scaled } = useServings(recipe, servings ?? null);
  const close = () => openRecipe().set(null);
  const steps = stepsOf(recipe.instructions, currentLocale());
  if (steps.length === 0) return <RecipeSheet recipe={recipe} scaled={scaled} onClose={close} />;
  return (
    <CookMode
      recipe={recipe}
      steps={steps}
      today={today}
      scaled={scaled}
      beside={<WallHearts recipe={recipe} />}
      onClose={close}
    />
  );
}

function RecipeSheet(props: { recipe: Recipe; scaled: Servings["scaled"]; onClose: () => void }) {
  const { wall, recipes } = useText();
  const { name, emoji, ingredients } = props.recipe;
  return (
    <Sheet open onClose={props.onClose} title={`${emoji} ${name}`} size="l">
      <div className="wall-recipe">
        {ingredients.length > 0 && (
          <section>
            <h3>{wall.ingredients}</h3>
            <ul>
              {ingredients.map((ingredient, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: ingredients may be equal; none is ever moved here
                <li key={index}>{props.scaled(ingredient)}</li>
              ))}
            </ul>
          </section>
        )}
        <p className="soft">{recipes.noSteps}</p>
        <WallHearts recipe={props.recipe} />
      </div>
    </Sheet>
  );
}

/**
 * Names of all members, on a tablet on the wall. Members who love the recipe have a heart. A touch on a name adds or
 * removes that member's heart.
 */
function WallHearts({ recipe }: { recipe: Recipe }) {
  const { recipes: text } = useText();
  const members = useMembers();
  const { id, name } = recipe;
  const [lovers, setLovers] = useState<readonly string[]>(recipe.likes ?? []);
  if (recipe.archivedAt !== null) return null;
  const toggle = (memberId: string) => {
    const isLoved = lovers.includes(memberId);
    const former = actingMember.get();
    actingMember.set(memberId);
    perform(isLoved ? unlikeRecipe : likeRecipe, { id, memberId, name });
    actingMember.set(former);
    setLovers(isLoved ? lovers.filter((each) => each !== memberId) : [...lovers, memberId]);
  };
  return (
    <section>
      <h3>{text.whoLoves}</h3>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be read as part of a form */}
      <div role="group" className="chips" aria-label={text.whoLoves}>
        {members.map((member) => (
          <ChipButton
            key={member.id}
            pressed={lovers.includes(member.id)}
            icon={lovers.includes(member.id) ? <Heart /> : <Avatar person={member} size="xs" decorative />}
            onClick={() => toggle(member.id)}
          >
            {member.name}
          </ChipButton>
        ))}
      </div>
    </section>
  );
}
