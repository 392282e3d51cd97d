import { Link, useLocation } from "wouter";
import { useOpenRecord } from "#web/forms/use-open-record.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { currentLocale } from "#web/i18n/locale.ts";
import { realIds } from "#web/page/sync.ts";
import { perform } from "#web/page/undo.ts";
import { NotFound } from "#web/shell/not-found.tsx";
import { type Overlay, useOverlay } from "#web/shell/use-overlay.ts";
import { withRealIds } from "#web/sync/ids.ts";
import { useIsAdult, useToday } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { Button, IconButton } from "#web/ui/controls/button.tsx";
import { Chip } from "#web/ui/controls/chip.tsx";
import { EmptyState, ErrorNotice } from "#web/ui/display/notice.tsx";
import { Skeletons } from "#web/ui/display/skeleton.tsx";
import { Card, SectionHeader } from "#web/ui/display/surface.tsx";
import {
  Archive,
  ArrowLeft,
  CalendarPlus,
  ChefHat,
  Clock,
  Image,
  Minus,
  Pencil,
  Plus,
  ShoppingBasket,
  Users,
} from "#web/ui/icons.ts";
import { Menu } from "#web/ui/overlay/menu.tsx";
import { GroceriesSheet } from "../meals/groceries/groceries-sheet.tsx";
import { isDay } from "../meals/model/plan.ts";
import { mealsSource } from "../meals/model/source.ts";
import { PlanSheet } from "../meals/plan-sheet.tsx";
import { CookMode } from "./cook-mode.tsx";
import { EditSheet } from "./edit-sheet.tsx";
import { IngredientTicks, useTicked } from "./ingredient-ticks.tsx";
import { formatMinutes, type Recipe, recipesSource } from "./model/source.ts";
import { stepsOf } from "./model/steps.ts";
import { type Servings, useServings } from "./model/use-servings.ts";
import { archiveRecipe } from "./model/writes.ts";
import { PhotoSheet } from "./photo-sheet.tsx";
import { Banner, Hearts, RecipeSource } from "./recipe-facts.tsx";

export function RecipeScreen({ id }: { id: string }) {
  const { common } = useText();
  const { value } = useOverlay("from", "for");
  const wanted = Number(value.for);
  const { recipe, error } = useRecipe(id, value.from);
  const sheet = useSheets();
  const record = useOpenRecord(sheet.value.edit === null ? null : id, recipe?.archivedAt === null ? recipe : null);
  const screen = () => {
    if (recipe) return <RecipePage recipe={recipe} wanted={Number.isInteger(wanted) && wanted > 0 ? wanted : null} />;
    if (recipe === null) return <NotFound />;
    if (error) return <ErrorNotice title={common.couldNotLoad}>{common.needsServer}</ErrorNotice>;
    return <Skeletons label={common.loading} count={3} height="9rem" card />;
  };
  return (
    <>
      {screen()}
      {record && <EditSheet key={id} record={record} onClose={sheet.close} />}
    </>
  );
}

const useSheets = () => useOverlay("edit", "plan", "groceries", "cook", "photo");

/**
 * Page of a recipe. `wanted` is the number of servings that the page's address names. If `wanted` is null, the page
 * begins with the recipe's own number of servings.
 */
function RecipePage({ recipe, wanted }: { recipe: Recipe; wanted: number | null }) {
  const { recipes: text } = useText();
  const { value, open, close } = useSheets();
  const today = useToday();
  const servings = useServings(recipe, wanted);
  const steps = stepsOf(recipe.instructions, currentLocale());
  const isArchived = recipe.archivedAt !== null;
  const edit = isArchived ? null : () => open({ edit: "1" });
  return (
    <article>
      <Link href="/recipes" className="recipes-back">
        <ArrowLeft /> {text.back}
      </Link>
      {recipe.photo && <Banner url={recipe.photo.url} />}
      <header className="recipes-head">
        <span className="recipes-emoji" aria-hidden="true">
          {recipe.emoji}
        </span>
        <div>
          <h1 tabIndex={-1}>{recipe.name}</h1>
          <p className="chips">
            {recipe.prepMinutes !== null && <Chip icon={<Clock />}>{formatMinutes(recipe.prepMinutes)}</Chip>}
            {recipe.servings && <Chip icon={<Users />}>{text.servingsOf(recipe.servings)}</Chip>}
            {recipe.tags?.map((tag) => (
              <Chip key={tag}>{tag}</Chip>
            ))}
            {isArchived && (
              <Chip tone="warn" icon={<Archive />}>
                {text.isArchived}
              </Chip>
            )}
          </p>
          {isArchived && <p className="soft small">{text.isArchivedHint}</p>}
          <RecipeSource recipe={recipe} />
          <Hearts recipe={recipe} />
        </div>
        <RecipeActs recipe={recipe} canCook={steps.length > 0} open={open} />
      </header>
      <div className="recipes-columns">
        <Ingredients recipe={recipe} today={today} servings={servings} onEdit={edit} />
        <div className="recipes-method">
          <Steps steps={steps} onEdit={edit} />
          {recipe.notes && (
            <Card>
              <SectionHeader title={text.notes} />
              <p className="recipes-notes">{recipe.notes}</p>
            </Card>
          )}
        </div>
      </div>

      {value.photo !== null && !isArchived && <PhotoSheet recipe={recipe} onClose={close} />}
      {value.plan !== null && !isArchived && <PlanSheet recipe={recipe} day={today} onClose={close} />}
      {value.groceries !== null && (
        <GroceriesSheet
          sub={`${recipe.emoji} ${recipe.name}`}
          shopping={{ kind: "recipe", recipe, servings: servings.count, today }}
          onClose={close}
        />
      )}
      {value.cook !== null && steps.length > 0 && (
        <CookMode recipe={recipe} steps={steps} today={today} scaled={servings.scaled} onClose={close} />
      )}
    </article>
  );
}

