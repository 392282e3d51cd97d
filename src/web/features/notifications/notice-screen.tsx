import { Link } from "wouter";
import { useText } from "#web/i18n/catalogue.ts";
import { noticesSource } from "#web/sync/notices.ts";
import { useSource } from "#web/sync/use-source.ts";
import { buttonClass } from "#web/ui/controls/button.tsx";
import { Loaded } from "#web/ui/display/loaded.tsx";
import { EmptyState } from "#web/ui/display/notice.tsx";
import { PageHeader } from "#web/ui/display/surface.tsx";
import { actOnShownNotice } from "./model/commands.ts";
import { NoticeCard } from "./parts/notice-card.tsx";

/**
 * Maximum number of pages of notices that this screen loads to find the notice. The sheet that the bell opens has the
 * same limit.
 */
const pages = 4;

/** Screen of one notice. A notification opens this screen if the member is signed in. */
export function NoticeScreen({ id }: { id: string }) {
  const { common, notifications, linked } = useText();
  const sources = useSource(noticesSource, { pages });
  const { data } = sources;
  if (!data) return <Loaded read={sources} count={1} height="16rem" card />;
  const notice = data.notices.find((each) => each.id === id);
  if (!notice) {
    const action = (
      <Link href="/" className={buttonClass("primary")}>
        {common.toToday}
      </Link>
    );
    return (
      <EmptyState picture="🔔" title={notifications.bell.gone} action={action}>
        {notifications.bell.goneHint}
      </EmptyState>
    );
  }
  const { title, body, state, actions, path } = notice;
  return (
    <div className="notice-screen">
      <PageHeader title={title} />
      <NoticeCard body={body} state={state} actions={actions} command={actOnShownNotice} notice={id} />
      <Link href={path} className={buttonClass("plain", "l", true)}>
        {linked.open}
      </Link>
    </div>
  );
}
