import { type AnyElysia, Elysia } from "elysia";
import { apiKeys } from "#accounts/api-keys/routes.ts";
import { households } from "#accounts/households/routes.ts";
import { readHousehold } from "#accounts/households/store.ts";
import { DirectoryCache } from "#accounts/members/directory.ts";
import { members } from "#accounts/members/routes.ts";
import { requireMember } from "#accounts/members/store.ts";
import { signIns } from "#accounts/sign-in/routes.ts";
import type { Catalogue } from "#agents/mcp/catalogue.ts";
import { mcp } from "#agents/mcp/endpoint.ts";
import { calendarApps } from "#calendar/app-passwords/routes.ts";
import { calendars } from "#calendar/calendars/routes.ts";
import { caldavServer } from "#calendar/dav/endpoint.ts";
import { events } from "#calendar/events/routes.ts";
import { calendarAccounts } from "#calendar/external/accounts/routes.ts";
import { googleAccounts } from "#calendar/external/google/sign-in.routes.ts";
import { subscriptions } from "#calendar/external/subscriptions.routes.ts";
import { eventFiles, servedFeeds } from "#calendar/feeds/files.routes.ts";
import { calendarFeeds } from "#calendar/feeds/routes.ts";
import { calendarImports } from "#calendar/imports/routes.ts";
import { LiveChannel } from "#client/live/channel.ts";
import { live } from "#client/live/routes.ts";
import { notFoundPage, pages } from "#client/pages/routes.ts";
import { groceriesInApp, shopping } from "#kitchen/groceries/routes.ts";
import { mealRepeats, mealsInApp } from "#kitchen/meals/app.routes.ts";
import { meals } from "#kitchen/meals/routes.ts";
import { recipeImports } from "#kitchen/recipe-import/routes.ts";
import { recipesInApp } from "#kitchen/recipes/app.routes.ts";
import { recipePhotos } from "#kitchen/recipes/photo.routes.ts";
import { recipes } from "#kitchen/recipes/routes.ts";
import { blocks } from "#lists/blocks/routes.ts";
import { coverFiles, covers } from "#lists/covers/routes.ts";
import { listsInApp } from "#lists/lists/app.routes.ts";
import { lists } from "#lists/lists/routes.ts";
import { photos } from "#lists/photos/routes.ts";
import { sections } from "#lists/sections/routes.ts";
import { listTemplatesInApp } from "#lists/templates/app.routes.ts";
import { channels } from "#notifications/channels/routes.ts";
import { notificationSettings } from "#notifications/delivery/routes.ts";
import { follows } from "#notifications/notices/follows.routes.ts";
import { notices } from "#notifications/notices/routes.ts";
import { reminders } from "#notifications/reminders/routes.ts";
import { health } from "#operations/health/routes.ts";
import { metricsRoutes } from "#operations/metrics/routes.ts";
import { serverPage } from "#operations/server-page/routes.ts";
import { updates } from "#operations/server-page/updates.routes.ts";
import { agenda } from "#overview/agenda/routes.ts";
import { devices } from "#overview/devices/routes.ts";
import { wall } from "#overview/devices/wall.routes.ts";
import { membersInApp } from "#overview/member-admin/app.routes.ts";
import { memberPhotos } from "#overview/member-admin/photo.routes.ts";
import { search, searchInApp } from "#overview/search/routes.ts";
import { undo } from "#overview/undo/routes.ts";
import { activity, activityInApp } from "#platform/activity/routes.ts";
import { onFileLoss } from "#platform/db/client.ts";
import { createServer } from "#platform/http/server.ts";
import { docs } from "#platform/openapi/routes.ts";
import { checkIns, checkInsInApp } from "#routines/check-ins/routes.ts";
import { chores, choresInApp } from "#routines/chores/routes.ts";
import { tasks } from "#routines/tasks/routes.ts";
import type { AppDeps } from "./deps.ts";
import { readNotices } from "./licences.ts";
import { memberRemovals } from "./member-removals.ts";
import "./traits.ts";

/** Returns the first group of routes; one group of all is too large to infer. Routes of `/app/x/{id}` stay together. */
export function createHouseholdFeatures(deps: AppDeps) {
  return new Elysia()
    .use(health(deps))
    .use(signIns(deps))
    .use(households)
    .use(members)
    .use(membersInApp({ ...deps, memberRemovals }))
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

export function createKitchenFeatures(deps: AppDeps) {
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

export function createListFeatures(deps: AppDeps) {
  return new Elysia()
    .use(listsInApp(deps))
    .use(listTemplatesInApp(deps))
    .use(follows)
    .use(sections)
    .use(lists(deps))
    .use(covers(deps))
    .use(blocks);
}

export function createServiceFeatures(deps: AppDeps) {
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

export function createFeatures(deps: AppDeps): AnyElysia {
  const groups: AnyElysia[] = [
    createHouseholdFeatures(deps),
    createKitchenFeatures(deps),
    createListFeatures(deps),
    createServiceFeatures(deps),
  ];
  return groups.reduce((all, group) => all.use(group), new Elysia() as AnyElysia);
}

/** Creates the app. `offered` replaces the MCP catalogue in tests. @throws Error if a route has no access policy */
export function createApp(deps: AppDeps, offered: Catalogue | null = null) {
  onFileLoss(deps.db, (level, message) => deps.log[level](message));
  const features = createFeatures(deps);
  const endpoint = mcp(deps, (request) => app.handle(request), new DirectoryCache(deps.db), offered);
  const channel = new LiveChannel(deps);
  deps.noticed.listen((noticed) => channel.onNotice(noticed));
  deps.committed.listen((work) => channel.onCommit(work));
  const beside = new Elysia()
    .use(docs(features))
    .use(pages(readNotices))
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
