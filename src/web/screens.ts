/**
 * Exports all screens except Today, so that the bundler puts these screens into one chunk. If each screen had its own
 * chunk, the bundler would put the code that screens share into hundreds of small files.
 */
import "#web/styles/later.css";

export { ActivityScreen } from "#web/features/activity/screen.tsx";
export { AddSheet } from "#web/features/add/add-sheet.tsx";
export { CalendarScreen } from "#web/features/calendar/screen.tsx";
export { AnswerSheet } from "#web/features/check-ins/answer-sheet.tsx";
export { CheckInsScreen } from "#web/features/check-ins/screen.tsx";
export { ChoresScreen } from "#web/features/chores/screen.tsx";
export { ListScreen } from "#web/features/lists/list/list-screen.tsx";
export { ListsScreen } from "#web/features/lists/screen.tsx";
export { MealsScreen } from "#web/features/meals/screen.tsx";
export { LinkedScreen, MailOffScreen } from "#web/features/notifications/linked-screens.tsx";
export { keepCurrent } from "#web/features/notifications/model/push.ts";
export { NoticeScreen } from "#web/features/notifications/notice-screen.tsx";
export { NoticesSheet } from "#web/features/notifications/notices-sheet.tsx";
export { PushPrompt } from "#web/features/notifications/push-prompt.tsx";
export { readScreensAhead } from "#web/features/offline/read-ahead.ts";
export { RecipeScreen } from "#web/features/recipes/recipe-screen.tsx";
export { RecipesScreen } from "#web/features/recipes/screen.tsx";
export { SearchSheet } from "#web/features/search/search-sheet.tsx";
export { SettingsScreen } from "#web/features/settings/screen.tsx";
export { LaterSteps } from "#web/features/setup/steps/later-steps.tsx";
export { TasksScreen } from "#web/features/tasks/screen.tsx";
export { UpgradeNote } from "#web/features/today/upgrade-note.tsx";
export { WallScreen } from "#web/features/wall/screen.tsx";
export { MemberPromptSheet } from "#web/people/person-button-grid.tsx";
export { MoreSheet } from "#web/shell/more-sheet.tsx";
export { ShortcutsSheet } from "#web/shell/shortcuts-sheet.tsx";
export { ZoneNote } from "#web/shell/zone-note.tsx";
