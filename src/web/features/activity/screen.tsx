import { useEffect, useRef, useState } from "preact/hooks";
import { Link } from "wouter";
import { useText } from "#web/i18n/catalogue.ts";
import { getPreference, setPreference } from "#web/page/preferences.ts";
import { useHousehold, useToday } from "#web/sync/session.ts";
import { formatRelativeDay } from "#web/time/format.ts";
import { wallTime } from "#web/time/zone.ts";
import { Button, buttonClass } from "#web/ui/controls/button.tsx";
import { SegmentedControl } from "#web/ui/controls/segmented.tsx";
import { Loaded } from "#web/ui/display/loaded.tsx";
import { EmptyState } from "#web/ui/display/notice.tsx";
import { useAbsence } from "#web/ui/display/skeleton.tsx";
import { Card, PageHeader, SectionHeader } from "#web/ui/display/surface.tsx";
import { EntryRow } from "./entry-row.tsx";
import { type ActivityEntry, type Feed, useFeed } from "./source.ts";

type Filter = "all" | "agents";

/**
 * Minimum number of entries on the screen. If the filter for agents hides most entries of a page, older pages are
 * loaded until this number is reached.
 */
const minimumShown = 12;

export function ActivityScreen() {
  const { activity } = useText();
  const [shown, setShown] = useState<Filter>(() => (getPreference("activity") === "agents" ? "agents" : "all"));
  const show = (next: Filter) => {
    setPreference("activity", next);
    setShown(next);
  };
  const feed = useFeed();
  const entries = feed.entries?.filter(({ actor }) => shown === "all" || actor.kind === "api_key");
  const readsOlder =
    entries !== undefined && entries.length < minimumShown && feed.hasOlder && !feed.isReading && !feed.error;
  useEffect(() => {
    if (readsOlder) feed.readOlder();
  });
  return (
    <>
      <PageHeader
        title={activity.title}
        sub={activity.sub}
        actions={
          <SegmentedControl
            label={activity.title}
            value={shown}
            onChange={show}
            segments={[
              { value: "all", label: activity.all },
              { value: "agents", label: activity.agentsOnly },
            ]}
          />
        }
      />
      <Loaded read={{ data: entries, error: feed.error, refetch: feed.retry }} count={8} height="4rem" card />
      {entries?.length === 0 && !feed.hasOlder && <EmptyNotice isFiltered={shown === "agents"} />}
      {entries && entries.length > 0 && <Days entries={entries} />}
      {entries && entries.length > 0 && <Older feed={feed} />}
    </>
  );
}

function EmptyNotice({ isFiltered }: { isFiltered: boolean }) {
  const { activity } = useText();
  if (!isFiltered) {
    return (
      <EmptyState picture="🕰️" title={activity.emptyTitle}>
        {activity.empty}
      </EmptyState>
    );
  }
  const action = (
    <Link href="/settings/integrations" className={buttonClass("primary")}>
      {activity.toIntegrations}
    </Link>
  );
  return (
    <EmptyState picture="✨" title={activity.noAgentsTitle} action={action}>
      {activity.noAgents}
    </EmptyState>
  );
}

function Days({ entries }: { entries: readonly ActivityEntry[] }) {
  const { common } = useText();
  const { timeZone } = useHousehold();
  const today = useToday();
  const days = Map.groupBy(entries, ({ createdAt }) => wallTime(createdAt, timeZone).day);
  return [...days].map(([day, those]) => (
    <section key={day} className="activity-day">
      <SectionHeader title={formatRelativeDay(day, today, common, "long")} />
      <Card flush>
        <ul className="activity-entries">
          {those.map((entry) => (
            <EntryRow key={entry.id} entry={entry} />
          ))}
        </ul>
      </Card>
    </section>
  ));
}

function Older({ feed }: { feed: Feed }) {
  const { activity } = useText();
  const place = useRef<HTMLDivElement>(null);
  const read = useRef(feed.readOlder);
  read.current = feed.readOlder;
  useEffect(() => {
    // Observes again after each page: a button that stays in view triggers no new callback.
    if (feed.isReading || !place.current) return;
    const watcher = new IntersectionObserver(([seen]) => seen?.isIntersecting && read.current(), {
      rootMargin: "640px",
    });
    watcher.observe(place.current);
    return () => watcher.disconnect();
  }, [feed.isReading]);
  const absence = useAbsence();
  if (!feed.hasOlder) return <p className="activity-end">{activity.end}</p>;
  return (
    <div ref={place} className="activity-older">
      {absence ?? (
        <Button busy={feed.isReading} onClick={feed.readOlder}>
          {activity.older}
        </Button>
      )}
    </div>
  );
}
