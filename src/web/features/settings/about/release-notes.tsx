import { useEffect } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import { noteVersion } from "#web/shell/previous-version.ts";
import { useViewer } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { type ReleaseNotes, releaseNotesSource } from "../model/updates.ts";
import { Part } from "../part.tsx";

/**
 * Release notes of this version. After a member has opened this page, Today no longer shows the note about the upgrade.
 */
export function ReleaseNotesPart() {
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
      <Groups release={release} />
    </Part>
  );
}

function Groups({ release }: { release: ReleaseNotes }) {
  const { news } = useText().settings;
  return release.groups.map(({ name, points }) => (
    <section key={name} className="settings-news">
      <h3>{Object.entries(news.groups).find(([known]) => known === name)?.[1] ?? name}</h3>
      <ul className="settings-points" lang="en">
        {points.map((point) => (
          <li key={point}>{withCode(point)}</li>
        ))}
      </ul>
    </section>
  ));
}

function withCode(text: string) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts never move
  return text.split("`").map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}
