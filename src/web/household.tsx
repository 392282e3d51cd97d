/** The frame around every screen of a member: where to go, who is here, and how the connection is. */
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { Link, useLocation } from "wouter";
import { Connection } from "./connection-banner.tsx";
import { useHousehold, useViewer } from "./data/session.ts";
import { useStore } from "./data/store.ts";
import { placeOf, places } from "./places.tsx";
import { later } from "./routes.tsx";
import { isSearchOpen, openSearch, searchByKey } from "./search/opening.ts";
import { useText } from "./text/catalogue.ts";
import { Avatar } from "./ui/avatar.tsx";
import { Frame, type NavItem } from "./ui/frame.tsx";
import { Ellipsis, Search } from "./ui/icons.ts";
import { useArrival } from "./use-arrival.ts";

const MoreSheet = later(({ MoreSheet: sheet }) => sheet);
const SearchSheet = later(({ SearchSheet: sheet }) => sheet);

/** The frame. */
export function Household({ children }: { children: ReactNode }) {
  const { common } = useText();
  const [path] = useLocation();
  const { name } = useHousehold();
  const [isMoreOpen, setMoreOpen] = useState(false);
  const here = placeOf(path);
  useArrival(here ? common.nav[here.name] : common.appName);
  const items: NavItem[] = places.map((place) => ({
    id: place.name,
    label: common.nav[place.name],
    icon: place.icon,
    isCurrent: place === here,
    href: place.href,
    ...(place.isInBar ? {} : { only: "side" as const }),
  }));
  const isUnderMore = here !== undefined && !here.isInBar;
  const more: NavItem = {
    id: "more",
    label: common.nav.more,
    icon: <Ellipsis />,
    isCurrent: isUnderMore,
    onPress: () => setMoreOpen(true),
    only: "bar",
  };
  const search: NavItem = {
    id: "search",
    label: common.search,
    icon: <Search />,
    isCurrent: false,
    onPress: openSearch,
    only: "side",
  };
  return (
    <Frame
      items={[search, ...items, more]}
      Link={Link}
      labels={{ navigation: common.navigation, skip: common.skipToContent }}
      brand={<span>{name}</span>}
      foot={<Viewer />}
      banner={<Connection />}
      width={here?.width ?? "page"}
    >
      {children}
      {isMoreOpen && (
        <Suspense fallback={null}>
          <MoreSheet onClose={() => setMoreOpen(false)} />
        </Suspense>
      )}
      <SearchAnywhere />
    </Frame>
  );
}

/** The search, by its key or whatever else opens it. */
function SearchAnywhere() {
  const isOpen = useStore(isSearchOpen);
  useEffect(() => {
    document.addEventListener("keydown", searchByKey);
    return () => {
      document.removeEventListener("keydown", searchByKey);
      isSearchOpen.set(false);
    };
  }, []);
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <SearchSheet onClose={() => isSearchOpen.set(false)} />
    </Suspense>
  );
}

/** Who is signed in, and the way to their own settings. */
function Viewer() {
  const viewer = useViewer();
  if (!viewer) return null;
  return (
    <Link href="/settings/you" className="nav-viewer">
      <Avatar person={viewer} size="s" decorative />
      <span>{viewer.name}</span>
    </Link>
  );
}
