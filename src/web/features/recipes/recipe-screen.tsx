import { Link } from "wouter";
import { currentLocale, useText } from "../../i18n/catalogue.ts";
import { NotFound } from "../../shell/not-found.tsx";
import { useOverlay } from "../../shell/use-overlay.ts";
import { useToday } from "../../time/zone.ts";
import { Chip } from "../../ui/controls/chip.tsx";
import { ErrorNotice } from "../../ui/display/notice.tsx";
import { Skeletons } from "../../ui/display/skeleton.tsx";
import { Archive, ArrowLeft, Clock } from "../../ui/icons.ts";
import { GroceriesSheet } from "../meals/groceries/groceries-sheet.tsx";
import { PlanSheet } from "../meals/plan-sheet.tsx";
import { CookMode } from "./cook-mode.tsx";
import { EditSheet } from "./edit-sheet.tsx";
import { Ingredients } from "./ingredients.tsx";
import type { Recipe } from "./model/source.ts";
import { spokenMinutes } from "./model/spoken.ts";
import { stepsOf } from "./model/steps-of.ts";
import { useRecipe } from "./model/use-recipe.ts";
import { RecipeActs } from "./recipe-acts.tsx";
import { Steps } from "./steps.tsx";

/** A recipe: what it takes, how it is made, and what to do with it. */
export function RecipeScreen({ id }: { id: string }) {
  const { common } = useText();
  const { value } = useOverlay("from");
  const { recipe, error } = useRecipe(id, value.from);
  if (recipe) return <Whole recipe={recipe} />;
  if (recipe === null) return <NotFound />;
  if (error) return <ErrorNotice title={common.couldNotLoad}>{common.needsServer}</ErrorNotice>;
  return <Skeletons label={common.loading} count={3} height="9rem" card />;
}

function Whole({ recipe }: { recipe: Recipe }) {
  const { recipes: text } = useText();
  const { value, open, close } = useOverlay("edit", "plan", "groceries", "cook");
  const today = useToday();
  const steps = stepsOf(recipe.instructions, currentLocale());
  const isArchived = recipe.archivedAt !== null;
  const edit = isArchived ? null : () => open({ edit: "1" });
  return (
    <article>
      <Link href="/recipes" className="recipes-back">
        <ArrowLeft /> {text.back}
      </Link>
      <header className="recipes-head">
        <span className="recipes-emoji" aria-hidden="true">
          {recipe.emoji}
        </span>
        <div>
          <h1 tabIndex={-1}>{recipe.name}</h1>
          <p className="chips">
            {recipe.prepMinutes !== null && <Chip icon={<Clock />}>{spokenMinutes(recipe.prepMinutes)}</Chip>}
            {isArchived && (
              <Chip tone="warn" icon={<Archive />}>
                {text.isArchived}
              </Chip>
            )}
          </p>
          {isArchived && <p className="soft small">{text.isArchivedHint}</p>}
        </div>
        <RecipeActs recipe={recipe} canCook={steps.length > 0} open={open} />
      </header>
      <div className="recipes-columns">
        <Ingredients recipe={recipe} today={today} onEdit={edit} />
        <Steps steps={steps} onEdit={edit} />
      </div>

      {value.edit !== null && !isArchived && <EditSheet recipe={recipe} onClose={close} />}
      {value.plan !== null && !isArchived && <PlanSheet recipe={recipe} day={today} onClose={close} />}
      {value.groceries !== null && (
        <GroceriesSheet sub={`${recipe.emoji} ${recipe.name}`} recipes={[recipe]} weekStart={null} onClose={close} />
      )}
      {value.cook !== null && steps.length > 0 && (
        <CookMode recipe={recipe} steps={steps} today={today} onClose={close} />
      )}
    </article>
  );
}
