/** Where the words are: those of Today together, the others with the screens that say them. English is the shape of all. */
import type { en } from "./en.ts";

/** What is there from the start. */
export type FirstAreas = typeof en;

const english = {
  calendar: () => import("./en/calendar.ts").then(({ calendar }) => calendar),
  choreBoard: () => import("./en/chore-board.ts").then(({ choreBoard }) => choreBoard),
  taskScreen: () => import("./en/task-screen.ts").then(({ taskScreen }) => taskScreen),
  checkInScreen: () => import("./en/check-in-screen.ts").then(({ checkInScreen }) => checkInScreen),
  lists: () => import("./en/lists.ts").then(({ lists }) => lists),
  meals: () => import("./en/meals.ts").then(({ meals }) => meals),
  recipes: () => import("./en/recipes.ts").then(({ recipes }) => recipes),
  activity: () => import("./en/activity.ts").then(({ activity }) => activity),
  settings: () => import("./en/settings.ts").then(({ settings }) => settings),
  setup: () => import("./en/setup.ts").then(({ setup }) => setup),
  wall: () => import("./en/wall.ts").then(({ wall }) => wall),
  search: () => import("./en/search.ts").then(({ search }) => search),
};

/** What comes with its screens. */
export type LaterAreas = { [Area in keyof typeof english]: Awaited<ReturnType<(typeof english)[Area]>> };
/** The name of a part that comes with its screens. */
export type LaterArea = keyof LaterAreas;
/** All of the app's text; functions make sentences of names and numbers. */
export type Catalogue = FirstAreas & LaterAreas;

type Loaders = {
  readonly first: () => Promise<FirstAreas>;
  readonly later: { readonly [Area in LaterArea]: () => Promise<LaterAreas[Area]> };
};

const german: Loaders["later"] = {
  calendar: () => import("./de/calendar.ts").then(({ calendar }) => calendar),
  choreBoard: () => import("./de/chore-board.ts").then(({ choreBoard }) => choreBoard),
  taskScreen: () => import("./de/task-screen.ts").then(({ taskScreen }) => taskScreen),
  checkInScreen: () => import("./de/check-in-screen.ts").then(({ checkInScreen }) => checkInScreen),
  lists: () => import("./de/lists.ts").then(({ lists }) => lists),
  meals: () => import("./de/meals.ts").then(({ meals }) => meals),
  recipes: () => import("./de/recipes.ts").then(({ recipes }) => recipes),
  activity: () => import("./de/activity.ts").then(({ activity }) => activity),
  settings: () => import("./de/settings.ts").then(({ settings }) => settings),
  setup: () => import("./de/setup.ts").then(({ setup }) => setup),
  wall: () => import("./de/wall.ts").then(({ wall }) => wall),
  search: () => import("./de/search.ts").then(({ search }) => search),
};

/** The languages there are. */
export const languages = ["en", "de"] as const;
/** One of them. */
export type Language = (typeof languages)[number];

/** Of each language. */
export const loaders: Readonly<Record<Language, Loaders>> = {
  en: { first: () => import("./en.ts").then(({ en }) => en), later: english },
  de: { first: () => import("./de.ts").then(({ de }) => de), later: german },
};
