import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Link } from "wouter";
import { minute } from "#lib/time.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { perform } from "#web/page/undo.ts";
import { Avatar } from "#web/people/avatar.tsx";
import { EmptyUnlessOld } from "#web/shell/old-copy.tsx";
import { randomId } from "#web/sync/ids.ts";
import { type Notice, noticesSource } from "#web/sync/notices.ts";
import { useHousehold, useMembers, useNow } from "#web/sync/session.ts";
import { useAgo } from "#web/sync/use-dates.ts";
import { useSource } from "#web/sync/use-source.ts";
import { formatInstantTime, formatRelativeDay } from "#web/time/format.ts";
import { Button, buttonClass, IconButton } from "#web/ui/controls/button.tsx";
import { Loaded } from "#web/ui/display/loaded.tsx";
import { VisuallyHidden } from "#web/ui/display/surface.tsx";
import { Bell, Check, Settings, X } from "#web/ui/icons.ts";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { arrange, lastShown, type NoticeRow, type Snooze, snoozesOf } from "./model/arrange.ts";
import { actOnNotice, clearNotices, markRead, type NoticeAction } from "./model/writes.ts";

/** Maximum number of pages of notices that the sheet loads. Each page has 30 notices. */
const maxPages = 4;

export function NoticesSheet({ onClose }: { onClose: () => void }) {
  const { common, notifications, today } = useText();
  const { bell } = notifications;
  const now = useNow();
  const { timeZone } = useHousehold();
  const [pages, setPages] = useState(1);
  const read = useSource(noticesSource, { pages }, { keepsFormer: true });
  const { data } = read;
  const fresh = useSeen(data);
  const { ringing, days } = useMemo(() => arrange(data?.notices ?? [], now.ms, timeZone), [data, now.ms, timeZone]);
  const isEmpty = ringing.length + days.length === 0;
  const hasMore = data?.hasOlder && pages < maxPages;
  return (
    <Sheet
      open
      onClose={onClose}
      title={common.notifications}
      side
      action={
        data &&
        !isEmpty && (
          <Button variant="quiet" size="s" onClick={() => clear(data.notices)}>
            {bell.clear}
          </Button>
        )
      }
      footer={
        <Link href="/settings/notifications" replace className={buttonClass("quiet")}>
          <span className="button-text">
            <Settings />
            {bell.settings}
          </span>
        </Link>
      }
    >
      <Loaded read={read} count={4} height="3.75rem" />
      {data && isEmpty && !hasMore && <EmptyUnlessOld title={bell.empty} small level={3} />}
      {ringing.length > 0 && (
        <section aria-labelledby="notices-now">
          <h3 id="notices-now">{today.now}</h3>
          <ul className="notices">
            {ringing.map((notice) => (
              <Ringing key={notice.id} notice={notice} />
            ))}
          </ul>
        </section>
      )}
      {days.map(({ day, rows }) => (
        <section key={day} aria-labelledby={`notices-${day}`}>
          <h3 id={`notices-${day}`}>{formatRelativeDay(day, now.day, common)}</h3>
          <ul className="notices">
            {rows.map((row) => (
              <Row key={row[0].id} row={row} isNew={row.some(({ id }) => fresh.has(id))} />
            ))}
          </ul>
        </section>
      ))}
      {hasMore && <Button onClick={() => setPages(pages + 1)}>{bell.older}</Button>}
      {days.length > 0 && !data?.hasOlder && <p className="soft small">{bell.end}</p>}
    </Sheet>
  );
}

function clear(notices: readonly Notice[]): void {
  const upTo = lastShown(notices)?.id;
  const ids = notices.flatMap(({ id, state }) => (state === "open" ? id : []));
  if (upTo !== undefined) perform(clearNotices, { upTo, clear: randomId(), ids });
}

/**
 * Marks the shown notices as read on the server. Returns the ids of the notices that were unread when this sheet showed
 * them for the first time. The sheet shows these notices as new until it is closed.
 */
