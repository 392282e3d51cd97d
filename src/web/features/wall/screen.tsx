/** Screens of a tablet on the wall that is paired with the household. */

import { useEffect, useState } from "preact/hooks";
import { Link, Route, Switch, useLocation } from "wouter";
import { useText } from "#web/i18n/catalogue.ts";
import { useStore } from "#web/lib/store.ts";
import { isOutdated } from "#web/page/live.ts";
import { isConnected, outbox } from "#web/page/sync.ts";
import { actingMember } from "#web/page/undo.ts";
import { memberPrompt } from "#web/people/actor.ts";
import { Avatar } from "#web/people/avatar.tsx";
import { MemberPrompt } from "#web/people/member-prompt.tsx";
import { navEntries, navEntryOf } from "#web/shell/nav-entries.tsx";
import { ScreenBoundary } from "#web/shell/screen-boundary.tsx";
import { useRouteFocus } from "#web/shell/use-route-focus.ts";
import { ZoneNote } from "#web/shell/zone-note.tsx";
import { useHousehold, useMembers, useToday } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { isForeignZone } from "#web/time/own-time.ts";
import { Button, IconButton } from "#web/ui/controls/button.tsx";
import { AppFrame } from "#web/ui/display/app-frame.tsx";
import { EmptyState } from "#web/ui/display/notice.tsx";
import { Skeletons } from "#web/ui/display/skeleton.tsx";
import { PageHeader } from "#web/ui/display/surface.tsx";
import { ArrowLeft, CloudOff, Settings } from "#web/ui/icons.ts";
import { agendaSource, daysOfToday } from "../calendar/model/agenda.ts";
import { columnsOf } from "../chores/model/occurrences.ts";
import { useChoreOccurrences } from "../chores/model/ticking.ts";
import { CompactColumns } from "../chores/parts/chore-column.tsx";
import { SignInScreen } from "../setup/sign-in-screen.tsx";
import { AddButton } from "./add/add-sheet.tsx";
import { actAsMember, forgetMember, isSigningIn } from "./model/identity.ts";
import { isIdle, openRecipe, watchInput } from "./model/idle.ts";
import { keepWall } from "./model/paired.ts";
import { useWallLook } from "./model/use-wall-look.ts";
import { CheckInsCard } from "./parts/check-ins-card.tsx";
import { LockedSettings } from "./settings-sheet.tsx";
import { CalendarView } from "./views/calendar-view.tsx";
import { Cooking } from "./views/cooking.tsx";
import { ListsView, ListView } from "./views/lists-view.tsx";
import { MealsView } from "./views/meals-view.tsx";
import { NoticeBand } from "./views/notice-band.tsx";
import { TodayView } from "./views/today-view.tsx";

const shown = navEntries.filter(({ name }) =>
  ["today", "calendar", "lists", "chores", "checkIns", "meals"].includes(name),
);

export function WallScreen() {
  const { common } = useText();
  const { timeZone } = useHousehold();
  const [path, navigate] = useLocation();
  const [idleCount, setIdleCount] = useState(0);
  const resting = useStore(isIdle());
  const isNight = useWallLook();
  useEffect(
    () =>
      watchInput(() => {
        forgetMember();
        openRecipe().set(null);
        memberPrompt().set(null);
        isSigningIn().set(false);
        setIdleCount((count) => count + 1);
        navigate("/", { replace: true });
        scrollTo(0, 0);
      }),
    [navigate],
  );
  useEffect(keepWall, []);
  useReloadWhenOutdated(resting);
  const here = shown.find((place) => place === navEntryOf(path)) ?? shown[0];
  useRouteFocus(common.nav[here?.name ?? "today"]);
  const items = shown.map((place) => ({
    id: place.name,
    label: common.nav[place.name],
    icon: place.icon,
    isCurrent: place === here,
    href: place.href,
  }));
  if (useStore(isSigningIn())) return <WallSignIn />;
  return (
    // A new key closes all open sheets and menus.
    <div className="wall" key={idleCount}>
      <AppFrame
        items={items}
        Link={Link}
        labels={{ navigation: common.navigation, skip: common.skipToContent }}
        foot={<WallFoot />}
        banner={isForeignZone(timeZone) && <ZoneNote />}
        width="full"
      >
        <ScreenBoundary key={path}>
          <Views />
        </ScreenBoundary>
      </AppFrame>
      <MemberPrompt onYou={actAsMember} />
      <Cooking />
      <NoticeBand />
      {isNight && resting && <div className="wall-night" aria-hidden="true" />}
    </div>
  );
}

