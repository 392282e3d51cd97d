/**
 * Exports all screens except Today. All these screens are in one chunk, because separate chunks would share hundreds of
 * small files.
 */
import "../styles/later.css";

export { ActivityScreen } from "../features/activity/screen.tsx";
export { CalendarScreen } from "../features/calendar/screen.tsx";
export { AnswerSheet } from "../features/check-ins/answer-sheet.tsx";
export { CheckInsScreen } from "../features/check-ins/screen.tsx";
export { ChoresScreen } from "../features/chores/screen.tsx";
export { ListScreen } from "../features/lists/list/list-screen.tsx";
export { ListsScreen } from "../features/lists/screen.tsx";
export { MealsScreen } from "../features/meals/screen.tsx";
export { LinkedScreen, MailOffScreen } from "../features/notifications/linked-screens.tsx";
export { keepCurrent } from "../features/notifications/model/push.ts";
export { NoticeScreen } from "../features/notifications/notice-screen.tsx";
export { NoticesSheet } from "../features/notifications/notices-sheet.tsx";
export { NotificationOffer } from "../features/notifications/offer.tsx";
export { readScreensAhead } from "../features/offline/read-ahead.ts";
export { RecipeScreen } from "../features/recipes/recipe-screen.tsx";
export { RecipesScreen } from "../features/recipes/screen.tsx";
export { SearchSheet } from "../features/search/search-sheet.tsx";
export { UpgradeNote } from "../features/settings/about/upgrade-note.tsx";
export { SettingsScreen } from "../features/settings/screen.tsx";
export { LaterSteps } from "../features/setup/steps/later-steps.tsx";
export { TasksScreen } from "../features/tasks/screen.tsx";
export { WallScreen } from "../features/wall/screen.tsx";
export { WhoSheet } from "../people/person-button-grid.tsx";
export { MoreSheet } from "./more-sheet.tsx";
export { ShortcutsSheet } from "./shortcuts-sheet.tsx";
export { ZoneNote } from "./zone-note.tsx";
