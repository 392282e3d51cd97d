import { useState } from "preact/hooks";
import { ConfirmRequest } from "#web/forms/confirm-request.tsx";
import { useOpenRecord } from "#web/forms/use-open-record.tsx";
import { useRequest } from "#web/forms/use-request.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { invalidate } from "#web/page/sync.ts";
import { useOverlay } from "#web/shell/use-overlay.ts";
import { useHousehold, useToday } from "#web/sync/session.ts";
import type { Read } from "#web/sync/use-source.ts";
import { formatDay, formatInstantTime } from "#web/time/format.ts";
import { wallTime } from "#web/time/zone.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Chip } from "#web/ui/controls/chip.tsx";
import { FormError } from "#web/ui/controls/form.tsx";
import { Check, Pencil, RotateCcw, Trash2 } from "#web/ui/icons.ts";
import { Menu } from "#web/ui/overlay/menu.tsx";
import { personAttributes } from "#web/ui/person-color.ts";
import { CalendarList } from "./calendar-list.tsx";
import { FollowSheet, SubscriptionSheet } from "./follow-sheets.tsx";
import { Remarks } from "./import-preview.tsx";
import { accept, refresh, type Subscription, unfollow } from "./sources.ts";

/** Maximum number of followed calendars that the server allows. */
const maxFollowed = 30;
const tones = { fresh: "good", failing: "warn", held: "warn", stale: "warn", failed: "danger" } as const;

export function FollowedPart({ read }: { read: Read<{ subscriptions: Subscription[] }> }) {
  const { follow: text } = useText().settings.calendars;
  const { value, open, close } = useOverlay("follow", "calendar");
  const [leaving, setLeaving] = useState<Subscription | null>(null);
  const all = read.data?.subscriptions ?? [];
  const changed = useOpenRecord(
    value.calendar,
    all.find(({ id }) => id === value.calendar),
  );
  return (
    <CalendarList
      section="follow"
      picture="🏫"
      text={text}
      read={read}
      items={all}
      most={maxFollowed}
      onAdd={() => open({ follow: "" })}
      row={(each) => (
        <Row
          key={each.id}
          subscription={each}
          onEdit={() => open({ calendar: each.id })}
          onEnd={() => setLeaving(each)}
        />
      )}
    >
      {value.follow !== null && <FollowSheet others={all} onClose={close} />}
      {changed && <SubscriptionSheet key={value.calendar} record={changed} onClose={close} />}
      {leaving && (
        <ConfirmRequest
          title={text.endTitle(leaving.name)}
          confirm={text.end}
          send={() => unfollow(leaving.id)}
          kinds={["calendar", "event"]}
          done={text.ended(leaving.name)}
          onClose={() => setLeaving(null)}
        >
          <p>{text.endText}</p>
        </ConfirmRequest>
      )}
    </CalendarList>
  );
}

function Row(props: { subscription: Subscription; onEdit: () => void; onEnd: () => void }) {
  const { subscription, onEdit, onEnd } = props;
  const { common, settings } = useText();
  const { follow: text } = settings.calendars;
  const { id, name, host, color, state, error, eventCount, held, remarks } = subscription;
  const [isAsked, setAsked] = useState(false);
  const fresh = error !== null ? "failing" : held ? "held" : "fresh";
  const shown = state === "fresh" ? fresh : state;
  const request = useRequest();
  const heard = useHeard(subscription.heardAt);
  const again = async () => {
    if ((await request.send(() => refresh(id))) !== null) invalidate(["calendar", "event"]);
  };
  return (
    <li className="calendars-followed">
      <div className="settings-row">
        <span className="calendars-dot" {...personAttributes(color)} aria-hidden="true" />
        <span className="settings-row-text">
          <strong>{name}</strong>
          <span className="soft small">
            {host} · {text.events(eventCount)}
          </span>
          <span className="soft small">{heard}</span>
        </span>
        <Menu
          label={text.moreFor(name)}
          items={[
            { label: common.edit, icon: <Pencil />, onSelect: onEdit },
            { label: text.end, icon: <Trash2 />, onSelect: onEnd, danger: true },
          ]}
        />
      </div>
      <div className="calendars-state">
        <Chip tone={tones[shown]}>{text.states[shown]}</Chip>
        <Button
          size="s"
          icon={<RotateCcw />}
          busy={request.isBusy}
          aria-label={text.refreshLabel(name)}
          onClick={() => void again()}
        >
          {text.refresh}
        </Button>
      </div>
      {error !== null && <p className="small">{text.faults[error]}</p>}
      {held && (
        <>
          <p className="form-note">{text.held}</p>
          <div>
            <Button size="s" icon={<Check />} aria-label={text.acceptLabel(name)} onClick={() => setAsked(true)}>
              {text.accept}
            </Button>
          </div>
        </>
      )}
      {held && isAsked && (
        <ConfirmRequest
          title={text.acceptTitle(name)}
          confirm={text.accept}
          send={() => accept(id, held.since)}
          kinds={["calendar", "event"]}
          onClose={() => setAsked(false)}
        >
          <p>{text.acceptText(held.count)}</p>
        </ConfirmRequest>
      )}
      <FormError error={request.error} />
      <Remarks remarks={remarks} />
    </li>
  );
}

/**
 * Formats the time of the last successful read of a followed calendar, such as “Last heard Tue 3 Nov”. If the read was
 * today, the text has the time of the day.
 */
function useHeard(heardAt: string | null): string {
  const { follow: text } = useText().settings.calendars;
  const { timeZone } = useHousehold();
  const today = useToday();
  if (heardAt === null) return text.neverHeard;
  const { day } = wallTime(heardAt, timeZone);
  return day === today ? text.heardAt(formatInstantTime(heardAt, timeZone)) : text.heard(formatDay(day));
}
