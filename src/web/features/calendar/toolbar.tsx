import { useText } from "../../i18n/catalogue.ts";
import { PeopleFilter } from "../../people/people-filter.tsx";
import { formatDay } from "../../time/format.ts";
import { Button, IconButton } from "../../ui/controls/button.tsx";
import { SegmentedControl } from "../../ui/controls/segmented.tsx";
import { ChevronLeft, ChevronRight, Plus } from "../../ui/icons.ts";
import { chooseMembers, chooseView, type View, views } from "./model/settings.ts";

type ToolbarProps = {
  view: View;
  title: string;
  /** For phones. */
  shortTitle: string;
  isAtToday: boolean;
  chosen: readonly string[];
  onTurn: (direction: 1 | -1) => void;
  onToday: () => void;
  onAdd: () => void;
};

export function Toolbar({ view, title, shortTitle, isAtToday, chosen, onTurn, onToday, onAdd }: ToolbarProps) {
  const { common, calendar } = useText();
  return (
    <header className="calendar-toolbar" data-view={view}>
      <div className="calendar-turn">
        <IconButton aria-label={calendar.before[view]} onClick={() => onTurn(-1)}>
          <ChevronLeft className="icon-l" />
        </IconButton>
        <IconButton aria-label={calendar.after[view]} onClick={() => onTurn(1)}>
          <ChevronRight className="icon-l" />
        </IconButton>
        <h1 tabIndex={-1} aria-live="polite">
          <span className="calendar-title-long">{title}</span>
          <span className="calendar-title-short">{shortTitle}</span>
        </h1>
      </div>
      <Button size="s" variant="quiet" aria-pressed={isAtToday} onClick={onToday}>
        {common.today}
      </Button>
      <SegmentedControl
        label={calendar.view}
        value={view}
        segments={views.map((each) => ({ value: each, label: calendar.views[each] }))}
        onChange={chooseView}
        className="calendar-views"
      />
      <PeopleFilter
        label={calendar.filter}
        chosen={chosen}
        onToggle={(id) => chooseMembers(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id])}
      />
      <Button variant="primary" icon={<Plus />} className="calendar-add" aria-label={calendar.add} onClick={onAdd}>
        <span className="calendar-add-text">{calendar.add}</span>
      </Button>
    </header>
  );
}

export function titleOf(view: View, day: string, first: string, last: string, isShort = false): string {
  if (view === "day") return formatDay(day, isShort ? "short" : "long");
  if (view === "month" || view === "agenda" || first.slice(0, 7) === last.slice(0, 7)) return formatDay(day, "month");
  return `${formatDay(first, "dateMonth")} – ${formatDay(last, "dateMonth")} ${last.slice(0, 4)}`;
}
