import { useState } from "preact/hooks";
import { ConfirmRequest } from "#web/forms/confirm-request.tsx";
import { useOpenRecord } from "#web/forms/use-open-record.tsx";
import { useRequest } from "#web/forms/use-request.ts";
import { type Catalogue, useText } from "#web/i18n/catalogue.ts";
import { invalidate } from "#web/page/sync.ts";
import { useHousehold, useMembers, useNow, useViewer } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { formatAgo } from "#web/time/ago.ts";
import { formatDay, formatInstantTime, formatNames } from "#web/time/format.ts";
import { wallTime } from "#web/time/zone.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Chip } from "#web/ui/controls/chip.tsx";
import { FormError } from "#web/ui/controls/form.tsx";
import { EmptyState, ErrorNotice } from "#web/ui/display/notice.tsx";
import { Skeletons } from "#web/ui/display/skeleton.tsx";
import { Check, Pencil, RotateCcw } from "#web/ui/icons.ts";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { personAttributes } from "#web/ui/person-color.ts";
import { accountFault } from "../../calendar/model/calendars.ts";
import { Remarks } from "../calendars/import-preview.tsx";
import type { Account } from "../model/accounts.ts";
import { CalendarSheet } from "./calendar-sheet.tsx";
import { type AccountCalendar, acceptHeld, accountCalendarsSource, changedKinds, syncAccount } from "./sources.ts";

const tones = { fresh: "good", failing: "warn", held: "warn", stale: "warn", failed: "danger" } as const;

/**
 * Sheet with the calendars of an account. `changed` is the key of the calendar whose own sheet is open instead. Null if
 * no such sheet is open.
 */
export function OfferedSheet(props: {
  account: Account;
  isDeleted: boolean;
  changed: string | null;
  onChange: (key: string) => void;
  onClose: () => void;
}) {
  const { account, changed, onChange, onClose } = props;
  const { common, settings } = useText();
  const { offered: text } = settings.accounts;
  const members = useMembers();
  const isOwn = useViewer()?.id === account.memberId;
  const { data, error, refetch } = useSource(accountCalendarsSource, account.id);
  const known = data?.calendars.find(({ key }) => key === changed);
  const record = useOpenRecord(changed, props.isDeleted ? null : known);
  if (isOwn && record) return <CalendarSheet key={changed} account={account} record={record} onClose={onClose} />;
  const whose = members.find(({ id }) => id === account.memberId)?.name ?? "";
  return (
    <Sheet
      open
      onClose={onClose}
      title={text.title(account.name)}
      sub={isOwn ? text.choose : text.othersOnly(whose)}
      size="l"
      footer={
        <Button variant="primary" onClick={onClose}>
          {common.done}
        </Button>
      }
    >
      {!data && error && <ErrorNotice title={common.couldNotLoad} onRetry={refetch} />}
      {!data && !error && <Skeletons label={common.loading} count={2} height="4rem" />}
      {data?.calendars.length === 0 && <EmptyState picture="📅" title={text.none} small level={3} />}
      <ul className="settings-rows">
        {data?.calendars.map((each) => (
          <Row key={each.key} account={account} calendar={each} isOwn={isOwn} onChange={() => onChange(each.key)} />
        ))}
      </ul>
    </Sheet>
  );
}

function shownState({ state, error, held }: AccountCalendar): keyof typeof tones | null {
  if (state !== "fresh") return state;
  if (held) return "held";
  return error === null ? "fresh" : "failing";
}

