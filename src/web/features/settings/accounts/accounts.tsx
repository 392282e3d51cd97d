import { useEffect, useRef, useState } from "preact/hooks";
import { useOpenRecord } from "#web/forms/use-open-record.tsx";
import { useRequest } from "#web/forms/use-request.ts";
import { type Catalogue, useText } from "#web/i18n/catalogue.ts";
import { invalidate } from "#web/page/sync.ts";
import { useOverlay } from "#web/shell/use-overlay.ts";
import { useMembers, useNow, useViewer } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { formatAgo } from "#web/time/ago.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Chip } from "#web/ui/controls/chip.tsx";
import { FormError } from "#web/ui/controls/form.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import { CalendarDays, Cloud, KeyRound, Pencil, RefreshCw, Unplug } from "#web/ui/icons.ts";
import { Menu } from "#web/ui/overlay/menu.tsx";
import { accountFault } from "../../calendar/model/calendars.ts";
import { CalendarList } from "../calendars/calendar-list.tsx";
import { type Account, accountsSource } from "../model/accounts.ts";
import { DisconnectDialog, RenameSheet } from "./account-actions.tsx";
import { OfferedSheet } from "./account-calendars-sheet.tsx";
import { type CaldavPreset, CaldavSheet } from "./caldav-sheet.tsx";
import { GoogleSheet } from "./google-sheet.tsx";
import { changedKinds, syncAccount } from "./sources.ts";

/** Maximum number of calendar accounts that the server allows. */
const maxAccounts = 10;
/** Interval in milliseconds at which accounts are polled during a sync. The server sends no event when a sync ends. */
const pollMs = 3_000;

