import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Link, useLocation } from "wouter";
import type { SignInDetails } from "#lib/errors.ts";
import { Copyable } from "#web/forms/copyable.tsx";
import { EditSheet } from "#web/forms/edit-sheet.tsx";
import { FormNotice } from "#web/forms/form.tsx";
import { useCommand } from "#web/forms/use-command.ts";
import { useDraft } from "#web/forms/use-draft.ts";
import { type Catalogue, useText } from "#web/i18n/catalogue.ts";
import { read } from "#web/sync/api/client.ts";
import { detailsOf } from "#web/sync/api/failures.ts";
import { command } from "#web/sync/command.ts";
import { useIsAdult } from "#web/sync/session.ts";
import { source } from "#web/sync/source.ts";
import { useSource } from "#web/sync/use-source.ts";
import { Button, buttonClass } from "#web/ui/controls/button.tsx";
import { FormError } from "#web/ui/controls/form.tsx";
import { UrlField } from "#web/ui/controls/text-field.tsx";
import { Loaded } from "#web/ui/display/loaded.tsx";
import { ErrorNotice } from "#web/ui/display/notice.tsx";
import { Skeletons } from "#web/ui/display/skeleton.tsx";
import { Sheet, type SheetProps } from "#web/ui/overlay/sheet.tsx";
import { type Account, changedKinds } from "../../calendar/model/accounts.ts";
import { ExternalAnchor, Part } from "../part.tsx";
import { CredentialField, type SignInProps } from "./caldav-sheet.tsx";

const googleClientSource = source("settings.google-client", ["household"], (_, { app }) =>
  read(app.google.client.get()),
);

const setGoogleClient = command({
  send: (client: { clientId: string; clientSecret: string }, { app }) => read(app.google.client.put(client)),
  invalidates: ["household"],
  done: ({ settings }) => settings.accounts.google.saved,
});

const beginGoogle = command({
  send: (_: unknown, { app }) => read(app.google.authorization.post()),
  errorMessage: ({ settings }, _: unknown, failure) => googleFault(failure, settings.accounts),
});

/** Completes a sign-in with the address to which Google has redirected. `accountId` is null for a new account. */
const finishGoogle = command({
  send: ({ address, accountId }: { address: string; accountId: string | null }, { app }) =>
    read(app.google.done.post(accountId === null ? { address } : { address, accountId })),
  invalidates: changedKinds,
  done: ({ settings }, { accountId }, { name }) => (accountId === null ? null : settings.accounts.signedIn(name)),
  errorMessage: beginGoogle.errorMessage,
});

/** Returns the error message for a failed sign-in at Google. Returns null if the error has another cause. */
function googleFault(failure: unknown, { google: text }: Catalogue["settings"]["accounts"]): string | null {
  const { reason } = detailsOf<SignInDetails>(failure);
  return reason === undefined || reason === "appPassword" ? null : text.faults[reason];
}

const accountItem = "inglenook-google-account";

/**
 * Stores the id of the account for which the user signs in again at Google. Google redirects the user to a page of the
 * app that needs this id. If `id` is null, the user connects a new account, and the stored id is deleted.
 */
function rememberAccount(id: string | null): void {
  if (id === null) sessionStorage.removeItem(accountItem);
  else sessionStorage.setItem(accountItem, id);
}

function rememberedAccount(): string | null {
  return sessionStorage.getItem(accountItem);
}

/**
 * Sheet to connect a Google account, or to sign in to `account` again. The household needs an OAuth client for this. If
 * it has none yet, an adult first enters the client in this sheet, and other members see that an adult must do this. If
 * the household has a client, the sheet leads to the sign-in at Google.
 */
