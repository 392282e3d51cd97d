import { Copyable } from "#web/forms/copyable.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { useNow } from "#web/sync/session.ts";
import { formatAgo } from "#web/time/ago.ts";
import { Switch } from "#web/ui/controls/choice.tsx";
import { ErrorNotice } from "#web/ui/display/notice.tsx";
import { Skeleton } from "#web/ui/display/skeleton.tsx";
import { ExternalLink } from "#web/ui/icons.ts";
import { type Updates, useUpdates } from "../model/updates.ts";
import { Part } from "../part.tsx";

export function UpdatesPart() {
  const { common, settings } = useText();
  const { updates } = settings;
  const { data, error, refetch, turn } = useUpdates();
  return (
    <Part title={updates.title} section="updates">
      {!data && error ? (
        <ErrorNotice title={common.couldNotLoad} onRetry={refetch} />
      ) : !data ? (
        <Skeleton height="6rem" />
      ) : !data.canCheck ? (
        <p>{updates.cannot}</p>
      ) : (
        <>
          {data.newer ? <Newer kind={data.kind} newer={data.newer} /> : <State updates={data} />}
          {data.mayChange && (
            <Switch
              label={updates.check}
              hint={updates.checkHint}
              checked={data.isOn}
              onChange={(isOn) => void turn(isOn)}
            />
          )}
        </>
      )}
    </Part>
  );
}

function State({ updates: { isOn, mayChange, checkedAt, fault } }: { updates: Updates }) {
  const { updates } = useText().settings;
  const { ms } = useNow();
  if (!isOn) return <p>{mayChange ? updates.off : updates.offForYou}</p>;
  if (fault !== null) return <p>{updates.failed}</p>;
  if (checkedAt === null) return <p>{updates.first}</p>;
  return (
    <p>
      {updates.newest} <span className="soft">{updates.checked(formatAgo(checkedAt, ms))}</span>
    </p>
  );
}

function Newer({ kind, newer }: { kind: Updates["kind"]; newer: NonNullable<Updates["newer"]> }) {
  const { updates } = useText().settings;
  const { commands, imageTag } = newer;
  return (
    <>
      <p>
        <strong>{updates.newer(newer.version)}</strong>
      </p>
      {imageTag !== null && <p>{updates.imageTag(imageTag)}</p>}
      <p>{updates.how[kind]}</p>
      <Copyable label={updates.command} text={commands.join("\n")} {...(commands.length > 1 ? { lines: true } : {})} />
      <p>
        <a href={newer.notesUrl} target="_blank" rel="noreferrer" className="settings-link">
          {updates.notes}
          <ExternalLink />
        </a>
      </p>
    </>
  );
}
