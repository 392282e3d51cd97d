import { useEffect } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import { useUnread } from "#web/sync/notices.ts";
import { IconButton } from "#web/ui/controls/button.tsx";
import { Bell } from "#web/ui/icons.ts";
import { useOverlay } from "./use-overlay.ts";

/** Button that opens the notices. The button is shown on phones only. Wider screens have a button in the navigation. */
export function BellButton() {
  const { common } = useText();
  const unread = useUnread();
  const { open } = useOverlay("over");
  const label = unread > 0 ? `${common.notifications}: ${common.unread(unread)}` : common.notifications;
  return (
    <IconButton className="bell" aria-label={label} aria-haspopup="dialog" onClick={() => open({ over: "notices" })}>
      <span className="nav-icon">
        <Bell />
        {unread > 0 && (
          <span className="nav-badge" aria-hidden="true">
            {unread > 99 ? "99+" : unread}
          </span>
        )}
      </span>
    </IconButton>
  );
}

type BadgeApi = { setAppBadge?: (count: number) => Promise<void>; clearAppBadge?: () => Promise<void> };

/** Shows the number of unread notices on the icon of the installed app. */
export function useAppBadge(unread: number): void {
  useEffect(() => {
    const { setAppBadge, clearAppBadge } = navigator as BadgeApi;
    const done = unread > 0 ? setAppBadge?.call(navigator, unread) : clearAppBadge?.call(navigator);
    done?.catch(() => {}); // Some browsers refuse badges to pages that are not installed.
  }, [unread]);
  useEffect(() => () => void (navigator as BadgeApi).clearAppBadge?.call(navigator)?.catch(() => {}), []);
}
