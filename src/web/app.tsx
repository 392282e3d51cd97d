/** Who is looking decides what there is: setting up, signing in, the wall, or the household's screens. */
import type { ComponentChildren } from "preact";
import { Suspense } from "preact/compat";
import { useEffect, useLayoutEffect, useMemo } from "preact/hooks";
import { Redirect, Route, Switch } from "wouter";
import { isWall } from "./features/wall/model/paired.ts";
import { useText } from "./i18n/catalogue.ts";
import { mayActForAll } from "./people/actor.ts";
import { fetchAhead, later, Screens } from "./routes.tsx";
import { catchFocus } from "./shell/focus-net.ts";
import { Household } from "./shell/household.tsx";
import { isConnected } from "./sync/connection.ts";
import { awaitServer, stayLive } from "./sync/live.ts";
import { takeBackLast } from "./sync/perform.ts";
import {
  type Member,
  membersSource,
  type Session,
  SessionContext,
  sessionSource,
  unknownHousehold,
} from "./sync/session.ts";
import { useStore } from "./sync/store.ts";
import { useSource } from "./sync/use-source.ts";
import { useWallClock } from "./time/zone.ts";
import { UiLabels } from "./ui/display/labels.tsx";
import { ErrorNotice } from "./ui/display/notice.tsx";
import { ToastRegion } from "./ui/overlay/toasts.tsx";

const Setup = later(({ SetupScreen }) => SetupScreen);
const SignIn = later(({ SignInScreen }) => SignInScreen);
const Join = later(({ JoinScreen }) => JoinScreen);
const Pairing = later(({ PairingScreen }) => PairingScreen);
const Wall = later(({ WallScreen }) => WallScreen);

/** The whole app. */
export function App() {
  const text = useText();
  return (
    <UiLabels labels={text.common.labels}>
      <Suspense fallback={null}>
        <Entrance />
      </Suspense>
      <ToastRegion />
    </UiLabels>
  );
}

function Entrance() {
  const { data: session, error, refetch } = useSource(sessionSource, {});
  const isOnline = useStore(isConnected);
  if (!session) return !error && isOnline ? null : <Stranded onRetry={refetch} />;
  return (
    <SessionProvider session={session}>
      {session.kind === "nobody" ? (
        <Outside needsSetup={session.needsSetup} />
      ) : session.kind === "device" ? (
        <LiveWall />
      ) : (
        <Inside />
      )}
    </SessionProvider>
  );
}

const nobody: readonly Member[] = [];

function SessionProvider({ session, children }: { session: Session; children: ComponentChildren }) {
  const isNobody = session.kind === "nobody";
  const { data } = useSource(membersSource, isNobody ? null : {});
  const members = data?.members ?? nobody;
  const household = isNobody ? unknownHousehold : session.household;
  const { day: today } = useWallClock(household.timeZone);
  const facts = useMemo(() => {
    const own = session.kind === "member" ? session.member : null;
    const viewer = members.find(({ id }) => id === own?.id) ?? own;
    const isAdult = viewer !== null && mayActForAll(viewer);
    return { session, viewer, members, household, isAdult, today };
  }, [session, members, household, today]);
  return <SessionContext.Provider value={facts}>{children}</SessionContext.Provider>;
}

/** Nothing is known yet, and the server does not answer; it goes on by itself when it does. */
function Stranded({ onRetry }: { onRetry: () => void }) {
  const { common } = useText();
  useEffect(awaitServer, []);
  return (
    <main className="alone">
      <ErrorNotice title={common.couldNotLoad} onRetry={onRetry}>
        {common.needsServer}
      </ErrorNotice>
    </main>
  );
}

function Outside({ needsSetup }: { needsSetup: boolean }) {
  if (needsSetup) return <Setup />;
  return (
    <Switch>
      <Route path="/join" component={Join} />
      <Route path="/wall" component={Pairing} />
      <Route path="/sign-in" component={SignIn} />
      <Route component={isWall() ? Pairing : SignIn} />
    </Switch>
  );
}

function LiveWall() {
  useEffect(stayLive, []);
  useEffect(catchFocus, []);
  return <Wall />;
}

function Inside() {
  useEffect(stayLive, []);
  useEffect(catchFocus, []);
  useEffect(() => {
    const timer = setTimeout(fetchAhead, 2_000);
    return () => clearTimeout(timer);
  }, []);
  useLayoutEffect(() => {
    document.addEventListener("keydown", undoByKey);
    return () => document.removeEventListener("keydown", undoByKey);
  }, []);
  return (
    <Switch>
      <Route path="/setup" component={Setup} />
      <Route path="/join" component={Join} />
      <Route path="/wall" component={Pairing} />
      <Route path="/sign-in">
        <Redirect to="/" replace />
      </Route>
      <Route>
        <Household>
          <Screens />
        </Household>
      </Route>
    </Switch>
  );
}

/** Ctrl+Z (⌘Z) takes back what was done last; in a text field it stays the field's own. */
function undoByKey(event: KeyboardEvent): void {
  if (event.key !== "z" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
  const target = event.target as Element | null;
  if (target?.closest("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]")) return;
  event.preventDefault();
  takeBackLast();
}
