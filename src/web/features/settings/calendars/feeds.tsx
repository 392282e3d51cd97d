import { useState } from "preact/hooks";
import { ConfirmRequest } from "#web/forms/confirm-request.tsx";
import { useOpenRecord } from "#web/forms/use-open-record.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { useOverlay } from "#web/shell/use-overlay.ts";
import { useMembers, useNow } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { formatAgo } from "#web/time/ago.ts";
import { formatNames } from "#web/time/format.ts";
import { Pencil, Send, Trash2 } from "#web/ui/icons.ts";
import { Menu } from "#web/ui/overlay/menu.tsx";
import { CalendarList } from "./calendar-list.tsx";
import { FeedSheet } from "./feed-sheet.tsx";
import { deleteFeed, type Feed, feedsSource, type Subscription } from "./sources.ts";

/** Maximum number of calendar feeds that the server allows. */
const maxFeeds = 20;

export function FeedsPart({ followed }: { followed: readonly Subscription[] }) {
  const { share: text } = useText().settings.calendars;
  const read = useSource(feedsSource, {});
  const { value, open, close } = useOverlay("feed");
  const [leaving, setLeaving] = useState<Feed | null>(null);
  const feeds = read.data?.feeds ?? [];
  const changed = useOpenRecord(
    value.feed,
    feeds.find(({ id }) => id === value.feed),
  );
  return (
    <CalendarList
      section="share"
      picture="📤"
      text={text}
      read={read}
      items={feeds}
      most={maxFeeds}
      onAdd={() => open({ feed: "" })}
      row={(feed) => (
        <Row
          key={feed.id}
          feed={feed}
          followed={followed}
          onEdit={() => open({ feed: feed.id })}
          onEnd={() => setLeaving(feed)}
        />
      )}
    >
      {(value.feed === "" || changed) && (
        <FeedSheet key={value.feed} record={changed} followed={followed} onClose={close} />
      )}
      {leaving && (
        <ConfirmRequest
          title={text.endTitle(leaving.name)}
          confirm={text.end}
          send={() => deleteFeed(leaving.id)}
          kinds={["calendar_feed"]}
          done={text.ended(leaving.name)}
          onClose={() => setLeaving(null)}
        >
          <p>{text.endText}</p>
        </ConfirmRequest>
      )}
    </CalendarList>
  );
}

function Row(props: { feed: Feed; followed: readonly Subscription[]; onEdit: () => void; onEnd: () => void }) {
  const { feed, followed, onEdit, onEnd } = props;
  const { common, settings } = useText();
  const { share: text } = settings.calendars;
  const { ms } = useNow();
  const whose = useMembers().find(({ id }) => id === feed.memberId)?.name ?? text.household;
  const others = followed.filter(({ id }) => feed.calendarIds.includes(id)).map(({ name }) => name);
  const content = [...feed.parts.map((part) => text.parts[part]), ...others];
  return (
    <li className="settings-row">
      <Send />
      <span className="settings-row-text">
        <strong>{feed.name}</strong>
        <span className="soft small">
          {whose} · {feed.detail === "busy" ? text.busyOnly(formatNames(content)) : formatNames(content)}
        </span>
        <span className="soft small">
          {feed.lastUsedAt === null ? text.unread : text.lastRead(formatAgo(feed.lastUsedAt, ms))}
        </span>
      </span>
      <Menu
        label={text.moreFor(feed.name)}
        items={[
          { label: common.edit, icon: <Pencil />, onSelect: onEdit },
          { label: text.end, icon: <Trash2 />, onSelect: onEnd, danger: true },
        ]}
      />
    </li>
  );
}
