/** Types hostile text into every text field of the tour. The app must not execute a text while it is typed. */
import { Glob } from "bun";
import { executedMarkup, onlyByMarkup } from "../../support/browser/homes/markup.ts";
import type { Look } from "./walk.ts";

declare const document: any; // A function given to `evaluate` runs in the page.
declare const window: any;

const others = "checkbox, radio, file, number, date, time, hidden, range, color".split(", ");
const noText = others.map((type) => `:not([type=${type}])`).join("");

/** Hostile texts: the first ends an attribute and adds markup, and the second is an address and a style. */
const typed = [
  `"><img src=x onerror=window.__xss=1>`,
  "javascript:window.__xss=1;background:url(//evil.example/xss.png)",
];

/** Files with text fields that members see, each with the name of one of its fields. */
export const fieldsOfMembers: Readonly<Record<string, string>> = {
  "features/add/phrase-field.tsx": "What’s new?",
  "features/calendar/edit/edit-sheet.tsx": "Place",
  "features/check-ins/answer-sheet.tsx": "Did Ben say anything else?",
  "features/check-ins/edit/edit-sheet.tsx": "Name of time 1",
  "features/check-ins/edit/question-fields.tsx": "Words for face 1",
  "features/check-ins/emoji-button.tsx": "Another emoji",
  "features/chores/edit/fields.tsx": "What is to be done?",
  "features/lists/board/board-sheets.tsx": "Name of the section",
  "features/lists/board/new-list-sheet.tsx": "Name",
  "features/lists/cover/photo-search.tsx": "Find a photo",
  "features/lists/item/item-editor.tsx": "Text",
  "features/lists/item/item-sheet.tsx": "Text",
  "features/lists/list/add-field.tsx": "Add to the list",
  "features/lists/list/list-look.tsx": "Another emoji",
  "features/meals/details-sheet.tsx": "For how many?",
  "features/meals/picker-sheet.tsx": "Find a recipe",
  "features/recipes/import/source-form.tsx": "Address of the page",
  "features/recipes/ingredients-editor.tsx": "Ingredient 4",
  "features/recipes/recipe-fields.tsx": "Our notes",
  "features/recipes/screen.tsx": "Find by name or ingredient",
  "features/search/search-sheet.tsx": "Search everything, or open a screen",
  "features/settings/accounts/caldav-sheet.tsx": "User name",
  "features/settings/accounts/google-sheet.tsx": "Client ID",
  "features/settings/accounts/accounts.tsx": "Name",
  "features/settings/calendars/apps.tsx": "What is it called?",
  "features/settings/accounts/account-calendars.tsx": "Name",
  "features/settings/calendars/feeds.tsx": "What is it called?",
  "features/settings/calendars/followed.tsx": "Address of the calendar",
  "features/settings/household.tsx": "Name of the household",
  "features/settings/keys/key-sheet.tsx": "Name of the key",
  "features/settings/members/member-sheet.tsx": "Email (optional)",
  "features/settings/members/members.tsx": "Or by mail",
  "features/settings/notifications/channel-sheets.tsx": "Code",
  "features/settings/tablets/tablets.tsx": "Code on the tablet",
  "features/settings/you/you.tsx": "Email",
  "features/tasks/detail-fields.tsx": "Notes",
  "features/tasks/edit-sheet.tsx": "What is to be done",
  "people/person-fields.tsx": "Name",
  "forms/time-zone-field.tsx": "Time zone",
};

export const fieldsOfNobody: Readonly<Record<string, string>> = {
  "features/setup/sign-in-screen.tsx": "Name or email",
  "features/setup/steps/first-steps.tsx": "What is it called?",
};

export const fieldsOfWall: Readonly<Record<string, string>> = {
  "features/wall/add/event-form.tsx": "Title",
  "features/wall/add/item-form.tsx": "What",
  "features/wall/add/meal-form.tsx": "Find a recipe",
  "features/wall/add/task-form.tsx": "What is to be done",
};

type Typing = { readonly fields: string; readonly texts: readonly string[]; readonly markup: string };

/**
 * Runs in the page. Sets each text as the value of each visible field, even if the text is too long to be typed, and
 * then restores the previous value. Returns the names of all fields in `names`. Returns in `alive` the fields whose
 * text became an element that matches `markup`, or an event handler.
 */
async function typeIntoAll({ fields, texts, markup }: Typing) {
  const names: string[] = [];
  const alive: string[] = [];
  for (const field of document.querySelectorAll(fields)) {
    if (!field.isConnected || !field.checkVisibility({ visibilityProperty: true })) continue;
    const name = field.getAttribute("aria-label") ?? field.labels?.[0]?.textContent ?? "";
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value") ?? {};
    const former = field.value;
    field.focus();
    for (const text of [...texts, former]) {
      set?.call(field, text);
      field.dispatchEvent(new window.Event("input", { bubbles: true }));
      await new Promise((resolve) => setTimeout(resolve)); // The app renders between two texts.
      const handler = document.evaluate("//@*[starts-with(name(), 'on')]", document, null, 3).booleanValue;
      if (handler || document.querySelector(markup)) alive.push(name);
    }
    names.push(name);
  }
  return { names, alive };
}

/** Selector of the writable fields of the page, or of the sheet over it. */
const fields = [`input${noText}`, "textarea"].map((each) => `${each}:not([readonly], [inert] *)`).join(", ");

/**
 * Returns `look`, which types hostile text into each field of a stop, and `missed`, which returns the fields that the
 * look did not find.
 */
export function typing() {
  const names = new Set<string>();
  const look: Look = async (page) => {
    const typedInto = await page.evaluate(typeIntoAll, { fields, texts: typed, markup: onlyByMarkup });
    for (const name of typedInto.names) names.add(name);
    const alive = typedInto.alive.map((name) => `an element comes alive from “${name}”`);
    return [...alive, ...(typedInto.names.length > 0 ? await executedMarkup(page) : [])];
  };
  const missed = (fields: Readonly<Record<string, string>>) =>
    Object.entries(fields).filter(([, name]) => !names.has(name));
  return { look, missed };
}

/** Files that render fields for other files. */
const partsOfForms = ["forms/copyable.tsx", "forms/password-field.tsx"];
const tag = /<(?:TextField|EmailField|CodeField|CredentialField|UrlField|TextArea|textarea|input)\s[\s\S]*?\/>/g;
const isOther = new RegExp(`type="(?:${others.join("|")})"|\\stype=\\{type\\}|\\shidden\\s|readOnly`);

/**
 * Returns the paths in `src/web` of the files that render a text field, except files that render fields for other
 * files.
 */
export async function filesWithTextFields(): Promise<string[]> {
  const files = (await Array.fromAsync(new Glob("*/**/*.tsx").scan("src/web"))).filter(
    (path) => !path.startsWith("ui/") && !partsOfForms.includes(path),
  );
  const texts = await Promise.all(files.map((path) => Bun.file(`src/web/${path}`).text()));
  return files.filter((_, index) => texts[index]?.match(tag)?.some((each) => !isOther.test(each))).sort();
}
