import type { ErrorSentences, OtherErrors } from "../error-sentences.ts";
import type { errors } from "./common.ts";
import type { laterErrors } from "./notices/later-errors.ts";
import { setup } from "./setup.ts";

const { problems } = setup;
const signInAgain = "You are not signed in any more. Sign in again.";
const missing = (field: string | null) =>
  field ? `“${field}” is missing. Fill it in.` : "Something is missing. Fill it in.";
const wrong = (field: string | null) =>
  field ? `“${field}” does not fit. Change it and try again.` : "Something does not fit. Change it and try again.";
const reload = "The app and your server do not understand each other. Reload the page.";

const byCode: OtherErrors<typeof errors.byCode & typeof laterErrors> = {
  malformed_request: reload,
  malformed_json: reload,
  unknown_field: reload,
  invalid_cursor: reload,
  method_not_allowed: reload,
  websocket_required: reload,
  origin_mismatch: "Your server does not know this address. Open the app at its usual address.",
  required: missing,
  invalid_value: wrong,
  out_of_range: (field) =>
    field
      ? `“${field}” is too short, too long, too small or too large. Change it and try again.`
      : "Something is too short, too long, too small or too large. Change it and try again.",
  missing_key: signInAgain,
  invalid_key: signInAgain,
  expired_key: signInAgain,
  not_signed_in: signInAgain,
  wrong_login: "Wrong name or password",
  missing_scope: "This needs a key that may do more. Make one in the settings.",
  subscription_required: "Your household’s subscription has ended. Renew it first.",
  api_plan_required: "Your household’s plan is without keys. Choose another plan first.",
  upgrade_required: "Your household’s plan is without keys. Choose another plan first.",
  app_only: "This works only in the app, when you are signed in.",
  owners_only: "Only an owner can do this.",
  invalid_link:
    "The link is not good any more. The server prints a new one each time it starts: open that one, and go on here.",
  forbidden: "This is not allowed here. Reload the page and look again.",
  too_slow: "The connection was too slow. Try again where it is better.",
  slot_taken: "This place in the plan is taken. Choose another one.",
  meal_full: "This meal is full. Move or remove something first.",
  too_large: "This is too large. Take a smaller one.",
  unsupported_type: "Your server can’t read this kind of file. Take another one.",
  no_such_reference: (field) =>
    field
      ? `“${field}”: what you chose is not there any more. Choose again.`
      : "What you chose is not there any more. Choose again.",
  name_taken: problems.nameTaken,
  email_taken: "This address is somebody’s already.",
  key_reused: "This was sent already, with something else in it. Look at how it is now, and try again.",
  limit_reached: "It is full: no more can be added. Remove something that nobody needs, then try again.",
  last_owner: "The household needs an owner who can sign in.",
  not_empty: "There is something in it still. Move or delete that first.",
  ends_before_start: "The end lies before the start. Change one of them.",
  series_only: "The repetition can be changed only for the whole series.",
  rule_required: "Choose how it repeats from then on.",
  read_only: "This comes from another calendar. Change it there.",
  rate_limited: "Too many tries. Try again in a moment.",
  upstream_failed: "The service that your server asked does not answer. Try again later.",
  turned_off: "This is turned off on your server.",
  not_ready: "Your server is not ready. Try again in a moment.",
};

export const moreErrors = {
  byCode,
  /**
   * Sentences about errors in certain fields. A key consists of the error code, a space, and the last name in the path
   * of the invalid field.
   */
  byField: {
    "invalid_value email": problems.emailWrong,
    "last_owner role": "The household needs an owner. Make somebody else one first.",
    "limit_reached url": "It is larger than 10 MB, or holds too many events.",
    "unprocessable code": "No tablet shows this code. It changes after ten minutes: look again.",
    "unprocessable current": "That is not your password.",
    "unprocessable password": "That is not your password.",
    "unprocessable expiresAt": problems.expiryPast,
    "unprocessable timeZone": "Choose a time zone from the list.",
    "unprocessable recurrenceRule": "There is no date on which it would happen. Change how it repeats.",
    "unprocessable startsAt": "Choose a day between 1900 and 2200.",
    "unprocessable endsAt": "An event lasts at most 400 days, or 92 if it repeats. Choose an earlier end.",
    "unprocessable memberIds": "Choose at least one person.",
    "unprocessable assigneeIds": "Choose at least one person.",
  } as ErrorSentences<`${string} ${string}`>,
  fields: {
    name: "Name",
    title: "Title",
    label: "Text",
    content: "Text",
    question: "Question",
    email: "Email",
    password: "Password",
    color: "Color",
    emoji: "Emoji",
    startsAt: "Start",
    endsAt: "End",
    date: "Day",
    dueDate: "Day",
    time: "Time",
    timeZone: "Time zone",
    memberId: "Person",
    memberIds: "People",
    assigneeIds: "People",
    recipeId: "Recipe",
    listId: "List",
    recurrenceRule: "Repeats",
    prepMinutes: "Minutes",
    ingredients: "Ingredients",
    instructions: "How it is made",
    location: "Place",
    notes: "Notes",
    description: "Notes",
    note: "Note",
    file: "File",
  } as Readonly<Record<string, string>>,
};
