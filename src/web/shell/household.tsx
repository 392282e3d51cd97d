import type { ComponentChildren } from "preact";
import { memo, Suspense } from "preact/compat";
import { useLayoutEffect, useState } from "preact/hooks";
import { Link, useLocation } from "wouter";
import { useText } from "#web/i18n/catalogue.ts";
import { useStore } from "#web/lib/store.ts";
import { later } from "#web/page/lazy.ts";
import { isOutdated } from "#web/page/live.ts";
import { getPreference, setPreference } from "#web/page/preferences.ts";
import { reloadWithUpdate } from "#web/page/service-worker.ts";
import { isConnected } from "#web/page/sync.ts";
import { Avatar } from "#web/people/avatar.tsx";
import { useCopyAge } from "#web/sync/copy-age.ts";
import { useUnread } from "#web/sync/notices.ts";
import { useHousehold, useViewer } from "#web/sync/session.ts";
import { hasOtherClocks, isForeignZone } from "#web/time/own-time.ts";
import { ownZone } from "#web/time/wall.ts";
import { Button, IconButton } from "#web/ui/controls/button.tsx";
import { AppFrame, type NavItem } from "#web/ui/display/app-frame.tsx";
import { Banner } from "#web/ui/display/notice.tsx";
import { Bell, Ellipsis, Plus, RotateCcw, Search, X } from "#web/ui/icons.ts";
import { useAppBadge } from "./bell.tsx";
import { navEntries, navEntryOf } from "./nav-entries.tsx";
import { OfflineNote } from "./offline-note.tsx";
import { usePreviousVersion } from "./previous-version.ts";
import { isPushPromptWanted } from "./push-prompt-wanted.ts";
import { type Overlay, useOverlay } from "./use-overlay.ts";
import { useRouteFocus } from "./use-route-focus.ts";

const AddSheet = later(({ AddSheet: sheet }) => sheet);
const MoreSheet = later(({ MoreSheet: sheet }) => sheet);
const NoticesSheet = later(({ NoticesSheet: sheet }) => sheet);
const PushPrompt = later(({ PushPrompt: offer }) => offer);
const UpgradeNote = later(({ UpgradeNote: note }) => note);
const SearchSheet = later(({ SearchSheet: sheet }) => sheet);
const ZoneNote = later(({ ZoneNote: note }) => note);
const ShortcutsSheet = later(({ ShortcutsSheet: sheet }) => sheet);