export function AccountsPart() {
  const { accounts: text } = useText().settings;
  const read = useSource(accountsSource, {});
  const viewer = useViewer();
  const { value, open, replace, close } = useOverlay("newAccount", "signIn", "rename", "account", "entry");
  const [leaving, setLeaving] = useState<Account | null>(null);
  const all = read.data?.accounts ?? [];
  const called = (id: string | null) => all.find((each) => each.id === id);
  const ownCalled = (id: string | null) => all.find((each) => each.id === id && each.memberId === viewer?.id);
  const shown = useOpenRecord(value.account, called(value.account));
  const renamed = useOpenRecord(value.rename, ownCalled(value.rename));
  const signedOut = ownCalled(value.signIn);
  const choose = ({ id }: Account) => replace({ account: id });
  usePolling(
    all.some(({ isSyncing }) => isSyncing),
    read.refetch,
  );
  return (
    <CalendarList
      section="accounts"
      picture="☁️"
      text={text}
      read={read}
      items={all}
      most={maxAccounts}
      onAdd={() => open({ newAccount: "" })}
      row={(account) => (
        <Row
          key={account.id}
          account={account}
          onOpen={() => open({ account: account.id })}
          onSignIn={() => open({ signIn: account.id })}
          onRename={() => open({ rename: account.id })}
          onEnd={() => setLeaving(account)}
        />
      )}
    >
      {value.newAccount !== null && <ConnectSheet first={value.newAccount} onClose={close} onDone={choose} />}
      {signedOut && <SignInAgainSheet account={signedOut} onClose={close} onDone={close} />}
      {renamed && <RenameSheet key={value.rename} record={renamed} onClose={close} />}
      {shown && (!shown.isDeleted || value.entry !== null) && (
        <OfferedSheet
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
    const timer = setInterval(refetch, pollMs);
    return () => {
      clearInterval(timer);
      invalidate(changedKinds);
    };
  }, [isSyncing, refetch]);
}

type Preset = CaldavPreset | "google";

const presets: readonly Preset[] = ["icloud", "google", "fastmail", "nextcloud", "mailbox", "radicale", "other"];

type SheetProps = { onClose: () => void; onDone: (account: Account) => void };

function ConnectSheet({ first, ...rest }: SheetProps & { first: string }) {
  const { accounts: text } = useText().settings;
  const [preset, setPreset] = useState<Preset>(presets.find((each) => each === first) ?? "icloud");
  const [isChosen, setChosen] = useState(false);
  const select = useRef<HTMLSelectElement>(null);
  const about = {
    ...rest,
    account: null,
    // The other sheet must not lose the focus.
    initialFocus: isChosen ? select : undefined,
    choice: (
      <Select
        ref={select}
        label={text.preset}
        hint={text.presetHints[preset]}
        value={preset}
        options={presets.map((value) => ({ value, label: text.presets[value] }))}
        onChange={(next) => {
          setPreset(next);
          setChosen(true);
        }}
      />
    ),
  };
  return preset === "google" ? <GoogleSheet {...about} /> : <CaldavSheet {...about} preset={preset} />;
}

function SignInAgainSheet(props: SheetProps & { account: Account }) {
  return props.account.provider === "provider_b" ? (
    <GoogleSheet {...props} />
  ) : (
    <CaldavSheet {...props} preset="other" />
  );
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
  onOpen: () => void;
  onSignIn: () => void;
  onRename: () => void;
  onEnd: () => void;
};

function Row({ account, onOpen, onSignIn, onRename, onEnd }: RowProps) {
  const all = useText();
  const { accounts: text } = all.settings;
  const { ms } = useNow();
  const members = useMembers();
  const viewer = useViewer();
  const request = useRequest();
  const { id, memberId, name, error, syncedAt } = account;
  const isOwn = viewer?.id === memberId;
  const state = stateOf(account);
  const whose = members.find((each) => each.id === memberId)?.name ?? "";
  const sync = async () => {
    await request.send(() => syncAccount(id));
    invalidate(changedKinds);
  };
  return (
    <li className="calendars-followed">
      <div className="settings-row">
        <Cloud />
        <span className="settings-row-text">
          <strong>{name}</strong>
          <span className="soft small">
            {whose} · {placeOf(account, text)}
          </span>
          <span className="soft small">
            {syncedAt === null ? text.neverSynced : text.synced(formatAgo(syncedAt, ms))}
          </span>
        </span>
        <Menu
          label={text.moreFor(name)}
          items={[
            ...(isOwn
              ? [
                  { label: text.rename, icon: <Pencil />, onSelect: onRename },
                  { label: text.signIn, icon: <KeyRound />, onSelect: onSignIn },
                ]
              : []),
            { label: text.end, icon: <Unplug />, onSelect: onEnd, danger: true },
          ]}
        />
      </div>
      <div className="calendars-state">
        <Chip
          tone={tones[state]}
          role="status"
          icon={state === "syncing" && <span className="calendars-spinner" aria-hidden="true" />}
        >
          {text.states[state]}
        </Chip>
        <Button size="s" icon={<CalendarDays />} aria-label={text.calendarsOf(name)} onClick={onOpen}>
          {text.calendars}
        </Button>
        {isOwn &&
          (state === "needs_sign_in" ? (
            <Button size="s" variant="primary" icon={<KeyRound />} aria-label={text.signInOf(name)} onClick={onSignIn}>
              {text.signIn}
            </Button>
          ) : (
            <Button
              size="s"
              icon={<RefreshCw />}
              busy={request.isBusy}
              disabled={account.isSyncing && !request.isBusy}
              aria-label={text.syncOf(name)}
              onClick={() => void sync()}
            >
              {text.sync}
            </Button>
          ))}
      </div>
      {error !== null && <p className="small">{accountFault(error, all)}</p>}
      <FormError error={request.error} />
    </li>
  );
}

/** Formats the service and the user of an account: “CalDAV, caldav.icloud.com”, “Google, ben@example.org”. */
function placeOf({ provider, url, username }: Account, text: Catalogue["settings"]["accounts"]): string {
  const host = url === null ? username : (URL.parse(url)?.host ?? "");
  return `${text.providers[provider]}, ${host}`;
}
