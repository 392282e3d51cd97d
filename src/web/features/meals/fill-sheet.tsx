import { useState } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import { perform } from "#web/page/undo.ts";
import { provisionalId } from "#web/sync/ids.ts";
import { useMembers } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { formatDay } from "#web/time/format.ts";
import { Button, IconButton } from "#web/ui/controls/button.tsx";
import { Loaded } from "#web/ui/display/loaded.tsx";
import { RefreshCw, X } from "#web/ui/icons.ts";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { copyWeek } from "./model/copying.ts";
import { draw, type Idea, ideasSource, reasonOf } from "./model/ideas.ts";
import type { ShownWeek } from "./model/use-week.ts";

type Props = { week: ShownWeek; free: readonly string[]; onClose: () => void };

/** Sheet that suggests dinners for a week. `free` are the dates without a dinner. */
export function FillSheet({ week, free, onClose }: Props) {
  const { meals: text } = useText();
  const [first] = free;
  return (
    <Sheet open onClose={onClose} title={text.fillTitle} sub={first === undefined ? undefined : text.fillHint}>
      {first === undefined ? (
        <p className="soft">{text.fillNone}</p>
      ) : (
        <Proposal first={first} week={week} free={free} onClose={onClose} />
      )}
    </Sheet>
  );
}

/** Loads the suggestions for the date `first`, which fit the other dates of the week nearly as well. */
function Proposal({ first, ...props }: Props & { first: string }) {
  const { meals: text } = useText();
  const read = useSource(ideasSource, { date: first, mealType: "dinner" });
  return (
    <Loaded read={read} count={props.free.length} height="3.25rem" needsServer>
      {({ suggestions }) =>
        suggestions.length === 0 ? <p className="soft">{text.noIdeas}</p> : <Draft {...props} ideas={suggestions} />
      }
    </Loaded>
  );
}

function Draft({ week, free, ideas, onClose }: Props & { ideas: readonly Idea[] }) {
  const { meals: text } = useText();
  const members = useMembers();
  const [chosen, setChosen] = useState<Readonly<Record<string, Idea | null>>>(() => drawAll(free, ideas));
  const planned = free.flatMap((date) => {
    const idea = chosen[date];
    return idea ? [{ date, idea }] : [];
  });
  const redraw = (date: string) => {
    const taken = new Set(planned.map(({ idea }) => idea.recipe.id));
    setChosen({ ...chosen, [date]: draw(ideas, taken) ?? chosen[date] ?? null });
  };
  const save = () => {
    const meals = planned.map(({ date, idea }) => ({
      id: provisionalId(),
      date,
      mealType: "dinner" as const,
      recipe: idea.recipe,
    }));
    perform(copyWeek, { weekStart: week.weekStart, meals }, { message: text.filled(meals.length) });
    onClose();
  };
  return (
    <>
      <ul className="meals-picks">
        {free.map((date) => {
          const idea = chosen[date];
          const day = formatDay(date, "weekdayLong");
          return (
            <li key={date} className="meals-fill">
              <span className="meals-emoji meals-pick-picture" aria-hidden="true">
                {idea?.recipe.emoji ?? "·"}
              </span>
              <span className="meals-pick-name">
                {idea?.recipe.name ?? text.isLeftEmpty}
                <span className="small soft">{[day, idea && reasonOf(idea, members)].filter(Boolean).join(" · ")}</span>
              </span>
              <IconButton aria-label={text.drawAgain(day)} onClick={() => redraw(date)}>
                <RefreshCw />
              </IconButton>
              <IconButton
                aria-label={text.leaveEmpty(day)}
                disabled={!idea}
                onClick={() => setChosen({ ...chosen, [date]: null })}
              >
                <X />
              </IconButton>
            </li>
          );
        })}
      </ul>
      <Button variant="primary" wide disabled={planned.length === 0} onClick={save}>
        {text.fillSave(planned.length)}
      </Button>
    </>
  );
}

function drawAll(dates: readonly string[], ideas: readonly Idea[]): Record<string, Idea | null> {
  const taken = new Set<string>();
  return Object.fromEntries(
    dates.map((date) => {
      const idea = draw(ideas, taken);
      if (idea) taken.add(idea.recipe.id);
      return [date, idea];
    }),
  );
}