function Row(props: { account: Account; calendar: AccountCalendar; isOwn: boolean; onChange: () => void }) {
  const { account, calendar, isOwn, onChange } = props;
  const all = useText();
  const { common, settings } = all;
  const { offered: text, ...more } = settings.accounts;
  const members = useMembers();
  const { ms } = useNow();
  const { name, color, mode, memberIds, isGeneral, error, eventCount, remarks, runs, held } = calendar;
  const isOn = mode !== "off";
  const state = shownState(calendar);
  const people = members.filter(({ id }) => memberIds.includes(id)).map((each) => each.name);
  const who = formatNames(isGeneral || people.length === 0 ? [...people, common.everybody] : people);
  const facts = [
    text.modes[mode],
    ...(mode === "in" || mode === "both" ? [text.of(who), text.events(eventCount)] : []),
  ];
  const synced = calendar.syncedAt === null ? more.neverSynced : more.synced(formatAgo(calendar.syncedAt, ms));
  return (
    <li className="calendars-followed">
      <div className="settings-row">
        <span className="calendars-dot" {...personAttributes(color)} aria-hidden="true" />
        <span className="settings-row-text">
          <strong>{name}</strong>
          <span className="soft small">{facts.join(" · ")}</span>
          {isOn && <span className="soft small">{synced}</span>}
          {!calendar.isOffered && <span className="small">{text.gone}</span>}
        </span>
        {isOwn && (
          <Button size="s" icon={<Pencil />} aria-label={text.changeOf(name)} onClick={onChange}>
            {text.change}
          </Button>
        )}
      </div>
      {isOn && state && (
        <div className="calendars-state">
          <Chip tone={tones[state]}>{text.states[state]}</Chip>
        </div>
      )}
      {error !== null && error !== "held" && <p className="small">{accountFault(error, all)}</p>}
      {held && <HeldNote account={account} calendar={calendar} isOwn={isOwn} />}
      <Failures account={account} calendar={calendar} isOwn={isOwn} />
      <Remarks remarks={remarks} />
      {runs.length > 0 && <Runs runs={runs} />}
    </li>
  );
}

type PartProps = { account: Account; calendar: AccountCalendar; isOwn: boolean };

function HeldNote({ account, calendar: { key, name, held }, isOwn }: PartProps) {
  const { offered: text } = useText().settings.accounts;
  const [isAsked, setAsked] = useState(false);
  if (!held) return null;
  return (
    <>
      <p className="form-note">{text.held}</p>
      {isOwn && (
        <div>
          <Button size="s" icon={<Check />} aria-label={text.acceptOf(name)} onClick={() => setAsked(true)}>
            {text.accept}
          </Button>
        </div>
      )}
      {isAsked && (
        <ConfirmRequest
          title={text.acceptTitle(name)}
          confirm={text.accept}
          send={() => acceptHeld(account.id, key, held.since)}
          kinds={changedKinds}
          onClose={() => setAsked(false)}
        >
          <p>{text.acceptText(held.count)}</p>
        </ConfirmRequest>
      )}
    </>
  );
}

function Failures({ account, calendar: { name, failures }, isOwn }: PartProps) {
  const all = useText();
  const { offered: text } = all.settings.accounts;
  const when = useWhen();
  const request = useRequest();
  if (failures.length === 0) return null;
  const again = async () => {
    await request.send(() => syncAccount(account.id));
    invalidate(changedKinds);
  };
  return (
    <div className="form-note">
      <strong>{text.failures(failures.length)}</strong>
      <ul className="settings-points small">
        {failures.map(({ eventId, title, error, nextAt }, index) => (
          <li key={eventId ?? index}>
            <strong>{title ?? text.untitled}: </strong>
            {accountFault(error ?? "unknown", all)}{" "}
            {nextAt !== null && <span className="soft">{text.retryAt(when(nextAt))}</span>}
          </li>
        ))}
      </ul>
      {isOwn && (
        <Button
          size="s"
          icon={<RotateCcw />}
          busy={request.isBusy}
          aria-label={text.retryOf(name)}
          onClick={() => void again()}
        >
          {text.retry}
        </Button>
      )}
      <FormError error={request.error} />
    </div>
  );
}

function Runs({ runs }: { runs: AccountCalendar["runs"] }) {
  const all = useText();
  const { offered: text } = all.settings.accounts;
  const when = useWhen();
  return (
    <details className="settings-past">
      <summary>{text.runs}</summary>
      <ul className="settings-points small">
        {runs.map((run) => (
          <li key={run.at}>
            <strong>{when(run.at)}: </strong>
            {text.run(countsOf(run, text))} <span className="soft">({text.took(run.ms)})</span>
            {run.error !== null && <> · {accountFault(run.error, all)}</>}
          </li>
        ))}
      </ul>
    </details>
  );
}

const counted = ["added", "changed", "deleted", "sent", "failed"] as const;

function countsOf(
  run: AccountCalendar["runs"][number],
  { counts }: Catalogue["settings"]["accounts"]["offered"],
): string[] {
  return counted.filter((each) => run[each] > 0).map((each) => counts[each](run[each]));
}

function useWhen(): (instant: string) => string {
  const { timeZone } = useHousehold();
  return (instant) => `${formatDay(wallTime(instant, timeZone).day)}, ${formatInstantTime(instant, timeZone)}`;
}
