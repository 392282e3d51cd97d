/** Who is looking decides what there is: setting up, signing in, the wall, or the household's screens. */
import { Suspense } from "preact/compat";
import { useEffect, useLayoutEffect } from "preact/hooks";
import { Redirect, Route, Switch } from "wouter";
import { isWall } from "./features/wall/model/paired.ts";
import { useText } from "./i18n/catalogue.ts";
import { fetchAhead, later, Screens } from "./routes.tsx";
import { catchFocus } from "./shell/focus-net.ts";
import { Household } from "./shell/household.tsx";
import { isConnected } from "./sync/connection.ts";
import { awaitServer, stayLive } from "./sync/live.ts";
import { takeBackLast } from "./sync/perform.ts";
import { sessionSource } from "./sync/session.ts";
import { useStore } from "./sync/store.ts";
import { useSource } from "./sync/use-source.ts";
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
  if (session.kind === "nobody") return <Outside needsSetup={session.needsSetup} />;
  return session.kind === "device" ? <LiveWall /> : <Inside />;
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
