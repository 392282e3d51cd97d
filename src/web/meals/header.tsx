import { perform } from "../data/perform.ts";
import { useSource } from "../data/use-source.ts";
import { useText } from "../text/catalogue.ts";
import { addDays } from "../time/days.ts";
import { Button } from "../ui/button.tsx";
import { Copy, ShoppingBasket } from "../ui/icons.ts";
import { Menu } from "../ui/menu.tsx";
import { PageHeader } from "../ui/surface.tsx";
import { toasts } from "../ui/toast-store.ts";
import { copyOf, copyWeek } from "./copying.ts";
import { type Meal, mealsSource } from "./source.ts";
import { useIsNarrow } from "./use-narrow.ts";
import type { ShownWeek } from "./use-week.ts";
import { WeekNav } from "./week-nav.tsx";

/** The week that is shown, and what can be done with the whole of it. */
export function MealsHeader(props: {
  week: ShownWeek;
  meals: readonly Meal[];
  isLoaded: boolean;
  onGroceries: () => void;
}) {
  const { meals: text, common } = useText();
  const { week, meals, isLoaded, onGroceries } = props;
  const { weekStart } = week;
  const isNarrow = useIsNarrow();
  const { data: former } = useSource(mealsSource, { weekStart: addDays(weekStart, -7) });
  const copy = () => {
    const { meals: made, full, archived } = copyOf(former?.meals ?? [], meals);
    if (former?.meals.length === 0) toasts.show({ message: text.nothingLastWeek, topic: "meals-copy" });
    else if (made.length === 0) toasts.show({ message: text.nothingToCopy, topic: "meals-copy" });
    else perform(copyWeek, { weekStart, meals: made }, { told: text.copied(made.length, full, archived) });
  };
  const canCopy = former !== undefined && isLoaded;
  return (
    <>
      <PageHeader
        className="meals-header"
        title={common.nav.meals}
        actions={
          <>
            <WeekNav week={week} />
            <Button
              variant="primary"
              icon={<ShoppingBasket />}
              aria-label={text.groceries}
              onClick={onGroceries}
              disabled={!isLoaded}
            >
              {isNarrow ? text.groceriesShort : text.groceries}
            </Button>
            <Menu
              label={text.more}
              items={[{ label: text.copyLastWeek, icon: <Copy />, onSelect: copy, disabled: !canCopy }]}
            />
          </>
        }
      />
      {isLoaded && meals.length === 0 && (
        <p className="meals-hint">
          <span>{text.emptyWeek}</span>
          {former && former.meals.length > 0 && (
            <Button size="s" icon={<Copy />} onClick={copy}>
              {text.copyLastWeek}
            </Button>
          )}
        </p>
      )}
    </>
  );
}