/** Ingredients of a recipe. `onEdit` is null for an archived recipe, which cannot be edited. */
function Ingredients(props: { recipe: Recipe; today: string; servings: Servings; onEdit: (() => void) | null }) {
  const { recipes: text } = useText();
  const { recipe, today, servings, onEdit } = props;
  const { ticked, toggle, clear } = useTicked(recipe.id, today);
  const isAnyTicked = recipe.ingredients.some((each) => ticked.includes(each));
  if (recipe.ingredients.length === 0) {
    const add = onEdit && <Button onClick={onEdit}>{text.addIngredients}</Button>;
    return (
      <Card>
        <EmptyState small picture="🧺" title={text.noIngredients} action={add}>
          {text.noIngredientsHint}
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card>
      <SectionHeader
        title={text.ingredients}
        count={recipe.ingredients.length}
        actions={
          isAnyTicked && (
            <Button size="s" variant="quiet" onClick={clear}>
              {text.untick}
            </Button>
          )
        }
      />
      {servings.count !== null && <ServingsStepper servings={servings} />}
      <IngredientTicks
        ingredients={recipe.ingredients}
        groups={recipe.groups}
        ticked={ticked}
        scaled={servings.scaled}
        onToggle={toggle}
      />
      <p className="small soft">{text.tickHint}</p>
    </Card>
  );
}

/**
 * Buttons that change the number of servings. The amounts of the ingredients change, too. The texts of the steps do not
 * change.
 */
function ServingsStepper({ servings }: { servings: Servings }) {
  const { recipes: text } = useText();
  const count = servings.count ?? 1;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div role="group" className="recipes-servings" aria-label={text.servings}>
      <IconButton aria-label={text.fewer} disabled={count <= 1} onClick={() => servings.change(-1)}>
        <Minus />
      </IconButton>
      <span aria-live="polite">{text.servingsOf(count)}</span>
      <IconButton aria-label={text.moreServings} onClick={() => servings.change(1)}>
        <Plus />
      </IconButton>
      <span className="small soft">{text.stepsStay}</span>
    </div>
  );
}

/** Steps of a recipe. `onEdit` is null for an archived recipe, which cannot be edited. */
function Steps({ steps, onEdit }: { steps: readonly string[]; onEdit: (() => void) | null }) {
  const { recipes: text } = useText();
  if (steps.length === 0) {
    const add = onEdit && <Button onClick={onEdit}>{text.addSteps}</Button>;
    return (
      <Card>
        <EmptyState small picture="🥣" title={text.noSteps} action={add}>
          {text.noStepsHint}
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card>
      <SectionHeader title={text.steps} />
      <ol className="recipes-steps">
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have nothing else, and may be alike
          <li key={index}>{step}</li>
        ))}
      </ol>
    </Card>
  );
}

/** Buttons and menu of a recipe. Only adults may archive a recipe. An archived recipe cannot be planned. */
function RecipeActs(props: {
  recipe: Recipe;
  canCook: boolean;
  open: Overlay<"edit" | "plan" | "groceries" | "cook" | "photo">["open"];
}) {
  const { recipes: text } = useText();
  const [, navigate] = useLocation();
  const isAdult = useIsAdult();
  const { recipe, canCook, open } = props;
  const isArchived = recipe.archivedAt !== null;
  const archive = () => {
    perform(archiveRecipe, { id: recipe.id, label: recipe.name, at: new Date().toISOString() });
    navigate("/recipes");
  };
  const edit = { label: text.edit, icon: <Pencil />, onSelect: () => open({ edit: "1" }) };
  const photo = { label: text.photo, icon: <Image />, onSelect: () => open({ photo: "1" }) };
  const buy = {
    label: text.groceries,
    icon: <ShoppingBasket />,
    onSelect: () => open({ groceries: "1" }),
    disabled: recipe.ingredients.length === 0,
  };
  const out = { label: text.archive, icon: <Archive />, onSelect: archive, startsGroup: true };
  return (
    <div className="actions">
      {canCook && (
        <Button variant="primary" icon={<ChefHat />} onClick={() => open({ cook: "1" })}>
          {text.cook}
        </Button>
      )}
      {!isArchived && (
        <Button icon={<CalendarPlus />} onClick={() => open({ plan: "1" })}>
          {text.plan}
        </Button>
      )}
      <Menu
        label={text.more(recipe.name)}
        items={isArchived ? [buy] : isAdult ? [buy, edit, photo, out] : [buy, edit, photo]}
      />
    </div>
  );
}

/**
 * Returns a recipe by id. If the recipe is archived, it is found only if a meal with it is planned in the seven days
 * that start on `from`. If `from` is null, no archived recipe is found. `recipe` is undefined while the data are
 * loading, and null if the recipe is not found.
 */
function useRecipe(
  requestedId: string,
  from: string | null,
): { recipe: Recipe | null | undefined; error: Error | null } {
  const id = withRealIds(requestedId, realIds);
  const box = useSource(recipesSource, {});
  const active = box.data?.recipes.find((each) => each.id === id);
  const isMaybePlanned = box.data !== undefined && !active && isDay(from);
  const week = useSource(mealsSource, isMaybePlanned ? { weekStart: from } : null);
  const planned = week.data?.meals.find(({ recipe }) => recipe.id === id)?.recipe;
  if (active ?? planned) return { recipe: active ?? planned, error: null };
  const isKnown = box.data !== undefined && (!isMaybePlanned || week.data !== undefined);
  return { recipe: isKnown ? null : undefined, error: box.error ?? week.error };
}
