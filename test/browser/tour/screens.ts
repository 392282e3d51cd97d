/** Screens and sheets of the app, all of which the tour visits. */
import type { Page } from "playwright-core";
import { householdName } from "#operations/demo/steps.ts";
import { partNames } from "#web/features/settings/model/parts.ts";
import { chooseByLabel } from "../../support/browser/choice.ts";
import { payloads } from "../../support/browser/homes/markup.ts";
import { changeConcurrently } from "./concurrent-change.ts";
import { ids, today, typedPhrase } from "./household.ts";
import { dialogs, menus } from "./moving.ts";

export type Stop = {
  readonly path: string;
  /** Selector of an element that the page shows once it has loaded. */
  readonly shows: string;
  /** Selectors to click and functions to run, one after the other, to show something that has no address. */
  readonly presses?: readonly (string | ((page: Page) => Promise<unknown>))[];
  /** Source file of the sheet, in `src/web`, if the stop is a sheet. */
  readonly file?: string;
};

const screen = (path: string, shows: string): Stop => ({ path, shows });
const sheet = (path: string, file: string, shows = dialogs): Stop => ({ path, file, shows });
const opened = (path: string, file: string, presses: Stop["presses"] = [], shows = dialogs): Stop => ({
  ...{ path, file, presses, shows },
});
const save = "[role=dialog] footer button >> nth=-1";
const atList = `/lists/${ids.list}`;
const series = `${ids.series}&at=${encodeURIComponent(ids.seriesAt)}`;

const calendarFile = {
  ...{ name: "school.ics", mimeType: "text/calendar" },
  buffer: Buffer.from(
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Test//EN\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTAMP:20261101T000000Z\r\n" +
      `SUMMARY:${payloads[11]}\r\nDTSTART:20261201T100000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`,
  ),
};

export const screens: readonly Stop[] = [
  screen("/", ".today-body"),
  ...["day", "week", "month", "agenda"].map((view) => ({
    ...screen("/calendar", `.calendar-toolbar[data-view=${view}]`),
    presses: [(page: Page) => chooseView(page, view)],
  })),
  screen("/tasks", ".tasks-board, .tasks-due"),
  screen("/chores", ".chores-board"),
  screen("/check-ins", ".check-ins-managed"),
  screen("/lists", ".lists-board, .lists-section"),
  screen(atList, ".lists-add"),
  screen("/meals", ".meals-tile, .meals-day"),
  screen("/meals?week=2027-01-04", ".meals"),
  screen("/recipes", ".recipes-grid"),
  screen(`/recipes/${ids.recipe}`, ".recipes-columns"),
  screen("/activity", ".activity-entries"),
  screen(`/notice/${ids.notice}`, "h1"),
  screen("/nowhere", ".empty"),
  screen("/settings", ".settings[data-overview]"),
  ...partNames.map((part) =>
    screen(`/settings/${part}`, `.settings:has([href="/settings/${part}"][aria-current=page])`),
  ),
  {
    ...screen("/tasks", ".tasks-board"),
    presses: [(page) => chooseByLabel(page.locator(".page-header input").nth(1))],
  },
];

/** Chooses a view of the calendar by its radio button. */
async function chooseView(page: Page, view: string): Promise<void> {
  const views = ["day", "week", "month", "agenda"];
  await chooseByLabel(page.locator(".calendar-views input").nth(views.indexOf(view)));
}

/** Types a phrase with a day, a time and a person, of which the hour is open. */
async function typePhrase(page: Page): Promise<void> {
  await page.locator(".add-text textarea").fill(typedPhrase);
}

/** Opens the menu of a day in the list of the week, or of the week on wide screens, which have no list. */
async function openDayMenu(page: Page): Promise<void> {
  await page.locator(":is(.meals-header, .meals-day) [aria-haspopup=menu]").last().click();
}

