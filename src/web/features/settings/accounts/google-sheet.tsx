import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Link, useLocation } from "wouter";
import { EditSheet } from "#web/forms/edit-sheet.tsx";
import { FormNotice } from "#web/forms/form.tsx";
import { useCommand } from "#web/forms/use-command.ts";
import { useDraft } from "#web/forms/use-draft.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { command } from "#web/sync/command.ts";
import { useIsAdult } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { Button, buttonClass } from "#web/ui/controls/button.tsx";
import { FormError } from "#web/ui/controls/form.tsx";
import { TextField } from "#web/ui/controls/text-field.tsx";
import { Loaded } from "#web/ui/display/loaded.tsx";
import { ErrorNotice } from "#web/ui/display/notice.tsx";
import { Skeletons } from "#web/ui/display/skeleton.tsx";
import { ExternalLink } from "#web/ui/icons.ts";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { Copyable } from "../keys/copyable.tsx";
import type { Account } from "../model/accounts.ts";
import { Part } from "../part.tsx";
import {
  beginGoogle,
  finishGoogle,
  googleClientSource,
  googleFault,
  rememberAccount,
  rememberedAccount,
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
  const { accounts } = useText().settings;
  const { google: text } = accounts;
  const isAdult = useIsAdult();
  const read = useSource(googleClientSource, {});
  const client = read.data;
  const [isChanging, setChanging] = useState(false);
  const about = {
    ...props,
    title: props.account ? text.again : text.title,
    sub: props.account ? accounts.signInText : accounts.addText,
  };
  if (client && (client.clientId === null || isChanging) && isAdult) {
    return (
      <ClientSheet
        {...about}
        redirectUri={client.isReturning ? client.redirectUri : null}
        onSaved={() => setChanging(false)}
      />
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
      <Loaded read={read} count={1} height="4rem">
        {() => <p>{text.adultOnly}</p>}
      </Loaded>
    </PlainSheet>
  );
}

type SheetProps = Props & { title: string; sub: string };

function PlainSheet(
  props: SheetProps & { submit?: ComponentChildren; onSubmit?: () => void; children: ComponentChildren },
) {
  const { common } = useText();
  const { title, sub, choice, initialFocus, onClose, submit, onSubmit, children } = props;
  return (
    <Sheet
      open
      onClose={onClose}
      title={title}
      sub={sub}
      size="l"
      initialFocus={initialFocus}
      {...(onSubmit && { onSubmit })}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          {submit}
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
function ClientSheet(props: SheetProps & { redirectUri: string | null; onSaved: () => void }) {
  const { settings, common } = useText();
  const { google: text } = settings.accounts;
  const { title, sub, initialFocus, choice, redirectUri, onSaved, onClose } = props;
  const form = useDraft(
    { clientId: "", clientSecret: "" },
    {
      validate: ({ clientId, clientSecret }) => ({
        clientId: clientId.trim() ? null : text.idMissing,
        clientSecret: clientSecret.trim() ? null : text.secretMissing,
      }),
    },
  );
  const { project, api, consent, publish, desktop, web, copy } = text.steps;
  const save = async (client: typeof form.draft) => {
    if (await form.run(setGoogleClient, client)) onSaved();
    return null;
  };
  return (
    <EditSheet
      form={form}
      title={title}
      sub={sub}
      size="l"
      initialFocus={initialFocus}
      save={common.next}
      onSave={save}
      onClose={onClose}
    >
      {choice}
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
        {...form.field("clientId")}
      />
      <TextField
        label={text.clientSecret}
        hint={settings.accounts.passwordHint}
        autoCapitalize="none"
        spellcheck={false}
        maxLength={300}
        {...form.field("clientSecret")}
      />
    </EditSheet>
  );
}

function SignInSheet(props: SheetProps & { clientId: string; isReturning: boolean; onChange: (() => void) | null }) {
  const { accounts } = useText().settings;
  const { google: text } = accounts;
  const { account, clientId, isReturning, onChange, onDone } = props;
  const [page, setPage] = useState<string | null>(null);
  const begun = useCommand();
  const form = useDraft(
    { address: "" },
    { validate: ({ address }) => ({ address: URL.canParse(address.trim()) ? null : text.addressMissing }) },
  );
  const begin = async () => {
    const answer = await begun.run(beginGoogle, null);
    if (!answer) return;
    rememberAccount(account?.id ?? null);
    if (isReturning) return location.assign(answer.url);
    form.reset({ address: "" });
    setPage(answer.url);
  };
  const finish = async () => {
    if (form.isBusy || !form.check()) return;
    const address = form.draft.address.trim();
    const finished = await form.run(finishGoogle, { address, accountId: account?.id ?? null });
    if (finished) onDone(finished);
  };
  const isRefused = form.errors.address && googleFault(form.failure, accounts) !== null;
  return (
    <PlainSheet
      {...props}
      onSubmit={() => void (page === null ? begin() : finish())}
      submit={
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
      <FormError error={begun.error} />
      {page !== null && (
        <>
          {isRefused && (
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
            {...form.field("address")}
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

export const returnPath = "/settings/calendars/google";

/** Completes the sign-in with the query that Google has added to the address of {@link GoogleReturn}. */
const finishReturn = command({
  ...finishGoogle,
  send: async ({ address, accountId }: Parameters<typeof finishGoogle.send>[0], api, report) => {
    const { redirectUri } = await googleClientSource.fetch({}, api);
    return finishGoogle.send({ address: redirectUri + address, accountId }, api, report);
  },
});

/** Page to which Google redirects after a sign-in. The page first removes Google's code from the address bar. */
export function GoogleReturn() {
  const { google: text } = useText().settings.accounts;
  const [, navigate] = useLocation();
  const { run, error } = useCommand();
  const isBegun = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    const { search } = location;
    navigate(search === "" ? "/settings/calendars" : returnPath, { replace: true });
    if (search !== "") void finish(search);
  }, []);
  const finish = async (search: string) => {
    const accountId = rememberedAccount();
    const account = await run(finishReturn, { address: search, accountId });
    if (!account) return;
    rememberAccount(null);
    navigate(`/settings/calendars${accountId === null ? `?account=${account.id}` : ""}`, { replace: true });
  };
  const remembered = rememberedAccount();
  const again = remembered === null ? "newAccount=google" : `signIn=${remembered}`;
  return (
    <Part title={text.title}>
      {error === null ? (
        <Skeletons label={text.finishing} count={1} height="4rem" />
      ) : (
        <>
          <ErrorNotice title={text.failed}>{error}</ErrorNotice>
          <p>
            <Link href={`/settings/calendars?${again}`} className={buttonClass()}>
              {text.retry}
            </Link>
          </p>
        </>
      )}
    </Part>
  );
}
