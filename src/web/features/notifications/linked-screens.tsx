/**
 * Screens that open when somebody follows a link in a message. These screens need no sign-in. Opening such a link
 * changes nothing, because programs that scan mail open links, too. A change happens only when the user presses a
 * button on the screen.
 */

import type { Static } from "@sinclair/typebox";
import { useEffect, useState } from "preact/hooks";
import { Link } from "wouter";
import type { LinkedNotice } from "#notifications/notices/model.ts";
import { useCommand } from "#web/forms/use-command.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { api } from "#web/page/sync.ts";
import { read } from "#web/sync/api/client.ts";
import { Failure } from "#web/sync/api/failures.ts";
import { Button, buttonClass } from "#web/ui/controls/button.tsx";
import { FormError } from "#web/ui/controls/form.tsx";
import { ErrorNotice } from "#web/ui/display/notice.tsx";
import { Skeleton } from "#web/ui/display/skeleton.tsx";
import { Alone } from "../setup/alone.tsx";
import { actOnLinkedNotice, stopMail } from "./model/commands.ts";
import { NoticeCard } from "./parts/notice-card.tsx";

/** Screen `/n/<token>`. It shows the notice of the link that was opened. */
export function LinkedScreen({ token }: { token: string }) {
  const { linked, common } = useText();
  const [notice, setNotice] = useState<Static<typeof LinkedNotice> | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try reads again
  useEffect(() => {
    let isCurrent = true;
    setFailure(null);
    read(api.app.notices.link({ token }).get()).then(
      (found) => isCurrent && setNotice(found),
      (error: unknown) => isCurrent && setFailure(error),
    );
    return () => {
      isCurrent = false;
    };
  }, [token, tries]);
  if (isRefusal(failure)) {
    return (
      <Alone title={linked.gone} lead={linked.goneHint}>
        <ToApp path="/" />
      </Alone>
    );
  }
  if (failure) {
    return (
      <Alone title={linked.title}>
        <ErrorNotice title={common.couldNotLoad} onRetry={() => setTries(tries + 1)}>
          {common.needsServer}
        </ErrorNotice>
      </Alone>
    );
  }
  if (!notice) {
    return (
      <Alone title={linked.title}>
        <Skeleton height="20rem" card />
      </Alone>
    );
  }
  return (
    <Alone title={notice.title}>
      <NoticeCard
        body={notice.body}
        state={notice.state}
        actions={notice.actions}
        command={actOnLinkedNotice}
        notice={token}
      />
      <ToApp path={notice.path} />
    </Alone>
  );
}

/** Screen `/mail-off/<token>`, on which a member can turn off notifications by mail. */
export function MailOffScreen({ token }: { token: string }) {
  const { linked } = useText();
  const [isStopped, setIsStopped] = useState(false);
  const { run, isBusy, failure, error } = useCommand();
  const stop = async () => {
    if (await run(stopMail, { token })) setIsStopped(true);
  };
  if (isRefusal(failure)) {
    return (
      <Alone title={linked.gone}>
        <ToApp path="/" />
      </Alone>
    );
  }
  if (isStopped) {
    return (
      <Alone title={linked.mailStopped} lead={linked.mailAgain}>
        <ToApp path="/" />
      </Alone>
    );
  }
  return (
    <Alone title={linked.mailTitle} lead={linked.mailHint}>
      <FormError error={error} />
      <Button variant="primary" size="l" wide busy={isBusy} onClick={() => void stop()}>
        {linked.mailStop}
      </Button>
    </Alone>
  );
}

function ToApp({ path }: { path: string }) {
  const { linked } = useText();
  return (
    <Link href={path} className={buttonClass("plain", "l", true)}>
      {linked.open}
    </Link>
  );
}

/** Whether the server refused the link as expired or invalid. Other errors, such as 429, are temporary. */
function isRefusal(failure: unknown): boolean {
  return failure instanceof Failure && [400, 403, 404, 410].includes(failure.status);
}
