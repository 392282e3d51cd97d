import { Link } from "wouter";
import { useText } from "#web/i18n/catalogue.ts";
import { useUnread } from "#web/sync/notices.ts";
import { useViewer } from "#web/sync/session.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Bell, Search } from "#web/ui/icons.ts";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { navEntries } from "./nav-entries.tsx";

/**
 * Sheet with links to the other screens. A link replaces the history entry of the sheet. Going back then leads to the
 * previous screen.
 */
export function MoreSheet(props: { onClose: () => void; onOpen: (sheet: "search" | "notices") => void }) {
  const { onClose, onOpen } = props;
  const { common } = useText();
  const viewer = useViewer();
  const unread = useUnread();
  return (
    <Sheet open onClose={onClose} title={common.nav.more} sub={viewer?.name}>
      <Button wide icon={<Search />} onClick={() => onOpen("search")}>
        {common.search}
      </Button>
      <Button wide icon={<Bell />} onClick={() => onOpen("notices")}>
        {unread > 0 ? `${common.notifications}: ${common.unread(unread)}` : common.notifications}
      </Button>
      <ul className="more-places">
        {navEntries
          .filter(({ isInBar }) => !isInBar)
          .map(({ name, href, icon }) => (
            <li key={name}>
              <Link href={href} replace className="more-place">
                {icon}
                {common.nav[name]}
              </Link>
            </li>
          ))}
      </ul>
    </Sheet>
  );
}