export const sheets: readonly Stop[] = [
  sheet("/?over=more", "shell/more-sheet.tsx"),
  sheet("/?over=add", "features/add/add-sheet.tsx"),
  opened("/?over=add", "features/add/add-sheet.tsx", [(page) => typePhrase(page)], ".add-becomes"),
  sheet("/?over=search", "features/search/search-sheet.tsx"),
  opened("/?over=search", "features/search/search-sheet.tsx", [(page) => search(page, "ca")], "[role=option]"),
  sheet("/?over=notices", "features/notifications/notices-sheet.tsx"),
  sheet("/?over=shortcuts", "shell/shortcuts-sheet.tsx"),
  sheet(`/calendar?event=${ids.event}`, "features/calendar/edit/event-sheet.tsx"),
  sheet(`/calendar?event=${series}`, "features/calendar/edit/event-sheet.tsx"),
  sheet(`/calendar?edit=${series}`, "features/calendar/edit/edit-sheet.tsx", ".repeat-dates li"),
  sheet(`/calendar?new=${today}T10:00&until=${today}T11:00`, "features/calendar/edit/edit-sheet.tsx"),
  sheet(`/tasks?edit=${ids.task}`, "features/tasks/edit-sheet.tsx"),
  sheet("/chores?edit=new", "features/chores/edit/edit-sheet.tsx"),
  sheet(`/chores?edit=${ids.chore}`, "features/chores/edit/edit-sheet.tsx"),
  sheet("/chores?all=yes", "features/chores/edit/manage-sheet.tsx"),
  sheet(`/chores?chore=${ids.chore}`, "features/chores/history-sheet.tsx"),
  sheet("/chores?one=", "features/chores/screen.tsx"),
  sheet(`/check-ins?who=${ids.ben}`, "features/check-ins/answer-sheet.tsx", ".check-ins"),
  sheet("/check-ins?edit=new", "features/check-ins/edit/edit-sheet.tsx"),
  sheet(`/check-ins?edit=${ids.checkIn}`, "features/check-ins/edit/edit-sheet.tsx"),
  sheet("/lists?sheet=new", "features/lists/board/new-list-sheet.tsx"),
  sheet(`/lists?sheet=section&about=${ids.section}`, "features/lists/board/board-sheets.tsx"),
  sheet("/lists?sheet=arrange", "features/lists/board/board-sheets.tsx"),
  sheet(`${atList}?sheet=item&about=${ids.item}`, "features/lists/item/item-sheet.tsx"),
  sheet(`${atList}?sheet=settings&about=${ids.list}`, "features/lists/list/settings-sheet.tsx"),
  sheet(`${atList}?sheet=cover&about=${ids.list}`, "features/lists/cover/cover-sheet.tsx"),
  sheet(`/lists/${ids.groceries}?sheet=aisles&about=${ids.groceries}`, "features/lists/list/aisles-sheet.tsx"),
  sheet(`${atList}?shop=1`, "features/lists/list/shop-mode.tsx"),
  sheet(`/meals?cell=${today}.dinner`, "features/meals/picker-sheet.tsx"),
  sheet(`/meals?cell=${today}.lunch&choose=1`, "features/meals/picker-sheet.tsx"),
  sheet(`/meals?meal=${ids.meal}`, "features/meals/meal-sheet.tsx"),
  sheet(`/meals?meal=${ids.meal}&act=move`, "features/meals/meal-sheet.tsx"),
  sheet("/meals?groceries=1", "features/meals/groceries/groceries-sheet.tsx"),
  sheet("/meals?fill=1", "features/meals/fill-sheet.tsx"),
  sheet("/recipes?edit=new", "features/recipes/edit-sheet.tsx"),
  sheet("/recipes?import=1", "features/recipes/import/import-sheet.tsx"),
  sheet(`/recipes/${ids.recipe}?edit=1`, "features/recipes/edit-sheet.tsx"),
  sheet(`/recipes/${ids.recipe}?plan=1`, "features/meals/plan-sheet.tsx"),
  sheet(`/recipes/${ids.recipe}?groceries=1`, "features/meals/groceries/groceries-sheet.tsx"),
  sheet(`/recipes/${ids.recipe}?cook=1`, "features/recipes/cook-mode.tsx"),
  sheet(`/recipes/${ids.demoRecipe}?photo=1`, "features/recipes/photo-sheet.tsx"),
  ...["mail", "ntfy", "apprise"].map((kind) =>
    sheet(`/settings/notifications?add=${kind}`, "features/settings/notifications/channel-sheets.tsx"),
  ),
  sheet(`/settings/notifications?way=${ids.mail}`, "features/settings/notifications/channel-sheets.tsx"),
  sheet(`/settings/notifications?code=${ids.mail}`, "features/settings/notifications/channel-sheets.tsx"),
  sheet("/settings/members?add=", "features/settings/members/member-sheet.tsx"),
  ...["edit", "invite", "end", "remove"].map((act) =>
    sheet(`/settings/members?${act}=${ids.ben}`, "features/settings/members/members.tsx"),
  ),
  sheet("/settings/calendars?connect=", "features/settings/calendars/apps.tsx"),
  sheet("/settings/calendars?feed=", "features/settings/calendars/feeds.tsx"),
  sheet(`/settings/calendars?feed=${ids.feed}`, "features/settings/calendars/feeds.tsx"),
  sheet("/settings/calendars?follow=", "features/settings/calendars/followed.tsx"),
  sheet(`/settings/calendars?calendar=${ids.followed}`, "features/settings/calendars/followed.tsx"),
  ...["", "google"].map((kind) =>
    sheet(`/settings/calendars?newAccount=${kind}`, `features/settings/accounts/${kind || "caldav"}-sheet.tsx`),
  ),
  sheet(`/settings/calendars?signIn=${ids.account}`, "features/settings/accounts/caldav-sheet.tsx"),
  sheet(`/settings/calendars?rename=${ids.account}`, "features/settings/accounts/accounts.tsx"),
  sheet(`/settings/calendars?account=${ids.account}`, "features/settings/accounts/account-calendars.tsx"),
  sheet(
    `/settings/calendars?account=${ids.account}&entry=${ids.entry}`,
    "features/settings/accounts/account-calendars.tsx",
  ),
  sheet("/settings/tablets?pair=", "features/settings/tablets/tablets.tsx"),
  sheet("/settings/integrations?new=", "features/settings/keys/key-sheet.tsx"),
  sheet(`/calendar?event=${ids.feed}`, "features/calendar/grid/event-layer.tsx"),
  sheet(`/calendar?copy=${series}`, "features/calendar/edit/edit-sheet.tsx"),
  opened(`/calendar?edit=${series}`, "features/calendar/edit/series-dialog.tsx", [
    (page) => page.locator("[role=dialog] input").first().fill("Another title"),
    save,
    "[role=dialog] input[type=radio]",
  ]),
  opened(`/calendar?event=${series}`, "features/calendar/edit/series-dialog.tsx", [
    "[role=dialog] [aria-haspopup=menu], [role=dialog] footer button",
  ]),
  opened(
    `/tasks?edit=${ids.task}`,
    "features/tasks/edit-sheet.tsx",
    [(page) => page.locator("[role=dialog] input, [role=dialog] textarea").first().fill(""), save],
    "[aria-invalid=true]",
  ),
  opened("/tasks", "features/tasks/task-row.tsx", [".task [aria-haspopup=menu]"], menus),
  opened(
    "/chores",
    "features/chores/board.tsx",
    [".chore-card [aria-haspopup=menu], .chore [aria-haspopup=menu]"],
    menus,
  ),
  opened("/chores", "people/person-button-grid.tsx", [
    (page) => page.locator(".chore", { hasText: "Wash the car" }).locator(".chore-tap").click(),
  ]),
  opened("/check-ins", "features/check-ins/day-sheet.tsx", [".check-ins-day >> nth=-1"]),
  opened("/check-ins?edit=new", "features/check-ins/emoji-button.tsx", [
    ".check-ins-shown .button",
    ".check-ins-emoji",
  ]),
  opened(
    "/lists",
    "features/lists/board/board-sheets.tsx",
    [(page) => changeConcurrently(page, "PATCH")],
    ".field-question",
  ),
  opened(
    "/lists",
    "features/lists/board/board-sheets.tsx",
    [(page) => changeConcurrently(page, "DELETE")],
    ".form-note",
  ),
  opened("/lists", "features/lists/screen.tsx", [".page-header [aria-haspopup=menu]"], menus),
  opened("/lists", "features/lists/board/board-menus.tsx", [".lists-section [aria-haspopup=menu]"], menus),
  opened(atList, "features/lists/list/list-header.tsx", [".lists-header-bar [aria-haspopup=menu]"], menus),
  opened(atList, "features/lists/list/add-field.tsx", [".lists-add [aria-haspopup=menu]"], menus),
  opened(atList, "features/lists/item/item-editor.tsx", [".lists-edit"], ".lists-editor, .lists-item textarea"),
  opened(`/meals?meal=${ids.meal}`, "features/meals/details-sheet.tsx", [".meals-acts > li:nth-child(3) > *"]),
  opened("/meals", "features/meals/header.tsx", [".page-header [aria-haspopup=menu]"], menus),
  opened("/meals", "features/meals/week-list.tsx", [openDayMenu], menus),
  opened(`/recipes/${ids.recipe}`, "features/recipes/recipe-screen.tsx", [".recipes-head [aria-haspopup=menu]"], menus),
  opened("/activity", "features/activity/entry-row.tsx", [".activity-entries [aria-haspopup=menu]"], menus),
  opened("/settings/integrations", "features/settings/keys/integrations.tsx", [".settings-content li .button"]),
  opened("/settings/integrations?new=", "features/settings/keys/key-sheet.tsx", keySteps(1)),
  opened("/settings/integrations?new=", "features/settings/keys/key-sheet.tsx", keySteps(2)),
  opened("/settings/integrations?new=", "forms/secret-sheet.tsx", [...keySteps(3), "[role=dialog] select"]),
  ...["accounts/accounts", "calendars/feeds", "calendars/followed"].map((file, index) =>
    opened("/settings/calendars", `features/settings/${file}.tsx`, [
      `.record-row [aria-haspopup=menu] >> nth=${index}`,
      "[role=menuitem] >> nth=-1",
    ]),
  ),
  opened("/settings/calendars", "features/settings/calendars/import-part.tsx", [
    (page) => page.locator(".calendars-drop input").setInputFiles(calendarFile),
  ]),
  opened("/settings/tablets", "features/settings/tablets/tablets.tsx", [
    ".settings-content li .button, .settings-content li .icon-button",
  ]),
  opened("/settings/you", "people/photo/photo-field.tsx", [
    (page) => page.locator(".settings-content input[type=file]").first().setInputFiles("src/web/icons/icon-512.png"),
  ]),
  opened("/recipes?import=1", "features/recipes/import/source-form.tsx", ["[role=dialog] .segment >> nth=-1"]),
  opened("/settings/server", "features/settings/server/backups.tsx", [
    ".record-row [aria-haspopup=menu]",
    "[role=menuitem] >> nth=-1",
  ]),
  opened("/settings/server", "features/settings/server/restore-sheet.tsx", [
    ".record-row [aria-haspopup=menu]",
    "[role=menuitem] >> nth=1",
  ]),
];

