/** Which address shows which screen. Today comes by itself, so that it is there at once; all others come together. */
import type { ComponentChildren, ComponentType } from "preact";
import { lazy } from "preact/compat";
import { Route, Switch } from "wouter";
import { bringText } from "./i18n/catalogue.ts";
import { NotFound } from "./shell/not-found.tsx";
import { ScreenBoundary } from "./shell/screen-boundary.tsx";
import { loadPart } from "./shell/shell.ts";

type Others = typeof import("./shell/screens.ts");

const fetchOthers = async (): Promise<Others> => (await Promise.all([import("./shell/screens.ts"), bringText()]))[0];

/** Loads the writes of all screens, for entries that an earlier page left in the queue. */
export const loadWrites = () => loadPart(() => import("./writes.ts"));

/** One of the other screens, or a sheet; fetched when it is first shown, with its words. */
export function later<Props extends object>(choose: (others: Others) => ComponentType<Props>) {
  return lazy(async () => ({ default: choose(await loadPart(fetchOthers)) }));
}

/** Fetches what comes later while nothing else is to be done: it then opens at once, and without the server too. */
export async function fetchAhead(): Promise<void> {
  await Promise.allSettled([fetchOthers(), import("./writes.ts")]); // Tried again when it is wanted.
}

const Today = lazy(() =>
  loadPart(() => import("./features/today/screen.tsx").then((file) => ({ default: file.TodayScreen }))),
);
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
const Settings = later(({ SettingsScreen }) => SettingsScreen);

/** The screens of somebody who is signed in. */
export function Screens() {
  return (
    <Switch>
      {at("/", <Today />)}
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
      {at("/settings", <Settings part={null} />)}
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
