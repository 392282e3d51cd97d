import { Link } from "wouter";
import { useText } from "../i18n/catalogue.ts";
import { useViewer } from "../sync/session.ts";
import { Button } from "../ui/controls/button.tsx";
import { Search } from "../ui/icons.ts";
import { Sheet } from "../ui/overlay/sheet.tsx";
import { places } from "./places.tsx";

/** Links replace the sheet's history entry, so that back returns to the former screen. */
export function MoreSheet({ onClose, onSearch }: { onClose: () => void; onSearch: () => void }) {
  const { common } = useText();
  const viewer = useViewer();
  return (
    <Sheet open onClose={onClose} title={common.nav.more} sub={viewer?.name}>
      <Button wide icon={<Search />} onClick={onSearch}>
        {common.search}
      </Button>
      <ul className="more-places">
        {places
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
