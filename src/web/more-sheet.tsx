import { Link } from "wouter";
import { useViewer } from "./data/session.ts";
import { places } from "./places.tsx";
import { openSearch } from "./search/opening.ts";
import { useText } from "./text/catalogue.ts";
import { Button } from "./ui/button.tsx";
import { Search } from "./ui/icons.ts";
import { Sheet } from "./ui/sheet.tsx";

/** The places that a phone's bar has no room for. */
export function MoreSheet({ onClose }: { onClose: () => void }) {
  const { common } = useText();
  const viewer = useViewer();
  return (
    <Sheet open onClose={onClose} title={common.nav.more} sub={viewer?.name}>
      <Button
        wide
        icon={<Search />}
        onClick={() => {
          onClose();
          openSearch();
        }}
      >
        {common.search}
      </Button>
      <ul className="more-places">
        {places
          .filter(({ isInBar }) => !isInBar)
          .map(({ name, href, icon }) => (
            <li key={name}>
              <Link href={href} className="more-place" onClick={onClose}>
                {icon}
                {common.nav[name]}
              </Link>
            </li>
          ))}
      </ul>
    </Sheet>
  );
}
