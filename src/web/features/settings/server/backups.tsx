import { useEffect, useState } from "preact/hooks";
import { ConfirmRemoval } from "#web/forms/edit-sheet.tsx";
import { PasswordField } from "#web/forms/password-field.tsx";
import { useCommand } from "#web/forms/use-command.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { currentLocale } from "#web/i18n/locale.ts";
import { timers } from "#web/lib/timers.ts";
import { read } from "#web/sync/api/client.ts";
import { uploadFile } from "#web/sync/api/upload.ts";
import { command } from "#web/sync/command.ts";
import { useMomentOf } from "#web/sync/use-dates.ts";
import { useSource } from "#web/sync/use-source.ts";
import { formatTime } from "#web/time/format.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { FileButton } from "#web/ui/controls/file-button.tsx";
import { FormError } from "#web/ui/controls/form.tsx";
import { Banner, EmptyState } from "#web/ui/display/notice.tsx";
import { Progress } from "#web/ui/display/progress.tsx";
import { RecordRow, RecordRows } from "#web/ui/display/record-row.tsx";
import { Download, RotateCcw, Trash2, Upload } from "#web/ui/icons.ts";
import { Menu } from "#web/ui/overlay/menu.tsx";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { Part } from "../part.tsx";
import { RestoreSheet } from "./restore-sheet.tsx";
import { type Backup, type Secured, type ServerFacts, serverSource, type Work, workSource } from "./sources.ts";

const shownAtFirst = 5;
const pollMs = 700;

/** Sheet that is open for a backup. `taken` is the formatted time at which the backup was created. */
type Opened = {
  readonly sheet: "download" | "restore" | "delete";
  readonly name: string;
  readonly taken: string;
};

export function Backups({ facts, onChange }: { facts: ServerFacts; onChange: () => void }) {
  const { settings, common } = useText();
  const { server: text } = settings;
  const momentOf = useMomentOf();
  const { work, follow } = useWork(onChange);
  const take = useCommand();
  const upload = useCommand();
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const { backups, nightlyBackup, backupTo } = facts;
  const isBusy = Boolean(work?.running) || upload.isBusy;
  const [newest, older] = [backups.slice(0, shownAtFirst), backups.slice(shownAtFirst)];
  const row = ({ name, kind, bytes, isCopied, takenAt }: Backup) => {
    const taken = momentOf(takenAt);
    const opening = (sheet: Opened["sheet"]) => () => setOpened({ sheet, name, taken });
    return (
      <RecordRow
        key={name}
        title={taken}
        facts={[`${text.kinds[kind]} · ${formatSize(bytes)}${isCopied ? ` · ${text.isCopied}` : ""}`]}
        actions={
          <Menu
            label={text.moreFor(taken)}
            items={[
              { label: text.download, icon: <Download />, onSelect: opening("download") },
              { label: text.restore, icon: <RotateCcw />, onSelect: opening("restore"), disabled: isBusy },
              { label: common.delete, icon: <Trash2 />, onSelect: opening("delete"), danger: true, disabled: isBusy },
            ]}
          />
        }
      />
    );
  };
  return (
    <Part title={text.backups} section="backups">
      <p>
        {nightlyBackup === null ? text.noNightly : text.nightly(formatTime(nightlyBackup))}{" "}
        {backupTo === null ? text.sameDisk : text.copiedTo(backupTo)}
      </p>
      <div className="actions">
        <Button
          variant="primary"
          icon={<Download />}
          disabled={isBusy}
          busy={take.isBusy || work?.running?.kind === "backup"}
          onClick={() => void take.run(takeBackup, null).then(follow)}
        >
          {text.take}
        </Button>
        <FileButton
          label={text.upload}
          icon={<Upload />}
          accept=".tar,.zst,.db"
          disabled={isBusy}
          onChoose={(file) => void upload.run(uploadBackup, file).then(follow)}
        />
      </div>
      <WorkProgress work={work} share={upload.isBusy ? (upload.share ?? 0) : null} />
      <FormError error={take.error ?? upload.error} />
      <Outcome work={work} />
      {backups.length === 0 && (
        <EmptyState picture="🗄️" title={text.none} small level={3}>
          {text.noneText}
        </EmptyState>
      )}
      <RecordRows>{newest.map(row)}</RecordRows>
      {older.length > 0 && (
        <details className="settings-past">
          <summary>{text.older(older.length)}</summary>
          <RecordRows>{older.map(row)}</RecordRows>
        </details>
      )}
      {opened?.sheet === "download" && <DownloadSheet {...opened} onClose={close} />}
      {opened?.sheet === "restore" && <RestoreSheet name={opened.name} work={work} follow={follow} onClose={close} />}
      {opened?.sheet === "delete" && (
        <ConfirmRemoval
          title={text.deleteTitle}
          text={text.deleteText(opened.taken)}
          confirm={common.delete}
          command={deleteBackup}
          variables={opened.name}
          onClose={close}
        />
      )}
    </Part>
  );
}

