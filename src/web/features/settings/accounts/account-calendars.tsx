import { useState } from "preact/hooks";
import { EditSheet } from "#web/forms/edit-sheet.tsx";
import { patchOf } from "#web/forms/merge.ts";
import { useCommand } from "#web/forms/use-command.ts";
import { useDraft } from "#web/forms/use-draft.ts";
import { edited, type OpenRecord, useOpenRecord } from "#web/forms/use-open-record.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { read } from "#web/sync/api/client.ts";
import type { Operations } from "#web/sync/api/operations.ts";
import { command } from "#web/sync/command.ts";
import { useMembers, useViewer } from "#web/sync/session.ts";
import { source } from "#web/sync/source.ts";
import { useAgo, useMomentOf } from "#web/sync/use-dates.ts";
import { useSource } from "#web/sync/use-source.ts";
import { formatNames } from "#web/time/format.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Switch } from "#web/ui/controls/choice.tsx";
import { ColorPicker } from "#web/ui/controls/color-picker.tsx";
import { FormError } from "#web/ui/controls/form.tsx";
import { ChoiceField } from "#web/ui/controls/segmented.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import { TextField } from "#web/ui/controls/text-field.tsx";
import { Loaded } from "#web/ui/display/loaded.tsx";
import { EmptyState } from "#web/ui/display/notice.tsx";
import { RecordRows } from "#web/ui/display/record-row.tsx";
import { Pencil, RotateCcw } from "#web/ui/icons.ts";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { type Account, changedKinds } from "../../calendar/model/accounts.ts";
import { accountFault } from "../../calendar/model/calendars.ts";
import {
  CalendarConcernedFields,
  type CalendarState,
  HeldNote,
  StateChip,
  SyncedRow,
} from "../calendars/calendar-list.tsx";
import { Remarks } from "../calendars/import-preview.tsx";

const accountCalendarsSource = source(
  "settings.account-calendars",
  ["calendar_account", "calendar", "event", "member"],
  (id: string, { app }) => read(app["calendar-accounts"]({ id }).calendars.get()),
);
type AccountCalendar = Awaited<ReturnType<typeof accountCalendarsSource.fetch>>["calendars"][number];
export type Decision = "keep" | "remove";

export const syncAccount = command({
  send: (id: string, { app }) => read(app["calendar-accounts"]({ id }).sync.post()),
  invalidates: changedKinds,
  mayChangeAnyway: true,
});

type Choice = Parameters<ReturnType<ReturnType<Operations["app"]["calendar-accounts"]>["calendars"]>["put"]>[0];
const chooseCalendar = command({
  send: ({ id, key, choice }: { id: string; key: string; choice: Choice }, { app }) =>
    read(app["calendar-accounts"]({ id }).calendars({ key }).put(choice)),
  invalidates: changedKinds,
});

const acceptHeld = command({
  send: ({ id, key, since }: { id: string; key: string; since: string }, { app }) =>
    read(app["calendar-accounts"]({ id }).calendars({ key }).accept.post({ since })),
  invalidates: changedKinds,
});

/**
 * Sheet with the list of an account's calendars. `changed` is the key of the calendar that the user edits. If the
 * account is the viewer's own, the sheet of this calendar is shown in place of the list. If `changed` is null, the list
 * is shown. `isDeleted` is true if the account was deleted while the sheet was open.
 */
export function AccountCalendarsSheet(props: {
  account: Account;
  isDeleted: boolean;
  changed: string | null;
  onChange: (key: string) => void;
  onClose: () => void;
}) {
  const { account, changed, onChange, onClose } = props;
  const { common, settings } = useText();
  const { calendarList: text } = settings.accounts;
  const members = useMembers();
  const isOwn = useViewer()?.id === account.memberId;
  const offered = useSource(accountCalendarsSource, account.id);
  const known = offered.data?.calendars.find(({ key }) => key === changed);
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
      <Loaded read={offered} count={2} height="4rem">
        {({ calendars }) => (
          <>
            {calendars.length === 0 && <EmptyState picture="📅" title={text.none} small level={3} />}
            <RecordRows>
              {calendars.map((each) => (
                <Row key={each.key} account={account} calendar={each} isOwn={isOwn} onChange={onChange} />
              ))}
            </RecordRows>
          </>
        )}
      </Loaded>
    </Sheet>
  );
}

