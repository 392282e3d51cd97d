import { useEffect, useRef, useState } from "preact/hooks";
import { ConfirmCommand } from "#web/forms/confirm-command.tsx";
import { EditSheet } from "#web/forms/edit-sheet.tsx";
import { useCommand } from "#web/forms/use-command.ts";
import { useDraft } from "#web/forms/use-draft.ts";
import { edited, type OpenRecord, useOpenRecordOf } from "#web/forms/use-open-record.tsx";
import { type Catalogue, useText } from "#web/i18n/catalogue.ts";
import { timers } from "#web/lib/timers.ts";
import { invalidate } from "#web/page/sync.ts";
import { useOverlay } from "#web/shell/use-overlay.ts";
import { read } from "#web/sync/api/client.ts";
import { command } from "#web/sync/command.ts";
import { useMembers, useViewer } from "#web/sync/session.ts";
import { useAgo } from "#web/sync/use-dates.ts";
import { useSource } from "#web/sync/use-source.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Chip } from "#web/ui/controls/chip.tsx";
import { FormError } from "#web/ui/controls/form.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import { TextField } from "#web/ui/controls/text-field.tsx";
import { CalendarDays, Cloud, KeyRound, Pencil, RefreshCw, Unplug } from "#web/ui/icons.ts";
import { Menu } from "#web/ui/overlay/menu.tsx";
import { type Account, accountsSource, changedKinds } from "../../calendar/model/accounts.ts";
import { accountFault } from "../../calendar/model/calendars.ts";
import { CalendarList, SyncedRow } from "../calendars/calendar-list.tsx";
import { AccountCalendarsSheet, type Decision, DecisionField, syncAccount } from "./account-calendars.tsx";
import { type CaldavPreset, CaldavSheet } from "./caldav-sheet.tsx";
import { GoogleSheet } from "./google-sheet.tsx";

const renameAccount = command({
  send: ({ id, name }: { id: string; name: string }, { app }) => read(app["calendar-accounts"]({ id }).patch({ name })),
  invalidates: changedKinds,
  done: ({ settings }, _, { name }) => settings.accounts.renamed(name),
});

const disconnectAccount = command({
  send: ({ id, events }: { id: string; name: string; events: Decision }, { app }) =>
    read(app["calendar-accounts"]({ id }).delete(undefined, { query: { events } })),
  invalidates: changedKinds,
  done: ({ settings }, { name }) => settings.accounts.ended(name),
});

/**
 * Interval in milliseconds at which accounts are polled during a sync, because the server sends no event when a sync
 * ends.
 */
const pollMs = 3_000;

export function AccountsPart() {
  const { accounts: text } = useText().settings;
  const accounts = useSource(accountsSource, {});
  const viewer = useViewer();
  const { value, open, replace, close } = useOverlay("newAccount", "signIn", "rename", "account", "entry");
  const [leaving, setLeaving] = useState<Account | null>(null);
  const all = accounts.data?.accounts ?? [];
  const own = all.filter(({ memberId }) => memberId === viewer?.id);
  const shown = useOpenRecordOf(all, value.account);
  const renamed = useOpenRecordOf(own, value.rename);
  const signedOut = own.find(({ id }) => id === value.signIn);
  const isSyncing = all.some((each) => each.isSyncing);
  usePolling(isSyncing, accounts.refetch);
  return (
    <CalendarList
      section="accounts"
      picture="☁️"
      text={text}
      read={accounts}
      itemsOf={(data) => data.accounts}
      max={10}
      onAdd={() => open({ newAccount: "" })}
      row={(account) => <Row key={account.id} account={account} open={open} onEnd={() => setLeaving(account)} />}
    >
      {value.newAccount !== null && (
        <ConnectSheet first={value.newAccount} onClose={close} onDone={({ id }) => replace({ account: id })} />
      )}
      {signedOut &&
        (signedOut.provider === "provider_b" ? (
          <GoogleSheet account={signedOut} onClose={close} onDone={close} />
        ) : (
          <CaldavSheet account={signedOut} preset="other" onClose={close} onDone={close} />
        ))}
      {renamed && <RenameSheet key={value.rename} record={renamed} onClose={close} />}
      {shown && (!shown.isDeleted || value.entry !== null) && (
        <AccountCalendarsSheet
          key={value.account}
          account={shown.value}
          isDeleted={shown.isDeleted}
          changed={value.entry}
          onChange={(key) => open({ account: shown.value.id, entry: key })}
          onClose={close}
        />
      )}
      {leaving && <DisconnectDialog account={leaving} onClose={() => setLeaving(null)} />}
    </CalendarList>
  );
}

/**
 * Polls the accounts while any of them is being synchronised. When the last synchronisation has ended, also loads the
 * events again.
 */
function usePolling(isSyncing: boolean, refetch: () => void): void {
  useEffect(() => {
    if (!isSyncing) return;
    const stop = timers.every(pollMs, refetch);
    return () => {
      stop();
      invalidate(changedKinds);
    };
  }, [isSyncing, refetch]);
}

type Preset = CaldavPreset | "google";

const presets: readonly Preset[] = ["icloud", "google", "fastmail", "nextcloud", "mailbox", "radicale", "other"];

