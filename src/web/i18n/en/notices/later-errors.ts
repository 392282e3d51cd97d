import type { ErrorSentences } from "../../error-sentences.ts";

/** Sentences about errors that cannot occur before the sign-in, by error code. */
export const laterErrors = {
  no_calendar:
    "What is at this address is no calendar. Copy the link that ends in .ics, or that begins with webcal://.",
  not_https: "The address must begin with https:// or webcal://.",
  has_password: "Leave the user and the password out of the address.",
  home_network: "The address leads into your own network. Whoever runs the server can allow it with CALENDAR_ORIGINS.",
  no_answer: "Nothing answers there.",
  wrong_password: "The server does not accept this user name and password.",
  no_page: "There is no such page. Look at the address again.",
  page_closed: "This page does not let your server in. Copy the recipe there, and paste its text here.",
  page_too_large: "The page is larger than 5 MB. Copy the recipe there, and paste its text here.",
  no_recipe: "No recipe can be read there. Copy its text and paste it: the name, the ingredients, then the steps.",
  other_origin: "The calendars are on another server, which must be confirmed first.",
  already_followed: "You follow this calendar already.",
  not_movable: "This can’t be moved there. Choose another place.",
  calendar_full: "The household’s calendar is full. Delete old events first.",
  object_too_large: "This event is too large. Split the series, or shorten its texts.",
} satisfies ErrorSentences;
