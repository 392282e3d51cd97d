import type { TargetedKeyboardEvent } from "preact";
import { addDays } from "#lib/days.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { toasts } from "#web/page/toasts.ts";
import { perform } from "#web/page/undo.ts";
import { useIfCurrent } from "#web/shell/old-copy.tsx";
import { useSource } from "#web/sync/use-source.ts";
import { formatDay, formatDays } from "#web/time/format.ts";
import { Button, IconButton } from "#web/ui/controls/button.tsx";
import { PageHeader } from "#web/ui/display/surface.tsx";
import { ChevronLeft, ChevronRight, Copy, ShoppingBasket, Sparkles } from "#web/ui/icons.ts";
import { Menu } from "#web/ui/overlay/menu.tsx";
import { useBreakpoint } from "#web/ui/use-breakpoint.ts";
import { copyOf, copyWeek } from "./model/copying.ts";
import { type Meal, mealsSource } from "./model/source.ts";
import type { ShownWeek } from "./model/use-week.ts";

export function MealsHeader(props: {
  week: ShownWeek;
  meals: readonly Meal[];
  isLoaded: boolean;
  onGroceries: () => void;
  onFill: () => void;
}) {
  const { meals: text, common } = useText();
  const ifCurrent = useIfCurrent();
  const { week, meals, isLoaded, onGroceries, onFill } = props;
  const { weekStart } = week;
  const isNarrow = useBreakpoint("phone");
  const { data: former } = useSource(mealsSource, { weekStart: addDays(weekStart, -7) });
  const copy = () => {
    const { meals: made, full, archived } = copyOf(former?.meals ?? [], meals);
    if (former?.meals.length === 0) toasts.show({ message: text.nothingLastWeek, topic: "meals-copy" });
    else if (made.length === 0) toasts.show({ message: text.nothingToCopy, topic: "meals-copy" });
    else perform(copyWeek, { weekStart, meals: made }, { message: text.copied(made.length, full, archived) });
  };
  const canCopy = former !== undefined && isLoaded;
  return (
    <>
      <PageHeader
        className="meals-header"
        look="spread"
        title={common.nav.meals}
        actions={
          <>
            <WeekNav week={week} />
            <Button
              variant={isNarrow ? "plain" : "primary"}
              size={isNarrow ? "s" : "m"}
              icon={<ShoppingBasket />}
              onClick={onGroceries}
              disabled={!isLoaded}
            >
              {isNarrow ? text.groceriesShort : text.groceries}
            </Button>
            <Menu
              label={text.more}
              items={[
                { label: text.copyLastWeek, icon: <Copy />, onSelect: copy, disabled: !canCopy },
                // On phones, the list of the week ends with this.
                ...(isNarrow ? [] : [{ label: text.fill, icon: <Sparkles />, onSelect: onFill, disabled: !isLoaded }]),
              ]}
            />
          </>
        }
      />
      {isLoaded && meals.length === 0 && (
        <p className="meals-hint">
          <span>{ifCurrent(text.emptyWeek)}</span>
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

/** Returns a handler of keys with which the left and right arrow keys turn the week, as a swipe does. */
export function turnByKey({ turn }: ShownWeek) {
  return (event: TargetedKeyboardEvent<HTMLElement>) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const isMenu = event.target instanceof Element && event.target.closest("[role=menu]") !== null;
    const hasModifier = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    if (!step || event.defaultPrevented || isMenu || hasModifier) return;
    event.preventDefault();
    turn(getComputedStyle(event.currentTarget).direction === "rtl" ? -step : step);
  };
}

function WeekNav({ week }: { week: ShownWeek }) {
  const { meals } = useText();
  const [first, last] = [week.weekStart, week.dates.at(-1) ?? week.weekStart];
  return (
    <fieldset className="meals-nav" onKeyDown={turnByKey(week)}>
      <legend className="visually-hidden">
        {meals.week(formatDay(first, "dateMonth"), formatDay(last, "dateMonth"))}
      </legend>
      <IconButton aria-label={meals.previousWeek} onClick={() => week.turn(-1)}>
        <ChevronLeft />
      </IconButton>
      <span className="meals-range" aria-live="polite">
        {week.isThisWeek && `${meals.thisWeek} · `}
        <span className="meals-dates">{formatDays(first, last)}</span>
      </span>
      <IconButton aria-label={meals.nextWeek} onClick={() => week.turn(1)}>
        <ChevronRight />
      </IconButton>
      {!week.isThisWeek && (
        <Button size="s" onClick={() => week.show(week.today)}>
          {meals.thisWeek}
        </Button>
      )}
    </fieldset>
  );
}