/** Types a search, and waits for results from the server. */
async function search(page: Page, query: string): Promise<void> {
  await page.locator("[role=combobox]").fill(query);
  await page.locator("[role=group] [id*=chore-]").first().waitFor();
}

/** Returns the presses that fill in the name of a new API key and then go on by `count` steps. */
function keySteps(count: number): NonNullable<Stop["presses"]> {
  return [(page) => page.locator("[role=dialog] input").first().fill("Mine"), ...Array(count).fill(save)];
}

/** Screens before the sign-in. */
export const signedOut: readonly Stop[] = [
  screen("/sign-in", ".alone-form"),
  screen(ids.invitation, ".alone-form"),
  screen(`/n/${ids.token}`, ".alone"),
  screen("/join", ".alone"),
  screen("/mail-off/x", ".alone"),
  screen("/wall", ".wall-code"),
];

const submit = ".alone-form button[type=submit] >> nth=-1";
const fill = (at: number, text: string) => (page: Page) => page.locator(".alone-form input").nth(at).fill(text);
/** Steps of setting up a household. Each step continues from the previous one. */
export const setup: readonly Stop[] = [
  { path: "/setup", shows: ".setup-points" },
  { path: "/setup", shows: ".alone-form", presses: [".button-primary"] },
  { path: "/setup", shows: ".alone-form [type=password]", presses: [fill(0, householdName), submit] },
  {
    path: "/setup",
    shows: ".setup-other",
    presses: [fill(0, "Anna"), (page) => page.locator("[type=password]").fill("fireside tales"), submit],
  },
  { path: "/setup", shows: ".setup-next", presses: ["main .button-l"] },
  screen("/", ".today-steps"),
];

