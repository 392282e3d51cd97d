import type { ComponentChildren, RefObject } from "preact";
import { useState } from "preact/hooks";
import type { SignInDetails } from "#lib/errors.ts";
import { FormFooter } from "#web/forms/form.tsx";
import { PasswordField } from "#web/forms/password-field.tsx";
import { useDraft } from "#web/forms/use-draft.ts";
import { type Catalogue, useText } from "#web/i18n/catalogue.ts";
import { invalidate } from "#web/page/sync.ts";
import { toasts } from "#web/page/toasts.ts";
import { detailsOf, Failure } from "#web/sync/api/failures.ts";
import { useViewer } from "#web/sync/session.ts";
import type { FieldError } from "#web/ui/controls/field.tsx";
import { TextField } from "#web/ui/controls/text-field.tsx";
import { ConfirmDialog } from "#web/ui/overlay/confirm-dialog.tsx";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import type { Account } from "../model/accounts.ts";
import { changeAccount, changedKinds, connectAccount } from "./sources.ts";

export type CaldavPreset = Exclude<keyof Catalogue["settings"]["accounts"]["presets"], "google">;

/** Addresses of calendar services. Empty if the address differs for each user. */
const addresses: Readonly<Record<CaldavPreset, string>> = {
  icloud: "https://caldav.icloud.com",
  fastmail: "https://caldav.fastmail.com",
  nextcloud: "",
  mailbox: "https://dav.mailbox.org",
  radicale: "",
  other: "",
};

const examples: Readonly<Partial<Record<CaldavPreset, string>>> = {
  nextcloud: "https://cloud.example",
  radicale: "https://radicale.example",
  other: "https://caldav.example",
};

type Draft = {
  /** Name of the account. Null means the name of the calendar service. */
  readonly name: string | null;
  readonly url: string | null;
  readonly username: string;
  readonly password: string;
};

/** Sheet to connect a CalDAV account, or to sign in to `account` again. */
export function CaldavSheet(props: {
  preset: CaldavPreset;
  account: Account | null;
  choice?: ComponentChildren;
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  onClose: () => void;
  onDone: (account: Account) => void;
}) {
  const { preset, account, choice, initialFocus, onClose, onDone } = props;
  const { settings, setup } = useText();
  const { accounts: text } = settings;
  const viewer = useViewer();
  const [origins, setOrigins] = useState<readonly string[]>([]);
  const [asked, setAsked] = useState<string | null>(null);
  const form = useDraft<Draft>(
    () => ({ name: null, url: account?.url ?? null, username: account?.username ?? "", password: "" }),
    {
      validate: (draft) => ({
        name: draft.name?.trim() === "" ? setup.problems.nameMissing : null,
        url: isAddress(addressOf(draft.url ?? addresses[preset], preset)) ? null : text.addressWrong,
        username: draft.username.trim() ? null : text.usernameMissing,
        password: draft.password ? null : text.passwordMissing,
      }),
    },
  );
  const { draft, change } = form;
  const written = draft.url ?? addresses[preset];
  const url = addressOf(written, preset);
  const provider = preset === "other" ? text.ownCalendar : text.presets[preset];
  const name = draft.name ?? text.names(viewer?.name ?? "", provider);
  const errors = { ...form.errors, ...ownWords(form.failure, form.errors, text) };
  const send = async (confirmed: readonly string[]) => {
    const access = { url, username: draft.username.trim(), password: draft.password, origins: [...confirmed] };
    const answer = await form.send<Account | string>(async () => {
      try {
        return await (account ? changeAccount(account.id, access) : connectAccount({ ...access, name: name.trim() }));
      } catch (error) {
        const origin = otherOrigin(error);
        if (origin === null || confirmed.includes(origin)) throw error;
        return origin;
      }
    });
    if (typeof answer === "string") return setAsked(answer);
    if (!answer) return;
    invalidate(changedKinds);
    if (account) toasts.show({ message: text.signedIn(answer.name) });
    onDone(answer);
  };
  const confirm = () => {
    const next = asked === null ? origins : [...origins, asked];
    setOrigins(next);
    setAsked(null);
    void send(next);
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title={account ? text.signInOf(account.name) : text.addTitle}
      sub={account ? text.signInText : text.addText}
      {...(initialFocus ? { initialFocus } : {})}
      onSubmit={() => {
        if (!form.isBusy && form.check()) void send(origins);
      }}
      footer={<FormFooter form={form} onCancel={onClose} save={account ? text.signIn : text.connect} />}
    >
      {choice}
      {!account && (
        <TextField
          label={text.name}
          hint={text.nameHint}
          value={name}
          maxLength={100}
          onChange={(next) => change({ name: next })}
          error={errors.name}
        />
      )}
      <TextField
        label={preset === "nextcloud" ? text.cloud : text.address}
        type="url"
        inputMode="url"
        autoCapitalize="none"
        maxLength={2_000}
        placeholder={examples[preset]}
        value={written}
        onChange={(next) => change({ url: next })}
        error={errors.url}
      />
      {url.startsWith("http:") && (
        <p className="form-note" role="status">
          {text.plain}
        </p>
      )}
      <TextField
        label={text.username}
        autoCapitalize="none"
        spellcheck={false}
        maxLength={300}
        value={draft.username}
        onChange={(username) => change({ username })}
        error={errors.username}
      />
      <PasswordField
        label={text.password}
        hint={text.passwordHint}
        isForeign
        value={draft.password}
        onChange={(password) => change({ password })}
        error={errors.password}
      />
      <p className="soft small" role="status">
        {form.isBusy && text.asking}
      </p>
      {asked !== null && (
        <ConfirmDialog
          open
          onClose={() => setAsked(null)}
          onConfirm={confirm}
          title={text.originTitle(shown(asked))}
          confirm={text.originConfirm}
        >
          {text.originText(shown(asked))}
        </ConfirmDialog>
      )}
    </Sheet>
  );
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

/**
 * Returns the other server to which the typed address leads. The user must confirm that server. Null if the request
 * failed for another reason.
 */
function otherOrigin(error: unknown): string | null {
  return detailsOf<SignInDetails>(error).origin ?? null;
}

function ownWords(
  failure: unknown,
  errors: { readonly url?: FieldError; readonly password?: FieldError },
  { refusals }: Catalogue["settings"]["accounts"],
) {
  if (!(failure instanceof Failure)) return {};
  const { code, field } = failure;
  if (field === "password" && errors.password && detailsOf<SignInDetails>(failure).reason === "appPassword")
    return { password: refusals.appPassword };
  if (field !== "url" || !errors.url || code === null || !Object.hasOwn(refusals, code)) return {};
  return { url: refusals[code as keyof typeof refusals] };
}
