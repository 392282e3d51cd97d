import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect } from "preact/hooks";
import { Redirect, Route, Switch } from "wouter";
import { TodayScreen } from "#web/features/today/screen.tsx";
import { useStore } from "#web/lib/store.ts";
import { fetchAhead, later, signedOut } from "#web/page/lazy.ts";
import { stayLive } from "#web/page/live.ts";
import { isConnected } from "#web/page/sync.ts";
import { redoLast, undoLast } from "#web/page/undo.ts";
import { Household } from "#web/shell/household.tsx";
import { NotFound } from "#web/shell/not-found.tsx";
import { OfflineBoundary } from "#web/shell/offline-fallback.tsx";
import { recoverFocus } from "#web/shell/recover-focus.ts";
import { ScreenBoundary } from "#web/shell/screen-boundary.tsx";
import { useHousehold, useToday } from "#web/sync/session.ts";
import { useDialogs } from "#web/ui/overlay/dialog/layers.ts";

const Setup = signedOut(({ SetupScreen }) => SetupScreen);
const Join = signedOut(({ JoinScreen }) => JoinScreen);
const Linked = later(({ LinkedScreen }) => LinkedScreen);
const MailOff = later(({ MailOffScreen }) => MailOffScreen);
const Pairing = signedOut(({ PairingScreen }) => PairingScreen);
const Wall = later(({ WallScreen }) => WallScreen);
const Calendar = later(({ CalendarScreen }) => CalendarScreen);
const Tasks = later(({ TasksScreen }) => TasksScreen);
const Chores = later(({ ChoresScreen }) => ChoresScreen);
const CheckIns = later(({ CheckInsScreen }) => CheckInsScreen);
const Lists = later(({ ListsScreen }) => ListsScreen);
const List = later(({ ListScreen }) => ListScreen);
const Meals = later(({ MealsScreen }) => MealsScreen);
const Recipes = later(({ RecipesScreen }) => RecipesScreen);
const Recipe = later(({ RecipeScreen }) => RecipeScreen);
const Activity = later(({ ActivityScreen }) => ActivityScreen);
const Notice = later(({ NoticeScreen }) => NoticeScreen);
const Settings = later(({ SettingsScreen }) => SettingsScreen);

export function LiveWall() {
  useDialogs();
  useEffect(stayLive, []);
  useEffect(recoverFocus, []);
  useFetchAhead(true);
  return (
    <OfflineBoundary>
      <Wall />
    </OfflineBoundary>
  );
}

export function Inside() {
  useDialogs();
  useEffect(stayLive, []);
  useEffect(recoverFocus, []);
  useFetchAhead(false);
  useLayoutEffect(() => {
    document.addEventListener("keydown", undoByKey);
    return () => document.removeEventListener("keydown", undoByKey);
  }, []);
  return (
    <Switch>
      <Route path="/setup" component={Setup} />
      <Route path="/join" component={Join} />
      <Route path="/wall" component={Pairing} />
      <Route path="/n/:token">{({ token }) => <Linked token={token} />}</Route>
      <Route path="/mail-off/:token">{({ token }) => <MailOff token={token} />}</Route>
      <Route path="/sign-in">
        <Redirect to="/" replace />
      </Route>
      <Route>
        <OfflineBoundary>
          <Household>
            <Screens />
          </Household>
        </OfflineBoundary>
      </Route>
    </Switch>
  );
}

/**
 * Loads the code of the screens other than Today in advance, and the data of all screens once a day. If the server does
 * not respond, loads them as soon as it responds again.
 */
function useFetchAhead(isTablet: boolean): void {
  const household = useHousehold();
  const today = useToday();
  const isOnline = useStore(isConnected);
  const { timeZone, weekStartsOn } = household;
  useEffect(
    () => (isOnline ? fetchAhead({ isTablet, today, household: { timeZone, weekStartsOn } }) : undefined),
    [isTablet, today, timeZone, weekStartsOn, isOnline],
  );
}

/**
 * Handles the keyboard shortcuts for undo. Ctrl+Z undoes the last action, and Ctrl+Shift+Z repeats an undone action.
 * Does nothing while a text field has the focus, because text fields have their own undo.
 */
function undoByKey(event: KeyboardEvent): void {
  if (event.key.toLowerCase() !== "z" || !(event.ctrlKey || event.metaKey) || event.altKey) return;
  const target = event.target as Element | null;
  if (target?.closest("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]")) return;
  event.preventDefault();
  if (event.shiftKey) redoLast();
  else undoLast();
}

function Screens() {
  return (
    <Switch>
      {at("/", <TodayScreen />)}
      {at("/calendar", <Calendar />)}
      {at("/tasks", <Tasks />)}
      {at("/chores", <Chores />)}
      {at("/check-ins", <CheckIns />)}
      {at("/lists", <Lists />)}
      <Route path="/lists/:id">{({ id }) => bounded(<List key={id} id={id} />)}</Route>
      {at("/meals", <Meals />)}
      {at("/recipes", <Recipes />)}
      <Route path="/recipes/:id">{({ id }) => bounded(<Recipe key={id} id={id} />)}</Route>
      {at("/activity", <Activity />)}
      <Route path="/notice/:id">{({ id }) => bounded(<Notice key={id} id={id} />)}</Route>
      {at("/settings", <Settings part={null} />)}
      {at("/settings/calendars/google", <Settings part="calendars" />)}
      <Route path="/settings/:part">{({ part }) => bounded(<Settings part={part} />)}</Route>
      <Route>
        <NotFound />
      </Route>
    </Switch>
  );
}

function at(path: string, children: ComponentChildren) {
  return <Route path={path}>{bounded(children)}</Route>;
}

function bounded(children: ComponentChildren) {
  return <ScreenBoundary>{children}</ScreenBoundary>;
}