/** Answers “Anna” if the tablet asks who is using it. */
async function asAnna(page: Page): Promise<void> {
  await page.locator(".person-grid, .wall-kinds").first().waitFor();
  const anna = page.locator(".person-grid button", { hasText: "Anna" });
  if ((await anna.count()) > 0) await anna.click();
}
const wallSettings = [".wall-foot .icon-button:not(.wall-add)"];
const addAt = (kind: number) => [".wall-add", asAnna, `.wall-kinds li:nth-child(${kind}) button`];
/** Screens and sheets of a paired tablet. */
export const wall: readonly Stop[] = [
  screen("/", ".wall-left"),
  screen("/calendar", ".calendar-column"),
  screen("/lists", ".wall"),
  screen(atList, ".wall"),
  screen("/chores", ".wall .chore"),
  screen("/check-ins", ".wall"),
  screen("/meals", ".wall-meal"),
  opened("/", "features/wall/settings-sheet.tsx", wallSettings, ".wall-settings"),
  opened("/", "features/wall/settings-sheet.tsx", [...wallSettings, ".wall-settings .actions .button"], ".wall-pin"),
  opened("/", "people/person-button-grid.tsx", [".wall-add"]),
  opened("/", "features/wall/add/add-sheet.tsx", [".wall-add", asAnna]),
  ...["event", "task", "item", "meal"].map((kind, index) =>
    opened("/", `features/wall/add/${kind}-form.tsx`, addAt(index + 1)),
  ),
  opened("/", "features/wall/views/cooking.tsx", ["button.wall-dinner"]),
  opened("/calendar", "features/calendar/edit/event-sheet.tsx", [".calendar-event"]),
];

/** Skips all chores, one by one, up to the summary. */
async function toSummary(page: Page): Promise<void> {
  const isOver = async () => (await page.locator(".kid-mode-summary").count()) > 0;
  while (!(await isOver())) await page.locator(".kid-mode-steps button").last().click();
}

/** Screens that are different for a child. */
export const ofChild: readonly Stop[] = [
  screen("/", ".today-body"),
  screen("/tasks", ".tasks-board, .tasks-due"),
  screen("/chores", ".chores-board"),
  screen("/check-ins", ".check-ins"),
  screen("/lists", ".lists-section"),
  screen("/meals", ".meals-tile, .meals-day"),
  screen("/settings", ".settings[data-overview]"),
  sheet("/chores?one=", "features/chores/screen.tsx"),
  opened("/chores?one=", "features/chores/kid-mode/kid-mode.tsx", [toSummary], ".kid-mode-summary"),
];

/** Screens with a person chosen in the filter. */
export const chosen: readonly Stop[] = ["/calendar", "/tasks"].map((path) => ({
  ...screen(path, ".person-face[aria-pressed=true]"),
  presses: [".person-face"],
}));
