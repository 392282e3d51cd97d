import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { type Catalogue, useText } from "#web/i18n/catalogue.ts";
import { perform } from "#web/page/undo.ts";
import { Avatar } from "#web/people/avatar.tsx";
import { readRepeat } from "#web/recurrence/repeat.ts";
import { repeatInWords } from "#web/recurrence/words.ts";
import { useHousehold, useIsAdult, useMembers } from "#web/sync/session.ts";
import { formatDay, formatNames } from "#web/time/format.ts";
import { Button, IconButton } from "#web/ui/controls/button.tsx";
import {
  Bell,
  CalendarDays,
  Clock,
  Copy,
  Download,
  FileText,
  House,
  MapPin,
  Pencil,
  RefreshCw,
  Repeat,
  Sparkles,
  Trash2,
} from "#web/ui/icons.ts";
import { AnchoredPopover } from "#web/ui/overlay/popover.tsx";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { useActions } from "../grid/actions.ts";
import { peopleOf } from "../grid/event-look.tsx";
import type { CalendarUrl } from "../model/calendar-url.ts";
import { isSilent } from "../model/calendars.ts";
import { remindersOf, slotDay } from "../model/draft.ts";
import type { Scope } from "../model/effects.ts";
import { familyKey, type Occurrence } from "../model/occurrence.ts";
import { aheadText } from "../model/reminders.ts";
import { daysOf } from "../model/span.ts";
import { formatSpan } from "../model/when.ts";
import { deleteEvent } from "../model/writes.ts";
import { SeriesDialog } from "./series-dialog.tsx";
import { useTargetLines } from "./targets.tsx";

export function EventSheet(props: {
  occurrence: Occurrence;
  place: CalendarUrl;
  /**
   * Called once when the user deletes the event in this sheet, before the deletion begins. After this call, the caller
   * must not report that the event no longer exists, because the user already knows.
   */
  onLeave: () => void;
  /**
   * Function that returns the event's button in the view. The event opens as a popover beside this button. The function
   * returns null if the button no longer exists. If `anchor` is null, the event opens as a sheet, because the screen is
   * narrow or the view shows no such button.
   */
  anchor: (() => HTMLElement | null) | null;
}) {
  const { occurrence, place, onLeave, anchor } = props;
  const { event, span } = occurrence;
  const { id, recurring, readOnly } = event;
  const { common, calendar } = useText();
  const isAdult = useIsAdult();
  const { isReadOnly } = useActions();
  const [isDeleting, setDeleting] = useState(false);
  const { first } = daysOf(span);
  const isStored = event.createdAt !== "";
  const remove = (scope: Scope) => {
    onLeave();
    perform(deleteEvent, { id, base: event, scope });
    place.close();
  };
  const go = (kind: "edit" | "copy") => {
    // The popover is no longer open when the form closes.
    anchor?.()?.focus({ preventScroll: true });
    place.showInstead({ kind, id, at: event.instanceStartsAt, on: first });
  };
  const dialog = isDeleting && (
    <SeriesDialog
      kind="delete"
      occurrence={occurrence}
      patch={{}}
      onAnswer={(scope) => (scope ? remove(scope) : setDeleting(false))}
    />
  );
  const content = {
    title: event.title,
    sub: formatDay(first, "long"),
    footer: isReadOnly ? null : (
      <>
        {!readOnly && (isAdult || !recurring) && (
          <IconButton aria-label={common.delete} onClick={() => (recurring ? setDeleting(true) : remove("this"))}>
            <Trash2 />
          </IconButton>
        )}
        {isStored && (
          <a
            href={`/v1/events/${id}/ics`}
            download
            className="icon-button"
            aria-label={calendar.exportFile}
            title={calendar.exportFile}
          >
            <Download />
          </a>
        )}
        <Button icon={<Copy />} onClick={() => go("copy")}>
          {calendar.duplicate}
        </Button>
        {!readOnly && (
          <Button variant="primary" icon={<Pencil />} onClick={() => go("edit")}>
            {common.edit}
          </Button>
        )}
      </>
    ),
  };
  if (!anchor) {
    return (
      <Sheet open onClose={place.close} {...content} side>
        <Facts occurrence={occurrence} />
        {dialog}
      </Sheet>
    );
  }
  // The popover would cover the dialog, because it is in the browser's top layer.
  if (dialog) return dialog;
  return (
    <AnchoredPopover
      anchor={anchor}
      onClose={place.close}
      // The press on another event opens that event.
      onReplaced={(pressed) => pressed.closest(".calendar-view [data-key]") === null && place.drop()}
      {...content}
      beside
    >
      <Facts occurrence={occurrence} />
    </AnchoredPopover>
  );
}

