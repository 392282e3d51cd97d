import { useEffect, useState } from "preact/hooks";
import { useCommand } from "#web/forms/use-command.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { timers } from "#web/lib/timers.ts";
import { useSource } from "#web/sync/use-source.ts";
import { formatTime } from "#web/time/format.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { FileButton } from "#web/ui/controls/file-button.tsx";
import { FormError } from "#web/ui/controls/form.tsx";
import { Banner, EmptyState } from "#web/ui/display/notice.tsx";
import { RecordRows } from "#web/ui/display/record-row.tsx";
import { Download, Upload } from "#web/ui/icons.ts";
import { Part } from "../part.tsx";
import { Progress } from "../progress.tsx";
import { BackupRow } from "./backup-row.tsx";
import { takeBackup, uploadBackup } from "./commands.ts";
import { RestoreSheet } from "./restore-sheet.tsx";
import { type ServerFacts, type Work, workSource } from "./sources.ts";

const shownAtFirst = 5;
const pollMs = 700;

export function Backups({ facts, onChange }: { facts: ServerFacts; onChange: () => void }) {
  const { server: text } = useText().settings;
  const { work, follow } = useWork(onChange);
  const take = useCommand();
  const upload = useCommand();
  const [restored, setRestored] = useState<string | null>(null);
  const { backups, nightlyBackup, backupTo } = facts;
  const isBusy = Boolean(work?.running) || upload.isBusy;
  const [newest, older] = [backups.slice(0, shownAtFirst), backups.slice(shownAtFirst)];
  const row = (backup: ServerFacts["backups"][number]) => (
    <BackupRow key={backup.name} backup={backup} isBusy={isBusy} onRestore={() => setRestored(backup.name)} />
  );
  return (
    <Part title={text.backups} section="backups">
      <p>
        {nightlyBackup === null ? text.noNightly : text.nightly(formatTime(nightlyBackup))}{" "}
        {backupTo === null ? text.sameDisk : text.copiedTo(backupTo)}
      </p>
      <div className="settings-buttons">
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
      {restored !== null && (
        <RestoreSheet name={restored} work={work} follow={follow} onClose={() => setRestored(null)} />
      )}
    </Part>
  );
}

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