type ConnectProps = { first: string; onClose: () => void; onDone: (account: Account) => void };

function ConnectSheet({ first, ...rest }: ConnectProps) {
  const { accounts: text } = useText().settings;
  const [chosen, setChosen] = useState<Preset | null>(null);
  const preset = chosen ?? presets.find((each) => each === first) ?? "icloud";
  const select = useRef<HTMLSelectElement>(null);
  const about = {
    ...rest,
    account: null,
    // The other sheet must not lose the focus.
    initialFocus: chosen ? select : undefined,
    choice: (
      <Select
        ref={select}
        label={text.preset}
        hint={text.presetHints[preset]}
        value={preset}
        options={presets.map((value) => ({ value, label: text.presets[value] }))}
        onChange={setChosen}
      />
    ),
  };
  return preset === "google" ? <GoogleSheet {...about} /> : <CaldavSheet {...about} preset={preset} />;
}

const tones = { ready: "good", syncing: undefined, failing: "warn", needs_sign_in: "danger", unused: "warn" } as const;

function stateOf({ state, isSyncing, error, calendarCount }: Account): keyof typeof tones {
  if (state === "needs_sign_in") return state;
  if (isSyncing) return "syncing";
  if (error !== null) return "failing";
  return calendarCount === 0 ? "unused" : "ready";
}

type RowProps = {
  account: Account;
  open: (sheet: { account: string } | { signIn: string } | { rename: string }) => void;
  onEnd: () => void;
};

function Row({ account, open, onEnd }: RowProps) {
  const all = useText();
  const { accounts: text } = all.settings;
  const ago = useAgo();
  const members = useMembers();
  const viewer = useViewer();
  const { run, isBusy, error: refusal } = useCommand();
  const { id, memberId, name, error, syncedAt } = account;
  const isOwn = viewer?.id === memberId;
  const state = stateOf(account);
  const whose = members.find((each) => each.id === memberId)?.name ?? "";
  const signIn = () => open({ signIn: id });
  return (
    <SyncedRow
      picture={<Cloud />}
      title={name}
      facts={[
        `${whose} · ${placeOf(account, text)}`,
        syncedAt === null ? text.neverSynced : text.synced(ago(syncedAt)),
      ]}
      actions={
        <Menu
          label={text.moreFor(name)}
          items={[
            ...(isOwn
              ? [
                  { label: text.rename, icon: <Pencil />, onSelect: () => open({ rename: id }) },
                  { label: text.signIn, icon: <KeyRound />, onSelect: signIn },
                ]
              : []),
            { label: text.end, icon: <Unplug />, onSelect: onEnd, danger: true },
          ]}
        />
      }
      state={
        <>
          <Chip tone={tones[state]} role="status" busy={state === "syncing"}>
            {text.states[state]}
          </Chip>
          <Button
            size="s"
            icon={<CalendarDays />}
            aria-label={text.calendarsOf(name)}
            onClick={() => open({ account: id })}
          >
            {text.calendars}
          </Button>
          {isOwn &&
            (state === "needs_sign_in" ? (
              <Button size="s" variant="primary" icon={<KeyRound />} aria-label={text.signInOf(name)} onClick={signIn}>
                {text.signIn}
              </Button>
            ) : (
              <Button
                size="s"
                icon={<RefreshCw />}
                busy={isBusy}
                disabled={account.isSyncing && !isBusy}
                aria-label={text.syncOf(name)}
                onClick={() => void run(syncAccount, id)}
              >
                {text.sync}
              </Button>
            ))}
        </>
      }
      fault={error && accountFault(error, all)}
    >
      <FormError error={refusal} />
    </SyncedRow>
  );
}

/** Formats the kind of an account with its host, or with its user if the account has no address. */
function placeOf({ provider, url, username }: Account, text: Catalogue["settings"]["accounts"]): string {
  const host = url === null ? username : (URL.parse(url)?.host ?? "");
  return `${text.providers[provider]}, ${host}`;
}

function DisconnectDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const { accounts: text } = useText().settings;
  const [events, setEvents] = useState<Decision>("keep");
  const { id, name, calendarCount } = account;
  return (
    <ConfirmCommand
      title={text.endTitle(name)}
      confirm={text.end}
      command={disconnectAccount}
      variables={{ id, name, events }}
      onClose={onClose}
    >
      <p>{text.endText}</p>
      {calendarCount > 0 && <DecisionField value={events} onChange={setEvents} />}
    </ConfirmCommand>
  );
}

function RenameSheet({ record, onClose }: { record: OpenRecord<Account>; onClose: () => void }) {
  const { id, name } = record.value;
  const { settings, setup } = useText();
  const { accounts: text } = settings;
  const form = useDraft(
    { name },
    {
      validate: (draft) => ({ name: draft.name.trim() ? null : setup.problems.nameMissing }),
      edited: edited(record, (account) => ({ name: account.name })),
    },
  );
  return (
    <EditSheet
      form={form}
      title={text.rename}
      canSaveAsNew={false}
      onSave={async (draft, patch) => !patch || form.run(renameAccount, { id, ...draft })}
      onClose={onClose}
    >
      <TextField label={text.name} hint={text.nameHint} maxLength={100} {...form.field("name")} />
    </EditSheet>
  );
}
