import { useEffect } from "preact/hooks";
import { Link } from "wouter";
import { Copyable } from "#web/forms/copyable.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { noteVersion } from "#web/shell/previous-version.ts";
import { useViewer } from "#web/sync/session.ts";
import { useAgo } from "#web/sync/use-dates.ts";
import { useSource } from "#web/sync/use-source.ts";
import { Switch } from "#web/ui/controls/choice.tsx";
import { ErrorNotice } from "#web/ui/display/notice.tsx";
import { Skeleton } from "#web/ui/display/skeleton.tsx";
import { releaseNotesSource, type Updates, useUpdates } from "../model/updates.ts";
import { ExternalAnchor, Part, Points } from "../part.tsx";
import { Addresses } from "../server/addresses.tsx";
import { versionSource } from "../sources.ts";

export function About() {
  const { settings, common } = useText();
  const { about } = settings;
  const { data: version } = useSource(versionSource, {});
  const { data: updates } = useUpdates();
  const isOwner = useViewer()?.role === "owner";
  return (
    <>
      <Part title={common.appName}>
        <div className="settings-about">
          <img src="/icons/icon.svg" alt="" width="64" height="64" />
          <p>
            {about.lead}
            <br />
            <span className="soft">{version ? about.version(version) : " "}</span>
          </p>
        </div>
      </Part>
      <UpdatesPart />
      <ReleaseNotesPart />
      <Addresses />
      <Part title={about.backup} section="backup">
        <p>{about.backupText}</p>
        <Copyable label={about.backup} text={updates?.backupCommand ?? "inglenook backup"} />
        {isOwner && (
          <Link href="/settings/server" className="settings-link">
            {about.backupHere}
          </Link>
        )}
      </Part>
      <Part title={about.licences} section="licences">
        <p>{about.licencesText}</p>
        <Points points={[about.font, about.icons, about.libraries]} />
        <p>
          <ExternalAnchor href="/licences.txt">{about.allLicences}</ExternalAnchor>
        </p>
      </Part>
    </>
  );
}

function UpdatesPart() {
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
  const ago = useAgo();
  if (!isOn) return <p>{mayChange ? updates.off : updates.offForYou}</p>;
  if (fault !== null) return <p>{updates.failed}</p>;
  if (checkedAt === null) return <p>{updates.first}</p>;
  return (
    <p>
      {updates.newest} <span className="soft">{updates.checked(ago(checkedAt))}</span>
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
      <Copyable label={updates.command} text={commands.join("\n")} lines={commands.length > 1} />
      <p>
        <ExternalAnchor href={newer.notesUrl}>{updates.notes}</ExternalAnchor>
      </p>
    </>
  );
}

/**
 * Release notes of this version. After a member has opened this page, the screen Today no longer shows the note about
 * the upgrade.
 */
function ReleaseNotesPart() {
  const { news } = useText().settings;
  const viewer = useViewer();
  const { data } = useSource(releaseNotesSource, { since: null });
  useEffect(() => {
    if (viewer) noteVersion(viewer.id);
  }, [viewer]);
  const [release] = data?.releases ?? [];
  if (!release) return null;
  return (
    <Part title={news.title(release.version)} section="news">
      {news.language && <p className="soft small">{news.language}</p>}
      {release.groups.map(({ name, points }) => (
        <section key={name} className="settings-news">
          <h3>{Object.entries(news.groups).find(([known]) => known === name)?.[1] ?? name}</h3>
          <ul className="settings-points" lang="en">
            {points.map((point) => (
              <li key={point}>{withCode(point)}</li>
            ))}
          </ul>
        </section>
      ))}
    </Part>
  );
}

function withCode(text: string) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts never move
  return text.split("`").map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}
