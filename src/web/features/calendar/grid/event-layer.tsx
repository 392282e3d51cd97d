import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { addDays, addMonths, startOfMonth } from "#lib/days.ts";
import { useOpenRecord } from "#web/forms/use-open-record.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { realIds } from "#web/page/sync.ts";
import { Failure } from "#web/sync/api/failures.ts";
import { withRealIds } from "#web/sync/ids.ts";
import { useHousehold, useMembers, useNow } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { EmptyState } from "#web/ui/display/notice.tsx";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { useBreakpoint } from "#web/ui/use-breakpoint.ts";
import { EditSheet } from "../edit/edit-sheet.tsx";
import { EventSheet } from "../edit/event-sheet.tsx";
import type { CalendarUrl, Open } from "../model/calendar-url.ts";
import { defaultSpan, draftOf, newDraft } from "../model/draft.ts";
import { type Occurrence, occurrenceOf } from "../model/occurrence.ts";
import { eventSource, useEvents } from "../model/source.ts";
import { dayOf } from "../model/span.ts";

/**
 * Sheets to read, create and edit events, which open over the calendar. `opener` is the event's button that the user
 * pressed last, or null. If `opener` is a button of the opened event, the popover of the event opens beside `opener`.
 */
export function EventLayer({ place, open, opener }: { place: CalendarUrl; open: Open; opener: HTMLElement | null }) {
  const { timeZone } = useHousehold();
  const members = useMembers();
  const now = useNow();
  if (open.kind === "new") {
    const known = open.memberIds.filter((id) => members.some((member) => member.id === id));
    const span = open.span ?? defaultSpan(place.day, now);
    return (
      <EditSheet
        key={`${span.start} ${span.end}`}
        initial={newDraft(span, known)}
        record={null}
        onClose={place.close}
      />
    );
  }
  return <ExistingEvent place={place} open={open} opener={opener} timeZone={timeZone} />;
}

function ExistingEvent(props: {
  place: CalendarUrl;
  open: Exclude<Open, { kind: "new" }>;
  opener: HTMLElement | null;
  timeZone: string;
}) {
  const { place, open, opener, timeZone } = props;
  const { calendar } = useText();
  const month = startOfMonth(open.on ?? place.day);
  const { events } = useEvents(month, addDays(addMonths(month, 1), -1));
  const id = withRealIds(open.id, realIds);
  const found = events?.find(({ event }) => event.id === id && (!open.at || event.instanceStartsAt === open.at));
  const [isLeaving, setLeaving] = useState(false);
  const edited = useOpenRecord(
    open.kind === "edit" ? `${open.id}@${open.at}` : null,
    found?.event.readOnly ? null : found,
  );
  const isMissing = events !== undefined && !found && !isLeaving;
  const asOf = edited?.value.event.updatedAt ?? "";
  const missing = useSource(eventSource, isMissing ? { id, asOf } : null);
  /** Whether this instance was deleted while its sheet was open, but the rest of its series still exists. */
  const isSeriesLeft = edited !== null && isMissing && open.at !== null && missing.data !== undefined;
  const isDeleted = isMissing && (isSeriesLeft || (missing.error instanceof Failure && missing.error.status === 404));
  const firstInstance =
    missing.data && !found && !isSeriesLeft ? occurrenceOf(missing.data, timeZone, calendar.busy) : null;
  const day = firstInstance ? dayOf(firstInstance.span.start) : null;
  useEffect(() => {
    if (day === null || day === place.day) return;
    place.goTo(day);
    place.showInstead({ ...open, at: null, on: null });
  }, [day, place, open]);
  // Deleting an event here closes the sheet without the “deleted” notice.
  if (isLeaving) return null;
  if (edited) {
    const record = { value: edited.value, isDeleted };
    const initial = draftOf(edited.value.event, timeZone);
    return (
      <EditSheet key={open.id} initial={initial} record={record} isSeriesLeft={isSeriesLeft} onClose={place.close} />
    );
  }
  if (!found) return missing.error || (day !== null && day === place.day) ? <Gone onClose={place.close} /> : null;
  if (open.kind === "event" || (open.kind === "edit" && found.event.readOnly)) {
    const onLeave = () => setLeaving(true);
    return <ReadEvent key={found.key} occurrence={found} place={place} onLeave={onLeave} opener={opener} />;
  }
  const isCopy = open.kind === "copy";
  const draft = draftOf(found.event, timeZone);
  const isUsual = isCopy && draft.targets?.length === 0;
  const initial = isUsual ? { ...draft, targets: null } : draft;
  return <EditSheet key={found.key} initial={initial} record={null} onClose={place.close} />;
}

/**
 * Shows the details of an event. On a wide screen, they open as a popover near the event's button. If the screen is
 * narrow or the view shows no such button, they open as a sheet.
 */
function ReadEvent(props: {
  occurrence: Occurrence;
  place: CalendarUrl;
  onLeave: () => void;
  opener: HTMLElement | null;
}) {
  const { opener, ...rest } = props;
  const { place } = rest;
  const { event, key, span } = props.occurrence;
  const isWide = useBreakpoint("wide");
  const [isShown, setShown] = useState<boolean | null>(null);
  const button = () => buttonOf(key, opener);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only opening scrolls
  useLayoutEffect(() => {
    const shown = button();
    if (shown !== opener) shown?.scrollIntoView({ block: "nearest", inline: "nearest" });
    setShown(shown !== null);
    const isLink = place.open?.kind === "event" && place.open.on === null;
    if (!shown && isLink && !event.recurring) place.goTo(dayOf(span.start));
  }, [key]);
  return isShown === null ? null : <EventSheet {...rest} anchor={isWide && isShown ? button : null} />;
}

/**
 * Returns the button beside which the popover of an event opens. `key` is the key of the event's {@link Occurrence}.
 * The view may show several buttons of the event, one for each member or day. If `opener` is one of these buttons,
 * returns `opener`. Otherwise, returns the first of these buttons, or null if the view shows none.
 */
function buttonOf(key: string, opener: HTMLElement | null): HTMLElement | null {
  if (opener?.isConnected && opener.dataset.key === key) return opener;
  return document.querySelector(`.calendar-view [data-key="${CSS.escape(key)}"]`);
}

function Gone({ onClose }: { onClose: () => void }) {
  const { common, calendar } = useText();
  return (
    <Sheet open onClose={onClose} title={common.notFound} size="s">
      <EmptyState picture="🗓️" title={calendar.gone} small level={3}>
        {common.notFoundHint}
      </EmptyState>
    </Sheet>
  );
}