export function Household({ children }: { children: ComponentChildren }) {
  const { common } = useText();
  const [path] = useLocation();
  const { name, timeZone } = useHousehold();
  const isOnline = useStore(isConnected);
  const isCurrent = useCopyAge() === null;
  const over = useOverlay("over");
  const unread = useUnread();
  useAppBadge(unread);
  const badge = { badge: unread, badgeLabel: common.unread(unread) };
  const here = navEntryOf(path);
  useRouteFocus(here ? common.nav[here.name] : common.appName);
  const items: NavItem[] = navEntries.map((place) => ({
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
    onPress: () => over.open({ over: "more" }),
    only: "bar",
    ...badge,
  };
  const add: NavItem = {
    id: "add",
    label: common.new,
    icon: <Plus />,
    isCurrent: false,
    onPress: () => over.open({ over: "add" }),
    shortcut: "n",
    only: "side",
  };
  const search: NavItem = {
    id: "search",
    label: common.search,
    icon: <Search />,
    isCurrent: false,
    onPress: () => over.open({ over: "search" }),
    only: "side",
  };
  const notices: NavItem = {
    id: "notices",
    label: common.notifications,
    icon: <Bell />,
    isCurrent: false,
    onPress: () => over.open({ over: "notices" }),
    only: "side",
    ...badge,
  };
  return (
    <AppFrame
      items={[add, search, notices, ...items, more]}
      Link={Link}
      labels={{ navigation: common.navigation, skip: common.skipToContent }}
      brand={<span>{name}</span>}
      foot={<Viewer />}
      banner={
        <>
          <OtherZone timeZone={timeZone} />
          <NewerVersion />
        </>
      }
      strip={isOnline && isCurrent ? null : <OfflineNote />}
      width={here?.width ?? "page"}
    >
      {children}
      <IconButton filled className="frame-add" aria-label={common.new} aria-keyshortcuts="n" onClick={add.onPress}>
        <Plus />
      </IconButton>
      <Over over={over} />
      <Offer />
    </AppFrame>
  );
}

/**
 * Shows the sheets that can be opened from any screen. Handles the keys that open the search and the list of shortcuts.
 */
function Over({ over }: { over: Overlay<"over"> }) {
  const { value, open, close } = over;
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const wanted = isSearchKey(event) ? "search" : pageKeys[plainKey(event)];
      if (wanted === undefined || event.defaultPrevented) return;
      event.preventDefault();
      // Reads the current address, which may be newer than the last render.
      if (new URLSearchParams(location.search).get("over") === wanted && wanted !== "add") close();
      else if (!document.querySelector("[role=dialog], [role=alertdialog]")) open({ over: wanted });
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [open, close]);
  return (
    <Suspense fallback={null}>
      {value.over === "add" && <AddSheet onClose={close} />}
      {value.over === "more" && <MoreSheet onClose={close} onOpen={(sheet) => over.replace({ over: sheet })} />}
      {value.over === "notices" && <NoticesSheet onClose={close} />}
      {value.over === "search" && <SearchSheet onClose={close} />}
      {value.over === "shortcuts" && <ShortcutsSheet onClose={close} />}
    </Suspense>
  );
}

function Offer() {
  const isWanted = useStore(isPushPromptWanted());
  const former = usePreviousVersion();
  return (
    <Suspense fallback={null}>
      {isWanted ? <PushPrompt /> : former !== null && <UpgradeNote former={former} />}
    </Suspense>
  );
}

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

/** Keys that open a sheet, unless the user is typing. */
const pageKeys: Readonly<Record<string, string>> = { "?": "shortcuts", n: "add" };

/** Returns the pressed key in lower case. Empty if the user is typing or is in a menu, which has keys, or if the key is pressed with another one. */
function plainKey({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): string {
  const isTyping =
    target instanceof Element &&
    target.closest("input:not([type=radio], [type=checkbox]), textarea, select, [role=menu]");
  return isTyping || ctrlKey || metaKey || altKey ? "" : key.toLowerCase();
}

function isSearchKey({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === "k" && (ctrlKey || metaKey) && !shiftKey && !altKey;
}

/** Message about the time zone, if it is not the browser's. Memoized, because the comparison formats several times. */
const OtherZone = memo(function OtherZone({ timeZone }: { timeZone: string }) {
  if (!isForeignZone(timeZone)) return hasOtherClocks(timeZone) ? <HomeTimes timeZone={timeZone} /> : null;
  return (
    <Suspense fallback={null}>
      <ZoneNote />
    </Suspense>
  );
});

/** Name of the preference that stores the pair of time zones about which this browser has already said something. */
const notedKey = "zone-noted";

/**
 * Message of a device in another time zone: times are the household's. It is shown until somebody closes it, and then
 * not again for these two time zones. It is in the first chunk of the app, so that no screen moves when it comes.
 */
function HomeTimes({ timeZone }: { timeZone: string }) {
  const { common } = useText();
  const pair = `${ownZone()} ${timeZone}`;
  const [noted, setNoted] = useState(() => getPreference(notedKey));
  if (noted === pair) return null;
  const close = () => {
    setPreference(notedKey, pair);
    setNoted(pair);
  };
  const button = (
    <IconButton aria-label={common.close} onClick={close}>
      <X />
    </IconButton>
  );
  return (
    <Banner tone="info" action={button}>
      {common.timesAtHome(timeZone.split("/").at(-1)?.replaceAll("_", " ") ?? timeZone)}
    </Banner>
  );
}

function NewerVersion() {
  const { common } = useText();
  const isOnline = useStore(isConnected);
  const isOld = useStore(isOutdated);
  if (!isOnline || !isOld) return null;
  return (
    <Banner
      icon={<RotateCcw />}
      tone="info"
      action={
        <Button size="s" onClick={() => void reloadWithUpdate()}>
          {common.reload}
        </Button>
      }
    >
      {common.outdated}
    </Banner>
  );
}
