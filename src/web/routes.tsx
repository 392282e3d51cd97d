/** Which address shows which screen. Each comes in a file of its own, fetched when it is first wanted. */
import { type ComponentType, lazy, type ReactNode } from "react";
import { Route, Switch } from "wouter";
import { NotFound } from "./not-found.tsx";
import { ScreenBoundary } from "./screen-boundary.tsx";
import { loadPart } from "./shell.ts";
import { bringText } from "./text/catalogue.ts";
import type { LaterArea } from "./text/loaders.ts";

/** A screen that is fetched when it is first shown, with the words that it says beside those that are always there. */
export function screen<Props extends object>(load: () => Promise<ComponentType<Props>>, ...areas: LaterArea[]) {
  const fetched = () => Promise.all([load(), bringText(areas)]);
  loaders.push(fetched);
  return lazy(async () => {
    const [component] = await loadPart(fetched);
    return { default: component };
  });
}

const loaders: (() => Promise<unknown>)[] = [];

/** Fetches all screens while nothing else is to be done: each then opens at once, and without the server too. */
export async function fetchAllScreens(): Promise<void> {
  for (const fetched of loaders) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    await fetched().catch(() => {}); // Tried again when it is wanted.
  }
}

const Today = screen(() => import("./today/screen.tsx").then(({ TodayScreen }) => TodayScreen));
const Calendar = screen(() => import("./calendar/screen.tsx").then(({ CalendarScreen }) => CalendarScreen), "calendar");
const Chores = screen(() => import("./chores/screen.tsx").then(({ ChoresScreen }) => ChoresScreen), "choreBoard");
const Tasks = screen(() => import("./tasks/screen.tsx").then(({ TasksScreen }) => TasksScreen), "taskScreen");
const CheckIns = screen(
  () => import("./check-ins/screen.tsx").then(({ CheckInsScreen }) => CheckInsScreen),
  "checkInScreen",
);
const Lists = screen(() => import("./lists/screen.tsx").then(({ ListsScreen }) => ListsScreen), "lists");
const List = screen(() => import("./lists/list-screen.tsx").then(({ ListScreen }) => ListScreen), "lists");
const Meals = screen(() => import("./meals/screen.tsx").then(({ MealsScreen }) => MealsScreen), "meals", "recipes");
const Recipes = screen(
  () => import("./recipes/screen.tsx").then(({ RecipesScreen }) => RecipesScreen),
  "recipes",
  "meals",
);
const Recipe = screen(
  () => import("./recipes/recipe-screen.tsx").then(({ RecipeScreen }) => RecipeScreen),
  "recipes",
  "meals",
);
const Activity = screen(() => import("./activity/screen.tsx").then(({ ActivityScreen }) => ActivityScreen), "activity");
const Settings = screen(
  () => import("./settings/screen.tsx").then(({ SettingsScreen }) => SettingsScreen),
  "settings",
  "setup",
);

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

function at(path: string, children: ReactNode) {
  return <Route path={path}>{bounded(children)}</Route>;
}

function bounded(children: ReactNode) {
  return <ScreenBoundary>{children}</ScreenBoundary>;
}