function shownState({ state, error, held }: AccountCalendar): CalendarState | null {
  if (state !== "fresh") return state;
  if (held) return "held";
  return error === null ? "fresh" : "failing";
}

type RowProps = { account: Account; calendar: AccountCalendar; isOwn: boolean };

function Row({ account, calendar, isOwn, onChange }: RowProps & { onChange: (key: string) => void }) {
  const all = useText();
  const { common, settings } = all;
  const { calendarList: text, ...more } = settings.accounts;
  const members = useMembers();
  const ago = useAgo();
  const { key, name, color, mode, memberIds, isGeneral, error, eventCount, remarks, runs, held } = calendar;
  const isOn = mode !== "off";
  const state = shownState(calendar);
  const people = members.filter(({ id }) => memberIds.includes(id)).map((each) => each.name);
  const who = formatNames(isGeneral || people.length === 0 ? [...people, common.everybody] : people);
  const shows = mode === "in" || mode === "both";
  const facts = shows ? [text.modes[mode], text.of(who), text.events(eventCount)] : [text.modes[mode]];
  const synced = calendar.syncedAt === null ? more.neverSynced : more.synced(ago(calendar.syncedAt));
  return (
    <SyncedRow
      color={color}
      title={name}
      facts={[facts.join(" · "), isOn && synced]}
      note={!calendar.isOffered && <span className="small">{text.gone}</span>}
      actions={
        isOwn && (
          <Button size="s" icon={<Pencil />} aria-label={text.changeOf(name)} onClick={() => onChange(key)}>
            {text.change}
          </Button>
        )
      }
      state={isOn && state && <StateChip state={state} text={text.states} />}
      fault={error === null || error === "held" ? null : accountFault(error, all)}
    >
      {held && (
        <HeldNote
          name={name}
          count={held.count}
          isOwn={isOwn}
          command={acceptHeld}
          variables={{ id: account.id, key, since: held.since }}
        />
      )}
      <Failures account={account} calendar={calendar} isOwn={isOwn} />
      <Remarks remarks={remarks} />
      {runs.length > 0 && <Runs runs={runs} />}
    </SyncedRow>
  );
}

function Failures({ account, calendar: { name, failures }, isOwn }: RowProps) {
  const all = useText();
  const { calendarList: text } = all.settings.accounts;
  const momentOf = useMomentOf();
  const { run, isBusy, error: refusal } = useCommand();
  if (failures.length === 0) return null;
  return (
    <div className="form-note">
      <strong>{text.failures(failures.length)}</strong>
      <ul className="settings-points small">
        {failures.map(({ eventId, title, error, nextAt }, index) => (
          <li key={eventId ?? index}>
            <strong>{title ?? text.untitled}: </strong>
            {accountFault(error ?? "unknown", all)}{" "}
            {nextAt !== null && <span className="soft">{text.retryAt(momentOf(nextAt, "short"))}</span>}
          </li>
        ))}
      </ul>
      {isOwn && (
        <Button
          size="s"
          icon={<RotateCcw />}
          busy={isBusy}
          aria-label={text.retryOf(name)}
          onClick={() => void run(syncAccount, account.id)}
        >
          {text.retry}
        </Button>
      )}
      <FormError error={refusal} />
    </div>
  );
}

function Runs({ runs }: { runs: AccountCalendar["runs"] }) {
  const all = useText();
  const { calendarList: text } = all.settings.accounts;
  const momentOf = useMomentOf();
  return (
    <details className="settings-past">
      <summary>{text.runs}</summary>
      <ul className="settings-points small">
        {runs.map((run) => (
          <li key={run.at}>
            <strong>{momentOf(run.at, "short")}: </strong>
            {text.run(counted.flatMap((each) => (run[each] > 0 ? text.counts[each](run[each]) : [])))}{" "}
            <span className="soft">({text.took(run.ms)})</span>
            {run.error !== null && <> · {accountFault(run.error, all)}</>}
          </li>
        ))}
      </ul>
    </details>
  );
}

