import type { ComponentChildren, RefObject } from "preact";
import { useState } from "preact/hooks";
import type { SignInDetails } from "#lib/errors.ts";
import { EditSheet } from "#web/forms/edit-sheet.tsx";
import { PasswordField } from "#web/forms/password-field.tsx";
import { useDraft } from "#web/forms/use-draft.ts";
import { type Catalogue, useText } from "#web/i18n/catalogue.ts";
import { read } from "#web/sync/api/client.ts";
import { detailsOf, Failure } from "#web/sync/api/failures.ts";
import type { Operations } from "#web/sync/api/operations.ts";
import { command } from "#web/sync/command.ts";
import { useViewer } from "#web/sync/session.ts";
import { TextField, type TextFieldProps, UrlField } from "#web/ui/controls/text-field.tsx";
import { ConfirmDialog } from "#web/ui/overlay/confirm-dialog.tsx";
import { type Account, changedKinds } from "../../calendar/model/accounts.ts";

type Accounts = Operations["app"]["calendar-accounts"];
type Access = Omit<Parameters<Accounts["post"]>[0], "name"> & { readonly origins: string[] };

/**
 * Connects a new CalDAV account if `id` is null. Otherwise, signs in again to the account with this id. Resolves to the
 * account. If the address leads to another server, and `access.origins` does not have the origin of that server,
 * resolves to that origin. The user must then confirm the origin.
 */
const signIn = command({
  send: async ({ id, name, access }: { id: string | null; name: string; access: Access }, { app }) => {
    try {
      const { "calendar-accounts": accounts } = app;
      return await (id === null ? read(accounts.post({ ...access, name })) : read(accounts({ id }).patch(access)));
    } catch (error) {
      const { origin } = detailsOf<SignInDetails>(error);
      if (origin === undefined || access.origins.includes(origin)) throw error;
      return origin;
    }
  },
  invalidates: changedKinds,
  done: ({ settings }, { id }, answer: Account | string) =>
    id === null || typeof answer === "string" ? null : settings.accounts.signedIn(answer.name),
  errorMessage({ settings }, _, failure) {
    if (!(failure instanceof Failure)) return null;
    const { refusals } = settings.accounts;
    const { code, field } = failure;
    if (field === "password" && detailsOf<SignInDetails>(failure).reason === "appPassword") return refusals.appPassword;
    if (field !== "url" || code === null || !Object.hasOwn(refusals, code)) return null;
    return refusals[code as keyof typeof refusals];
  },
});

export type CaldavPreset = Exclude<keyof Catalogue["settings"]["accounts"]["presets"], "google">;

/** Addresses of the calendar services. If each user has another address, `example` shows its form. */
const services: Readonly<Record<CaldavPreset, { readonly address?: string; readonly example?: string }>> = {
  icloud: { address: "https://caldav.icloud.com" },
  fastmail: { address: "https://caldav.fastmail.com" },
  nextcloud: { example: "https://cloud.example" },
  mailbox: { address: "https://dav.mailbox.org" },
  radicale: { example: "https://radicale.example" },
  other: { example: "https://caldav.example" },
};

type Draft = {
  /** Name of the account. Null means the name of the calendar service. */
  readonly name: string | null;
  readonly url: string | null;
  readonly username: string;
  readonly password: string;
};

export type SignInProps = {
  /** Account to which the user signs in again. Null if a new account is connected. */
  account: Account | null;
  /** Field to choose the calendar service of a new account. */
  choice?: ComponentChildren;
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  onClose: () => void;
  onDone: (account: Account) => void;
};