const takeBackup = command({
  send: (_: null, api) => read(api.app.server.backups.post()),
});

/** Uploads a backup file. The server checks the file before listing it. */
const uploadBackup = command({
  send: (file: File, _, report) => uploadFile("/app/server/backups/upload", file, report, { isRaw: true }),
});

function WorkProgress({ work, share }: { work: Work | null; share: number | null }) {
  const { server: text } = useText().settings;
  const running = work?.running;
  const percent = share === null ? running?.percent : Math.round(share * 100);
  if (share === null && !running) return null;
  const said = share === null && running ? text.does[running.kind] : text.does.upload;
  return (
    <div role="status">
      <Progress text={said} label={text.progress} value={percent ?? null} max={100} />
    </div>
  );
}

/**
 * Shows how the last backup, restore or upload of a backup ended. Shows nothing while such work is running, or after a
 * successful upload.
 */
function Outcome({ work }: { work: Work | null }) {
  const { server: text } = useText().settings;
  const last = work?.last;
  if (!last || work.running) return null;
  if (last.fault !== null) {
    return (
      <Banner>
        {text.failed[last.kind]} <span lang="en">{last.fault}</span>
      </Banner>
    );
  }
  if (last.kind === "upload") return null;
  return <Banner tone="info">{text.done[last.kind]}</Banner>;
}

/**
 * Returns the state of backups and restores. Polls the server while a backup or restore is running. Calls `onEnd` at
 * the end of the backup or restore.
 */
function useWork(onEnd: () => void) {
  const { data: work, refetch } = useSource(workSource, {});
  const isRunning = Boolean(work?.running);
  const endedAt = work?.last?.endedAt;
  useEffect(() => (isRunning ? timers.every(pollMs, refetch) : undefined), [isRunning, refetch]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only an end matters
  useEffect(() => {
    if (endedAt !== undefined) onEnd();
  }, [endedAt]);
  return { work: work ?? null, follow: refetch };
}

const deleteBackup = command({
  refetches: [serverSource],
  send: (name: string, api) => read(api.app.server.backups.delete(undefined, { query: { name } })),
  done: ({ settings }) => settings.server.deleted,
});

/** Formats a number of bytes in megabytes, or in gigabytes from 1e9 bytes. The result is at least one megabyte. */
export function formatSize(bytes: number): string {
  const [unit, amount] = bytes >= 1e9 ? ["gigabyte", bytes / 1e9] : ["megabyte", Math.max(1, Math.round(bytes / 1e6))];
  return new Intl.NumberFormat(currentLocale(), { style: "unit", unit, maximumFractionDigits: 1 }).format(amount);
}

function DownloadSheet({ name, taken, onClose }: { name: string; taken: string; onClose: () => void }) {
  const { settings, common } = useText();
  const { server: text } = settings;
  const [password, setPassword] = useState("");
  const { run, isBusy, error } = useCommand();
  const download = async () => {
    const answer = await run(prepareDownload, { name, password });
    if (answer === null) return;
    location.assign(answer.address);
    onClose();
  };
  return (
    <Sheet
      open
      size="s"
      onClose={onClose}
      onSubmit={() => void download()}
      title={text.downloadTitle}
      sub={taken}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" variant="primary" busy={isBusy} disabled={password === ""}>
            {text.download}
          </Button>
        </>
      }
    >
      <p>{text.downloadText}</p>
      <PasswordField label={text.password} value={password} onChange={setPassword} />
      <FormError error={error} />
    </Sheet>
  );
}

const prepareDownload = command({
  send: (body: Secured, api) => read(api.app.server.backups.download.post(body)),
});