function Facts({ occurrence: { event, span, from } }: { occurrence: Occurrence }) {
  const text = useText();
  const { common, calendar } = text;
  const { timeZone } = useHousehold();
  const members = useMembers();
  const people = peopleOf(event.memberIds, members);
  const lines = useTargetLines(event);
  const { key } = event.calendar;
  const isOwn = key === familyKey || members.some(({ id }) => id === key);
  const reminders = remindersOf(event);
  const { first, last } = daysOf(span);
  const repeatDay = slotDay(event, timeZone);
  return (
    <dl className="calendar-facts">
      <Fact icon={<Clock />} name={calendar.when}>
        {first === last && span.allDay ? calendar.allDay : formatSpan(span, text)}
      </Fact>
      <Fact icon={people.length > 0 ? null : <House />} name={calendar.who}>
        {people.length === 0 && common.everybody}
        {people.map((person) => (
          <span key={person.id} className="calendar-person">
            <Avatar person={person} size="s" decorative />
            {person.name}
          </span>
        ))}
        {people.length > 0 && event.isGeneral && <span className="soft">{calendar.alsoEverybody}</span>}
      </Fact>
      {event.recurrenceRule && (
        <Fact icon={<Repeat />} name={calendar.repeats}>
          {repeatInWords(readRepeat(event.recurrenceRule, repeatDay, event.timeZone), repeatDay, text)}
          {event.isException && <span className="soft small">{calendar.isOwn}</span>}
        </Fact>
      )}
      {event.location && (
        <Fact icon={<MapPin />} name={calendar.location}>
          {event.location}
        </Fact>
      )}
      {reminders !== "default" && (
        <Fact icon={<Bell />} name={calendar.reminders}>
          {reminders === "none"
            ? calendar.noReminder
            : formatNames(reminders.map((minutes) => aheadText(minutes, span.allDay, text)))}
        </Fact>
      )}
      {event.notes && (
        <Fact icon={<FileText />} name={calendar.notes}>
          <span className="calendar-notes">{event.notes}</span>
        </Fact>
      )}
      {(event.readOnly || !isOwn) && (
        <Fact icon={<CalendarDays />} name={calendar.source}>
          {sourceText(event, isOwn, from, calendar)}
          {from && isSilent(from) && <span className="soft small">{calendar.silent}</span>}
        </Fact>
      )}
      {lines.length > 0 && (
        <Fact icon={<RefreshCw />} name={calendar.copies}>
          {lines.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </Fact>
      )}
      {event.createdBy.kind === "api_key" && (
        <Fact icon={<Sparkles />} name={calendar.source}>
          <span className="soft">{calendar.byAgent(event.createdBy.agentName ?? event.createdBy.name)}</span>
        </Fact>
      )}
    </dl>
  );
}

function sourceText(
  { readOnly, busyOnly, calendar: { name } }: Occurrence["event"],
  isOwn: boolean,
  from: Occurrence["from"],
  text: Catalogue["calendar"],
): string {
  if (busyOnly) return text.othersPrivate;
  if (isOwn) return text.irregular;
  if (!readOnly) return text.cameFrom(name);
  return from?.mode === "both" ? text.lockedFrom(name) : text.followedFrom(name);
}

function Fact({ icon, name, children }: { icon: ComponentChildren; name: string; children: ComponentChildren }) {
  return (
    <div className="calendar-fact">
      <dt>
        {icon}
        <span className="visually-hidden">{name}</span>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
