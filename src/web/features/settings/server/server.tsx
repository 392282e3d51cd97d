import { useState } from "preact/hooks";
import { Copyable } from "#web/forms/copyable.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { Failure } from "#web/sync/api/failures.ts";
import { useAgo } from "#web/sync/use-dates.ts";
import { useSource } from "#web/sync/use-source.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Chip } from "#web/ui/controls/chip.tsx";
import { Loaded } from "#web/ui/display/loaded.tsx";
import { EmptyState } from "#web/ui/display/notice.tsx";
import { RecordRow, RecordRows } from "#web/ui/display/record-row.tsx";
import { Part } from "../part.tsx";
import { Addresses } from "./addresses.tsx";
import { Backups, formatSize } from "./backups.tsx";
import { type Finding, findingsSource, type ServerFacts, serverSource } from "./sources.ts";

/** Settings of the server. Only owners see these settings. */
export function Server() {
  const { server: text } = useText().settings;
  const read = useSource(serverSource, {});
  if (!read.data && read.error instanceof Failure && read.error.status === 403) {
    return (
      <EmptyState picture="🗄️" title={text.notYours}>
        {text.notYoursText}
      </EmptyState>
    );
  }
  return (
    <Loaded read={read} count={3} height="10rem" card>
      {(data) => (
        <>
          <Machine facts={data} />
          <Addresses />
          <Backups facts={data} onChange={read.refetch} />
          <Jobs jobs={data.jobs} />
          <Findings />
        </>
      )}
    </Loaded>
  );
}

function Machine({ facts: { version, startedAt, dataDir, disk } }: { facts: ServerFacts }) {
  const { server: text } = useText().settings;
  const ago = useAgo();
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
        {text.runs(version, ago(startedAt))}
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
  const ago = useAgo();
  return (
    <Part title={text.jobs} section="jobs">
      {jobs.length === 0 && <p className="soft">{text.noJobs}</p>}
      <RecordRows>
        {jobs.map(({ kind, okAt, failures, error, isRunning }) => (
          <RecordRow
            key={kind}
            title={text.jobKinds[kind] ?? kind}
            facts={[isRunning ? text.jobRuns : okAt === null ? text.jobNever : text.jobDone(ago(okAt))]}
          >
            {failures > 0 && (
              <span className="form-error small">
                {text.jobFailed(failures)} <span lang="en">{error}</span>
              </span>
            )}
          </RecordRow>
        ))}
      </RecordRows>
    </Part>
  );
}

/**
 * Results of the server's self-check. The check takes a second or more and runs only when the user presses a button.
 */
function Findings() {
  const { server: text } = useText().settings;
  const [isRequested, setRequested] = useState(false);
  const read = useSource(findingsSource, isRequested ? {} : null);
  const isOpen = ({ level }: Finding) => level !== "ok";
  return (
    <Part title={text.check} section="check">
      <p>{text.checkText}</p>
      {isRequested ? (
        <Loaded read={read} count={3} height="3rem">
          {({ findings, supportText }) => (
            <>
              <p aria-live="polite">
                {findings.some(isOpen) ? text.found(findings.filter(isOpen).length) : text.allWell}
              </p>
              <RecordRows lang="en">
                {findings.filter(isOpen).map(({ check, level, says, todo }) => (
                  <RecordRow
                    key={check + says}
                    title={check}
                    actions={
                      <Chip tone={level === "wrong" ? "danger" : "warn"} lang={document.documentElement.lang}>
                        {level === "wrong" ? text.wrong : text.note}
                      </Chip>
                    }
                  >
                    <span className="small">{says}</span>
                    {todo !== null && <span className="soft small">{todo}</span>}
                  </RecordRow>
                ))}
              </RecordRows>
              <p>{text.supportText}</p>
              <Copyable label={text.support} text={supportText} lines />
            </>
          )}
        </Loaded>
      ) : (
        <div>
          <Button onClick={() => setRequested(true)}>{text.checkNow}</Button>
        </div>
      )}
    </Part>
  );
}