export function GoogleSheet({ account, choice, onDone, ...place }: SignInProps) {
  const { common, settings } = useText();
  const { google: text, signInText, addText } = settings.accounts;
  const isAdult = useIsAdult();
  const found = useSource(googleClientSource, {});
  const client = found.data;
  const [isChanging, setChanging] = useState(false);
  const title = account ? text.again : text.title;
  const sheet = { ...place, title, sub: account ? signInText : addText, size: "l" } as const;
  if (client && (client.clientId === null || isChanging) && isAdult) {
    return <ClientSheet sheet={sheet} choice={choice} client={client} onSaved={() => setChanging(false)} />;
  }
  if (client?.clientId) {
    const step = { sheet, choice, client, onDone, accountId: account?.id ?? null };
    return <SignInSheet {...step} onChange={isAdult ? () => setChanging(true) : null} />;
  }
  return (
    <Sheet {...sheet} open footer={<Button onClick={sheet.onClose}>{common.cancel}</Button>}>
      {choice}
      <Loaded read={found} count={1} height="4rem">
        {() => <p>{text.adultOnly}</p>}
      </Loaded>
    </Sheet>
  );
}

type StepProps = {
  sheet: Pick<SheetProps, "title" | "sub" | "size" | "initialFocus" | "onClose">;
  choice: ComponentChildren;
  client: Awaited<ReturnType<typeof googleClientSource.fetch>>;
};

/**
 * Sheet to enter the household's OAuth client for Google. If Google can redirect to this server, the instructions are
 * for a web client, and show this server's redirect address. Otherwise, the instructions are for a desktop client,
 * which needs no redirect address.
 */
function ClientSheet({ sheet, choice, client, onSaved }: StepProps & { onSaved: () => void }) {
  const { settings, common } = useText();
  const { google: text } = settings.accounts;
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
  const save = async (input: typeof form.draft) => {
    if (await form.run(setGoogleClient, input)) onSaved();
    return null;
  };
  return (
    <EditSheet {...sheet} form={form} save={common.next} onSave={save}>
      {choice}
      <h3>{text.guide}</h3>
      <ExternalAnchor href="https://console.cloud.google.com/">{text.console}</ExternalAnchor>
      <ol className="settings-steps">
        {[project, api, consent, publish].map((step) => (
          <li key={step}>{step}</li>
        ))}
        <li>
          {client.isReturning ? web : desktop}
          {client.isReturning && <Copyable label={text.redirect} text={client.redirectUri} />}
        </li>
        <li>{copy}</li>
      </ol>
      <CredentialField
        label={text.clientId}
        placeholder="1234-abc.apps.googleusercontent.com"
        {...form.field("clientId")}
      />
      <CredentialField
        label={text.clientSecret}
        hint={settings.accounts.passwordHint}
        {...form.field("clientSecret")}
      />
    </EditSheet>
  );
}

type SignInSheetProps = StepProps & {
  accountId: string | null;
  onChange: (() => void) | null;
  onDone: (account: Account) => void;
};

function SignInSheet({ sheet, choice, client, accountId, onChange, onDone }: SignInSheetProps) {
  const { common, settings } = useText();
  const { accounts } = settings;
  const { google: text } = accounts;
  const { clientId, isReturning } = client;
  const [page, setPage] = useState<string | null>(null);
  const begun = useCommand();
  const isAddress = (address: string) => page === null || URL.canParse(address.trim());
  const form = useDraft(
    { address: "" },
    { validate: ({ address }) => ({ address: isAddress(address) ? null : text.addressMissing }) },
  );
  const begin = async () => {
    const answer = await begun.run(beginGoogle, null);
    if (!answer) return;
    rememberAccount(accountId);
    if (isReturning) return location.assign(answer.url);
    form.reset({ address: "" });
    setPage(answer.url);
  };
  const submit = async ({ address }: typeof form.draft) => {
    const account = page === null ? await begin() : await form.run(finishGoogle, { address, accountId });
    if (account) onDone(account);
    return null;
  };
  const isRefused = form.errors.address && googleFault(form.failure, accounts) !== null;
  return (
    <EditSheet
      {...sheet}
      form={form}
      onSave={submit}
      footer={
        <>
          <Button onClick={sheet.onClose}>{common.cancel}</Button>
          <Button type="submit" variant="primary" busy={begun.isBusy || form.isBusy}>
            {page === null ? text.signIn : text.finish}
          </Button>
        </>
      }
    >
      {choice}
      <p className="soft small">{text.isSet(clientId ?? "")}</p>
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
          <ExternalAnchor href={page}>{text.open}</ExternalAnchor>
          <UrlField
            label={text.address}
            hint={text.paste}
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
    </EditSheet>
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
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
