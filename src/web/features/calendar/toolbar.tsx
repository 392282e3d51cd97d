import { useDraft } from "#web/forms/use-draft.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { PeopleFilter } from "#web/people/people-filter.tsx";
import { useHousehold } from "#web/sync/session.ts";
import { formatDay } from "#web/time/format.ts";
import { Button, IconButton } from "#web/ui/controls/button.tsx";
import { ChipButton } from "#web/ui/controls/chip.tsx";
import { Form } from "#web/ui/controls/form.tsx";
import { SegmentedControl } from "#web/ui/controls/segmented.tsx";
import { DateField } from "#web/ui/controls/text-field.tsx";
import { cx } from "#web/ui/cx.ts";
import { ChevronDown, ChevronLeft, ChevronRight, House } from "#web/ui/icons.ts";
import { AnchoredPopover } from "#web/ui/overlay/popover.tsx";
import { isDay } from "./model/calendar-url.ts";
import { type Calendar, isSilent } from "./model/calendars.ts";
import { type Chosen, familyKey } from "./model/occurrence.ts";
import { chooseView, toggleKey, type View, views } from "./model/settings.ts";

type ToolbarProps = {
  view: View;
  title: string;
  /** Shorter form of `title`, which is shown on phones. */
  shortTitle: string;
  isAtToday: boolean;
  chosen: Chosen;
  followed: ReadonlyMap<string, Calendar>;
  onTurn: (direction: 1 | -1) => void;
  onToday: () => void;
  onChooseDay: () => void;
};

export function Toolbar(props: ToolbarProps) {
  const { view, title, shortTitle, isAtToday, chosen, followed, onTurn, onToday, onChooseDay } = props;
  const { common, calendar } = useText();
  const keys = [...chosen.memberIds, ...chosen.calendars];
  const toggle = (key: string) => toggleKey(key, keys);
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
          <button
            type="button"
            className="calendar-title"
            aria-haspopup="dialog"
            title={calendar.goToDay}
            onClick={onChooseDay}
          >
            <span className="calendar-title-long">{title}</span>
            <span className="calendar-title-short">{shortTitle}</span>
            <ChevronDown />
          </button>
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
        chosen={chosen.memberIds}
        onToggle={toggle}
        oneLine
        more={followed.size > 0 && <CalendarChips chosen={chosen.calendars} followed={followed} onToggle={toggle} />}
      />
    </header>
  );
}

function CalendarChips(props: {
  chosen: readonly string[];
  followed: ReadonlyMap<string, Calendar>;
  onToggle: (key: string) => void;
}) {
  const { chosen, followed, onToggle } = props;
  const { common, calendar } = useText();
  const household = useHousehold();
  return (
    <>
      <ChipButton
        className="calendar-chip"
        icon={<House />}
        pressed={chosen.includes(familyKey)}
        aria-label={common.only(household.name)}
        title={household.name}
        onClick={() => onToggle(familyKey)}
      >
        <span>{household.name}</span>
      </ChipButton>
      {[...followed.values()].map((each) => (
        <ChipButton
          key={each.key}
          className={cx("calendar-chip", isSilent(each) && "is-stale")}
          color={each.color}
          pressed={chosen.includes(each.key)}
          aria-label={isSilent(each) ? calendar.onlySilent(each.name) : common.only(each.name)}
          title={each.name}
          onClick={() => onToggle(each.key)}
        >
          <span>{each.name}</span>
        </ChipButton>
      ))}
    </>
  );
}

/** Field to choose the day that the calendar shows. The field opens under the title of the calendar. */
export function DayChooser(props: { day: string; onChoose: (day: string) => void; onClose: () => void }) {
  const { calendar } = useText();
  const form = useDraft(
    { day: props.day },
    { validate: ({ day }) => ({ day: isDay(day) ? null : calendar.errors.year }), isLive: true },
  );
  const title = () => document.querySelector<HTMLElement>(".calendar-title");
  const go = () => {
    if (!form.check()) return;
    title()?.focus();
    props.onChoose(form.draft.day);
    props.onClose();
  };
  return (
    <AnchoredPopover anchor={title} onClose={props.onClose} title={calendar.goToDay}>
      <Form className="calendar-go" onSubmit={go}>
        <DateField
          label={calendar.day}
          value={form.draft.day}
          onChange={(day) => form.change({ day })}
          error={form.errors.day}
        />
        <Button type="submit" variant="primary">
          {calendar.go}
        </Button>
      </Form>
    </AnchoredPopover>
  );
}

export function titleOf(view: View, day: string, first: string, last: string, isShort = false): string {
  if (view === "day") return formatDay(day, isShort ? "short" : "long");
  if (view === "week" && isShort) return `${formatDay(first, "dateMonth")} – ${formatDay(last, "dateMonth")}`;
  if (view === "month" || view === "agenda" || first.slice(0, 7) === last.slice(0, 7)) {
    return formatDay(day, isShort ? "monthShort" : "month");
  }
  return `${formatDay(first, "dateMonth")} – ${formatDay(last, "dateMonthYear")}`;
}
