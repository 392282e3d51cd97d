import { useEffect, useRef } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import { createStore, useStore } from "#web/lib/store.ts";
import { pageValue } from "#web/page/shared.ts";
import { Avatar } from "#web/people/avatar.tsx";
import { type Notice, noticesSource } from "#web/sync/notices.ts";
import { useMembers, useNow } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Bell } from "#web/ui/icons.ts";
import { hasSound, playChime } from "../model/sound.ts";

const shownForMs = 10 * 60_000;
const maxNotices = 3;

/** Ids of the notices that somebody has dismissed with the button of the band. */
const seen = pageValue(() => createStore<ReadonlySet<string>>(new Set()));

/**
 * Band at the edge of the tablet with the notices that are due now. Each notice is shown for ten minutes, or until
 * somebody presses the button that dismisses the shown notices.
 */
export function NoticeBand() {
  const { wall } = useText();
  const members = useMembers();
  const { ms } = useNow();
  const { data } = useSource(noticesSource, { pages: 1 });
  const touched = useStore(seen());
  const due = (data?.notices ?? []).filter(
    ({ id, dueAt, state }) => state === "open" && !touched.has(id) && ms - Date.parse(dueAt) < shownForMs,
  );
  const shown = merged(due).slice(0, maxNotices);
  useChime(shown);
  if (shown.length === 0) return null;
  return (
    <section className="wall-band" aria-label={wall.notices} aria-live="polite">
      <Bell className="icon-l" />
      <ul>
        {shown.map(({ id, title, body, names, memberIds }) => (
          <li key={id}>
            <span className="wall-band-faces">
              {members
                .filter((member) => memberIds.includes(member.id))
                .map((member) => (
                  <Avatar key={member.id} person={member} decorative />
                ))}
            </span>
            <span>
              <strong>{title}</strong>
              {[body, names.join(", ")].filter(Boolean).map((line) => (
                <span key={line}>{line}</span>
              ))}
            </span>
          </li>
        ))}
      </ul>
      <Button size="l" onClick={() => seen().set(new Set([...touched, ...due.map(({ id }) => id)]))}>
        {wall.dismissNotices}
      </Button>
    </section>
  );
}

/** Merges notices about the same subject at the same time into one notice, which concerns the members of them all. */
function merged(notices: readonly Notice[]): Notice[] {
  const rows = Map.groupBy(notices, ({ kind, subject, dueAt, title }) => [kind, subject.id, dueAt, title].join(" "));
  return [...rows.values()].flatMap((all) => {
    const [first] = all;
    const names = [...new Set(all.flatMap((each) => each.names))];
    return first ? [{ ...first, names, memberIds: all.flatMap((each) => each.memberIds) }] : [];
  });
}

function useChime(shown: readonly Notice[]): void {
  const played = useRef(new Set<string>());
  const isWanted = useStore(hasSound());
  useEffect(() => {
    const fresh = shown.filter(({ id }) => !played.current.has(id));
    for (const { id } of fresh) played.current.add(id);
    if (isWanted && fresh.length > 0) playChime();
  }, [shown, isWanted]);
}