const counted = ["added", "changed", "deleted", "sent", "failed"] as const;

const modes = ["off", "in", "out", "both"] as const;
const privacies = ["busy", "full", "hidden"] as const;

type Draft = Pick<AccountCalendar, "mode" | "name" | "color" | "memberIds" | "isGeneral" | "privacy" | "isDefault">;

function draftOf({ mode, name, color, memberIds, isGeneral, privacy, isDefault }: AccountCalendar): Draft {
  return { mode, name: name.slice(0, 100), color, memberIds, isGeneral, privacy, isDefault };
}

const isCopied = ({ mode }: Draft) => mode === "out" || mode === "both";

function inputOf(draft: Draft): Draft {
  return { ...draft, name: draft.name.trim(), isDefault: isCopied(draft) && draft.isDefault };
}

const people = ["memberIds", "isGeneral"] as const;

/** Sheet of one calendar in the viewer's account: whether the calendar is synced, and how its events are shown. */
function CalendarSheet(props: { account: Account; record: OpenRecord<AccountCalendar>; onClose: () => void }) {
  const { account, record, onClose } = props;
  const { value: calendar } = record;
  const { settings, setup } = useText();
  const { choice: text } = settings.accounts;
  const [decision, setDecision] = useState<Decision>("keep");
  const form = useDraft<Draft, "events">(() => draftOf(calendar), {
    validate: ({ name }) => ({ name: name.trim() ? null : setup.problems.nameMissing }),
    edited: edited(record, draftOf),
    units: [people],
    describe: { mode: (draft) => text.modes[draft.mode], privacy: ({ privacy }) => text.privacies[privacy] },
  });
  const { mode } = form.draft;
  const isLosing = calendar.eventCount > 0 && (mode === "off" || (mode === "out" && calendar.mode === "in"));
  const save = async () => {
    const input = inputOf(form.draft);
    const patch = patchOf(inputOf(form.base), input, [people]);
    if (!patch) return true;
    const others = mode === "off" ? {} : form.base.mode === "off" ? input : patch;
    const choice = { ...others, mode, ...(isLosing ? { events: decision } : {}) };
    return form.run(chooseCalendar, { id: account.id, key: calendar.key, choice });
  };
  return (
    <EditSheet
      form={form}
      title={calendar.name}
      sub={account.name}
      canSaveAsNew={false}
      onSave={save}
      onClose={onClose}
    >
      <Select
        label={text.mode}
        hint={text.modeHints[mode]}
        options={modes.map((value) => ({
          value,
          label: text.modes[value],
          disabled: calendar.isReadOnly && (value === "out" || value === "both"),
        }))}
        {...form.field("mode")}
      />
      {calendar.isReadOnly && <p className="form-note">{text.readOnly}</p>}
      {isLosing && <DecisionField value={decision} onChange={setDecision} />}
      {mode !== "off" && (
        <>
          <TextField label={text.name} maxLength={100} {...form.field("name")} />
          <ColorPicker label={setup.color} names={setup.colors} {...form.field("color")} />
        </>
      )}
      {(mode === "in" || mode === "both") && (
        <>
          <CalendarConcernedFields label={text.who} generalHint={text.generalHint} form={form} />
          <Select
            label={text.privacy}
            hint={text.privacyHint}
            options={privacies.map((value) => ({ value, label: text.privacies[value] }))}
            {...form.field("privacy")}
          />
        </>
      )}
      {isCopied(form.draft) && (
        <Switch label={text.isDefault} hint={text.isDefaultHint} {...form.toggle("isDefault")} />
      )}
    </EditSheet>
  );
}

/** Field to choose whether the events of a removed calendar are kept or removed. */
export function DecisionField(props: { value: Decision; onChange: (value: Decision) => void }) {
  const { accounts: text } = useText().settings;
  return (
    <ChoiceField {...props} label={text.decision} hint={text.decisionHints[props.value]} labels={text.decisions} />
  );
}