/** Sheet to connect a CalDAV account, or to sign in to `account` again. */
export function CaldavSheet(props: SignInProps & { preset: CaldavPreset }) {
  const { preset, account, choice, initialFocus, onClose, onDone } = props;
  const { settings, setup } = useText();
  const { accounts: text } = settings;
  const viewer = useViewer();
  const { address = "", example } = services[preset];
  const [origins, setOrigins] = useState<readonly string[]>([]);
  const [unconfirmedOrigin, setUnconfirmedOrigin] = useState<string | null>(null);
  const form = useDraft<Draft>(
    () => ({ name: null, url: account?.url ?? null, username: account?.username ?? "", password: "" }),
    {
      validate: (draft) => ({
        name: draft.name?.trim() === "" ? setup.problems.nameMissing : null,
        url: isAddress(addressOf(draft.url ?? address, preset)) ? null : text.addressWrong,
        username: draft.username.trim() ? null : text.usernameMissing,
        password: draft.password ? null : text.passwordMissing,
      }),
    },
  );
  const written = form.draft.url ?? address;
  const url = addressOf(written, preset);
  const provider = preset === "other" ? text.ownCalendar : text.presets[preset];
  const name = form.draft.name ?? text.names(viewer?.name ?? "", provider);
  const send = async (confirmed: readonly string[]) => {
    const { username, password } = form.draft;
    const access = { url, username: username.trim(), password, origins: [...confirmed] };
    const answer = await form.run(signIn, { id: account?.id ?? null, name: name.trim(), access });
    if (typeof answer === "string") setUnconfirmedOrigin(answer);
    else if (answer) onDone(answer);
    return null;
  };
  const confirm = () => {
    const next = unconfirmedOrigin === null ? origins : [...origins, unconfirmedOrigin];
    setOrigins(next);
    setUnconfirmedOrigin(null);
    void send(next);
  };
  return (
    <EditSheet
      form={form}
      title={account ? text.signInOf(account.name) : text.addTitle}
      sub={account ? text.signInText : text.addText}
      initialFocus={initialFocus}
      save={account ? text.signIn : text.connect}
      onSave={() => send(origins)}
      onClose={onClose}
    >
      {choice}
      {!account && (
        <TextField label={text.name} hint={text.nameHint} maxLength={100} {...form.field("name")} value={name} />
      )}
      <UrlField
        label={preset === "nextcloud" ? text.cloud : text.address}
        maxLength={2_000}
        placeholder={example}
        {...form.field("url")}
        value={written}
      />
      {url.startsWith("http:") && (
        <p className="form-note" role="status">
          {text.plain}
        </p>
      )}
      <CredentialField label={text.username} {...form.field("username")} />
      <PasswordField label={text.password} hint={text.passwordHint} isForeign {...form.field("password")} />
      <p className="soft small" role="status">
        {form.isBusy && text.asking}
      </p>
      {unconfirmedOrigin !== null && (
        <ConfirmDialog
          open
          onClose={() => setUnconfirmedOrigin(null)}
          onConfirm={confirm}
          title={text.originTitle(shown(unconfirmedOrigin))}
          confirm={text.originConfirm}
        >
          {text.originText(shown(unconfirmedOrigin))}
        </ConfirmDialog>
      )}
    </EditSheet>
  );
}

/** Field for a text that must be typed exactly, such as a user name. */
export function CredentialField(props: TextFieldProps) {
  return <TextField {...props} autoCapitalize="none" spellcheck={false} maxLength={300} />;
}

/**
 * Returns the typed address in the form that the server needs. The address gets a scheme. For Nextcloud, it also gets
 * the path of the CalDAV service.
 */
function addressOf(written: string, preset: CaldavPreset): string {
  const text = written.trim();
  if (text === "") return "";
  const url = /^[a-z]+:\/\//i.test(text) ? text : `https://${text}`;
  if (preset !== "nextcloud" || url.includes("/remote.php/")) return url;
  return `${url.replace(/\/+$/, "")}/remote.php/dav`;
}

function isAddress(url: string): boolean {
  return /^https?:\/\/\S+$/i.test(url) && URL.canParse(url);
}

/** Returns an origin without `https://`. An origin with plain HTTP keeps its scheme. */
function shown(origin: string): string {
  return origin.replace(/^https:\/\//, "");
}
