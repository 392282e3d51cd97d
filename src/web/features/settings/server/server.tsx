import { useState } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import { Failure } from "#web/sync/api/failures.ts";
import { useNow } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { formatAgo } from "#web/time/ago.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Chip } from "#web/ui/controls/chip.tsx";
import { EmptyState, ErrorNotice } from "#web/ui/display/notice.tsx";
import { Skeletons } from "#web/ui/display/skeleton.tsx";
import { Copyable } from "../keys/copyable.tsx";
import { Part } from "../part.tsx";
import { Addresses } from "./addresses.tsx";
import { Backups } from "./backups.tsx";
import { formatSize } from "./size.ts";
import { findingsSource, type ServerFacts, serverSource } from "./sources.ts";

/** Settings of the server, which only owners see. */
export function Server() {
  const { common, settings } = useText();
  const { data, error, refetch } = useSource(serverSource, {});
  if (data) {
    return (
      <>
        <Machine facts={data} />
        <Addresses />
        <Backups facts={data} onChange={refetch} />
        <Jobs jobs={data.jobs} />
        <Findings />
      </>
    );
  }
  if (error instanceof Failure && error.status === 403) {
    return (
      <EmptyState picture="🗄️" title={settings.server.notYours}>
        {settings.server.notYoursText}
      </EmptyState>
    );
  }
  if (error) return <ErrorNotice title={common.couldNotLoad} onRetry={refetch} />;
  return <Skeletons label={common.loading} count={3} height="10rem" card />;
}

function Machine({ facts: { version, startedAt, dataDir, disk } }: { facts: ServerFacts }) {
  const { server: text } = useText().settings;
  const { ms } = useNow();
  const sizes = [
    [text.database, disk.databaseBytes],
    [text.undoData, disk.undoBytes],
    [text.pictures, disk.picturesBytes],
    [text.backups, disk.backupsBytes],
    [text.free, disk.freeBytes],
  ] as const;
  return (
    <Part title={text.machine} section="machine">
      <p>
        {text.runs(version, formatAgo(startedAt, ms))}
        <br />
        <span className="soft small">{text.folder(dataDir)}</span>
      </p>
      <dl className="server-sizes">
        {sizes.map(([label, bytes]) => (
          <div key={label}>
            <dt className="soft small">{label}</dt>
            <dd>{bytes === null ? text.unknown : formatSize(bytes)}</dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}

function Jobs({ jobs }: { jobs: ServerFacts["jobs"] }) {
  const { server: text } = useText().settings;
  const { ms } = useNow();
  return (
    <Part title={text.jobs} section="jobs">
      {jobs.length === 0 && <p className="soft">{text.noJobs}</p>}
      <ul className="settings-rows">
        {jobs.map(({ kind, okAt, failures, error, isRunning }) => (
          <li key={kind} className="settings-row">
            <span className="settings-row-text">
              <strong>{text.jobKinds[kind] ?? kind}</strong>
              <span className="soft small">
                {isRunning ? text.jobRuns : okAt === null ? text.jobNever : text.jobDone(formatAgo(okAt, ms))}
              </span>
              {failures > 0 && (
                <span className="form-error small">
                  {text.jobFailed(failures)} <span lang="en">{error}</span>
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

/**
 * Results of the server's self-check. The check takes a second or more and runs only when the user presses a button.
 */
function Findings() {
  const { server: text } = useText().settings;
  const [isAsked, setAsked] = useState(false);
  return (
    <Part title={text.check} section="check">
      <p>{text.checkText}</p>
      {isAsked ? (
        <Found />
      ) : (
        <div>
          <Button onClick={() => setAsked(true)}>{text.checkNow}</Button>
        </div>
      )}
    </Part>
  );
}

function Found() {
  const { common, settings } = useText();
  const { server: text } = settings;
  const { data, error, refetch } = useSource(findingsSource, {});
  if (error) return <ErrorNotice title={common.couldNotLoad} onRetry={refetch} />;
  if (!data) return <Skeletons label={common.loading} count={3} height="3rem" />;
  const open = data.findings.filter(({ level }) => level !== "ok");
  return (
    <>
      <p aria-live="polite">{open.length === 0 ? text.allWell : text.found(open.length)}</p>
      <ul className="settings-rows" lang="en">
        {open.map(({ check, level, says, todo }) => (
          <li key={check + says} className="settings-row">
            <span className="settings-row-text">
              <strong>{check}</strong>
              <span className="small">{says}</span>
              {todo !== null && <span className="soft small">{todo}</span>}
            </span>
            <Chip tone={level === "wrong" ? "danger" : "warn"} lang={document.documentElement.lang}>
              {level === "wrong" ? text.wrong : text.note}
            </Chip>
          </li>
        ))}
      </ul>
      <p>{text.supportText}</p>
      <Copyable label={text.support} text={data.supportText} lines />
    </>
  );
}
