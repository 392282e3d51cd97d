import type { ComponentChildren, RefObject } from "preact";
import { useState } from "preact/hooks";
import { FormNotice } from "#web/forms/form.tsx";
import { useDraft } from "#web/forms/use-draft.ts";
import { useRequest } from "#web/forms/use-request.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { invalidate } from "#web/page/sync.ts";
import { toasts } from "#web/page/toasts.ts";
import { useIsAdult } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { FormError } from "#web/ui/controls/form.tsx";
import { TextField } from "#web/ui/controls/text-field.tsx";
import { ErrorNotice } from "#web/ui/display/notice.tsx";
import { Skeletons } from "#web/ui/display/skeleton.tsx";
import { ExternalLink } from "#web/ui/icons.ts";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { Copyable } from "../keys/copyable.tsx";
import type { Account } from "../model/accounts.ts";
import {
  beginGoogle,
  changedKinds,
  finishGoogle,
  googleClientSource,
  googleFault,
  rememberAccount,
  setGoogleClient,
} from "./sources.ts";

const consoleAddress = "https://console.cloud.google.com/";

type Props = {
  /** Account to which the user signs in again. Null if a new account is connected. */
  account: Account | null;
  choice?: ComponentChildren;
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  onClose: () => void;
  onDone: (account: Account) => void;
};

/**
 * Sheet to connect a Google account. The sheet first asks for the household's OAuth client. Then it opens the sign-in
 * at Google.
 */
export function GoogleSheet(props: Props) {
  const { settings, common } = useText();
  const { google: text } = settings.accounts;
  const isAdult = useIsAdult();
  const { data: client, error, refetch } = useSource(googleClientSource, {});
  const [isChanging, setChanging] = useState(false);
  const about = {
    ...props,
    title: props.account ? text.again : text.title,
    sub: props.account ? settings.accounts.signInText : settings.accounts.addText,
  };
  if (client && (client.clientId === null || isChanging) && isAdult) {
    return (
      <ClientSheet {...about} redirectUri={client.isReturning ? client.redirectUri : null} onSaved={setChanging} />
    );
  }
  if (client?.clientId) {
    return (
      <SignInSheet
        {...about}
        clientId={client.clientId}
        isReturning={client.isReturning}
        onChange={isAdult ? () => setChanging(true) : null}
      />
    );
  }
  return (
    <PlainSheet {...about}>
      {client && <p>{text.adultOnly}</p>}
      {!client && error && <ErrorNotice title={common.couldNotLoad} onRetry={refetch} />}
      {!client && !error && <Skeletons label={common.loading} count={1} height="4rem" />}
    </PlainSheet>
  );
}

type SheetProps = Props & { title: string; sub: string };

function PlainSheet(
  props: SheetProps & { footer?: ComponentChildren; onSubmit?: () => void; children: ComponentChildren },
) {
  const { common } = useText();
  const { title, sub, choice, initialFocus, onClose, footer, onSubmit, children } = props;
  return (
    <Sheet
      open
      onClose={onClose}
      title={title}
      sub={sub}
      size="l"
      {...(initialFocus ? { initialFocus } : {})}
      {...(onSubmit ? { onSubmit } : {})}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          {footer}
        </>
      }
    >
      {choice}
      {children}
    </Sheet>
  );
}

/**
 * Sheet to enter the household's OAuth client for Google. `redirectUri` is null for the client of a desktop app, which
 * needs no redirect address.
 */
