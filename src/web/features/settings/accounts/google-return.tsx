import { useEffect, useRef } from "preact/hooks";
import { Link, useLocation } from "wouter";
import { useRequest } from "#web/forms/use-request.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { api, invalidate } from "#web/page/sync.ts";
import { toasts } from "#web/page/toasts.ts";
import { buttonClass } from "#web/ui/controls/button.tsx";
import { ErrorNotice } from "#web/ui/display/notice.tsx";
import { Skeletons } from "#web/ui/display/skeleton.tsx";
import { Part } from "../part.tsx";
import {
  changedKinds,
  finishGoogle,
  googleClientSource,
  googleFault,
  rememberAccount,
  rememberedAccount,
} from "./sources.ts";

export const returnPath = "/settings/calendars/google";

/** Page to which Google redirects after a sign-in. The page first removes Google's code from the address bar. */
export function GoogleReturn() {
  const { accounts } = useText().settings;
  const { google: text } = accounts;
  const [, navigate] = useLocation();
  const request = useRequest();
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
    const made = await request.send(async () => {
      const { redirectUri } = await googleClientSource.fetch({}, api);
      return finishGoogle(redirectUri + search, accountId);
    });
    if (!made) return;
    rememberAccount(null);
    invalidate(changedKinds);
    if (accountId !== null) toasts.show({ message: accounts.signedIn(made.name) });
    navigate(`/settings/calendars${accountId === null ? `?account=${made.id}` : ""}`, { replace: true });
  };
  const remembered = rememberedAccount();
  const again = remembered === null ? "newAccount=google" : `signIn=${remembered}`;
  return (
    <Part title={text.title}>
      {request.failure === null ? (
        <Skeletons label={text.finishing} count={1} height="4rem" />
      ) : (
        <>
          <ErrorNotice title={text.failed}>{googleFault(request.failure, accounts) ?? request.error}</ErrorNotice>
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
