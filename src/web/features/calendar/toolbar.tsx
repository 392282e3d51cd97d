import { useText } from "../../i18n/catalogue.ts";
import { Avatar } from "../../people/avatar.tsx";
import { personAttributes } from "../../people/person-color.ts";
import { useMembers } from "../../sync/session.ts";
import { formatDay } from "../../time/format.ts";
import { Button, IconButton } from "../../ui/controls/button.tsx";
import { SegmentedControl } from "../../ui/controls/segmented.tsx";
import { ChevronLeft, ChevronRight, Plus } from "../../ui/icons.ts";
import { chooseMembers, chooseView, type View, views } from "./model/settings.ts";

/** What the toolbar can do. */
type ToolbarProps = {
  view: View;
  /** What is shown, in words. */
  title: string;
  /** The same for a phone. */
  shortTitle: string;
  isAtToday: boolean;
  chosen: readonly string[];
  onTurn: (direction: 1 | -1) => void;
  onToday: () => void;
  onAdd: () => void;
};

/** Where in time one is, how it is shown, whose events, and the way to a new one. */
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
      <PeopleFilter chosen={chosen} />
      <Button variant="primary" icon={<Plus />} className="calendar-add" aria-label={calendar.add} onClick={onAdd}>
        <span className="calendar-add-text">{calendar.add}</span>
      </Button>
    </header>
  );
}

/** A face to tap for each member: only theirs are shown then, and what concerns everybody. */
function PeopleFilter({ chosen }: { chosen: readonly string[] }) {
  const { calendar } = useText();
  const members = useMembers();
  const toggle = (id: string) =>
    chooseMembers(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div className="calendar-filter" role="group" aria-label={calendar.filter}>
      {members.map((member) => (
        <button
          key={member.id}
          type="button"
          className="calendar-face"
          {...personAttributes(member.color)}
          aria-pressed={chosen.includes(member.id)}
          aria-label={calendar.only(member.name)}
          title={member.name}
          onClick={() => toggle(member.id)}
        >
          <Avatar person={member} size="m" decorative />
        </button>
      ))}
    </div>
  );
}

/** What a view shows, in words. */
export function titleOf(view: View, day: string, first: string, last: string, isShort = false): string {
  if (view === "day") return formatDay(day, isShort ? "short" : "long");
  if (view === "month" || view === "agenda" || first.slice(0, 7) === last.slice(0, 7)) return formatDay(day, "month");
  return `${formatDay(first, "dateMonth")} – ${formatDay(last, "dateMonth")} ${last.slice(0, 4)}`;
}