function ClientSheet(props: SheetProps & { redirectUri: string | null; onSaved: (isChanging: false) => void }) {
  const { settings, common } = useText();
  const { google: text } = settings.accounts;
  const { redirectUri, onSaved } = props;
  const form = useDraft(
    { clientId: "", clientSecret: "" },
    {
      validate: ({ clientId, clientSecret }) => ({
        clientId: clientId.trim() ? null : text.idMissing,
        clientSecret: clientSecret.trim() ? null : text.secretMissing,
      }),
    },
  );
  const { draft, errors, change } = form;
  const { project, api, consent, publish, desktop, web, copy } = text.steps;
  const save = async () => {
    if (form.isBusy || !form.check()) return;
    const { clientId, clientSecret } = draft;
    const saved = await form.send(() =>
      setGoogleClient({ clientId: clientId.trim(), clientSecret: clientSecret.trim() }),
    );
    if (!saved) return;
    invalidate(["household"]);
    toasts.show({ message: text.saved });
    onSaved(false);
  };
  return (
    <PlainSheet
      {...props}
      onSubmit={() => void save()}
      footer={
        <>
          <Button type="submit" variant="primary" busy={form.isBusy}>
            {common.next}
          </Button>
          <FormNotice form={form} counts />
        </>
      }
    >
      <h3>{text.guide}</h3>
      <a href={consoleAddress} target="_blank" rel="noreferrer" className="settings-link">
        {text.console}
        <ExternalLink />
      </a>
      <ol className="calendars-steps">
        {[project, api, consent, publish].map((step) => (
          <li key={step}>{step}</li>
        ))}
        <li>
          {redirectUri === null ? desktop : web}
          {redirectUri !== null && <Copyable label={text.redirect} text={redirectUri} />}
        </li>
        <li>{copy}</li>
      </ol>
      <TextField
        label={text.clientId}
        placeholder="1234-abc.apps.googleusercontent.com"
        autoCapitalize="none"
        spellcheck={false}
        maxLength={300}
        value={draft.clientId}
        onChange={(clientId) => change({ clientId })}
        error={errors.clientId}
      />
      <TextField
        label={text.clientSecret}
        hint={settings.accounts.passwordHint}
        autoCapitalize="none"
        spellcheck={false}
        maxLength={300}
        value={draft.clientSecret}
        onChange={(clientSecret) => change({ clientSecret })}
        error={errors.clientSecret}
      />
    </PlainSheet>
  );
}

function SignInSheet(props: SheetProps & { clientId: string; isReturning: boolean; onChange: (() => void) | null }) {
  const { accounts } = useText().settings;
  const { google: text } = accounts;
  const { account, clientId, isReturning, onChange, onDone } = props;
  const [page, setPage] = useState<string | null>(null);
  const begun = useRequest();
  const form = useDraft(
    { address: "" },
    { validate: ({ address }) => ({ address: URL.canParse(address.trim()) ? null : text.addressMissing }) },
  );
  const begin = async () => {
    const answer = await begun.send(beginGoogle);
    if (!answer) return;
    rememberAccount(account?.id ?? null);
    if (isReturning) return location.assign(answer.url);
    form.reset({ address: "" });
    setPage(answer.url);
  };
  const finish = async () => {
    if (form.isBusy || !form.check()) return;
    const made = await form.send(() => finishGoogle(form.draft.address.trim(), account?.id ?? null));
    if (!made) return;
    invalidate(changedKinds);
    if (account) toasts.show({ message: accounts.signedIn(made.name) });
    onDone(made);
  };
  const refusal = form.errors.address && googleFault(form.failure, accounts);
  return (
    <PlainSheet
      {...props}
      onSubmit={() => void (page === null ? begin() : finish())}
      footer={
        <Button type="submit" variant="primary" busy={begun.isBusy || form.isBusy}>
          {page === null ? text.signIn : text.finish}
        </Button>
      }
    >
      <p className="soft small calendars-break">{text.isSet(clientId)}</p>
      {onChange && (
        <div>
          <Button size="s" onClick={onChange}>
            {text.other}
          </Button>
        </div>
      )}
      <p>
        {text.asks} {isReturning ? text.returns : text.leaves}
      </p>
      <p className="soft small">{text.unverified}</p>
      <FormError error={googleFault(begun.failure, accounts) ?? begun.error} />
      {page !== null && (
        <>
          {refusal && (
            <div>
              <Button size="s" onClick={() => void begin()}>
                {text.retry}
              </Button>
            </div>
          )}
          <a href={page} target="_blank" rel="noreferrer" className="settings-link">
            {text.open}
            <ExternalLink />
          </a>
          <TextField
            label={text.address}
            hint={text.paste}
            type="url"
            inputMode="url"
            autoCapitalize="none"
            placeholder="http://127.0.0.1…"
            maxLength={4_000}
            value={form.draft.address}
            onChange={(address) => form.change({ address })}
            error={refusal || form.errors.address}
          />
          <p className="soft small" role="status">
            {form.isBusy && accounts.asking}
          </p>
        </>
      )}
      <FormNotice form={form} />
    </PlainSheet>
  );
}
