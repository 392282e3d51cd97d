import type { ComponentChildren, TargetedKeyboardEvent } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import { Button, IconButton } from "#web/ui/controls/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { useSwipe } from "#web/ui/drag/use-swipe.ts";
import { ChevronLeft, ChevronRight, X } from "#web/ui/icons.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { useWakeLock } from "#web/ui/use-wake-lock.ts";
import { IngredientTicks, useTicked } from "./ingredient-ticks.tsx";
import type { Recipe } from "./model/source.ts";
import type { Servings } from "./model/use-servings.ts";

const keys: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  PageDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  PageUp: -1,
};

type Props = {
  recipe: Recipe;
  steps: readonly string[];
  today: string;
  scaled: Servings["scaled"];
  /** Content below the ingredients, in the column beside the steps. */
  beside?: ComponentChildren;
  onClose: () => void;
};

export function CookMode({ recipe, steps, today, scaled, beside, onClose }: Props) {
  const { recipes: text } = useText();
  const id = useId();
  const [at, setAt] = useState(0);
  const stage = useRef<HTMLDivElement>(null);
  const isAwake = useWakeLock();
  const { ticked, toggle } = useTicked(recipe.id, today);
  const isLast = at === steps.length - 1;
  const go = (by: number) => setAt((now) => Math.min(Math.max(now + by, 0), steps.length - 1));
  useSwipe(stage, go);
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>) => {
    const by = keys[event.key];
    if (by === undefined) return;
    event.preventDefault();
    go(by);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step starts at the top
  useEffect(() => stage.current?.scrollTo(0, 0), [at]);
  return (
    <Dialog
      open
      onClose={onClose}
      className="recipes-cook"
      aria-labelledby={id}
      initialFocus={stage}
      onKeyDown={onKeyDown}
    >
      <header>
        <h2 className="recipes-cook-title" id={id}>
          <span aria-hidden="true">{recipe.emoji}</span>
          <span className="visually-hidden">{text.cookTitle(recipe.name)}</span>
          <span aria-hidden="true">{recipe.name}</span>
        </h2>
        <IconButton aria-label={text.leaveCook} onClick={() => onClose()}>
          <X className="icon-l" />
        </IconButton>
      </header>
      <div className="recipes-cook-progress" aria-hidden="true">
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have nothing else, and may be alike
          <i key={`${index} ${step}`} className={cx(index <= at && "recipes-cook-past")} />
        ))}
      </div>
      <div className="recipes-cook-body">
        {recipe.ingredients.length > 0 && (
          <aside>
            <h2>{text.start}</h2>
            <IngredientTicks
              ingredients={recipe.ingredients}
              groups={recipe.groups}
              ticked={ticked}
              scaled={scaled}
              onToggle={toggle}
            />
            {beside}
          </aside>
        )}
        <div className="recipes-cook-stage" ref={stage} tabIndex={-1}>
          <p className="recipes-cook-count">{text.step(at + 1, steps.length)}</p>
          <p className="recipes-cook-step" aria-live="polite">
            {steps[at]}
          </p>
          {!isAwake && <p className="small soft">{text.mayGoDark}</p>}
        </div>
      </div>
      <footer>
        <Button size="l" icon={<ChevronLeft />} disabled={at === 0} onClick={() => go(-1)}>
          {text.previousStep}
        </Button>
        <Button size="l" variant="primary" onClick={() => (isLast ? onClose() : go(1))}>
          {isLast ? text.finish : text.nextStep}
          {!isLast && <ChevronRight />}
        </Button>
      </footer>
    </Dialog>
  );
}
