import { useEffect, useState } from "preact/hooks";
import { PasswordField } from "#web/forms/password-field.tsx";
import { useCommand } from "#web/forms/use-command.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { api } from "#web/page/sync.ts";
import { read } from "#web/sync/api/client.ts";
import { Failure, Unreachable } from "#web/sync/api/failures.ts";
import { command } from "#web/sync/command.ts";
import { useMomentOf } from "#web/sync/use-dates.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { FormError } from "#web/ui/controls/form.tsx";
import { ErrorNotice } from "#web/ui/display/notice.tsx";
import { Skeletons } from "#web/ui/display/skeleton.tsx";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { Points } from "../part.tsx";
import type { Preview, Secured, Work } from "./sources.ts";

const pollMs = 700;

/**
 * Sheet to restore the backup `name`. The sheet checks the backup, shows what a restore would change or delete, and
 * asks for the password. During the restore, the sheet waits until the server responds again. `work` is the work that
 * the server does now and has done last, or null while loading. `follow` refetches `work`.
 */
export function RestoreSheet(props: { name: string; work: Work | null; follow: () => void; onClose: () => void }) {
  const { settings, common } = useText();
  const { server: text } = settings;
  const { name, work, follow, onClose } = props;
  const [password, setPassword] = useState("");
  const [isRestoring, setRestoring] = useState(false);
  const check = useCommand();
  const restore = useCommand();
  const [startedAt, setStartedAt] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each backup
  useEffect(() => {
    void check.run(checkBackup, name).then((state) => {
      setStartedAt(state?.running?.startedAt ?? state?.last?.endedAt ?? null);
      follow();
    });
  }, [name]);
  useReload(isRestoring, () => setRestoring(false));
  const last = work?.last;
  const isMine = last?.kind === "check" && last.name === name && last.endedAt >= (startedAt ?? "9");
  const checked = isMine && !work?.running ? last : null;
  const submit = async () => {
    if (await restore.run(restoreBackup, { name, password })) setRestoring(true);
  };
  const isReady = checked?.result != null && work?.canRestore === true;
  return (
    <Sheet
      open
      onClose={() => !isRestoring && onClose()}
      {...(isReady && !isRestoring && { onSubmit: () => void submit() })}
      title={text.restoreTitle}
      footer={
        <>
          <Button onClick={onClose} disabled={isRestoring}>
            {common.cancel}
          </Button>
          {isReady && (
            <Button type="submit" variant="danger" busy={restore.isBusy || isRestoring} disabled={password === ""}>
              {text.restoreNow}
            </Button>
          )}
        </>
      }
    >
      {isRestoring ? (
        <p role="status">{text.restoring}</p>
      ) : check.error ? (
        <ErrorNotice title={check.error} />
      ) : checked?.fault != null ? (
        <ErrorNotice title={text.failed.check}>
          <span lang="en">{checked.fault}</span>
        </ErrorNotice>
      ) : checked?.result ? (
        <>
          <Losses preview={checked.result} />
          {work?.canRestore ? (
            <>
              <p>{text.restoreText}</p>
              <PasswordField label={text.password} value={password} onChange={setPassword} />
              <FormError error={restore.error} />
            </>
          ) : (
            <p>{text.temporary}</p>
          )}
        </>
      ) : (
        <Skeletons label={text.does.check} count={2} height="4rem" />
      )}
    </Sheet>
  );
}

const checkBackup = command({
  send: (name: string, api) => read(api.app.server.backups.check.post({ name })),
});

const restoreBackup = command({
  send: async (body: Secured, api) => {
    await read(api.app.server.restore.post(body)).catch((error: unknown) => {
      // The server may have stopped before its response arrived.
      if (!(error instanceof Unreachable)) throw error;
    });
    return true;
  },
});

function Losses({ preview: { createdAt, losses } }: { preview: Preview }) {
  const { common, settings } = useText();
  const { server: text } = settings;
  const { nav } = common;
  const taken = useMomentOf()(createdAt);
  const names: Readonly<Record<string, string>> = {
    event: nav.calendar,
    task: nav.tasks,
    chore: nav.chores,
    chore_completion: nav.chores,
    check_in: nav.checkIns,
    check_in_answer: nav.checkIns,
    list: nav.lists,
    block: nav.lists,
    recipe: nav.recipes,
    meal: nav.meals,
    member: settings.parts.members,
  };
  const rows = Map.groupBy(losses, ({ table }) => names[table] ?? text.other);
  const sum = (all: Preview["losses"], kind: "added" | "changed" | "deleted") =>
    all.reduce((total, loss) => total + loss[kind], 0);
  if (losses.length === 0) return <p>{text.losesNothing(taken)}</p>;
  return (
    <>
      <p>{text.loses(taken)}</p>
      <Points
        points={[...rows].map(([name, all]) =>
          text.loss(name, sum(all, "added"), sum(all, "changed"), sum(all, "deleted")),
        )}
      />
    </>
  );
}

/**
 * Waits after the start of a restore until the server responds again. If the server has restored the backup, reloads
 * the app, because the app still shows the previous data. Otherwise, calls `onRefused`.
 */
function useReload(isRestoring: boolean, onRefused: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each restore
  useEffect(() => {
    if (!isRestoring) return;
    let timer: ReturnType<typeof setTimeout> | null = null;
    const look = async () => {
      const state = await read(api.app.server.work.get()).then(
        ({ last, running }) => (running ? "busy" : last?.kind === "restore" ? "back" : "refused"),
        // The backup may lack this sign-in, or have this person in another role.
        (error: unknown) => (error instanceof Failure && [401, 403].includes(error.status) ? "back" : "busy"),
      );
      if (state === "back") location.reload();
      else if (state === "refused") onRefused();
      else if (timer !== null) timer = setTimeout(() => void look(), pollMs);
    };
    timer = setTimeout(() => void look(), pollMs);
    return () => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
    };
  }, [isRestoring]);
}