function useSeen(
  data: { readonly notices: readonly Notice[]; readonly unread: number } | undefined,
): ReadonlySet<string> {
  const fresh = useRef(new Set<string>());
  for (const { id, readAt } of data?.notices ?? []) if (readAt === null) fresh.current.add(id);
  const newest = data?.notices[0]?.id;
  const isUnread = data !== undefined && data.unread > 0;
  useEffect(() => {
    if (isUnread && newest !== undefined) perform(markRead, { upTo: newest });
  }, [isUnread, newest]);
  return fresh.current;
}

function Ringing({ notice }: { notice: Notice }) {
  const { bell } = useText().notifications;
  const { id, title, body, path } = notice;
  return (
    <li className="notices-ringing">
      <Bell />
      <Link href={path} replace className="notices-link">
        <strong>{title}</strong>
        {body && <span className="notices-body soft small">{body}</span>}
      </Link>
      <Acts notice={notice}>
        <Button
          variant="primary"
          size="s"
          aria-label={`${bell.seen}: ${title}`}
          onClick={() => perform(actOnNotice, { id, action: "dismiss", title })}
        >
          {bell.seen}
        </Button>
      </Acts>
    </li>
  );
}

/** One notice, or several notices about one person’s changes. The cross dismisses all of the row. */
function Row({ row, isNew }: { row: NoticeRow; isNew: boolean }) {
  const { bell } = useText().notifications;
  const ago = useAgo();
  const members = useMembers();
  const [notice] = row;
  const { body, path, createdAt, by, change, memberIds } = notice;
  const face = members.find(({ id }) => id === (by === null ? memberIds[0] : change?.memberId));
  const isOne = row.length === 1;
  const several = row.every((each) => each.change?.what === "event_named") ? bell.addedEvents : bell.changes;
  const title = isOne ? notice.title : several(by ?? "", row.length);
  const dismiss = () => {
    for (const each of row) perform(actOnNotice, { id: each.id, action: "dismiss", title: each.title });
  };
  return (
    <li className="notices-row">
      {face ? <Avatar person={face} decorative /> : <Bell />}
      <Link href={path} replace className="notices-link">
        <strong>
          {isNew && <i className="notices-new" aria-hidden="true" />}
          {isNew && <VisuallyHidden>{bell.isNew}: </VisuallyHidden>}
          {title}
        </strong>
        {!isOne &&
          row.slice(0, 2).map((each) => (
            <span key={each.id} className="small">
              <b>{each.change?.what === "list_changed" ? each.title : each.change?.label}</b>
              {each.body && ` · ${each.body}`}
            </span>
          ))}
        <span className="soft small">
          {row.length > 2 && `${bell.more(row.length - 2)} · `}
          {isOne && body && <span className="notices-body">{body} · </span>}
          {ago(createdAt)}
        </span>
      </Link>
      <IconButton aria-label={bell.dismiss(title)} onClick={dismiss}>
        <X />
      </IconButton>
      {isOne && notice.actions.length > 0 && <Acts notice={notice} />}
    </li>
  );
}

function Acts({ notice, children }: { notice: Notice; children?: ComponentChildren }) {
  const { bell } = useText().notifications;
  const { ms } = useNow();
  const { timeZone } = useHousehold();
  const { id, title, actions } = notice;
  const act = (action: NoticeAction, minutes?: number) =>
    perform(actOnNotice, { id, action, title, ...(minutes === undefined ? {} : { minutes }) });
  const wordsOf = (delay: Snooze) => {
    if ("atMs" in delay) return bell.at(formatInstantTime(delay.atMs, timeZone));
    return delay.minutes === 60 ? bell.hour : bell.inMinutes(delay.minutes);
  };
  const snooze = (delay: Snooze) =>
    act("snooze", "minutes" in delay ? delay.minutes : Math.max(1, Math.round((delay.atMs - Date.now()) / minute)));
  return (
    <div className="notices-acts">
      {actions.includes("done") && (
        <Button size="s" icon={<Check />} aria-label={`${bell.done}: ${title}`} onClick={() => act("done")}>
          {bell.done}
        </Button>
      )}
      {snoozesOf(notice, ms).map((delay) => (
        <Button key={wordsOf(delay)} size="s" aria-label={`${wordsOf(delay)}: ${title}`} onClick={() => snooze(delay)}>
          {wordsOf(delay)}
        </Button>
      ))}
      {children}
    </div>
  );
}
