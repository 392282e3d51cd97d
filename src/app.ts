import { type AnyElysia, Elysia } from "elysia";
import { activity, activityInApp } from "./activity/routes.ts";
import { agenda } from "./agenda/routes.ts";
import { apiKeys } from "./api-keys/routes.ts";
import { calendarApps } from "./app-passwords/routes.ts";
import { calendars } from "./calendars/routes.ts";
import { channels } from "./channels/routes.ts";
import { checkInsInApp } from "./check-ins/app.routes.ts";
import { checkIns } from "./check-ins/routes.ts";
import { choresInApp } from "./chores/app.routes.ts";
import { chores } from "./chores/routes.ts";
import { caldavServer } from "./dav/endpoint.ts";
import { onFileLoss } from "./db/client.ts";
import { notificationSettings } from "./delivery/routes.ts";
import type { Deps } from "./deps.ts";
import { devices } from "./devices/routes.ts";
import { wall } from "./devices/wall.routes.ts";
import { events } from "./events/routes.ts";
import { calendarAccounts } from "./external/accounts/routes.ts";
import { googleAccounts } from "./external/google/sign-in.routes.ts";
import { subscriptions } from "./external/subscriptions.routes.ts";
import { eventFiles, servedFeeds } from "./feeds/files.routes.ts";
import { calendarFeeds } from "./feeds/routes.ts";
import { groceriesInApp, shopping } from "./groceries/routes.ts";
import { health } from "./health/routes.ts";
import { households } from "./households/routes.ts";
import { readHousehold } from "./households/store.ts";
import { createServer } from "./http/server.ts";
import { calendarImports } from "./imports/routes.ts";
import { blocks } from "./lists/blocks/routes.ts";
import { coverFiles, covers } from "./lists/covers/routes.ts";
import { listsInApp } from "./lists/lists/app.routes.ts";
import { lists } from "./lists/lists/routes.ts";
import { sections } from "./lists/sections/routes.ts";
import { listTemplatesInApp } from "./lists/templates/app.routes.ts";
import { LiveChannel } from "./live/channel.ts";
import { live } from "./live/routes.ts";
import type { Catalogue } from "./mcp/catalogue.ts";
import { mcp } from "./mcp/endpoint.ts";
import { mealRepeats, mealsInApp } from "./meals/app.routes.ts";
import { meals } from "./meals/routes.ts";
import { membersInApp } from "./member-admin/app.routes.ts";
import { memberPhotos } from "./member-admin/photo.routes.ts";
import { Directories } from "./members/directory.ts";
import { members } from "./members/routes.ts";
import { requireMember } from "./members/store.ts";
import { metricsRoutes } from "./metrics/routes.ts";
import { follows } from "./notices/follows.routes.ts";
import { notices } from "./notices/routes.ts";
import { docs } from "./openapi/routes.ts";
import { notFoundPage, pages } from "./pages/routes.ts";
import { photos } from "./photos/routes.ts";
import { recipeImports } from "./recipe-import/routes.ts";
import { recipesInApp } from "./recipes/app.routes.ts";
import { recipePhotos } from "./recipes/photo.routes.ts";
import { recipes } from "./recipes/routes.ts";
import { reminders } from "./reminders/routes.ts";
import { search, searchInApp } from "./search/routes.ts";
import { serverPage } from "./server-page/routes.ts";
import { updates } from "./server-page/updates.routes.ts";
import { signIns } from "./sign-in/routes.ts";
import { tasks } from "./tasks/routes.ts";
import { undo } from "./undo/routes.ts";

/** In groups, because the app's client could not infer the types of one. All that begins with `/app/x/{id}` is in one group. */
export function createHouseholdFeatures(deps: Deps) {
  return new Elysia()
    .use(health(deps))
    .use(signIns(deps))
    .use(households)
    .use(members)
    .use(membersInApp(deps))
    .use(memberPhotos(deps))
    .use(devices())
    .use(wall)
    .use(apiKeys)
    .use(calendars)
    .use(subscriptions(deps))
    .use(events)
    .use(tasks)
    .use(chores)
    .use(choresInApp)
    .use(photos(deps))
    .use(checkIns)
    .use(checkInsInApp)
    .use(agenda)
    .use(search)
    .use(activity)
    .use(activityInApp)
    .use(searchInApp)
    .use(undo(deps));
}

export function createKitchenFeatures(deps: Deps) {
  return new Elysia()
    .use(recipes)
    .use(recipeImports(deps))
    .use(recipePhotos(deps))
    .use(recipesInApp)
    .use(meals)
    .use(mealsInApp)
    .use(mealRepeats)
    .use(shopping)
    .use(groceriesInApp);
}

export function createListFeatures(deps: Deps) {
  return new Elysia()
    .use(listsInApp(deps))
    .use(listTemplatesInApp(deps))
    .use(follows)
    .use(sections)
    .use(lists(deps))
    .use(covers(deps))
    .use(blocks);
}

export function createServiceFeatures(deps: Deps) {
  return new Elysia()
    .use(notices(deps))
    .use(channels(deps))
    .use(notificationSettings(deps))
    .use(reminders(deps))
    .use(serverPage(deps))
    .use(updates(deps))
    .use(calendarFeeds(deps))
    .use(calendarApps(deps))
    .use(calendarAccounts(deps))
    .use(googleAccounts(deps))
    .use(eventFiles)
    .use(calendarImports(deps));
}

export function createFeatures(deps: Deps): AnyElysia {
  const groups: AnyElysia[] = [
    createHouseholdFeatures(deps),
    createKitchenFeatures(deps),
    createListFeatures(deps),
    createServiceFeatures(deps),
  ];
  return groups.reduce((all, group) => all.use(group), new Elysia() as AnyElysia);
}

/**
 * `offered` replaces the MCP catalogue in tests.
 * @throws Error if a route has no access policy
 */
export function createApp(deps: Deps, offered: Catalogue | null = null) {
  onFileLoss(deps.db, (level, message) => deps.log[level](message));
  const features = createFeatures(deps);
  const endpoint = mcp(deps, (request) => app.handle(request), new Directories(deps.db), offered);
  const channel = new LiveChannel(deps);
  deps.noticed.listen((noticed) => channel.onNotice(noticed));
  deps.committed.listen((work) => channel.onCommit(work));
  const beside = new Elysia()
    .use(docs(features))
    .use(pages())
    .use(coverFiles(deps))
    .use(servedFeeds(deps))
    .use(caldavServer(deps))
    .use(live(channel))
    .use(endpoint)
    .use(metricsRoutes(deps, () => channel.size));
  const app = createServer(deps, new Elysia().use(features).use(beside), {
    afterCommit: (work) => deps.committed.emit(work),
    notFoundPage,
    findActingMember: (work, id) => requireMember(work, id, "X-Acting-Member"),
    readHousehold,
  });
  return app;
}
