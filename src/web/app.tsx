import type { ComponentChildren } from "preact";
import { lazy, Suspense } from "preact/compat";
import { useEffect, useErrorBoundary, useMemo } from "preact/hooks";
import { Route, Switch } from "wouter";
import { isWall } from "#web/features/wall/model/paired.ts";
import { type Catalogue, useText } from "#web/i18n/catalogue.ts";
import { useStore } from "#web/lib/store.ts";
import { fetchSignedIn, later, signedOut } from "#web/page/lazy.ts";
import { awaitServer, isConnected } from "#web/page/sync.ts";
import { isAdult } from "#web/people/permissions.ts";
import {
  type Member,
  membersSource,
  type Session,
  SessionContext,
  sessionSource,
  unknownHousehold,
} from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { useWallClock } from "#web/time/zone.ts";
import { type Labels, UiLabels } from "#web/ui/display/labels.tsx";
import { ErrorNotice } from "#web/ui/display/notice.tsx";
import { ToastRegion } from "#web/ui/overlay/toasts.tsx";

const Setup = signedOut(({ SetupScreen }) => SetupScreen);
const SignIn = signedOut(({ SignInScreen }) => SignInScreen);
const Join = signedOut(({ JoinScreen }) => JoinScreen);
const Linked = later(({ LinkedScreen }) => LinkedScreen);
const MailOff = later(({ MailOffScreen }) => MailOffScreen);
const Pairing = signedOut(({ PairingScreen }) => PairingScreen);
const Inside = lazy(async () => ({ default: (await fetchSignedIn()).Inside }));
const LiveWall = lazy(async () => ({ default: (await fetchSignedIn()).LiveWall }));

/** Returns the texts of the components in `ui/` in the viewer's language. */
function labelsIn({ labels, loading, couldNotLoad, needsServer }: Catalogue["common"]): Labels {
  return { ...labels, loading, couldNotLoad, needsServer };
}

export function App() {
  const { common } = useText();
  const [failure, retry] = useErrorBoundary((error) => console.error(error));
  const labels = useMemo(() => labelsIn(common), [common]);
  return (
    <UiLabels labels={labels}>
      {failure ? (
        <Stopped title={common.crashed} hint={common.crashedHint} onRetry={retry} />
      ) : (
        <Suspense fallback={null}>
          <Entrance />
        </Suspense>
      )}
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
        <LiveWall key={session.household.id} />
      ) : (
        <Inside key={session.member.id} />
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
    return { session, viewer, members, household, isAdult: viewer !== null && isAdult(viewer), today };
  }, [session, members, household, today]);
  return <SessionContext.Provider value={facts}>{children}</SessionContext.Provider>;
}

/**
 * Page shown while the server does not respond and no data are cached. The page tries to reach the server again
 * automatically.
 */
function Stranded({ onRetry }: { onRetry: () => void }) {
  const { common } = useText();
  useEffect(awaitServer, []);
  return <Stopped title={common.couldNotLoad} hint={common.needsServer} onRetry={onRetry} />;
}

function Stopped({ title, hint, onRetry }: { title: string; hint: string; onRetry: () => void }) {
  return (
    <main className="alone">
      <ErrorNotice title={title} onRetry={onRetry}>
        {hint}
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
      <Route path="/n/:token">{({ token }) => <Linked token={token} />}</Route>
      <Route path="/mail-off/:token">{({ token }) => <MailOff token={token} />}</Route>
      <Route component={isWall() ? Pairing : SignIn} />
    </Switch>
  );
}
