import { useEffect, useRef, useState } from "preact/hooks";
import { Link } from "wouter";
import { useText } from "#web/i18n/catalogue.ts";
import { perform } from "#web/page/undo.ts";
import { type Notice, noticesSource } from "#web/sync/notices.ts";
import { useAgo } from "#web/sync/use-dates.ts";
import { useSource } from "#web/sync/use-source.ts";
import { Button, buttonClass, IconButton } from "#web/ui/controls/button.tsx";
import { Loaded } from "#web/ui/display/loaded.tsx";
import { EmptyState } from "#web/ui/display/notice.tsx";
import { VisuallyHidden } from "#web/ui/display/surface.tsx";
import { Check, Clock, Settings, X } from "#web/ui/icons.ts";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { actOnNotice, markRead, type NoticeAction } from "./model/writes.ts";

/** Maximum number of pages of notices that the sheet loads. Each page has 30 notices. */
const maxPages = 4;

export function NoticesSheet({ onClose }: { onClose: () => void }) {
  const { common, notifications } = useText();
  const { bell } = notifications;
  const [pages, setPages] = useState(1);
  const read = useSource(noticesSource, { pages }, { keepsFormer: true });
  const { data } = read;
  const fresh = useSeen(data);
  return (
    <Sheet
      open
      onClose={onClose}
      title={common.notifications}
      side
      footer={
        <Link href="/settings/notifications" replace className={buttonClass("quiet")}>
          <span className="button-text">
            <Settings />
            {bell.settings}
          </span>
        </Link>
      }
    >
      <Loaded read={read} count={4} height="5rem" />
      {data?.notices.length === 0 && (
        <EmptyState picture="🔔" title={bell.empty} small level={3}>
          {bell.emptyHint}
        </EmptyState>
      )}
      {data && data.notices.length > 0 && (
        <ul className="notices">
          {data.notices.map((notice) => (
            <Row key={notice.id} notice={notice} isNew={fresh.has(notice.id)} />
          ))}
        </ul>
      )}
      {data?.hasOlder && pages < maxPages && <Button onClick={() => setPages(pages + 1)}>{bell.older}</Button>}
      {data && data.notices.length > 0 && !data.hasOlder && <p className="soft small">{bell.end}</p>}
    </Sheet>
  );
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

function Row({ notice, isNew }: { notice: Notice; isNew: boolean }) {
  const { bell } = useText().notifications;
  const ago = useAgo();
  const { title, body, path, createdAt, state } = notice;
  return (
    <li className="notices-row">
      <Link href={path} replace className="notices-link">
        <strong>
          {isNew && <i className="notices-new" aria-hidden="true" />}
          {isNew && <VisuallyHidden>{bell.isNew}: </VisuallyHidden>}
          {title}
        </strong>
        {body && <span className="notices-body">{body}</span>}
        <span className="soft small">
          {ago(createdAt)}
          {state !== "open" && ` · ${bell.states[state]}`}
        </span>
      </Link>
      {state === "open" && <Acts notice={notice} />}
    </li>
  );
}

function Acts({ notice }: { notice: Notice }) {
  const { bell } = useText().notifications;
  const { id, title, kind, actions } = notice;
  const minutes = kind === "event" ? 10 : 60;
  const act = (action: NoticeAction) =>
    perform(actOnNotice, { id, action, title, ...(action === "snooze" ? { minutes } : {}) });
  return (
    <div className="notices-acts">
      {actions.includes("done") && (
        <Button size="s" icon={<Check />} aria-label={`${bell.done}: ${title}`} onClick={() => act("done")}>
          {bell.done}
        </Button>
      )}
      {actions.includes("snooze") && (
        <Button
          size="s"
          icon={<Clock />}
          aria-label={`${minutes === 10 ? bell.tenMinutes : bell.hour}: ${title}`}
          onClick={() => act("snooze")}
        >
          {minutes === 10 ? bell.tenMinutes : bell.hour}
        </Button>
      )}
      <IconButton aria-label={bell.dismiss(title)} onClick={() => act("dismiss")}>
        <X />
      </IconButton>
    </div>
  );
}