/** Sign-in of a member at a tablet on the wall. A button leads back to the screens of the tablet. */
function WallSignIn() {
  const { wall } = useText();
  return (
    <ScreenBoundary>
      <SignInScreen />
      <Button className="wall-leaving" icon={<ArrowLeft />} onClick={() => isSigningIn().set(false)}>
        {wall.settings.backToWall}
      </Button>
    </ScreenBoundary>
  );
}

function Views() {
  return (
    <Switch>
      <Route path="/calendar" component={CalendarView} />
      <Route path="/lists" component={ListsView} />
      <Route path="/lists/:id">{({ id }) => <ListView id={id} />}</Route>
      <Route path="/chores" component={ChoresView} />
      <Route path="/check-ins" component={CheckInsView} />
      <Route path="/meals" component={MealsView} />
      <Route>
        <TodayView onMeal={(meal) => openRecipe().set(meal)} />
      </Route>
    </Switch>
  );
}

function ChoresView() {
  const { common, today } = useText();
  const { data, occurrences } = useChoreOccurrences(useToday());
  const columns = columnsOf(occurrences ?? [], [], useMembers(), null);
  return (
    <>
      <PageHeader title={common.choresTitle} />
      {!data || !occurrences ? (
        <Skeletons label={common.loading} count={4} height="4.5rem" card />
      ) : columns.length === 0 ? (
        <EmptyState picture="🌿" title={today.noChores} />
      ) : (
        <CompactColumns columns={columns} data={data} occurrences={occurrences} />
      )}
    </>
  );
}

function CheckInsView() {
  const { common, wall } = useText();
  const today = useToday();
  const { data } = useSource(agendaSource, { from: today, days: daysOfToday }, { keepsFormer: true });
  const day = data?.days.find(({ date }) => date === today);
  const isDone = day?.checkIns.every(({ answeredAt }) => answeredAt !== null);
  return (
    <>
      <PageHeader title={common.nav.checkIns} />
      {!day && <Skeletons label={common.loading} count={2} height="8rem" card />}
      {isDone && <EmptyState picture="☀️" title={wall.allAnswered} />}
      {day && <CheckInsCard checkIns={day.checkIns} onYou={actAsMember} />}
    </>
  );
}

function WallFoot() {
  const { wall, common } = useText();
  const [isOpen, setOpen] = useState(false);
  const isOnline = useStore(isConnected);
  const waiting = useStore(outbox.pending).length;
  const acting = useStore(actingMember);
  const who = useMembers().find(({ id }) => id === acting);
  return (
    <div className="wall-foot">
      <AddButton />
      {who && (
        <button type="button" className="wall-who" onClick={forgetMember} aria-label={wall.notYou(who.name)}>
          <Avatar person={who} decorative />
        </button>
      )}
      {!isOnline && (
        <span className="wall-offline" role="status" aria-label={wall.offline(waiting)} title={wall.offline(waiting)}>
          <CloudOff /> {waiting > 0 && waiting}
        </span>
      )}
      <IconButton aria-label={common.nav.settings} onClick={() => setOpen(true)}>
        <Settings />
      </IconButton>
      {isOpen && <LockedSettings onClose={() => setOpen(false)} />}
    </div>
  );
}

/**
 * Reloads an outdated app on a tablet on the wall while nobody uses the tablet, because nobody would reload such a
 * tablet by hand.
 */
function useReloadWhenOutdated(resting: boolean): void {
  const isOld = useStore(isOutdated);
  useEffect(() => {
    if (isOld && resting) location.reload();
  }, [isOld, resting]);
}
